"""One game between contenders: our bots and external ones."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any, Protocol

from topping_out.game.arena.contenders import Contender, bot_of
from topping_out.game.arena.external.bot import ExternalBot, Misbehaved
from topping_out.game.arena.external.protocol import Hello
from topping_out.game.bots.live import profile_of
from topping_out.game.bots.process import WorkFailed
from topping_out.game.bots.seeds import bot_seed
from topping_out.game.engine import Bot, Outcome, Seat
from topping_out.game.live.driver import LiveBot, LiveDriver, LiveQuestion
from topping_out.game.match import Match
from topping_out.game.record import Header, Record

MOST_DECISIONS = 20_000
"""A game that takes more is given up: external bots may never bring it to an end."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How often a contender decided, and how long that took, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def mean_ms(self) -> float:
        return 1000 * self.seconds / max(1, self.decisions)

    def __add__(self, other: Thinking) -> Thinking:
        seconds, slowest = self.seconds + other.seconds, max(self.slowest, other.slowest)
        return Thinking(self.decisions + other.decisions, seconds, slowest)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, by seat."""

    outcome: Outcome | None
    """None where it was given up, or lost by a fault."""
    thinking: tuple[Thinking, ...]
    faults: Mapping[Seat, str]
    """What external bots did that loses them the game."""
    record: Record
    summary: Mapping[str, Any]
    """What the game says about its end beside the outcome."""

    @property
    def shares(self) -> list[float]:
        """Share of the win: 1 divided among the winners; where nobody wins, among all who did not lose by a fault."""
        seats = range(len(self.thinking))
        sharing = (self.outcome.winners if self.outcome else ()) or [seat for seat in seats if seat not in self.faults]
        return [(seat in sharing) / len(sharing) if sharing else 0.0 for seat in seats]


computing_time = perf_counter if sys.platform == "win32" else thread_time
"""Seconds that this thread has computed. Windows tells those in steps of 16 ms: there it is the time that passes."""


class SeatedBot(Protocol):
    """A bot on a seat, one of ours or an external one."""

    @property
    def clock(self) -> Callable[[], float]:
        """What measures its decisions, in seconds."""

    def choose(self, view: Any, actions: Sequence[Any], moment: int) -> Any: ...


class InternalBot:
    """A bot of ours on a seat. Its time is what it computes, whatever else the machine does."""

    clock = staticmethod(computing_time)

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self._bot = bot

    def choose(self, view: Any, actions: Sequence[Any], moment: int) -> Any:
        return self._bot.choose(view, actions, random.Random(bot_seed(view, moment)))


class ObservedMatch(Match):
    """A match whose events are told as they happen."""

    def __init__(self, record: Record, tell: Callable[[int, list[Any]], None]) -> None:
        super().__init__(record)
        self._tell = tell

    def act(self, seat: Seat, action: Any, ms: int = 0, log: list[Any] | None = None) -> list[Any]:
        events = super().act(seat, action, ms, log)
        self._tell(ms, events)
        return events

    def tick(self, ms: int) -> list[Any]:
        events = super().tick(ms)
        self._tell(ms, events)
        return events


class GameRunner:
    """Plays one game, once."""

    def __init__(
        self,
        header: Header,
        contenders: Sequence[Contender],
        patience: float,
        own_speed: bool = True,
        tells_seed: bool = False,
    ) -> None:
        """Prepare a game of these contenders, by seat; a program has `patience` seconds for an answer.

        At a live table each moves at the speed of its level, or all at that of `hard`. `tells_seed`: whether programs
        are told the seed at the end, since no other game follows from it.
        """
        self._contenders, self._patience, self._own_speed = contenders, patience, own_speed
        self._told_seed = header.seed if tells_seed else None
        self._match = ObservedMatch(Record(header), self._tell)
        self._bots: list[SeatedBot] = []
        self._external: dict[Seat, ExternalBot] = {}
        self._thinking = [Thinking() for _ in contenders]
        self._faults: dict[Seat, str] = {}

    def play(self) -> Result:
        """Play the game to its end, or to the first fault; then end the programs."""
        try:
            outcome = self._play()
        finally:
            for external in self._external.values():
                external.kill()
            for external in self._external.values():
                external.leave()
        faults = {seat: what + self._last_words(seat) for seat, what in self._faults.items()}
        summary = self._match.game.summary(self._match.state) if outcome else {}
        return Result(None if faults else outcome, tuple(self._thinking), faults, self._match.record, summary)

    def _play(self) -> Outcome | None:
        self._seat_all()
        outcome = None
        if not self._faults:
            with self._noting_faults():
                outcome = self._play_live() if self._match.game.live else self._play_turns()
        for seat, external in self._external.items():
            if seat not in self._faults:
                with self._noting_faults():
                    external.finish(outcome, self._told_seed)
        return outcome

    def _seat_all(self) -> None:
        """Seat everybody; programs start side by side."""
        header, names = self._match.header, self._match.names
        for seat, contender in enumerate(self._contenders):
            if contender.command:
                hello = Hello(header.game, header.rules, seat, names, header.options, self._patience)
                external = self._external[seat] = ExternalBot(contender.command, hello, header.seed)
                with self._noting_faults():
                    external.start()
        for seat, external in self._external.items():
            if seat not in self._faults:
                with self._noting_faults():
                    external.greeted()
        if not self._faults:
            self._bots = [
                self._external.get(seat) or InternalBot(bot_of(self._match.game.name, contender))
                for seat, contender in enumerate(self._contenders)
            ]

    @contextmanager
    def _noting_faults(self) -> Iterator[None]:
        try:
            yield
        except Misbehaved as fault:
            self._faults[fault.seat] = fault.what

    def _last_words(self, seat: Seat) -> str:
        words = self._external[seat].last_words if seat in self._external else ""
        return f"; its last words: {words}" if words else ""

    # -- the game

    def _play_turns(self) -> Outcome | None:
        match, game, state = self._match, self._match.game, self._match.state
        while match.outcome is None:
            (seat,) = match.actors
            moment = len(match.record.entries)
            action = self._ask(seat, game.view(state, seat), game.actions(state, seat), moment)
            if self._is_endless:
                return None
            match.act(seat, action)
        return match.outcome

    def _play_live(self) -> Outcome | None:
        """Play on a clock that jumps."""
        game = self._match.game.name
        alike = None if self._own_speed else profile_of(game, {})
        bots = {seat: LiveBot(who.word, alike or who.motor_profile(game)) for seat, who in enumerate(self._contenders)}
        driver = LiveDriver(self._match, self._ask_live, bots)
        while self._match.outcome is None:
            due = driver.next_due()
            if due is None or self._is_endless:
                return None
            driver.advance(due)
        return self._match.outcome

    @property
    def _is_endless(self) -> bool:
        return sum(thinking.decisions for thinking in self._thinking) > MOST_DECISIONS

    def _ask_live(self, question: LiveQuestion) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(self._ask(question.seat, question.view, question.actions, question.ms))
        return future

    def _ask(self, seat: Seat, view: Any, actions: Sequence[Any], moment: int) -> Any:
        bot = self._bots[seat]
        began = bot.clock()
        action = bot.choose(view, actions, moment)
        seconds = bot.clock() - began
        self._thinking[seat] += Thinking(1, seconds, seconds)
        return action

    def _tell(self, ms: int, events: list[Any]) -> None:
        for seat, external in self._external.items():
            for event in events:
                external.hear(ms, self._match.game.redact(event, seat))


def play_game(
    header: Header,
    contenders: Sequence[Contender],
    patience: float,
    own_speed: bool = True,
    tells_seed: bool = False,
) -> Result:
    """Play one game, see `GameRunner`. Raises WorkFailed, with the seed, for whatever goes wrong in it."""
    try:
        return GameRunner(header, contenders, patience, own_speed, tells_seed).play()
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise WorkFailed(f"the game with seed {header.seed} could not be played: {what}") from error
