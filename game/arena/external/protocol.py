"""The messages between the program and an external bot: JSON lines, described in PROTOCOL.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, get_args

import msgspec

from topping_out.game import __version__
from topping_out.game.engine import Outcome, Seat
from topping_out.game.options import Value
from topping_out.game.text import nearest, plainly, printable
from topping_out.game.text_files import in_utf8

VERSION = 2
"""The protocol's version; a bot that names another one is refused."""
LONGEST_LINE = 1 << 20
"""Bytes of a line from the program; a view takes a few thousand."""
LONGEST_ANSWER = 1 << 14
"""Bytes of a line from a bot."""
LONGEST_QUOTE = 160
"""Characters of a line that a message repeats."""

ActionData = dict[str, Any]
"""An action: its type and its fields."""


class BadLine(ValueError):
    """A line that is not what it should be; the message says why, in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(plainly(message))


# -- from the program


class Hello(msgspec.Struct, tag="hello", frozen=True):
    """A game begins: what is played, and where the bot sits."""

    game: str
    rules: int
    """Version of the game's rules."""
    seat: Seat
    """Where the bot sits; the first seat is 0."""
    names: tuple[str, ...]
    """By seat; there are as many seats."""
    options: dict[str, Value]
    """All options of the game, each with its value."""
    patience: float
    """Seconds that the bot has for each answer."""
    protocol: int = VERSION
    program: str = f"topping-out {__version__}"


class Act(msgspec.Struct, tag="act", frozen=True):
    """The bot is asked for one of the actions; in a live game it may decline."""

    view: msgspec.Raw
    """What the seat may know."""
    actions: tuple[ActionData, ...]
    """All that are legal. Their order means nothing."""
    seed: int | str
    """For the bot's random generator: with it the bot can play the same way again."""


class EventSeen(msgspec.Struct, tag="event", frozen=True):
    """Something that has happened, as the bot's seat may see it."""

    ms: int
    """Milliseconds since the start; 0 in a game of turns."""
    event: msgspec.Raw


class GameEnd(msgspec.Struct, tag="end", frozen=True):
    """The game is over: a bot that has not asked for another one shall end."""

    outcome: Outcome | None
    """null where the game was not played to its end."""
    seed: int | None = None
    """What the cards were dealt by, or the pieces scattered; null where another game may follow from it."""


class Refusal(msgspec.Struct, tag="error", frozen=True):
    """Whoever says it cannot go on."""

    message: str


ProgramMessage = Hello | Act | EventSeen | GameEnd | Refusal


# -- from the bot


class Greeting(msgspec.Struct, tag="hello", frozen=True):
    """The answer to a hello."""

    protocol: Annotated[int, msgspec.Meta(ge=0, le=9999)]
    name: str = ""
    again: bool = False
    """Whether the program stays for another game, which another hello begins."""


class ChosenAction(msgspec.Struct, tag="action", frozen=True):
    """The answer to an act."""

    action: ActionData | None
    """One of the actions, as it was given; null (live games only) to leave the table as it is."""


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
        return msgspec.json.decode(in_utf8(line), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadLine(f"{quoted(line)} is not a line of this protocol: {_what_is_wrong(line, kind, error)}") from None


def _what_is_wrong(line: bytes, kind: Any, error: Exception) -> str:
    """Return what is wrong with a line, and what is nearest to it where its type or a field is misspelt."""
    if b"\0" in line:
        return "it is not in UTF-8"
    try:
        said = msgspec.json.decode(in_utf8(line), type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return str(error)
    messages = {message.__struct_config__.tag: message for message in get_args(kind)}
    word = said.get("type")
    if not isinstance(word, str) or word not in messages:
        return f"its type is {brief(word)}{_meant(word, messages)}: choose from {', '.join(messages)}"
    fields = messages[word].__struct_fields__
    misspelt = (f"; there is {key!r}{near}" for key in said if key not in fields and (near := _meant(key, fields)))
    return str(error) + next(misspelt, "")


def _meant(word: object, known: Iterable[str]) -> str:
    """Return " (did you mean 'action'?)"; empty where nothing is near. The protocol speaks English everywhere."""
    near = nearest(word, known)
    return f" (did you mean {near!r}?)" if near else ""


def brief(data: Any) -> str:
    return quoted(msgspec.json.encode(data))


def quoted(line: bytes) -> str:
    """Return the beginning of a line for a message: nothing in it can steer a terminal."""
    text = printable(line[: 4 * LONGEST_QUOTE].decode(errors="replace").strip())
    return f"'{text[:LONGEST_QUOTE]}{'…' if len(text) > LONGEST_QUOTE else ''}'"
