"""What happens in the game, as frozen values in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine import Ended, Passed, Seat, TurnBegan
from .cards import CardId


@dataclass(frozen=True, slots=True)
class Constructed:
    """Cards of the seat's hand went onto a tower or foundation of `owner`."""

    seat: Seat
    owner: Seat
    foundation: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Deconstructed:
    """Cards of the seat's hand took the uppermost ones off a tower of `owner`, one for one; both are discarded."""

    seat: Seat
    owner: Seat
    foundation: int
    spent: tuple[CardId, ...]
    fallen: tuple[CardId, ...]
    """Bottom card first."""
    rising: tuple[CardId, ...]
    """Cards played beyond those that the tower had: the foundation's new tower."""


@dataclass(frozen=True, slots=True)
class Discarded:
    """The seat had no legal play and discarded (W3)."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew; hidden from the others."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Tossed:
    """All pennies were tossed (Tidal Influences): True for each that shows heads."""

    heads: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SkyMoved:
    """The Sky settled by a penny, or rose by one; `pennies` are there now."""

    pennies: int
    by: int


@dataclass(frozen=True, slots=True)
class LostContract:
    """The seat had no tower at the recycling and is out (Contractual Deadlines, W6)."""

    seat: Seat
    hand: int
    """How many cards of its hand join the recycled ones."""


@dataclass(frozen=True, slots=True)
class Recycled:
    """The discards were shuffled into a new draw pile of so many cards."""

    cards: int


Event = (
    Constructed
    | Deconstructed
    | Discarded
    | Drew
    | Passed
    | Tossed
    | SkyMoved
    | LostContract
    | Recycled
    | TurnBegan
    | Ended
)
