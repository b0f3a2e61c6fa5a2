"""What plays and draws are worth, measured long enough for puzzles."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import partial

from ...bots.puzzles import FINALISTS, Analysis, Line, means, measure, said
from ...bots.reasons import reason
from ...language import mark, tr
from ...text import listed
from ..actions import Discard, Draw, parse_action
from ..rules import GAME
from ..state import View
from ..words import one_card
from .hints import HintView, clauses, named
from .reasons import REASONS
from .search import Deals, PlayAndDraw, action_of, code_of, masters_search

EACH = 2
"""How many of the policy's best turns are tried of each way to begin."""


class ToweringAnalysis(Analysis):
    """Values plays and draws in points, as the master counts them."""

    margin = 3.0
    setups = ((2, {}),)
    game = GAME
    reasons = REASONS

    def __init__(self) -> None:
        self._search = masters_search()

    def lines(self, view: View, effort: int, rng: random.Random) -> list[Line]:
        """Values are points, as the master counts them; a line is worth what the best turn is that begins with it."""
        playouts, draw = effort * self._search.weights.playouts, partial(Deals(view).shuffled, rng)
        play_out = self._search.play_out(view)
        best: dict[str, tuple[PlayAndDraw, float, int]] = {}
        for plan, value, samples, _ in measure(self._plans(view), playouts // 2, draw, play_out):
            best.setdefault(str(action_of(plan.play, plan.draw)), (plan, value, samples))
        finalists = [plan for plan, *_ in list(best.values())[:FINALISTS]]
        lines: dict[str, Line] = {}
        for plan, value, samples, error in measure(finalists, playouts // 2, draw, play_out):
            step = str(action_of(plan.play, plan.draw))
            lines[step] = Line((step,), round(value, 3), samples, round(error, 3), not lines)
        for step, (_, value, samples) in best.items():
            lines.setdefault(step, Line((step,), round(value, 3), samples))
        return list(lines.values())

    def _plans(self, view: View) -> list[PlayAndDraw]:
        """Return the policy's best turns of each way to begin."""
        begun: dict[str, list[PlayAndDraw]] = {}
        for _, plan in self._search.ranked(view):
            plans = begun.setdefault(str(action_of(plan.play, plan.draw)), [])
            if len(plans) < EACH and not (plan.is_idle and plans):
                plans.append(plan)
        return [plan for plans in begun.values() for plan in plans]

    def compare(self, view: View, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        plans = [self._search.plan_for(view, code_of(parse_action(line.steps[0]))) for line in lines]
        return means(plans, worlds, partial(Deals(view).shuffled, rng), self._search.play_out(view))

    def is_open(self, view: View, best: Line) -> bool:
        """Tell whether the match is open; and a card from the pile is no puzzle where nothing else is of use."""
        assert view.seat is not None
        if any(clause.kind == "none fits" for clause in clauses(view, parse_action(best.steps[0]))):
            return False
        lead = view.totals[view.seat] - view.totals[1 - view.seat] + best.value
        weights = self._search.weights
        later = weights.later**2 * (view.variant.rounds - 1 - view.round)
        return abs(lead) < math.sqrt(later + weights.spread**2 * (view.draw_pile + 1))

    def parting(self, view: View, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        return named(view, parse_action(this[0])), named(view, parse_action(other[0]))

    def idea(self, view: View, this: Sequence[str], other: Sequence[str]) -> str:
        action = parse_action(this[0])
        told = clauses(view, action)
        if told[0].kind != "leaves":
            return said(named(view, action), reason(told))
        left = told[0].facts["cards"]
        cards = listed([*map(one_card, left)])
        return "" if any(map(HintView(view).fits_rival, left)) else said(named(view, action), tr(IN_TIME, cards=cards))

    def motif(self, view: View, line: Line) -> str:
        action = parse_action(line.steps[0])
        told = {clause.kind: clause for clause in clauses(view, action)}
        if isinstance(action, Discard):
            return "farewell" if told.keys() & {"rival fits", "past"} else "denial"
        if isinstance(action, Draw):
            if "kept away" in told or ("fits" in told and told["fits"].facts["is_kept_away"]):
                return "denial"
            return "finale" if "last" in told else "time" if told.keys() & {"gives time", "lasts"} else "supply"
        for kind, motif in BUILT.items():
            if kind in told:
                return motif
        return "growth"


# Translators: of a draw from the pile that leaves {cards}, such as "the green 3", on the discards.
IN_TIME = mark("it shrinks, which leaves the opponent less time, and no tower they have begun can take {cards}.")
"""In the trial games of every such puzzle the opponent comes to two or more points less."""
BUILT = {
    "bonus": "late bonus", "near bonus": "late bonus", "multiplies": "multiplier", "opens": "foundation",
    "opens with": "foundation", "left": "finale", "skips": "leap", "can pay": "foundation",
}  # fmt: skip
"""By what a hint says of a build: the first of them that fits."""

PUZZLES = ToweringAnalysis()
