"""What a hand may do with which piece and tower, and why not: for the rules, the screen and the bots alike.

Every `why_not_…` gives a reason that a player understands, or "" where nothing speaks against it. The lists
(`liftable`, `mineable`, `gaps`, `targets`) hold exactly what their reasons let through, in the order of the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from ..engine import Seat
from ..language import mark
from .core import stacks
from .state import Held, Phase, State, StateOrView, Variant, View
from .table import CODE_OF, COLOUR_OF, LARGE, MEDIUM, PIPS_OF, SMALL, PieceId, Tower, TowerId, pieces_of

remembered = lru_cache(maxsize=4096)
can_cap, mines, splits = remembered(stacks.can_cap), remembered(stacks.mines), remembered(stacks.splits)
"""Most stacks stay as they are from one action to the next."""

HAND_FULL = mark("one hand, one piece: play the one you hold first")
_OVER = mark("the game is over")
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


# -- whether it is time


def why_not_now(table: State | View, seat: Seat) -> str:
    """Tell why a seat cannot play at all."""
    if table.outcome is not None:
        return _OVER
    if table.phase is not Phase.PLAY:
        return mark("play has not begun")
    return "" if table.turn in (None, seat) else mark("it isn't your turn")


def why_not_ready(table: State | View, seat: Seat, piece: PieceId) -> str:
    """Before play each seat touches one of its own pieces, once."""
    if table.outcome is not None:
        return _OVER
    if table.phase is not Phase.GATHERING:
        return mark("play has already begun") if table.phase is Phase.PLAY else mark("everybody is ready")
    if seat in table.order:
        return mark("you're already ready")
    return "" if piece in pieces_of(seat) else mark("touch a piece of your own colour")


# -- lifting


def why_not_lift(table: StateOrView, seat: Seat, piece: PieceId) -> str:
    """Only free-standers of one's own, or of the ghost, are lifted."""
    if table.hands[seat] is not None:
        return HAND_FULL
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
    return [tower.top for tower in table.towers if tower.is_free_stander and tower.controller in colours]


def _why_not_there(table: StateOrView, piece: PieceId) -> str:
    held = any(h is not None and h.piece == piece for h in table.hands)
    return mark("somebody is holding this piece") if held else mark("there is no such piece")


# -- mining


def why_not_mine(table: StateOrView, seat: Seat, piece: PieceId) -> str:
    """A colour not on top, with two pieces or more inside, may take any one of them out."""
    if table.hands[seat] is not None:
        return HAND_FULL
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
    return "" if mines(tower.stack, colour) else too_few


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
    colours = table.variant.moves(seat)
    return [
        tower.pieces[index]
        for tower in table.towers
        if not tower.is_free_stander
        for colour in colours
        for index in mines(tower.stack, colour)
    ]


# -- splitting


def why_not_split(table: StateOrView, seat: Seat, piece: PieceId) -> str:
    """Two neighbours of one colour, not one's own, may be parted; `piece` is the lower one."""
    if table.hands[seat] is not None:
        return HAND_FULL
    tower = tower_of(table, piece)
    if tower is None:
        return _why_not_there(table, piece)
    index = tower.pieces.index(piece)
    if index == len(tower.pieces) - 1:
        return mark("there's no piece above this one")
    if index in splits(tower.stack, seat):
        return ""
    if COLOUR_OF[piece] == seat == COLOUR_OF[tower.pieces[index + 1]]:
        return mark("you cannot split your own colour")
    return mark("a tower can only be split between two pieces of the same colour")


def gaps(table: StateOrView, seat: Seat) -> list[PieceId]:
    """Return the pieces above which the seat may split."""
    if table.hands[seat] is not None:
        return []
    return [
        tower.pieces[index]
        for tower in table.towers
        if not tower.is_free_stander
        for index in splits(tower.stack, seat)
    ]


# -- placing


def why_not_cap(variant: Variant, held: Held, tower: Tower) -> str:
    """A cap is of another colour than the top piece and no larger; a mined piece goes elsewhere (I4, I9)."""
    colour = COLOUR_OF[held.piece]
    if tower.id in held.barred:
        return mark("a mined piece must cap a different tower")
    if can_cap(CODE_OF[held.piece], tower.stack, colour == variant.ghost_colour):
        return ""
    if tower.controller == colour:
        return _GHOSTS_TOP if colour == variant.ghost_colour else _YOUR_TOP
    if tower.size < PIPS_OF[held.piece]:
        return _TOO_LARGE[PIPS_OF[held.piece], tower.size]
    return mark("the ghost never caps a free-standing piece")


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
    code, is_ghosts = CODE_OF[piece], COLOUR_OF[piece] == table.variant.ghost_colour
    for tower in table.towers:
        if can_cap(code, tower.stack, is_ghosts) and tower.id not in barred:
            yield tower


def why_not_set_down(table: StateOrView, seat: Seat) -> str:
    """A lifted piece may be set down again; a mined one only where it can cap nothing (I3)."""
    held = table.hands[seat]
    if held is None:
        return _HAND_EMPTY
    return mark("a mined piece must cap a tower if it can cap any") if must_cap(table, held) else ""


def must_cap(table: StateOrView, held: Held) -> bool:
    """Tell whether the piece may not be set down: it was mined, and can cap a tower (I3)."""
    return held.mined and can_cap_any(table, held.piece, held.barred)


# -- whether anything is left to do


def can_cap_any(table: StateOrView, piece: PieceId, barred: frozenset[TowerId] = frozenset()) -> bool:
    """Tell whether a piece in a hand could cap any tower outside `barred`."""
    return next(_capped_by(table, piece, barred), None) is not None


def has_move(table: StateOrView, seat: Seat) -> bool:
    """Tell whether the seat, were its hand empty, could cap, mine or split. Moving a piece about is no move."""
    colours = table.variant.moves(seat)
    for tower in table.towers:
        if tower.is_free_stander:
            if tower.controller in colours and can_cap_any(table, tower.top):
                return True
        elif splits(tower.stack, seat) or any(mines(tower.stack, colour) for colour in colours):
            return True
    return False
