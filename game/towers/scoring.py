"""Scoring a tower: what it is worth, and the whole account of how that comes about.

All of it is pure and needs nothing hidden, so that what a tower would score now can be shown to anyone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from topping_out.game.engine import Seat
from topping_out.game.towers.floors import NONE, CardId, Deck, Kinds
from topping_out.game.towers.parts import Account as Account
from topping_out.game.towers.parts import OwnerChange as OwnerChange
from topping_out.game.towers.parts import Scored
from topping_out.game.towers.parts import Step as Step
from topping_out.game.towers.state import Storey, Variant, View, terms_of


class TowerTally(NamedTuple):
    """What a tower scores for each seat, and (seat, cards) for each draw that it grants."""

    points: tuple[int, ...]
    draws: tuple[tuple[Seat, int], ...]


def tally(deck: Deck, kinds: Kinds, owners: bytes, seats: int) -> TowerTally:
    """Return what a tower of these floors (ground floor first) with these owners is worth."""
    return TowerTally(*terms_of(Variant(seats, deck)).tally(kinds, owners))


def account(deck: Deck, kinds: Kinds, owners: bytes, hand_sizes: Sequence[int], draw_pile: int) -> Account:
    """Return the scoring of such a tower step by step, with hands and a draw pile of these sizes."""
    return terms_of(Variant(len(hand_sizes), deck)).account(kinds, owners, list(hand_sizes), draw_pile)


def preview(view: View, plot: int) -> Account:
    """Return what the tower on that plot would score if it were scored now."""
    return appraise(view, view.towers[plot])


def appraise(view: View, tower: Sequence[Storey]) -> Account:
    """Return what such a tower would score now, whether or not it stands anywhere."""
    floors, owners = [storey.card for storey in tower], [storey.owner for storey in tower]
    deck = view.variant.deck
    return _known_account(deck, *_in_bytes(deck, floors, owners), view.hand_sizes, view.draw_pile)


_known_account = lru_cache(maxsize=64)(account)
"""The account of a tower that is looked at again and again."""


def recount(deck: Deck, scored: Scored) -> Account:
    """Return the account of a tower that was scored earlier."""
    return account(deck, *_in_bytes(deck, scored.floors, scored.owners), scored.hand_sizes, scored.draw_pile)


def _in_bytes(deck: Deck, floors: Iterable[CardId], owners: Iterable[Seat | None]) -> tuple[Kinds, bytes]:
    """Return the kinds of a tower's floors, and who owns them."""
    return bytes(floors).translate(deck.kinds), bytes(NONE if owner is None else owner for owner in owners)
