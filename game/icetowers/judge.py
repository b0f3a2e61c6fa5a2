"""What stacks are worth to whom: more than their pips now, for most of them will change hands.

Four things count for a colour: pieces free to cap, towers that it controls, pieces to spare (inside towers that others
control, all but one of them can be mined) and lone pieces (one of its colour in such a tower, which cannot). What each
is worth, by size and by how far the game has come, is data. As the others run out of answers, it nears the pips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Annotated

import msgspec

from game.engine import Seat
from game.icetowers.sketch import CODE_OF, ONE, Play, Stack, Stacks, worth
from game.icetowers.state import View
from game.minds import table_of

BySize = tuple[float, float, float]
"""Small, medium, large."""
Rates = tuple[float, ...]
"""The twelve numbers of a stage in one row: free, tower, spare, lone."""

PLAIN: Rates = (1, 2, 3, 1, 1, 1, 0, 0, 0, 0, 0, 0)
"""What counts when all is over."""
FREE, TOWER, SPARE, LONE = 0, 3, 6, 9
MILESTONES = (0.5, 5.0, 12.0)
"""Free-standers a colour at which the late, middle and early rates hold; between them they blend."""
ANSWERS = 0.6
"""So many capping pieces an opponent has on average where rates are halfway to the plain ones."""
ENVY = 8
"""A rival so many pips behind the first one matters a quarter as much."""


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rates of one part of the game, in pips; `tower` is for each pip of the tower, by its top piece."""

    free: BySize
    tower: BySize
    spare: BySize
    lone: BySize

    def row(self) -> Rates:
        return (*self.free, *self.tower, *self.spare, *self.lone)


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a level thinks."""

    width: Annotated[int, msgspec.Meta(ge=0)]
    """So many of the best-looking plays are tried against the others' best answers."""
    fear: float
    """How much the answers count."""
    wobble: float
    """Its judgement of a play is off by up to so many pips."""
    late: Stage
    middle: Stage
    early: Stage

    def rates(self, free_standers: float) -> Rates:
        """Return the rates for a table with so many free-standers a colour."""
        rows = [stage.row() for stage in (self.late, self.middle, self.early)]
        low, mid, high = MILESTONES
        if free_standers < mid:
            return blend(rows[0], rows[1], (free_standers - low) / (mid - low))
        return blend(rows[1], rows[2], (free_standers - mid) / (high - mid))


@cache
def head_of(mind: str) -> Head:
    """Return how a mind thinks. Raises UnknownMind."""
    return msgspec.convert(table_of("icetowers", mind)["head"], Head)


def blend(one: Rates, other: Rates, share: float) -> Rates:
    """Return rates that are `one` at share 0 or less, `other` at 1 or more."""
    share = min(max(share, 0.0), 1.0)
    return tuple(a + share * (b - a) for a, b in zip(one, other))


class Judge:
    """One moment of a game, judged."""

    def __init__(self, view: View, stacks: Stacks, head: Head, plain: bool = False) -> None:
        """Look at the table. `plain`: the end is so near that only pips count."""
        self.view = view
        self.stacks = stacks
        colours = range(view.variant.colours)
        cappers, free_standers = _count_cappers(view, stacks)
        rates = PLAIN if plain else head.rates(free_standers / len(colours))
        hostile = [(sum(cappers) - own) / (len(colours) - 1) for own in cappers]
        self._rates = [blend(PLAIN, rates, number / (number + ANSWERS)) for number in hostile]
        if view.seat is not None and all_others_done(view, view.seat):
            self._rates[view.seat] = PLAIN
        scores = view.scores
        self._stakes = [_stakes(scores, seat) for seat in range(view.variant.seats)]
        self._known: list[dict[Stack, float]] = [{} for _ in self._stakes]
        self._values: dict[Stack, list[float]] = {}

    def gain(self, seat: Seat, play: Play) -> float:
        """Return what the play is worth to the seat, before any answer, in pips more or less."""
        value, total = self.value, 0.0
        for stack in play.come:
            total += value(seat, stack)
        for stack in play.gone:
            total -= value(seat, stack)
        return total

    def value(self, seat: Seat, stack: Stack) -> float:
        """Return what it is worth to the seat that the stack is there."""
        known = self._known[seat]
        found = known.get(stack)
        if found is None:
            found = known[stack] = sum(a * b for a, b in zip(self._stakes[seat], self._by_colour(stack)))
        return found

    def _by_colour(self, stack: Stack) -> list[float]:
        found = self._values.get(stack)
        if found is None:
            found = self._values[stack] = self._work_out(stack)
        return found

    def _work_out(self, stack: Stack) -> list[float]:
        values = [0.0] * self.view.variant.colours
        top = stack[-1] >> 2
        size = (stack[-1] & 3) - 1
        if len(stack) == 1:
            values[top] = self._rates[top][FREE + size]
            return values
        values[top] = worth(stack) * self._rates[top][TOWER + size]
        for colour in range(len(values)):
            sizes = sorted(code & 3 for code in stack if code >> 2 == colour) if colour != top else []
            rates = self._rates[colour]
            if len(sizes) == 1:
                values[colour] = rates[LONE + sizes[0] - 1]
            else:
                values[colour] += sum(rates[SPARE + small - 1] for small in sizes[:-1])
        return values


def all_others_done(view: View, seat: Seat) -> bool:
    return len(view.done - {seat}) == view.variant.seats - 1


def _count_cappers(view: View, stacks: Stacks) -> tuple[list[int], int]:
    """Return by colour the pieces that could still cap (free, held or to spare), and all that are free or held."""
    cappers = [0] * view.variant.colours
    held = [ONE[CODE_OF[h.piece]] for h in view.hands if h is not None]
    free = [*held, *(stack for stack, number in stacks.items() if len(stack) == 1 for _ in range(number))]
    for stack in free:
        cappers[stack[0] >> 2] += 1
    for stack, number in stacks.items():
        top = stack[-1] >> 2
        for colour, buried in Counter(code >> 2 for code in stack).items():
            if colour != top:
                cappers[colour] += (buried - 1) * number
    return cappers, len(free)


def _stakes(scores: Sequence[int], seat: Seat) -> list[float]:
    """Return what a pip of each colour is worth to the seat: one's own 1, the rivals' -1 in all, the leader's most."""
    first = max(score for colour, score in enumerate(scores) if colour != seat)
    shares = [(ENVY / (ENVY + first - score)) ** 2 if colour != seat else 0.0 for colour, score in enumerate(scores)]
    stakes = [-share / sum(shares) for share in shares]
    stakes[seat] = 1.0
    return stakes
