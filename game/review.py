"""A finished game gone over with the strongest bot: which of the humans' decisions cost most, and what was better.

Nothing here thinks: a `Review` says what is to be judged next and takes the verdicts, wherever they come from.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from game.catalogue import load
from game.engine import AnyGame, Seat, Verdict
from game.match import replay
from game.record import Entry, Record, start_state
from game.telling import address, tell
from game.transcript import clock
from game.worker import bot_seed

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


class Review:
    """The decisions of a record's humans, judged one by one in the order of the game."""

    def __init__(self, record: Record) -> None:
        """Take up a record. Raises RecordError where it does not fit the rules."""
        self.record, self.game = record, load(record.header.game)
        self.names = [player.name for player in record.header.seats]
        self._steps = replay(record)
        self.decisions = tuple(self._decisions())
        self.judged = 0
        """So many of the decisions have a verdict."""
        self._mistakes: list[Mistake] = []

    @property
    def humans(self) -> list[Seat]:
        return [seat for seat, player in enumerate(self.record.header.seats) if player.is_human]

    @property
    def next(self) -> Decision | None:
        """What is to be judged next; None once all is."""
        return self.decisions[self.judged] if self.judged < len(self.decisions) else None

    def add(self, verdict: Verdict[Any] | None) -> None:
        """Take the verdict on `next`; None where there is nothing to say."""
        decision = self.decisions[self.judged]
        self.judged += 1
        if verdict and verdict.cost >= LEAST and verdict.better.action != decision.played:
            self._mistakes.append(Mistake(decision, verdict, self._played(decision), self._better(decision, verdict)))

    def worst(self, seat: Seat) -> list[Mistake]:
        """Return the decisions of a seat that cost most so far, the dearest first."""
        own = [mistake for mistake in self._mistakes if mistake.decision.seat == seat]
        return sorted(own, key=lambda mistake: -mistake.verdict.cost)[:MOST]

    # -- finding the decisions

    def _decisions(self) -> Iterator[Decision]:
        turns = _turns(self.game, [entry for entry, *_ in self._steps])
        for step, (entry, action, _, _) in enumerate(self._steps):
            if action is None or entry.seat is None or not self.record.header.seats[entry.seat].is_human:
                continue
            state = self._state_before(step)
            actions = self.game.actions(state, entry.seat)
            if len(actions) < 2:  # there was no choice
                continue
            moment = clock(entry.ms).strip() if self.game.live else f"turn {turns[step]}"
            seed = bot_seed(self.record.header.seed, entry.seat, entry.ms if self.game.live else step)
            view = self.game.view(state, entry.seat)
            yield Decision(step, moment, entry.seat, view, actions, action, seed)

    def _state_before(self, step: int) -> Any:
        """Return the state in which an entry was played: time has passed since the one before."""
        state = self._steps[step - 1][3].copy() if step else start_state(self.record.header)
        self.game.tick(state, self._steps[step][0].ms)
        return state

    # -- telling

    def _played(self, decision: Decision) -> str:
        """Return what a decision came to: what goes without saying (a piece lifted) shows in the seat's next action."""
        own = ((n, s[1]) for n, s in enumerate(self._steps) if n >= decision.step and s[0].seat == decision.seat)
        told = (self._told(step, decision.seat, action) for step, action in own if action is not None)
        return next(filter(None, told), "")

    def _better(self, decision: Decision, verdict: Verdict[Any]) -> str:
        return self._told(decision.step, decision.seat, verdict.better.action)

    def _told(self, step: int, seat: Seat, action: Any) -> str:
        """Return the first thing that an action brings about, which is the action itself; empty if it says nothing."""
        state, events = self._state_before(step), list[Any]()
        self.game.apply(state, seat, action, events)
        sentences = tell(self.game, (self.game.redact(event, seat) for event in events), self.names)
        return next(iter(sentences), "")


def _turns(game: AnyGame, entries: Sequence[Entry]) -> list[int]:
    """Return for each entry in which turn it was played, from 1."""
    seats = [entry.seat for entry in entries]
    return [game.count_turns(seats[: number + 1]) for number in range(len(seats))]


def price(cost: float, currency: str) -> str:
    """Return a cost in words, such as `7 points`."""
    count = max(1, round(cost))
    unit, _, rest = currency.partition(" ")
    return " ".join(filter(None, (str(count), unit.removesuffix("s") if count == 1 else unit, rest)))


# -- without a screen


def text_review(record: Record) -> Iterator[str]:
    """Yield the review of a record as lines of text, judged here and now. Raises RecordError before the first."""
    review = Review(record)
    bot = review.game.bot(review.game.levels[-1])
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
