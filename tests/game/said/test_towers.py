"""Every sentence of Towers' hints is true: its claims are recomputed by playing the plan, over random positions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from game.bots.review.review import price
from game.bots.weights import bot_named
from game.towers.actions import Build, Claim, End
from game.towers.bots.boards import observation_of, planner_of, steps_of
from game.towers.bots.core.board import Board, Plan
from game.towers.bots.hints import claims
from game.towers.bots.weights import weights_of
from game.towers.events import Demolished
from game.towers.rules import GAME
from game.towers.scoring import account
from game.towers.state import State, Tower, floors_of, owners_of
from tests.game.said.positions import numbers_of, played_well, positions

END = End()
PLANS = 4
"""Plans of a position that are explained."""


class Moment:
    """A plan in a state, and the state that it leads to, before the turn ends and after."""

    def __init__(self, state: State, board: Board, plan: Plan) -> None:
        self.state, self.seat, self.built = state, state.turn, state.copy()
        self.steps = steps_of(state.variant.deck, board, plan)
        for step in self.steps[:-1]:
            GAME.apply(self.built, self.seat, step)
        self.ended, self.events = self.built.copy(), list[Any]()
        GAME.apply(self.ended, self.seat, END, self.events)

    def points(self, tower: Tower) -> list[int]:
        """Return what a tower scores for each seat as it stands."""
        kinds = floors_of(tower).translate(self.state.variant.deck.kinds)
        seats = self.state.variant.seats
        return list(account(self.state.variant.deck, kinds, owners_of(tower), [0] * seats, 64).points)

    def demolished(self, plot: int) -> Demolished | None:
        """Return how the tower was scored at the end of this turn, before the game's end scored the rest."""
        found = [event for event in self.events if isinstance(event, Demolished) and event.plot == plot]
        return found[0] if found else None

    def taken(self, plot: int) -> int:
        return sum(isinstance(step, Claim) and step.plot == plot for step in self.steps)


def _built(m: Moment, plot: int, taken: int, points: list[int]) -> bool:
    return taken == m.taken(plot) and points == m.points(m.built.towers[plot])


def _scored(m: Moment, plot: int, taken: int, points: list[int]) -> bool:
    scored = m.demolished(plot)
    return _built(m, plot, taken, points) and scored is not None and list(scored.points) == points


def _costs(m: Moment, plot: int, taken: int, points: list[int], loss: int) -> bool:
    before = m.points(m.state.towers[plot])
    lost = [b - p for seat, (b, p) in enumerate(zip(before, points)) if seat != m.seat]
    return _built(m, plot, taken, points) and sum(lost) == loss > 0


def _stands(m: Moment, plot: int, taken: int, points: list[int], floors: int) -> bool:
    return _built(m, plot, taken, points) and len(floors_of(m.built.towers[plot])) == floors


def _owning(m: Moment, plot: int, level: int, mine: int, others: int, drawn: int, is_scored: bool) -> bool:
    """Play the plan without this claim: that is the difference."""
    without = m.state.copy()
    for step in m.steps[:-1]:
        if not (isinstance(step, Claim) and (step.plot, step.level) == (plot, level)):
            GAME.apply(without, m.seat, step)
    now, then = m.points(m.built.towers[plot]), m.points(without.towers[plot])
    differences = [a - b for a, b in zip(now, then)]
    scored = (m.demolished(plot) is not None) if is_scored else True
    return scored and differences[m.seat] == mine and sum(differences) - mine == others and abs(drawn) <= 12


CHECKS: dict[str, Callable[..., bool]] = {
    "no card": lambda m: not m.state.hands[m.seat] and m.steps == [END],
    "all tucked": lambda m: all(None not in _owners(tower) for tower in m.state.towers),
    "keeps": lambda m, number: len(m.state.hands[m.seat]) == number,
    "scored": _scored,
    "costs others": _costs,
    "stands": _stands,
    "pointless": lambda m, plot, taken, points: _built(m, plot, taken, points) and not any(points),
    "owning": _owning,
}
"""By the kind of a claim: whether it holds, told its facts."""


def _owners(tower: Tower) -> list[int | None]:
    return [None if owner == 255 else owner for owner in owners_of(tower)]


def _known(facts: dict[str, Any], seat: int) -> set[int]:
    """Return the numbers that a claim's sentence may show."""
    points = facts.get("points", [])
    found = {abs(value) for value in facts.values() if isinstance(value, int)}
    return found | {facts.get("plot", 0) + 1} | ({points[seat], sum(points) - points[seat]} if points else set())


def run(seed: int, number: int, games: int) -> set[str]:
    """Check so many positions, and all of so many games of bots; return the kinds of claims that came up."""
    luck, kinds = random.Random(seed), set[str]()
    for state, seat in chain(positions("towers", luck, number), played_well("towers", luck, games)):
        view, actions = GAME.view(state, seat), GAME.actions(state, seat)
        if not any(isinstance(action, Build | Claim | End) for action in actions):
            continue
        board = observation_of(view)
        for plan in planner_of(view.variant, weights_of("medium")).plans(board, PLANS)[:PLANS]:
            moment = Moment(state, board, plan)
            for claim in claims(view, board, plan):
                kinds.add(claim.kind)
                assert CHECKS[claim.kind](moment, **claim.facts), f"{claim} of {moment.steps} in {view}"
                assert numbers_of(claim) <= _known(claim.facts, seat), f"{claim} of {moment.steps} in {view}"
    return kinds


def test_what_is_said_of_plans_is_true() -> None:
    assert {"stands", "pointless", "owning", "keeps", "scored"} <= run(1, 120, games=1)


@pytest.mark.long
def test_what_is_said_of_plans_is_true_in_thousands_of_positions() -> None:
    assert run(2, 3000, games=25) == {*CHECKS}


def test_a_reviews_sentence_and_its_title_show_one_number() -> None:
    luck, bot, told = random.Random(3), bot_named(GAME, "master"), 0
    for state, seat in positions("towers", luck, 6, every=7):
        actions: list[Any] = [*GAME.actions(state, seat)]
        if len(actions) > 1:
            verdict = bot.judge(GAME.view(state, seat), actions, luck.choice(actions), luck)
            assert verdict
            found = re.search(r"about (\d+ points?) better", verdict.better.reason)
            if verdict.cost and found:
                told += 1
                assert found[1] == price(verdict.cost, GAME)
    assert told
