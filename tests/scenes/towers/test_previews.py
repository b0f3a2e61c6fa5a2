"""What the tips at the table of Towers promise of a build is what the rules make of it, over random positions."""

from __future__ import annotations

import random
import re

import pytest

from game.towers.actions import Build
from game.towers.rules import GAME
from game.towers.scoring import preview
from game.towers.state import State
from scenes.towers.selection import Selection
from tests.game.said.positions import positions, some

GROWS = re.compile(r"Floor (\d+) of 6\. Scored as it stands: (.+)")
SCORED = re.compile(r"(It is scored at the end of this turn:|The sixth floor: scored at the end of this turn,) (.+)")


def check(state: State, seat: int, build: Build) -> None:
    """Compare the tip of a build with the state after it."""
    view = GAME.view(state, seat)
    selection = Selection(view, GAME.actions(state, seat), [f"P{number}" for number in range(len(view.hand_sizes))])
    selection.choose(build)
    assert selection.aim
    line, after = selection.preview(selection.aim)[1], state.copy()
    GAME.apply(after, seat, build)
    then, plot = GAME.view(after, seat), selection.aim.plot
    grows, scored = GROWS.fullmatch(line), SCORED.fullmatch(line)
    assert grows or scored, line
    if grows:
        assert int(grows[1]) == len(then.towers[plot]) < 6, line
    if scored and scored[1].startswith("The sixth"):
        assert len(then.towers[plot]) == 6, line
    words = (grows or scored)[2]  # type: ignore[index]
    said = {int(owner): int(points) for owner, points in re.findall(r"P(\d+) (-?\d+)", words)}
    assert said or words == "nobody scores", line
    assert said == {owner: points for owner, points in enumerate(preview(then, plot).points) if points}, line


def run(seed: int, number: int) -> int:
    luck, told = random.Random(seed), 0
    for state, seat in positions("towers", luck, number, every=2):
        builds = [action for action in GAME.actions(state, seat) if isinstance(action, Build)]
        for build in some(builds, luck):
            check(state, seat, build)
            told += 1
    return told


def test_the_tip_of_a_build_says_what_comes_of_it() -> None:
    assert run(1, 40) >= 40


@pytest.mark.long
def test_the_tip_of_a_build_says_what_comes_of_it_in_thousands_of_positions() -> None:
    assert run(2, 4000) >= 4000
