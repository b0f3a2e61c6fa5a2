"""A table without positions, for the bots' search: which stacks there are, and plays made and taken back.

A play here is whole: a lifted piece is placed, a mined piece is placed or set down. The modules of this folder run as
they stand, and faster where mypyc has compiled them (see `build/compile.py`).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

Stack = bytes
"""A tower as codes of pieces, bottom first; a code is `colour * 4 + pips`."""
Play = tuple[int, int, bytes, bytes]
"""Kind, index in the source (of the piece mined, or of the one under the gap), source, target."""
Line = list[Play]

CAP: Final = 0
MINE: Final = 1
SPLIT: Final = 2
PLACE: Final = 3
SET_DOWN: Final = 4
PASS: Final = 5

NOTHING: Final = b""
PASSING: Final[Play] = (PASS, 0, NOTHING, NOTHING)
ONE: Final[list[bytes]] = [bytes((code,)) for code in range(32)]
"""The stack of a single piece, by code."""
PIPS: Final = bytes([code & 3 for code in range(256)])


def worth(stack: Stack) -> int:
    """Return the pips of a stack."""
    return sum(stack.translate(PIPS))


class Board:
    """Stacks and hands, and whose play it is."""

    def __init__(self, seats: int, ghost: int, stacks: dict[bytes, int], hands: list[bytes]) -> None:
        """Set up `stacks`, by number; `hands` hold a piece each or nothing. `ghost` is its colour, -1 for none."""
        self.seats = seats
        self.ghost = ghost
        self.colours = seats + (ghost >= 0)
        self.stacks = dict(stacks)
        self.hands = list(hands)
        self.key = 0
        """Tells tables apart, but for their hands."""
        self._keys: dict[bytes, int] = {}
        for stack, number in stacks.items():
            self.key += self._key_of(stack) * number

    def copy(self) -> Board:
        """Return one to change without changing this."""
        return Board(self.seats, self.ghost, self.stacks, self.hands)

    def moves(self, seat: int) -> list[int]:
        """Return the colours whose pieces the seat may move."""
        return [seat, self.ghost] if self.ghost >= 0 else [seat]

    def scores(self) -> list[int]:
        """Return by colour the pips of the stacks controlled, pieces in hands counted for their owners."""
        totals = [0] * self.colours
        for stack, number in self.stacks.items():
            totals[stack[-1] >> 2] += worth(stack) * number
        for piece in self.hands:
            if piece:
                totals[piece[0] >> 2] += piece[0] & 3
        return totals

    # -- plays

    def plays(self, seat: int) -> list[Play]:
        """Return what the seat can do, in a fixed order; with a piece in hand, where it can go."""
        held = self.hands[seat]
        if held:
            return self._placings(held)
        found: list[Play] = []
        for colour in self.moves(seat):
            tops = self.tops(colour)
            self._add_caps(colour, tops, found)
            self._add_mines(colour, tops, found)
        self._add_splits(seat, found)
        return found

    def tops(self, colour: int) -> list[bytes]:
        """Return the stacks that a colour may cap, sizes apart."""
        ghost = colour == self.ghost
        return [s for s in self.stacks if s[-1] >> 2 != colour and not (ghost and len(s) == 1)]

    def _placings(self, held: bytes) -> list[Play]:
        size = held[0] & 3
        found = [(PLACE, 0, held, s) for s in self.tops(held[0] >> 2) if s[-1] & 3 >= size]
        found.append((SET_DOWN, 0, held, NOTHING))
        return found

    def _add_caps(self, colour: int, tops: list[bytes], found: list[Play]) -> None:
        for size in range(1, 4):
            piece = ONE[colour * 4 + size]
            if piece in self.stacks:
                found.extend([(CAP, 0, piece, target) for target in tops if target[-1] & 3 >= size])

    def _add_mines(self, colour: int, tops: list[bytes], found: list[Play]) -> None:
        for source in tops:
            for index in mines(source, colour):
                size, stuck = source[index] & 3, True
                for target in tops:
                    if target[-1] & 3 >= size and (target != source or self.stacks[source] > 1):
                        found.append((MINE, index, source, target))
                        stuck = False
                if stuck:
                    found.append((MINE, index, source, NOTHING))

    def _add_splits(self, seat: int, found: list[Play]) -> None:
        for source in self.stacks:
            found.extend([(SPLIT, index, source, NOTHING) for index in gaps(source) if source[index] >> 2 != seat])

    # -- making and taking back

    def make(self, seat: int, play: Play) -> None:
        """Do a play."""
        gone, come = changes(play)
        if play[0] >= PLACE:
            self.hands[seat] = NOTHING
        self._swap(gone, come)

    def undo(self, seat: int, play: Play) -> None:
        """Take the play back that was made last."""
        gone, come = changes(play)
        if play[0] >= PLACE:
            self.hands[seat] = play[2]
        self._swap(come, gone)

    def _swap(self, gone: list[bytes], come: list[bytes]) -> None:
        stacks = self.stacks
        for stack in gone:
            self.key -= self._key_of(stack)
            left = stacks[stack] - 1
            if left:
                stacks[stack] = left
            else:
                del stacks[stack]
        for stack in come:
            self.key += self._key_of(stack)
            stacks[stack] = stacks.get(stack, 0) + 1

    def _key_of(self, stack: Stack) -> int:
        key = self._keys.get(stack)
        if key is None:
            key = self._keys[stack] = int.from_bytes(blake2b(stack, digest_size=6).digest(), "big")
        return key


def mines(source: Stack, colour: int) -> list[int]:
    """Return the indices of a colour's pieces that it can mine from a stack; of equal neighbours one."""
    if len(source) < 3 or source[-1] >> 2 == colour:
        return []
    own = [i for i in range(len(source)) if source[i] >> 2 == colour]
    return [i for i in own if source[i - 1] != source[i] or not i] if len(own) > 1 else []


def gaps(source: Stack) -> list[int]:
    """Return the indices of pieces whose upper neighbour has the same colour."""
    return [i for i in range(len(source) - 1) if source[i] >> 2 == source[i + 1] >> 2]


def changes(play: Play) -> tuple[list[bytes], list[bytes]]:
    """Return the stacks that go and those that come by a play."""
    kind, at, source, target = play
    if kind == CAP:
        return [source, target], [target + source]
    if kind == MINE:
        piece, rest = source[at : at + 1], source[:at] + source[at + 1 :]
        return ([source, target], [rest, target + piece]) if target else ([source], [rest, piece])
    if kind == SPLIT:
        return [source], [source[: at + 1], source[at + 1 :]]
    if kind == PLACE:
        return [target], [target + source]
    return ([], [source]) if kind == SET_DOWN else ([], [])
