"""Legal plays looked up instead of worked out: they depend only on a hand's suits and each tower's suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from topping_out.game.engine import Seat
from topping_out.game.wyoming.actions import Kind, Play
from topping_out.game.wyoming.cards import SUITS, Cards, Suit
from topping_out.game.wyoming.variant import Variant

EMPTY = 4
"""The column of an empty foundation, after the four suits."""
SAFE = 5
"""The column of a tower that nobody may knock down (W12), plus its suit."""

Row = tuple[tuple[Play, ...], ...]
"""The plays onto one foundation, by the column of what stands there."""


@cache
def _plays(kind: Kind, suit: Suit, owner: Seat, foundation: int) -> tuple[Play, ...]:
    return tuple(Play(kind, suit, count, owner, foundation) for count in range(1, 8))


class PlayTable(dict[Cards, tuple[Row, ...]]):
    """One seat's plays: by the suits of its hand, a row for each foundation. Filled as hands come up."""

    def __init__(self, variant: Variant, seat: Seat) -> None:
        super().__init__()
        self._seat = seat
        self._attackers = {tower: played for played, tower in variant.opposes.items()}
        self._places = [(owner, f) for owner in range(variant.seats) for f in range(variant.foundations)]

    def __missing__(self, suits: Cards) -> tuple[Row, ...]:
        in_order = bytes(sorted(suits))
        if in_order in self:
            rows = self[in_order]
        else:
            held = Counter(suits)
            rows = tuple(self._row(held, owner, foundation) for owner, foundation in self._places)
        self[suits] = self[in_order] = rows
        return rows

    def _row(self, held: Counter[Suit], owner: Seat, foundation: int) -> Row:
        def plays(kind: Kind, suit: Suit) -> tuple[Play, ...]:
            return _plays(kind, suit, owner, foundation)[: held[suit]]

        building = [plays(Kind.CONSTRUCT, suit) for suit in SUITS]
        onto_tower = [building[suit] + plays(Kind.DECONSTRUCT, self._attackers[suit]) for suit in SUITS]
        openings = sum(building, ()) if owner == self._seat else ()
        return (*onto_tower, openings, *building)


Tables = tuple[PlayTable, ...]


@cache
def play_tables(variant: Variant) -> Tables:
    """Return the tables of all seats. A foundation of a seat that is out stays in them, as an empty one."""
    return tuple(PlayTable(variant, seat) for seat in range(variant.seats))


@cache
def discards(suits: Cards) -> Sequence[Play]:
    """Return the discards open to a hand that has no legal play (W3)."""
    held = Counter(suits)
    return tuple(play for suit in SUITS for play in _plays(Kind.DISCARD, suit, 0, 0)[: held[suit]])
