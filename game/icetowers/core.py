"""The rules about single stacks: who controls one, what it is worth, what can cap it, where it can be mined and split.

The rules and the search of the bots share this module, which `build/compile.py` can compile to run faster.
"""

from __future__ import annotations

from typing import Final

Stack = bytes
"""A tower as codes of its pieces, bottom first. A code is `colour * 4 + pips`."""

TO_MINE: Final = 2
"""Least number of a colour's pieces in a stack that it may mine."""
ONE: Final[list[bytes]] = [bytes((code,)) for code in range(32)]
"""By code, the stack of just this piece."""
PIPS: Final = bytes([code & 3 for code in range(256)])


def owner(stack: Stack) -> int:
    """Return the colour that controls a stack: that of its top piece."""
    return stack[-1] >> 2


def worth(stack: Stack) -> int:
    """Return the sum of the pips of a stack, which its owner scores."""
    return sum(stack.translate(PIPS))


def is_free(stack: Stack) -> bool:
    """Return whether a stack is a single piece, which its owner may lift."""
    return len(stack) == 1


def recoloured(stack: Stack, colours: dict[int, int]) -> Stack:
    """Return a stack with its colours replaced as `colours` says."""
    return bytes([colours.get(code >> 2, code >> 2) << 2 | code & 3 for code in stack])


def movable(seat: int, ghost: int) -> list[int]:
    """Return the colours whose pieces a seat may move: its own and the ghost's. `ghost`: its colour, -1 for none."""
    return [seat, ghost] if ghost >= 0 else [seat]


def targets(piece: int, stacks: list[bytes], is_ghosts: bool) -> list[bytes]:
    """Return the stacks that a piece, given by its code, may cap.

    They have another colour on top, of the same size or larger. The ghost (`is_ghosts`) never caps a single piece.
    """
    colour, size, least = piece >> 2, piece & 3, 2 if is_ghosts else 1
    return [s for s in stacks if s[-1] >> 2 != colour and s[-1] & 3 >= size and len(s) >= least]


def can_cap(piece: int, stack: Stack, is_ghosts: bool) -> bool:
    """Return whether a piece may cap a stack; for the arguments, see `targets`."""
    return bool(targets(piece, [stack], is_ghosts))


def inside(stack: Stack, colour: int) -> list[int]:
    """Return the indices of the pieces of a colour."""
    return [i for i in range(len(stack)) if stack[i] >> 2 == colour]


def mines(stack: Stack, colour: int) -> list[int]:
    """Return the indices of the pieces that a colour may mine; it must not be on top, and needs at least two pieces."""
    if len(stack) <= TO_MINE or stack[-1] >> 2 == colour:
        return []
    own = inside(stack, colour)
    return own if len(own) >= TO_MINE else []


def spare(stack: Stack, colour: int) -> int:
    """Return how many pieces a colour could mine in succession."""
    return max(0, len(mines(stack, colour)) - TO_MINE + 1)


def gaps(stack: Stack) -> list[int]:
    """Return the indices of the pieces with one of the same colour directly above: there a stack can be split."""
    return [i for i in range(len(stack) - 1) if stack[i] >> 2 == stack[i + 1] >> 2]


def splits(stack: Stack, seat: int) -> list[int]:
    """Return the gaps at which a seat may split a stack: all but those of its own colour."""
    return [i for i in gaps(stack) if stack[i] >> 2 != seat]


def scores(colours: int, stacks: dict[bytes, int], hands: list[bytes]) -> list[int]:
    """Return the pips of each colour's stacks, plus those of its pieces in `hands`, which have a piece each or none."""
    totals = [0] * colours
    for stack, number in stacks.items():
        totals[stack[-1] >> 2] += worth(stack) * number
    for piece in hands:
        if piece:
            totals[piece[-1] >> 2] += worth(piece)
    return totals


def leaders(totals: list[int]) -> list[int]:
    """Return the colours with the most pips; the ghost counts as a player (I11)."""
    most = max(totals)
    return [colour for colour in range(len(totals)) if totals[colour] == most]
