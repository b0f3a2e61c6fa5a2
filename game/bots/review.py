"""Review of a finished game by the strongest bot: chances, accuracy, and the most costly decisions."""

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
from .weights import bot_seed, play_at_random

# -- accuracy


LEAST = 0.5
"""Decisions that cost less than this, in the unit of `Game.price`, count as good."""
FILE = "accuracy.toml"
USUAL, USUAL_SHARE = "medium", 0.7
"""The level on which accuracies are based, and the accuracy of its decisions (1 is perfect)."""


class Scale(msgspec.Struct, frozen=True):
    """The scale for accuracies of a game."""

    costs: dict[str, Annotated[float, msgspec.Meta(ge=0)]]
    """Average cost of a decision by level. A level hardly better than the one below it is left out."""

    def accuracy(self, cost: float) -> float:
        """Return the accuracy, from 0 to 100, for an average cost of decisions."""
        return float(100 * USUAL_SHARE ** (cost / self.costs[USUAL]))

    @property
    def levels(self) -> dict[str, float]:
        """The accuracy of each level, weakest first."""
        return {level: self.accuracy(cost) for level, cost in self.costs.items()}


@cache
def scale_of(game: str) -> Scale | None:
    """Return the scale of a game, or None if there is none."""
    path = registry.data_file(game, FILE)
    return registry.read(game, FILE, lambda: read_toml(path, Scale), None) if path else None


def accuracy_of(game: str, cost: float) -> float | None:
    """Return the accuracy, from 0 to 100, for an average cost of decisions, or None for a game without a scale."""
    scale = scale_of(game)
    return scale.accuracy(cost) if scale else None


def average_cost(costs: Sequence[float]) -> float:
    """Return the average cost of decisions, counting small costs as 0; 0 without decisions."""
    return fmean([cost if cost >= LEAST else 0.0 for cost in costs] or [0.0])


# -- chances


Shares = list[float]
"""Each seat's expected share of the win, from 0 to 1. They add up to 1."""
ChancesOf = Callable[[Any, random.Random], Shares]
"""Returns the chances in a state of a game that isn't over, and does not change the state."""
RANDOM_GAMES = 60
"""Number of games played from a position if the game has no function for chances."""


def has_chances(game: AnyGame) -> bool:
    """Tell whether the chances in a game can be computed."""
    return registry.part(game.name, "chances") is not None or not game.live


def chances(game: AnyGame, state: Any, seats: int, rng: random.Random) -> Shares:
    """Return each seat's chance to win from a state; `has_chances` must be true of the game."""
    if outcome := game.outcome(state):
        return shares_of(outcome, seats)
    of: ChancesOf | None = registry.part(game.name, "chances")
    if of:
        return list(registry.run(game.name, "chances", of, state, rng, is_fit=lambda found: _are_shares(found, seats)))
    total = [0.0] * seats
    for _ in range(RANDOM_GAMES):
        outcome = play_at_random(game, state.copy(), rng)
        shares = shares_of(outcome, seats) if outcome else [1 / seats] * seats
        total = [own + share for own, share in zip(total, shares)]
    return [own / RANDOM_GAMES for own in total]


def _are_shares(found: Any, seats: int) -> bool:
    return fits(list[float])(found) and len(found) == seats


def shares_of(outcome: Outcome, seats: int) -> Shares:
    """Return each seat's share of the win. A draw is shared by all."""
    winners = outcome.winners or range(seats)
    return [(seat in winners) / len(winners) for seat in range(seats)]


def by_lead(points: Sequence[float], width: float) -> Shares:
    """Return the chances of seats with these expected points, which have errors of about `width`."""
    most = max(points)
    weights = [exp((own - most) / width) for own in points]
    return [weight / sum(weights) for weight in weights]


# -- timeline


@dataclass(frozen=True, slots=True)
class Decision:
    """A human's action that was not undone, with what the player knew and could do at that moment."""

    step: int
    """The number of effective entries of the record before it."""
    turn: int
    """The turn, from 1; 0 in a live game."""
    time: str
    """The game clock in a live game; otherwise empty."""
    seat: Seat
    view: Any
    actions: Sequence[Any]
    played: Any
    moment: int
    """For the seed of the bot that judges it (see `bot_seed`)."""


class Timeline:
    """A replayed record, with the decision at each step and its result."""

    def __init__(self, record: Record) -> None:
        """Replay a record. Raises RecordError if it does not fit the rules."""
        self.record, self.game = record, load(record.header.game)
        self.steps = replay(record)

    def names_at(self, step: int) -> list[str]:
        """Return the players' names after a number of effective entries."""
        return names_of(seated(self.record.header, step))

    @property
    def is_over(self) -> bool:
        """Whether the record goes to the end of the game, so that nothing is secret any more."""
        return bool(self.steps) and self.game.outcome(self.steps[-1].state) is not None

    @cached_property
    def turns(self) -> list[int]:
        """The turn in which each entry was played, from 1."""
        return self.game.number_turns([step.entry.seat for step in self.steps])

    def decision(self, step: int) -> Decision | None:
        """Return the decision after a number of effective entries; None at the end or if only time passed."""
        if step >= len(self.steps):
            return None
        entry, action, *_ = self.steps[step]
        if action is None or entry.seat is None:
            return None
        state = self.state_before(step)
        moment = entry.ms if self.game.live else step
        view, actions = self.game.view(state, entry.seat), self.game.actions(state, entry.seat)
        return Decision(step, *self.when(step), entry.seat, view, actions, action, moment)

    def when(self, step: int) -> tuple[int, str]:
        """Return the turn of an entry, from 1, and ""; in a live game 0 and the time on the game clock."""
        return (0, clock_text(self.steps[step].entry.ms).strip()) if self.game.live else (self.turns[step], "")

    def line(self, decision: Decision) -> list[Any]:
        """Return the action of a decision, and the seat's next action if it was in the same turn."""
        later = filter(None, map(self.decision, range(decision.step + 1, len(self.steps))))
        then = next((decided for decided in later if decided.seat == decision.seat), None)
        return [decision.played, *([then.played] if then and then.turn == decision.turn else [])]

    def state_before(self, step: int) -> Any:
        """Return the state in which an entry was played, with the clock at the time of that entry."""
        state = self.steps[step - 1].state.copy() if step else start_state(self.record.header)
        self.game.tick(state, self.steps[step].entry.ms)
        return state

    def words_of(self, decision: Decision, *actions: Any) -> str:
        """Describe successive actions in sentences, each by its first event that has one."""
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
        """Describe in sentences what a bot would have done, including its next action."""
        return self.words_of(decision, *filter(None, (advice.action, advice.then)))


# -- curve


MOST_POINTS = 150
"""The most points of a curve. In a game with more turns, a point stands for several turns."""
PACE = 2000
"""The least time in milliseconds between two points of a live game."""
TURNS = 3
"""The most turning points that are mentioned."""
SWING = 0.1
"""The smallest change of a chance that counts as a turning point."""

APART = 25
"""Two turning points are at least this fraction (1/25) of the game apart."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A moment of a game."""

    step: int
    """The number of effective entries of the record before it."""
    turn: int
    """The turn that begins there, from 1; 0 in a live game."""
    time: str
    """The game clock in a live game; otherwise empty."""


def points_of(timeline: Timeline) -> tuple[CurvePoint, ...]:
    """Return the points of a game's curve, from its start to its end; empty if the chances cannot be computed."""
    game, steps = timeline.game, timeline.steps
    if not steps or not has_chances(game):
        return ()
    found = _times(timeline) if game.live else _turns(timeline)
    thinned = found[:: 1 + len(found) // MOST_POINTS]
    return (*thinned, CurvePoint(len(steps), *timeline.when(-1)))


def _turns(timeline: Timeline) -> list[CurvePoint]:
    """Return a point for the start of each turn."""
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
            found.append(CurvePoint(step, *timeline.when(step - 1)))
    return found


def chances_at(timeline: Timeline, point: CurvePoint) -> Shares:
    """Return the chances at a point, by seat. The result is reproducible."""
    header = timeline.record.header
    state = timeline.steps[point.step - 1].state if point.step else start_state(header)
    rng = random.Random(f"{header.seed}.{point.step}")
    return chances(timeline.game, state.copy(), len(header.seats), rng)


def turning_points(curve: Sequence[Shares]) -> list[int]:
    """Return the indices of the points after which the chances changed most, in order.

    They are some distance apart.
    """
    swings = [max(abs(b - a) for a, b in zip(before, after)) for before, after in pairwise(curve)]
    apart, found = max(2, len(swings) // APART), list[int]()
    for number in sorted(range(len(swings)), key=lambda number: -swings[number]):
        is_near = any(abs(number - other) < apart for other in found)
        if swings[number] >= SWING and not is_near and len(found) < TURNS:
            found.append(number)
    return sorted(found)


# -- review


MOST_DECISIONS = 3
"""The most decisions that are shown for each human."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision and a better one, both described in sentences, which are empty if there is nothing to say."""

    decision: Decision
    verdict: Verdict[Any]
    played: str
    better: str
    why: str = ""

    @property
    def reason(self) -> str:
        """Why the other action was better."""
        return self.verdict.better.reason or self.why


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a seat's decision cost, in the unit of `Game.price`, and the mistake if it was one."""

    seat: Seat
    cost: float
    mistake: Mistake | None = None


class ReviewResults:
    """The results of a review so far: chances, number of judged decisions, costs and mistakes."""

    def __init__(self, record: Record, file: str = "") -> None:
        """Take a record; `file` is the name of its file, under which the costs can be saved."""
        self.record, self.file, self.game = record, file, load(record.header.game)
        self.names = [player.name for player in record.header.seats]
        self.humans = [seat for seat, player in enumerate(record.header.seats) if player.is_human]
        self.judged = 0
        self.total: int | None = None
        """The number of decisions; None until the record has been replayed."""
        self.points: tuple[CurvePoint, ...] = ()
        """The points of the curve, once the record has been replayed."""
        self.curve: list[Shares] = []
        """The chances at those points that are done."""
        self._judgements: list[Judgement] = []
        self._whys: dict[int, str] = {}
        """By step, the explanations why something else was better, as far as requested."""

    @property
    def is_judged(self) -> bool:
        """Whether all decisions are judged and all chances known."""
        return self.judged == self.total and len(self.curve) == len(self.points)

    @property
    def is_over(self) -> bool:
        return self.is_judged and self.unexplained is None

    @property
    def unexplained(self) -> Mistake | None:
        """The next of the worst mistakes without an explanation why something else was better."""
        worst = (mistake for seat in self.humans for mistake in self.worst(seat) if not mistake.reason)
        return next((mistake for mistake in worst if mistake.decision.step not in self._whys), None)

    def take(self, judgement: Judgement | None) -> None:
        """Add the result for the next decision; None if the bot has nothing to say."""
        self.judged += 1
        if judgement:
            self._judgements.append(judgement)

    def cost(self, seat: Seat) -> float | None:
        """Return the average cost of a seat's decisions so far, or None if none has been judged."""
        costs = [judgement.cost for judgement in self._judgements if judgement.seat == seat]
        return average_cost(costs) if costs else None

    @property
    def has_verdicts(self) -> bool:
        """Whether the bot judged any decision."""
        return bool(self._judgements)

    def verdict(self, seat: Seat) -> str:
        """Return the message for a player without a mistake to show."""
        if self.cost(seat) is None:
            return tr("No bot could judge these decisions, so this review doesn't rate them.")
        return praise(self.names[seat])

    def hints_taken(self, seat: Seat) -> str:
        """Return a sentence on how many of a seat's plays followed a hint; empty if none did."""
        hinted, total = self.record.hinted(seat)
        return tr("Plays after a hint: {number} of {total}.", number=hinted, total=total) if hinted else ""

    def worst(self, seat: Seat) -> list[Mistake]:
        """Return a seat's most costly decisions so far, worst first. Of identically described ones, keep only one."""
        found = (judgement.mistake for judgement in self._judgements)
        own = [mistake for mistake in found if mistake and mistake.decision.seat == seat]
        own.sort(key=lambda mistake: mistake.verdict.cost)
        worst = list({(mistake.played, mistake.better): mistake for mistake in own}.values())
        worst.sort(key=lambda mistake: -mistake.verdict.cost)
        return [replace(mistake, why=self._whys.get(mistake.decision.step, "")) for mistake in worst[:MOST_DECISIONS]]

    def explain(self, mistake: Mistake, why: str | None) -> None:
        """Add the explanation of a mistake (see `Bot.why`). None means that it was no mistake."""
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
        """Replay a record. Raises RecordError if it does not fit the rules."""
        super().__init__(record)
        self.timeline = Timeline(record)
        made = map(self.timeline.decision, range(len(self.timeline.steps)))
        self.decisions = tuple(d for d in made if d and d.seat in self.humans and self._is_own(d))
        """The humans' own decisions with more than one legal action."""
        self.total = len(self.decisions)
        self.points = points_of(self.timeline)

    def _is_own(self, decision: Decision) -> bool:
        """Tell whether somebody decided: there was a choice, and no bot made it because time was up."""
        return len(decision.actions) > 1 and not self.timeline.steps[decision.step].entry.is_by_clock

    def chances(self, number: int) -> Shares:
        """Return the chances of all seats at the point with this index."""
        return chances_at(self.timeline, self.points[number])

    @property
    def next(self) -> Decision | None:
        """The next decision to judge; None if all are judged."""
        return self.decisions[self.judged] if self.judged < len(self.decisions) else None

    def add(self, verdict: Verdict[Any] | None) -> None:
        """Add the verdict on `next`; None if there is nothing to say."""
        self.take(self.judgement(self.judged, verdict))

    def judge(self, number: int, bot: Bot[Any, Any]) -> Judgement | None:
        """Let a bot judge the decision with this index; return None if it has nothing to say."""
        decision = self.decisions[number]
        rng = random.Random(bot_seed(decision.view, decision.moment))
        return self.judgement(number, bot.judge(decision.view, decision.actions, decision.played, rng))

    def why(self, mistake: Mistake, bot: Bot[Any, Any]) -> str | None:
        """Let a bot say why something else was better than a mistake (see `Bot.why`)."""
        decision, better = mistake.decision, mistake.verdict.better
        line = [*filter(None, (better.action, better.then))]
        rng = random.Random(bot_seed(decision.view, decision.moment))
        with about(self.names[decision.seat]):
            return bot.why(decision.view, line, self.timeline.line(decision), rng)

    def judgement(self, number: int, verdict: Verdict[Any] | None) -> Judgement | None:
        """Return the judgement that follows from a verdict on the decision with this index, or None."""
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
        """Describe a decision in a sentence. If it has none (a piece lifted), use that of the seat's next action."""
        later = map(self.timeline.decision, range(decision.step, len(self.timeline.steps)))
        sentences = (self.timeline.words_of(d, d.played) for d in later if d and d.seat == decision.seat)
        return next(filter(None, sentences), "")


def price(cost: float, game: AnyGame) -> str:
    """Return a cost in words, such as `7 points`."""
    return game.price(max(1, round(cost)))


def praise(name: str) -> str:
    """Return the message for a player whose decisions cost nothing."""
    yours = mark("You played like a master: none of your decisions cost you anything worth mentioning.")
    return tr_player(name, yours, mark("{name} played like a master: no decision cost anything worth mentioning."))
