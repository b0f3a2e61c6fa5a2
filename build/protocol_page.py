"""Update the generated part of game/PROTOCOL.md: options, views, events and actions of each game.

    python build/protocol_page.py

The generated part is between two marks. The rest of the page is written by hand.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build" / "editable"))

from topping_out.game import registry  # noqa: E402
from topping_out.game.arena.protocol import (  # noqa: E402
    field_words,
    parts_of,
    types_of,
)
from topping_out.game.engine import AnyGame, Outcome  # noqa: E402
from topping_out.game.options import Option  # noqa: E402

PAGE = ROOT / "game" / "PROTOCOL.md"
BEGIN, END = "<!-- from here to the next mark: build/protocol_page.py -->\n", "<!-- end -->\n"
WORDS = {
    "Seat": "seat", "CardId": "card", "PieceId": "piece", "TowerId": "tower id", "Colour": "colour", "Suit": "suit",
    "int": "number", "bool": "true or false", "str": "text", "None": "null",
}  # fmt: skip
JSON_WORDS = {"None": "null", "True": "true", "False": "false"}


def main() -> None:
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def renewed(page: str) -> str:
    """Return the page with an up-to-date generated part."""
    before, _, rest = page.partition(BEGIN)
    written = "\n".join(line for name in registry.names() for line in game_lines(name))
    return f"{before}{BEGIN}\n{written}\n{END}{rest.partition(END)[2]}"


def game_lines(name: str) -> Iterator[str]:
    game, types = registry.load(name), types_of(name)
    yield from (f"### {name}", "")
    yield from option_lines(game)
    yield from table(f"`{name}`: action", [row(kind) for kind in types.actions])
    yield from table(f"`{name}`: event", [row(kind) for kind in types.events])
    parts = [kind for kind in parts_of((*types.actions, *types.events, types.view)) if kind is not Outcome]
    views = [types.view, *(kind for kind in parts if kind not in (*types.actions, *types.events, types.view))]
    for kind in views:
        yield from (f"**{kind.__name__}**: {class_words(kind)}", "")
        words = field_words(types.state) if kind is types.view else {}
        yield from field_table(kind, words | field_words(kind))


# -- options


def option_lines(game: AnyGame) -> Iterator[str]:
    offered = {option.key: option for seats in game.seats for option in game.options(seats)}
    rows = [
        (f"`{option.key}`", values_of(option), f"`{shown(option.default)}`", about(game, option))
        for option in offered.values()
    ]
    yield from table(f"`{game.name}`: option", rows, ("value", "default", "what it means"))
    for preset in game.presets:
        values = ", ".join(f'`"{key}": {shown(value)}`' for key, value in preset.options)
        yield f"The preset `{preset.key}` of the command line is {values}."
        yield ""


def values_of(option: Option) -> str:
    values = ", ".join(f"`{shown(value)}`" for value in option.lasting)
    return values if type(option) is Option else f"{values}, or another text"


def about(game: AnyGame, option: Option) -> str:
    having = [seats for seats in game.seats if any(other.key == option.key for other in game.options(seats))]
    return option.help + (
        "" if len(having) == len(game.seats) else f" Only with {' or '.join(map(str, having))} seats."
    )


def shown(value: object) -> str:
    return json.dumps(value)


# -- classes


def row(kind: type) -> tuple[str, str, str]:
    own = "; ".join(f"`{field}` {type_words(kind, field)}" for field in kind.__annotations__) or "–"
    below = " ".join(f"`{name}`: {lines_joined(words)}" for name, words in field_words(kind).items())
    return f"`{kind.__name__}`", own, f"{class_words(kind)} {below}".strip()


def class_words(kind: type) -> str:
    """Return the docstring of a class without the text form of an action, which is for records."""
    words = inspect.cleandoc(kind.__doc__ or "")
    is_written = not words.startswith(f"{kind.__name__}(")
    return lines_joined(re.sub(r"\s*Text( form)?: .*", "", words, flags=re.DOTALL)) if is_written else ""


def field_table(kind: type, words: dict[str, str]) -> Iterator[str]:
    rows = [(f"`{f}`", type_words(kind, f), lines_joined(words.get(f, ""))) for f in kind.__annotations__]
    yield from table("field", rows, ("type", "what it means"))


def type_words(kind: type, field: str) -> str:
    """Return the type of a field in words."""
    written = ast.parse(kind.__annotations__[field], mode="eval").body
    return _words(written, inspect.get_annotations(kind, eval_str=True)[field], vars(sys.modules[kind.__module__]))


def _words(written: ast.expr, hint: Any, names: dict[str, Any]) -> str:
    match written:
        case ast.BinOp(left, ast.BitOr(), right):
            return f"{_words(left, None, names)} or {_words(right, None, names)}"
        case ast.Subscript(ast.Name("tuple" | "frozenset"), ast.Tuple([inner, ast.Constant()]) | (ast.Name() as inner)):
            return f"list of {_words(inner, None, names)}"
        case ast.Constant(None):
            return "null"
        case ast.Name(word) if word in WORDS:
            return WORDS[word]
        case ast.Name(word):
            return _named(names[word])
    raise TypeError(f"no words for {ast.unparse(written)}")


def _named(hint: Any) -> str:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return " or ".join(f'`"{member.value}"`' for member in hint)
    if get_origin(hint) is not None and all(isinstance(value, str) for value in get_args(hint)):
        return " or ".join(f'`"{value}"`' for value in get_args(hint))
    if isinstance(hint, type):
        return f"**{hint.__name__}**"
    return f"list of {WORDS['int']}s"


def lines_joined(text: str) -> str:
    """Return text on one line, with the words of JSON for None, True and False."""
    return re.sub(r"\b(None|True|False)\b", lambda found: JSON_WORDS[found[0]], " ".join(text.split()))


def table(
    first: str, rows: Sequence[tuple[str, ...]], others: tuple[str, ...] = ("fields", "what it means")
) -> Iterator[str]:
    heads = (first, *others)
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    yield from ("| " + " | ".join(cells) + " |" for cells in rows)
    yield ""


if __name__ == "__main__":
    main()
