"""The counting at the end: who controls what, the pieces re-stacked by tens, and the best tower."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topping_out.game.engine import BuiltTower, Part
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, SIZES, Colour, PieceId, size_name
from topping_out.game.icetowers.state import State, StateOrView
from topping_out.game.icetowers.table import Tower
from topping_out.game.language import tr_count

TEN = 10


@dataclass(frozen=True, slots=True)
class Count:
    """One colour's result: its towers, highest worth first, and the same pieces in stacks of ten pips and a rest."""

    colour: Colour
    towers: tuple[Tower, ...]
    held: tuple[PieceId, ...]
    """Pieces of the colour still in a hand; none once a game is over."""
    tens: tuple[tuple[PieceId, ...], ...]
    """Bottom piece first; exactly ten pips each."""
    rest: tuple[PieceId, ...]
    total: int


def count_up(table: StateOrView) -> tuple[Count, ...]:
    """Return the count of each colour in play, the ghost's last."""
    return tuple(_count(table, colour) for colour in range(table.variant.colours))


def _count(table: StateOrView, colour: Colour) -> Count:
    own = [tower for tower in table.towers if tower.controller == colour]
    towers = tuple(sorted(own, key=lambda tower: (-tower.worth, tower.id)))
    held = tuple(h.piece for h in table.hands if h is not None and COLOUR_OF[h.piece] == colour)
    pieces = [*(piece for tower in towers for piece in tower.pieces), *held]
    tens, rest = stack_by_tens(pieces)
    return Count(colour, towers, held, tens, rest, sum(PIPS_OF[piece] for piece in pieces))


def stack_by_tens(pieces: Sequence[PieceId]) -> tuple[tuple[tuple[PieceId, ...], ...], tuple[PieceId, ...]]:
    """Return stacks of exactly ten pips, largest piece at the bottom, and what is left over, largest first."""
    piles = {size: [piece for piece in pieces if PIPS_OF[piece] == size] for size in SIZES}
    stacks = []
    while (numbers := _ten_of(len(piles[3]), len(piles[2]), len(piles[1]))) is not None:
        stacks.append(tuple(piles[size].pop() for size, n in zip((3, 2, 1), numbers) for _ in range(n)))
    rest = tuple(piece for size in (3, 2, 1) for piece in piles[size])
    return tuple(stacks), rest


def _ten_of(larges: int, mediums: int, smalls: int) -> tuple[int, int, int] | None:
    """Return how many of each size make ten, with as few smalls as can be: they fill gaps that nothing else fills."""
    ways = (
        (large, medium, TEN - 3 * large - 2 * medium)
        for large in range(min(larges, 3) + 1)
        for medium in range(min(mediums, (TEN - 3 * large) // 2) + 1)
    )
    return min((way for way in ways if way[2] <= smalls), key=lambda way: (way[2], -way[0]), default=None)


def best_tower(state: State) -> BuiltTower | None:
    """Return the tower worth most, a winner's before others. A part is a pyramid: its size, pips and colour.

    A colour is a seat, or the ghost's: the number of seats. The ghost's tower is nobody's.
    """
    winners = state.outcome.winners if state.outcome else ()
    tower = max(state.towers, key=lambda tower: (tower.worth, tower.controller in winners), default=None)
    if tower is None:
        return None
    parts = tuple(Part(size_name(piece), PIPS_OF[piece], COLOUR_OF[piece]) for piece in tower.pieces)
    return BuiltTower(parts, None if tower.controller == state.variant.ghost_colour else tower.controller, tower.worth)


def describe_tower(tower: BuiltTower) -> str:
    """Return how many pips it has."""
    return tr_count("{number} pip", "{number} pips", tower.worth)


def describe_harm(what: str, size: int) -> str:
    """Return how large a tower was capped that whoever says it had."""
    return tr_count(
        "Last time you capped my tower of {number} pip.", "Last time you capped my tower of {number} pips.", size
    )
