"""The bots' picture of the table: what stacks there are, whatever their places, and what could be done with them.

Like pieces are alike here, so what looks different to the eye but is the same play is thought about once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple

from game.engine import Seat
from game.icetowers.pieces import COLOUR_OF, PIPS_OF, SIZES, Colour, PieceId
from game.icetowers.state import View

Code = int
"""A piece as `colour * 4 + pips`."""
Stack = bytes
"""A tower as codes, bottom first."""
Stacks = Mapping[Stack, int]
"""How many of each stack stand on the table."""

CODE_OF = bytes(colour * 4 + pips for colour, pips in zip(COLOUR_OF, PIPS_OF))
ONE = tuple(bytes((code,)) for code in range(32))
"""The stack of a single piece, by code."""
_PIPS = bytes(code & 3 for code in range(256))


class Kind(IntEnum):
    CAP = 0
    MINE = 1
    SPLIT = 2
    PLACE = 3
    """Cap with the piece in the hand."""
    SET_DOWN = 4


class Play(NamedTuple):
    """Something to do from beginning to end, a mined piece played too: these stacks go, those come."""

    kind: Kind
    at: int
    """Of the piece mined from the source, or of the one under the gap."""
    source: Stack
    target: Stack
    gone: tuple[Stack, ...]
    come: tuple[Stack, ...]


def stack_of(pieces: Iterable[PieceId]) -> Stack:
    return bytes(CODE_OF[piece] for piece in pieces)


def worth(stack: Stack) -> int:
    return sum(stack.translate(_PIPS))


def sketch(view: View) -> Counter[Stack]:
    """Return what stands on the table; pieces in hands are left out."""
    return Counter(stack_of(tower.pieces) for tower in view.towers)


def after(stacks: Stacks, play: Play) -> dict[Stack, int]:
    """Return what there is once the play is done."""
    left = dict(stacks)
    for stack in play.gone:
        left[stack] -= 1
        if not left[stack]:
            del left[stack]
    for stack in play.come:
        left[stack] = left.get(stack, 0) + 1
    return left


def plays(stacks: Stacks, seat: Seat, colours: Iterable[Colour], ghost: Colour | None) -> Iterator[Play]:
    """Yield what an empty hand can do that moves pieces of `colours`, in a fixed order."""
    for colour in colours:
        tops = [s for s in stacks if s[-1] >> 2 != colour and (colour != ghost or len(s) > 1)]
        yield from _caps(stacks, colour, tops)
        yield from _mines(stacks, colour, tops)
    yield from _splits(stacks, seat)


def _caps(stacks: Stacks, colour: Colour, tops: list[Stack]) -> Iterator[Play]:
    for size in SIZES:
        piece = ONE[colour * 4 + size]
        if piece in stacks:
            for target in tops:
                if target[-1] & 3 >= size:
                    yield Play(Kind.CAP, 0, piece, target, (piece, target), (target + piece,))


def _mines(stacks: Stacks, colour: Colour, tops: list[Stack]) -> Iterator[Play]:
    for source in tops:
        own = [i for i, code in enumerate(source) if code >> 2 == colour] if len(source) > 2 else []
        if len(own) < 2:
            continue
        seen = set()
        others = tops if stacks[source] > 1 else [stack for stack in tops if stack != source]
        for i in own:
            rest = source[:i] + source[i + 1 :]
            if rest not in seen:  # of equal neighbours one is enough
                seen.add(rest)
                yield from _replays(source, i, rest, others)


def _replays(source: Stack, index: int, rest: Stack, others: list[Stack]) -> Iterator[Play]:
    """Yield where a mined piece can go; only if nowhere, it flees to the table."""
    piece, size = source[index : index + 1], source[index] & 3
    stuck = True
    for target in others:
        if target[-1] & 3 >= size:
            stuck = False
            yield Play(Kind.MINE, index, source, target, (source, target), (rest, target + piece))
    if stuck:
        yield Play(Kind.MINE, index, source, b"", (source,), (rest, piece))


def _splits(stacks: Stacks, seat: Seat) -> Iterator[Play]:
    for source in stacks:
        for i in range(len(source) - 1):
            colour = source[i] >> 2
            if colour == source[i + 1] >> 2 and colour != seat:
                yield Play(Kind.SPLIT, i, source, b"", (source,), (source[: i + 1], source[i + 1 :]))
