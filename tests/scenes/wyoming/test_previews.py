"""What the tips at Wyoming's table promise of a play is what the rules make of it, over random positions."""

import re

import pytest

from tests.game.said.positions import check_some
from topping_out.game.wyoming.actions import Kind, Play
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import State
from topping_out.scenes.wyoming.selection import DISCARD, Selection

RISE = re.compile(r"(\d+) → (\d+) of the (\d+) needed(?:: (you win|(\S+) wins))?")
FALL = re.compile(
    r"Knocks (\d+) off: (\d+) → (\d+)(?:, (a foundation is left|then (?:your|(\S+)'s) new tower of (\d+) stands))?"
    r"(?:\. (You win|(\S+) wins))?"
)


def check(state: State, seat: int, play: Play) -> None:
    """Compare the tip of a play with the state after it."""
    names = [f"P{number}" for number in range(state.variant.seats)]
    selection = Selection(GAME.view(state, seat), GAME.actions(state, seat), names)
    selection.choose(play)
    target = DISCARD if play.kind is Kind.DISCARD else (play.owner, play.foundation)
    line = selection.preview(target)[1]
    after = state.copy()
    GAME.apply(after, seat, play)
    if play.kind is Kind.DISCARD:
        assert line == "You can't play, so you discard instead."
        assert all(other.kind is Kind.DISCARD for other in GAME.actions(state, seat))
        return
    place = play.owner * state.variant.foundations + play.foundation
    heights = len(state.towers[place]), len(after.towers[place])
    owner = "you" if play.owner == seat else names[play.owner]
    wins = after.outcome is not None and after.outcome.reason == "tower" and play.owner in after.outcome.winners
    if play.kind is Kind.CONSTRUCT:
        found = RISE.fullmatch(line)
        assert found, line
        assert (int(found[1]), int(found[2])) == heights, line
        assert int(found[3]) == state.pennies + (not state.variant.finicky), line
        if found[4]:
            assert wins, line
            assert found[4].split()[0] == owner, line
        return
    found = FALL.fullmatch(line)
    assert found, line
    standing = 0 if found[6] else heights[1]
    assert (int(found[2]), int(found[3])) == (heights[0], standing), line
    assert int(found[1]) == heights[0] - standing, line
    assert (found[4] == "a foundation is left") == (not heights[1]), line
    if found[7]:
        assert wins, line
        assert found[7].split()[0].lower() == owner.lower(), line
    if found[6]:
        assert int(found[6]) == heights[1], line
        assert (found[5] or "you") == owner, line


def test_the_tip_of_a_play_says_what_comes_of_it() -> None:
    assert check_some("wyoming", Play, check, 1, 40) >= 40


@pytest.mark.long
def test_the_tip_of_a_play_says_what_comes_of_it_in_thousands_of_positions() -> None:
    assert check_some("wyoming", Play, check, 2, 4000) >= 4000
