"""The scores of towers and rounds, with each step of the arithmetic, and the events of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..engine import Ended, Seat, TurnBegan
from .actions import NUMBER_OF, CardId
from .core import BONUS, BONUS_CARDS, COST

# -- scoring


@dataclass(frozen=True, slots=True)
class TowerScore:
    """The score of a tower: (sum − cost) × multiplier + bonus."""

    sum: int = 0
    """Sum of the building cards."""
    materials: int = 0
    cards: int = 0
    """Number of cards, materials included."""

    @property
    def cost(self) -> int:
        """The cost of a tower with at least one card; 0 for a tower without cards."""
        return COST if self.cards else 0

    @property
    def value(self) -> int:
        return self.sum - self.cost

    @property
    def multiplier(self) -> int:
        """The number of materials plus one; so four materials multiply by 5 (T2)."""
        return self.materials + 1

    @property
    def product(self) -> int:
        return self.value * self.multiplier

    @property
    def bonus(self) -> int:
        return BONUS if self.cards >= BONUS_CARDS else 0

    @property
    def total(self) -> int:
        return self.product + self.bonus

    @property
    def text(self) -> str:
        """The formula without the bonus, for the table: "(23−20)×1"; a dash if there are no cards."""
        return f"({self.sum}−{self.cost})×{self.multiplier}" if self.cards else "–"


def score_tower(cards: Iterable[CardId]) -> TowerScore:
    """Return the score of a tower with these cards."""
    numbers = [NUMBER_OF[card] for card in cards]
    return TowerScore(sum(numbers), numbers.count(0), len(numbers))


@dataclass(frozen=True, slots=True)
class RoundAccount:
    """A finished round: the final towers and their points."""

    round: int
    """0-based."""
    first: Seat
    """The seat that began the round."""
    towers: tuple[tuple[tuple[CardId, ...], ...], ...]
    """By seat, by colour in play, bottom card first."""
    points: tuple[int, ...]
    """The points of each seat in this round."""
    totals: tuple[int, ...]
    """The points of each seat in this and all earlier rounds."""
    called: bool = False
    """Whether the round was called because nobody drew from the draw pile (T6)."""

    @property
    def scores(self) -> tuple[tuple[TowerScore, ...], ...]:
        """By seat, then by colour."""
        return tuple(tuple(map(score_tower, towers)) for towers in self.towers)


# -- events


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
