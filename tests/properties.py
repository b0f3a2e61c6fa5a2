"""Hypothesis settings of the property tests: each run searches anew, and a variable makes it search longer.

`TOPPING_OUT_EXAMPLES=25 python -m pytest ...` tries 25 times as many examples as each property asks for. Without the
variable, a third as many are tried. A failing example is printed with the line that reproduces it, and is tried
first in the next run.
"""

import os

from hypothesis import settings

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
