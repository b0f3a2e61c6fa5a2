"""Bots asked in a process of their own, so that no frame waits for one."""

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

from game import language
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
    language: str = language.ENGLISH
    """In which the reason is given."""


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """A bot's answer to the question with that ticket; `failed` says why there is none, and is empty otherwise."""

    ticket: int
    action: Any = None
    reason: str = ""
    cost: float = 0.0
    """What the judged action loses against `action` (see `Verdict`)."""
    then: Any = None
    """What the bot would do next (see `Advice`)."""
    seconds: float = 0.0
    failed: str = ""


def bot_seed(seed: int, seat: Seat, moment: int) -> str:
    """Return the seed of a bot's generator for one choice.

    `moment` is the number of entries played so far, in a live game the milliseconds since the start. So the same game
    by the same bots goes the same way in the window, in a simulation and on any machine; and the game's seed, which
    gives the hidden cards away, cannot be worked out from a bot's.
    """
    return sha256(f"{seed}.{seat}.{moment}".encode()).hexdigest()[:32]


@cache
def _bot_of(game: str, level: str) -> Bot[Any, Any]:
    return bot_named(load(game), level)


def think(question: BotQuestion) -> BotAnswer:
    """Ask the bot, here and now."""
    language.use(question.language)
    bot, rng = _bot_of(question.game, question.level), random.Random(question.seed)
    began = perf_counter()
    advice, cost = _ask(bot, question, rng)
    action, reason, then = (advice.action, advice.reason, advice.then) if advice else (None, "", None)
    return BotAnswer(question.ticket, action, reason, cost, then, perf_counter() - began)


def _ask(bot: Bot[Any, Any], question: BotQuestion, rng: random.Random) -> tuple[Advice[Any] | None, float]:
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
    """Asks bots in a process of its own, one question after another; `poll` it every frame."""

    def __init__(self, work: Work = think) -> None:
        """Make one that spawns its process at the first question, or at `start`. `work` is for tests."""
        self._work = work
        self._process: WorkerProcess | None = None
        self._questions: deque[BotQuestion] = deque()  # the first is with the process, once that has started
        self._tickets = 0
        self._deaths = 0  # of the process, in a row

    def start(self) -> None:
        """Spawn the process ahead of the first question."""
        if self._process is None:
            with suppress(OSError):  # the system gives no process: `poll` counts it as one that died
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
        self._questions.append(
            BotQuestion(self._tickets, game, level, view, actions, seed, kind, played, language.current())
        )
        self.start()
        self._ask_next()
        return self._tickets

    def poll(self) -> BotAnswer | None:
        """Return the next answer, if it has come; never waits.

        A process that died, or was stopped for ten seconds, is replaced, and the question asked again. Where that
        happens twice in a row, or the bot raises an error, the answer says so in `failed`.
        """
        if self._process is None:
            return self._replace_process()
        try:
            reply = self._process.poll()
        except WorkerDied:
            return self._replace_process()
        if reply is None and self._process.is_stopped:
            return self._replace_process()
        answer = None if reply is None else self._read_reply(*reply)
        self._ask_next()
        return answer

    def cancel(self) -> None:
        """Drop all questions; a bot that is thinking is ended with its process, and the next one spawned."""
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
            with suppress(WorkerDied):  # the next poll finds out
                self._process.send(self._questions[0])

    def _read_reply(self, answer: BotAnswer, error: str) -> BotAnswer:
        self._deaths = 0
        ticket = self._questions.popleft().ticket
        return BotAnswer(ticket, failed=f"The bot could not decide: {error}") if error else answer

    def _replace_process(self) -> BotAnswer | None:
        """Spawn another process and ask again, unless it died twice over the same question."""
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
