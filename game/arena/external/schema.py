"""JSON Schema of the protocol for a game, made from the classes that are sent."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Any, get_args

import msgspec

from topping_out.game.arena.external.protocol import VERSION, BotMessage, Greeting, ProgramMessage
from topping_out.game.arena.external.wire import types_of
from topping_out.game.engine import AnyGame
from topping_out.game.options import Option

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
