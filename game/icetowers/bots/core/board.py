"""A table without positions, for the bots' search: which stacks there are, and plays made and taken back.

A play here is whole: a lifted piece is placed, a mined piece is placed or set down. The modules of this folder run as
they stand, and faster where mypyc has compiled them (see `build/compile.py`).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from topping_out.game.icetowers.core.stacks import ONE, Stack, is_free, mines, movable, scores, splits, targets

Play = tuple[int, int, bytes, bytes]
"""Kind, index in the source (of the piece mined, or of the one under the gap), source, target."""
PlayLine = list[Play]

CAP: Final = 0
MINE: Final = 1
SPLIT: Final = 2
PLACE: Final = 3
SET_DOWN: Final = 4
PASS: Final = 5

NOTHING: Final = b""
PASSING: Final[Play] = (PASS, 0, NOTHING, NOTHING)


class SearchBoard:
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
        self._splits: dict[bytes, list[list[int]]] = {}
        for stack, number in stacks.items():
            self.key += self._key_of(stack) * number

    def copy(self) -> SearchBoard:
        """Return one to change without changing this."""
        return SearchBoard(self.seats, self.ghost, self.stacks, self.hands)

    def moves(self, seat: int) -> list[int]:
        """Return the colours whose pieces the seat may move."""
        return movable(seat, self.ghost)

    def scores(self) -> list[int]:
        """Return by colour the pips of the stacks controlled, pieces in hands counted for their owners."""
        return scores(self.colours, self.stacks, self.hands)

    # -- plays

    def plays(self, seat: int) -> list[Play]:
        """Return what the seat can do, in a fixed order; with a piece in hand, where it can go."""
        held = self.hands[seat]
        if held:
            return self._placings(held)
        found: list[Play] = []
        towers = self.towers()
        for colour in self.moves(seat):
            self._add_moves(colour, towers, found)
        for source in towers:
            found.extend([(SPLIT, index, source, NOTHING) for index in self.splits(source, seat)])
        return found

    def targets(self, piece: int) -> list[bytes]:
        """Return the stacks that a piece may cap, by its code."""
        return targets(piece, list(self.stacks), piece >> 2 == self.ghost)

    def targets_by_size(self, colour: int) -> list[list[bytes]]:
        """Return by size the stacks that a colour's pieces may cap: none that a smaller piece may not."""
        found = [list(self.stacks)]
        for size in range(1, 4):
            found.append(targets(colour * 4 + size, found[-1], colour == self.ghost))
        return found

    def towers(self) -> list[bytes]:
        """Return the stacks in which something may be mined or split: those of two pieces or more."""
        return [stack for stack in self.stacks if not is_free(stack)]

    def mines(self, source: Stack, colour: int) -> list[int]:
        """Return the indices of a colour's pieces that it can mine from a stack; of equal neighbours one."""
        found = mines(source, colour)
        return [i for i in found if not i or source[i - 1] != source[i]] if found else found

    def splits(self, source: Stack, seat: int) -> list[int]:
        """Return the indices of the pieces above which a seat may split a stack."""
        known = self._splits.get(source)
        if known is None:
            known = self._splits[source] = [splits(source, other) for other in range(self.seats)]
        return known[seat]

    def _placings(self, held: bytes) -> list[Play]:
        found = [(PLACE, 0, held, target) for target in self.targets(held[0])]
        found.append((SET_DOWN, 0, held, NOTHING))
        return found

    def _add_moves(self, colour: int, towers: list[bytes], found: list[Play]) -> None:
        by_size = self.targets_by_size(colour)
        for size in range(1, 4):
            piece = ONE[colour * 4 + size]
            if piece in self.stacks:
                found.extend([(CAP, 0, piece, target) for target in by_size[size]])
        for source in towers:
            for index in self.mines(source, colour):
                stuck = True
                for target in by_size[source[index] & 3]:
                    if target != source or self.stacks[source] > 1:
                        found.append((MINE, index, source, target))
                        stuck = False
                if stuck:
                    found.append((MINE, index, source, NOTHING))

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
