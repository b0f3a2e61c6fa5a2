"""Who a bot can be: one of five levels, or a character, who plays at a level with a temper.

A character can play at another level too: `ada@easy`.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from .assets import ASSETS, read_toml
from .language import mark, tr

LEVELS = ("gentle", "easy", "medium", "hard", "master")
"""The bots' levels, weakest first."""
LEVEL_NAMES = {
    "gentle": mark("gentle"), "easy": mark("easy"), "medium": mark("medium"), "hard": mark("hard"),
    "master": mark("master"),
}  # fmt: skip
LEVEL_TITLES = {
    "gentle": mark("Gentle"), "easy": mark("Easy"), "medium": mark("Medium"), "hard": mark("Hard"),
    "master": mark("Master"),
}  # fmt: skip
RANDOM = "random"
"""The bot without weights: any legal action, each as likely as the others."""
OTHER = "other"
"""Stands in records for a bot that has no name of these: a program, weights of its own, an old bot."""


class UnknownBot(ValueError):
    """No bot of that name; the message lists those there are."""


Moment = Literal["hello", "proud", "attacks", "hurt", "won", "lost", "wronged", "beaten", "ahead"]
"""When a character may say something: at the beginning; to something large of their own, to harm that they do, to harm
that is done to them; at the end; and at the beginning with somebody whom they remember, who did them harm, has beaten
them, or was beaten by them last time."""


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a character looks, in words that the drawing kit knows."""

    skin: Literal["light", "tan", "brown", "dark"]
    hair: Literal["ginger", "brown", "black", "grey", "white"]
    style: Literal["plaits", "short", "bob", "bald", "bun"]
    mouth: Literal["smile", "grin", "smirk", "straight"]
    coat: Literal["ice", "canyon", "desert", "forest", "city", "heath"]
    """The site of the theme that has its colour."""
    hat: Literal["none", "helmet"] = "none"
    extra: Literal["none", "freckles", "moustache", "brows", "beard", "earrings", "glasses"] = "none"


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody to play against: one of the levels, with a temper."""

    name: str
    level: str
    temper: str
    line: str
    """What they say of themselves, in one sentence."""
    face: Face
    says: dict[Moment, tuple[str, ...]] = {}
    """What they say at the table, each line at most once in a game."""


@cache
def characters() -> dict[str, Character]:
    """Return the characters by their names in `--seats` and in records."""
    return read_toml(ASSETS / "characters.toml", dict[str, Character])


def names() -> tuple[str, ...]:
    """Return the names of the bots that can sit at a table: the levels, then the characters."""
    return (*LEVELS, *characters())


def character(word: str) -> Character | None:
    """Return the character that a word names, at the level at which they play by it; None for any other bot."""
    who, at, level = word.partition("@")
    known = characters().get(who)
    if known is None or not at:
        return known
    return msgspec.structs.replace(known, level=level) if level in LEVELS and level != known.level else None


def at_level(who: str, level: str) -> str:
    """Return the word for a character who plays at a level."""
    return who if characters()[who].level == level else f"{who}@{level}"


def who_is(word: str) -> str:
    """Return which character a word names, at whatever level; empty for any other bot."""
    return word.partition("@")[0] if character(word) else ""


def is_known(word: str) -> bool:
    """Tell whether a bot of that name can sit at a table."""
    return word in LEVELS or character(word) is not None


def check(word: str) -> None:
    """Raise UnknownBot unless a bot of that name can have sat at a table."""
    if not is_known(word) and word not in (RANDOM, OTHER):
        raise UnknownBot(f"there is no bot {word!r}: choose from {', '.join(names())}")


def title(word: str) -> str:
    """Return the name of a level or a character on the screen."""
    known = character(word)
    return known.name if known else tr(LEVEL_TITLES.get(word, word.capitalize()))


def level_of(word: str) -> str:
    """Return the level at which a character plays; a level is its own."""
    known = character(word)
    return known.level if known else word


def level_words(word: str) -> str:
    """Return the level of a level or character for the midst of a sentence; an older bot goes by its own name."""
    level = level_of(word)
    return tr(LEVEL_NAMES.get(level, level))
