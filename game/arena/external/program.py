"""A program of others in a process of its own: started, spoken to, listened to and ended.

Threads do the reading and writing, so that nothing here waits for a program longer than it may take.
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
from secrets import token_hex
from typing import IO, Any

from topping_out.game import children
from topping_out.game.arena.external.protocol import LONGEST_ANSWER
from topping_out.game.bots.orphans import kill_marked, prepare, tie_to_this
from topping_out.game.text import printable

MOST_UNREAD = 16
"""Lines that a program may be ahead of the questions."""
LAST_WORDS = 4096
"""Bytes that are kept of a program's standard error."""
MARK = "TOPPING_OUT_BOT"
"""A variable in the environment of a program and of what it starts, by which all of them are found."""
REQUESTS_TO_END = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
GRACE = 1.0
"""Seconds that threads have to notice the end of a program."""


class Silent(Exception):
    """The program says nothing more, in time or at all; the message says why."""


class Program:
    """A program that has been started, and what it says."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it. Raises OSError or ValueError where that cannot be done."""
        self.command = tuple(command)
        self._mark = token_hex(8)
        self._outbox: Queue[bytes | None] = Queue()
        self._inbox: Queue[bytes | str] = Queue()
        """Lines as bytes; a string says why there will be no more."""
        self._last_words = b""
        self._process = _start(command, self._mark)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._read, self._listen)]
        for thread in self._threads:
            thread.start()

    def say(self, line: bytes) -> None:
        """Send a line, as soon as the program takes it."""
        self._outbox.put(line)

    def hear(self, patience: float) -> bytes:
        """Wait so many seconds for its next line. Raises Silent."""
        try:
            line = self._inbox.get(timeout=patience)
        except Empty:
            raise Silent(f"was silent for {patience:g} s") from None
        if isinstance(line, str):
            self._inbox.put(line)
            raise Silent(line)
        return line

    def end_input(self) -> None:
        """Close its input once all is said."""
        self._outbox.put(None)

    def has_ended(self, patience: float) -> bool:
        """Wait so many seconds for its end, and tell whether it has come."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        return self._process.poll() is not None

    def say_last(self, line: bytes) -> None:
        """Send a line and close its input; where it reads, it has a moment to read that."""
        self._outbox.put(line)
        self._outbox.put(None)
        self._threads[0].join(GRACE)

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        kill_marked(MARK, self._mark)

    def close(self) -> None:
        """Clean up after it, once it has been killed."""
        self._process.wait()
        self._outbox.put(None)
        for thread in self._threads:
            thread.join(GRACE)
        if not any(thread.is_alive() for thread in self._threads):  # what it has started may keep a pipe open
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                _pipe(pipe).close()

    @property
    def last_words(self) -> str:
        """The last line of its standard error."""
        lines = self._last_words.decode(errors="replace").splitlines()
        return next((printable(line).strip()[-200:] for line in reversed(lines) if line.strip()), "")

    # -- threads

    def _write(self) -> None:
        pipe = _pipe(self._process.stdin)
        with suppress(OSError):  # the reader finds out why
            while (line := self._outbox.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        """Read lines until there are no more, too many, or one is too long."""
        pipe, rest = _pipe(self._process.stdout), b""
        while chunk := _read_some(pipe):
            *lines, rest = (rest + chunk).split(b"\n")
            if any(len(line) > LONGEST_ANSWER for line in (*lines, rest)):
                self._inbox.put(f"wrote a line of more than {LONGEST_ANSWER} bytes")
                return
            if self._inbox.qsize() + len(lines) > MOST_UNREAD:
                self._inbox.put("said more than it was asked")
                return
            for line in lines:
                self._inbox.put(line)
        self._inbox.put(self._how_it_ended())

    def _how_it_ended(self) -> str:
        try:
            return f"ended with status {self._process.wait(GRACE)}"
        except subprocess.TimeoutExpired:
            return "closed its output"

    def _listen(self) -> None:
        pipe = _pipe(self._process.stderr)
        while chunk := _read_some(pipe):
            self._last_words = (self._last_words + chunk)[-LAST_WORDS:]


def _start(command: Sequence[str], mark: str) -> subprocess.Popen[bytes]:
    """Start a program in a process group of its own: what it starts ends with it, and Ctrl-C does not reach it."""
    how: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    how |= {"bufsize": 0, "more": {MARK: mark}}
    if sys.platform == "win32":
        return children.start(command, creationflags=subprocess.CREATE_NEW_PROCESS_GROUP, **how)
    prepare()
    return children.start(command, process_group=0, preexec_fn=tie_to_this(signal.SIGKILL), **how)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _read_some(pipe: IO[bytes]) -> bytes:
    """Wait for data and return it; none at the end."""
    try:
        return pipe.read(65536)
    except (OSError, ValueError):
        return b""


def end_in_order() -> None:
    """When this process is asked to end, let it first end what it has started: programs may not end by themselves."""
    if threading.current_thread() is threading.main_thread():
        for number in REQUESTS_TO_END:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, _leave)


def _leave(number: int, frame: object) -> None:
    """Leave, and let no second request cross the end of what was started."""
    for request in REQUESTS_TO_END:
        signal.signal(request, signal.SIG_IGN)
    sys.exit(128 + number)
