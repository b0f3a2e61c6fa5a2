"""External bots: programs that speak JSON lines (see PROTOCOL.md). Whatever one does, it harms only itself."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.util import Finalize
from time import monotonic, perf_counter
from typing import Any
from weakref import WeakKeyDictionary

from topping_out.game.arena.external.content import action_data, index_of, nearest, raw
from topping_out.game.arena.external.program import GRACE, Program, Silent, end_in_order
from topping_out.game.arena.external.protocol import (
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
    brief,
    quoted,
    read_bot_message,
    to_line,
)
from topping_out.game.arena.external.wire import tagged
from topping_out.game.bots.seeds import bot_seed
from topping_out.game.engine import Outcome, Seat
from topping_out.game.registry import load

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
            near = f"; the nearest is {brief(nearest(answer.action or {}, offered))}" if offered else ""
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
