"""What cannot be in a game is noticed; that it never is, random games show."""

from functools import reduce

import pytest

from topping_out.game.options import resolve
from topping_out.game.registry import load


@pytest.mark.parametrize(
    ("name", "place"),
    [("wyoming", "deck"), ("towering", "cards.deck"), ("towers", "draw_pile"), ("icetowers", "towers")],
)
def test_what_was_lost_is_noticed(name: str, place: str) -> None:
    game = load(name)
    state = game.setup(2, resolve(game.options(2), {}), 1)
    game.check_invariants(state)
    *within, last = place.split(".")
    holder = reduce(getattr, within, state)
    setattr(holder, last, getattr(holder, last)[1:])
    with pytest.raises(AssertionError, match=r"(cards|pieces) were lost or doubled"):
        game.check_invariants(state)
