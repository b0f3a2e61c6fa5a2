"""The expected points of a tower: all bots value by it what an action leaves."""

from __future__ import annotations

import math
from typing import Final

from topping_out.game.towering.core.sets import BONUS, NUMBER
from topping_out.game.towering.core.state import State

UNHURRIED: Final = 6
"""With so many turns left, a rival can still play its whole hand."""
MATERIAL_GAIN: Final = 5.0
"""Roughly what a material adds to a tower as one of the last cards, in points."""


class TowerValues:
    """Values towers by a bot's weights, seeing of a round no more than a seat may.

    What the weights mean is told where they are set, in assets/games/towering/bots.toml.
    """

    def __init__(self, weights: dict[str, float]) -> None:
        self.reach = weights["reach"]
        self.tops = weights["tops"]
        self.doubt = weights["doubt"]
        self.caution = weights["caution"]
        self.materials = weights["materials"]
        self.risk = weights["risk"]
        self.bonus = weights["bonus"]
        self.pace = weights["pace"]
        self.rival = weights["rival"]
        self.give = weights["give"]
        self.pile = weights["pile"]
        self.chance = 0.0
        """The chance that an unseen card gets onto the own tower of its colour."""
        self.rival_chance = 0.0

    def promise(self, value: float, more: float, lack: float, mats: int, size: int) -> float:
        """Return the points that a tower may come to, which has `size` cards so far, `mats` of them materials.

        `value` is what its floors are likely to add up to, less its cost, and `more` are the materials to come;
        `lack` are the cards that the bonus is likely to want, times the weight `bonus`.
        """
        worth = more * self.materials * self.soft(value, self.risk) if more else 0.0
        worth += BONUS / (1.0 + math.exp(lack))
        if size:
            return worth + value * (1 + mats)
        return self.soft(worth + value - self.caution, self.doubt)

    def soft(self, value: float, doubt: float) -> float:
        """Return max(value, 0), rounded off over some `doubt` points either side of 0."""
        if abs(value) > 20.0 * doubt:
            return max(value, 0.0)
        return doubt * math.log1p(math.exp(value / doubt))

    def foresee(self, r: State, seat: int, turns: int, rival_turns: int) -> None:
        """Set the chances of unseen cards, for so many turns of the seat and of its rival after this one."""
        strangers = r.hidden(1 - seat)
        cards = strangers + len(r.deck)
        held = strangers * min(1.0, rival_turns / UNHURRIED)
        self.chance = min(1.0, self.reach * turns / cards)
        self.rival_chance = min(1.0, self.reach * (rival_turns + held) / cards)

    def gain(self, r: State, row: int, place: int) -> float:
        """Return roughly what a card would add as one of the last ones; a tower not begun comes last."""
        tower = r.towers[row]
        if not tower:
            return 0.1 * NUMBER[place]
        return ((tower & 7) + 1.0) * NUMBER[place] if place else MATERIAL_GAIN
