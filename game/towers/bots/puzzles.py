"""The analysis of positions for puzzles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import Any

from ...bots.puzzles import Analysis, Line, means, measure, with_reason
from ...bots.reasons import reason
from ...bots.search import Candidate
from ...engine import Seat
from ...language import tr
from ...options import Value
from ...text import paragraph
from ..actions import NEW, Action, Build, Claim, End, parse_action
from ..core import VACANT, State
from ..floors import Deck
from ..rules import GAME
from ..state import View
from .core import TurnPlan, TurnPlanner
from .hints import clause_of_build, clause_of_tuck, clauses, outlook
from .reasons import REASONS
from .scene import named
from .search import board_of, observation_of, planner_of, play, sites_after, steps_of, weights_of, world_of

PLANS = 30
"""Number of the planner's best turns to try first."""
OPEN = 20
"""The largest lead, in points, with which a game counts as open."""


class TowersAnalysis(Analysis):
    """Values turns by the lead over the others, in points."""

    margin = 1.0
    follows_master = False
    setups: tuple[tuple[int, dict[str, Value]], ...] = ((2, {}), (2, {}), (3, {}), (2, {}), (4, {}))
    game = GAME
    reasons = REASONS

    def begins(self, state: Any, seat: Seat) -> bool:
        return not state.built

    def is_whole(self, actions: Sequence[Action]) -> bool:
        return bool(actions) and isinstance(actions[-1], End)

    def lines(self, view: View, effort: int, rng: random.Random) -> list[Line]:
        """Return turns, with the expected lead in points after the next turns; right ones first.

        The same turn with other cards tucked is also right, unless that costs at least the margin.
        """
        weights, board = weights_of("master"), observation_of(view)
        planner = planner_of(view.variant, weights)
        first = weights.worlds[view.variant.seats - 2]
        playouts = effort * first * weights.candidates * weights.heats
        draw, try_plan = partial(world_of, view, rng), partial(_try, planner)
        plans = _distinct(board, planner.plans(board, PLANS))
        best = measure(plans, playouts // 4, draw, try_plan)[0][0]
        plans = _distinct(board, [best, *_neighbours(board, best), *plans[: PLANS // 2]])
        found = measure(plans, playouts, draw, try_plan)
        best = found[0][0]
        tucks = measure([best, *_other_tucks(board, best)], playouts // 4, draw, try_plan)
        most = tucks[0][1]
        deck, lines = view.variant.deck, list[Line]()
        for number, (plan, value, samples, error) in enumerate(found):
            steps = tuple(map(str, steps_of(deck, board, plan)))
            lines.append(Line(steps, round(value, 3), samples, round(error, 3), not number))
        for plan, value, samples, error in tucks:
            if plan != best:
                steps = tuple(map(str, steps_of(deck, board, plan)))
                worth = round(lines[0].value + value - next(v for p, v, *_ in tucks if p == best), 3)
                lines.append(Line(steps, worth, samples, round(error, 3), value > most - self.margin))
        return sorted(lines, key=lambda line: (not line.is_right, -line.value))

    def compare(self, view: View, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        planner, board = planner_of(view.variant, weights_of("master")), observation_of(view)
        plans = [plan_of(board, view.variant.deck, [parse_action(step) for step in line.steps]) for line in lines]
        return means(plans, worlds, partial(world_of, view, rng), partial(_try, planner))

    def final_value(self, start: State, state: State, seat: Seat) -> float:
        """Return the lead over the rivals' average, as in the trials."""
        assert state.outcome is not None
        scores = state.outcome.scores
        rivals = [score for other, score in enumerate(scores) if other != seat]
        return scores[seat] - fmean(rivals)

    def is_open(self, view: View, best: Line) -> bool:
        return abs(best.value) < OPEN

    def result(self, state: Any, seat: Seat, actions: Sequence[Action]) -> str:
        """Return the towers after these actions, and the cards kept."""
        board, deck = board_of(state), state.variant.deck
        for action in actions:
            if not isinstance(action, End):
                play(board, deck, action)
        towers = sorted(f"{kinds.hex()}:{owners.hex()}" for kinds, owners in board.sites if kinds)
        return " ".join([*towers, board.hands[seat].hex()])

    def parting(self, view: View, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        """Return the first step of each line that the other lacks; tucked cards count if all steps are the same."""
        for words in (named, _tucking):
            mine, theirs = ([words(parse_action(step)) for step in steps] for steps in (this, other))
            if set(mine) != set(theirs):
                break
        only_mine, only_theirs = ([a for a in own if a not in rest] for own, rest in ((mine, theirs), (theirs, mine)))
        return (only_mine or mine[-1:])[0], (only_theirs or theirs[-1:])[0]

    def idea(self, view: View, this: Sequence[str], other: Sequence[str]) -> str:
        """Return why the line does what the other lacks: the build with the best reason, else a tuck, or the end."""
        steps, board, deck = [parse_action(step) for step in this], observation_of(view), view.variant.deck
        plan, theirs = plan_of(board, deck, steps), {named(parse_action(step)) for step in other}
        builds = [step for step in steps if isinstance(step, Build)]
        pairs = [*zip(builds, plan.builds)]
        apart = [step for step in steps if named(step) not in theirs]
        found = [pair for pair in pairs if pair[0] in apart] or ([] if apart else pairs)
        if found:
            firsts = {step: plan._replace(builds=(own, *(b for b in plan.builds if b != own))) for step, own in found}
            best = max(firsts, key=lambda step: outlook(view, board, firsts[step]))
            build = clause_of_build(view, board, plan, firsts[best].builds[0][1])
            why = "" if build.kind == "must build" else with_reason(named(best), reason([build]))
            holds_back = not plan.tucks and any(isinstance(parse_action(step), Claim) for step in other)
            return paragraph([why, _ending(view, steps) if holds_back else ""])
        if isinstance(apart[0], Claim):
            return _tucked(view, steps, apart[0])
        return _ending(view, steps)

    def motif(self, view: View, line: Line) -> str:
        """Return the motif of the turn, from the reasons for its builds and from what it tucks."""
        board, steps = observation_of(view), [parse_action(step) for step in line.steps]
        plan = plan_of(board, view.variant.deck, steps)
        reasons = {plot: clause_of_build(view, board, plan, plot) for _, plot in plan.builds}
        kinds, points = (
            {clause.kind for clause in reasons.values()},
            [clause.facts.get("points") for clause in reasons.values()],
        )
        if view.last_round:
            return "finale"
        if "costs others" in kinds:
            return "denial"
        if "scored" in kinds and any(scored and scored[board.turn] for scored in points):
            return "harvest"
        if not plan.tucks and len(view.hand) > len(plan.builds):
            return "hold back"
        if any(levels and not board.sites[plot][0] for plot, levels in plan.claims):
            return "foundation"
        if any(clause.kind in ("stands", "nears") and board.sites[plot][0] for plot, clause in reasons.items()):
            return "growth"
        return "supply" if kinds & {"draws", "draws later"} else "growth"


def _tucked(view: View, steps: Sequence[Action], claim: Claim) -> str:
    """Return why a card is tucked, once all floors are built."""
    now = _after(view, [step for step in steps if isinstance(step, Build)])
    board = observation_of(now)
    plan = plan_of(board, now.variant.deck, [step for step in steps if not isinstance(step, Build)])
    return with_reason(named(claim), reason([clause_of_tuck(now, board, plan, claim.plot, claim.level)]))


def _ending(view: View, steps: Sequence[Action]) -> str:
    """Return why the turn ends after these steps."""
    now = _after(view, steps[:-1])
    return with_reason(named(steps[-1]), reason(clauses(now, observation_of(now), TurnPlan(0.0, (), (), b""))))


def _after(view: View, steps: Sequence[Action]) -> View:
    """Return what the seat sees after these steps of its turn."""
    assert view.seat is not None
    state = GAME.determinize(view, random.Random(0))
    for step in steps:
        GAME.apply(state, view.seat, step)
    return GAME.view(state, view.seat)


def _tucking(step: Action) -> str:
    return tr("tucking {floor}", floor=tr(step.floor)) if isinstance(step, Claim) else named(step)


def plan_of(board: State, deck: Deck, steps: Sequence[Action]) -> TurnPlan:
    """Return the steps of a turn as a plan."""
    free = [plot for plot, (kinds, _) in enumerate(board.sites) if not kinds]
    builds, levels, tucks = list[tuple[int, int]](), dict[int, tuple[int, ...]](), bytearray()
    for step in steps:
        if isinstance(step, Build):
            plot = free.pop(0) if step.plot == NEW else step.plot
            builds.append((deck.kind_named[step.floor], plot))
        elif isinstance(step, Claim):
            levels[step.plot] = (*levels.get(step.plot, ()), step.level)
            tucks.append(deck.kind_named[step.floor])
    return TurnPlan(0.0, tuple(builds), tuple(levels.items()), bytes(tucks))


def _try(planner: TurnPlanner, world: State, candidate: Candidate[TurnPlan]) -> float:
    return planner.forecast(world, candidate.choice)[0]


def _distinct(board: State, plans: Sequence[TurnPlan]) -> list[TurnPlan]:
    """Return the plans, without those that result in the same towers as an earlier one."""
    found: dict[tuple[object, ...], TurnPlan] = {}
    for plan in plans:
        found.setdefault((*sorted(sites_after(board, plan)),), plan)
    return list(found.values())


def _neighbours(board: State, plan: TurnPlan) -> Iterator[TurnPlan]:
    """Yield the plans that differ in one claim: without it, with it elsewhere, or with one more."""
    sites = sites_after(board, plan)
    claims = {(plot, level) for plot, levels in plan.claims for level in levels}
    free = [(p, n) for p, (_, owners) in enumerate(sites) for n in range(len(owners)) if owners[n : n + 1] == VACANT]
    tucks = _cards_left(board, plan)
    sets = [claims - {claim} for claim in claims]
    sets += [claims - {claim} | {place} for claim in claims for place in free]
    if len(tucks) > len(claims):
        sets += [claims | {place} for place in free]
    for chosen in sets:
        by_plot = {plot: tuple(sorted(n for p, n in chosen if p == plot)) for plot, _ in sorted(chosen)}
        order = plan.tucks + bytes(card for card in tucks if card not in plan.tucks) + tucks
        yield TurnPlan(plan.worth, plan.builds, tuple(by_plot.items()), _take(tucks, order, len(chosen)))


def _take(cards: bytes, order: bytes, count: int) -> bytes:
    """Return `count` of the cards, chosen in the order given."""
    left, taken = Counter(cards), bytearray()
    for card in order:
        if len(taken) < count and left[card] > 0:
            left[card] -= 1
            taken.append(card)
    return bytes(taken)


def _cards_left(board: State, plan: TurnPlan) -> bytes:
    """Return the cards of the hand that the plan does not build."""
    cards = list(board.hands[board.turn])
    for kind, _ in plan.builds:
        cards.remove(kind)
    return bytes(cards)


def _other_tucks(board: State, plan: TurnPlan) -> list[TurnPlan]:
    """Return the plans that differ only in the cards that they tuck."""
    ways = {bytes(way) for way in combinations(_cards_left(board, plan), len(plan.tucks))}
    own = bytes(sorted(plan.tucks))
    return [plan._replace(tucks=way) for way in sorted(ways) if bytes(sorted(way)) != own]


PUZZLES = TowersAnalysis()
