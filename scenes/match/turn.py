"""What the player at the screen may do just now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from topping_out.game.engine import Seat
from topping_out.scenes.manager import Transition


@dataclass(frozen=True)
class MainButton:
    """The table's main button: its label, and the action that it does (None: nothing can be done yet)."""

    label: str
    action: Any = None


@dataclass
class Turn:
    """What the player at the screen may do now, and how to do it."""

    seat: Seat
    view: Any
    actions: Sequence[Any]
    act: Callable[[Any], Transition]
    say: Callable[[str], None]
    """Show a sentence to the player: why something is not possible, say."""
