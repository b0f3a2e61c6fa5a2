"""What cannot be in Towers is noticed; that it never is, random games show."""

import pytest

from tests.game.towers.positions import GAME, new


def test_cards_that_were_lost_are_noticed() -> None:
    state = new()
    GAME.check_invariants(state)
    state.hands[0] = state.hands[0][1:]
    with pytest.raises(AssertionError, match="cards were lost or doubled"):
        GAME.check_invariants(state)
