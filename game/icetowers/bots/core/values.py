"""What stacks and plays are worth to each seat, in pips."""

from __future__ import annotations

from typing import Final

from topping_out.game.icetowers.bots.core.board import (
    PLACE,
    SET_DOWN,
    Play,
    SearchBoard,
    changes,
)
from topping_out.game.icetowers.core.stacks import Stack, inside, is_free, mines, owner, worth

FREE: Final = 0
TOWER: Final = 3
SPARE: Final = 6
LONE: Final = 9
TALL: Final = 12
"""Where in a row of rates those by size begin, and where the one for each piece under a top stands."""


class StackValues:
    """What stacks are worth to each seat, in pips, in one position."""

    def __init__(self, rates: list[list[float]], stakes: list[list[float]]) -> None:
        """Take a row of rates by colour, and by seat what a pip of each colour counts."""
        self.rates = rates
        self.stakes = stakes
        self._known: dict[bytes, list[float]] = {}
        self._caps: dict[bytes, dict[bytes, list[float]]] = {}

    def of(self, stack: Stack) -> list[float]:
        """Return by seat what it is worth that the stack is there."""
        found = self._known.get(stack)
        if found is None:
            values = self._by_colour(stack)
            found = self._known[stack] = [_dot(row, values) for row in self.stakes]
        return found

    def of_cap(self, piece: Stack, target: Stack) -> list[float]:
        """Return by seat what changes where a piece that was nowhere comes on a target."""
        known = self._caps.get(piece)
        if known is None:
            known = self._caps[piece] = {}
        found = known.get(target)
        if found is None:
            after, before = self.of(target + piece), self.of(target)
            found = known[target] = [after[i] - before[i] for i in range(len(after))]
        return found

    def of_play(self, play: Play) -> list[float]:
        """Return by seat what changes by a play; a piece in the hand counted as if it stood."""
        gone, come = changes(play)
        total = [0.0] * len(self.stakes)
        for stack in come:
            _add(total, self.of(stack), 1.0)
        for stack in gone:
            _add(total, self.of(stack), -1.0)
        if play[0] == PLACE or play[0] == SET_DOWN:
            _add(total, self.of(play[2]), -1.0)
        return total

    def of_table(self, board: SearchBoard) -> list[float]:
        """Return by seat what the whole table is worth as it stands."""
        total = [0.0] * len(self.stakes)
        for stack, number in board.stacks.items():
            _add(total, self.of(stack), float(number))
        for piece in board.hands:
            if piece:
                _add(total, self.of(piece), 1.0)
        return total

    def of_end(self, board: SearchBoard) -> list[float]:
        """Return by seat what the table is worth if nothing more is played: its pips."""
        scores = [float(score) for score in board.scores()]
        return [_dot(row, scores) for row in self.stakes]

    def _by_colour(self, stack: Stack) -> list[float]:
        values = [0.0] * len(self.rates)
        top, size = owner(stack), (stack[-1] & 3) - 1
        if is_free(stack):
            values[top] = self.rates[top][FREE + size]
            return values
        values[top] = worth(stack) * self.rates[top][TOWER + size] + (len(stack) - 1) * self.rates[top][TALL]
        for colour in range(len(values)):
            if colour != top:
                values[colour] = _buried(stack, colour, self.rates[colour])
        return values


def _buried(stack: Stack, colour: int, rates: list[float]) -> float:
    """Return what a colour's pieces under another's top are worth to it: all but the largest can be mined."""
    sizes = sorted([stack[i] & 3 for i in inside(stack, colour)])
    if sizes and not mines(stack, colour):
        return rates[LONE + sizes[0] - 1]
    total = 0.0
    for small in sizes[:-1]:
        total += rates[SPARE + small - 1]
    return total


def _dot(one: list[float], other: list[float]) -> float:
    total = 0.0
    for i in range(len(one)):
        total += one[i] * other[i]
    return total


def _add(total: list[float], more: list[float], times: float) -> None:
    for i in range(len(total)):
        total[i] += more[i] * times
