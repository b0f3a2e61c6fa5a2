"""Property tests of the rules take their settings from one place."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import properties  # noqa: F401
