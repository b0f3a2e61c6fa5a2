"""What a seat may do with which piece and tower, and why not; used by the rules, the display and the bots.

Every `why_not_…` returns a reason for players, or "" if the action is legal. The lists (`liftable`, `mineable`, `gaps`,
`targets`) have exactly what these functions allow, in the order of the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from ..engine import Seat
from ..language import mark
from . import core
from .state import (
    CODE_OF,
    COLOUR_OF,
    LARGE,
    MEDIUM,
    PIPS_OF,
    SMALL,
    Held,
    Phase,
    PieceId,
    State,
    StateOrView,
    Tower,
    TowerId,
    Variant,
    View,
    pieces_of,
)

cached = lru_cache(maxsize=4096)
can_cap, mines, splits = cached(core.can_cap), cached(core.mines), cached(core.splits)
"""Cached, since most stacks stay the same from one action to the next."""

HAND_FULL = mark("one hand, one piece: first play the one you're holding")
_OVER = mark("the game is over")
_HAND_EMPTY = mark("you aren't holding a piece")


def tower_of(table: StateOrView, piece: PieceId) -> Tower | None:
    """Return the tower that has the piece; None if it is in a hand or does not exist."""
    for tower in table.towers:
        if piece in tower.pieces:
            return tower
    return None


def tower_by_id(table: StateOrView, tower: TowerId) -> Tower | None:
    for standing in table.towers:
        if standing.id == tower:
            return standing
    return None


# -- time and turn


def why_not_now(table: State | View, seat: Seat) -> str:
    """Return why a seat cannot play at all now."""
    if table.outcome is not None:
        return _OVER
    if table.phase is not Phase.PLAY:
        return mark("play hasn't begun")
    return "" if table.turn in (None, seat) else mark("it isn't your turn")


def why_not_ready(table: State | View, seat: Seat, piece: PieceId) -> str:
    """Return why a seat cannot get ready by touching a piece: it must be its own, once, before play starts."""
    if table.outcome is not None:
        return _OVER
    if table.phase is not Phase.GATHERING:
        return mark("play has already begun") if table.phase is Phase.PLAY else mark("everybody is ready")
    if seat in table.order:
        return mark("you're already ready")
    return "" if piece in pieces_of(seat) else mark("touch a piece of your own colour")


# -- lifting


def why_not_lift(table: StateOrView, seat: Seat, piece: PieceId) -> str:
    """Return why a seat cannot lift a piece: it must be a free-stander of the seat or of the ghost."""
    if table.hands[seat] is not None:
        return HAND_FULL
    tower = tower_of(table, piece)
    if tower is None:
        return _why_not_there(table, piece)
    if COLOUR_OF[piece] not in table.variant.moves(seat):
        return mark("this piece isn't yours to lift")
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
    return mark("somebody is holding this piece") if held else mark("there's no such piece")


# -- mining


def why_not_mine(table: StateOrView, seat: Seat, piece: PieceId) -> str:
    """Return why a piece cannot be mined: its colour must not be on top, and needs at least two pieces in the tower."""
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
    """Return why a tower cannot be split above `piece`: the next one must have the same colour, not the seat's own."""
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
        return mark("you can't split your own colour")
    return mark("a tower can only be split between two pieces of the same colour")


def gaps(table: StateOrView, seat: Seat) -> list[PieceId]:
    """Return the pieces above which the seat may split towers."""
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
    """Return why a held piece cannot cap a tower: its colour, its size, or where it was mined (I4, I9)."""
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
    (MEDIUM, SMALL): mark("a medium piece can't cap a small one"),
    (LARGE, SMALL): mark("a large piece can't cap a small one"),
    (LARGE, MEDIUM): mark("a large piece can't cap a medium one"),
}


def why_not_place(table: StateOrView, seat: Seat, tower: TowerId) -> str:
    held = table.hands[seat]
    if held is None:
        return _HAND_EMPTY
    found = tower_by_id(table, tower)
    return mark("this tower is gone") if found is None else why_not_cap(table.variant, held, found)


def targets(table: StateOrView, held: Held) -> list[Tower]:
    """Return the towers that the held piece may cap."""
    return list(_capped_by(table, held.piece, held.barred))


def _capped_by(table: StateOrView, piece: PieceId, barred: Collection[TowerId]) -> Iterator[Tower]:
    """Yield the towers that `why_not_cap` allows the piece to cap."""
    code, is_ghosts = CODE_OF[piece], COLOUR_OF[piece] == table.variant.ghost_colour
    for tower in table.towers:
        if can_cap(code, tower.stack, is_ghosts) and tower.id not in barred:
            yield tower


def why_not_set_down(table: StateOrView, seat: Seat) -> str:
    """Return why the held piece cannot be set down: a mined one only may if it can cap nothing (I3)."""
    held = table.hands[seat]
    if held is None:
        return _HAND_EMPTY
    return mark("a mined piece must cap a tower if it can cap any") if must_cap(table, held) else ""


def must_cap(table: StateOrView, held: Held) -> bool:
    """Return whether a held piece may not be set down, because it was mined and can cap a tower (I3)."""
    return held.mined and can_cap_any(table, held.piece, held.barred)


# -- moves left


def can_cap_any(table: StateOrView, piece: PieceId, barred: frozenset[TowerId] = frozenset()) -> bool:
    """Return whether a piece, once in a hand, could cap any tower that is not in `barred`."""
    return next(_capped_by(table, piece, barred), None) is not None


def has_move(table: StateOrView, seat: Seat) -> bool:
    """Return whether the seat, with an empty hand, could cap, mine or split. Only moving a piece is no move."""
    colours = table.variant.moves(seat)
    for tower in table.towers:
        if tower.is_free_stander:
            if tower.controller in colours and can_cap_any(table, tower.top):
                return True
        elif splits(tower.stack, seat) or any(mines(tower.stack, colour) for colour in colours):
            return True
    return False
