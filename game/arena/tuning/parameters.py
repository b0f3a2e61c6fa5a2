"""Tables of weights as numbers that can be varied, and as the text of a file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from topping_out.game.bots.weights import WeightTable

NumberPath = tuple[str | int, ...]
"""Where a number is in a table: names, and at the end perhaps the place in a row."""
DIGITS = 3
"""Significant digits of a weight in a file."""


def tunable(table: Mapping[str, Any], fixed: Collection[str] = ()) -> dict[NumberPath, float]:
    """Return the numbers that may be varied, by where they are.

    These are the numbers with a decimal point, in rows too: whole ones are amounts of work, not weights.
    What has a name in `fixed`, or is in a table with such a name, is left out; so is 0, which means that a bot does not
    look at something.
    """
    return {path: value for path, value in _numbers(table, ()) if value and not set(path) & set(fixed)}


def _numbers(value: Any, path: NumberPath) -> Iterator[tuple[NumberPath, float]]:
    if isinstance(value, float):
        yield path, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _numbers(inner, (*path, name))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, inner in enumerate(value):
            yield from _numbers(inner, (*path, place))


def with_numbers(table: Mapping[str, Any], numbers: Mapping[NumberPath, float]) -> WeightTable:
    """Return the table with these numbers in their places."""
    copy: WeightTable = _copied(table)
    for path, value in numbers.items():
        inner: Any = copy
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
    return copy


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _copied(inner) for name, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return list(value)
    return value


def rounded(value: float) -> float:
    """Return the number as a file holds it."""
    return float(f"{value:.{DIGITS}g}")


def toml_text(table: Mapping[str, Any], name: str = "") -> str:
    """Return the table as TOML: numbers, switches, words, rows of numbers, and tables of these."""
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    own = [f"{key} = {_toml_value(value)}\n" for key, value in table.items() if key not in inner]
    head = f"[{name}]\n" if name and own else ""
    parts = [head + "".join(own)] if own else []
    parts += [toml_text(value, f"{name}.{key}" if name else key) for key, value in inner.items()]
    return "\n".join(parts)


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_toml_value, value))}]"
    return repr(value)
