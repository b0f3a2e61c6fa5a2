"""Who a bot can be: one of five levels, or a character, who plays at a level with a temper.

A character can also play at another level: `ada@easy`.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from .assets import ASSETS, read_toml
from .language import current, mark, tr

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
"""The bot without weights, which chooses any legal action at random."""
OTHER = "other"
"""Stands in records for a bot without such a name: an external program, custom weights, or an old bot."""


class UnknownBot(ValueError):
    """There is no bot with this name. The message lists the possible ones."""


Moment = Literal["hello", "proud", "attacks", "hurt", "won", "lost", "wronged", "beaten", "ahead"]
"""When a character may say something: at the beginning; after a great play of their own, harm that they do, or harm
done to them; at the end; and at the beginning with a player whom they remember because that player harmed them, beat
them or lost to them last time."""


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character's looks, in terms that the drawing kit knows."""

    skin: Literal["light", "tan", "brown", "dark"]
    hair: Literal["ginger", "brown", "black", "grey", "white"]
    style: Literal["plaits", "short", "bob", "bald", "bun"]
    mouth: Literal["smile", "grin", "smirk", "straight"]
    coat: Literal["ice", "canyon", "desert", "forest", "city", "heath"]
    """The site of the theme whose colour it has."""
    hat: Literal["none", "helmet"] = "none"
    extra: Literal["none", "freckles", "moustache", "brows", "beard", "earrings", "glasses"] = "none"


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character to play against, with a level and a temper."""

    name: str
    level: str
    temper: str
    line: str
    """What they say about themselves, in one sentence."""
    face: Face
    says: dict[Moment, tuple[str, ...]] = {}
    """Their lines at the table, each used at most once in a game."""


@cache
def characters() -> dict[str, Character]:
    """Return the characters by their names on the command line and in records."""
    return read_toml(ASSETS / "characters.toml", dict[str, Character])


def names() -> tuple[str, ...]:
    """Return the names of all bots that can sit at a table: the levels, then the characters."""
    return (*LEVELS, *characters())


def character(word: str) -> Character | None:
    """Return the character with this name, at the level given after `@`, or None for any other bot."""
    who, at, level = word.partition("@")
    found = characters().get(who)
    if found is None or not at:
        return found
    return msgspec.structs.replace(found, level=level) if level in LEVELS and level != found.level else None


def at_level(who: str, level: str) -> str:
    """Return the name of a character at a level, such as `ada@easy`."""
    return who if characters()[who].level == level else f"{who}@{level}"


def who_is(word: str) -> str:
    """Return the name of the character without its level, or "" for any other bot."""
    return word.partition("@")[0] if character(word) else ""


def is_known(word: str) -> bool:
    """Tell whether there is a bot with this name for a table."""
    return word in LEVELS or character(word) is not None


def check(word: str) -> None:
    """Raise UnknownBot unless a bot with this name can occur in a record."""
    if not is_known(word) and word not in (RANDOM, OTHER):
        choices = ", ".join(names())
        raise UnknownBot(tr("there's no bot {name}: choose from {choices}", name=repr(word), choices=choices))


def title(word: str) -> str:
    """Return a level or character as shown on the screen."""
    found = character(word)
    return found.name if found else tr(LEVEL_TITLES.get(word, word.capitalize()))


def level_of(word: str) -> str:
    """Return the level of a character; a level returns itself."""
    found = character(word)
    return found.level if found else word


def level_words(word: str) -> str:
    """Return the level of a level or character for the middle of a sentence; for an old bot, its name."""
    level = level_of(word)
    return tr(LEVEL_NAMES.get(level, level))


# -- usual names


class UsualNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of default names; `misread` lists those that mean something else, by language code."""

    bots: tuple[str, ...]
    humans: tuple[str, ...]
    misread: dict[str, tuple[str, ...]]


@cache
def _usual_names() -> UsualNames:
    return read_toml(ASSETS / "names.toml", UsualNames)


def usual_names(kind: Literal["bots", "humans"]) -> tuple[str, ...]:
    """Return default names for bots or humans, without those that mean something else in the current language."""
    misread = _usual_names().misread.get(current(), ())
    return tuple(name for name in getattr(_usual_names(), kind) if name not in misread)
