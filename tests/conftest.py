"""Set up the environment of all tests: import path, language, Hypothesis settings."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "build" / "editable"
if not (SOURCES / "topping_out" / "game").is_dir():
    pytest.exit("this checkout has no links to its folders: run `python build/link.py`", returncode=2)
# Programs that tests start import from this checkout, whatever is installed.
FIRST = [str(path) for path in (SOURCES, ROOT, ROOT / "tests" / "silent")]
os.environ["PYTHONPATH"] = os.pathsep.join([*FIRST, *filter(None, [os.environ.get("PYTHONPATH")])])
# Bytecode is kept, whatever the machine's settings, lest each of these programs compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# English, whatever the machine's language. With TEST_LANGUAGE=pl the window tests play in another language.
os.environ["TOPPING_OUT_LANGUAGE"] = os.environ.get("TEST_LANGUAGE", "en")

pytest.register_assert_rewrite("tests.conformance")

from tests import properties  # noqa: E402, F401


@pytest.fixture(autouse=True)
def _forget_deals() -> Iterator[None]:
    """Forget deals after each test, as some tests replace the games that are dealt, or let reading fail."""
    yield
    if daily := sys.modules.get("topping_out.game.progress.daily"):
        for function in (daily.deal_of, daily.deal_of_month, daily._rota):
            function.cache_clear()


LONGEST_ID = 100
"""Characters. pytest keeps a test's name in an environment variable; on Windows that can hold 32,767 at most."""


def pytest_make_parametrize_id(val: object) -> str | None:
    """Shorten long texts in the names of parametrized tests."""
    return f"{val[:LONGEST_ID]!r}..." if isinstance(val, str | bytes) and len(val) > LONGEST_ID else None
