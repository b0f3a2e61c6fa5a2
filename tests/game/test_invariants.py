"""What cannot be in a game is noticed; that it never is, random games show."""

import pytest

from topping_out.game.options import resolve
from topping_out.game.registry import load


@pytest.mark.parametrize(
    ("name", "place"), [("wyoming", "deck"), ("towering", "deck"), ("towers", "draw_pile"), ("icetowers", "towers")]
)
def test_what_was_lost_is_noticed(name: str, place: str) -> None:
    game = load(name)
    state = game.setup(2, resolve(game.options(2), {}), 1)
    game.check_invariants(state)
    setattr(state, place, getattr(state, place)[1:])
    with pytest.raises(AssertionError, match=r"(cards|pieces) were lost or doubled"):
        game.check_invariants(state)
