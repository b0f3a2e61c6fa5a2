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

from game.bots.weights import OneOrMore, weights_named
from game.engine import Seat
from game.icetowers.bots.boards import board_of, plays_of_held
from game.icetowers.bots.core.board import CAP, Board, Play
from game.icetowers.bots.core.values import StackValues
from game.icetowers.state import View

BySize = tuple[float, float, float]
"""Small, medium, large."""
Rates = tuple[float, ...]
"""The twelve numbers of a stage in one row: free, tower, spare, lone."""
Number = Annotated[int, msgspec.Meta(ge=0)]

PLAIN: Rates = (1, 2, 3, 1, 1, 1, 0, 0, 0, 0, 0, 0)
"""The rates at the end of the game."""
MILESTONES = (0.5, 5.0, 12.0)
"""Free-standers a colour at which the late, middle and early rates hold; they blend in between."""
ANSWERS = 0.6
"""Capping pieces that a rival has on average when the rates are halfway to the plain ones."""
ENVY = 8
"""A rival this many pips behind the leading one counts a quarter as much."""
NEAR_END = 2_500
"""Milliseconds before the timer rings from which only pips count: nobody can answer any more."""


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rates of one part of the game, in pips; `tower` is for each pip of the tower, by its top piece."""

    free: BySize
    tower: BySize
    spare: BySize
    lone: BySize

    def row(self) -> Rates:
        return (*self.free, *self.tower, *self.spare, *self.lone)


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one bot."""

    width: Number
    """How many of the most promising plays are tried against the rivals' best answers."""
    fear: float
    """How much those answers count."""
    wobble: float
    """Its values of plays are off by up to so many pips, at random."""
    late: Stage
    middle: Stage
    early: Stage
    sight: Number = 99
    """How many pieces of a tower it looks at, from the top; it overlooks plays with deeper ones."""
    regard: float = 1.0
    """How much a rival's pip counts, beside 1 for its own."""
    tall: float = 0.0
    """What each piece under a top of its own is worth to it, in pips: it likes tall towers."""
    spite: float = 0.0
    """What each piece under a rival's top costs it, in pips: it likes to break them up."""
    beams: tuple[OneOrMore, ...] = ()
    """For a search deeper than one answer: how many plays are tried at each depth."""
    work: Number = 0
    """How many plays such a search may value in all."""
    little: Number = 0
    """With no more plays than this left to both seats together, the search tries all of them, to the end."""
    little_work: Number = 0
    """How many plays that search may value in all."""

    def rates(self, free_standers: float) -> Rates:
        """Return the rates for `free_standers`, the number of free-standers a colour."""
        rows = [stage.row() for stage in (self.late, self.middle, self.early)]
        low, mid, high = MILESTONES
        if free_standers < mid:
            return blend(rows[0], rows[1], (free_standers - low) / (mid - low))
        return blend(rows[1], rows[2], (free_standers - mid) / (high - mid))


@cache
def weights_of(bot: str) -> Weights:
    """Return the weights of the bot of that name. Raises UnknownBot."""
    return msgspec.convert(weights_named("icetowers", bot)["head"], Weights)


def blend(one: Rates, other: Rates, share: float) -> Rates:
    """Return rates that are `one` at share 0 or less, `other` at 1 or more."""
    share = min(max(share, 0.0), 1.0)
    return tuple(a + share * (b - a) for a, b in zip(one, other))


class Position:
    """A position as a seat with these weights sees it."""

    def __init__(self, view: View, weights: Weights) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.weights = weights
        self.held = view.hands[view.seat]
        self.board = board_of(view)
        self.is_near_end = view.rings is not None and view.rings - view.ms < NEAR_END
        """Whether the end is so near that only pips count."""
        self.values = StackValues(self._rates(), self._stakes())

    def plays(self) -> list[Play]:
        """Return the seat's plays, without those that it overlooks."""
        if self.held is not None:
            return plays_of_held(self.view, self.held)
        sight = self.weights.sight
        return [play for play in self.board.plays(self.seat) if play[0] == CAP or len(play[2]) - play[1] <= sight]

    def gain(self, play: Play) -> float:
        """Return by how many pips the play improves the seat's position, before any answer."""
        return self.values.of_play(play)[self.seat]

    def _rates(self) -> list[list[float]]:
        colours = range(self.board.colours)
        cappers, free_standers = _count_cappers(self.board)
        rates = PLAIN if self.is_near_end else self.weights.rates(free_standers / len(colours))
        hostile = [(sum(cappers) - own) / (len(colours) - 1) for own in cappers]
        rows = [[*blend(PLAIN, rates, number / (number + ANSWERS)), 0.0] for number in hostile]
        if all_others_done(self.view, self.seat):
            rows[self.seat] = [*PLAIN, 0.0]
        for colour, row in enumerate(rows):
            row[-1] = self.weights.tall if colour == self.seat else self.weights.spite
        return rows

    def _stakes(self) -> list[list[float]]:
        scores = self.view.scores
        rows = [_stakes(scores, seat) for seat in range(self.board.seats)]
        rows[self.seat] = [stake if stake > 0 else stake * self.weights.regard for stake in rows[self.seat]]
        return rows


def all_others_done(view: View, seat: Seat) -> bool:
    return len(view.done - {seat}) == view.variant.seats - 1


def leads(view: View, seat: Seat) -> bool:
    scores = view.scores
    return all(score < scores[seat] for colour, score in enumerate(scores) if colour != seat)


def _count_cappers(board: Board) -> tuple[list[int], int]:
    """Return by colour the pieces that could still cap (free, held or to spare), and all that are free or held."""
    cappers = [0] * board.colours
    held = [piece for piece in board.hands if piece]
    free = [*held, *(stack for stack, number in board.stacks.items() if len(stack) == 1 for _ in range(number))]
    for stack in free:
        cappers[stack[0] >> 2] += 1
    for stack, number in board.stacks.items():
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
