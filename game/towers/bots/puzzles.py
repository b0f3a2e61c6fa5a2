"""What turns are worth, measured long enough for puzzles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from ...bots.puzzles import Analysis, Line, means, measure, said
from ...bots.reasons import reason
from ...bots.search import Candidate
from ...engine import Seat
from ...language import tr
from ...options import Value
from ...text import paragraph
from ..actions import NEW, Action, Build, Claim, End, parse_action
from ..core.state import VACANT, State
from ..floors import Deck
from ..rules import GAME
from ..state import View
from .core.planner import TurnPlan, TurnPlanner
from .hints import clauses, of_build, of_tuck, outlook
from .reasons import REASONS
from .scene import named
from .search import board_of, observation_of, planner_of, play, sites_after, steps_of, weights_of, world_of

PLANS = 30
"""How many turns are tried at first, the planner's best."""
OPEN = 20
"""The most points between the seats in an open game."""


class TowersAnalysis(Analysis):
    """Values turns in points ahead of the others."""

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
        """Values are points ahead of the others after the next turns.

        Which cards are tucked matters only where that costs as much as the margin.
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

    def is_open(self, view: View, best: Line) -> bool:
        return abs(best.value) < OPEN

    def result(self, state: Any, seat: Seat, actions: Sequence[Action]) -> str:
        """The towers as they then stand, and the cards kept."""
        board, deck = board_of(state), state.variant.deck
        for action in actions:
            if not isinstance(action, End):
                play(board, deck, action)
        towers = sorted(f"{kinds.hex()}:{owners.hex()}" for kinds, owners in board.sites if kinds)
        return " ".join([*towers, board.hands[seat].hex()])

    def parting(self, view: View, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        """The first steps of each that the other leaves out, else the cards that are tucked, else the turn's end."""
        for words in (named, _tucking):
            mine, theirs = ([words(parse_action(step)) for step in steps] for steps in (this, other))
            if set(mine) != set(theirs):
                break
        only_mine, only_theirs = ([a for a in one if a not in two] for one, two in ((mine, theirs), (theirs, mine)))
        return (only_mine or mine[-1:])[0], (only_theirs or theirs[-1:])[0]

    def idea(self, view: View, this: Sequence[str], other: Sequence[str]) -> str:
        """Tell of what the other line leaves out: of the build that says most, else of a tuck, or of the turn's end."""
        steps, board, deck = [parse_action(step) for step in this], observation_of(view), view.variant.deck
        plan, theirs = plan_of(board, deck, steps), {named(parse_action(step)) for step in other}
        builds = [step for step in steps if isinstance(step, Build)]
        pairs = [*zip(builds, plan.builds)]
        apart = [step for step in steps if named(step) not in theirs]
        found = [pair for pair in pairs if pair[0] in apart] or ([] if apart else pairs)
        if found:
            firsts = {step: plan._replace(builds=(one, *(b for b in plan.builds if b != one))) for step, one in found}
            best = max(firsts, key=lambda step: outlook(view, board, firsts[step]))
            told = of_build(view, board, plan, firsts[best].builds[0][1])
            said_of_it = "" if told.kind == "must build" else said(named(best), reason([told]))
            holds_back = not plan.tucks and any(isinstance(parse_action(step), Claim) for step in other)
            return paragraph([said_of_it, _ending(view, steps) if holds_back else ""])
        if isinstance(apart[0], Claim):
            return _tucked(view, steps, apart[0])
        return _ending(view, steps)

    def motif(self, view: View, line: Line) -> str:
        """Return what either build is about; without any, what the first step is."""
        board, steps = observation_of(view), [parse_action(step) for step in line.steps]
        plan = plan_of(board, view.variant.deck, steps)
        told = {plot: of_build(view, board, plan, plot) for _, plot in plan.builds}
        kinds, points = (
            {clause.kind for clause in told.values()},
            [clause.facts.get("points") for clause in told.values()],
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
        if any(clause.kind in ("stands", "nears") and board.sites[plot][0] for plot, clause in told.items()):
            return "growth"
        return "supply" if kinds & {"draws", "draws later"} else "growth"


def _tucked(view: View, steps: Sequence[Action], claim: Claim) -> str:
    """Return what a card that is tucked is good for, once all is built."""
    now = _after(view, [step for step in steps if isinstance(step, Build)])
    board = observation_of(now)
    plan = plan_of(board, now.variant.deck, [step for step in steps if not isinstance(step, Build)])
    return said(named(claim), reason([of_tuck(now, board, plan, claim.plot, claim.level)]))


def _ending(view: View, steps: Sequence[Action]) -> str:
    """Return why the turn ends there."""
    now = _after(view, steps[:-1])
    return said(named(steps[-1]), reason(clauses(now, observation_of(now), TurnPlan(0.0, (), (), b""))))


def _after(view: View, steps: Sequence[Action]) -> View:
    """Return what the seat sees once it has done these steps of its turn."""
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
    """Return the plans without those that leave the same towers as one before, and as many cards."""
    found: dict[tuple[object, ...], TurnPlan] = {}
    for plan in plans:
        found.setdefault((*sorted(sites_after(board, plan)),), plan)
    return list(found.values())


def _neighbours(board: State, plan: TurnPlan) -> Iterator[TurnPlan]:
    """Yield the plans that differ in one claim: one less, one more, one elsewhere."""
    sites = sites_after(board, plan)
    claims = {(plot, level) for plot, levels in plan.claims for level in levels}
    free = [(p, n) for p, (_, owners) in enumerate(sites) for n in range(len(owners)) if owners[n : n + 1] == VACANT]
    tucks = _cards_left(board, plan)
    sets = [claims - {one} for one in claims]
    sets += [claims - {one} | {other} for one in claims for other in free]
    if len(tucks) > len(claims):
        sets += [claims | {other} for other in free]
    for chosen in sets:
        by_plot = {plot: tuple(sorted(n for p, n in chosen if p == plot)) for plot, _ in sorted(chosen)}
        order = plan.tucks + bytes(card for card in tucks if card not in plan.tucks) + tucks
        yield TurnPlan(plan.worth, plan.builds, tuple(by_plot.items()), _take(tucks, order, len(chosen)))


def _take(cards: bytes, order: bytes, count: int) -> bytes:
    """Return so many of the cards, in that order as far as there are such."""
    left, taken = Counter(cards), bytearray()
    for card in order:
        if len(taken) < count and left[card] > 0:
            left[card] -= 1
            taken.append(card)
    return bytes(taken)


def _cards_left(board: State, plan: TurnPlan) -> bytes:
    """Return the cards of the hand that are not built."""
    cards = list(board.hands[board.turn])
    for kind, _ in plan.builds:
        cards.remove(kind)
    return bytes(cards)


def _other_tucks(board: State, plan: TurnPlan) -> list[TurnPlan]:
    """Return the same plan with other cards tucked."""
    ways = {bytes(way) for way in combinations(_cards_left(board, plan), len(plan.tucks))}
    own = bytes(sorted(plan.tucks))
    return [plan._replace(tucks=way) for way in sorted(ways) if bytes(sorted(way)) != own]


PUZZLES = TowersAnalysis()
