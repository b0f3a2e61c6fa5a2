"""What happens in the game, as frozen values in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine import Ended, Seat, TurnBegan
from .cards import CardId
from .scoring import RoundAccount


@dataclass(frozen=True, slots=True)
class Built:
    """A card of the seat's hand went onto its tower of that colour."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card of the seat's hand went onto its colour's discard pile."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew from the draw pile; hidden from the other."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Took:
    """The seat took the top card of a discard pile, for all to see."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The last card of the draw pile was taken, or the round was called (T6); its towers are cleared away."""

    account: RoundAccount


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """All cards of a new round were shuffled and dealt; each seat sees its own hand."""

    round: int
    """0-based; the first round is dealt in the set-up, without an event."""
    first: Seat
    hands: tuple[tuple[CardId, ...], ...]
    draw_pile: int


Event = Built | Discarded | Drew | Took | RoundEnded | RoundBegan | TurnBegan | Ended
