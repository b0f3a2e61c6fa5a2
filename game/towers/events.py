"""The events of the game, as frozen dataclasses."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine import Ended, Passed, Seat, TurnBegan
from .floors import CardId, Cause, Step


@dataclass(frozen=True, slots=True)
class Built:
    """The seat built a floor on a plot; at level 0 it starts a tower."""

    seat: Seat
    plot: int
    level: int
    card: CardId
    floor: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat tucked a card under the floor named `floor`; the card's face is hidden from the others."""

    seat: Seat
    plot: int
    level: int
    card: CardId
    floor: str


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew cards, which are hidden from the others."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class ScoringBegan:
    plot: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class FloorScored:
    """One step of the scoring of a tower; a `Drew` follows if it makes the owner draw."""

    plot: int
    step: Step


@dataclass(frozen=True, slots=True)
class Demolished:
    """The tower scored `points` for each seat; its cards, the tucked ones face up, are on the discard pile."""

    plot: int
    points: tuple[int, ...]
    floors: tuple[CardId, ...]
    """Ground floor first."""
    tucks: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class LastRound:
    """After this seat's turn, the current round is the last one."""

    seat: Seat


Event = (
    Built | Claimed | Drew | ScoringBegan | FloorScored | Demolished | LastRound | TurnBegan | Passed | Ended
)  # fmt: skip
