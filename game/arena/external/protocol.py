"""The messages between the program and an external bot: JSON lines, described in PROTOCOL.md."""

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

from ... import __version__
from ...assets import in_utf8
from ...engine import AnyGame, Game, Outcome, Seat
from ...options import Option, Value
from ...registry import load
from ...text import leaves, nearest, plainly, printable

# -- wire


@dataclass(frozen=True, slots=True)
class GameTypes:
    """The classes that a game is told in."""

    actions: tuple[type, ...]
    events: tuple[type, ...]
    view: type
    state: type


@cache
def types_of(name: str) -> GameTypes:
    """Return the classes of a game's actions, events and views. Raises UnknownGame, TypeError where it names none."""
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
    """Return an action or an event with what it is: {"type": "Drew", "seat": 0, "cards": [3, 4]}."""
    return {"type": type(item).__name__, **msgspec.to_builtins(item)}


# -- protocol


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


# -- content


LARGEST_NUMBER = 10_000_000
"""The largest number in a view: no game counts further, and a bot may count up to it."""


def raw(data: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(data))


def plain(data: object) -> Any:
    """Return the data as a reader of JSON has them."""
    return msgspec.json.decode(msgspec.json.encode(data))


def action_data(action: Any) -> ActionData:
    """Return an action as it is offered, and as it is named in an answer."""
    data: ActionData = plain(tagged(action))
    return data


def missing(actions: Sequence[ActionData], among: Sequence[ActionData]) -> ActionData | None:
    """Return the first action that is not among others; None where all are. 1, 1.0 and true are three things."""
    there = {*map(_compact, among)}
    return next((action for action in actions if _compact(action) not in there), None)


def index_of(action: ActionData, offered: Sequence[ActionData]) -> int | None:
    """Return which of the offered actions one is, in the same sense; None where it is none of them."""
    text = _compact(action)
    return next((number for number, other in enumerate(offered) if _compact(other) == text), None)


def nearest_action(action: ActionData, offered: Sequence[ActionData]) -> ActionData:
    """Return the action most like one that is not offered."""
    texts = [_compact(other) for other in offered]
    return offered[texts.index(get_close_matches(_compact(action)[:LONGEST_QUOTE], texts, 1, cutoff=0)[0])]


def _compact(data: Any) -> str:
    return msgspec.json.encode(data, order="sorted").decode()


def read_view(game: str, view: msgspec.Raw) -> Any:
    """Return the view that was sent. Raises BadLine where it is no view of that game."""
    try:
        for value in leaves(msgspec.json.decode(view)):
            if isinstance(value, (int, float)) and abs(value) > LARGEST_NUMBER:
                raise ValueError(f"a number in it is larger than {LARGEST_NUMBER}")
        return msgspec.json.decode(view, type=types_of(game).view)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, ValueError) as error:
        raise BadLine(f"the view cannot be read: {error}") from None


def difference(told: Any, meant: Any, where: str = "it") -> str:
    """Return in words where plain data first differ from what they should be; empty where they do not."""
    if isinstance(told, dict) and isinstance(meant, dict):
        keys = dict.fromkeys((*told, *meant))
        pairs = [(key if where == "it" else f"{where}.{key}", told.get(key), meant.get(key)) for key in keys]
    elif isinstance(told, list) and isinstance(meant, list) and len(told) == len(meant):
        pairs = [(f"{where}[{place}]", one, other) for place, (one, other) in enumerate(zip(told, meant))]
    else:
        return "" if _compact(told) == _compact(meant) else f"{where} is {brief(told)}, but should be {brief(meant)}"
    return next((found for place, one, other in pairs if (found := difference(one, other, place))), "")


# -- schema


DRAFT = "https://json-schema.org/draft/2020-12/schema"
PLACE = "#/$defs/{name}"
Schema = dict[str, Any]


def schema_of(game: AnyGame) -> Schema:
    """Return the schema of every line. `$defs` has each message, event and action, the view, and what is in them.

    The whole is of any line; `$defs/ProgramMessage` is of those from the program, `$defs/BotMessage` of a bot's.
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
        part["required"] = [*part["properties"]]  # what has a default is sent all the same
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
    fields["ChosenAction"]["action"] = _kept(fields["ChosenAction"]["action"]) | {
        "anyOf": [{"$ref": "#/$defs/Action"}, *declined]
    }
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


def _kept(field: Schema) -> Schema:
    return {key: field[key] for key in ("description",) if key in field}


def _options_schema(game: AnyGame) -> Schema:
    """Return the options, by how many play."""
    by_seats = []
    for seats in game.seats:
        fields = {option.key: _option_schema(option) for option in game.options(seats)}
        by_seats.append({"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False})
    return {"anyOf": [schema for number, schema in enumerate(by_seats) if schema not in by_seats[:number]]}


def _option_schema(option: Option) -> Schema:
    values = [value for value, _ in option.choices]
    about = {"title": option.title, "description": option.help, "default": option.default}
    # An option of a class of its own takes more than it offers, as text.
    more = {"anyOf": [{"enum": values}, {"type": "string"}]}
    return about | ({"enum": values} if type(option) is Option else more)


# -- what the fields mean


def _describe_fields(part: Schema, words: dict[str, str]) -> None:
    """Say what the fields mean, as far as it is not said already."""
    for field, schema in part.get("properties", {}).items():
        if field in words:
            schema.setdefault("description", words[field])


def parts_of(classes: tuple[type, ...]) -> Iterator[type]:
    """Yield the classes and those of their fields, however deep, each once."""
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
    """Return what stands below each field of a class; empty where the program is packed without its source."""
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
