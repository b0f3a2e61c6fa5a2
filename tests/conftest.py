"""Set up the environment of all tests: import path, language, Hypothesis settings.

Each run of the property tests searches anew. `TOPPING_OUT_EXAMPLES=25 python -m pytest ...` tries 25 times as many
examples as each property asks for. Without the variable, a third as many are tried. A failing example is printed with
the line that reproduces it, and is tried first in the next run.
"""

import os
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
from hypothesis import settings

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


@pytest.fixture(autouse=True)
def _forget_deals() -> Iterator[None]:
    """Forget deals after each test, as some tests replace the games that are dealt, or let reading fail."""
    yield
    if daily := sys.modules.get("topping_out.game.progress.daily"):
        for function in (daily.deal_of, daily.deal_of_month, daily._rota):
            function.cache_clear()


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    if language := sys.modules.get("topping_out.game.language"):
        language.speak(language.ENGLISH, NullTranslations())


LONGEST_ID = 100
"""Characters. pytest keeps a test's name in an environment variable; on Windows that can hold 32,767 at most."""


def pytest_make_parametrize_id(val: object) -> str | None:
    """Shorten long texts in the names of parametrized tests."""
    return f"{val[:LONGEST_ID]!r}..." if isinstance(val, str | bytes) and len(val) > LONGEST_ID else None


# -- property tests


FACTOR = int(os.environ.get("TOPPING_OUT_EXAMPLES", "1"))
USUAL = 50


def _number(count: int) -> int:
    return count * FACTOR if "TOPPING_OUT_EXAMPLES" in os.environ else max(2, count // 3)


settings.register_profile(
    "topping-out",
    max_examples=_number(USUAL),
    derandomize=False,
    print_blob=True,
    deadline=None,  # on a busy machine any example may be slow
    suppress_health_check=(),
)
settings.load_profile("topping-out")


def examples(count: int) -> settings:
    """Return a decorator for a property that needs more examples than usual, or is too slow for the usual number."""
    return settings(max_examples=_number(count))
