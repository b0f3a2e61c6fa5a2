"""What the tips at Wyoming's table promise of a play is what the rules make of it, over random positions."""

import pytest

from tests.game.said.positions import check_some
from tests.game.said.test_wyoming import Moment
from tests.game.said.test_wyoming import check as wrong_claims
from topping_out.game.wyoming.actions import Play, PlayKind
from topping_out.game.wyoming.consequences import result
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import State
from topping_out.scenes.wyoming.selection import DISCARD, Selection


def check(state: State, seat: int, play: Play) -> None:
    """Compare the tip of a play, and the storeys that it marks, with the state after it."""
    names = [f"P{number}" for number in range(state.variant.seats)]
    selection = Selection(GAME.view(state, seat), GAME.actions(state, seat), names)
    selection.choose(play)
    target = DISCARD if play.kind is PlayKind.DISCARD else (play.owner, play.foundation)
    moment = Moment(state, play)
    trial = selection.trial(target)
    assert trial
    assert not wrong_claims(moment, [result(trial)])
    assert selection.preview(target)[1] == result(trial).text
    if play.kind is PlayKind.CONSTRUCT:
        assert [*selection.changed(target)] == [*range(len(moment.tower), len(moment.then))]
    elif play.kind is PlayKind.DECONSTRUCT:
        left = 0 if len(moment.tower) < play.count else len(moment.then)
        assert [*selection.changed(target)] == [*range(left, len(moment.tower))]


def test_the_tip_of_a_play_says_what_comes_of_it() -> None:
    assert check_some("wyoming", Play, check, 1, 40) >= 40


@pytest.mark.long
def test_the_tip_of_a_play_says_what_comes_of_it_in_thousands_of_positions() -> None:
    assert check_some("wyoming", Play, check, 2, 4000) >= 4000
