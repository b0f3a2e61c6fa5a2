"""Bots that think in a process of their own, so that no frame waits for one."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from time import perf_counter
from typing import Any, Literal

from game.bots.process import Work, WorkerDied, WorkerProcess
from game.bots.weights import bot_named
from game.engine import Advice, Bot, Seat
from game.registry import load

QuestionKind = Literal["choose", "advise", "judge"]


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """What a bot is asked: its seat's view, what it may do, and the seed of its random generator."""

    ticket: int
    game: str
    level: str
    view: Any
    actions: Sequence[Any]
    seed: int | str
    kind: QuestionKind = "choose"
    played: Any = None
    """The action to judge."""


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """What the bot said to the question of that ticket; `failed` says why it could not, and is empty otherwise."""

    ticket: int
    action: Any = None
    reason: str = ""
    cost: float = 0.0
    """What the action judged has lost beside `action` (see `Verdict`)."""
    then: Any = None
    """What follows on `action` (see `Advice`)."""
    seconds: float = 0.0
    failed: str = ""


def bot_seed(seed: int, seat: Seat, moment: int) -> str:
    """Return the seed of a bot's generator for one choice.

    `moment` is the number of entries played so far, in a live game the milliseconds since the start: the same
    game by the same bots goes the same way in the window, in a simulation and on any machine. Nobody reads the
    game's seed, and with it the hidden cards, off the bot's.
    """
    return sha256(f"{seed}.{seat}.{moment}".encode()).hexdigest()[:32]


@cache
def bot_of(game: str, level: str) -> Bot[Any, Any]:
    return bot_named(load(game), level)


def think(question: BotQuestion) -> BotAnswer:
    """Ask the bot, here and now."""
    bot, rng = bot_of(question.game, question.level), random.Random(question.seed)
    began = perf_counter()
    advice, cost = _say(bot, question, rng)
    action, reason, then = (advice.action, advice.reason, advice.then) if advice else (None, "", None)
    return BotAnswer(question.ticket, action, reason, cost, then, perf_counter() - began)


def _say(bot: Bot[Any, Any], question: BotQuestion, rng: random.Random) -> tuple[Advice[Any] | None, float]:
    view, actions = question.view, question.actions
    match question.kind:
        case "choose":
            return Advice(bot.choose(view, actions, rng), ""), 0.0
        case "advise":
            return bot.advise(view, actions, rng), 0.0
        case "judge":
            verdict = bot.judge(view, actions, question.played, rng)
            return (verdict.better, verdict.cost) if verdict else (None, 0.0)


class BotWorker:
    """One process that answers questions in the order in which they are asked; `poll` it every frame."""

    def __init__(self, work: Work = think) -> None:
        """Make one that will spawn its process at the first question, or at `start`. `work` is for tests."""
        self._work = work
        self._process: WorkerProcess | None = None
        self._questions: deque[BotQuestion] = deque()  # the first is with the process, once that has started
        self._tickets = 0
        self._deaths = 0  # of the process, in a row

    def start(self) -> None:
        """Spawn the process ahead of the first question."""
        if self._process is None:
            with suppress(OSError):  # no process to be had: `poll` counts it as one that died
                self._process = WorkerProcess(self._work)

    def ask(
        self,
        game: str,
        level: str,
        view: Any,
        actions: Sequence[Any],
        seed: int | str,
        kind: QuestionKind = "choose",
        played: Any = None,
    ) -> int:
        """Ask a bot to choose, to advise with a reason, or to judge what was played; return the answer's ticket."""
        self._tickets += 1
        self._questions.append(BotQuestion(self._tickets, game, level, view, actions, seed, kind, played))
        self.start()
        self._ask_next()
        return self._tickets

    def poll(self) -> BotAnswer | None:
        """Return the next answer, if there is one; never waits.

        A process that died is spawned again and asked again. If it dies a second time in a row, or the bot
        raises an error, the answer has `failed`.
        """
        if self._process is None:
            return self._mourn()
        try:
            reply = self._process.poll()
        except WorkerDied:
            return self._mourn()
        answer = None if reply is None else self._settle(*reply)
        self._ask_next()
        return answer

    def cancel(self) -> None:
        """Drop all questions; a bot that is thinking is stopped, and the next process spawned."""
        self._questions.clear()
        self._deaths = 0
        if self._process and self._process.is_busy:
            self._drop_process()
            self.start()

    def close(self) -> None:
        """Drop all questions and end the process."""
        self._questions.clear()
        self._drop_process()

    def _ask_next(self) -> None:
        if self._questions and self._process and self._process.is_idle:
            with suppress(WorkerDied):  # the next poll finds out, and mourns
                self._process.send(self._questions[0])

    def _settle(self, answer: BotAnswer, error: str) -> BotAnswer:
        self._deaths = 0
        ticket = self._questions.popleft().ticket
        return BotAnswer(ticket, failed=f"The bot could not decide: {error}") if error else answer

    def _mourn(self) -> BotAnswer | None:
        """Spawn the process again and ask again, unless it died twice over the same question."""
        self._drop_process()
        if not self._questions:
            return None
        self._deaths += 1
        answer = None
        if self._deaths == 2:
            self._deaths = 0
            answer = BotAnswer(self._questions.popleft().ticket, failed="The bots' process ended twice while thinking.")
        if self._questions:
            self.start()
        return answer

    def _drop_process(self) -> None:
        if self._process:
            self._process.kill()
            self._process = None
