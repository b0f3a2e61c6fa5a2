"""A finished game judged by the strongest bot: chances, accuracy, and decisions that cost most."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from math import exp
from statistics import fmean
from typing import Annotated, Any

import msgspec

from .. import registry
from ..assets import read_toml
from ..boundary import fits
from ..engine import Advice, AnyGame, Bot, Outcome, Seat, Verdict, sentences_of
from ..language import about, mark, tr, tr_player
from ..match import replay
from ..record import Record, names_of, seated, start_state
from ..registry import load
from ..text import clock_text, paragraph
from .search import LONGEST
from .weights import bot_seed

# -- accuracy


LEAST = 0.5
"""A decision that costs less than this, in what the game counts mistakes in, was good enough."""
FILE = "accuracy.toml"
USUAL, USUAL_SHARE = "medium", 0.7
"""The level that accuracies go by, and what its decisions come to, of 1."""


class Scale(msgspec.Struct, frozen=True):
    """What accuracies of a game are measured by."""

    costs: dict[str, Annotated[float, msgspec.Meta(ge=0)]]
    """What a decision of the bots' levels costs on average; one hardly better than the one below it is left out."""

    def accuracy(self, cost: float) -> float:
        """Return the accuracy, 0 to 100, for an average cost of decisions."""
        return float(100 * USUAL_SHARE ** (cost / self.costs[USUAL]))

    @property
    def levels(self) -> dict[str, float]:
        """The accuracy of each level, weakest first."""
        return {level: self.accuracy(cost) for level, cost in self.costs.items()}


@cache
def scale_of(game: str) -> Scale | None:
    """Return the scale of a game; None where nobody has measured one."""
    path = registry.data_file(game, FILE)
    return registry.read(game, FILE, lambda: read_toml(path, Scale), None) if path else None


def accuracy_of(game: str, cost: float) -> float | None:
    """Return the accuracy, 0 to 100, for an average cost of decisions; None for a game without a scale."""
    scale = scale_of(game)
    return scale.accuracy(cost) if scale else None


def average_cost(costs: Sequence[float]) -> float:
    """Return what a decision cost on average, the small costs left out; 0 where there was none."""
    return fmean([cost if cost >= LEAST else 0.0 for cost in costs] or [0.0])


# -- chances


Shares = list[float]
"""By seat: the expected share of the win, 0 to 1; they add up to 1."""
ChancesOf = Callable[[Any, random.Random], Shares]
"""Returns the chances in a state that is not over; the state stays as it is."""
RANDOM_GAMES = 60
"""Played from each position of a game that brings no chances of its own."""


def has_chances(game: AnyGame) -> bool:
    """Tell whether there is a way to know the chances in a game."""
    return registry.part(game.name, "chances") is not None or not game.live


def chances(game: AnyGame, state: Any, seats: int, rng: random.Random) -> Shares:
    """Return each seat's chance to win from a state of a game that `has_chances`."""
    if outcome := game.outcome(state):
        return shares_of(outcome, seats)
    of: ChancesOf | None = registry.part(game.name, "chances")
    if of:
        return list(registry.run(game.name, "chances", of, state, rng, is_fit=lambda found: _are_shares(found, seats)))
    total = [0.0] * seats
    for _ in range(RANDOM_GAMES):
        shares = _random_game(game, state.copy(), seats, rng)
        total = [own + share for own, share in zip(total, shares)]
    return [own / RANDOM_GAMES for own in total]


def _are_shares(found: Any, seats: int) -> bool:
    return fits(list[float])(found) and len(found) == seats


def shares_of(outcome: Outcome, seats: int) -> Shares:
    """Return the share of the win of each seat; a draw is shared by all."""
    winners = outcome.winners or range(seats)
    return [(seat in winners) / len(winners) for seat in range(seats)]


def by_lead(points: Sequence[float], width: float) -> Shares:
    """Return the chances of seats that may come to so many points, give or take about `width`."""
    most = max(points)
    weights = [exp((own - most) / width) for own in points]
    return [weight / sum(weights) for weight in weights]


def _random_game(game: AnyGame, state: Any, seats: int, rng: random.Random) -> Shares:
    for _ in range(LONGEST):
        if outcome := game.outcome(state):
            return shares_of(outcome, seats)
        seat = min(game.actors(state))
        game.apply(state, seat, rng.choice(game.actions(state, seat)))
    return [1 / seats] * seats


# -- timeline


@dataclass(frozen=True, slots=True)
class Decision:
    """A human's action that stands, and what the player knew and could do at that moment."""

    step: int
    """How many effective entries of the record lie before it."""
    turn: int
    """In which turn it was, from 1; in a live game 0."""
    time: str
    """What the clock of a live game showed; else empty."""
    seat: Seat
    view: Any
    actions: Sequence[Any]
    played: Any
    moment: int
    """For the seed of whoever judges it (see `bot_seed`)."""


class Timeline:
    """A record played through once: what was to be decided at each step, and what came of it."""

    def __init__(self, record: Record) -> None:
        """Take up a record. Raises RecordError where it does not fit the rules."""
        self.record, self.game = record, load(record.header.game)
        self.steps = replay(record)

    def names_at(self, step: int) -> list[str]:
        """Return who sat at the table after a number of entries."""
        return names_of(seated(self.record.header, step))

    @property
    def is_over(self) -> bool:
        """Whether the record goes to the end of the game, so that nothing of it is secret any more."""
        return bool(self.steps) and self.game.outcome(self.steps[-1].state) is not None

    @cached_property
    def turns(self) -> list[int]:
        """The turn in which each entry was played, from 1."""
        return self.game.number_turns([step.entry.seat for step in self.steps])

    def decision(self, step: int) -> Decision | None:
        """Return what was decided after a number of entries; None at the end and if only time passed."""
        if step >= len(self.steps):
            return None
        entry, action, *_ = self.steps[step]
        if action is None or entry.seat is None:
            return None
        state = self.state_before(step)
        turn, time = (0, clock_text(entry.ms).strip()) if self.game.live else (self.turns[step], "")
        moment = entry.ms if self.game.live else step
        view, actions = self.game.view(state, entry.seat), self.game.actions(state, entry.seat)
        return Decision(step, turn, time, entry.seat, view, actions, action, moment)

    def line(self, decision: Decision) -> list[Any]:
        """Return what was decided, and what the seat did right after, if that was in the same turn."""
        later = filter(None, map(self.decision, range(decision.step + 1, len(self.steps))))
        then = next((one for one in later if one.seat == decision.seat), None)
        return [decision.played, *([then.played] if then and then.turn == decision.turn else [])]

    def state_before(self, step: int) -> Any:
        """Return the state in which an entry was played, with the time that had passed since the one before."""
        state = self.steps[step - 1].state.copy() if step else start_state(self.record.header)
        self.game.tick(state, self.steps[step].entry.ms)
        return state

    def words_of(self, decision: Decision, *actions: Any) -> str:
        """Return in sentences what actions that follow on each other did: of each the first thing that is told."""
        state, sentences = self.state_before(decision.step), []
        names = self.names_at(decision.step)
        for action in actions:
            events: list[Any] = []
            self.game.apply(state, decision.seat, action, events)
            shown = (self.game.redact(event, decision.seat) for event in events)
            own = self.game.describe_action(decision.seat, action, names)
            sentences.append(own or next(iter(sentences_of(self.game, shown, names)), ""))
        return paragraph(sentences)

    def words_of_advice(self, decision: Decision, advice: Advice[Any]) -> str:
        """Return in sentences what a bot would have done, and what right after."""
        return self.words_of(decision, *filter(None, (advice.action, advice.then)))


# -- curve


MOST_POINTS = 150
"""Points of a curve; a game of more turns has one for every few of them."""
PACE = 2000
"""Milliseconds from one point of a live game to the next, at least."""
TURNS = 3
"""Turning points that are told of, at most."""
SWING = 0.1
"""The least change of a chance that counts as one."""

APART = 25
"""Two turning points have at least this part of the game between them."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A moment of a game."""

    step: int
    """How many effective entries of the record lie before it."""
    turn: int
    """The turn that begins there, from 1; in a live game 0."""
    time: str
    """What the clock of a live game showed; else empty."""


def points_of(timeline: Timeline) -> tuple[CurvePoint, ...]:
    """Return the points of a game's curve, from its start to its end; none where nobody can tell the chances."""
    game, steps = timeline.game, timeline.steps
    if not steps or not has_chances(game):
        return ()
    found = _times(timeline) if game.live else _turns(timeline)
    thinned = found[:: 1 + len(found) // MOST_POINTS]
    return (*thinned, CurvePoint(len(steps), *_end(timeline)))


def _turns(timeline: Timeline) -> list[CurvePoint]:
    """Return where each turn begins."""
    found: list[CurvePoint] = []
    for step, turn in enumerate(timeline.turns):
        if not found or turn != found[-1].turn:
            found.append(CurvePoint(step, turn, ""))
    return found


def _times(timeline: Timeline) -> list[CurvePoint]:
    found, last = [CurvePoint(0, 0, clock_text(0).strip())], 0
    for step, (entry, action, *_) in enumerate(timeline.steps[:-1], 1):
        if action is not None and entry.ms - last >= PACE:
            last = entry.ms
            found.append(CurvePoint(step, 0, clock_text(entry.ms).strip()))
    return found


def _end(timeline: Timeline) -> tuple[int, str]:
    if timeline.game.live:
        return 0, clock_text(timeline.steps[-1].entry.ms).strip()
    return timeline.turns[-1], ""


def chances_at(timeline: Timeline, point: CurvePoint) -> Shares:
    """Return the chances at a point, by seat; the same ones whenever they are asked for."""
    header = timeline.record.header
    state = timeline.steps[point.step - 1].state if point.step else start_state(header)
    rng = random.Random(f"{header.seed}.{point.step}")
    return chances(timeline.game, state.copy(), len(header.seats), rng)


def turning_points(curve: Sequence[Shares]) -> list[int]:
    """Return the numbers of the points from which the chances changed most until the next, the first one first.

    They lie some way from each other.
    """
    swings = [max(abs(b - a) for a, b in zip(one, other)) for one, other in pairwise(curve)]
    apart, found = max(2, len(swings) // APART), list[int]()
    for number in sorted(range(len(swings)), key=lambda number: -swings[number]):
        is_near = any(abs(number - other) < apart for other in found)
        if swings[number] >= SWING and not is_near and len(found) < TURNS:
            found.append(number)
    return sorted(found)


# -- review


MOST_DECISIONS = 3
"""How many decisions are shown of each human."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision, and what was better; both are told in sentences, which are empty where there is nothing to say."""

    decision: Decision
    verdict: Verdict[Any]
    played: str
    better: str
    why: str = ""

    @property
    def reason(self) -> str:
        """Why something else was better."""
        return self.verdict.better.reason or self.why


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a decision of a seat cost, in the unit of the game's `price`, and what was better if it was a mistake."""

    seat: Seat
    cost: float
    mistake: Mistake | None = None


class ReviewResults:
    """What is known of a review so far: the chances, how many decisions were judged, their costs, the mistakes."""

    def __init__(self, record: Record, file: str = "") -> None:
        """Take up a record; `file` is the name of its file, under which what it cost may be kept."""
        self.record, self.file, self.game = record, file, load(record.header.game)
        self.names = [player.name for player in record.header.seats]
        self.humans = [seat for seat, player in enumerate(record.header.seats) if player.is_human]
        self.judged = 0
        self.total: int | None = None
        """How many decisions there are; None until the record has been gone through."""
        self.points: tuple[CurvePoint, ...] = ()
        """Those at which the chances are told, once the record has been gone through."""
        self.curve: list[Shares] = []
        """The chances at the first so many of them."""
        self._judgements: list[Judgement] = []
        self._whys: dict[int, str] = {}
        """By step, why something else was better, as far as it was asked."""

    @property
    def is_judged(self) -> bool:
        """Whether all decisions have been judged, and the chances are known."""
        return self.judged == self.total and len(self.curve) == len(self.points)

    @property
    def is_over(self) -> bool:
        return self.is_judged and self.unexplained is None

    @property
    def unexplained(self) -> Mistake | None:
        """The next of the dearest mistakes of which nobody has said yet why something else was better."""
        worst = (mistake for seat in self.humans for mistake in self.worst(seat))
        return next(
            (mistake for mistake in worst if not mistake.reason and mistake.decision.step not in self._whys), None
        )

    def take(self, judgement: Judgement | None) -> None:
        """Take what was found in the next decision; None where there is nothing to say."""
        self.judged += 1
        if judgement:
            self._judgements.append(judgement)

    def cost(self, seat: Seat) -> float | None:
        """Return what a decision of a seat cost on average so far; None where none has been judged."""
        costs = [judgement.cost for judgement in self._judgements if judgement.seat == seat]
        return average_cost(costs) if costs else None

    @property
    def has_verdicts(self) -> bool:
        """Whether a bot had anything to say of a decision."""
        return bool(self._judgements)

    def verdict(self, seat: Seat) -> str:
        """Return what a player is told who has no mistake to be shown."""
        if self.cost(seat) is None:
            return tr("No bot could judge these decisions, so this review doesn't rate them.")
        return praise(self.names[seat])

    def hints_taken(self, seat: Seat) -> str:
        """Return how many of a seat's plays were made after a hint; empty where none was."""
        hinted, total = self.record.hinted(seat)
        return tr("Plays after a hint: {number} of {total}.", number=hinted, total=total) if hinted else ""

    def worst(self, seat: Seat) -> list[Mistake]:
        """Return the decisions of a seat that cost most so far, the dearest first; of those told alike only one."""
        found = (judgement.mistake for judgement in self._judgements)
        own = [mistake for mistake in found if mistake and mistake.decision.seat == seat]
        own.sort(key=lambda mistake: mistake.verdict.cost)
        worst = list({(mistake.played, mistake.better): mistake for mistake in own}.values())
        worst.sort(key=lambda mistake: -mistake.verdict.cost)
        return [replace(mistake, why=self._whys.get(mistake.decision.step, "")) for mistake in worst[:MOST_DECISIONS]]

    def explain(self, mistake: Mistake, why: str | None) -> None:
        """Take why something else was better than a mistake (see `Bot.why`); it was none where that is None."""
        step = mistake.decision.step
        if why is not None:
            self._whys[step] = why
            return
        for number, judged in enumerate(self._judgements):
            if judged.mistake and judged.mistake.decision.step == step:
                self._judgements[number] = Judgement(judged.seat, 0.0)


class Review(ReviewResults):
    """The decisions of a record's humans, judged one by one in the order of the game."""

    def __init__(self, record: Record) -> None:
        """Go through a record. Raises RecordError where it does not fit the rules."""
        super().__init__(record)
        self.timeline = Timeline(record)
        made = map(self.timeline.decision, range(len(self.timeline.steps)))
        self.decisions = tuple(d for d in made if d and d.seat in self.humans and len(d.actions) > 1)
        """Those of the humans that left a choice."""
        self.total = len(self.decisions)
        self.points = points_of(self.timeline)

    def chances(self, number: int) -> Shares:
        """Return the chances of all seats at the point of that number."""
        return chances_at(self.timeline, self.points[number])

    @property
    def next(self) -> Decision | None:
        """What is to be judged next; None once all is."""
        return self.decisions[self.judged] if self.judged < len(self.decisions) else None

    def add(self, verdict: Verdict[Any] | None) -> None:
        """Take the verdict on `next`; None where there is nothing to say."""
        self.take(self.judgement(self.judged, verdict))

    def judge(self, number: int, bot: Bot[Any, Any]) -> Judgement | None:
        """Have a bot judge the decision of that number; return None if it has nothing to say."""
        decision = self.decisions[number]
        rng = random.Random(bot_seed(decision.view, decision.moment))
        return self.judgement(number, bot.judge(decision.view, decision.actions, decision.played, rng))

    def why(self, mistake: Mistake, bot: Bot[Any, Any]) -> str | None:
        """Have a bot say why something else was better than a mistake (see `Bot.why`)."""
        decision, better = mistake.decision, mistake.verdict.better
        line = [*filter(None, (better.action, better.then))]
        rng = random.Random(bot_seed(decision.view, decision.moment))
        with about(self.names[decision.seat]):
            return bot.why(decision.view, line, self.timeline.line(decision), rng)

    def judgement(self, number: int, verdict: Verdict[Any] | None) -> Judgement | None:
        """Return what a verdict makes of the decision of that number; None where there is nothing to say."""
        decision = self.decisions[number]
        if not verdict:
            return None
        if verdict.cost < LEAST or verdict.better.action == decision.played:
            return Judgement(decision.seat, 0.0)
        played, better = self._played(decision), self.timeline.words_of_advice(decision, verdict.better)
        if better == played:
            better = tr("The same play in another place.")
        return Judgement(decision.seat, verdict.cost, Mistake(decision, verdict, played, better))

    def _played(self, decision: Decision) -> str:
        """Return a decision in a sentence; where it has none (a piece lifted), that of the seat's next action."""
        later = map(self.timeline.decision, range(decision.step, len(self.timeline.steps)))
        told = (self.timeline.words_of(d, d.played) for d in later if d and d.seat == decision.seat)
        return next(filter(None, told), "")


def price(cost: float, game: AnyGame) -> str:
    """Return a cost in words, such as `7 points`."""
    return game.price(max(1, round(cost)))


def praise(name: str) -> str:
    """Return what a player is told whose decisions cost nothing."""
    yours = mark("You played like a master: none of your decisions cost you anything worth mentioning.")
    return tr_player(name, yours, mark("{name} played like a master: no decision cost anything worth mentioning."))
