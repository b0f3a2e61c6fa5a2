"""A finished game judged by the strongest bot: which of the humans' decisions cost most, and what was better.

The window holds the results alone: going through a record and judging take their time in the bots' process.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from topping_out.game.bots.review.accuracy import LEAST, average_cost
from topping_out.game.bots.review.chances import Shares
from topping_out.game.bots.review.curve import CurvePoint, chances_at, points_of
from topping_out.game.bots.review.timeline import Decision, Timeline
from topping_out.game.bots.seeds import bot_seed
from topping_out.game.engine import AnyGame, Bot, Seat, Verdict
from topping_out.game.language import about, mark, tr, tr_player
from topping_out.game.record import Record
from topping_out.game.registry import load

MOST = 3
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
        return [replace(mistake, why=self._whys.get(mistake.decision.step, "")) for mistake in worst[:MOST]]

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
