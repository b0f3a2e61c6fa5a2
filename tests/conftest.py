"""Property tests take their settings from one place; checks of the conformance suite say what they have found."""

import os

import pytest

os.environ["TOPPING_OUT_LANGUAGE"] = "en"  # whatever the machine speaks

pytest.register_assert_rewrite("tests.conformance")

from tests import properties  # noqa: E402, F401
