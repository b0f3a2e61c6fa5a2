"""Legal plays as actions. They are looked up: they depend only on a hand's counts and on what stands where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from topping_out.game.wyoming.actions import Kind, Play
from topping_out.game.wyoming.core.numbers import HAND
from topping_out.game.wyoming.core.state import AWAY, KINDS, NONE, State, Terms, suits_onto
from topping_out.game.wyoming.variant import Variant

CONSTRUCT, DECONSTRUCT, DISCARD = Kind.CONSTRUCT, Kind.DECONSTRUCT, Kind.DISCARD
"""Looked up on the enumeration they would cost as much as a whole step."""
SAFE = 5
"""The column of a tower that nobody may knock down (W12), plus its suit."""

Hand = tuple[int, ...]
"""Four counts."""
Row = tuple[tuple[Play, ...], ...]
"""The plays onto one foundation, by the column of what stands there: a suit, `NONE`, or a suit plus `SAFE`."""


def code_of(play: Play, variant: Variant) -> int:
    """Return the play as the number that `State.step` takes, which does not tell cards of a suit apart."""
    place = AWAY if play.kind is DISCARD else play.owner * variant.foundations + play.foundation
    return place << 5 | play.suit << 3 | play.count


def legal_plays(state: State) -> Sequence[Play]:
    """Return the plays of the seat on turn, in the order of `State.plays`."""
    seat = state.turn
    hand = tuple(state.held[KINDS * seat : KINDS * seat + 4])
    found: list[Play] = []
    rows = tables_of(state.terms)[seat][hand]
    if state.safe:
        for place, (suit, row) in enumerate(zip(state.suits, rows)):
            found += row[suit + SAFE if state.safe >> place & 1 else suit]
    else:
        for suit, row in zip(state.suits, rows):
            found += row[suit]
    return found or _discards(hand)


class PlayTable(dict[Hand, list[Row]]):
    """One seat's plays: by its hand, a row for each foundation. Filled as hands come up."""

    def __init__(self, terms: Terms, seat: int) -> None:
        super().__init__()
        self._terms, self._seat = terms, seat

    def __missing__(self, hand: Hand) -> list[Row]:
        self[hand] = rows = [self._row(hand, place) for place in range(self._terms.places)]
        return rows

    def _row(self, hand: Hand, place: int) -> Row:
        owner, foundation = divmod(place, self._terms.per_seat)

        def column(standing: int, is_safe: bool) -> tuple[Play, ...]:
            found: list[Play] = []
            for suit in suits_onto(standing, self._terms.attackers[standing], owner == self._seat, is_safe):
                kind = CONSTRUCT if standing in (suit, NONE) else DECONSTRUCT
                found += _plays(kind, suit, owner, foundation)[: hand[suit]]
            return tuple(found)

        return (*(column(suit, False) for suit in (*range(4), NONE)), *(column(suit, True) for suit in range(4)))


@cache
def tables_of(terms: Terms) -> tuple[PlayTable, ...]:
    """Return the tables of all seats. A foundation of a seat that is out stays in them, as an empty one."""
    return tuple(PlayTable(terms, seat) for seat in range(terms.seats))


@cache
def _plays(kind: Kind, suit: int, owner: int, foundation: int) -> tuple[Play, ...]:
    return tuple(Play(kind, suit, count, owner, foundation) for count in range(1, HAND + 1))


@cache
def _discards(hand: Hand) -> Sequence[Play]:
    """Return the discards open to a hand that has no other legal play (W3)."""
    return tuple(play for suit in range(4) for play in _plays(DISCARD, suit, 0, 0)[: hand[suit]])
