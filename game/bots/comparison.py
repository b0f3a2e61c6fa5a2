"""What bots make of a player's seat on the same deal: they play it out in a process that gives way to all others."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from .. import __version__
from ..assets import in_utf8
from ..engine import Outcome
from ..match import Match
from ..record import Header, Player, is_possible
from ..registry import load
from ..storage.files import read_file, records_folder, write_atomic
from .live import play_live
from .process import WorkerDied, WorkerProcess
from .worker import BotQuestion, think

LEVELS = ("master", "hard", "medium")
"""Who is compared with, in the order in which it is told."""
CACHE = "daily.json"
"""The file, beside the records, of what is known already. May be deleted."""
LARGEST_CACHE = 1024 * 1024
MOST_KNOWN = 3000
"""Games in the cache: two years of one deal a day. The oldest are forgotten first."""
GIVES_WAY = 19
"""The niceness of the process."""
IDLE_CLASS = 0x40
"""The same for Windows."""


class Cache(msgspec.Struct):
    """How games that bots played ended. Another version of the program begins a new one: its bots may be others."""

    program: str = __version__
    known: dict[str, Outcome] = {}


def in_place_of(header: Header, level: str) -> Header:
    """Return the header of a game in which a bot of that level sits where the human sits, played for nothing."""
    bot = Player(level, "bot", level)
    seats = tuple(bot if player.is_human else player for player in header.seats)
    return msgspec.structs.replace(header, seats=seats, started="", occasion=msgspec.UNSET)


def play_out(header: Header) -> Outcome:
    """Have bots play a game to its end, here and now."""
    match = play_live(header) if load(header.game).live else _play_turns(header)
    assert match.outcome
    return match.outcome


def play_out_gently(header: Header) -> Outcome:
    """Do the same in a process that gives way to others from now on."""
    if sys.platform == "win32":
        import ctypes

        this_process = ctypes.c_void_p(-1)
        ctypes.windll.kernel32.SetPriorityClass(this_process, IDLE_CLASS)
    else:
        os.nice(GIVES_WAY)
    return play_out(header)


def _play_turns(header: Header) -> Match:
    """Play as the same bots would at a table."""
    match, game = Match.new(header), load(header.game)
    while match.outcome is None:
        seat = min(match.actors)
        view, actions = game.view(match.state, seat), game.actions(match.state, seat)
        level, moment = header.seats[seat].level, len(match.record.entries)
        match.act(seat, think(BotQuestion(0, game.name, level, view, actions, moment)).action)
    return match


class Comparisons:
    """Plays deals out one after another. Call `listen` every frame; `news` counts what has come."""

    def __init__(self, folder: Path | None = None, work: Callable[[Header], Outcome] = play_out_gently) -> None:
        """Take the folder of the cache, by default that of the user's records. `work` is for tests."""
        self.path = (folder or records_folder()) / CACHE
        self.news = 0
        self._work = work
        self._process: WorkerProcess | None = None
        self._waiting: deque[Header] = deque()
        """Games to play; the first is with the process, once that has started."""
        self._known: dict[str, Outcome] | None = None

    def found(self, header: Header) -> dict[str, Outcome]:
        """Return by level what is known so far of a deal."""
        if self._known is None:
            self._known = self._read()
        games = {level: self._known.get(_key(in_place_of(header, level))) for level in LEVELS}
        return {level: outcome for level, outcome in games.items() if outcome and is_possible(outcome, header)}

    def ask(self, header: Header) -> None:
        """Have played out what is not known of a deal; the quickest player first."""
        known = self.found(header)
        for level in reversed(LEVELS):
            game = in_place_of(header, level)
            if level not in known and level in load(header.game).levels and game not in self._waiting:
                self._waiting.append(game)
        if self._waiting and self._process is None:
            with suppress(OSError):  # the system gives no process: nothing is compared
                self._process = WorkerProcess(self._work)

    def is_awaited(self, header: Header) -> bool:
        """Tell whether more will come of a deal."""
        return any(in_place_of(header, level) in self._waiting for level in LEVELS)

    def listen(self) -> None:
        """Take in what has been played, and have the next game played; never waits."""
        if self._process is None:
            return
        try:
            reply = self._process.poll()
            if reply:
                self._take(self._waiting.popleft(), reply[0])
            if self._process.is_idle and self._waiting:
                self._process.send(self._waiting[0])
        except WorkerDied:
            self.close()
            self.news += 1

    def close(self) -> None:
        """End the process; what it had to do is forgotten, until it is asked for again."""
        self._waiting.clear()
        if self._process:
            self._process.kill()
            self._process = None

    def _take(self, game: Header, outcome: Outcome | None) -> None:
        """Note how a game ended; None: a bot failed, and there is nothing to tell."""
        self.news += 1
        if outcome:
            known = {**self._read(), **(self._known or {}), _key(game): outcome}
            self._known = dict([*known.items()][-MOST_KNOWN:])
            with suppress(OSError):  # it only saves time
                write_atomic(self.path, msgspec.json.encode(Cache(known=self._known)))

    def _read(self) -> dict[str, Outcome]:
        try:
            cache = msgspec.json.decode(in_utf8(read_file(self.path, LARGEST_CACHE)), type=Cache)
        except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
            return {}
        return cache.known if cache.program == __version__ else {}


def _key(header: Header) -> str:
    """Return by what a game of bots is known: everything that its course depends on."""
    levels = [player.level for player in header.seats]
    parts = (header.game, header.rules, levels, sorted(header.options.items()), header.seed)
    return sha256(msgspec.json.encode(parts)).hexdigest()[:24]
