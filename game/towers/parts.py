"""Parts of states, views and events: a scored tower, and the account of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from topping_out.game.engine import Seat
from topping_out.game.towers.floors import CardId, Effect

Cause = Literal["height", "trigger", "game end"]
"""Why a tower is scored: six floors, a floor that brings it on, the end of the game."""


class Scored(msgspec.Struct, frozen=True):
    """A tower that was scored, with all that its account depends on; nothing of it is hidden."""

    seat: Seat
    """Whose turn it was."""
    plot: int
    cause: Cause
    floors: tuple[CardId, ...]
    """Ground floor first."""
    owners: tuple[Seat | None, ...]
    """By floor; None where it was vacant."""
    hand_sizes: tuple[int, ...]
    draw_pile: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnerChange:
    """A floor changes hands for the rest of the scoring; None: vacant."""

    level: int
    before: Seat | None
    after: Seat | None


@dataclass(frozen=True, slots=True)
class Step:
    """One effect of one floor, or a vacant floor skipped."""

    level: int
    floor: str
    owner: Seat | None
    """At that moment; None: vacant."""
    effect: Effect | None
    """None where there is none to do."""
    points: tuple[int, ...]
    """Scored by this step, for each seat."""
    drawn: int
    """Cards that the owner draws, as far as hand and deck allow."""
    changes: tuple[OwnerChange, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """A tower's scoring from the top floor down."""

    steps: tuple[Step, ...]
    points: tuple[int, ...]
    """In all, for each seat."""
