"""The bots of all levels, each seat's chances of winning, and the analysis of positions for puzzles."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations, permutations
from statistics import fmean
from typing import Any

import msgspec

from ...bots.puzzles import Analysis, Line, means, measure, with_reason
from ...bots.review import Shares, by_lead
from ...bots.search import AGAIN, Candidate, Clause, Difference, reason
from ...bots.weights import WeightTable
from ...engine import Advice, Bot, Seat, Verdict, try_out
from ...language import mark, tr
from ...options import Value
from ...text import full_stop, sentence
from ..actions import NEW, Action, Build, Claim, End, parse_action, uniform
from ..core import NONE, VACANT, Site, State, claimed, with_floor
from ..floors import Deck
from ..rules import GAME
from ..state import Variant, View
from .comparisons import better_of, compare_turns, end_or_tuck, with_likely_tucks, without_doubtful_tucks
from .core import KEYS, TurnPlan, TurnPlanner, carry_out, is_last
from .hints import clauses, explain, why_tucked, with_best_reason_first
from .prospects import foremost
from .scene import named, not_built, places_tucked, scene_of
from .search import (
    REASONS,
    PlanCandidate,
    PlanSearch,
    TowersReasons,
    Weights,
    board_of,
    observation_of,
    planner_of,
    play,
    sites_after,
    steps_of,
    values_of,
    weights_of,
    world_of,
)

# -- players


ALL = 1000
"""More plans than a turn has."""
NEXT = 8
"""Number of plans for the next step with which a hint's plan is compared."""


class HeuristicBot(Bot[Action, View]):
    """A bot that chooses the best turn by its weights plus a random wobble, planned anew at each step."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._last_planner: tuple[Variant, TurnPlanner] | None = None  # its caches are for one variant

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        board = observation_of(view)
        return steps_of(view.variant.deck, board, self._candidates(view, board, rng)[0].choice)[0]

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        board = observation_of(view)
        candidates = self._candidates(view, board, rng)
        plan, compare = with_best_reason_first(view, board, candidates[0].choice), self._search(view, rng).duels
        if candidates[0].tried:
            plan = without_doubtful_tucks(view, board, plan, self._next_plans(view, board, plan), compare)
            plan = with_likely_tucks(board, with_best_reason_first(view, board, plan), candidates)
        compared: Clause | None = None
        if view.hand and isinstance(steps_of(view.variant.deck, board, plan)[0], End):
            planner = self._planner(view)
            card = planner.rest(board.hands[board.turn], (), planner.stage(board)).cards[0]
            plan, compared = end_or_tuck(view, board, plan, card, compare)
        elif candidates[0].tried:
            whole = better_of(board, plan, candidates[0].choice, compare)
            plans = self._planner(view).plans(board, ALL)
            chosen, compared = compare_turns(view, board, plan, whole, plans, compare)
            if chosen != plan:
                plan = without_doubtful_tucks(view, board, chosen, self._next_plans(view, board, chosen), compare)
                if not compared:
                    again, told = compare_turns(view, board, plan, plan, plans, compare)
                    compared = told if again == plan else None
        why = explain(view, board, plan, compared, partial(_difference, view, rng))
        return Advice(steps_of(view.variant.deck, board, plan)[0], why)

    def _candidates(self, view: View, board: State, rng: random.Random) -> list[PlanCandidate]:
        """Return plans for the rest of the turn, with the chosen one first."""
        wobble = self.weights.wobble
        plans = self._planner(view).plans(board, self.weights.candidates)
        if wobble:
            plans = [max(plans, key=lambda plan: plan.worth + wobble * rng.gauss(0, 1))]
        return [PlanCandidate(plan) for plan in plans]

    def _next_plans(self, view: View, board: State, plan: TurnPlan) -> list[TurnPlan]:
        """Return the plans that the hint after the plan's first build will try first."""
        if not plan.builds:
            return []
        after = board.copy()
        after.build(*plan.builds[0])
        ways = self._planner(view).plans(after, NEXT)
        return [way._replace(builds=(plan.builds[0], *way.builds)) for way in ways]

    def _search(self, view: View, rng: random.Random) -> PlanSearch:
        return PlanSearch(view, self._planner(view), self.weights, rng)

    def _planner(self, view: View) -> TurnPlanner:
        if self._last_planner is None or self._last_planner[0] != view.variant:
            self._last_planner = view.variant, planner_of(view.variant, self.weights)
        return self._last_planner[1]


class SearchBot(HeuristicBot):
    """A bot that tries its best plans against possible hidden hands and the rivals' replies."""

    def _candidates(self, view: View, board: State, rng: random.Random) -> list[PlanCandidate]:
        search = self._search(view, rng)
        return search.best(search.planner.plans(board, search.weights.candidates))

    def judge(
        self, view: View, actions: Sequence[Action], played: Action, rng: random.Random
    ) -> Verdict[Action] | None:
        board = observation_of(view)
        plan, step = self._candidates(view, board, rng)[0].choice, uniform(played)
        cost = self._search(view, rng).cost(plan, step)
        if not cost:
            return Verdict(Advice(played, ""), 0.0)
        return Verdict(Advice(steps_of(view.variant.deck, board, plan)[0], ""), cost)

    def why(self, view: View, better: Sequence[Action], other: Sequence[Action], rng: random.Random) -> str | None:
        return REASONS.why(view, better[:1], other[:1], rng)


def _difference(view: View, rng: random.Random, this: Sequence[Action], other: Sequence[Action]) -> str:
    """Return what one turn achieves that another does not, or that nothing stands out.

    Of many differences the greatest is partly chance, so it is measured again in new worlds.
    """
    found = list[Difference]()
    for _ in range(2):
        found = REASONS.differences(view, this, other, AGAIN * REASONS.worlds, rng)
        if not REASONS.stands_out(view, found):
            break
    return REASONS.in_words(view, found)


def make_bot(table: WeightTable) -> Bot[Action, View]:
    """Return the bot that these weights define."""
    weights = msgspec.convert(table, Weights)
    if weights.learnt:
        values_of(weights.learnt.values)  # if the file is missing, raise here and not in mid-game
    return SearchBot(weights) if any(weights.worlds) else HeuristicBot(weights)


# -- chances


WORLDS = 6
"""Number of orders of the draw pile in which the game is played on."""
ROUNDS = 1
"""Number of rounds played on before the towers are valued."""
WIDTHS = {2: (0.5, 2.5), 3: (0.5, 2.0), 4: (1.0, 1.2)}
"""By number of seats, by how many points a lead may still change: at the end, and per square root of the cards left."""


@lru_cache(maxsize=2)
def _planner(variant: Variant) -> TurnPlanner:
    return planner_of(variant, weights_of("hard"))


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's estimated share of the win."""
    least, growth = WIDTHS[state.variant.seats]
    return by_lead(leads(state, rng), least + growth * math.sqrt(len(state.draw_pile)))


def leads(state: State, rng: random.Random) -> list[float]:
    """Return by how many points each seat leads the others after `ROUNDS` more rounds, on average."""
    planner, total = _planner(state.variant), [0.0] * state.variant.seats
    for _ in range(WORLDS):
        board = board_of(state)
        board.draw_pile = bytes(rng.sample(board.draw_pile, len(board.draw_pile)))
        for _ in range(ROUNDS * state.variant.seats):
            if board.outcome is not None:
                break
            carry_out(board, planner.best(board))
        total = [own + lead for own, lead in zip(total, _leads(planner, board))]
    return [own / WORLDS for own in total]


def _leads(planner: TurnPlanner, board: State) -> list[float]:
    if board.outcome is not None:  # of equal seats the earliest in turn order wins
        return [planner.lead(board.points, seat) + (seat == board.winner()) / 2 for seat in range(board.terms.seats)]
    return [_lead(planner, board, seat) for seat in range(board.terms.seats)]


def _lead(planner: TurnPlanner, board: State, seat: int) -> float:
    """Return a seat's lead, including the towers as they stand."""
    key = KEYS * seat + 2 * planner.stage(board)
    standing = sum(planner.rows(site, key).worths[0] for site in board.sites if site[0])
    return planner.lead(board.points, seat) + standing


# -- puzzles


PLANS = 30
"""Number of the planner's best turns to try first."""
FINDER = "master-2"
"""The bot whose searches find puzzles. It never changes, so that puzzles stay as they are when the master learns."""
OPEN = 20
"""The largest lead, in points, with which a game counts as open."""


class TowersAnalysis(Analysis):
    """Values turns by the lead over the others, in points."""

    margin = 1.0
    follows_master = False
    setups: tuple[tuple[int, dict[str, Value]], ...] = ((2, {}), (2, {}), (3, {}), (2, {}), (4, {}))
    game = GAME
    reasons = TowersReasons(FINDER)

    def begins(self, state: Any, seat: Seat) -> bool:
        return not state.built

    def is_whole(self, actions: Sequence[Action]) -> bool:
        return bool(actions) and isinstance(actions[-1], End)

    def lines(self, view: View, effort: int, rng: random.Random) -> list[Line]:
        """Return turns, with the expected lead in points after the next turns; right ones first.

        The same turn with other cards tucked is also right, unless that costs at least the margin.
        """
        weights, board = weights_of(FINDER), observation_of(view)
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
        planner, board = planner_of(view.variant, weights_of(FINDER)), observation_of(view)
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

    def turn(self, view: View, this: Sequence[str], other: Sequence[str]) -> list[str]:
        """Return the builds, the tucks and the end, which is left out if no card could be tucked any more."""
        steps, board, deck = [parse_action(step) for step in this], observation_of(view), view.variant.deck
        plan, now, found = plan_of(board, deck, steps), view, list[str]()
        scene = scene_of(deck, board, plan)
        plots = iter([plot for _, plot in plan.builds])
        for step in steps:
            if isinstance(step, Build):
                _, why = foremost(scene, next(plots))
            elif isinstance(step, Claim):
                why = why_tucked(scene, step.plot, step.level)
            else:
                why = clauses(now, observation_of(now), TurnPlan(0.0, (), (), b""))[0]
                if why.kind in ("no card", "all tucked"):
                    break
            if why.kind == "must build":
                found.append(sentence(full_stop(_tucking(step))))
            else:
                found.append(with_reason(_tucking(step), reason([why])))
            if not isinstance(step, End):
                now = try_out(GAME, now, step).after
        return found

    def counted_lead(self, view: View, lines: Sequence[Line]) -> float:
        """Return the lead over the second best result, if this turn ends the game, so that everything is counted."""
        board = observation_of(view)
        if not _ends_game(board):
            return 0.0
        leads, right = _final_leads(board), set[float]()
        for line in lines:
            if line.is_right:
                after = board.copy()
                for step in map(parse_action, line.steps[:-1]):
                    play(after, view.variant.deck, step)
                right.add(round(sum(_lead_of(board, site) for site in after.sites), 3))
        return min(right) - max((lead for lead in leads if lead not in right), default=min(right))

    def counted(self, view: View, steps: Sequence[str]) -> str:
        return tr("This turn ends the game, and all towers are scored as they stand.")

    def shared(self, view: View, this: Sequence[str], other: Sequence[str]) -> str:
        mine, theirs = ({step for step in steps if isinstance(parse_action(step), Build)} for steps in (this, other))
        if mine == theirs:
            return tr("Both floors are right, but not the tucked cards.")
        return tr("One of the two floors is right.") if mine & theirs else super().shared(view, this, other)

    def motif(self, view: View, line: Line) -> str:
        """Return the motif of the turn, from the reasons for its builds and from what it tucks."""
        board, steps = observation_of(view), [parse_action(step) for step in line.steps]
        plan = plan_of(board, view.variant.deck, steps)
        scene = scene_of(view.variant.deck, board, plan)
        reasons = {plot: foremost(scene, plot)[1] for _, plot in plan.builds}
        kinds = {clause.kind for clause in reasons.values()}
        points = [clause.facts.get("points") for clause in reasons.values()]
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


def _tucking(step: Action) -> str:
    if not isinstance(step, Claim):
        return named(step)
    text = mark("tucking {floor} under floor {level} of tower {tower}")
    return tr(text, floor=tr(step.floor), level=step.level + 1, tower=step.plot + 1)


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
    return planner.forecast(world, candidate.choice)


def _distinct(board: State, plans: Sequence[TurnPlan]) -> list[TurnPlan]:
    """Return the plans, without those that result in the same towers as an earlier one."""
    found: dict[tuple[object, ...], TurnPlan] = {}
    for plan in plans:
        found.setdefault((*sorted(sites_after(board, plan)),), plan)
    return list(found.values())


def _neighbours(board: State, plan: TurnPlan) -> Iterator[TurnPlan]:
    """Yield the plans that differ in one claim: without it, with it elsewhere, or with one more."""
    sites = sites_after(board, plan)
    claims = {*places_tucked(plan)}
    free = [(p, n) for p, (_, owners) in enumerate(sites) for n in range(len(owners)) if owners[n : n + 1] == VACANT]
    tucks = bytes(not_built(board, plan))
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


def _other_tucks(board: State, plan: TurnPlan) -> list[TurnPlan]:
    """Return the plans that differ only in the cards that they tuck."""
    ways = {bytes(way) for way in combinations(not_built(board, plan), len(plan.tucks))}
    own = bytes(sorted(plan.tucks))
    return [plan._replace(tucks=way) for way in sorted(ways) if bytes(sorted(way)) != own]


def _ends_game(board: State) -> bool:
    """Return whether the game ends with this turn, whatever the seat does in it."""
    kept = len(board.hands[board.turn]) - board.terms.builds
    is_certain = board.last_round or not board.draw_pile  # otherwise cards are still drawn
    return is_certain and is_last(board, kept) and board.is_round_complete()


def _final_leads(board: State) -> set[float]:
    """Return the leads over the rivals' average, on the towers, to which the seat's ways to play its last turn come."""
    hand, found = board.hands[board.turn], set[float]()
    builds = min(board.terms.builds, len(hand))
    for kinds in set(permutations(hand, builds)):
        for plots in combinations(range(board.terms.plots), builds):
            sites = board.sites.copy()
            for kind, plot in zip(kinds, plots):
                sites[plot] = with_floor(sites[plot], kind)
            leads = {(0, 0.0)}  # the number of tucked cards, and the lead
            for own_kinds, owners in sites:
                free = [level for level, owner in enumerate(owners) if owner == NONE]
                ways = set[tuple[int, float]]()
                for levels in chain.from_iterable(combinations(free, number) for number in range(len(free) + 1)):
                    held = owners
                    for level in levels:
                        held = claimed(held, level, board.turn)
                    ways.add((len(levels), _lead_of(board, (own_kinds, held))))
                leads = {
                    (tucks + more, round(lead + own, 3))
                    for tucks, lead in leads
                    for more, own in ways
                    if tucks + more <= len(hand) - builds
                }
            found |= {lead for _, lead in leads}
    return found


def _lead_of(board: State, site: Site) -> float:
    """Return by how much the seat leads the rivals' average with the points of a tower as it stands."""
    if not site[0]:
        return 0.0
    points = board.terms.tally(*site)[0]
    return points[board.turn] - fmean(own for seat, own in enumerate(points) if seat != board.turn)


PUZZLES = TowersAnalysis()
