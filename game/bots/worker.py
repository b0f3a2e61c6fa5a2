"""Bots that run in processes of their own, so that no frame waits for them, and bots at live tables."""

from __future__ import annotations

import os
import random
import sys
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Literal

import msgspec

from .. import __version__
from ..boundary import brief
from ..engine import Advice, Bot, Outcome, Seat
from ..language import ENGLISH, YOU, about, current, mark, tr
from ..live import AskBot, LiveBot, LiveDriver, LiveQuestion, MotorProfile
from ..match import Match
from ..record import Header, Player, RecordError, is_possible, parse_record
from ..registry import blamer, is_own, load
from ..roster import RANDOM
from ..storage import translations
from ..storage.files import read_json, records_folder, write_atomic
from .process import Work, WorkerDied, WorkerProcess
from .puzzles import loss_of, puzzles_of
from .review import CurvePoint, Judgement, Mistake, Review
from .weights import WeightTable, bot_named, bot_seed, weights_named

QuestionKind = Literal["choose", "advise"]

FIRST_AFTER = 0.5
"""Seconds that advice may take before a preliminary answer, from the level below, is given out."""
LONG = 1.0
"""Seconds that a bot may spend on a dropped question while another question waits."""


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A question to a bot: its seat's view, the legal actions, and the moment (see `bot_seed`)."""

    ticket: int
    game: str
    level: str
    view: Any
    actions: Sequence[Any]
    moment: int
    kind: QuestionKind = "choose"
    language: str = ENGLISH
    """The language of the reason."""
    is_first: bool = False
    """Whether the answer is preliminary, because a better one will follow."""
    player: str = YOU
    """The player whose play it is. If it isn't the reader, the reason calls them by name."""


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """A question on a record: what a decision of a human cost, or why, or the chances at a point.

    Without a number, it asks for the number of decisions and for the points.
    """

    ticket: int
    record: bytes
    """The content of its file."""
    number: int | None
    is_of_point: bool = False
    language: str = ENGLISH
    """The language in which mistakes are described."""
    mistake: Mistake | None = None
    """If given, asks why something else was better than this mistake."""


@dataclass(frozen=True, slots=True)
class PuzzleQuestion:
    """A question on a puzzle: how much a played line falls short of the best."""

    ticket: int
    game: str
    puzzle: str
    """The puzzle's name."""
    steps: tuple[str, ...]
    language: str = ENGLISH


Question = BotQuestion | ReviewQuestion | PuzzleQuestion


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """The answer to the question with this ticket. If there is none, `failed` says why; otherwise that is empty."""

    ticket: int
    action: Any = None
    reason: str = ""
    then: Any = None
    """The bot's next action (see `Advice`)."""
    seconds: float = 0.0
    failed: str = ""
    is_final: bool = True
    """Whether no better answer will follow."""
    total: int = 0
    """In a review, the number of decisions. `judgement` is the result for a single one."""
    judgement: Judgement | None = None
    points: tuple[CurvePoint, ...] = ()
    """The points of the review's curve. `shares` are the chances at a single one."""
    shares: tuple[float, ...] = ()
    why: str | None = ""
    """Why something else was better than a mistake; None if there is no real difference."""
    loss: float = 0.0
    """How much better a puzzle's best line is. If that is little, `why` says what it achieves beyond the played one."""


@cache
def _bot_of(game: str, level: str) -> Bot[Any, Any]:
    return bot_named(load(game), level)


def think(question: BotQuestion) -> BotAnswer:
    """Let the bot answer a question in this process."""
    translations.use(question.language)
    bot, rng = _bot_of(question.game, question.level), random.Random(bot_seed(question.view, question.moment))
    began = perf_counter()
    with about(question.player):
        if question.kind == "advise":
            advice = bot.advise(question.view, question.actions, rng)
        else:
            advice = Advice(bot.choose(question.view, question.actions, rng), "")
    action, reason, then = (advice.action, advice.reason, advice.then) if advice else (None, "", None)
    game = load(question.game)
    if not game.live and action not in question.actions and not is_own(game.name):
        raise blamer(game.name)(f"its bot chose {brief(action)}, which is not one of the actions")
    return BotAnswer(question.ticket, action, reason, then, perf_counter() - began, is_final=not question.is_first)


@lru_cache(maxsize=1)
def _review_of(record: bytes, language_code: str) -> Review:
    """Return the review of a record, described in this language, which is the current one."""
    return Review(parse_record(record))


def review(question: ReviewQuestion) -> BotAnswer:
    """Answer a question of a review in this process. The record is replayed only once."""
    translations.use(question.language)
    try:
        found = _review_of(question.record, question.language)
    except RecordError as error:
        return BotAnswer(question.ticket, failed=str(error))
    judge = _bot_of(found.game.name, found.game.levels[-1])
    if question.mistake:
        return BotAnswer(question.ticket, why=found.why(question.mistake, judge))
    if question.number is None:
        return BotAnswer(question.ticket, total=len(found.decisions), points=found.points)
    if question.is_of_point:
        return BotAnswer(question.ticket, shares=tuple(found.chances(question.number)))
    return BotAnswer(question.ticket, judgement=found.judge(question.number, judge))


def weigh(question: PuzzleQuestion) -> BotAnswer:
    """Answer a question about a line of a puzzle in this process."""
    translations.use(question.language)
    puzzle = next(puzzle for puzzle in puzzles_of(question.game) if puzzle.name == question.puzzle)
    return BotAnswer(question.ticket, loss=loss_of(puzzle, question.steps))


def answer(question: Question) -> BotAnswer:
    """Answer any question in this process."""
    if isinstance(question, PuzzleQuestion):
        return weigh(question)
    return review(question) if isinstance(question, ReviewQuestion) else think(question)


class BotWorker:
    """Asks bots in a separate process, one question at a time. Call `poll` every frame."""

    def __init__(self, work: Work = answer) -> None:
        """Make a worker. It spawns its process at the first question, or at `start`. `work` is for tests."""
        self._work = work
        self._process: WorkerProcess | None = None
        self._questions: deque[Question] = deque()
        # Once the process has started, it works on the first question.
        self._tickets = 0
        self._dropped = 0  # ticket of a dropped question that the process still works on
        self._deaths = 0  # of the process, since the last reply
        self._first: tuple[float, BotAnswer] | None = None  # a preliminary answer, and the time at which to give it out
        self._notice = ""

    def start(self) -> None:
        """Spawn the process before the first question."""
        if self._process is None:
            with suppress(OSError):  # no process could be started: `poll` treats this as one that died
                self._process = WorkerProcess(self._work)

    def ask(
        self,
        game: str,
        level: str,
        view: Any,
        actions: Sequence[Any],
        moment: int,
        kind: QuestionKind = "choose",
        player: str = YOU,
    ) -> int:
        """Ask a bot to choose, or to advise that player with a reason; return the ticket of the answer.

        Advice of the strongest bot takes time, so a preliminary answer (not `is_final`) may come first.
        """
        self._tickets += 1
        question = BotQuestion(self._tickets, game, level, view, actions, moment, kind, current(), player=player)
        levels = load(game).levels
        if kind == "advise" and level == levels[-1] and len(levels) > 1:
            self._enqueue(replace(question, level=levels[-2], is_first=True))
        self._enqueue(question)
        return self._tickets

    def ask_review(
        self, record: bytes, number: int | None, is_of_point: bool = False, mistake: Mistake | None = None
    ) -> int:
        """Ask about a record (see `ReviewQuestion`); return the ticket of the answer."""
        self._tickets += 1
        self._enqueue(ReviewQuestion(self._tickets, record, number, is_of_point, current(), mistake))
        return self._tickets

    def ask_puzzle(self, game: str, puzzle: str, steps: tuple[str, ...]) -> int:
        """Ask about a line of a puzzle (see `PuzzleQuestion`); return the ticket of the answer."""
        self._tickets += 1
        self._enqueue(PuzzleQuestion(self._tickets, game, puzzle, steps, current()))
        return self._tickets

    def _enqueue(self, question: Question) -> None:
        self._questions.append(question)
        self.start()
        self._ask_next()

    def poll(self) -> BotAnswer | None:
        """Return the next answer, or None if it has not come. Never waits.

        A process that died, or was stopped for ten seconds, is replaced, and the question is asked again. If that
        happens twice in a row, or the bot raises an error, the answer's `failed` says so.
        """
        if self._process is None:
            return self._replace_process(mark("The bots' process was gone, so another one has taken over."))
        try:
            reply = self._process.poll()
        except WorkerDied:
            return self._replace_process(mark("The bots' process stopped, so another one has taken over."))
        if reply is None and self._process.is_stopped:
            return self._replace_process(mark("The bots' process hung, so another one has taken over."))
        answer = None if reply is None else self._read_reply(*reply)
        if self._dropped and len(self._questions) > 1 and self._process and self._process.busy_for > LONG:
            self._drop_process()  # it works on a dropped question while another one waits
            self._questions.popleft()
            self._dropped = 0
            self.start()
        self._ask_next()
        return answer or self._first_answer()

    def take_notice(self) -> str:
        """Return once, in English, what the player should know about the process; empty if there is nothing."""
        notice, self._notice = self._notice, ""
        return notice

    def drop(self, ticket: int) -> None:
        """Drop a question. If a bot already works on it, it is only ended if other questions wait too long."""
        if self._first and self._first[1].ticket == ticket:
            self._first = None
        is_begun = bool(self._process and self._process.is_busy and self._questions[0].ticket == ticket)
        begun = [self._questions[0]] if is_begun else []
        self._questions = deque([*begun, *(question for question in self._questions if question.ticket != ticket)])
        if is_begun:
            self._dropped = ticket

    def cancel(self) -> None:
        """Drop all questions. If a bot is thinking, kill its process and start the next one."""
        self._forget_all()
        if self._process and self._process.is_busy:
            self._drop_process()
            self.start()

    def close(self) -> None:
        """Drop all questions and end the process."""
        self._forget_all()
        self._drop_process()

    def _forget_all(self) -> None:
        self._questions.clear()
        self._deaths = self._dropped = 0
        self._first = None

    def _ask_next(self) -> None:
        if self._questions and self._process and self._process.is_idle:
            with suppress(WorkerDied):  # `poll` will notice
                self._process.send(self._questions[0])

    def _read_reply(self, answer: BotAnswer, error: str) -> BotAnswer | None:
        """Process a reply; return it if it should be given out now."""
        self._deaths = 0
        question = self._questions.popleft()
        dropped, self._dropped = self._dropped, 0
        if dropped == question.ticket:
            return None
        if isinstance(question, BotQuestion) and question.is_first:
            if not error and answer.action is not None:
                self._first = monotonic() + FIRST_AFTER, answer
            return None
        if self._first and self._first[1].ticket == question.ticket:
            self._first = None
        if error:
            return BotAnswer(question.ticket, failed=tr("The bot couldn't decide: {error}", error=error))
        return answer

    def _first_answer(self) -> BotAnswer | None:
        """Return the preliminary answer if the final one takes too long."""
        if not self._first or monotonic() < self._first[0]:
            return None
        first, self._first = self._first[1], None
        return first

    def _replace_process(self, notice: str) -> BotAnswer | None:
        """Spawn another process and ask again, unless the process died twice over the same question."""
        self._drop_process()
        if self._dropped:
            self._questions.popleft()
            self._dropped = 0
        if not self._questions:
            return None
        self._deaths += 1
        answer = None
        if self._deaths == 2:
            self._deaths = 0
            failed = tr("The bots' process stopped twice while thinking.")
            answer = BotAnswer(self._questions.popleft().ticket, failed=failed)
        else:
            self._notice = notice
        if self._questions:
            self.start()
        return answer

    def _drop_process(self) -> None:
        if self._process:
            self._process.kill()
            self._process = None


# -- live tables


USUAL_LEVEL = "hard"
"""The level whose speed a bot gets if it has none of its own: a program, a table of weights, or the random bot."""
USUAL_PROFILE = MotorProfile(reaction=220, hesitation=200, speed=1670, grip=110, attention=220)
"""The speed of a bot if the game does not define even that level's."""


def profile_of(game: str, weights: WeightTable) -> MotorProfile:
    """Return the speed of a bot with these weights: their table `hands`, or else that of the usual level.

    Raises msgspec.ValidationError.
    """
    for table in (weights, weights_named(game, USUAL_LEVEL)):
        if "hands" in table:
            return msgspec.convert(table["hands"], MotorProfile)
    return USUAL_PROFILE


def profile_named(game: str, name: str) -> MotorProfile:
    """Return the speed of the bot with this name. Raises UnknownBot."""
    return profile_of(game, {} if name == RANDOM else weights_named(game, name))


def live_bots(header: Header) -> dict[Seat, LiveBot]:
    """Return the bots at a live table, by seat."""
    bots = {seat: player.level for seat, player in enumerate(header.seats) if not player.is_human}
    return {seat: LiveBot(name, profile_named(header.game, name)) for seat, name in bots.items()}


def choose_here(question: LiveQuestion) -> Future[Any]:
    """Let a bot choose at once, in this process."""
    bot_question = BotQuestion(0, question.game, question.bot, question.view, question.actions, question.ms)
    choice: Future[Any] = Future()
    choice.set_result(think(bot_question).action)
    return choice


def play_live(header: Header, ask: AskBot = choose_here, bots: dict[Seat, LiveBot] | None = None) -> Match:
    """Play a live game of bots to its end on a simulated clock. The same arguments give exactly the same game.

    `bots` replaces the bots of the header.
    """
    match = Match.new(header)
    driver = LiveDriver(match, ask, live_bots(header) if bots is None else bots)
    while match.outcome is None:
        due = driver.next_due()
        if due is None:
            raise RuntimeError(f"no seat will ever act again, {driver.ms} ms into the game")
        driver.advance(due)
    return match


# -- the same deal with bots on a player's seat


COMPARED = ("master", "hard", "medium")
"""The levels for comparison, in the order in which they are shown."""
CACHE = "daily.json"
"""Cache file beside the records. It may be deleted."""
LARGEST_CACHE = 1024 * 1024
MOST_KNOWN = 3000
"""The most games in the cache, enough for two years with one deal a day. The oldest are removed first."""
NICENESS = 19
"""The niceness of the process, except on Windows."""
IDLE_PRIORITY_CLASS = 0x40
"""The priority class of the process on Windows."""


class ComparisonCache(msgspec.Struct):
    """The results of games that bots played. Another version of the program starts anew; its bots may differ."""

    program: str = __version__
    known: dict[str, Outcome] = {}


def in_place_of(header: Header, level: str) -> Header:
    """Return a header in which a bot of this level replaces the human, without start time or occasion."""
    bot = Player(level, "bot", level)
    seats = tuple(bot if player.is_human else player for player in header.seats)
    return msgspec.structs.replace(header, seats=seats, started="", occasion=msgspec.UNSET)


def play_out(header: Header) -> Outcome:
    """Let bots play a game to its end in this process."""
    match = play_live(header) if load(header.game).live else _play_turns(header)
    assert match.outcome
    return match.outcome


def play_out_gently(header: Header) -> Outcome:
    """Like `play_out`, but lower the priority of this process first."""
    if sys.platform == "win32":
        import ctypes

        this_process = ctypes.c_void_p(-1)
        ctypes.windll.kernel32.SetPriorityClass(this_process, IDLE_PRIORITY_CLASS)
    else:
        os.nice(NICENESS)
    return play_out(header)


def _play_turns(header: Header) -> Match:
    """Play as the same bots do at a table."""
    match, game = Match.new(header), load(header.game)
    while match.outcome is None:
        seat = min(match.actors)
        view, actions = game.view(match.state, seat), game.actions(match.state, seat)
        level, moment = header.seats[seat].level, len(match.record.entries)
        match.act(seat, think(BotQuestion(0, game.name, level, view, actions, moment)).action)
    return match


class Comparisons:
    """Plays deals out one after another. Call `listen` every frame; `news` counts the results."""

    def __init__(self, folder: Path | None = None, work: Callable[[Header], Outcome] = play_out_gently) -> None:
        """Use the folder of the cache, by default that of the user's records. `work` is for tests."""
        self.path = (folder or records_folder()) / CACHE
        self.news = 0
        self._work = work
        self._process: WorkerProcess | None = None
        self._waiting: deque[Header] = deque()
        """Games to play. Once the process has started, it works on the first one."""
        self._known: dict[str, Outcome] | None = None

    def found(self, header: Header) -> dict[str, Outcome]:
        """Return the known results of a deal by level."""
        if self._known is None:
            self._known = self._read()
        games = {level: self._known.get(_key(in_place_of(header, level))) for level in COMPARED}
        return {level: outcome for level, outcome in games.items() if outcome and is_possible(outcome, header)}

    def ask(self, header: Header) -> None:
        """Play out the unknown results of a deal, the fastest bot's first."""
        known = self.found(header)
        for level in reversed(COMPARED):
            game = in_place_of(header, level)
            if level not in known and level in load(header.game).levels and game not in self._waiting:
                self._waiting.append(game)
        if self._waiting and self._process is None:
            with suppress(OSError):  # no process can be started, so nothing is compared
                self._process = WorkerProcess(self._work)

    def is_awaited(self, header: Header) -> bool:
        """Tell whether results of a deal are still to come."""
        return any(in_place_of(header, level) in self._waiting for level in COMPARED)

    def listen(self) -> None:
        """Store the results that have come, and start the next game. Never waits."""
        if self._process is None:
            return
        try:
            reply = self._process.poll()
            if reply:
                self._store(self._waiting.popleft(), reply[0])
            if self._process.is_idle and self._waiting:
                self._process.send(self._waiting[0])
        except WorkerDied:
            self.close()
            self.news += 1

    def close(self) -> None:
        """End the process, and forget its remaining work until it is asked for again."""
        self._waiting.clear()
        if self._process:
            self._process.kill()
            self._process = None

    def _store(self, game: Header, outcome: Outcome | None) -> None:
        """Store the result of a game. None means that a bot failed and there is no result."""
        self.news += 1
        if outcome:
            known = {**self._read(), **(self._known or {}), _key(game): outcome}
            self._known = dict([*known.items()][-MOST_KNOWN:])
            with suppress(OSError):  # the cache only saves time
                write_atomic(self.path, msgspec.json.encode(ComparisonCache(known=self._known)))

    def _read(self) -> dict[str, Outcome]:
        cache = read_json(self.path, LARGEST_CACHE, ComparisonCache, ComparisonCache())
        return cache.known if cache.program == __version__ else {}


def _key(header: Header) -> str:
    """Return the cache key of a game of bots: everything that its course depends on."""
    levels = [player.level for player in header.seats]
    parts = (header.game, header.rules, levels, sorted(header.options.items()), header.seed)
    return sha256(msgspec.json.encode(parts)).hexdigest()[:24]
