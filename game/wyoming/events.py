"""The events of the game, as frozen dataclasses."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine import Ended, Passed, Seat, TurnBegan
from .cards import CardId


@dataclass(frozen=True, slots=True)
class Constructed:
    """The seat played cards onto a tower or an empty foundation of `owner`."""

    seat: Seat
    owner: Seat
    foundation: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Deconstructed:
    """The seat played cards (`spent`) that removed as many from the top of a tower of `owner`; all are discarded."""

    seat: Seat
    owner: Seat
    foundation: int
    spent: tuple[CardId, ...]
    fallen: tuple[CardId, ...]
    """Bottom card first."""
    rising: tuple[CardId, ...]
    """The cards left over once the tower was gone: the new tower."""


@dataclass(frozen=True, slots=True)
class Discarded:
    """The seat had no legal play and discarded (W3)."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew cards, which are hidden from the others."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Tossed:
    """All pennies were tossed (Tidal Influences); `heads` is True for each that shows heads."""

    heads: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SkyMoved:
    """The Sky settled or rose by one penny (`by` is -1 or 1), to `pennies`."""

    pennies: int
    by: int


@dataclass(frozen=True, slots=True)
class LostContract:
    """The seat had no tower at the recycling and is out (Contractual Deadlines, W6)."""

    seat: Seat
    hand: int
    """Number of cards in its hand; they join the recycled ones."""


@dataclass(frozen=True, slots=True)
class Recycled:
    """The discards were shuffled into a new draw pile of `cards` cards."""

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
