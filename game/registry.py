"""The available games. Each is an entry that a package registers, and so are the program's own four.

A package registers a game in its packaging metadata, as an entry point in the group `topping_out.games`. The entry
point's name is the game's name, and its object is a `GameEntry`. The entry's module is imported each time the program
starts, so it should import little; the game itself is loaded when it is first needed.
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
from .engine import AnyGame, Encoding, Game
from .language import mark, tr
from .text import no_such, plainly

T = TypeVar("T")
GROUP = "topping_out.games"
NAME = re.compile(r"[a-z][a-z0-9_]*")
"""A game's name is a word of the command line and part of file names."""
INTERFACE = 1
"""Version of the interface of `GameEntry`, `Game`, `Bot` and tables. It increases when games must be changed to fit."""


class UnknownGame(ValueError):
    """No game with this name can be played. The message lists the possible ones, or says what is wrong with it."""


class GameFailed(Blamed, UnknownGame):
    """A game of another package did something that no game may do. It is left out from now on. The message says why."""


class PartFailed(Blamed):
    """An optional part of a game cannot be used. The message says why."""


class NoEncoding(ValueError):
    """The game has no encoding. The message names the game."""


PARTS = ("bots", "puzzles", "chances", "feats", "encoding", "command")
"""Fields of an entry that name optional parts of a game."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What a package registers for a game. Fields that name an object do so as `package.module:NAME`."""

    rules: str
    """The game's rules, a `Game`; loaded when first needed."""
    data: Path
    """Folder of its data. Each file is optional: bots.toml, daily.toml, lessons.toml, rules.md, values*.toml ..."""
    bots: str = ""
    """A function that makes a bot from a table of weights; empty if its bots have no weights."""
    table: str = ""
    """Its table definition. Without one, a turn-based game gets a plain table."""
    puzzles: str = ""
    """An object that evaluates its positions for puzzles (see `Analysis`); empty if it has none."""
    order: int = 100
    """Place on the title screen, lowest first. Games with equal numbers are in alphabetical order."""
    chances: str = ""
    """A function that returns each seat's chance (see `game.bots.review.chances`); empty: from random games."""
    feats: str = ""
    """The class that finds feats in its games (see `game.progress.summary.FeatFinder`); empty if it has none."""
    encoding: str = ""
    """The class that encodes views and actions as numbers (see `Encoding`); loaded only for machine learning."""
    command: str = ""
    """A function that adds a subcommand to the command line; empty if it has none."""
    interface: int = 1
    """The `INTERFACE` for which the game was written."""


def names() -> tuple[str, ...]:
    """Return the names of the games, in the order of the title screen."""
    return tuple(_find_entries()[0])


def entry(name: str) -> GameEntry:
    """Return the entry of a game. Raises UnknownGame."""
    entries = _find_entries()[0]
    if name in entries:
        return entries[name]
    if not entries:
        text = mark("there's no game {name}, and no other is installed: run {command}")
        raise UnknownGame(tr(text, name=repr(name), command="`pip install .`"))
    near = mark("there's no game {name} (did you mean {near}?): choose from {choices}")
    raise UnknownGame(no_such(name, entries, mark("there's no game {name}: choose from {choices}"), near))


@cache
def load(name: str) -> AnyGame:
    """Return a game. Raises UnknownGame if it does not exist, cannot be loaded or has failed.

    If a game of another package later raises something that it should not, this becomes a GameFailed.
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


# -- the fence: objects of other packages' games are imported, made and called only through these functions


def run(
    name: str, what: str, function: Any, *values: Any, is_fit: Fits = anything, blame: Blame | None = None, **named: Any
) -> Any:
    """Call a function that belongs to a game (see `boundary.call`). The program's own functions are called directly.

    If it fails, raise GameFailed and leave the game out from now on, or raise the error made by `blame`.
    """
    if is_own(name):
        return function(*values, **named)
    return boundary.call(what, partial(function, *values, **named), blame or blamer(name), is_fit)


def make(name: str, place: str, base: type, *values: Any, **named: Any) -> Any:
    """Call a class or function of a game, and return the object, fenced; it must be a `base`. Raises GameFailed."""
    if is_own(name):
        return load_object(place)(*values, **named)
    found = run(name, place, lambda: load_object(place)(*values, **named))
    boundary.fence(found, base, blamer(name))
    return found


def part(name: str, field: str, base: type = object, is_made: bool = False) -> Any:
    """Return the object that a field of a game's entry names, or with `is_made` what it returns; None if it fails.

    The object must be a `base`, and is fenced; a function must be called through `run`. A failed part is noted and left
    out.
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
    """Return the result of `function`, which reads a file of a game. If it fails, note this and return `default`.

    For the program's own games, raise what it raises.
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


def encoding_of(game: AnyGame) -> type[Encoding[Any, Any]]:
    """Return the class that encodes a game. Raises NoEncoding."""
    found: type[Encoding[Any, Any]] | None = part(game.name, "encoding")
    if found is None:
        raise NoEncoding(f"{game.title} has no encoding for learners: its entry names none")
    if is_own(game.name):
        return found
    if not isinstance(found, type) or not issubclass(found, Encoding):
        raise NoEncoding(str(noter(game.name, "encoding")(f"{boundary.brief(found)} is no Encoding")))
    return boundary.fenced_class(found, Encoding, blamer(game.name))


def try_parts() -> None:
    """Load all parts of other packages' games, so that `problems` lists those that cannot be used."""
    for game in games():
        if not is_own(game.name):
            for field in PARTS:
                part(game.name, field)


def check_fields(what: Any) -> None:
    """Raise TypeError if a field of a dataclass, or of one in it, does not have its annotated type."""
    kinds = get_type_hints(type(what))
    for field in fields(what):
        value = getattr(what, field.name)
        if not fits(kinds[field.name])(value):
            raise TypeError(f"its {field.name} is {value!r}")
        if is_dataclass(value):
            check_fields(value)


def with_culprit(error: BaseException) -> BaseException:
    """Return the GameFailed that an error amounts to if a game of another package caused it, else the error itself.

    This is for errors that bypass the fence, from functions that a package gave to the program, such as a button's.
    """
    if isinstance(error, Blamed):
        return error
    packages = {module.partition(".")[0]: name for name in names() if not is_own(name) for module in _modules(name)}
    culprits = [packages[package] for package in _packages(error.__traceback__) if package in packages]
    if not culprits:
        return error
    return blamer(culprits[-1])(boundary.error_text(error))


def _modules(name: str) -> list[str]:
    """Return the modules that an entry names, as places; not its folder, whose path may contain a colon too."""
    values = (getattr(entry(name), field.name) for field in fields(GameEntry))
    return [value for value in values if isinstance(value, str) and ":" in value]


def _packages(traceback: TracebackType | None) -> list[str]:
    """Return the packages in a traceback, from the outermost to the innermost, without the program's own."""
    found = []
    while traceback:
        module = traceback.tb_frame.f_globals.get("__name__", "")
        if not boundary.is_ours(module):
            found.append(module.partition(".")[0])
        traceback = traceback.tb_next
    return found


def is_own(name: str) -> bool:
    """Tell whether a game is one of the program's own, which are trusted."""
    return _is_ours(entry(name).rules)


def has_others() -> bool:
    """Tell whether there are games of other packages."""
    return not all(map(is_own, names()))


_failed: dict[str, str] = {}
"""Games that cannot be loaded or have failed since, with the reason."""
_noted: dict[tuple[str, str], str] = {}
"""Parts of games that are left out, with the reason, by game and part."""


@cache
def blamer(name: str) -> Blame:
    """Return the function that leaves a game out from now on; it takes the reason."""
    return partial(_blame, name)


def _blame(name: str, what: str) -> GameFailed:
    _failed.setdefault(name, plainly(tr("the game {name} is left out: {why}", name=repr(name), why=what)))
    load.cache_clear()
    return GameFailed(_failed[name])


def _refuse(name: str, what: str) -> GameFailed:
    _failed[name] = plainly(tr("the game {name} can't be loaded: {why}", name=repr(name), why=what))
    return GameFailed(_failed[name])


@cache
def noter(name: str, part: str) -> Blame:
    """Return the function that leaves a part of a game out from now on; it takes the reason."""
    return partial(_note, name, part)


def _note(name: str, part: str, what: str) -> PartFailed:
    text = tr("the game {name} runs without its {part}: {why}", name=repr(name), part=part, why=what)
    _noted.setdefault((name, part), plainly(text))
    return PartFailed(_noted[name, part])


def is_noted(name: str, part: str) -> bool:
    """Tell whether a part of a game is left out because it failed."""
    return (name, part) in _noted


def _is_ours(place: str) -> bool:
    return boundary.is_ours(place.partition(":")[0])


def games() -> tuple[AnyGame, ...]:
    """Return all games that can be loaded, in the order of the title screen; `problems` lists the others."""
    return tuple(found for name in names() if not isinstance(found := _attempt(name), UnknownGame))


def data_file(name: str, file: str) -> Path | None:
    """Return the path of a file in a game's data folder, or None if it does not exist. Raises UnknownGame."""
    path = entry(name).data / file
    return path if path.is_file() else None


def text_file(name: str, file: str, language: str) -> Path | None:
    """Return the path of a translated file, such as `rules.de.md` for `rules.md`, or None. Raises UnknownGame."""
    stem, _, ending = file.rpartition(".")
    return data_file(name, f"{stem}.{language}.{ending}")


def problems() -> tuple[str, ...]:
    """Return a sentence for each game or part that is left out, with the reason. Loads all games."""
    attempts = [*map(_attempt, names())]
    return (
        *_find_entries()[1], *(str(error) for error in attempts if isinstance(error, UnknownGame)), *_noted.values()
    )  # fmt: skip


def load_object(place: str) -> Any:
    """Import the object `package.module:NAME`. Raises ImportError, AttributeError, and what the module raises."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _attempt(name: str) -> AnyGame | UnknownGame:
    try:
        return load(name)
    except UnknownGame as error:
        return error


@cache
def _find_entries() -> tuple[dict[str, GameEntry], tuple[str, ...]]:
    """Return the entries by name, in the order of the title screen, and a sentence for each unusable one."""
    found: dict[str, GameEntry] = {}
    wrong: list[str] = []
    # If two packages offer the same name, the program's own game wins; otherwise the choice is the same every time.
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
        found = boundary.call("", point.load, ValueError)
    if not isinstance(found, GameEntry):
        raise TypeError(f"it is a {type(found).__name__}, not a GameEntry")
    check_fields(found)
    if found.interface != INTERFACE:
        raise ValueError(f"it is written for interface {found.interface} of games, and this program has {INTERFACE}")
    return found
