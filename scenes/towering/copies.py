"""Which sprite is which card: the materials of a colour are alike in a view (T8), but there is a sprite for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from topping_out.game.engine import Seat
from topping_out.game.towering.cards import MATERIALS, CardId, Colour, is_material, kind_of
from topping_out.game.towering.state import View

CardGroup = tuple[str, Seat, Colour]
"""Cards that lie together: of a hand those with a known face, a tower, or a pile of discards."""
Ids = dict[CardGroup, list[CardId]]
"""An id of its own for each card with a known face, group by group in the order of the view."""


def hand_of(seat: Seat) -> CardGroup:
    return "hand", seat, 0


def tower_of(seat: Seat, colour: Colour) -> CardGroup:
    return "tower", seat, colour


def discards_of(colour: Colour) -> CardGroup:
    return "discards", 0, colour


def give_ids(view: View, before: Mapping[CardGroup, Sequence[CardId]], leaves: CardId | None = None) -> Ids:
    """Return ids for what a view shows: a card that stays, or moves, keeps the one that it had `before`.

    Where one of several that are alike has left its group, it is `leaves`, if that is one of them.
    """
    ids, moving = Ids(), list[CardId]()
    for group, cards in _groups(view).items():
        had = sorted(before.get(group, ()), key=lambda card: card == leaves)
        ids[group] = [_take(card, had) for card in cards]
        moving += had
    taken = {*moving, *(card for cards in ids.values() for card in cards)}
    for group, cards in _groups(view).items():
        for place, card in enumerate(cards):
            if ids[group][place] < 0:
                ids[group][place] = _take(card, moving)
            if ids[group][place] < 0:
                ids[group][place] = _free_id(card, taken)
                taken.add(ids[group][place])
    return ids


def _groups(view: View) -> dict[CardGroup, Sequence[CardId]]:
    seats = range(len(view.hand_sizes))
    groups: dict[CardGroup, Sequence[CardId]] = {}
    groups |= {hand_of(seat): view.hand if seat == view.seat else view.known[seat] for seat in seats}
    groups |= {tower_of(seat, colour): cards for seat in seats for colour, cards in enumerate(view.towers[seat])}
    return groups | {discards_of(colour): cards for colour, cards in enumerate(view.discards)}


def _take(card: CardId, ids: list[CardId]) -> CardId:
    """Take the first id of that kind off the list; -1: there is none."""
    found = next((number for number, other in enumerate(ids) if kind_of(other) == card), None)
    return -1 if found is None else ids.pop(found)


def _free_id(card: CardId, taken: Collection[CardId]) -> CardId:
    return next(copy for copy in range(card, card + MATERIALS) if copy not in taken) if is_material(card) else card
