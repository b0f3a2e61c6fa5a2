"""What a hand may do with which piece and tower, and why not: for the rules, the screen and the bots alike.

Every `why_not_…` gives a reason that a player understands, or "" where nothing speaks against it. The lists
(`liftable`, `mineable`, `gaps`, `targets`) hold exactly what their reasons let through, in the order of the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from topping_out.game.engine import Seat
from topping_out.game.icetowers.pieces import COLOUR_OF, LARGE, MEDIUM, PIPS_OF, SMALL, PieceId
from topping_out.game.icetowers.state import Held, StateOrView, Variant
from topping_out.game.icetowers.table import Tower, TowerId
from topping_out.game.language import mark

_HAND_FULL = mark("one hand, one piece: play the one you hold first")
_HAND_EMPTY = mark("you aren't holding a piece")


def tower_of(table: StateOrView, piece: PieceId) -> Tower | None:
    """Return the tower that holds the piece, None while it is in a hand or does not exist."""
    for tower in table.towers:
        if piece in tower.pieces:
            return tower
    return None


def tower_by_id(table: StateOrView, tower: TowerId) -> Tower | None:
    for one in table.towers:
        if one.id == tower:
            return one
    return None


# -- lifting


def why_not_lift(table: StateOrView, seat: Seat, piece: PieceId) -> str:
    """Only free-standers of one's own, or of the ghost, are lifted."""
    if table.hands[seat] is not None:
        return _HAND_FULL
    tower = tower_of(table, piece)
    if tower is None:
        return _why_not_there(table, piece)
    if COLOUR_OF[piece] not in table.variant.moves(seat):
        return mark("this piece is not yours to lift")
    return (
        "" if tower.is_free_stander else mark("only a free-standing piece can be lifted: this one is part of a tower")
    )


def liftable(table: StateOrView, seat: Seat) -> list[PieceId]:
    if table.hands[seat] is not None:
        return []
    colours = table.variant.moves(seat)
    return [t.pieces[0] for t in table.towers if len(t.pieces) == 1 and COLOUR_OF[t.pieces[0]] in colours]


def _why_not_there(table: StateOrView, piece: PieceId) -> str:
    held = any(h is not None and h.piece == piece for h in table.hands)
    return mark("somebody is holding this piece") if held else mark("there is no such piece")


# -- mining


def why_not_mine(table: StateOrView, seat: Seat, piece: PieceId) -> str:
    """A colour not on top, with two pieces or more inside, may take any one of them out."""
    if table.hands[seat] is not None:
        return _HAND_FULL
    tower = tower_of(table, piece)
    if tower is None:
        return _why_not_there(table, piece)
    colour = COLOUR_OF[piece]
    if colour not in table.variant.moves(seat):
        return mark("you can only mine your own pieces")
    lift_it, on_top, too_few = _MINE_YOURS if colour == seat else _MINE_GHOSTS
    if tower.is_free_stander:
        return lift_it
    if tower.controller == colour:
        return on_top
    return "" if tower.count(colour) >= 2 else too_few


_MINE_YOURS = (
    mark("this is your free-standing piece: lift it instead"),
    mark("you can't mine a tower that has your own piece on top"),
    mark("to mine, you need two of your pieces in the tower"),
)
_MINE_GHOSTS = (
    mark("this is the ghost's free-standing piece: lift it instead"),
    mark("you can't mine a tower that has the ghost's piece on top"),
    mark("to mine, you need two of the ghost's pieces in the tower"),
)


def mineable(table: StateOrView, seat: Seat) -> list[PieceId]:
    if table.hands[seat] is not None:
        return []
    return [
        piece
        for tower in table.towers
        if len(tower.pieces) > 2
        for colour in table.variant.moves(seat)
        if tower.controller != colour and tower.count(colour) >= 2
        for piece in tower.pieces
        if COLOUR_OF[piece] == colour
    ]


# -- splitting


def why_not_split(table: StateOrView, seat: Seat, piece: PieceId) -> str:
    """Two neighbours of one colour, not one's own, may be parted; `piece` is the lower one."""
    if table.hands[seat] is not None:
        return _HAND_FULL
    tower = tower_of(table, piece)
    if tower is None:
        return _why_not_there(table, piece)
    index = tower.pieces.index(piece)
    if index == len(tower.pieces) - 1:
        return mark("there's no piece above this one")
    if COLOUR_OF[piece] != COLOUR_OF[tower.pieces[index + 1]]:
        return mark("a tower can only be split between two pieces of the same colour")
    return mark("you cannot split your own colour") if COLOUR_OF[piece] == seat else ""


def gaps(table: StateOrView, seat: Seat) -> list[PieceId]:
    """Return the pieces above which the seat may split."""
    if table.hands[seat] is not None:
        return []
    return [
        lower
        for tower in table.towers
        if len(tower.pieces) > 1
        for lower, upper in pairwise(tower.pieces)
        if seat != COLOUR_OF[lower] == COLOUR_OF[upper]
    ]


# -- placing


def why_not_cap(variant: Variant, held: Held, tower: Tower) -> str:
    """A cap is of another colour than the top piece and no larger; a mined piece goes elsewhere (I4, I9)."""
    colour = COLOUR_OF[held.piece]
    if tower.id in held.barred:
        return mark("a mined piece must cap a different tower")
    if tower.controller == colour:
        return _GHOSTS_TOP if colour == variant.ghost_colour else _YOUR_TOP
    if tower.size < PIPS_OF[held.piece]:
        return _TOO_LARGE[PIPS_OF[held.piece], tower.size]
    if colour == variant.ghost_colour and tower.is_free_stander:
        return mark("the ghost never caps a free-standing piece")
    return ""


_YOUR_TOP, _GHOSTS_TOP = mark("your colour is on top already"), mark("the ghost's colour is on top already")
_TOO_LARGE = {
    (MEDIUM, SMALL): mark("a medium piece cannot cap a small one"),
    (LARGE, SMALL): mark("a large piece cannot cap a small one"),
    (LARGE, MEDIUM): mark("a large piece cannot cap a medium one"),
}


def why_not_place(table: StateOrView, seat: Seat, tower: TowerId) -> str:
    held = table.hands[seat]
    if held is None:
        return _HAND_EMPTY
    found = tower_by_id(table, tower)
    return mark("this tower is gone") if found is None else why_not_cap(table.variant, held, found)


def targets(table: StateOrView, held: Held) -> list[Tower]:
    """Return the towers that the piece may cap."""
    return list(_capped_by(table, held.piece, held.barred))


def _capped_by(table: StateOrView, piece: PieceId, barred: Collection[TowerId]) -> Iterator[Tower]:
    """Yield the towers that `why_not_cap` lets the piece cap."""
    colour, size = COLOUR_OF[piece], PIPS_OF[piece]
    ghost = colour == table.variant.ghost_colour
    for tower in table.towers:
        top = tower.pieces[-1]
        if PIPS_OF[top] >= size and COLOUR_OF[top] != colour and tower.id not in barred:
            if ghost and tower.is_free_stander:
                continue
            yield tower


def why_not_set_down(table: StateOrView, seat: Seat) -> str:
    """A lifted piece may be set down again; a mined one only where it can cap nothing (I3)."""
    held = table.hands[seat]
    if held is None:
        return _HAND_EMPTY
    if held.mined and can_cap(table, held.piece, held.barred):
        return mark("a mined piece must cap a tower if it can cap any")
    return ""


# -- whether anything is left to do


def can_cap(table: StateOrView, piece: PieceId, barred: frozenset[TowerId] = frozenset()) -> bool:
    """Tell whether a piece in a hand could cap any tower outside `barred`."""
    return next(_capped_by(table, piece, barred), None) is not None


def has_move(table: StateOrView, seat: Seat) -> bool:
    """Tell whether the seat, were its hand empty, could cap, mine or split. Moving a piece about is no move."""
    colours = table.variant.moves(seat)
    for tower in table.towers:
        if len(tower.pieces) == 1:
            if COLOUR_OF[tower.pieces[0]] in colours and can_cap(table, tower.pieces[0]):
                return True
            continue
        if any(seat != COLOUR_OF[lower] == COLOUR_OF[upper] for lower, upper in pairwise(tower.pieces)):
            return True
        if any(tower.controller != colour and tower.count(colour) >= 2 for colour in colours):
            return True
    return False
