"""External bots: programs that speak JSON lines (see PROTOCOL.md). Whatever one does, it harms only itself.

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
from time import perf_counter
from typing import IO, Any

from game.arena.external.protocol import (
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
from game.bots.orphans import kill_marked, prepare, tie_to_this
from game.engine import Outcome, Seat
from game.registry import load
from game.text import printable

PATIENCE = 10.0
"""Seconds that a program has for an answer, by default."""
MOST_UNREAD = 16
"""Lines that a program may be ahead of the questions."""
LAST_WORDS = 4096
"""Bytes that are kept of a program's standard error."""
MARK = "TOPPING_OUT_BOT"
"""A variable in the environment of a program and of what it starts, by which all of them are found."""
REQUESTS_TO_END = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
GRACE = 1.0
"""Seconds that threads have to notice the end of a program."""


class Misbehaved(Exception):
    """An external bot did something that loses it the game; `what` says in one line what."""

    def __init__(self, seat: Seat, what: str) -> None:
        super().__init__(seat, what)
        self.seat, self.what = seat, what


class ExternalBot:
    """A program on a seat, for one game. Its time is how long one waits for it."""

    clock = staticmethod(perf_counter)

    def __init__(self, command: Sequence[str], hello: Hello) -> None:
        """Make ready to `start` the command. Whoever has this may end the program by `kill`, from the start on."""
        self.seat, self._patience, self._may_decline = hello.seat, hello.patience, load(hello.game).live
        self._command, self._hello = command, hello
        self._mark = token_hex(8)
        self._started: subprocess.Popen[bytes] | None = None
        self._threads: list[threading.Thread] = []
        self._outbox: Queue[bytes | None] = Queue()
        self._inbox: Queue[bytes | str] = Queue()
        """Lines as bytes; a string says why there will be no more."""
        self._last_words = b""

    # -- for the arena

    def start(self) -> None:
        """Start the program and greet it; `greeted` waits for its answer. Raises Misbehaved."""
        end_in_order()
        try:
            self._started = _start(self._command, self._mark)
        except (OSError, ValueError) as error:
            raise self._fault(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        for work in (self._write, self._read, self._listen):
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
            self._threads.append(thread)
        self._say(self._hello)

    def greeted(self) -> None:
        """Wait for the answer to the greeting. Raises Misbehaved."""
        answer = self._answer()
        if not isinstance(answer, Greeting):
            raise self._fault("did not say hello")
        if answer.protocol != VERSION:
            raise self._fault(f"speaks protocol {answer.protocol}; this program speaks {VERSION}")

    def choose(self, view: Any, actions: Sequence[Any], seed: int | str) -> Any:
        """Ask for one of the actions. Raises Misbehaved."""
        texts = tuple(map(str, actions))
        self._say(Act(raw(view), texts, seed))
        answer = self._answer()
        if not isinstance(answer, ChosenAction):
            raise self._fault("did not name an action")
        if answer.action is None and self._may_decline:
            return None
        if answer.action not in texts:
            named = "nothing" if answer.action is None else quoted(answer.action.encode())
            raise self._fault(f"chose {named}, which is not among its {len(texts)} actions")
        return actions[texts.index(answer.action)]

    def hear(self, ms: int, event: Any) -> None:
        self._say(EventSeen(ms, raw_event(event)))

    def finish(self, outcome: Outcome | None) -> None:
        """Say how the game ended and wait for the program's end. Raises Misbehaved."""
        self._say(GameEnd(outcome))
        self._outbox.put(None)
        try:
            self._process.wait(self._patience)
        except subprocess.TimeoutExpired:
            raise self._fault(f"did not end within {self._patience:g} s") from None

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        if self._started:
            if sys.platform != "win32":
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._started.pid, signal.SIGKILL)
            self._started.kill()
        kill_marked(MARK, self._mark)

    def close(self) -> None:
        """Clean up after it, once it has been killed."""
        if self._started is None:
            return
        self._started.wait()
        self._outbox.put(None)
        for thread in self._threads:
            thread.join(GRACE)
        if not any(thread.is_alive() for thread in self._threads):  # what it has started may keep a pipe open
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                _pipe(pipe).close()

    @property
    def _process(self) -> subprocess.Popen[bytes]:
        assert self._started, "it has not been started"
        return self._started

    @property
    def last_words(self) -> str:
        """The last line of its standard error."""
        lines = self._last_words.decode(errors="replace").splitlines()
        return next((printable(line).strip()[-200:] for line in reversed(lines) if line.strip()), "")

    def _fault(self, what: str) -> Misbehaved:
        return Misbehaved(self.seat, what)

    # -- questions and answers

    def _say(self, message: ProgramMessage) -> None:
        self._outbox.put(to_line(message))

    def _answer(self) -> BotMessage:
        try:
            line = self._inbox.get(timeout=self._patience)
        except Empty:
            raise self._fault(f"was silent for {self._patience:g} s") from None
        if isinstance(line, str):
            self._inbox.put(line)
            raise self._fault(line)
        try:
            answer = read_bot_message(line)
        except BadLine as error:
            raise self._fault(f"talked rubbish: {error}") from None
        if isinstance(answer, Refusal):
            raise self._fault(f"gave up: {quoted(answer.message.encode())}")
        return answer

    # -- threads

    def _write(self) -> None:
        pipe = _pipe(self._process.stdin)
        with suppress(OSError):  # the reader finds out why
            while (line := self._outbox.get()) is not None:
                _write_all(pipe, line)
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
    how |= {"bufsize": 0, "env": {**os.environ, MARK: mark}}
    if sys.platform == "win32":
        return subprocess.Popen(command, creationflags=subprocess.CREATE_NEW_PROCESS_GROUP, **how)
    prepare()
    return subprocess.Popen(command, process_group=0, preexec_fn=tie_to_this(signal.SIGKILL), **how)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _read_some(pipe: IO[bytes]) -> bytes:
    """Wait for data and return it; none at the end."""
    try:
        return pipe.read(65536)
    except (OSError, ValueError):
        return b""


def _write_all(pipe: IO[bytes], line: bytes) -> None:
    while line:
        line = line[pipe.write(line) :]


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
