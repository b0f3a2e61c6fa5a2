"""The games there are: each is an entry that a package registers, the program's own four among them.

A package registers a game in its packaging metadata, as an entry point of the group `topping_out.games`. The entry
point's name is the game's name; its object is a `GameEntry`. The module that holds the entry is imported whenever the
program starts, so it imports little; the game itself is loaded when it is first asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar, get_type_hints

from . import boundary
from .boundary import Blame, Blamed, Fits, anything, fits
from .engine import AnyGame, Game
from .text import plainly

T = TypeVar("T")
GROUP = "topping_out.games"
NAME = re.compile(r"[a-z][a-z0-9_]*")
"""A game's name is a word of the command line, and part of files' names."""
INTERFACE = 1
"""Of games, as `GameEntry`, `Game`, `Bot` and tables have it: one more where a game must change to fit again."""


class UnknownGame(ValueError):
    """No game of that name can be played; the message lists those there are, or says what is wrong with it."""


class GameFailed(Blamed, UnknownGame):
    """A game of another package did what no game may; it is left out from now on. The message says what it was."""


class PartFailed(Blamed):
    """A part of a game that it can be played without cannot be used. The message says why."""


PARTS = ("bots", "puzzles", "chances", "feats", "encoding", "command")
"""What an entry names, and a game can be played without."""


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
    game = run(name, "", load_object, rules, blame=partial(_refuse, name))
    try:
        if not isinstance(game, Game):
            raise TypeError(f"{rules} is a {type(game).__name__}, not a Game")
        if game.name != name:
            raise ValueError(f"{rules} is called {game.name!r}")
    except (TypeError, ValueError) as error:
        raise _refuse(name, str(error)) from None
    if not is_own(name):
        boundary.fence(game, Game, blamer(name))
        run(name, "its beginning", boundary.examine, game)
    return game


# -- the fence: what belongs to a game of another package is imported, made and called through it, and nowhere else


def run(
    name: str, what: str, function: Any, *values: Any, is_fit: Fits = anything, blame: Blame | None = None, **named: Any
) -> Any:
    """Call what belongs to a game (see `boundary.call`); what is the program's own is just called.

    Raises GameFailed, with the game left out from now on, or what `blame` makes of it.
    """
    if is_own(name):
        return function(*values, **named)
    return boundary.call(what, function, values, named, blame or blamer(name), is_fit)


def make(name: str, place: str, base: type, *values: Any, **named: Any) -> Any:
    """Return what a class or function of a game makes, behind the fence: it must be a `base`. Raises GameFailed."""
    if is_own(name):
        return load_object(place)(*values, **named)
    found = run(name, place, lambda: load_object(place)(*values, **named))
    boundary.fence(found, base, blamer(name))
    return found


def part(name: str, field: str, base: type = object, is_made: bool = False) -> Any:
    """Return what a field of a game's entry names, or an object that it makes; None where it cannot be had.

    It is a `base`, behind the fence; a function is to be called by `run`. A part that fails is noted, and is left out.
    """
    place = getattr(entry(name), field)
    if not place or (name, field) in _noted:
        return None
    if is_own(name):
        return load_object(place)() if is_made else load_object(place)
    note = noter(name, field)
    try:
        found = run(name, f"its {field}", load_object, place, blame=note)
        if not callable(found) and base is object:
            raise note(f"its {field} is {boundary.brief(found)}")
        if is_made:
            found = run(name, f"its {field}", found, blame=note)
        if base is not object and not _is_ours(place):
            boundary.fence(found, base, blamer(name), note)
    except PartFailed:
        return None
    return found


def read(name: str, field: str, function: Any, default: T) -> T:
    """Return what `function` makes of a file of a game's; `default` where it cannot be used, which is noted.

    Raises what it raises for the program's own games.
    """
    if is_own(name):
        found: T = function()
        return found
    if (name, field) in _noted:
        return default
    try:
        found = run(name, f"its {field}", function, blame=noter(name, field))
    except PartFailed:
        return default
    return found


def try_parts() -> None:
    """Load whatever the games of other packages name, so that `problems` tells what cannot be had."""
    for game in games():
        if not is_own(game.name):
            for field in PARTS:
                part(game.name, field)


def check_fields(what: Any) -> None:
    """Raise TypeError where a field of a dataclass, or of one in it, is of another kind than it says."""
    kinds = get_type_hints(type(what))
    for field in fields(what):
        value = getattr(what, field.name)
        if not fits(kinds[field.name])(value):
            raise TypeError(f"its {field.name} is {value!r}")
        if is_dataclass(value):
            check_fields(value)


def suspect(error: BaseException) -> BaseException:
    """Return an error as it is; or, where the last in charge was a game of another package, the GameFailed of that.

    For whatever gets by the fence: a function that a package has handed to the program, such as a button's.
    """
    if isinstance(error, Blamed):
        return error
    packages = {module.partition(".")[0]: name for name in names() if not is_own(name) for module in _modules(name)}
    culprits = [packages[package] for package in _packages(error.__traceback__) if package in packages]
    if not culprits:
        return error
    return blamer(culprits[-1])(boundary.said(error))


def _modules(name: str) -> list[str]:
    """Return the modules that an entry names."""
    places = [getattr(entry(name), field.name) for field in fields(GameEntry)]
    return [place for place in places if isinstance(place, str) and ":" in place]  # a folder may have a colon too


def _packages(traceback: TracebackType | None) -> list[str]:
    """Return the packages through which an error came, but the program's own."""
    found = []
    while traceback:
        module = traceback.tb_frame.f_globals.get("__name__", "")
        if not boundary.is_ours(module):
            found.append(module.partition(".")[0])
        traceback = traceback.tb_next
    return found


def is_own(name: str) -> bool:
    """Tell whether a game is one of the program's own, which is trusted."""
    return _is_ours(entry(name).rules)


def has_others() -> bool:
    """Tell whether there are games of other packages."""
    return not all(map(is_own, names()))


_failed: dict[str, str] = {}
"""Games that cannot be loaded, or have failed since, and why."""
_noted: dict[tuple[str, str], str] = {}
"""By game and part: why a part of a game is left out."""


@cache
def blamer(name: str) -> Blame:
    """Return what leaves a game out from now on, once it is told why."""
    return partial(_blame, name)


def _blame(name: str, what: str) -> GameFailed:
    _failed.setdefault(name, plainly(f"the game {name!r} is left out: {what}"))
    load.cache_clear()
    return GameFailed(_failed[name])


def _refuse(name: str, what: str) -> GameFailed:
    _failed[name] = plainly(f"the game {name!r} cannot be loaded: {what}")
    return GameFailed(_failed[name])


@cache
def noter(name: str, part: str) -> Blame:
    """Return what leaves a part of a game out from now on, once it is told why."""
    return partial(_note, name, part)


def _note(name: str, part: str, what: str) -> PartFailed:
    _noted.setdefault((name, part), plainly(f"the game {name!r} goes without its {part}: {what}"))
    return PartFailed(_noted[name, part])


def is_noted(name: str, part: str) -> bool:
    """Tell whether a part of a game is left out, since it has failed."""
    return (name, part) in _noted


def _is_ours(place: str) -> bool:
    return boundary.is_ours(place.partition(":")[0])


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
    """Return a sentence for each game or part of one that is left out, with the reason. Loads all games."""
    attempts = [*map(_attempt, names())]
    return (
        *_find_entries()[1], *(str(error) for error in attempts if isinstance(error, UnknownGame)), *_noted.values()
    )  # fmt: skip


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
    for point in sorted(points, key=lambda point: (not _is_ours(point.value), point.value)):
        try:
            if point.name in found:
                raise ValueError("another game has this name already")
            found[point.name] = _read_entry(point)
        except (ValueError, TypeError) as error:
            wrong.append(plainly(f"the game {point.name!r} of {point.value} is left out: {error}"))
    in_order = sorted(found.items(), key=lambda item: (item[1].order, item[0]))
    return dict(in_order), tuple(wrong)


def _read_entry(point: EntryPoint) -> GameEntry:
    if not NAME.fullmatch(point.name):
        raise ValueError("its name may have small letters, digits and _ only, a letter first")
    if _is_ours(point.value):
        found: Any = point.load()
    else:
        found = boundary.call("", point.load, (), {}, ValueError)
    if not isinstance(found, GameEntry):
        raise TypeError(f"it is a {type(found).__name__}, not a GameEntry")
    check_fields(found)
    if found.interface != INTERFACE:
        raise ValueError(f"it is written for interface {found.interface} of games, and this program has {INTERFACE}")
    return found
