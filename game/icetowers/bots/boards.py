"""A table becomes a board without positions to search on, and plays become actions.

Pieces of one colour and size are alike on a board, so plays that differ only in the piece are valued once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Lift, Mine, Place, SetDown, Split
from topping_out.game.icetowers.bots.core.board import (
    CAP,
    MINE,
    NOTHING,
    PLACE,
    SET_DOWN,
    SPLIT,
    Play,
    SearchBoard,
    changes,
)
from topping_out.game.icetowers.core.stacks import ONE, Stack, owner, worth
from topping_out.game.icetowers.pieces import CODE_OF, PieceId
from topping_out.game.icetowers.state import Held, StateOrView, View
from topping_out.game.icetowers.table import Tower, distance


def board_of(table: StateOrView) -> SearchBoard:
    """Return the stacks and the held pieces of a table."""
    variant = table.variant
    stacks = Counter([tower.stack for tower in table.towers])
    hands = [NOTHING if held is None else ONE[CODE_OF[held.piece]] for held in table.hands]
    ghost = -1 if variant.ghost_colour is None else variant.ghost_colour
    return SearchBoard(variant.seats, ghost, stacks, hands)


def plays_of_held(view: View, held: Held) -> list[Play]:
    """Return where the held piece can go, without the towers barred to it (I4), which a board does not know."""
    piece = ONE[CODE_OF[held.piece]]
    targets = dict.fromkeys(tower.stack for tower in legality.targets(view, held))
    found: list[Play] = [(PLACE, 0, piece, target) for target in targets]
    if not legality.must_cap(view, held):
        found.append((SET_DOWN, 0, piece, NOTHING))
    return found


def gain_of(play: Play, seat: Seat) -> int:
    """Return how many pips a play brings the seat at once."""
    gone, come = changes(play)
    lost = sum(worth(stack) for stack in gone if stack and owner(stack) == seat)
    return sum(worth(stack) for stack in come if stack and owner(stack) == seat) - lost


# -- between plays and what a hand does


def first_action(view: View, seat: Seat, play: Play) -> Action:
    """Return what the hand does first, with the pieces that are nearest to each other."""
    kind, at, source, target = play
    if kind == CAP:
        pairs = ((a, b) for a in _standing(view, source) for b in _standing(view, target))
        piece, _ = min(pairs, key=lambda pair: (distance(pair[0].place, pair[1].place), pair[0].id, pair[1].id))
        return Lift(piece.top)
    if kind == MINE:
        return Mine(_standing(view, source)[0].pieces[at])
    if kind == SPLIT:
        return Split(_standing(view, source)[0].pieces[at])
    held = view.hands[seat]
    assert held is not None
    if kind == SET_DOWN:
        return SetDown(held.x, held.y)
    near = [t for t in _standing(view, target) if not legality.why_not_cap(view.variant, held, t)]
    return Place(min(near, key=lambda tower: (distance(tower.place, held.place), tower.id)).id)


def next_action(view: View, seat: Seat, play: Play) -> Place | None:
    """Return where the piece goes that the first action takes; None where it takes none, or none is capped."""
    taking, target = first_action(view, seat, play), play[3]
    taken = legality.tower_of(view, taking.piece) if isinstance(taking, Lift | Mine) else None
    if taken is None or not target:
        return None
    near = [tower for tower in _standing(view, target) if tower is not taken]
    return Place(min(near, key=lambda tower: (distance(tower.place, taken.place), tower.id)).id)


def plays_begun_by(view: View, action: Action, plays: Iterable[Play]) -> list[Play]:
    """Return those of the plays that the action begins, or is."""
    match action:
        case Lift(piece):
            return [play for play in plays if play[0] == CAP and play[2] == ONE[CODE_OF[piece]]]
        case Mine(piece):
            return _at_the_piece(view, piece, MINE, plays)
        case Split(piece):
            return _at_the_piece(view, piece, SPLIT, plays)
        case Place(number):
            tower = legality.tower_by_id(view, number)
            return [play for play in plays if tower and play[0] == PLACE and play[3] == tower.stack]
        case SetDown(_, _):
            return [play for play in plays if play[0] == SET_DOWN]
    return []


def _at_the_piece(view: View, piece: PieceId, kind: int, plays: Iterable[Play]) -> list[Play]:
    """Return the plays at this piece of its stack, or at an equal neighbour."""
    tower = legality.tower_of(view, piece)
    if tower is None:
        return []
    stack, at = tower.stack, tower.pieces.index(piece)
    first = at
    while kind == MINE and first and stack[first - 1] == stack[at]:
        first -= 1
    return [play for play in plays if play[:3] == (kind, first, stack)]


def _standing(view: View, stack: Stack) -> list[Tower]:
    return [tower for tower in view.towers if tower.stack == stack]
