"""The bots of all levels, each seat's chances of winning, and the analysis of positions for puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from math import erf, sqrt
from statistics import fmean, pvariance

import msgspec

from ...bots.puzzles import FINALISTS, Analysis, Line, means, measure, with_reason
from ...bots.review import Shares
from ...bots.search import cost_of, reason
from ...bots.weights import WeightTable
from ...engine import Advice, Bot, Seat, Verdict, try_out
from ...language import mark, tr
from ...text import listed, with_minus
from ..actions import Action, Discard, Draw, colour_of, number_of, parse_action, without
from ..core import ONE, OPEN, PATIENCE, PLACES, POINTS, WIDTH, State
from ..rules import GAME
from ..state import View
from ..words import one_card
from .comparisons import HintView
from .core import Lookahead, TowerValues, play_on
from .hints import clauses, explain, explain_choice, is_idle
from .search import (
    ENDLESS,
    REASONS,
    Deals,
    DealSearch,
    HeuristicWeights,
    PlayAndDraw,
    SearchWeights,
    Tried,
    code_of,
    masters_search,
)
from .trials import compared_in_trials, is_preferred, named, obvious

# -- players


TRIALS, TIMES = 50, 4
"""Number of deals in which a hint compares its play with another, and how many times it does so if they don't show
before that it is better."""
MOST_COMPARED = 2
"""A hint compares its play with at most this many others."""


class HeuristicBot(Bot[Action, View]):
    """A bot that chooses the action with the best resulting position, by its weights plus a random wobble."""

    def __init__(self, weights: HeuristicWeights) -> None:
        self.weights = weights
        self._evaluation = TowerValues(msgspec.structs.asdict(weights))

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        worths, wobble = self._worths(view, actions), self.weights.wobble
        if wobble:
            worths = [worth + wobble * rng.gauss(0, 1) for worth in worths]
        return actions[worths.index(max(worths))]

    def _worths(self, view: View, actions: Sequence[Action]) -> list[float]:
        """Return the value of the position after each action, in points."""
        lookahead, found = Lookahead(self._evaluation, Deals(view).in_order(), self.weights.memory), []
        for play, draw in map(code_of, actions):
            if play is not None:
                found.append(lookahead.after_play(play))
            elif draw is not None:
                found.append(lookahead.after_draw(draw))
        return found

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        action = self.choose(view, actions, rng)
        return Advice(action, explain(view, action))


class SearchBot(Bot[Action, View]):
    """A bot that plays its best plans out in many deals of the unseen cards, and chooses the best plan."""

    def __init__(self, weights: SearchWeights) -> None:
        self.weights = weights
        self._search = DealSearch(weights)

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        return self._search.best(view, rng)[0].choice.action

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        return self._advice(view, self._search.best(view, rng), rng)

    def judge(self, view: View, actions: Sequence[Action], played: Action, rng: random.Random) -> Verdict[Action]:
        """Compare the best plan with the best one that begins with `played`, in new deals."""
        plans = self._search.best(view, rng)
        best, other = plans[0].choice, self._search.plan_for(view, code_of(played))
        if best.action == other.action:
            return Verdict(Advice(played, ""), 0.0)
        cost = cost_of(self._search.compare(view, best, other, self.weights.playouts // 4, rng))
        return Verdict(Advice(best.action, ""), cost)

    why = staticmethod(REASONS.why)

    def _advice(self, view: View, plans: list[Tried], rng: random.Random) -> Advice[Action]:
        """Return the best plan's action, compared with the obvious others in deals of its own.

        If these show that one of the others is better, this is returned, compared with the first in turn.
        """
        best, known = plans[0].choice.action, dict[Action, PlayAndDraw]()
        for plan in [*(plan.choice for plan in plans), *(plan for _, plan in self._search.ranked(view))]:
            known.setdefault(plan.action, plan)
        position, trials = HintView(view), list[tuple[Action, list[float]]]()
        for other in obvious(view, best, [*known])[:MOST_COMPARED]:
            both, gains, shown = [known[best], known[other]], list[float](), None
            for _ in range(TIMES):
                gains.extend(first - second for first, second in self._search.margins(view, both, TRIALS, rng))
                if (shown := compared_in_trials(position, best, other, gains)) and shown.kind == "better":
                    break
            is_as_good = is_idle(view, best, other) and not (shown and shown.kind == "better")
            if is_as_good or is_preferred(view, best, other, gains):
                return Advice(other, explain_choice(view, other, [(best, [-gain for gain in gains])]))
            trials.append((other, gains))
            if shown:
                break
        return Advice(best, explain_choice(view, best, trials))


def make_bot(table: WeightTable) -> HeuristicBot | SearchBot:
    """Return the bot that these weights define."""
    if "playouts" in table:
        return SearchBot(msgspec.convert(table, SearchWeights))
    return HeuristicBot(msgspec.convert(table, HeuristicWeights))


# -- chances


DEALS = 12
"""Number of orders of the draw pile in which the round is played out."""
LATER = 70.0
"""Standard deviation, in points, of the change that a later round makes to the match."""
DOUBT = 15.0
"""Standard deviation, in points, of the policy's error about a round with ten cards left to draw."""


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's estimated share of the win."""
    deals, rival, pile = Deals(GAME.view(state, state.turn)), 1 - state.turn, sorted(state.deck)
    hidden = without(state.hand(rival), state.known_of(rival))
    leads, policies = list[int](), [masters_search().policy] * 2
    for _ in range(DEALS):
        deal = deals.filled(hidden, bytes(rng.sample(pile, len(pile))))
        play_on(deal, policies, ENDLESS)
        leads.append(state.totals[0] - state.totals[1] + deal.points(0) - deal.points(1))
    rounds = state.variant.rounds - 1 - state.round
    width = sqrt(pvariance(leads) + LATER**2 * rounds + DOUBT**2 * (len(state.deck) / 10))
    share = (1 + erf(fmean(leads) / max(width, 0.5) / sqrt(2))) / 2
    return [share, 1 - share]


# -- puzzles


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
            best.setdefault(str(plan.action), (plan, value, samples))
        finalists = [plan for plan, *_ in list(best.values())[:FINALISTS]]
        lines: dict[str, Line] = {}
        for plan, value, samples, error in measure(finalists, playouts // 2, draw, play_out):
            step = str(plan.action)
            lines[step] = Line((step,), round(value, 3), samples, round(error, 3), not lines)
        for step, (_, value, samples) in best.items():
            lines.setdefault(step, Line((step,), round(value, 3), samples))
        return list(lines.values())

    def _plans(self, view: View) -> list[PlayAndDraw]:
        """Return the policy's best turns for each first action."""
        begun: dict[str, list[PlayAndDraw]] = {}
        for _, plan in self._search.ranked(view):
            plans = begun.setdefault(str(plan.action), [])
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
        first = clauses(view, parse_action(best.steps[0]))[0].kind
        if first in ("none fits", "none goes", "none goes with", "none pays", "only way", "suits"):
            return False
        lead = view.totals[view.seat] - view.totals[1 - view.seat] + best.value
        weights = self._search.weights
        later = weights.later**2 * (view.variant.rounds - 1 - view.round)
        return abs(lead) < sqrt(later + weights.spread**2 * (view.draw_pile + 1))

    def parting(self, view: View, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        return named(view, parse_action(this[0])), named(view, parse_action(other[0]))

    def turn(self, view: View, this: Sequence[str], other: Sequence[str]) -> list[str]:
        action, *rest = map(parse_action, this)
        found, reasons = list[str](), clauses(view, action)
        if reasons[0].kind != "leaves":
            found.append(with_reason(named(view, action), reason(reasons)))
        else:
            left = reasons[0].facts["cards"]
            cards = listed([*map(one_card, left)])
            is_useful = any(map(HintView(view).fits_rival, left))
            found.append("" if is_useful else with_reason(named(view, action), tr(IN_TIME, cards=cards)))
        for draw in rest:
            view = try_out(GAME, view, action).after
            found.append(with_reason(named(view, draw), reason(clauses(view, draw))))
        return found

    def rest(self, view: View, line: Line, rng: random.Random) -> tuple[str, ...]:
        """Return the draw after a play: the one of the better of the policy's two best turns that begin with it."""
        begun = code_of(parse_action(line.steps[0]))
        if begun[0] is None:
            return ()
        plans, draw = self._search.plans_for(view, begun), partial(Deals(view).shuffled, rng)
        worths = means(plans, self._search.weights.playouts, draw, self._search.play_out(view))
        return (str(plans[worths.index(max(worths))]._replace(play=None).action),)

    def counts(self, view: View) -> dict[str, float]:
        """Return the points of the seat's towers after each action and the turns that it has for sure."""
        if 2 * view.streak > PATIENCE:  # the round may be called before that (T6)
            return {}
        return {
            str(action): float(_sure_points(view, action)) for action in GAME.actions(GAME.partial(view), view.turn)
        }

    def counted(self, view: View, steps: Sequence[str]) -> str:
        counts = self.counts(view)
        best, second = sorted(counts.values())[:-3:-1]
        text = mark(
            "With the cards in hand, and counting only turns that are certain, the towers come to {best}. "
            "With any other play they come to {second} at most."
        )
        return tr(text, best=with_minus(round(best)), second=with_minus(round(second)))

    def motif(self, view: View, line: Line) -> str:
        action = parse_action(line.steps[0])
        reasons = {clause.kind: clause for clause in clauses(view, action)}
        if isinstance(action, Discard):
            is_denied = reasons.keys() & {"rival without", "rival past"} and "past" not in reasons
            return "denial" if is_denied else "farewell"
        if isinstance(action, Draw):
            if "kept away" in reasons:
                return "denial"
            if reasons.keys() & {"last", "last of use", "wins"}:
                return "finale"
            is_for_time = reasons.keys() & {"harmless", "can begin", "gives time", "lasts"}
            return "time" if is_for_time and action.colour is not None else "supply"
        if not number_of(action.card):
            return "multiplier"
        if reasons.keys() & {"bonus", "worth with bonus", "near bonus", "bonus included"}:
            return "late bonus"
        position, tower = HintView(view), view.towers[view.turn][colour_of(action.card)]
        goes_on = reasons.keys() & {"opens", "stays short", "comes to"} or (tower and position.rest(action.card))
        if goes_on and not any(map(number_of, tower)):
            return "foundation"
        if "left" in reasons:
            return "finale"
        if position.skipped(action.card):
            return "leap"
        return "growth" if any(map(number_of, tower)) else "foundation"


# Translators: of a draw from the pile that leaves {cards}, such as "the green 3", on the discards.
IN_TIME = mark("it shrinks, which leaves the opponent less time, and no tower they've begun can take {cards}.")
"""In the trial games of every puzzle with this text, the opponent gets at least two points less."""


def _sure_points(view: View, action: Action) -> int:
    """Return what the seat's towers can come to with the cards in its hand, in the turns that it has for sure."""
    after, (play, draw) = GAME.partial(view), code_of(action)
    if play is not None:
        after.play(play)
    elif draw is not None:
        after.draw(draw)
    free = sum(len(pile) for colour, pile in enumerate(after.discards) if colour != after.barred)
    turns = _sure_turns(len(after.deck), free, play is None)
    rows, most = slice(view.turn * WIDTH, view.turn * WIDTH + WIDTH), {0: 0}  # by the number of cards built
    for tower, hand in zip(after.towers[rows], after.hands[rows]):
        ways = [(len(way), POINTS[sum(map(ONE.__getitem__, way), tower)]) for way in _ways(tower, hand)]
        sums = [(built + more, points + own) for built, points in most.items() for more, own in ways]
        most = {}
        for built, points in sums:
            if built <= turns:
                most[built] = max(most.get(built, points), points)
    return max(most.values())


def _ways(tower: int, hand: int) -> Iterator[tuple[int, ...]]:
    """Yield the places of the cards of a hand in one colour that can be built in turn, in all ways."""
    places = PLACES[hand & OPEN[tower]]
    for number in range(len(places) + 1):
        yield from combinations(places, number)


def _sure_turns(pile: int, discards: int, has_drawn: bool) -> int:
    """Return how many more turns the seat has at least, if it takes discards as long as there are any.

    The round is shortest if its rival always draws from the pile.
    """
    turns = 0
    while pile > 0:
        if not has_drawn:
            pile, discards = (pile, discards - 1) if discards else (pile - 1, 0)
        pile, has_drawn = pile - 1, False
        turns += pile > 0
    return turns


PUZZLES = ToweringAnalysis()
