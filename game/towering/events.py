"""The events of the game, as frozen dataclasses."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine import Ended, Seat, TurnBegan
from .cards import CardId
from .scoring import RoundAccount


@dataclass(frozen=True, slots=True)
class Built:
    """The seat played a card onto its tower of the card's colour."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Discarded:
    """The seat played a card onto the discard pile of the card's colour."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew a card from the draw pile, which is hidden from the other seat."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Took:
    """The seat took the top card of a discard pile, which everyone sees."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The last card of the draw pile was taken, or the round was called (T6). Its towers are cleared away."""

    account: RoundAccount


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """All cards of a new round were shuffled and dealt; each seat sees its own hand."""

    round: int
    """0-based. The first round is dealt in the set-up, without an event."""
    first: Seat
    hands: tuple[tuple[CardId, ...], ...]
    draw_pile: int


Event = Built | Discarded | Drew | Took | RoundEnded | RoundBegan | TurnBegan | Ended
