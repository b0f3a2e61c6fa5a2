"""External bots: programs that exchange lines of JSON (see PROTOCOL.md). A misbehaving program only harms itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.util import Finalize
from queue import Empty, Queue
from secrets import token_hex
from time import monotonic, perf_counter
from typing import IO, Any
from weakref import WeakKeyDictionary

from .. import children
from ..bots.process import handling, kill_marked, prepare, tie_to_this
from ..bots.weights import bot_seed
from ..engine import Outcome, Seat
from ..registry import load
from ..text import printable
from .protocol import (
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
    action_data,
    brief,
    index_of,
    nearest_action,
    quoted,
    raw,
    read_bot_message,
    tagged,
    to_line,
)

# -- program


MOST_UNREAD = 16
"""The most lines from a program that may wait unread. If there are more, the program misbehaves."""
LAST_WORDS = 4096
"""The most bytes that are kept of a program's standard error."""
MARK = "TOPPING_OUT_BOT"
"""Environment variable of a program and its children, by which all of them can be found."""
REQUESTS_TO_END = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
GRACE = 1.0
"""Seconds that threads have to notice the end of a program."""


class Silent(Exception):
    """The program sends nothing more, or not in time. The message says why."""


class Program:
    """A started program and its output."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program. Raises OSError or ValueError if that is impossible."""
        self.command = tuple(command)
        self._mark = token_hex(8)
        self._outbox: Queue[bytes | None] = Queue()
        self._inbox: Queue[bytes | str] = Queue()
        """Lines as bytes; a string says why there are no more."""
        self._last_words = b""
        self._process = _start(command, self._mark)
        works = self._write, self._read, self._read_errors
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Send a line as soon as the program accepts it."""
        self._outbox.put(line)

    def receive(self, patience: float) -> bytes:
        """Wait at most this many seconds for the next line. Raises Silent."""
        try:
            line = self._inbox.get(timeout=patience)
        except Empty:
            raise Silent(f"was silent for {patience:g} s") from None
        if isinstance(line, str):
            self._inbox.put(line)
            raise Silent(line)
        return line

    def end_input(self) -> None:
        """Close the program's input after everything is sent."""
        self._outbox.put(None)

    def has_ended(self, patience: float) -> bool:
        """Wait at most this many seconds for the program to end; tell whether it has."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        return self._process.poll() is not None

    def send_last(self, line: bytes) -> None:
        """Send a line and close the input, with a moment for the program to read it."""
        self._outbox.put(line)
        self._outbox.put(None)
        self._threads[0].join(GRACE)

    def kill(self) -> None:
        """Kill the program and everything that it started."""
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        kill_marked(MARK, self._mark)

    def close(self) -> None:
        """Clean up after the program was killed."""
        self._process.wait()
        self._outbox.put(None)
        for thread in self._threads:
            thread.join(GRACE)
        if not any(thread.is_alive() for thread in self._threads):  # its children may keep a pipe open
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                _pipe(pipe).close()

    @property
    def last_words(self) -> str:
        """The last line of the program's standard error."""
        lines = self._last_words.decode(errors="replace").splitlines()
        return next((printable(line).strip()[-200:] for line in reversed(lines) if line.strip()), "")

    # -- threads

    def _write(self) -> None:
        pipe = _pipe(self._process.stdin)
        with suppress(OSError):  # the reading thread finds out why
            while (line := self._outbox.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        """Read lines until the end of the output, or until a line is too long or there are too many."""
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
        self._inbox.put(self._end_reason())

    def _end_reason(self) -> str:
        try:
            return f"ended with status {self._process.wait(GRACE)}"
        except subprocess.TimeoutExpired:
            return "closed its output"

    def _read_errors(self) -> None:
        pipe = _pipe(self._process.stderr)
        while chunk := _read_some(pipe):
            self._last_words = (self._last_words + chunk)[-LAST_WORDS:]


def _start(command: Sequence[str], mark: str) -> subprocess.Popen[bytes]:
    """Start a program in its own process group, so that its children end with it and Ctrl-C does not reach it."""
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
    """Wait for data and return it; empty at the end."""
    try:
        return pipe.read(65536)
    except (OSError, ValueError):
        return b""


def end_in_order() -> None:
    """Make requests to end this process end its external programs first, because they may not end by themselves."""
    if threading.current_thread() is threading.main_thread():
        for number in REQUESTS_TO_END:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, _leave)


def _leave(number: int, frame: object) -> None:
    """Exit, and ignore further requests so that they don't interrupt the clean-up."""
    for request in REQUESTS_TO_END:
        signal.signal(request, signal.SIG_IGN)
    sys.exit(128 + number)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put off requests to end this process until the block is over, so that none of its programs is left running."""
    came: list[int] = []
    heard = [number for number in (*REQUESTS_TO_END, signal.SIGINT) if signal.getsignal(number) != signal.SIG_IGN]
    try:
        with handling(heard, lambda number, frame: came.append(number)):
            yield
    finally:
        for number in came[:1]:
            signal.raise_signal(number)


# -- bot


PATIENCE = 10.0
"""Default number of seconds that a program has for an answer."""

MOST_STAYING = 8
"""The most programs that may wait for another game. Beyond that, the one waiting longest is ended."""

_staying: list[Program] = []
"""Programs that wait for another game."""
_seeds_seen: WeakKeyDictionary[Program, set[int]] = WeakKeyDictionary()
"""The seeds of the deals that each program has played."""


class Misbehaved(Exception):
    """An external bot did something that loses it the game. `what` describes it in one line."""

    def __init__(self, seat: Seat, what: str) -> None:
        super().__init__(seat, what)
        self.seat, self.what = seat, what


class ExternalBot:
    """An external program on a seat, for one game. Its decisions are measured in elapsed time."""

    clock = staticmethod(perf_counter)

    def __init__(self, command: Sequence[str], hello: Hello, seed: int) -> None:
        """Prepare to `start` the command. After `start`, `leave` must be called in the end.

        `seed` is that of the deal. It is not sent to the program, which plays no other game of the same deal.
        """
        self.seat, self._patience, self._may_decline = hello.seat, hello.patience, load(hello.game).live
        self._command, self._hello, self._seed = tuple(command), hello, seed
        self._program: Program | None = None
        self._asks_again = False
        self._stays = False
        """Whether the program has finished the game and waits for another one."""

    def start(self) -> None:
        """Greet a waiting program, or else a new one; `await_greeting` gets the reply. Raises Misbehaved."""
        end_in_order()
        try:
            with undisturbed():
                self._program = _reuse(self._command, self._seed) or Program(self._command)
        except (OSError, ValueError) as error:
            raise self._fault(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        _seeds_seen.setdefault(self._program, set()).add(self._seed)
        self._send(self._hello)

    def await_greeting(self) -> None:
        """Wait for the reply to the greeting. Raises Misbehaved."""
        answer = self._receive()
        if not isinstance(answer, Greeting):
            raise self._refused("did not say hello")
        if answer.protocol != VERSION:
            changed = "; what has changed since is in game/PROTOCOL.md" if answer.protocol < VERSION else ""
            raise self._refused(f"speaks protocol {answer.protocol}; this program speaks {VERSION}{changed}")
        self._asks_again = answer.again

    def choose(self, view: Any, actions: Sequence[Any], moment: int) -> Any:
        """Ask the program for one of the actions. Raises Misbehaved."""
        offered = tuple(map(action_data, actions))
        self._send(Act(raw(view), offered, bot_seed(view, moment)))
        answer = self._receive()
        if not isinstance(answer, ChosenAction):
            raise self._refused("did not name an action")
        if answer.action is None and self._may_decline:
            return None
        chosen = None if answer.action is None else index_of(answer.action, offered)
        if chosen is None:
            suggestion = f"; the nearest is {brief(nearest_action(answer.action or {}, offered))}" if offered else ""
            choice = "nothing" if answer.action is None else brief(answer.action)
            raise self._refused(f"chose {choice}, which is not among its {len(offered)} actions{suggestion}")
        return actions[chosen]

    def send_event(self, ms: int, event: Any) -> None:
        self._send(EventSeen(ms, raw(tagged(event))))

    def finish(self, outcome: Outcome | None, seed: int | None) -> None:
        """Send the outcome, and wait for the program to end unless it stays. Raises Misbehaved.

        `seed` is that of the deal if it may be told, because no other game uses it.
        """
        self._send(GameEnd(outcome, seed))
        self._stays = self._asks_again
        if self._stays:
            return
        self._playing.end_input()
        if not self._playing.has_ended(self._patience):
            raise self._fault(f"did not end within {self._patience:g} s")

    def kill(self) -> None:
        """Kill the program and everything that it started, unless it stays for another game."""
        if self._program and not self._stays:
            self._program.kill()

    def leave(self) -> None:
        """Clean up after a killed program, or keep one that stays for its next game."""
        if self._program and self._stays:
            _staying.append(self._program)
            _dismiss(_staying[:-MOST_STAYING])
        elif self._program:
            self._program.close()

    @property
    def last_words(self) -> str:
        """The last line of the program's standard error."""
        return self._program.last_words if self._program else ""

    @property
    def _playing(self) -> Program:
        assert self._program, "it has not been started"
        return self._program

    def _send(self, message: ProgramMessage) -> None:
        self._playing.send(to_line(message))

    def _receive(self) -> BotMessage:
        try:
            answer = read_bot_message(self._playing.receive(self._patience))
        except Silent as reason:
            raise self._fault(str(reason)) from None
        except BadLine as error:
            raise self._refused(f"sent an invalid line: {error}") from None
        if isinstance(answer, Refusal):
            raise self._fault(f"gave up: {quoted(answer.message.encode())}")
        return answer

    def _fault(self, what: str) -> Misbehaved:
        return Misbehaved(self.seat, what)

    def _refused(self, what: str) -> Misbehaved:
        """Return a fault, and also tell the program what is wrong with its answer."""
        self._playing.send_last(to_line(Refusal(what)))
        return self._fault(what)


# -- programs that stay


def _reuse(command: tuple[str, ...], seed: int) -> Program | None:
    """Return a waiting program with this command that has not played this deal, or None."""
    for program in [program for program in _staying if program.command == command and seed not in _seeds_seen[program]]:
        _staying.remove(program)
        if not program.has_ended(0):
            return program
        program.close()
    return None


def dismiss_all() -> None:
    """End the programs that wait for another game. They have a moment to do so themselves."""
    _dismiss(_staying[:])


def _dismiss(programs: Sequence[Program]) -> None:
    until = monotonic() + GRACE
    for program in programs:
        _staying.remove(program)
        program.end_input()
    for program in programs:
        program.has_ended(max(0.0, until - monotonic()))
        program.kill()
        program.close()


Finalize(None, dismiss_all, exitpriority=1)  # also runs in processes of `multiprocessing`, unlike `atexit`
