"""The numbers and the keys of places for the player who listens: what to lift, and which tower to play at."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Place
from topping_out.game.icetowers.pieces import PIPS_OF
from topping_out.game.icetowers.state import View
from topping_out.game.language import mark, tr
from topping_out.scenes.icetowers.cursors.cursor import Cursor
from topping_out.scenes.icetowers.spoken import order
from topping_out.scenes.icetowers.spoken.elements import SpokenTable

NONE_ALONE = (
    mark("None of your small pieces stands alone."), mark("None of your medium pieces stands alone."),
    mark("None of your large pieces stands alone."),
)  # fmt: skip
"""By the pips of a piece, less one."""


def pick(table: SpokenTable, seat: Seat, view: View, number: int) -> str:
    """Lift a piece of one's own with so many pips, or put the held one back; return what else there is to say."""
    held, cursor = view.hands[seat], Cursor(seat, (0, 0))
    if held is not None and PIPS_OF[held.piece] == number:
        table.act(cursor.put_back(view)[0])
    elif held is not None:
        table.refuse(legality.HAND_FULL)
    elif number > len(NONE_ALONE):
        return tr("1, 2 and 3 lift a small, a medium and a large piece of yours.")
    else:
        own = (t for t in view.towers if t.is_free_stander and (t.controller, t.size) == (seat, number))
        if (tower := next(own, None)) is None:
            return tr(NONE_ALONE[number - 1])
        for action in cursor.take(view, tower.top):
            table.act(action)
    return ""


def play_to(table: SpokenTable, seat: Seat, view: View, number: int) -> str:
    """Cap the tower with that number in the list, from 0, with the held piece; with an empty hand, look into the one
    with that number of those in which something can be mined or split. Return what else there is to say."""
    if view.hands[seat] is not None:
        towers = [entry.tower for entry in order.entries(view, seat, table.sorting, table.choice)]
        if number < len(towers):
            table.act(Place(towers[number].id))
            return ""
        return tr("The list doesn't have that many towers.")
    choices = [order.entries(view, seat, table.sorting, choice) for choice in ("mine", "split")]
    towers = list(dict.fromkeys(entry.tower for found in choices for entry in found))
    if number >= len(towers):
        return tr("There aren't that many towers to mine or split.")
    tower, mines, gaps = towers[number], legality.mineable(view, seat), legality.gaps(view, seat)
    piece = next(piece for piece in reversed(tower.pieces) if piece in mines or piece in gaps)
    table.opened, table.goal = tower.id, f"piece {piece}" if piece in mines else f"gap {piece}"
    return ""
