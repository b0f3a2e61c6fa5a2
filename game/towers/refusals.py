"""What is wrong with a deck file, in the reader's words."""

from __future__ import annotations

import re

from topping_out.game.language import mark, tr
from topping_out.game.text import commas

MOST_FLOORS, MOST_COUNT, MOST_EFFECTS = 24, 60, 4
LONGEST_NAME, LONGEST_ABOUT = 20, 200
LETTERS = mark("it must have {least} to {most} letters")
LIMITS = {
    "name": (1, LONGEST_NAME, LETTERS),
    "title": (1, LONGEST_NAME, LETTERS),
    "about": (0, LONGEST_ABOUT, LETTERS),
    "floor": (2, MOST_FLOORS, mark("a deck has {least} to {most} floors")),
    "effect": (0, MOST_EFFECTS, mark("a floor has {least} to {most} effects")),
    "count": (1, MOST_COUNT, mark("a floor has {least} to {most} cards")),
}
"""The least and the most there may be of each, and what is said where there are fewer or more."""
KINDS = {
    "str": mark("it must be a text in quotes"),
    "int": mark("it must be a whole number"),
    "bool": mark("it must be true or false"),
    "array": mark("it must be a list in square brackets"),
    "object": mark("it must be a table, begun by {head}"),
}
"""What is said where something else stands."""


def plain_refusal(error: str) -> tuple[str, str]:
    """Return the key of which msgspec's error speaks, and in plain words what is wrong with it."""
    said = re.fullmatch(r"(?P<what>.*?)(?: - at `\$\.?(?P<key>\w*).*`)?", error, re.DOTALL)
    assert said is not None
    what, key = said["what"], said["key"] or ""
    if unknown := re.search(r"unknown field `(.*)`", what):
        return unknown[1], tr("a deck file has no such key")
    if missing := re.search(r"missing required field `(.*)`", what):
        return missing[1], tr("it is missing")
    if key in LIMITS and (" length " in what or re.search("[<>]=", what)):
        least, most, words = LIMITS[key]
        return key, tr(words, least=least, most=most)
    kind = re.search(r"Expected `(\w+)`", what)
    return key, tr(KINDS[kind[1]], head="[[floor]]") if kind and kind[1] in KINDS else what


def place(source: str, line: int, floor: int, key: str) -> str:
    """Return where something is wrong: the file, and as far as they are known (not 0) line and floor; then the key."""
    parts = [
        source,
        tr("line {number}", number=line) if line else "",
        tr("floor {number}", number=floor) if floor else "",
    ]
    return commas(parts) + (f": {key}" if key else "")
