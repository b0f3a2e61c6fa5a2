"""How property tests search: anew in every run, and many times longer on demand.

`TOPPING_OUT_EXAMPLES=25 python -m pytest ...` has every property tried on 25 times the examples that it names; without
it, on a third of them. A failing example is printed with the line that tries it again, and is tried first in the next
run.
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
    deadline=None,  # on a busy machine any example may take long
    suppress_health_check=(),
)
settings.load_profile("topping-out")


def examples(count: int) -> settings:
    """Return what decorates a property that needs more examples than usual, or is too slow for as many."""
    return settings(max_examples=_number(count))
