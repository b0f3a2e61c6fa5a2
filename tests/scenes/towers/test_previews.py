"""What the tips at the table of Towers promise is what the rules make of it, over random positions."""

import re
from collections.abc import Callable

import pytest

from tests.game.said.positions import check_some
from topping_out.game.towers.actions import Build, Claim
from topping_out.game.towers.core.numbers import HEIGHT
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.scoring import Account, preview
from topping_out.game.towers.state import State, View
from topping_out.scenes.towers.selection import Selection

GROWS = re.compile(rf"Floor (\d+) of {HEIGHT}\. Scored as it stands: (.+)")
SCORED = re.compile(
    rf"(It is scored at the end of this turn:|Floor {HEIGHT} of {HEIGHT}: scored at the end of this turn,) (.+)"
)
CLAIMED = re.compile(
    r"It pays nothing as it stands|"
    r"(?:(-?\d+) to (-?\d+) points for you(?:, |$))?(?:others ([+−]\d+)(?:, |$))?(?:you draw (\d+) cards?)?"
)


def foretold(state: State, seat: int, action: Build | Claim) -> tuple[str, int, View]:
    """Return the tip of an action, the plot that it is about, and the seat's view after it."""
    view = GAME.view(state, seat)
    selection = Selection(view, GAME.actions(state, seat), [f"P{number}" for number in range(len(view.hand_sizes))])
    selection.choose(action)
    assert selection.aim
    after = state.copy()
    GAME.apply(after, seat, action)
    return selection.preview(selection.aim)[1], selection.aim.plot, GAME.view(after, seat)


def check(state: State, seat: int, build: Build) -> None:
    """Compare the tip of a build with the state after it."""
    line, plot, then = foretold(state, seat, build)
    grows, scored = GROWS.fullmatch(line), SCORED.fullmatch(line)
    assert grows or scored, line
    if grows:
        assert int(grows[1]) == len(then.towers[plot]) < HEIGHT, line
    if scored and scored[1].startswith("Floor"):
        assert len(then.towers[plot]) == HEIGHT, line
    words = (grows or scored)[2]  # type: ignore[index]
    said = {int(owner): int(points) for owner, points in re.findall(r"P(\d+) (-?\d+)", words)}
    assert said or words == "nobody scores", line
    assert said == {owner: points for owner, points in enumerate(preview(then, plot).points) if points}, line


def check_claim(state: State, seat: int, claim: Claim) -> None:
    """Compare the tip of a claim with the account of the tower after it."""
    line, plot, after = foretold(state, seat, claim)
    now, then = preview(GAME.view(state, seat), plot), preview(after, plot)
    found = CLAIMED.fullmatch(line)
    assert found, line
    own = (now.points[seat], then.points[seat])
    assert (int(found[1]), int(found[2])) == own if found[1] else own[0] == own[1], line
    others = sum(then.points) - own[1] - sum(now.points) + own[0]
    assert (int(found[3].replace("−", "-")) if found[3] else 0) == others, line
    assert (int(found[4]) if found[4] else 0) == max(0, drawn(then, seat) - drawn(now, seat)), line


def drawn(account: Account, seat: int) -> int:
    return sum(step.drawn for step in account.steps if step.owner == seat)


TIPS = [(Build, check, 2), (Claim, check_claim, 1)]
"""Of which action, what compares its tip with the rules, and every how manieth position is looked at."""


@pytest.mark.parametrize(("kind", "check", "every"), TIPS)
def test_the_tip_of_an_action_says_what_comes_of_it(kind: type, check: Callable[..., None], every: int) -> None:
    assert check_some("towers", kind, check, 3, 150, every) >= 40


@pytest.mark.long
@pytest.mark.parametrize(("kind", "check", "every"), TIPS)
def test_the_tip_of_an_action_says_what_comes_of_it_in_thousands_of_positions(
    kind: type, check: Callable[..., None], every: int
) -> None:
    assert check_some("towers", kind, check, 4, 4000, every) >= 4000
