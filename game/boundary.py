"""The boundary between the program and games of other packages: what they raise or return harms only themselves."""

from __future__ import annotations

import types
import typing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, partial, wraps
from inspect import getattr_static
from pathlib import Path
from sys import stdlib_module_names
from traceback import walk_tb
from types import FunctionType
from typing import Any, Literal, TypeVar

from .children import watched
from .engine import AnyGame, IllegalAction, Open
from .options import Option, resolve

# -- fitting


ALIKE: Mapping[type, Any] = {
    float: (float, int), range: Sequence, list: Sequence, tuple: Sequence, frozenset: AbstractSet, dict: Mapping,
}  # fmt: skip
"""Types that are accepted in place of the annotated one, because the program only reads the value."""
Fits = Callable[[Any], bool]


def anything(value: Any) -> bool:
    return True


def fits_return(function: Any) -> Fits:
    """Return a predicate that tells whether a value fits the annotated return type of a function.

    What a function returns that is declared to return None is ignored.
    """
    hint = _hints_of(function).get("return", Any)
    return anything if hint is types.NoneType else fits(hint)


def _hints_of(annotated: Any) -> dict[str, Any]:
    """Return the annotated types of a class or a function by name."""
    try:
        return typing.get_type_hints(annotated)
    except (NameError, TypeError):  # a name that is only imported for type checkers
        return {}


@cache
def fits(hint: Any) -> Fits:
    """Return a predicate that tells whether a value, with everything that it contains, is of an annotated type."""
    if isinstance(hint, type) and typing.get_origin(hint) is None:
        return _fits_class(hint)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Annotated, typing.ClassVar):
        return fits(inner[0])
    if origin in (typing.Union, types.UnionType):
        any_of = [fits(part) for part in inner]
        return lambda value: any(is_fit(value) for is_fit in any_of)
    if origin is Literal:
        return lambda value: value in inner
    if isinstance(hint, TypeVar):
        return fits(hint.__bound__) if hint.__bound__ else anything
    return _fits_container(origin, inner) if isinstance(origin, type) else anything


def _fits_class(kind: type) -> Fits:
    if kind in (Any, object, bool):
        return anything  # any value is true or false
    if getattr(kind, "_is_protocol", False):
        methods = [name for name in dir(kind) if not name.startswith("_")]
        return lambda value: all(hasattr(type(value), name) for name in methods)
    kinds = ALIKE.get(kind, kind)
    return lambda value: isinstance(value, kinds) and not (kinds is Sequence and isinstance(value, str))


def _fits_container(origin: type, inner: tuple[Any, ...]) -> Fits:
    fits_class = _fits_class(origin)
    if not inner or issubclass(origin, (type, Callable)):  # type: ignore[arg-type]
        return fits_class
    if origin is tuple and inner[-1] is not ...:
        parts = [fits(part) for part in inner]
        return lambda value: (
            fits_class(value) and len(value) == len(parts) and all(is_fit(v) for is_fit, v in zip(parts, value))
        )
    if issubclass(origin, Mapping):
        key, content = map(fits, inner)
        return lambda value: fits_class(value) and all(key(name) and content(value[name]) for name in value)
    if issubclass(origin, Iterable) and not issubclass(origin, Iterator) and origin is not Iterable:
        each = fits(inner[0])
        if each is anything:
            return fits_class
        return lambda value: fits_class(value) and all(map(each, value))
    return fits_class


# -- boundary


MOST_SEATS = 8
WORDS = ("title", "designer", "blurb")

REFUSALS: Mapping[str, tuple[type[Exception], ...]] = {
    "check": (IllegalAction,), "apply": (IllegalAction, Open), "parse": (ValueError,),
    "partial": (NotImplementedError,),
}  # fmt: skip
"""Exceptions by which a game's functions may refuse an action or say that they don't know. All others are errors."""


class Blamed(ValueError):
    """A game of another package did something that no game may do; it is left out. The message says what it did."""


class Interruption(Exception):
    """Raised by the program itself inside a function of a package, so the package is not to blame."""


Blame = Callable[[str], Exception]
"""Notes what went wrong, and returns the error to raise."""


def examine(game: AnyGame) -> None:
    """Check a game before it is offered: its texts, and its start with every possible number of seats.

    Raises TypeError or ValueError for what is missing, and anything that the game itself raises.
    """
    for word in WORDS:
        if not isinstance(getattr(game, word, None), str) or not game.title:
            raise TypeError(f"its {word} is not a text")
    if not game.seats or not set(game.seats) <= set(range(1, MOST_SEATS + 1)):
        raise ValueError(f"its seats are {game.seats!r}")
    if not game.levels or not all(isinstance(level, str) for level in game.levels):
        raise ValueError(f"its levels are {game.levels!r}")
    for seats in game.seats:
        _begin(game, seats)


def _begin(game: AnyGame, seats: int) -> None:
    """Set up a game and do its first action, as a match and a record do."""
    options = game.options(seats)
    if not all(isinstance(option, Option) for option in options):
        raise TypeError("its options are not of the class Option")
    state = game.setup(seats, resolve(options, {}), 0)
    game.tick(state, 0)
    game.view(state, None)
    game.outcome(state)
    for seat in sorted(game.actors(state))[:1]:
        for action in game.actions(state, seat)[:1]:
            log: list[Any] = []
            game.check(state, seat, game.parse(str(action)))
            game.apply(state.copy(), seat, action, log)
            for event in log:
                game.describe(game.redact(event, None), [f"Player {number}" for number in range(seats)])
    game.count_turns([0])
    game.number_turns([0])


def call(
    what: str,
    action: Callable[[], Any],
    blame: Blame,
    is_fit: Fits = anything,
    refusals: tuple[type[Exception], ...] = (),
) -> Any:
    """Do what isn't trusted. If it raises, or returns something unfit, raise the error made by `blame`.

    `what` names the function in messages, `is_fit` checks what it returns, and `refusals` are exceptions that it may
    raise. TooLong is raised in a function that does not return (see `watched`).
    """
    passing: tuple[type[BaseException], ...] = (*refusals, Blamed, Interruption, KeyboardInterrupt)
    try:
        with watched():
            found = action()
            is_nonsense = not is_fit(found)
    except passing:
        raise
    except BaseException as error:
        raise blame(f"{what} raised {error_text(error)}{_place(error)}" if what else error_text(error)) from error
    if is_nonsense:
        raise blame(f"{what} returned {brief(found)}")
    return _each(what, found, blame) if isinstance(found, Iterator) else found


def error_text(error: BaseException) -> str:
    """Return an error as text, even if its own text cannot be made."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # the package's own code makes the text
        return type(error).__name__


def _each(what: str, found: Iterator[Any], blame: Blame) -> Iterator[Any]:
    """Yield the items of an iterator, whose code only runs now."""
    while True:
        item = call(what, lambda: next(found, _END), blame)
        if item is _END:
            return
        yield item


_END = object()


def brief(value: Any) -> str:
    """Return a value as short text, for a message that it is unfit."""
    is_plain = value is None or type(value) in (bool, int, float, str)
    return f"{value!r:.80}" if is_plain else f"a {type(value).__name__}"


def fence(part: Any, base: type, blame: Blame, doubt: Blame | None = None) -> None:
    """Make every use of another package's object go through `call` from now on.

    The object must be a `base`. The methods and properties of its nearest base class in the program are fenced.
    Refusals of `check`, `apply` and `parse` pass through. If the object is unfit, raise the error made by `doubt`, or
    by `blame` without it.
    """
    kind, doubt = type(part), doubt or blame
    if not fits(base)(part):
        raise doubt(f"{brief(part)} is no {base.__name__}")
    if kind in _fences.values():
        return
    known = base_of(kind, base)
    call(base.__name__, lambda: _check_data(part, known, doubt), doubt)
    for name, value in [*getattr(part, "__dict__", {}).items()]:
        if callable(value) and _is_method(known, name):
            setattr(part, name, partial(_fenced(name, partial(_same, value), getattr(known, name), blame), part))
    object.__setattr__(part, "__class__", fenced_class(kind, known, blame))


def _same(value: Any, _: Any) -> Any:
    return value


def _check_data(part: Any, known: type, doubt: Blame) -> None:
    for name, is_fit in _data(known):
        if not is_fit(value := getattr(part, name, None)):
            raise doubt(f"its {name} is {brief(value)}")


_fences: dict[tuple[type, Any], type] = {}


def fenced_class(kind: type, known: type, blame: Blame) -> type:
    """Return a subclass of another package's class whose methods and properties go through `call`."""
    if (kind, blame) in _fences:
        return _fences[kind, blame]
    members: dict[str, Any] = {"__slots__": (), "__module__": kind.__module__, "__doc__": kind.__doc__}
    found = type(kind)(kind.__name__, (kind,), members)
    for name in dir(known):
        member = getattr_static(known, name)
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            setattr(found, name, _fenced_property(name, found, member, blame))
        elif isinstance(member, FunctionType):
            setattr(found, name, _fenced(name, partial(_bound, found, name), member, blame))
    return _fences.setdefault((kind, blame), found)


def _bound(fenced: Any, name: str, part: Any) -> Any:
    """Return an attribute of an object as defined by the class below the fence."""
    return getattr(super(fenced, part), name)


def _fenced(name: str, find: Callable[[Any], Any], declared: Any, blame: Blame) -> Callable[..., Any]:
    """Return a method that looks up the package's attribute of this name and calls it through `call`."""
    is_fit, refusals = fits_return(declared), REFUSALS.get(name, ())

    @wraps(declared)
    def method(self: Any, *values: Any, **named: Any) -> Any:
        return call(name, lambda: find(self)(*values, **named), blame, is_fit, refusals)

    return method


def _fenced_property(name: str, fenced: type, declared: property, blame: Blame) -> property:
    is_fit = fits_return(declared.fget)

    def find(self: Any) -> Any:
        own = getattr(self, "__dict__", {})
        return own[name] if name in own else _bound(fenced, name, self)

    def put(self: Any, value: Any) -> None:
        descriptor = getattr_static(fenced.__base__, name)
        if hasattr(type(descriptor), "__set__"):
            descriptor.__set__(self, value)
        else:
            self.__dict__[name] = value

    return property(lambda self: call(name, lambda: find(self), blame, is_fit), put)


def _is_method(known: type, name: str) -> bool:
    return not name.startswith("_") and isinstance(getattr_static(known, name, None), FunctionType)


@cache
def _data(known: Any) -> tuple[tuple[str, Fits], ...]:
    """Return the name of each public attribute that a class of the program declares, and a predicate for its values."""
    hints = _hints_of(known)
    found = {}
    for name in (name for name in dir(known) if not name.startswith("_")):
        member = getattr_static(known, name)
        if member is not None and not isinstance(member, (property, FunctionType, classmethod, staticmethod)):
            found[name] = fits(hints.get(name, type(member)))
    for name, hint in hints.items():
        if str(typing.get_origin(hint)) == "typing.ClassVar" and not name.startswith("_"):
            found[name] = fits(hint)
    return tuple(found.items())


def _place(error: BaseException) -> str:
    """Return file and line of the last frame outside the program that led to an error, in brackets, or ""."""
    lines = (
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if not is_ours(name := frame.f_globals.get("__name__", ""))
        and name.partition(".")[0] not in stdlib_module_names
    )
    return "".join(deque(lines, maxlen=1))


def is_ours(module: str) -> bool:
    """Tell whether a module belongs to the program."""
    return module.partition(".")[0] == __name__.partition(".")[0]


def base_of(kind: type, base: type) -> type:
    """Return the nearest base class that is the program's own, or `base` if there is none."""
    return next((parent for parent in kind.__mro__ if is_ours(parent.__module__)), base)
