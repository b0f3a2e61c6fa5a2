"""The boundary between the program and games of other packages: whatever one does, it harms only itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import wraps
from pathlib import Path
from traceback import walk_tb
from types import NoneType
from typing import Any

from topping_out.game.engine import AnyGame, BuiltTower, Game, IllegalAction, Outcome
from topping_out.game.options import Option, resolve
from topping_out.game.watchdog import TooLong, watched

MOST_SEATS = 8
WORDS = ("title", "designer", "blurb")
RETURNS: Mapping[str, type | tuple[type, ...]] = {
    "options": Sequence, "notes": Mapping, "actors": AbstractSet, "actions": Sequence, "outcome": (Outcome, NoneType),
    "best_tower": (BuiltTower, NoneType), "number_turns": Sequence, "count_turns": int, "summary": Mapping,
    "describe": str, "describe_action": str, "describe_outcome": str, "describe_harm": str, "describe_tower": str,
    "price": str,
}  # fmt: skip
"""What comes out of a game's functions, where the program would otherwise fail far from it."""

FAILURES = (Exception, SystemExit, TooLong)
"""What other packages may raise; an interruption by the user is none of theirs."""

Blame = Callable[[str], Exception]
"""Takes note of what went wrong; returns the error to be raised."""


def examine(game: AnyGame) -> None:
    """Look at a game before it is offered: its words, and its first moments at every number of seats.

    Raises TypeError or ValueError for what is missing, and whatever the game raises.
    """
    for word in WORDS:
        if not isinstance(getattr(game, word, None), str) or not game.title:
            raise TypeError(f"its {word} is no text")
    if not game.seats or not set(game.seats) <= set(range(1, MOST_SEATS + 1)):
        raise ValueError(f"its seats are {game.seats!r}")
    if not game.levels or not all(isinstance(level, str) for level in game.levels):
        raise ValueError(f"its levels are {game.levels!r}")
    for seats in game.seats:
        _begin(game, seats)


def _begin(game: AnyGame, seats: int) -> None:
    """Set a game up and do its first action, as a match and a record would."""
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


def fence(part: Any, base: type, blame: Blame) -> None:
    """Have everything that a game's object raises, and should not, reach the program as the error that `blame` makes.

    `base` is the class of the program that says what the object can do. Refusals of `check`, `apply` and `parse` pass.
    """
    for name in dir(base):
        if not name.startswith("_") and callable(method := getattr(part, name, None)):
            setattr(part, name, _fenced(name, method, type(part).__module__, blame))


def _fenced(name: str, method: Callable[..., Any], module: str, blame: Blame) -> Callable[..., Any]:
    refusals = ValueError if name == "parse" else IllegalAction
    kind = RETURNS.get(name, object)

    @wraps(method)
    def fenced(*values: Any, **named: Any) -> Any:
        try:
            with watched():
                found = method(*values, **named)
        except refusals:
            raise
        except FAILURES as error:
            raise blame(f"{name} raised {type(error).__name__}: {error}{_place(error, module)}") from error
        if not isinstance(found, kind):
            raise blame(f"{name} returned a {type(found).__name__}")
        return found

    return fenced


def _place(error: BaseException, module: str) -> str:
    """Return the last line of the game's own package that led to an error, in brackets; empty where there is none."""
    package = module.partition(".")[0]
    lines = (
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__", "").partition(".")[0] == package
    )
    return "".join(deque(lines, maxlen=1))


def base_of(game: AnyGame) -> type:
    """Return the class of the program that a game is made of: `Game`, or `LiveGame`."""
    return next(
        kind
        for kind in type(game).__mro__
        if kind.__module__.startswith("topping_out.game.") and issubclass(kind, Game)
    )
