"""Property tests take their settings from one place; checks of the conformance suite say what they have found."""

import os

import pytest

# English, whatever the machine speaks; TEST_LANGUAGE=pl has the window tests play in another language.
os.environ["TOPPING_OUT_LANGUAGE"] = os.environ.get("TEST_LANGUAGE", "en")

pytest.register_assert_rewrite("tests.conformance")

from tests import properties  # noqa: E402, F401
