"""The analysis of positions for puzzles."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import partial

from ...bots.puzzles import FINALISTS, Analysis, Line, means, measure, with_reason
from ...bots.reasons import reason
from ...engine import Seat
from ...language import mark, tr
from ...text import listed
from ..actions import Discard, Draw, parse_action
from ..core import State
from ..rules import GAME
from ..state import View
from ..words import one_card
from .hints import HintView, clauses, named
from .reasons import REASONS
from .search import Deals, PlayAndDraw, action_of, code_of, masters_search

EACH = 2
"""Number of the policy's best turns to try for each first action."""


class ToweringAnalysis(Analysis):
    """Values plays and draws in points, as the master's search counts them."""

    margin = 3.0
    setups = ((2, {}),)
    game = GAME
    reasons = REASONS

    def __init__(self) -> None:
        self._search = masters_search()

    def lines(self, view: View, effort: int, rng: random.Random) -> list[Line]:
        """Return the first actions, best first. The value of each is that of the best turn that begins with it."""
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
        """Return the policy's best turns for each first action."""
        begun: dict[str, list[PlayAndDraw]] = {}
        for _, plan in self._search.ranked(view):
            plans = begun.setdefault(str(action_of(plan.play, plan.draw)), [])
            if len(plans) < EACH and not (plan.is_idle and plans):
                plans.append(plan)
        return [plan for plans in begun.values() for plan in plans]

    def compare(self, view: View, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        plans = [self._search.plan_for(view, code_of(parse_action(line.steps[0]))) for line in lines]
        return means(plans, worlds, partial(Deals(view).shuffled, rng), self._search.play_out(view))

    def is_played_out(self, start: State, state: State) -> bool:
        return state.round != start.round or state.outcome is not None

    def final_value(self, start: State, state: State, seat: Seat) -> float:
        """Return the lead in the round of the puzzle."""
        own, rival = (state.totals[s] - start.totals[s] for s in (seat, 1 - seat))
        return float(own - rival)

    def is_open(self, view: View, best: Line) -> bool:
        """Return whether the match is open. Drawing from the pile because no discard fits makes no puzzle either."""
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
        reasons = clauses(view, action)
        if reasons[0].kind != "leaves":
            return with_reason(named(view, action), reason(reasons))
        left = reasons[0].facts["cards"]
        cards = listed([*map(one_card, left)])
        return (
            ""
            if any(map(HintView(view).fits_rival, left))
            else with_reason(named(view, action), tr(IN_TIME, cards=cards))
        )

    def motif(self, view: View, line: Line) -> str:
        action = parse_action(line.steps[0])
        reasons = {clause.kind: clause for clause in clauses(view, action)}
        if isinstance(action, Discard):
            return "farewell" if reasons.keys() & {"rival fits", "past"} else "denial"
        if isinstance(action, Draw):
            if "kept away" in reasons or ("fits" in reasons and reasons["fits"].facts["is_kept_away"]):
                return "denial"
            is_for_time = action.colour is not None and not reasons.keys() & {"fits", "adds up"}
            return "finale" if "last" in reasons else "time" if is_for_time else "supply"
        for kind, motif in MOTIFS_OF_BUILDS.items():
            if kind in reasons:
                return motif
        return "growth"


# Translators: of a draw from the pile that leaves {cards}, such as "the green 3", on the discards.
IN_TIME = mark("it shrinks, which leaves the opponent less time, and no tower they have begun can take {cards}.")
"""In the trial games of every puzzle with this text, the opponent gets at least two points less."""
MOTIFS_OF_BUILDS = {
    "bonus": "late bonus", "near bonus": "late bonus", "multiplies": "multiplier", "opens": "foundation",
    "opens with": "foundation", "left": "finale", "skips": "leap", "can pay": "foundation",
}  # fmt: skip
"""By kind of clause in the hint about a build; the first that fits counts."""

PUZZLES = ToweringAnalysis()
