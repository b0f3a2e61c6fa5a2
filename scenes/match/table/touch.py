"""How cards react to the pointer: the one under it rises and tilts towards it, and dragged ones swing behind it.

This is added when cards are drawn; their places, which `motion` changes, stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from ...kit.sprites import Sprite
from ...kit.theme import Feel

NEAR = 0.03
"""A value closer than this to its goal has arrived."""


class Touch:
    """The cards that are raised or tilted at the moment."""

    def __init__(self, feel: Feel) -> None:
        self.feel = feel
        self.is_still = True
        self._pointed: int | None = None
        self._lean = 0.0
        """Where the pointer is on the card, from -1 at its left edge to 1 at its right edge."""
        self._rises: dict[int, float] = {}
        self._tilts: dict[int, float] = {}
        self._last_x: dict[int, float] = {}

    def aim(self, card: int | None, lean: float) -> None:
        """Set the card under the pointer. `lean`: from -1 at its left edge to 1 at its right edge."""
        if (card, lean) != (self._pointed, self._lean):
            self._pointed, self._lean, self.is_still = card, lean, False

    def update(self, ms: float, cards: Mapping[int, Sprite], carried: Collection[int], is_reduced: bool) -> None:
        """Let `ms` milliseconds pass."""
        if self.is_still and not carried and not self._last_x:
            return
        share = 1.0 if is_reduced else 1 - math.exp(-ms / self.feel.reach)
        swings = {} if is_reduced else self._swings(ms, cards, carried)
        rises = {self._pointed: 1.0} if self._pointed is not None else {}
        tilts = {self._pointed: -self.feel.tilt * self._lean} if self._pointed is not None and not is_reduced else {}
        self._rises = _moved(self._rises, rises, share)
        self._tilts = _moved(self._tilts, {**tilts, **swings}, share)
        self.is_still = self._rises == rises and self._tilts == tilts and not swings

    def _swings(self, ms: float, cards: Mapping[int, Sprite], carried: Collection[int]) -> dict[int, float]:
        """Return by how many degrees each dragged card swings behind the pointer; faster cards swing more."""
        xs = {card: cards[card].x for card in carried if card in cards}
        speeds = {card: (x - self._last_x.get(card, x)) / max(ms, 1.0) for card, x in xs.items()}
        self._last_x = xs
        most = self.feel.most_swing
        return {card: max(-most, min(most, -speed * self.feel.swing)) for card, speed in speeds.items()}

    def of(self, card: object) -> tuple[float, float]:
        """Return how far a card is raised, in logical units, and by how many degrees it is tilted."""
        if not isinstance(card, int):
            return 0.0, 0.0
        return self._rises.get(card, 0.0) * self.feel.rise, self._tilts.get(card, 0.0)


def _moved(now: Mapping[int, float], goals: Mapping[int, float], share: float) -> dict[int, float]:
    """Return the values after a share of the way to their goals, without those at rest."""
    moved = dict[int, float]()
    for card in {*now, *goals}:
        goal = goals.get(card, 0.0)
        value = now.get(card, 0.0)
        value += (goal - value) * share
        value = goal if abs(goal - value) < NEAR else value
        if value or card in goals:
            moved[card] = value
    return moved
