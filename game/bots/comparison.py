"""What bots achieve on a player's seat in the same deal. They play it out in a process with low priority."""

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
from .process import WorkerDied, WorkerProcess
from .worker import BotQuestion, play_live, think

LEVELS = ("master", "hard", "medium")
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


class Cache(msgspec.Struct):
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
        games = {level: self._known.get(_key(in_place_of(header, level))) for level in LEVELS}
        return {level: outcome for level, outcome in games.items() if outcome and is_possible(outcome, header)}

    def ask(self, header: Header) -> None:
        """Play out the unknown results of a deal, the fastest bot's first."""
        known = self.found(header)
        for level in reversed(LEVELS):
            game = in_place_of(header, level)
            if level not in known and level in load(header.game).levels and game not in self._waiting:
                self._waiting.append(game)
        if self._waiting and self._process is None:
            with suppress(OSError):  # no process can be started, so nothing is compared
                self._process = WorkerProcess(self._work)

    def is_awaited(self, header: Header) -> bool:
        """Tell whether results of a deal are still to come."""
        return any(in_place_of(header, level) in self._waiting for level in LEVELS)

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
                write_atomic(self.path, msgspec.json.encode(Cache(known=self._known)))

    def _read(self) -> dict[str, Outcome]:
        try:
            cache = msgspec.json.decode(in_utf8(read_file(self.path, LARGEST_CACHE)), type=Cache)
        except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
            return {}
        return cache.known if cache.program == __version__ else {}


def _key(header: Header) -> str:
    """Return the cache key of a game of bots: everything that its course depends on."""
    levels = [player.level for player in header.seats]
    parts = (header.game, header.rules, levels, sorted(header.options.items()), header.seed)
    return sha256(msgspec.json.encode(parts)).hexdigest()[:24]
