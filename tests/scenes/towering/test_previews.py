"""What the tips at Towering's table promise of a build is what the rules make of it, over random positions."""

import re

import pytest

from tests.game.said.positions import check_some
from topping_out.game.towering.actions import Build
from topping_out.game.towering.cards import NUMBER_OF, colour_of, kind_of
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import State
from topping_out.scenes.match.table.selection import Selection
from topping_out.scenes.towering.table import ToweringTable
from topping_out.scenes.towering.words import short_name

NUMBER = r"[+−]?\d+"
GAIN = re.compile(
    rf"\((\d+)−20\)×(\d+) = ({NUMBER})(?:, and (\d+) for (\d+) cards: ({NUMBER}))?"
    rf"(?: \(now ({NUMBER})\))?(?:\. After this, your (.+) won't fit)?"
)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def fitting(state: State, seat: int, colour: int) -> set[int]:
    found = GAME.actions(state, seat)
    return {a.card for a in found if isinstance(a, Build) and colour_of(a.card) == colour}


def check(state: State, seat: int, build: Build) -> None:
    """Compare the tip of a build with the state after it."""
    selection = Selection(ToweringTable(), GAME.view(state, seat), GAME.actions(state, seat), ["P0", "P1"])
    selection.choose(build)
    line = selection.preview(selection.aim)[1]
    found, colour, after = GAIN.fullmatch(line), colour_of(build.card), state.copy()
    assert found, line
    GAME.apply(after, seat, build)
    before, then = GAME.view(state, seat), GAME.view(after, seat)
    cards = [NUMBER_OF[card] for card in then.towers[seat][colour]]
    total = number(found[6] or found[3])
    assert (int(found[1]), int(found[2])) == (sum(cards), 1 + cards.count(0)), line
    assert number(found[3]) == (sum(cards) - 20) * (1 + cards.count(0)), line
    assert total == then.score(seat, colour).total == number(found[3]) + int(found[4] or 0), line
    assert int(found[5] or len(cards)) == len(cards), line
    assert number(found[7] or "0") == before.score(seat, colour).total, line
    after.has_played = state.has_played  # as if the seat might build once more
    kept = set(map(kind_of, then.hand))
    lost = (fitting(state, seat, colour) & kept) - fitting(after, seat, colour)
    assert bool(lost) == bool(found[8]), (line, lost)
    assert all(short_name(card) in found[8] for card in lost), line


def test_the_tip_of_a_build_says_what_comes_of_it() -> None:
    assert check_some("towering", Build, check, 1, 60) >= 20


@pytest.mark.long
def test_the_tip_of_a_build_says_what_comes_of_it_in_thousands_of_positions() -> None:
    assert check_some("towering", Build, check, 2, 4000) >= 1000
