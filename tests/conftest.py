"""Property tests take their settings from one place."""

from tests import properties  # noqa: F401
