"""A finished game gone over with the strongest bot: which of the humans' decisions cost most, and what was better.

Nothing here thinks: a `Review` says what is to be judged next and takes the verdicts, wherever they come from.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from game.bots.weights import bot_named
from game.bots.worker import bot_seed
from game.cli.transcript import clock
from game.engine import Advice, Seat, Verdict
from game.match import replay
from game.narration import address, tell
from game.record import Record, start_state
from game.registry import load

MOST = 3
"""So many decisions are shown of each human."""
LEAST = 0.5
"""What costs less, in the game's currency, was good enough."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A human's action that stands, and what the player knew and could do at that moment."""

    step: int
    """So many effective entries of the record lie before it."""
    moment: str
    """When it was, for people: `turn 12`, or the clock of a live game."""
    seat: Seat
    view: Any
    actions: Sequence[Any]
    played: Any
    seed: str


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that another would have bettered, both told in sentences; empty where there is nothing to say."""

    decision: Decision
    verdict: Verdict[Any]
    played: str
    better: str


class Course:
    """A record gone through once: what was to be decided at each of its steps, and what became of it."""

    def __init__(self, record: Record) -> None:
        """Take up a record. Raises RecordError where it does not fit the rules."""
        self.record, self.game = record, load(record.header.game)
        self.names = [player.name for player in record.header.seats]
        self.steps = replay(record)
        """(entry, action, events, state after it) of every entry that stands."""

    @property
    def is_over(self) -> bool:
        """Whether the record goes to the end of the game, so that nothing of it is secret any more."""
        return bool(self.steps) and self.game.outcome(self.steps[-1][3]) is not None

    @cached_property
    def _turns(self) -> list[int]:
        """In which turn each entry was played, from 1."""
        seats = [entry.seat for entry, *_ in self.steps]
        return [self.game.count_turns(seats[: number + 1]) for number in range(len(seats))]

    def decision(self, step: int) -> Decision | None:
        """Return what was decided after so many entries; None at the end, and where only time passed."""
        if step >= len(self.steps):
            return None
        entry, action = self.steps[step][:2]
        if action is None or entry.seat is None:
            return None
        state = self.state_before(step)
        moment = clock(entry.ms).strip() if self.game.live else f"turn {self._turns[step]}"
        seed = bot_seed(self.record.header.seed, entry.seat, entry.ms if self.game.live else step)
        view, actions = self.game.view(state, entry.seat), self.game.actions(state, entry.seat)
        return Decision(step, moment, entry.seat, view, actions, action, seed)

    def state_before(self, step: int) -> Any:
        """Return the state in which an entry was played: time has passed since the one before."""
        state = self.steps[step - 1][3].copy() if step else start_state(self.record.header)
        self.game.tick(state, self.steps[step][0].ms)
        return state

    def told(self, decision: Decision, *actions: Any) -> str:
        """Return actions that follow on each other in sentences: usually the first thing that each brings about."""
        state, sentences = self.state_before(decision.step), []
        for action in actions:
            events: list[Any] = []
            self.game.apply(state, decision.seat, action, events)
            shown = (self.game.redact(event, decision.seat) for event in events)
            own = self.game.describe_action(decision.seat, action, self.names)
            sentences.append(address(own) if own else next(iter(tell(self.game, shown, self.names)), ""))
        return " ".join(filter(None, sentences))

    def told_of(self, decision: Decision, advice: Advice[Any]) -> str:
        """Return in sentences what would have been done, and what right after."""
        return self.told(decision, *filter(None, (advice.action, advice.then)))


class Review:
    """The decisions of a record's humans, judged one by one in the order of the game."""

    def __init__(self, record: Record) -> None:
        """Take up a record. Raises RecordError where it does not fit the rules."""
        self.course = Course(record)
        self.record, self.game, self.names = record, self.course.game, self.course.names
        self.humans = [seat for seat, player in enumerate(record.header.seats) if player.is_human]
        made = map(self.course.decision, range(len(self.course.steps)))
        self.decisions = tuple(d for d in made if d and d.seat in self.humans and len(d.actions) > 1)
        """Those of the humans that left a choice."""
        self.judged = 0
        """So many of the decisions have a verdict."""
        self._mistakes: list[Mistake] = []

    @property
    def next(self) -> Decision | None:
        """What is to be judged next; None once all is."""
        return self.decisions[self.judged] if self.judged < len(self.decisions) else None

    def add(self, verdict: Verdict[Any] | None) -> None:
        """Take the verdict on `next`; None where there is nothing to say."""
        decision = self.decisions[self.judged]
        self.judged += 1
        if verdict and verdict.cost >= LEAST and verdict.better.action != decision.played:
            better = self.course.told_of(decision, verdict.better)
            self._mistakes.append(Mistake(decision, verdict, self._played(decision), better))

    def worst(self, seat: Seat) -> list[Mistake]:
        """Return the decisions of a seat that cost most so far, the dearest first."""
        own = [mistake for mistake in self._mistakes if mistake.decision.seat == seat]
        return sorted(own, key=lambda mistake: -mistake.verdict.cost)[:MOST]

    def _played(self, decision: Decision) -> str:
        """Return what a decision came to: what goes without saying (a piece lifted) shows in the seat's next action."""
        later = map(self.course.decision, range(decision.step, len(self.course.steps)))
        told = (self.course.told(d, d.played) for d in later if d and d.seat == decision.seat)
        return next(filter(None, told), "")


def price(cost: float, currency: str) -> str:
    """Return a cost in words, such as `7 points`."""
    count = max(1, round(cost))
    unit, _, rest = currency.partition(" ")
    return " ".join(filter(None, (str(count), unit.removesuffix("s") if count == 1 else unit, rest)))


# -- without a screen


def text_review(record: Record) -> Iterator[str]:
    """Yield the review of a record as lines of text, judged here and now. Raises RecordError before the first."""
    review = Review(record)
    bot = bot_named(review.game, review.game.levels[-1])
    while decision := review.next:
        rng = random.Random(decision.seed)
        review.add(bot.judge(decision.view, decision.actions, decision.played, rng))
    for seat in review.humans:
        yield f"{review.names[seat]}:"
        for mistake in review.worst(seat):
            yield from _lines(review, mistake)
        if not review.worst(seat):
            yield f"  {praise(review.names[seat])}"


def _lines(review: Review, mistake: Mistake) -> Iterator[str]:
    cost = price(mistake.verdict.cost, review.game.currency)
    yield f"  {mistake.decision.moment}, {cost}: {mistake.played}"
    yield f"    better: {' '.join(filter(None, (mistake.better, mistake.verdict.better.reason)))}"


def praise(name: str) -> str:
    """Return what is said to a player whose decisions cost nothing."""
    return address(f"{name} plays like a master: no decision cost anything worth a word.")
