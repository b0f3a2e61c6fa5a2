"""What players keep: the odds that a card is still in a hand, by the towers that it helps or harms."""

from __future__ import annotations

from typing import Final

from topping_out.game.wyoming.core.numbers import HAND
from topping_out.game.wyoming.core.state import State

NEEDS: Final = 9
"""Each kind of card is told apart by the cards that the tower needs to win: one, up to this many and more."""
KINDS: Final = 3
"""For the player's own tower; to knock that down; to knock down another's."""


def relations(world: State, seat: int) -> list[list[int]]:
    """Return for each suit what its cards are to the seat: `kind * NEEDS + need - 1` for each tower concerned."""
    terms, found = world.terms, [list[int]() for _ in range(4)]
    for place in range(terms.places):
        height = world.heights[place]
        if height:
            suit, is_own = world.suits[place], terms.owners[place] == seat
            need = world.needed - height
            row = max(1, min(NEEDS, need)) - 1
            found[terms.attackers[suit]].append((NEEDS if is_own else 2 * NEEDS) + row)
            if is_own:
                found[suit].append(row)
    return found


def odds_of(world: State, kept: list[int]) -> list[int]:
    """Return the odds of a card of each suit to be in each seat's hand; `kept`: hundredths by relation.

    A full hand has not been played from: nothing was kept.
    """
    found: list[int] = []
    for seat in range(world.terms.seats):
        for related in relations(world, seat) if world.size(seat) < HAND else [list[int]()] * 4:
            odds = 1000.0
            for relation in related:
                odds = odds * kept[relation] / 100
            found.append(max(1, int(odds)))
    return found
