"""What two turns differ in by the end of the round."""

from __future__ import annotations

import random
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
    percent,
)
from ...bots.search import halve
from ...engine import Seat
from ...language import Own, fill, mark, tr, tr_count
from ...text import full_stop, with_minus
from ..actions import Action
from ..core.state import BONUS, BONUS_CARDS, COUNT, POINTS, WIDTH, State
from ..state import View
from ..words import own_tower, rivals_tower
from .core.policy import play_on
from .search import Deals, PlayAndDraw, Tried, code_of, masters_search

TRIED = 24
"""In how many deals the best ways to go on from the same action are compared."""
LONGEST = 60
"""Turns after which a round is taken to be over: the rest of them draw from discards only."""
LATE, LONGER = 12, 0.2
"""Mention extra turns only up to this many turns of its own left, and above this fraction of those left."""
MANY_TURNS = mark("the round ends many turns sooner"), mark("the round lasts many turns longer")
TOGETHER = (
    Own("everything you build", "everything {name} builds"),
    mark("everything the opponent builds"),
)


class ToweringReasons(Reasons):
    """Compares what the towers come to, and how long the round lasts; a tower is told rather than all of them."""

    worths: ClassVar = {"tower": 1.0}
    least = 1.5

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        assert view.seat is not None
        draw = partial(Deals(view).shuffled, rng)
        plans = self._plan(view, this[0], rng), self._plan(view, other[0], rng)
        return compare(plans, worlds, draw, partial(self._play_out, view, view.seat), self.worth)

    def _plan(self, view: View, action: Action, rng: random.Random) -> PlayAndDraw:
        """Return the best turn that begins with the action."""
        plans = masters_search().plans_for(view, code_of(action))
        draw, play_out = partial(Deals(view).shuffled, rng), masters_search().play_out(view)
        return halve(list(map(Tried, plans)), [TRIED], draw, play_out)[0].choice

    def _play_out(self, view: View, seat: Seat, deal: State, plan: PlayAndDraw) -> Facts:
        """Return what the towers come to: at the end of the round, or as far as one can tell some turns later."""
        search, r, turns = masters_search(), deal.copy(), 0
        most = LONGEST if search.is_late(view) else search.weights.turns
        if plan.play is not None:
            r.play(plan.play)
        r.draw(plan.draw)
        while turns < most and not r.is_over():
            turns += 1
            play_on(r, [search.policy] * 2, 1)
        found = {Fact("turns"): turns / 2}
        for side, owner in ((OWN, seat), (OTHERS, 1 - seat)):
            towers = r.towers[owner * WIDTH : owner * WIDTH + r.terms.colours]
            points = [float(POINTS[tower]) for tower in towers] if r.is_over() else search.towers(r, owner)
            found[Fact(TOTAL, (side,))] = sum(points)
            for colour, worth in enumerate(points):
                found[Fact("tower", (side, colour))] = worth
                found[Fact("bonus", (side, colour))] = float(COUNT[r.towers[owner * WIDTH + colour]] >= BONUS_CARDS)
        found[Fact(WHOLE)] = found[Fact(TOTAL, (OWN,))] - found[Fact(TOTAL, (OTHERS,))]
        return found

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        best = greatest(found, self.least)
        turns = next((_turns(one) for one in found if one.fact.kind == "turns" and one.is_clear), "")
        told = [*filter(None, (turns, _points(best, found) if best else ""))]
        if len(told) == 2:
            return tr("{first}, and {then}.", first=told[0], then=told[1])
        return full_stop(told[0]) if told else many_things()


def _turns(found: Difference) -> str:
    """Return that the round is longer or shorter, where that is worth a word."""
    turns = round(abs(found.more))
    if not turns or found.other > LATE or abs(found.more) < LONGER * found.other:
        return ""
    if turns > LATE:
        return tr(MANY_TURNS[found.more > 0])
    if found.more > 0:
        return tr_count(
            "the round lasts about {number} turn longer", "the round lasts about {number} turns longer", turns
        )
    return tr_count("the round ends about {number} turn sooner", "the round ends about {number} turns sooner", turns)


def _points(best: Difference, found: Sequence[Difference]) -> str:
    """Return what a tower, or all of a seat's, comes to; or its bonus, where that is half of it."""
    side, *colours = best.fact.of
    tower = (own_tower, rivals_tower)[side](colours[0]) if colours else fill(TOGETHER[side])
    bonus = next((one for one in found if one.fact == Fact("bonus", best.fact.of) and one.is_clear), None)
    if bonus and 2 * BONUS * bonus.more / best.more > 1:
        this, other = percent(bonus.this), percent(bonus.other)
        text = mark("in {this}% of trial games {tower} comes to {cards} cards, for {bonus} points; else in {other}%")
        if (this, other) == (100, 0):
            text = mark("in every trial game {tower} comes to {cards} cards, for {bonus} points; else in none")
        return tr(text, tower=tower, this=this, other=other, bonus=BONUS, cards=BONUS_CARDS)
    this, other = round(best.this), round(best.other)
    text = mark("{tower} is likely to come to about {this}; otherwise to about {other}")
    return tr(text, tower=tower, this=with_minus(this), other=with_minus(other))


REASONS = ToweringReasons()
