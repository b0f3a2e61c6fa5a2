"""The games there are: each is an entry that a package registers, the program's own four among them.

A package registers a game in its packaging metadata, as an entry point of the group `topping_out.games`. The entry
point's name is the game's name; its object is a `GameEntry`. The module that holds the entry is imported whenever the
program starts, so it imports little; the game itself is loaded when it is first asked for.
"""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import dataclass, fields
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, get_type_hints

from topping_out.game import boundary
from topping_out.game.boundary import FAILURES
from topping_out.game.engine import AnyGame, Game
from topping_out.game.text import plainly
from topping_out.game.watchdog import watched

GROUP = "topping_out.games"
NAME = re.compile(r"[a-z][a-z0-9_]*")
"""A game's name is a word of the command line, and part of files' names."""
INTERFACE = 1
"""Of games, as `GameEntry`, `Game`, `Bot` and tables have it: one more where a game must change to fit again."""


class UnknownGame(ValueError):
    """No game of that name can be played; the message lists those there are, or says what is wrong with it."""


class GameFailed(UnknownGame):
    """A game of another package did what no game may; it is left out from now on. The message says what it was."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What a package says of a game."""

    rules: str
    """Where the game is, as `package.module:NAME`; loaded when first asked for."""
    data: Path
    """Folder of its data, each file optional: bots.toml, daily.toml, lessons.toml, rules.md, values*.toml ..."""
    bots: str = ""
    """Where the function is that makes a bot of a table of weights; empty where it has no weights for bots."""
    table: str = ""
    """Where its table definition is, as `package.module:NAME`; without one a game of turns has a plain table."""
    puzzles: str = ""
    """Where the object is that values its positions for puzzles (see `Analysis`); empty where it has none."""
    order: int = 100
    """Place on the title, lowest first; equal ones are in alphabetical order."""
    chances: str = ""
    """Where the function is that tells each seat's chance (`game.bots.review.chances`); empty: by random games."""
    feats: str = ""
    """Where the class is that finds feats in its games (see `game.progress.feat.FeatFinder`); empty: it has none."""
    encoding: str = ""
    """Where the class is that tells what seats see and may do in numbers (see `Encoding`); loaded only by learners."""
    command: str = ""
    """Where the function is that adds a command of its own to the command line; empty: it has none."""
    interface: int = 1
    """The `INTERFACE` for which the game was written; the first one where it says nothing."""


def names() -> tuple[str, ...]:
    """Return the games' names, in the order of the title."""
    return tuple(_find_entries()[0])


def entry(name: str) -> GameEntry:
    """Return the entry of a game. Raises UnknownGame."""
    entries = _find_entries()[0]
    if name in entries:
        return entries[name]
    if not entries:
        raise UnknownGame(f"there is no game {name!r}, and no other is installed: run `pip install .`")
    raise UnknownGame(f"there is no game {name!r}: choose from {', '.join(entries)}")


@cache
def load(name: str) -> AnyGame:
    """Return a game's rules. Raises UnknownGame, also where they cannot be loaded or have failed.

    Whatever a game of another package raises later, and should not, is a GameFailed.
    """
    rules = entry(name).rules
    if name in _failed:
        raise UnknownGame(_failed[name])
    try:
        with nullcontext() if _is_own(rules) else watched():
            game = load_object(rules)
        if not isinstance(game, Game):
            raise TypeError(f"{rules} is a {type(game).__name__}, not a Game")
        if game.name != name:
            raise ValueError(f"{rules} is called {game.name!r}")
        if not _is_own(rules):
            boundary.fence(game, boundary.base_of(game), partial(_blame, name))
            boundary.examine(game)
    except GameFailed:
        raise
    except FAILURES as error:
        _failed[name] = plainly(f"the game {name!r} cannot be loaded: {_words(error)}")
        raise UnknownGame(_failed[name]) from error
    return game


def fence(name: str, part: Any, base: type) -> None:
    """Put another object of a game behind the boundary (see `boundary.fence`); not one of the program's own games."""
    if not _is_own(entry(name).rules):
        boundary.fence(part, base, partial(_blame, name))


_failed: dict[str, str] = {}
"""Games that cannot be loaded, or have failed since, and why."""


def _blame(name: str, what: str) -> GameFailed:
    """Leave a game out from now on."""
    _failed.setdefault(name, plainly(f"the game {name!r} is left out: {what}"))
    load.cache_clear()
    return GameFailed(_failed[name])


def _is_own(place: str) -> bool:
    return place.startswith("topping_out.game.")


def games() -> tuple[AnyGame, ...]:
    """Return all games that can be loaded, in the order of the title; `problems` names the others."""
    return tuple(found for name in names() if not isinstance(found := _attempt(name), UnknownGame))


def data_file(name: str, file: str) -> Path | None:
    """Return a file of a game's data folder; None where the game does not bring it. Raises UnknownGame."""
    path = entry(name).data / file
    return path if path.is_file() else None


def text_file(name: str, file: str, language: str) -> Path | None:
    """Return a game's file in a language, such as `rules.de.md` for `rules.md`; else None. Raises UnknownGame."""
    stem, _, ending = file.rpartition(".")
    return data_file(name, f"{stem}.{language}.{ending}")


def problems() -> tuple[str, ...]:
    """Return a sentence for each game that is left out, with the reason. Loads all games."""
    attempts = map(_attempt, names())
    return (*_find_entries()[1], *(str(error) for error in attempts if isinstance(error, UnknownGame)))


def load_object(place: str) -> Any:
    """Return what an entry names as `package.module:NAME`. Raises ImportError, AttributeError and what it may raise."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _attempt(name: str) -> AnyGame | UnknownGame:
    try:
        return load(name)
    except UnknownGame as error:
        return error


@cache
def _find_entries() -> tuple[dict[str, GameEntry], tuple[str, ...]]:
    """Return the entries by name, in the order of the title, and a sentence for each that cannot be used."""
    found: dict[str, GameEntry] = {}
    wrong: list[str] = []
    # Where two packages offer a name, the program's own game keeps it; then it is the same one every time.
    points = entry_points(group=GROUP)
    for point in sorted(points, key=lambda point: (not _is_own(point.value), point.value)):
        try:
            if point.name in found:
                raise ValueError("another game has this name already")
            found[point.name] = _read_entry(point)
        except FAILURES as error:  # whatever a package may do when it is imported
            wrong.append(plainly(f"the game {point.name!r} of {point.value} is left out: {_words(error)}"))
    in_order = sorted(found.items(), key=lambda item: (item[1].order, item[0]))
    return dict(in_order), tuple(wrong)


def _read_entry(point: EntryPoint) -> GameEntry:
    if not NAME.fullmatch(point.name):
        raise ValueError("its name may have small letters, digits and _ only, a letter first")
    with nullcontext() if _is_own(point.value) else watched():
        found: Any = point.load()
    if not isinstance(found, GameEntry):
        raise TypeError(f"it is a {type(found).__name__}, not a GameEntry")
    kinds = get_type_hints(GameEntry)
    for field in fields(GameEntry):
        if not isinstance(getattr(found, field.name), kinds[field.name]):
            raise TypeError(f"its {field.name} is {getattr(found, field.name)!r}")
    if found.interface != INTERFACE:
        raise ValueError(f"it is written for interface {found.interface} of games, and this program has {INTERFACE}")
    return found


def _words(error: BaseException) -> str:
    """Return an error in words; those raised here need no name of their kind."""
    return str(error) if type(error) in (ValueError, TypeError) else f"{type(error).__name__}: {error}"
