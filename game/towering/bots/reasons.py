"""How the results of two turns differ at the end of the round."""

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
from ...language import Own, fill, mark, mark_count, tr, tr_count
from ...text import full_stop, with_minus
from ..actions import Action
from ..core import BONUS, BONUS_CARDS, COUNT, POINTS, WIDTH, State
from ..state import View
from ..words import own_tower, rivals_tower
from .core import play_on
from .search import Deals, PlayAndDraw, Tried, code_of, masters_search

TRIED = 24
"""Number of deals in which the best ways to continue an action are compared."""
LONGEST = 60
"""Turns after which playing a round out stops: longer rounds only go on by draws from discards."""
LATE, LONGER = 12, 0.2
"""Mention a longer or shorter round only if at most `LATE` own turns are left, and if they change by at least this
fraction."""
MANY_TURNS = mark("the round ends many turns sooner"), mark("the round lasts many turns longer")
TOGETHER = (
    Own("everything you build", "everything {name} builds"),
    mark("everything the opponent builds"),
)


class ToweringReasons(Reasons):
    """Compares the final points of towers, and how long the round lasts. It prefers one tower to the sum of all."""

    worths: ClassVar = {"tower": 1.0}
    least = 1.5
    on_the_whole = mark_count(
        "in trial games it comes out about {number} point better.",
        "in trial games it comes out about {number} points better.",
    )

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        assert view.seat is not None
        draw = partial(Deals(view).shuffled, rng)
        plans = self._plan(view, this[0], rng), self._plan(view, other[0], rng)
        return compare(plans, worlds, draw, partial(self._play_out, view, view.seat), self.worth)

    def _plan(self, view: View, action: Action, rng: random.Random) -> PlayAndDraw:
        """Return the best turn that begins with this action."""
        plans = masters_search().plans_for(view, code_of(action))
        draw, play_out = partial(Deals(view).shuffled, rng), masters_search().play_out(view)
        return halve(list(map(Tried, plans)), [TRIED], draw, play_out)[0].choice

    def _play_out(self, view: View, seat: Seat, deal: State, plan: PlayAndDraw) -> Facts:
        """Play a plan out; return the points of the towers at the end of the round, or estimates some turns later."""
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
        turns = next((_turns(part) for part in found if part.fact.kind == "turns" and part.is_clear), "")
        reasons = [*filter(None, (turns, _points(best, found) if best else ""))]
        if len(reasons) == 2:
            return tr("{first}, and {then}.", first=reasons[0], then=reasons[1])
        return full_stop(reasons[0]) if reasons else many_things()


def _turns(found: Difference) -> str:
    """Return that the round is longer or shorter, if the difference is worth mentioning."""
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
    """Return the points of a tower, or of all of a seat; or the bonus, if it is more than half of the difference."""
    side, *colours = best.fact.of
    tower = (own_tower, rivals_tower)[side](colours[0]) if colours else fill(TOGETHER[side])
    fact = Fact("bonus", best.fact.of)
    bonus = next((difference for difference in found if difference.fact == fact and difference.is_clear), None)
    if bonus and 2 * BONUS * bonus.more / best.more > 1:
        this, other = percent(bonus.this), percent(bonus.other)
        text = mark(
            "in {this}% of trial games {tower} comes to {cards} cards, "
            "for {bonus} points; with the other play, in {other}%"
        )
        if (this, other) == (100, 0):
            text = mark(
                "in every trial game {tower} comes to {cards} cards, for {bonus} points; with the other play, in none"
            )
        return tr(text, tower=tower, this=this, other=other, bonus=BONUS, cards=BONUS_CARDS)
    this, other = round(best.this), round(best.other)
    text = mark("{tower} is likely to come to about {this}; with the other play, to about {other}")
    return tr(text, tower=tower, this=with_minus(this), other=with_minus(other))


REASONS = ToweringReasons()
