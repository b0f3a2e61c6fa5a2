"""What cannot be in Towers of Wyoming is noticed; that it never is, random games show."""

import pytest

from tests.game.wyoming.positions import GAME, new


def test_cards_that_were_lost_are_noticed() -> None:
    state = new()
    GAME.check_invariants(state)
    state.deck = state.deck[1:]
    with pytest.raises(AssertionError, match="cards were lost or doubled"):
        GAME.check_invariants(state)
