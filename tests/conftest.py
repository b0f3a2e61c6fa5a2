"""Property tests take their settings from one place; checks of the conformance suite say what they have found."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "build" / "editable"
if not (SOURCES / "topping_out" / "game").is_dir():
    pytest.exit("this checkout has no links to its folders: run `python build/link.py`", returncode=2)
# The programs that the tests start take this checkout, whatever is installed.
os.environ["PYTHONPATH"] = os.pathsep.join(map(str, (SOURCES, ROOT, ROOT / "tests" / "silent")))

# English, whatever the machine speaks; TEST_LANGUAGE=pl has the window tests play in another language.
os.environ["TOPPING_OUT_LANGUAGE"] = os.environ.get("TEST_LANGUAGE", "en")

pytest.register_assert_rewrite("tests.conformance")

from tests import properties  # noqa: E402, F401
