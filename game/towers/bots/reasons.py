"""How the results of two turns differ at the end of the seat's next turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from ...bots.reasons import (
    OTHERS,
    OWN,
    TOTAL,
    WHOLE,
    Difference,
    Fact,
    Facts,
    Reasons,
    compare,
    greatest,
    many_things,
    whose,
)
from ...engine import Seat
from ...language import Message, Own, fill, mark, mark_count
from ..actions import Action, End, uniform
from ..core import State
from ..floors import Deck
from ..rules import tally
from ..state import View
from .core import TurnPlan, TurnPlanner, carry_out
from .search import PlanSearch, observation_of, planner_of, play, sites_after, weights_of, world_of

TurnLine = tuple[list[Action], TurnPlan]
"""The first steps of a turn, and a plan for the rest."""
TEXTS: dict[str, tuple[Message, Message, Message]] = {
    "now": (
        Own(
            "you score {number} more on tower {tower} this turn.",
            "{name} scores {number} more on tower {tower} this turn.",
        ),
        mark("the opponent scores {number} less on tower {tower} this turn."),
        mark("the others score {number} less on tower {tower} this turn."),
    ),
    "points": (
        Own(
            "by the end of your next turn you'll score about {number} more on tower {tower}.",
            "by the end of their next turn {name} will score about {number} more on tower {tower}.",
        ),
        Own(
            "by the end of your next turn the opponent will score about {number} less on tower {tower}.",
            "by the end of {name}'s next turn the opponent will score about {number} less on tower {tower}.",
        ),
        Own(
            "by the end of your next turn the others will score about {number} less on tower {tower}.",
            "by the end of {name}'s next turn the others will score about {number} less on tower {tower}.",
        ),
    ),
    "stands": (
        Own(
            "after your next turn tower {tower} will be worth about {number} more to you.",
            "after {name}'s next turn tower {tower} will be worth about {number} more to {name}.",
        ),
        Own(
            "after your next turn tower {tower} will be worth about {number} less to the opponent.",
            "after {name}'s next turn tower {tower} will be worth about {number} less to the opponent.",
        ),
        Own(
            "after your next turn tower {tower} will be worth about {number} less to the others.",
            "after {name}'s next turn tower {tower} will be worth about {number} less to the others.",
        ),
    ),
    "grown": (
        Own(
            "if tower {tower} grows to {floors} floors, it's worth about {number} more to you.",
            "if tower {tower} grows to {floors} floors, it's worth about {number} more to {name}.",
        ),
        mark("if tower {tower} grows to {floors} floors, it's worth about {number} less to the opponent."),
        mark("if tower {tower} grows to {floors} floors, it's worth about {number} less to the others."),
    ),
    TOTAL: (
        Own(
            "by the end of your next turn you'll have about {number} more in all, counting the towers still standing.",
            "by the end of their next turn {name} will have about {number} more in all, counting the towers still "
            "standing.",
        ),
        Own(
            "by the end of your next turn the opponent will have about {number} less in all, counting the towers "
            "still standing.",
            "by the end of {name}'s next turn the opponent will have about {number} less in all, counting the towers "
            "still standing.",
        ),
        Own(
            "by the end of your next turn the others will have about {number} less in all, counting the towers still "
            "standing.",
            "by the end of {name}'s next turn the others will have about {number} less in all, counting the towers "
            "still standing.",
        ),
    ),
    "cards": (
        mark_count(
            "it leaves about {number} more card for the next turn.",
            "it leaves about {number} more cards for the next turn.",
        ),
    )
    * 3,
}
"""By kind of fact, and by whose it is: the seat's, the only opponent's, several others'."""


class TowersReasons(Reasons):
    """Compares the points that each side scores on each tower, the points of standing towers, and the cards in hand.

    Points of standing towers count less, because they may still be lost.
    """

    worths: ClassVar = {"points": 1.0, "stands": 0.6, "grown": 0.3, "cards": 0.8}
    least = 0.5
    on_the_whole = mark_count(
        "in trial turns it comes out about {number} point better.",
        "in trial turns it comes out about {number} points better.",
    )

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        planner, deck = planner_of(view.variant, weights_of("master")), view.variant.deck
        search = PlanSearch(view, planner, weights_of("master"), rng)
        lines = _line(search, this), _line(search, other)
        draw = partial(world_of, view, rng)
        worth = partial(self.worth, others=view.variant.seats - 1)
        return compare(lines, worlds, draw, partial(_play_out, planner, deck), worth)

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        # If only one line has a next turn, the numbers of cards can't be compared.
        ends = any(difference.fact.kind == "turns" for difference in found)
        useful = [difference for difference in found if not (ends and difference.fact.kind == "cards")]
        best = greatest(useful, self.least, apart=("grown",))
        if best is None:
            return many_things()
        plots = best.fact.of[1:]
        kind = best.fact.kind
        fact = Fact("now", best.fact.of)
        now = next((difference.more for difference in found if difference.fact == fact), 0.0)
        if kind == "points" and now / best.more > 0.5:
            kind = "now"
        text, number = TEXTS[kind][whose(best.fact, view.variant.seats)], max(1, round(abs(best.more)))
        return fill(text, number=number, tower=plots[0] + 1 if plots else 0, floors=view.variant.height)


def _line(search: PlanSearch, steps: Sequence[Action]) -> TurnLine:
    """Return the steps, followed by the best plan for the rest of the turn."""
    board, done = observation_of(search.view), [uniform(step) for step in steps if not isinstance(step, End)]
    for step in done:
        play(board, search.view.variant.deck, step)
    if len(done) < len(steps):
        return done, TurnPlan(0.0, (), (), b"")
    return done, search.best(search.planner.plans(board, search.weights.candidates), done)[0].choice


def _play_out(planner: TurnPlanner, deck: Deck, world: State, line: TurnLine) -> Facts:
    """Play a line out; return the points scored now and by the end of the seat's next turn, and what stands then."""
    seat, board, found = world.turn, world.copy(), Counter[Fact]()
    steps, plan = line
    for step in steps:
        play(board, deck, step)
    whole = planner.forecast(board, plan)[0]
    _turn(board, plan, seat, found)
    found.update({Fact("now", fact.of): number for fact, number in found.items() if fact.kind == "points"})
    while board.outcome is None and board.turn != seat:
        _turn(board, planner.best(board), seat, found)
    if board.outcome is None:
        found[Fact("cards")] += len(board.hands[seat])
        found[Fact("turns")] = 1
        _turn(board, planner.best(board), seat, found)
    for plot, (kinds, owners) in enumerate(board.sites):
        if kinds:
            _count(board.terms.tally(kinds, owners)[0], seat, "stands", plot, found)
            grown = tally(deck, *board.terms.filled(kinds, owners), len(board.points)).points
            found[Fact("grown", (OWN, plot))] += grown[seat]
            found[Fact("grown", (OTHERS, plot))] += sum(grown) - grown[seat]
    return {Fact(WHOLE): whole, **{fact: float(number) for fact, number in found.items()}}


def _turn(board: State, plan: TurnPlan, seat: Seat, found: Counter[Fact]) -> None:
    """Carry out a plan, and count the points that it scores."""
    sites, terms = sites_after(board, plan), board.terms
    carry_out(board, plan)
    for plot, (kinds, owners) in enumerate(sites):
        if kinds and (board.outcome is not None or terms.is_scored(kinds)):
            _count(terms.tally(kinds, owners)[0], seat, "points", plot, found)


def _count(points: Sequence[int], seat: Seat, kind: str, plot: int, found: Counter[Fact]) -> None:
    for side, number in ((OWN, points[seat]), (OTHERS, sum(points) - points[seat])):
        found[Fact(kind, (side, plot))] += number
        found[Fact(TOTAL, (side,))] += number


REASONS = TowersReasons()
