"""Actions, events and views as JSON data: one shape in the protocol and in what commands print."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

import msgspec

from topping_out.game.engine import Game
from topping_out.game.registry import load


@dataclass(frozen=True, slots=True)
class GameTypes:
    """The classes that a game is told in."""

    actions: tuple[type, ...]
    events: tuple[type, ...]
    view: type
    state: type


@cache
def types_of(name: str) -> GameTypes:
    """Return the classes of a game's actions, events and views. Raises UnknownGame, TypeError where it names none."""
    game = load(name)
    for base in (base for kind in type(game).__mro__ for base in getattr(kind, "__orig_bases__", ())):
        if not issubclass(getattr(base, "__origin__", object), Game) or len(get_args(base)) != 4:
            continue
        state, action, event, view = get_args(base)
        types = GameTypes(get_args(action) or (action,), get_args(event) or (event,), view, state)
        if all(isinstance(kind, type) for kind in (*types.actions, *types.events, view, state)):
            return types
    raise TypeError(f"{type(game).__name__} does not say what its actions, events and views are: Game[S, A, E, V]")


def tagged(item: Any) -> dict[str, Any]:
    """Return an action or an event with what it is: {"type": "Drew", "seat": 0, "cards": [3, 4]}."""
    return {"type": type(item).__name__, **msgspec.to_builtins(item)}
