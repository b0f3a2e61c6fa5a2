"""Property tests take their settings from one place; checks of the conformance suite say what they have found."""

import pytest

pytest.register_assert_rewrite("tests.conformance")

from tests import properties  # noqa: E402, F401
