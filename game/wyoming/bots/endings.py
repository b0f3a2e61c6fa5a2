"""What is certain near the end of a game for two, because a seat knows every card that its rival will have."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache

from ...engine import Seat
from ..core import AWAY, State
from ..state import View
from .core import DECIDED, TurnPosition, share, verdict
from .search import Worlds, position_of

MOST = 6000
"""Endings with more positions than this are not played out."""


@lru_cache(maxsize=16)
def results(view: View) -> dict[int, float]:
    """Return by code the share of the win that each play is sure of in Sudden Death; empty if that can't be told.

    Every card is known if the rival draws the rest of the pile at its next turn.
    """
    if view.variant.seats > 2 or not view.variant.sudden_death:
        return {}
    position = position_of(view)
    if position.pile > position.draws or position.unseen != sum(position.hands):
        return {}
    ending, world = _Ending(position.seat), Worlds(view).draw(random.Random(0))
    try:
        return {code: ending.after(world, code) for code in world.plays()}
    except _TooLong:
        return {}


def loses_next(position: TurnPosition) -> bool:
    """Return whether the only rival draws all cards that the seat has not seen, and wins with them next turn."""
    world, terms = position.world, position.terms
    if terms.seats > 2 or terms.tidal or terms.deadlines or position.pile > position.draws:
        return False
    rival = 1 - position.seat
    sky = position.skies[rival]
    if position.unseen != position.pile + world.size(rival):
        return False
    for code in world.plays():
        towers, place = position.towers[:], code >> 5
        if place != AWAY:
            towers[place] = world.after(place, code >> 3 & 3, code & 7)
        if (end := verdict(world, place, 0 if place == AWAY else towers[place][1])) == -DECIDED:
            continue
        threats = [way for home in terms.homes[rival] for way in position.ways(towers[home], sky)]
        is_won = end or any(cards == 0 for home in position.home for _, cards in position.ways(towers[home], sky))
        if is_won or not any(
            max(1, cards) <= position.hidden[suit] and (cards or not terms.finicky) for suit, cards in threats
        ):
            return False
    return sky > 0


class _TooLong(Exception):
    """The ending has too many positions."""


class _Ending:
    """The positions played out so far, with the share of the win that the seat is sure of in each."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.known: dict[tuple[int, ...], float] = {}

    def after(self, world: State, code: int) -> float:
        after = world.copy()
        after.step(code)
        return share(after, self.seat) if after.outcome else self._of(after)

    def _of(self, world: State) -> float:
        key = (world.turn, world.safe, *world.held, *world.suits, *world.heights)
        if key not in self.known:
            if len(self.known) >= MOST:
                raise _TooLong
            is_own = world.turn == self.seat
            self.known[key] = _best((self.after(world, code) for code in world.plays()), is_own)
        return self.known[key]


def _best(shares: Iterable[float], is_own: bool) -> float:
    """Return the share that the seat on turn chooses, without looking further than needed."""
    best, aim = (0.0, 1.0) if is_own else (1.0, 0.0)
    for found in shares:
        best = max(best, found) if is_own else min(best, found)
        if best == aim:
            break
    return best
