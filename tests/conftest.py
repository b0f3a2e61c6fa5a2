"""Property tests take their settings from one place; checks of the conformance suite say what they have found."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "build" / "editable"
if not (SOURCES / "topping_out" / "game").is_dir():
    pytest.exit("this checkout has no links to its folders: run `python build/link.py`", returncode=2)
# The programs that the tests start take this checkout, whatever is installed.
FIRST = [str(path) for path in (SOURCES, ROOT, ROOT / "tests" / "silent")]
os.environ["PYTHONPATH"] = os.pathsep.join([*FIRST, *filter(None, [os.environ.get("PYTHONPATH")])])

# English, whatever the machine speaks; TEST_LANGUAGE=pl has the window tests play in another language.
os.environ["TOPPING_OUT_LANGUAGE"] = os.environ.get("TEST_LANGUAGE", "en")

pytest.register_assert_rewrite("tests.conformance")

from tests import properties  # noqa: E402, F401

LONGEST_ID = 100
"""Letters. Windows has no room for an environment variable of over 32,767, in which pytest keeps a test's name."""


def pytest_make_parametrize_id(val: object) -> str | None:
    """Shorten what a long text is called in the name of a test."""
    return f"{val[:LONGEST_ID]!r}..." if isinstance(val, str | bytes) and len(val) > LONGEST_ID else None
