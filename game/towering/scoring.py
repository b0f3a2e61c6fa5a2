"""What towers are worth, with every step of the arithmetic to show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..engine import Seat
from .cards import NUMBER_OF, CardId
from .core.state import BONUS, BONUS_CARDS, COST


@dataclass(frozen=True, slots=True)
class TowerScore:
    """One tower's account: (sum − cost) × multiplier, then the bonus."""

    sum: int = 0
    """Of the building cards."""
    materials: int = 0
    cards: int = 0
    """All of them, materials counted."""

    @property
    def cost(self) -> int:
        """What a tower costs once it has a card, and nothing before."""
        return COST if self.cards else 0

    @property
    def value(self) -> int:
        return self.sum - self.cost

    @property
    def multiplier(self) -> int:
        """One more than there are materials: four of them multiply by 5 (T2)."""
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
        """The sum as the table shows it, bonus apart: "(23−20)×1"; a dash for a tower without cards."""
        return f"({self.sum}−{self.cost})×{self.multiplier}" if self.cards else "–"


def score_tower(cards: Iterable[CardId]) -> TowerScore:
    """Return the account of a tower with these cards."""
    numbers = [NUMBER_OF[card] for card in cards]
    return TowerScore(sum(numbers), numbers.count(0), len(numbers))


@dataclass(frozen=True, slots=True)
class RoundAccount:
    """A finished round: the towers as they stood, and what came of them."""

    round: int
    """0-based."""
    first: Seat
    """Who began it."""
    towers: tuple[tuple[tuple[CardId, ...], ...], ...]
    """By seat, by colour in play, bottom card first."""
    points: tuple[int, ...]
    """What each seat got in this round."""
    totals: tuple[int, ...]
    """The seats' points after this round, earlier rounds included."""
    called: bool = False
    """Whether it was called for want of draws from the pile (T6), and did not run out."""

    @property
    def scores(self) -> tuple[tuple[TowerScore, ...], ...]:
        """By seat, by colour."""
        return tuple(tuple(map(score_tower, towers)) for towers in self.towers)
