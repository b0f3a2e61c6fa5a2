"""What holds at every moment of every game of IceTowers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from topping_out.game.icetowers.pieces import PER_COLOUR, PIPS_PER_COLOUR
from topping_out.game.icetowers.state import State, scores
from topping_out.game.icetowers.table import DEPTH, FOOTPRINT, WIDTH, Tower, overlap

WIDEST = max(width for width, _ in FOOTPRINT)


def check(state: State) -> None:
    """Every piece in one place, 30 points a colour (I15), nothing overlaps or leaves the table (I13)."""
    colours, standing = state.variant.colours, state.towers
    held = [hand.piece for hand in state.hands if hand is not None]
    pieces = sorted([*held, *(piece for tower in standing for piece in tower.pieces)])
    assert pieces == list(range(PER_COLOUR * colours)), "pieces were lost or doubled"
    assert sum(scores(state)) == PIPS_PER_COLOUR * colours, "the scores do not add up"
    assert not any(overlap(one, other) for one, other in _neighbours(standing)), "towers overlap"
    for tower in standing:
        width, depth = FOOTPRINT[tower.base]
        assert width // 2 <= tower.x <= WIDTH - width // 2, "a tower has left the table"
        assert depth // 2 <= tower.y <= DEPTH - depth // 2, "a tower has left the table"


def _neighbours(standing: Iterable[Tower]) -> Iterator[tuple[Tower, Tower]]:
    """Yield the pairs that are no farther apart, from left to right, than the widest piece: no others can overlap."""
    waiting: list[Tower] = []
    for tower in sorted(standing, key=lambda tower: tower.x):
        waiting = [one for one in waiting if tower.x - one.x <= WIDEST]
        yield from ((one, tower) for one in waiting)
        waiting.append(tower)
