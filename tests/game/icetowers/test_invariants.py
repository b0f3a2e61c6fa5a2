"""What cannot be in IceTowers is noticed; that it never is, random games show."""

import pytest

from tests.game.icetowers.positions import GAME, new


def test_pieces_that_were_lost_are_noticed() -> None:
    state = new()
    GAME.check_invariants(state)
    state.towers = state.towers[1:]
    with pytest.raises(AssertionError, match="pieces were lost or doubled"):
        GAME.check_invariants(state)
