"""The messages between the program and an external bot: JSON lines, described in PROTOCOL.md."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec

from game import __version__
from game.engine import Outcome, Seat
from game.options import Value, resolve
from game.registry import load
from game.text import leaves, plainly, printable

VERSION = 1
"""The protocol's version; a bot that names another one is refused."""
LONGEST_LINE = 1 << 20
"""Bytes of a line from the program; a view takes a few thousand."""
LONGEST_ANSWER = 1 << 14
"""Bytes of a line from a bot."""
LARGEST_NUMBER = 10_000_000
"""The largest number in a view: no game counts further, and a bot may count up to it."""


class BadLine(ValueError):
    """A line that is not what it should be; the message says why, in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(plainly(message))


# -- from the program


class Hello(msgspec.Struct, tag="hello", frozen=True):
    """The first line: what is played, and where the bot sits."""

    game: str
    rules: int
    seat: Seat
    names: tuple[str, ...]
    """By seat; there are as many seats."""
    options: dict[str, Value]
    patience: float
    """Seconds that the bot has for each answer."""
    protocol: int = VERSION
    program: str = f"topping-out {__version__}"


class Act(msgspec.Struct, tag="act", frozen=True):
    """The bot is asked for one of the actions; in a live game it may decline."""

    view: msgspec.Raw
    actions: tuple[str, ...]
    seed: int | str
    """For the bot's random generator: with it the bot can play the same way again."""


class EventSeen(msgspec.Struct, tag="event", frozen=True):
    """Something that has happened, as the bot's seat may see it."""

    ms: int
    """Milliseconds since the start; 0 in a game of turns."""
    event: msgspec.Raw


class GameEnd(msgspec.Struct, tag="end", frozen=True):
    """The last line: the bot's program shall end."""

    outcome: Outcome | None
    """None where the game was not played to its end."""


ProgramMessage = Hello | Act | EventSeen | GameEnd


# -- from the bot


class Greeting(msgspec.Struct, tag="hello", frozen=True):
    """The answer to `Hello`."""

    protocol: Annotated[int, msgspec.Meta(ge=0, le=9999)]
    name: str = ""


class ChosenAction(msgspec.Struct, tag="action", frozen=True):
    """The answer to `Act`: an action's text, or None (live games only) to leave the table as it is."""

    action: str | None


class Refusal(msgspec.Struct, tag="error", frozen=True):
    """The bot cannot go on."""

    message: str


BotMessage = Greeting | ChosenAction | Refusal


# -- lines


def to_line(message: ProgramMessage | BotMessage) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def read_program_message(line: bytes) -> ProgramMessage:
    """Return what the program says. Raises BadLine."""
    said: ProgramMessage = _decode(line, ProgramMessage)
    return said


def read_bot_message(line: bytes) -> BotMessage:
    """Return what a bot says. Raises BadLine."""
    answer: BotMessage = _decode(line, BotMessage)
    return answer


def _decode(line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadLine(f"{quoted(line)} is not a line of this protocol: {error}") from None


def quoted(line: bytes) -> str:
    """Return the beginning of a line for a message: nothing in it can steer a terminal."""
    text = printable(line[:80].decode(errors="replace").strip())
    return f"'{text}{'…' if len(line) > 80 else ''}'"


# -- views and events


@cache
def view_type(game: str) -> Any:
    """Return the class of the game's views."""
    rules = load(game)
    seats = rules.seats[0]
    return type(rules.view(rules.setup(seats, resolve(rules.options(seats), {}), seed=0), None))


def raw(data: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(data))


def raw_event(event: Any) -> msgspec.Raw:
    """Return an event as data that says what it is: {"type": "Drew", "seat": 0, "cards": [3, 4]}."""
    return raw({"type": type(event).__name__, **msgspec.to_builtins(event)})


def read_view(game: str, view: msgspec.Raw) -> Any:
    """Return the view that was sent. Raises BadLine where it is no view of that game."""
    try:
        _check_numbers(msgspec.json.decode(view))
        return msgspec.json.decode(view, type=view_type(game))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, ValueError) as error:
        raise BadLine(f"the view cannot be read: {error}") from None


def _check_numbers(data: Any) -> None:
    for value in leaves(data):
        if isinstance(value, (int, float)) and abs(value) > LARGEST_NUMBER:
            raise ValueError(f"a number in it is larger than {LARGEST_NUMBER}")
