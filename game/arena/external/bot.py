"""External bots: programs that speak JSON lines (see PROTOCOL.md). What one does harms only itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.util import Finalize
from queue import Empty, Queue
from secrets import token_hex
from time import monotonic, perf_counter
from typing import IO, Any
from weakref import WeakKeyDictionary

from ... import children
from ...bots.process import kill_marked, prepare, tie_to_this
from ...bots.weights import bot_seed
from ...engine import Outcome, Seat
from ...registry import load
from ...text import printable
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
        """Wait at most this many seconds for its next line. Raises Silent."""
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
        """Wait at most this many seconds for it to end; return whether it has."""
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


# -- bot


PATIENCE = 10.0
"""Seconds that a program has for an answer, by default."""

MOST_STAYING = 8
"""Programs that may wait for another game; of more, the one that has waited longest is ended."""

_staying: list[Program] = []
"""Programs that wait for another game."""
_heard: WeakKeyDictionary[Program, set[int]] = WeakKeyDictionary()
"""The seeds of the deals that each program has been told of."""


class Misbehaved(Exception):
    """An external bot did something that loses it the game; `what` says in one line what."""

    def __init__(self, seat: Seat, what: str) -> None:
        super().__init__(seat, what)
        self.seat, self.what = seat, what


class ExternalBot:
    """A program on a seat, for one game. Its time is how long one waits for it."""

    clock = staticmethod(perf_counter)

    def __init__(self, command: Sequence[str], hello: Hello, seed: int) -> None:
        """Make ready to `start` the command. Whoever has this must `leave` it in the end, from the start on.

        `seed`: of the deal. The program is not told it, and plays no other game of that deal.
        """
        self.seat, self._patience, self._may_decline = hello.seat, hello.patience, load(hello.game).live
        self._command, self._hello, self._seed = tuple(command), hello, seed
        self._program: Program | None = None
        self._asks_again = False
        self._stays = False
        """Whether the program has played to the end, and waits for another game."""

    def start(self) -> None:
        """Greet the program, started where none has stayed; `greeted` waits for its answer. Raises Misbehaved."""
        end_in_order()
        try:
            self._program = _take(self._command, self._seed) or Program(self._command)
        except (OSError, ValueError) as error:
            raise self._fault(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        _heard.setdefault(self._program, set()).add(self._seed)
        self._say(self._hello)

    def greeted(self) -> None:
        """Wait for the answer to the greeting. Raises Misbehaved."""
        answer = self._answer()
        if not isinstance(answer, Greeting):
            raise self._refused("did not say hello")
        if answer.protocol != VERSION:
            changed = "; what has changed since is in game/PROTOCOL.md" if answer.protocol < VERSION else ""
            raise self._refused(f"speaks protocol {answer.protocol}; this program speaks {VERSION}{changed}")
        self._asks_again = answer.again

    def choose(self, view: Any, actions: Sequence[Any], moment: int) -> Any:
        """Ask for one of the actions. Raises Misbehaved."""
        offered = tuple(map(action_data, actions))
        self._say(Act(raw(view), offered, bot_seed(view, moment)))
        answer = self._answer()
        if not isinstance(answer, ChosenAction):
            raise self._refused("did not name an action")
        if answer.action is None and self._may_decline:
            return None
        chosen = None if answer.action is None else index_of(answer.action, offered)
        if chosen is None:
            near = f"; the nearest is {brief(nearest_action(answer.action or {}, offered))}" if offered else ""
            named = "nothing" if answer.action is None else brief(answer.action)
            raise self._refused(f"chose {named}, which is not among its {len(offered)} actions{near}")
        return actions[chosen]

    def hear(self, ms: int, event: Any) -> None:
        self._say(EventSeen(ms, raw(tagged(event))))

    def finish(self, outcome: Outcome | None, seed: int | None) -> None:
        """Say how the game ended; wait for the program's end, unless it stays. Raises Misbehaved.

        `seed`: of the deal, where no other game follows from it.
        """
        self._say(GameEnd(outcome, seed))
        self._stays = self._asks_again
        if self._stays:
            return
        self._playing.end_input()
        if not self._playing.has_ended(self._patience):
            raise self._fault(f"did not end within {self._patience:g} s")

    def kill(self) -> None:
        """End the program at once, with all that it has started, unless it stays for another game."""
        if self._program and not self._stays:
            self._program.kill()

    def leave(self) -> None:
        """Clean up after a program that has been killed; let one that stays wait for its next game."""
        if self._program and self._stays:
            _staying.append(self._program)
            _dismiss(_staying[:-MOST_STAYING])
        elif self._program:
            self._program.close()

    @property
    def last_words(self) -> str:
        """The last line of its standard error."""
        return self._program.last_words if self._program else ""

    @property
    def _playing(self) -> Program:
        assert self._program, "it has not been started"
        return self._program

    def _say(self, message: ProgramMessage) -> None:
        self._playing.say(to_line(message))

    def _answer(self) -> BotMessage:
        try:
            answer = read_bot_message(self._playing.hear(self._patience))
        except Silent as reason:
            raise self._fault(str(reason)) from None
        except BadLine as error:
            raise self._refused(f"talked rubbish: {error}") from None
        if isinstance(answer, Refusal):
            raise self._fault(f"gave up: {quoted(answer.message.encode())}")
        return answer

    def _fault(self, what: str) -> Misbehaved:
        return Misbehaved(self.seat, what)

    def _refused(self, what: str) -> Misbehaved:
        """Tell the program, too, what is wrong with its answer."""
        self._playing.say_last(to_line(Refusal(what)))
        return self._fault(what)


# -- programs that stay


def _take(command: tuple[str, ...], seed: int) -> Program | None:
    """Return a program of that command that waits for another game, and has heard nothing of this deal."""
    for program in [one for one in _staying if one.command == command and seed not in _heard[one]]:
        _staying.remove(program)
        if not program.has_ended(0):
            return program
        program.close()
    return None


def dismiss_all() -> None:
    """End the programs that wait for another game; they have a moment to do so themselves."""
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


Finalize(None, dismiss_all, exitpriority=1)  # runs in processes of `multiprocessing`, too, where `atexit` does not
