"""A finished game judged by the strongest bot: which of the humans' decisions cost most, and what was better.

Nothing here thinks: a `Review` says what is to be judged next and takes the verdicts, wherever they come from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.bots.timeline import Decision, Timeline
from game.engine import Seat, Verdict
from game.language import mark, tr_player
from game.record import Record

MOST = 3
"""How many decisions are shown of each human."""
LEAST = 0.5
"""A decision that costs less than this, in the game's currency, was good enough."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision, and what was better; both are told in sentences, which are empty where there is nothing to say."""

    decision: Decision
    verdict: Verdict[Any]
    played: str
    better: str


class Review:
    """The decisions of a record's humans, judged one by one in the order of the game."""

    def __init__(self, record: Record) -> None:
        """Take up a record. Raises RecordError where it does not fit the rules."""
        self.timeline = Timeline(record)
        self.record, self.game, self.names = record, self.timeline.game, self.timeline.names
        self.humans = [seat for seat, player in enumerate(record.header.seats) if player.is_human]
        made = map(self.timeline.decision, range(len(self.timeline.steps)))
        self.decisions = tuple(d for d in made if d and d.seat in self.humans and len(d.actions) > 1)
        """Those of the humans that left a choice."""
        self.judged = 0
        """How many of the decisions have a verdict."""
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
            better = self.timeline.told_of(decision, verdict.better)
            self._mistakes.append(Mistake(decision, verdict, self._played(decision), better))

    def worst(self, seat: Seat) -> list[Mistake]:
        """Return the decisions of a seat that cost most so far, the dearest first."""
        own = [mistake for mistake in self._mistakes if mistake.decision.seat == seat]
        return sorted(own, key=lambda mistake: -mistake.verdict.cost)[:MOST]

    def _played(self, decision: Decision) -> str:
        """Return a decision in a sentence; where it has none (a piece lifted), that of the seat's next action."""
        later = map(self.timeline.decision, range(decision.step, len(self.timeline.steps)))
        told = (self.timeline.told(d, d.played) for d in later if d and d.seat == decision.seat)
        return next(filter(None, told), "")


def price(cost: float, currency: str) -> str:
    """Return a cost in words, such as `7 points`."""
    count = max(1, round(cost))
    unit, _, rest = currency.partition(" ")
    return " ".join(filter(None, (str(count), unit.removesuffix("s") if count == 1 else unit, rest)))


def praise(name: str) -> str:
    """Return what a player is told whose decisions cost nothing."""
    yours = mark("You play like a master: no decision cost anything worth a word.")
    return tr_player(name, yours, mark("{name} plays like a master: no decision cost anything worth a word."))
