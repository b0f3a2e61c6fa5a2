"""Legal plays looked up instead of worked out: they depend only on a hand's suits and each tower's suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

from game.engine import Seat
from game.wyoming.actions import Kind, Play
from game.wyoming.cards import SUITS, Cards, Suit
from game.wyoming.state import Variant

EMPTY = 4
"""The column of an empty foundation, after the four suits."""

Row = tuple[tuple[Play, ...], ...]
"""The plays onto one foundation, by the suit of the tower there."""


@cache
def _plays(kind: Kind, suit: Suit, owner: Seat, foundation: int) -> tuple[Play, ...]:
    return tuple(Play(kind, suit, count, owner, foundation) for count in range(1, 8))


@lru_cache(maxsize=8192)
def play_rows(variant: Variant, seat: Seat, suits: Cards) -> tuple[Row, ...]:
    """Return a row for each foundation, for a hand with these suits. Seats out of the game show as empty towers."""
    held = Counter(suits)
    attackers = {tower: played for played, tower in variant.opposes.items()}

    def plays(kind: Kind, suit: Suit, owner: Seat, foundation: int) -> tuple[Play, ...]:
        return _plays(kind, suit, owner, foundation)[: held[suit]]

    def row(owner: Seat, foundation: int) -> Row:
        onto_tower = (
            plays(Kind.CONSTRUCT, suit, owner, foundation) + plays(Kind.DECONSTRUCT, attackers[suit], owner, foundation)
            for suit in SUITS
        )
        openings = (plays(Kind.CONSTRUCT, suit, owner, foundation) for suit in SUITS) if owner == seat else ()
        return (*onto_tower, sum(openings, ()))

    return tuple(row(owner, f) for owner in range(variant.seats) for f in range(variant.foundations))


@cache
def discard_rows(suits: Cards) -> Sequence[Play]:
    """Return the discards open to a hand that has no legal play (W3)."""
    held = Counter(suits)
    return [play for suit in SUITS for play in _plays(Kind.DISCARD, suit, 0, 0)[: held[suit]]]
