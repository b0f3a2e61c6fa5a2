"""The messages between the program and external bots: lines of JSON, described in PROTOCOL.md."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Annotated, Any, get_args

import msgspec

from .. import __version__
from ..assets import DAMAGED, in_utf8
from ..engine import AnyGame, Game, Outcome, Seat
from ..options import Option, Value
from ..registry import load
from ..text import leaves, nearest, plainly, printable

# -- wire


@dataclass(frozen=True, slots=True)
class GameTypes:
    """The classes of a game's actions, events, view and state."""

    actions: tuple[type, ...]
    events: tuple[type, ...]
    view: type
    state: type


@cache
def types_of(name: str) -> GameTypes:
    """Return the classes that a game uses. Raises UnknownGame, or TypeError if the game does not declare them."""
    game = load(name)
    for base in (base for kind in type(game).__mro__ for base in getattr(kind, "__orig_bases__", ())):
        if not issubclass(getattr(base, "__origin__", object), Game) or len(get_args(base)) != 4:
            continue
        state, action, event, view = get_args(base)
        types = GameTypes(get_args(action) or (action,), get_args(event) or (event,), view, state)
        if all(isinstance(kind, type) for kind in (*types.actions, *types.events, view, state)):
            return types
    raise TypeError(f"{type(game).__name__} does not say what its actions, events and views are: Game[S, A, E, V]")


def tagged(item: Any) -> dict[str, Any]:
    """Return an action or event as data with its type: {"type": "Drew", "seat": 0, "cards": [3, 4]}."""
    return {"type": type(item).__name__, **msgspec.to_builtins(item)}


# -- protocol


VERSION = 2
"""Version of the protocol. A bot with another version is refused."""
LONGEST_LINE = 1 << 20
"""Bytes of a line from the program. A view takes a few thousand."""
LONGEST_ANSWER = 1 << 14
"""Bytes of a line from a bot."""
LONGEST_QUOTE = 160
"""The most characters of a line that a message quotes."""

ActionData = dict[str, Any]
"""An action with its type and fields."""


class BadLine(ValueError):
    """An invalid line. The message says why, in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(plainly(message))


# -- from the program


class Hello(msgspec.Struct, tag="hello", frozen=True):
    """A game begins. This says what is played, and where the bot sits."""

    game: str
    rules: int
    """Version of the game's rules."""
    seat: Seat
    """The bot's seat; the first seat is 0."""
    names: tuple[str, ...]
    """By seat. Their number is the number of seats."""
    options: dict[str, Value]
    """The values of all options of the game."""
    patience: float
    """Seconds that the bot has for each answer."""
    protocol: int = VERSION
    program: str = f"topping-out {__version__}"


class Act(msgspec.Struct, tag="act", frozen=True):
    """Asks the bot to choose one of the actions. In a live game it may decline."""

    view: msgspec.Raw
    """What the seat may know."""
    actions: tuple[ActionData, ...]
    """All legal actions. Their order has no meaning."""
    seed: int | str
    """Seed for the bot's random generator, with which it can reproduce its play."""


class EventSeen(msgspec.Struct, tag="event", frozen=True):
    """Something that happened, as the bot's seat may see it."""

    ms: int
    """Milliseconds since the start; 0 in a turn-based game."""
    event: msgspec.Raw


class GameEnd(msgspec.Struct, tag="end", frozen=True):
    """The game is over. A bot that did not ask for another game must exit."""

    outcome: Outcome | None
    """null if the game was not played to its end."""
    seed: int | None = None
    """The seed of the deal or set-up; null if another game may use it."""


class Refusal(msgspec.Struct, tag="error", frozen=True):
    """The sender cannot continue."""

    message: str


ProgramMessage = Hello | Act | EventSeen | GameEnd | Refusal


# -- from the bot


class Greeting(msgspec.Struct, tag="hello", frozen=True):
    """The reply to a `hello`."""

    protocol: Annotated[int, msgspec.Meta(ge=0, le=9999)]
    name: str = ""
    again: bool = False
    """Whether the program stays for another game, which begins with another `hello`."""


class ChosenAction(msgspec.Struct, tag="action", frozen=True):
    """The reply to an `act`."""

    action: ActionData | None
    """One of the actions as it was given, or null (live games only) to leave the table as it is."""


BotMessage = Greeting | ChosenAction | Refusal


# -- lines


def to_line(message: ProgramMessage | BotMessage) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def read_program_message(line: bytes) -> ProgramMessage:
    """Decode a message from the program. Raises BadLine."""
    message: ProgramMessage = _decode(line, ProgramMessage)
    return message


def read_bot_message(line: bytes) -> BotMessage:
    """Decode a message from a bot. Raises BadLine."""
    message: BotMessage = _decode(line, BotMessage)
    return message


def _decode(line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(in_utf8(line), type=kind)
    except DAMAGED as error:
        raise BadLine(f"{quoted(line)} is not a line of this protocol: {_what_is_wrong(line, kind, error)}") from None


def _what_is_wrong(line: bytes, kind: Any, error: Exception) -> str:
    """Return what is wrong with a line. For a misspelt type or field, suggest the nearest one."""
    if b"\0" in line:
        return "it is not in UTF-8"
    try:
        data = msgspec.json.decode(in_utf8(line), type=dict[str, Any])
    except DAMAGED:
        return str(error)
    messages = {message.__struct_config__.tag: message for message in get_args(kind)}
    word = data.get("type")
    if not isinstance(word, str) or word not in messages:
        return f"its type is {brief(word)}{_suggestion(word, messages)}: choose from {', '.join(messages)}"
    fields = messages[word].__struct_fields__
    misspelt = (f"; there is {key!r}{near}" for key in data if key not in fields and (near := _suggestion(key, fields)))
    return str(error) + next(misspelt, "")


def _suggestion(word: object, known: Iterable[str]) -> str:
    """Return " (did you mean 'action'?)", or "" if nothing is similar. The protocol is always in English."""
    near = nearest(word, known)
    return f" (did you mean {near!r}?)" if near else ""


def brief(data: Any) -> str:
    return quoted(msgspec.json.encode(data))


def quoted(line: bytes) -> str:
    """Return the beginning of a line for a message, without characters that could control a terminal."""
    text = printable(line[: 4 * LONGEST_QUOTE].decode(errors="replace").strip())
    return f"'{text[:LONGEST_QUOTE]}{'…' if len(text) > LONGEST_QUOTE else ''}'"


# -- content


LARGEST_NUMBER = 10_000_000
"""The largest number in a view. No game counts higher, and bots may loop up to a number."""


def raw(data: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(data))


def plain(data: object) -> Any:
    """Return the data as a JSON reader gets them."""
    return msgspec.json.decode(msgspec.json.encode(data))


def action_data(action: Any) -> ActionData:
    """Return an action as it is sent to a bot and expected in its answer."""
    data: ActionData = plain(tagged(action))
    return data


def missing(actions: Sequence[ActionData], among: Sequence[ActionData]) -> ActionData | None:
    """Return the first action that is not among others, or None. The values 1, 1.0 and true are different."""
    there = {*map(_compact, among)}
    return next((action for action in actions if _compact(action) not in there), None)


def index_of(action: ActionData, offered: Sequence[ActionData]) -> int | None:
    """Return the index of an action among those offered, or None. The values 1, 1.0 and true are different."""
    text = _compact(action)
    return next((number for number, other in enumerate(offered) if _compact(other) == text), None)


def nearest_action(action: ActionData, offered: Sequence[ActionData]) -> ActionData:
    """Return the offered action most similar to an invalid one."""
    texts = [_compact(other) for other in offered]
    return offered[texts.index(get_close_matches(_compact(action)[:LONGEST_QUOTE], texts, 1, cutoff=0)[0])]


def _compact(data: Any) -> str:
    return msgspec.json.encode(data, order="sorted").decode()


def read_view(game: str, view: msgspec.Raw) -> Any:
    """Decode a view. Raises BadLine if it is not a view of that game."""
    try:
        for value in leaves(msgspec.json.decode(view)):
            if isinstance(value, (int, float)) and abs(value) > LARGEST_NUMBER:
                raise ValueError(f"a number in it is larger than {LARGEST_NUMBER}")
        return msgspec.json.decode(view, type=types_of(game).view)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise BadLine(f"the view cannot be read: {error}") from None


def difference(actual: Any, expected: Any, where: str = "it") -> str:
    """Return in words where plain data first differ from what they should be, or "" if they do not."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        keys = dict.fromkeys((*actual, *expected))
        pairs = [(key if where == "it" else f"{where}.{key}", actual.get(key), expected.get(key)) for key in keys]
    elif isinstance(actual, list) and isinstance(expected, list) and len(actual) == len(expected):
        pairs = [(f"{where}[{place}]", first, second) for place, (first, second) in enumerate(zip(actual, expected))]
    elif _compact(actual) == _compact(expected):
        return ""
    else:
        return f"{where} is {brief(actual)}, but should be {brief(expected)}"
    return next((found for place, first, second in pairs if (found := difference(first, second, place))), "")


# -- schema


DRAFT = "https://json-schema.org/draft/2020-12/schema"
PLACE = "#/$defs/{name}"
Schema = dict[str, Any]


def schema_of(game: AnyGame) -> Schema:
    """Return the JSON schema of every line. `$defs` has all messages, events and actions, the view, and their parts.

    The whole schema is for any line, `$defs/ProgramMessage` for one from the program, `$defs/BotMessage` from a bot.
    """
    types = types_of(game.name)
    messages = (*get_args(ProgramMessage), *dict.fromkeys(get_args(BotMessage)))
    classes = (*dict.fromkeys(messages), *types.actions, *types.events, types.view)
    found, parts = msgspec.json.schema_components(classes, ref_template=PLACE)
    refs = dict(zip(classes, found))
    for kind in (*types.actions, *types.events):
        part = parts[_name(refs[kind])]
        part["properties"] = {"type": {"const": kind.__name__}, **part["properties"]}
    for part in (part for name, part in parts.items() if name != Greeting.__name__ and "properties" in part):
        part["required"] = [*part["properties"]]  # fields with defaults are always sent
    for kind in parts_of(classes):
        _describe_fields(parts.get(kind.__name__, {}), field_words(kind))
    _describe_fields(parts[_name(refs[types.view])], field_words(types.state))
    action = {"anyOf": [refs[kind] for kind in types.actions]}
    fields = {ref: parts[ref]["properties"] for ref in ("Hello", "Act", "EventSeen", "ChosenAction")}
    fields["Hello"]["options"] |= _options_schema(game)
    fields["Hello"]["game"]["const"], fields["Hello"]["rules"]["const"] = game.name, game.version
    for name in ("Hello", "Greeting"):
        parts[name]["properties"]["protocol"]["const"] = VERSION
    fields["Act"]["view"] |= refs[types.view]
    fields["Act"]["actions"]["items"] = {"$ref": "#/$defs/Action"}
    fields["EventSeen"]["event"] |= {"anyOf": [refs[kind] for kind in types.events]}
    declined = [{"type": "null"}] if game.live else []
    fields["ChosenAction"]["action"]["anyOf"] = [{"$ref": "#/$defs/Action"}, *declined]
    return {
        "$schema": DRAFT,
        "title": f"{game.title}, protocol {VERSION} of Topping Out",
        "anyOf": [{"$ref": "#/$defs/ProgramMessage"}, {"$ref": "#/$defs/BotMessage"}],
        "$defs": {
            "ProgramMessage": {"anyOf": [refs[kind] for kind in get_args(ProgramMessage)]},
            "BotMessage": {"anyOf": [refs[kind] for kind in get_args(BotMessage)]},
            "Action": action,
            **parts,
        },
    }


def _name(ref: Schema) -> str:
    return str(ref["$ref"]).rpartition("/")[2]


def _options_schema(game: AnyGame) -> Schema:
    """Return the schema of the options, by number of seats."""
    by_seats = []
    for seats in game.seats:
        fields = {option.key: _option_schema(option) for option in game.options(seats)}
        by_seats.append({"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False})
    return {"anyOf": [schema for number, schema in enumerate(by_seats) if schema not in by_seats[:number]]}


def _option_schema(option: Option) -> Schema:
    values = [value for value, _ in option.choices]
    about = {"title": option.title, "description": option.help, "default": option.default}
    # An option of a subclass accepts more than it offers, as text.
    more = {"anyOf": [{"enum": values}, {"type": "string"}]}
    return about | ({"enum": values} if type(option) is Option else more)


# -- descriptions of fields


def _describe_fields(part: Schema, words: dict[str, str]) -> None:
    """Add descriptions to the fields that have none."""
    for field, schema in part.get("properties", {}).items():
        if field in words:
            schema.setdefault("description", words[field])


def parts_of(classes: tuple[type, ...]) -> Iterator[type]:
    """Yield the classes and, recursively, those of their fields, each once."""
    todo, seen = list(classes), set[type]()
    while todo:
        kind = todo.pop(0)
        if kind not in seen:
            seen.add(kind)
            yield kind
            for hint in inspect.get_annotations(kind, eval_str=True).values():
                todo += [part for part in _within(hint) if is_dataclass(part) or issubclass(part, msgspec.Struct)]


def _within(hint: Any) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from _within(part)


@cache
def field_words(kind: type) -> dict[str, str]:
    """Return the docstrings of a class's fields; empty if the program is packed without its source."""
    try:
        (definition,) = ast.parse(dedent(inspect.getsource(kind))).body
    except (OSError, TypeError, ValueError, SyntaxError):
        return {}
    words: dict[str, str] = {}
    for field, below in pairwise(getattr(definition, "body", [])):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                words[name] = inspect.cleandoc(text)
    return words
