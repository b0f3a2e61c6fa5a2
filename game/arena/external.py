"""Bots from outside: programs that speak JSON lines (see PROTOCOL.md), and can do no harm but to themselves.

Threads do the reading and writing, so that nothing a program does or leaves undone can hold anything up here.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from time import perf_counter
from typing import IO, Any

from game.arena.protocol import (
    LONGEST_ANSWER,
    VERSION,
    Act,
    BadLine,
    BotMessage,
    ChosenAction,
    EventSeen,
    GameEnd,
    Greeting,
    Hello,
    ProgramMessage,
    Refusal,
    quoted,
    raw,
    raw_event,
    read_bot_message,
    to_line,
)
from game.engine import Outcome, Seat
from game.registry import load
from game.text import printable

PATIENCE = 10.0
"""Seconds for an answer where nothing else is said."""
MOST_UNREAD = 16
"""Lines that a bot may say without having been asked."""
LAST_WORDS = 4096
"""Bytes of its standard error that are kept."""
FAREWELL = 1.0
"""Seconds that threads get to notice the end of a program."""


class Misbehaved(Exception):
    """A bot from outside did what loses it the game; `what` says it in one line."""

    def __init__(self, seat: Seat, what: str) -> None:
        super().__init__(seat, what)
        self.seat, self.what = seat, what


class ExternalBot:
    """A program on a seat, for one game; its time is what one waits for it."""

    clock = staticmethod(perf_counter)

    def __init__(self, command: Sequence[str], hello: Hello) -> None:
        """Start the program and greet it; `greeted` waits for its answer. Raises Misbehaved."""
        self.seat, self._patience, self._may_decline = hello.seat, hello.patience, load(hello.game).live
        leave_in_order()
        try:
            self._process = _start(command)
        except (OSError, ValueError) as error:
            raise self._blame(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._said: Queue[bytes | None] = Queue()
        self._lines: Queue[bytes | str] = Queue()
        """Lines, or in text why there will be no more."""
        self._last_words = b""
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._read, self._listen)]
        for thread in self._threads:
            thread.start()
        self._say(hello)

    # -- what the arena does with it

    def greeted(self) -> None:
        """Wait for the answer to the greeting. Raises Misbehaved."""
        answer = self._answer()
        if not isinstance(answer, Greeting):
            raise self._blame("did not say hello")
        if answer.protocol != VERSION:
            raise self._blame(f"speaks protocol {answer.protocol}; this program speaks {VERSION}")

    def choose(self, view: Any, actions: Sequence[Any], seed: int | str) -> Any:
        """Ask for one of the actions. Raises Misbehaved."""
        texts = tuple(map(str, actions))
        self._say(Act(raw(view), texts, seed))
        answer = self._answer()
        if not isinstance(answer, ChosenAction):
            raise self._blame("did not name an action")
        if answer.action is None and self._may_decline:
            return None
        if answer.action not in texts:
            named = "nothing" if answer.action is None else quoted(answer.action.encode())
            raise self._blame(f"chose {named}, which is not among its {len(texts)} actions")
        return actions[texts.index(answer.action)]

    def hear(self, ms: int, event: Any) -> None:
        self._say(EventSeen(ms, raw_event(event)))

    def finish(self, outcome: Outcome | None) -> None:
        """Say how the game ended and wait for the program's end. Raises Misbehaved."""
        self._say(GameEnd(outcome))
        self._said.put(None)
        try:
            self._process.wait(self._patience)
        except subprocess.TimeoutExpired:
            raise self._blame(f"did not end within {self._patience:g} s") from None

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def close(self) -> None:
        """Leave nothing of it behind, once it has been killed."""
        self._process.wait()
        self._said.put(None)
        for thread in self._threads:
            thread.join(FAREWELL)
        if not any(thread.is_alive() for thread in self._threads):  # what it started might hold a pipe open
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                _pipe(pipe).close()

    @property
    def last_words(self) -> str:
        """The last line of its standard error."""
        lines = self._last_words.decode(errors="replace").splitlines()
        return next((printable(line).strip()[-200:] for line in reversed(lines) if line.strip()), "")

    def _blame(self, what: str) -> Misbehaved:
        return Misbehaved(self.seat, what)

    # -- to and fro

    def _say(self, message: ProgramMessage) -> None:
        self._said.put(to_line(message))

    def _answer(self) -> BotMessage:
        try:
            line = self._lines.get(timeout=self._patience)
        except Empty:
            raise self._blame(f"was silent for {self._patience:g} s") from None
        if isinstance(line, str):
            self._lines.put(line)
            raise self._blame(line)
        try:
            answer = read_bot_message(line)
        except BadLine as error:
            raise self._blame(f"talked rubbish: {error}") from None
        if isinstance(answer, Refusal):
            raise self._blame(f"gave up: {quoted(answer.message.encode())}")
        return answer

    # -- threads

    def _write(self) -> None:
        pipe = _pipe(self._process.stdin)
        with suppress(OSError):  # the reader finds out why
            while (line := self._said.get()) is not None:
                _write_all(pipe, line)
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        """Take in lines until there are no more, or too many, or one too long."""
        pipe, rest = _pipe(self._process.stdout), b""
        while chunk := _read_some(pipe):
            *lines, rest = (rest + chunk).split(b"\n")
            if any(len(line) > LONGEST_ANSWER for line in (*lines, rest)):
                self._lines.put(f"wrote a line of more than {LONGEST_ANSWER} bytes")
                return
            if self._lines.qsize() + len(lines) > MOST_UNREAD:
                self._lines.put("said more than it was asked")
                return
            for line in lines:
                self._lines.put(line)
        self._lines.put(self._how_it_ended())

    def _how_it_ended(self) -> str:
        try:
            return f"ended with status {self._process.wait(FAREWELL)}"
        except subprocess.TimeoutExpired:
            return "closed its output"

    def _listen(self) -> None:
        pipe = _pipe(self._process.stderr)
        while chunk := _read_some(pipe):
            self._last_words = (self._last_words + chunk)[-LAST_WORDS:]


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program in a process group of its own: what it starts ends with it, and Ctrl-C is not for it."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    if sys.platform == "win32":
        return subprocess.Popen(command, bufsize=0, creationflags=subprocess.CREATE_NEW_PROCESS_GROUP, **pipes)
    return subprocess.Popen(command, bufsize=0, process_group=0, **pipes)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _read_some(pipe: IO[bytes]) -> bytes:
    """Return what has come, waiting for it; nothing at the end."""
    try:
        return pipe.read(65536)
    except (OSError, ValueError):
        return b""


def _write_all(pipe: IO[bytes], line: bytes) -> None:
    while line:
        line = line[pipe.write(line) :]


def leave_in_order() -> None:
    """Let a request to end this process end first what it has started: a program from outside may not heed us."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: object) -> None:
    sys.exit(128 + number)
