"""Legal plays as actions. They are looked up: they depend only on a hand's counts and on what stands where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import getitem

from topping_out.game.engine import Seat
from topping_out.game.wyoming.actions import Play, PlayKind
from topping_out.game.wyoming.cards import SUITS, SUITS_OF
from topping_out.game.wyoming.core.numbers import HAND
from topping_out.game.wyoming.core.state import AWAY, NONE, State, Terms, suits_onto
from topping_out.game.wyoming.variant import Variant

CONSTRUCT, DECONSTRUCT, DISCARD = PlayKind.CONSTRUCT, PlayKind.DECONSTRUCT, PlayKind.DISCARD
"""Looked up on the enumeration they would cost as much as a whole step."""
SAFE = 5
"""The column of a tower that nobody may knock down (W12), plus its suit."""

PlayRow = tuple[tuple[Play, ...], ...]
"""The plays onto one foundation, by the column of what stands there: a suit, `NONE`, or a suit plus `SAFE`."""


def code_of(play: Play, variant: Variant) -> int:
    """Return the play as the number that `State.step` takes, which does not tell cards of a suit apart."""
    place = AWAY if play.kind is DISCARD else play.owner * variant.foundations + play.foundation
    return place << 5 | play.suit << 3 | play.count


def legal_plays(state: State, seat: Seat) -> Sequence[Play]:
    """Return the plays of the seat, which is on turn, in the order of `State.plays`."""
    terms, standing = state.terms, state.suits
    suits = state.hands[seat].translate(SUITS_OF)
    rows = terms.plays[seat].get(suits) or _look_up(terms, seat, suits)
    if safe := state.safe:
        standing = [suit + SAFE if safe >> place & 1 else suit for place, suit in enumerate(standing)]
    return sum(map(getitem, rows, standing), ()) or _discards(suits)


def _look_up(terms: Terms, seat: int, suits: bytes) -> list[PlayRow]:
    """Return a seat's plays with a hand of these suits, and keep them; hands of the same cards share one list."""
    table, in_order = terms.plays[seat], bytes(sorted(suits))
    if in_order not in table:
        table[in_order] = [_row(terms, seat, in_order, place) for place in range(terms.places)]
    rows: list[PlayRow] = table[in_order]
    table[suits] = rows
    return rows


def _row(terms: Terms, seat: int, suits: bytes, place: int) -> PlayRow:
    """Return a seat's plays onto one foundation. That of a seat that is out counts as an empty one."""
    owner, foundation = divmod(place, terms.per_seat)

    def column(standing: int, is_safe: bool) -> tuple[Play, ...]:
        onto = suits_onto(standing, terms.attackers[standing], owner == seat, is_safe)
        return _column(standing, tuple([(suit, suits.count(suit)) for suit in onto]), owner, foundation)

    return (*(column(suit, False) for suit in (*range(4), NONE)), *(column(suit, True) for suit in range(4)))


@cache
def _column(standing: int, held: tuple[tuple[int, int], ...], owner: int, foundation: int) -> tuple[Play, ...]:
    """Return the plays of so many cards of these suits onto what stands there; equal ones are one tuple."""
    found: list[Play] = []
    for suit, count in held:
        kind = CONSTRUCT if standing in (suit, NONE) else DECONSTRUCT
        found += _plays(kind, suit, owner, foundation)[:count]
    return tuple(found)


@cache
def _plays(kind: PlayKind, suit: int, owner: int, foundation: int) -> tuple[Play, ...]:
    return tuple(Play(kind, suit, count, owner, foundation) for count in range(1, HAND + 1))


@cache
def _discards(suits: bytes) -> Sequence[Play]:
    """Return the discards open to a hand that has no other legal play (W3)."""
    return tuple(play for suit in SUITS for play in _plays(DISCARD, suit, 0, 0)[: suits.count(suit)])
