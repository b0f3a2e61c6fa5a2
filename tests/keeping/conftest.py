"""Where the tests of files from anywhere find the random games, the pages, and how many examples they take."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path.extend(str(Path(__file__).resolve().parents[2] / folder) for folder in ("build", "tests", "tests/scenes"))

import properties  # noqa: F401
