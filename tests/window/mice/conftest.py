"""A separate screen for each test with several mice."""

import os
import shutil
from collections.abc import Iterator

import pytest

from tests.window.screen import Screen, what_is_missing


@pytest.fixture
def screen() -> Iterator[Screen]:
    """A separate X server, so that its mice affect no other test."""
    missing = what_is_missing() or (
        "" if shutil.which("xinput") else "xinput cannot be found: install it to plug mice in"
    )
    if missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    screen = Screen((1280, 720))
    yield screen
    screen.close()
