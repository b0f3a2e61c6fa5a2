"""What the rules say of a single stack: who owns it, what it is worth, what caps it, what can be mined and split.

The rules and the bots' search both ask here. The module runs as it stands, and faster where mypyc has compiled it (see
`build/compile.py`).
"""

from __future__ import annotations

from typing import Final

Stack = bytes
"""A tower as codes of pieces, bottom first; a code is `colour * 4 + pips`."""

TO_MINE: Final = 2
"""The fewest pieces with which a colour may mine a stack."""
ONE: Final[list[bytes]] = [bytes((code,)) for code in range(32)]
"""The stack of a single piece, by code."""
PIPS: Final = bytes([code & 3 for code in range(256)])


def owner(stack: Stack) -> int:
    """Return the colour that controls a stack: that of the piece on top."""
    return stack[-1] >> 2


def worth(stack: Stack) -> int:
    """Return the pips of a stack, which its owner scores."""
    return sum(stack.translate(PIPS))


def is_free(stack: Stack) -> bool:
    """Tell whether a stack is a single piece, which its owner may lift."""
    return len(stack) == 1


def recoloured(stack: Stack, colours: dict[int, int]) -> Stack:
    """Return a stack with other colours in the place of those that `colours` names."""
    return bytes([colours.get(code >> 2, code >> 2) << 2 | code & 3 for code in stack])


def movable(seat: int, ghost: int) -> list[int]:
    """Return the colours whose pieces a seat may move: its own and the ghost's. `ghost`: its colour, -1 for none."""
    return [seat, ghost] if ghost >= 0 else [seat]


def targets(piece: int, stacks: list[bytes], is_ghosts: bool) -> list[bytes]:
    """Return the stacks that a piece, by its code, may cap: with another colour on top, of the same size or larger.

    `is_ghosts`: the piece is the ghost's, which never caps a single piece.
    """
    colour, size, least = piece >> 2, piece & 3, 2 if is_ghosts else 1
    return [s for s in stacks if s[-1] >> 2 != colour and s[-1] & 3 >= size and len(s) >= least]


def can_cap(piece: int, stack: Stack, is_ghosts: bool) -> bool:
    """Tell whether a piece may cap a stack, as `targets` has it."""
    return bool(targets(piece, [stack], is_ghosts))


def inside(stack: Stack, colour: int) -> list[int]:
    """Return the indices of a colour's pieces."""
    return [i for i in range(len(stack)) if stack[i] >> 2 == colour]


def mines(stack: Stack, colour: int) -> list[int]:
    """Return the indices of the pieces that a colour may mine: it is not on top, and has two or more inside."""
    if len(stack) <= TO_MINE or stack[-1] >> 2 == colour:
        return []
    own = inside(stack, colour)
    return own if len(own) >= TO_MINE else []


def spare(stack: Stack, colour: int) -> int:
    """Return how many pieces a colour could mine one after the other."""
    return max(0, len(mines(stack, colour)) - TO_MINE + 1)


def gaps(stack: Stack) -> list[int]:
    """Return the indices of pieces whose upper neighbour has the same colour: above these a stack can be split."""
    return [i for i in range(len(stack) - 1) if stack[i] >> 2 == stack[i + 1] >> 2]


def splits(stack: Stack, seat: int) -> list[int]:
    """Return the gaps at which a seat may split a stack: not those of its own colour."""
    return [i for i in gaps(stack) if stack[i] >> 2 != seat]


def scores(colours: int, stacks: dict[bytes, int], hands: list[bytes]) -> list[int]:
    """Return by colour the pips of the stacks owned; `hands` hold a piece each or nothing, counted for its owner."""
    totals = [0] * colours
    for stack, number in stacks.items():
        totals[stack[-1] >> 2] += worth(stack) * number
    for piece in hands:
        if piece:
            totals[piece[-1] >> 2] += worth(piece)
    return totals


def leaders(totals: list[int]) -> list[int]:
    """Return the colours that nobody has more pips than; the ghost counts as a player (I11)."""
    most = max(totals)
    return [colour for colour in range(len(totals)) if totals[colour] == most]
