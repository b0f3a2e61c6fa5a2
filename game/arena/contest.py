"""Contests: who plays whom, the games between them, and the strengths that follow from the results."""

from __future__ import annotations

import random
import re
import shlex
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, log, log10, sqrt
from pathlib import Path
from shutil import which
from statistics import fmean, variance
from time import perf_counter, thread_time
from typing import Any, ClassVar

import msgspec

from .. import roster
from ..assets import decoded
from ..bots.process import HERE, Workers, WorkFailed
from ..bots.weights import WeightTable, bot_named, bot_seed, make_bot
from ..bots.worker import profile_named, profile_of
from ..engine import AnyGame, Bot, Outcome, Seat
from ..language import mark, tr
from ..live import LiveBot, LiveDriver, LiveQuestion, MotorProfile
from ..match import Match
from ..record import Header, Player, Record
from ..registry import load
from ..storage.files import STANDARD, is_there, read_file, read_in
from ..text import labelled, leaves, not_opened, plainly
from .external import PATIENCE, ExternalBot, Misbehaved, undisturbed
from .protocol import Hello

# -- elo


Z95 = 1.96
"""A normal distribution has 95% of its weight within this many standard errors."""
PRIOR_PAIRS = 4
"""Even pairs that are added when a spread is estimated (Agresti and Coull's rule), because a few equal results are no
certainty."""


def share_of(elo: float, seats: int = 2) -> float:
    """Return the share of wins of a contender that is this much Elo stronger than each of the others."""
    odds: float = 10 ** (elo / 400)
    return odds / (odds + seats - 1)


def elo_of(share: float, seats: int = 2) -> float:
    """Return how much Elo a contender with this share is stronger than each of the others; infinite at 0 and 1."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share * (seats - 1) / (1 - share))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which is infinite for a single value. There must be a value."""
    return fmean(values), sqrt(variance(values) / len(values)) if len(values) > 1 else inf


def even_share(share: float, seats: int) -> float:
    """Convert a contender's share against several equal opponents to its share against only one of them.

    For an even contender this is 1/2, whatever the number of seats.
    """
    return share_of(elo_of(share, seats)) if 0 < share < 1 else share


def elo_interval(shares: Sequence[float], seats: int = 2) -> tuple[float, float]:
    """Return the bounds of the 95% interval of the Elo. A bound may be infinite."""
    mean, spread = _with_prior(shares, seats)
    reach = Z95 * sqrt(spread / (len(shares) + PRIOR_PAIRS))
    return elo_of(mean - reach, seats), elo_of(mean + reach, seats)


def _with_prior(shares: Sequence[float], seats: int) -> tuple[float, float]:
    """Return mean and variance after adding `PRIOR_PAIRS` pairs, won or lost entirely, as of an even contender."""
    number, wins = len(shares) + PRIOR_PAIRS, PRIOR_PAIRS / seats
    mean = (sum(shares) + wins) / number
    squares = sum((share - mean) ** 2 for share in shares) + wins * (1 - mean) ** 2 + (PRIOR_PAIRS - wins) * mean**2
    return mean, squares / number


@dataclass(frozen=True, slots=True)
class Sprt:
    """Sequential probability ratio test: is the Elo at least `elo1`, or at most `elo0`?

    It is generalised to any kind of result: likelihoods are those of normal distributions with the observed spread.
    """

    elo0: float
    elo1: float

    ERROR: ClassVar[float] = 0.05
    """Probability of accepting the wrong hypothesis, the same for both."""
    BOUND: ClassVar[float] = log((1 - ERROR) / ERROR)

    def ratio(self, shares: Sequence[float], seats: int = 2) -> float:
        """Return the logarithm of the likelihood ratio. Above 0 it favours `elo1`."""
        if not shares:
            return 0.0
        low, high = share_of(self.elo0, seats), share_of(self.elo1, seats)
        _, spread = _with_prior(shares, seats)
        return len(shares) * (high - low) * (2 * fmean(shares) - low - high) / (2 * spread)

    def verdict(self, shares: Sequence[float], seats: int = 2) -> float | None:
        """Return the accepted Elo, or None if more pairs are needed."""
        ratio = self.ratio(shares, seats)
        if abs(ratio) < self.BOUND:
            return None
        return self.elo1 if ratio > 0 else self.elo0


# -- contenders


LARGEST_TABLE = 256 * 1024
"""Bytes of a file of weights."""
LARGEST_NUMBER = 1_000_000
"""The largest number in such a file. A larger amount of work would take for ever."""
LONGEST_LABEL = 32
_COMMA = re.compile(r""",(?=(?:[^"']|"[^"]*"|'[^']*')*$)""")
"""A comma outside quotes."""
_WORD = re.compile(r"[A-Za-z0-9-]*")
FILE, COMMAND = "@", "exec:"


class UnfitContender(ValueError):
    """A contender that cannot play. The message says which and why, in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(plainly(message))


def label(word: str) -> str:
    """Return the name of a contender in a table of results: its word, or the end of a long one."""
    return word if len(word) <= LONGEST_LABEL else "…" + word[1 - LONGEST_LABEL :]


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot given by its name, by a table of weights, or by a command that starts an external program."""

    word: str
    weights: str = ""
    """Its table of weights as JSON; empty for a bot given by name."""
    command: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return label(self.word)

    @property
    def title(self) -> str:
        """Its name for the other players."""
        return "Program" if self.command else "Weights" if self.weights else roster.title(self.word)

    @property
    def level(self) -> str:
        """Its level in a record."""
        return self.word if roster.is_known(self.word) or self.word == roster.RANDOM else roster.OTHER

    def motor_profile(self, game: str) -> MotorProfile:
        """Return the speed of its hand at a live table. Raises UnknownBot, msgspec.ValidationError."""
        if self.command or self.weights:
            return profile_of(game, msgspec.json.decode(self.weights or "{}"))
        return profile_named(game, self.word)


@lru_cache(maxsize=64)
def bot_of(game: str, contender: Contender) -> Bot[Any, Any]:
    """Return the bot of a contender that is not a command. Raises UnknownBot, msgspec.ValidationError."""
    rules = load(game)
    if contender.weights:
        return make_bot(rules, msgspec.json.decode(contender.weights))
    return bot_named(rules, contender.word)


def read_contenders(game: AnyGame, text: str) -> tuple[Contender, ...]:
    """Return the contenders of a list like `hard,@mine.toml,exec:"my-bot --fast"`. Raises UnfitContender."""
    return tuple(read_contender(game, word.strip()) for word in _COMMA.split(text))


def read_contender(game: AnyGame, word: str) -> Contender:
    """Return the contender that a word describes. Raises UnfitContender."""
    if word.startswith(COMMAND):
        return Contender(word, command=_split(word.removeprefix(COMMAND)))
    table = _read_table(Path(word.removeprefix(FILE))) if word.startswith(FILE) else {}
    return make_contender(game, word, table)


def make_contender(game: AnyGame, word: str, table: WeightTable) -> Contender:
    """Return a contender with this table of weights or, if it is empty, the bot named `word`. Raises UnfitContender."""
    contender = Contender(word, msgspec.json.encode(table).decode() if table else "")
    try:
        bot_of(game.name, contender)
        if game.live:
            contender.motor_profile(game.name)
    except (ValueError, KeyError, TypeError) as error:
        what = tr("there's no {name}", name=str(error)) if isinstance(error, KeyError) else str(error)
        raise UnfitContender(labelled(word, what) if table else what) from None
    return contender


def players_of(contenders: Sequence[Contender]) -> list[Player]:
    """Return players for a header. Contests do not use the levels in it; in records they show who played."""
    return [Player(f"{who.title} {seat + 1}", "bot", who.level, seat) for seat, who in enumerate(contenders)]


def _split(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command.replace("\\", r"\\") if sys.platform == "win32" else command))
    except ValueError:
        raise UnfitContender(labelled(f"{COMMAND}{command}", tr("a closing quotation mark is missing"))) from None
    if not words:
        text = mark("{word} needs a command after it: write {example}")
        raise UnfitContender(tr(text, word=COMMAND, example=COMMAND + tr("COMMAND")))
    if "\0" in command or which(words[0]) is None:
        why = tr("there's no program {name}", name=words[0])
        try:
            is_there(Path(words[0]))
        except OSError as error:
            why = not_opened(words[0], error)
        raise UnfitContender(labelled(f"{COMMAND}{command}", why))
    return words


def _read_table(path: Path) -> WeightTable:
    name = tr("standard input") if path == STANDARD else str(path)
    try:
        data = read_in(LARGEST_TABLE) if path == STANDARD else read_file(path, LARGEST_TABLE)
    except (OSError, ValueError) as error:
        raise UnfitContender(not_opened(name, error)) from None
    if len(data) > LARGEST_TABLE:
        text = mark("{file} is larger than {bytes} bytes, so it can't be a table of weights")
        raise UnfitContender(tr(text, file=name, bytes=LARGEST_TABLE))
    try:
        table = msgspec.toml.decode(decoded(data), type=dict[str, Any])
        for value in leaves(table):
            if isinstance(value, str) and not _WORD.fullmatch(value):
                text = mark("{value} can't be a name: use letters, digits and -")
                raise ValueError(tr(text, value=repr(value[:LONGEST_LABEL])))
            if isinstance(value, (int, float)) and not abs(value) <= LARGEST_NUMBER:
                raise ValueError(tr("a number in it is larger than {largest}", largest=LARGEST_NUMBER))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UnfitContender(labelled(name, str(error))) from None
    if not table:
        raise UnfitContender(tr("{file} has no weights in it", file=name))
    return table


# -- runner


MOST_DECISIONS = 20_000
"""A game with more decisions is given up, because external bots may never end it."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The start of a game and its players, by seat."""

    header: Header
    contenders: tuple[Contender, ...]
    patience: float = PATIENCE
    """Seconds that an external program has for each answer."""
    own_speed: bool = True
    """Whether at a live table each moves at its own level's speed, otherwise at that of `hard`."""
    tells_seed: bool = False
    """Whether external programs are told the seed at the end; only if no other game with this seed follows."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The number of a contender's decisions, and the seconds that they took."""

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
    """The result of a game, by seat."""

    words: tuple[str, ...]
    """The contenders."""
    outcome: Outcome | None
    """None if the game was given up or lost by a fault."""
    thinking: tuple[Thinking, ...]
    faults: Mapping[Seat, str]
    """What external bots did that loses them the game."""
    record: Record
    summary: Mapping[str, Any]
    """What the game says about its end in addition to the outcome."""

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win. If nobody wins, it is divided among all who did not lose by a fault."""
        seats = range(len(self.thinking))
        sharing = (self.outcome.winners if self.outcome else ()) or [seat for seat in seats if seat not in self.faults]
        return [(seat in sharing) / len(sharing) if sharing else 0.0 for seat in seats]


computing_time = perf_counter if sys.platform == "win32" else thread_time
"""Returns seconds of computing by this thread, or elapsed time on Windows, where the former has steps of 16 ms."""


class InternalBot:
    """One of the program's bots on a seat. Its decisions are measured in computing time, whatever the load."""

    clock = staticmethod(computing_time)

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self._bot = bot

    def choose(self, view: Any, actions: Sequence[Any], moment: int) -> Any:
        return self._bot.choose(view, actions, random.Random(bot_seed(view, moment)))


class ObservedMatch(Match):
    """A match that reports events as they happen."""

    def __init__(self, record: Record, report: Callable[[int, list[Any]], None]) -> None:
        super().__init__(record)
        self._report = report

    def act(self, seat: Seat, action: Any, ms: int = 0, log: list[Any] | None = None) -> list[Any]:
        events = super().act(seat, action, ms, log)
        self._report(ms, events)
        return events

    def tick(self, ms: int) -> list[Any]:
        events = super().tick(ms)
        self._report(ms, events)
        return events


class GameRunner:
    """Plays one game. Use it only once."""

    def __init__(self, start: Simulation) -> None:
        self._start = start
        self._match = ObservedMatch(Record(start.header), self._report)
        self._bots: list[InternalBot | ExternalBot] = []
        self._external: dict[Seat, ExternalBot] = {}
        self._thinking = [Thinking() for _ in start.contenders]
        self._faults: dict[Seat, str] = {}

    def play(self) -> Result:
        """Play the game to its end or to the first fault, then end the programs."""
        try:
            outcome = self._play()
        finally:
            with undisturbed():
                for external in self._external.values():
                    external.kill()
                for external in self._external.values():
                    external.leave()
        faults = {seat: what + self._last_words(seat) for seat, what in self._faults.items()}
        summary = self._match.game.summary(self._match.state) if outcome else {}
        words = tuple(contender.word for contender in self._start.contenders)
        return Result(words, None if faults else outcome, tuple(self._thinking), faults, self._match.record, summary)

    def _play(self) -> Outcome | None:
        self._seat_contenders()
        outcome = None
        if not self._faults:
            with self._noting_faults():
                outcome = self._play_live() if self._match.game.live else self._play_turns()
        told_seed = self._start.header.seed if self._start.tells_seed else None
        for seat, external in self._external.items():
            if seat not in self._faults:
                with self._noting_faults():
                    external.finish(outcome, told_seed)
        return outcome

    def _seat_contenders(self) -> None:
        """Seat all contenders. External programs are started in parallel."""
        header, names = self._match.header, self._match.names
        for seat, contender in enumerate(self._start.contenders):
            if contender.command:
                hello = Hello(header.game, header.rules, seat, names, header.options, self._start.patience)
                external = self._external[seat] = ExternalBot(contender.command, hello, header.seed)
                with self._noting_faults():
                    external.start()
        for seat, external in self._external.items():
            if seat not in self._faults:
                with self._noting_faults():
                    external.await_greeting()
        if not self._faults:
            self._bots = [
                self._external.get(seat) or InternalBot(bot_of(self._match.game.name, contender))
                for seat, contender in enumerate(self._start.contenders)
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
        """Play on a simulated clock."""
        game = self._match.game.name
        same_profile = None if self._start.own_speed else profile_of(game, {})
        bots = {
            seat: LiveBot(who.word, same_profile or who.motor_profile(game))
            for seat, who in enumerate(self._start.contenders)
        }
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

    def _report(self, ms: int, events: list[Any]) -> None:
        for seat, external in self._external.items():
            for event in events:
                external.send_event(ms, self._match.game.redact(event, seat))


def play_game(start: Simulation) -> Result:
    """Play one game between bots. Raises WorkFailed, with the seed, if anything goes wrong."""
    try:
        return GameRunner(start).play()
    except Exception as error:
        text, why = mark("the game with seed {seed} couldn't be played: {why}"), f"{type(error).__name__}: {error}"
        raise WorkFailed(tr(text, seed=start.header.seed, why=why)) from error


def simulations(first: Simulation, games: int) -> list[Simulation]:
    """Return the starts of all games, given the first; game i has the seed of the first + i."""
    seeds = range(first.header.seed, first.header.seed + games)
    headers = [msgspec.structs.replace(first.header, seed=seed) for seed in seeds]
    return [replace(first, header=header, tells_seed=games == 1) for header in headers]


def simulate(starts: Sequence[Simulation], workers: Workers = HERE) -> Generator[Result, None, None]:
    """Play the games and yield them in order. They are the same whoever plays them. Raises WorkFailed."""
    return workers.map(play_game, starts, _is_apart(starts[:1]))


def _is_apart(starts: Iterable[Simulation | Contest]) -> bool:
    """Tell whether games need a separate process, which ends external programs even if this one is killed."""
    return any(contender.command for start in starts for contender in start.contenders)


# -- contest


@dataclass(frozen=True, slots=True)
class Contest:
    """The contenders and their game. The header seats them as in the first game of the first pair."""

    header: Header
    contenders: tuple[Contender, ...]
    patience: float = PATIENCE
    """Seconds that an external program has for each answer."""
    keeps_records: bool = False
    """Whether the results include records of the games."""
    own_speed: bool = False
    """Whether at a live table each moves at its own level's speed; otherwise all have the same speed."""
    tells_seed: bool = False
    """Whether external programs are told the seed in the last game of a pair; only if no other pair follows."""

    @property
    def seats(self) -> int:
        return len(self.contenders)

    def deal(self, pair: int, turn: int) -> tuple[Header, tuple[int, ...]]:
        """Return the header of a game, and by seat the index of the contender there."""
        seating = tuple((seat + turn) % self.seats for seat in range(self.seats))
        seats = enumerate(self.header.seats[contender] for contender in seating)
        players = tuple(msgspec.structs.replace(player, colour=seat) for seat, player in seats)
        return msgspec.structs.replace(self.header, seats=players, seed=self.header.seed + pair), seating


@dataclass(frozen=True, slots=True)
class PairGame:
    """A game of a pair. Everything is by contender, not by seat."""

    shares: tuple[float, ...]
    """Shares of the win (see `Result.shares`)."""
    scores: tuple[int, ...] | None
    """None if the game was given up or lost by a fault."""
    thinking: tuple[Thinking, ...]
    faults: tuple[str, ...]
    """The faults by which contenders lost the game; empty strings if there were none."""
    record: bytes = b""
    """The content of a record file; empty unless the contest keeps records."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A deal that is played in every seating."""

    seed: int
    games: tuple[PairGame, ...]

    def share(self, contender: int = 0) -> float:
        return fmean(game.shares[contender] for game in self.games)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """Mean points per game, by contender; None unless every game was played to its end."""
        scores = [game.scores for game in self.games if game.scores is not None]
        return tuple(map(fmean, zip(*scores))) if len(scores) == len(self.games) else None

    @property
    def margin(self) -> float | None:
        """Mean points per game by which the first contender was ahead of the others' average; None like `scores`."""
        if self.scores is None:
            return None
        own, *others = self.scores
        return own - fmean(others)


def play_all(
    contests: Sequence[Contest], pairs: int, workers: Workers = HERE
) -> Generator[tuple[int, Pair], None, None]:
    """Play contests side by side. Yield in turn the index of a contest and one of its pairs, whoever plays them.

    Raises WorkFailed.
    """
    if len(contests) == pairs == 1:
        contests = [replace(contests[0], tells_seed=True)]
    turns = [(which, number) for number in range(pairs) for which in range(len(contests))]
    tasks = [(contests[which], number) for which, number in turns]
    with closing(workers.map(play_pair, tasks, _is_apart(contests))) as played:
        for (which, _), pair in zip(turns, played):
            yield which, pair


def play_pair(task: tuple[Contest, int]) -> Pair:
    """Play the pair of a contest with this number. Raises WorkFailed, with the game's seed, if anything goes wrong."""
    contest, number = task
    games = []
    for turn in range(contest.seats):
        header, seating = contest.deal(number, turn)
        contenders = tuple(contest.contenders[who] for who in seating)
        tells_seed = contest.tells_seed and turn == contest.seats - 1
        result = play_game(Simulation(header, contenders, contest.patience, contest.own_speed, tells_seed))
        games.append(_by_contender(result, seating, result.record.to_bytes() if contest.keeps_records else b""))
    return Pair(contest.header.seed + number, tuple(games))


def _by_contender(result: Result, seating: Sequence[int], record: bytes) -> PairGame:
    seats = sorted(range(len(seating)), key=lambda seat: seating[seat])
    shares, outcome = result.shares, result.outcome
    return PairGame(
        tuple(shares[seat] for seat in seats),
        None if outcome is None else tuple(outcome.scores[seat] for seat in seats),
        tuple(result.thinking[seat] for seat in seats),
        tuple(result.faults.get(seat, "") for seat in seats),
        record,
    )
