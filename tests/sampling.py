"""Which cases of a test the quick suite takes; `build/check.py --long` takes all."""

from collections.abc import Iterable
from itertools import cycle
from typing import Any

import pytest


def sampled(names: str, values: Iterable[Any], quick: Iterable[Any], **how: Any) -> pytest.MarkDecorator:
    """Have a test take all of the values, of which the quick run takes only those that are among `quick`.

    With several names, "game, size", each value is a tuple of as many. What else is given is pytest's.
    """
    values, quick, has_one_name = [*values], [*quick], "," not in names
    assert all(value in values for value in quick), f"no such values of {names}: {quick}"
    cases = [
        pytest.param(*([value] if has_one_name else value), marks=[] if value in quick else pytest.mark.long)
        for value in values
    ]
    return pytest.mark.parametrize(names, cases, **how)


def in_turn(ones: Iterable[Any], others: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Return each of the ones with one of the others, which take turns."""
    return [*zip(ones, cycle(others))]
