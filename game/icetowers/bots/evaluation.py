"""What positions and plays are worth to a seat: more than the pips now, since most stacks will change hands.

Four things count for a colour: pieces free to cap, towers that it controls, pieces to spare (inside towers that others
control, all but one of them can be mined) and lone pieces (one of its colour in such a tower, which cannot). What each
is worth, by size and stage of the game, is data. As the rivals run out of answers, the values approach the pips.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topping_out.game.engine import Seat
from topping_out.game.icetowers.bots.boards import board_of, plays_of_held
from topping_out.game.icetowers.bots.core.board import CAP, Play, SearchBoard
from topping_out.game.icetowers.bots.core.values import StackValues
from topping_out.game.icetowers.bots.weights import Rates, Weights, blend
from topping_out.game.icetowers.core.stacks import is_free, owner, spare
from topping_out.game.icetowers.state import View

PLAIN: Rates = (1, 2, 3, 1, 1, 1, 0, 0, 0, 0, 0, 0)
"""The rates at the end of the game."""
ANSWERS = 0.6
"""Capping pieces that a rival has on average when the rates are halfway to the plain ones."""
ENVY = 8
"""A rival this many pips behind the leading one counts a quarter as much."""
NEAR_END = 2_500
"""Milliseconds before the timer rings from which only pips count: nobody can answer any more."""


class Position:
    """A position as a seat with these weights sees it."""

    def __init__(self, view: View, weights: Weights) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.weights = weights
        self.held = view.hands[view.seat]
        self.board = board_of(view)
        self.rivals = [seat for seat in range(self.board.seats) if seat != self.seat]
        self.is_near_end = view.rings is not None and view.rings - view.ms < NEAR_END
        """Whether the end is so near that only pips count."""
        self.values = StackValues(self._rates(), self._stakes())

    def plays(self) -> list[Play]:
        """Return the seat's plays, without those that it overlooks."""
        if self.held is not None:
            return plays_of_held(self.view, self.held)
        return seen(self.board.plays(self.seat), self.weights.sight)

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


def seen(plays: Iterable[Play], sight: int) -> list[Play]:
    """Return the plays that need no look deeper into a tower than that many pieces from its top."""
    return [play for play in plays if play[0] == CAP or len(play[2]) - play[1] <= sight]


def all_others_done(view: View, seat: Seat) -> bool:
    return len(view.done - {seat}) == view.variant.seats - 1


def leads(view: View, seat: Seat) -> bool:
    """Tell whether the seat alone has the most pips."""
    return view.leaders == [seat]


def _count_cappers(board: SearchBoard) -> tuple[list[int], int]:
    """Return by colour the pieces that could still cap (free, held or to spare), and all that are free or held."""
    cappers = [0] * board.colours
    held = [piece for piece in board.hands if piece]
    free = [*held, *(stack for stack, number in board.stacks.items() if is_free(stack) for _ in range(number))]
    for stack in free:
        cappers[owner(stack)] += 1
    for stack, number in board.stacks.items():
        for colour in range(board.colours):
            cappers[colour] += spare(stack, colour) * number
    return cappers, len(free)


def _stakes(scores: Sequence[int], seat: Seat) -> list[float]:
    """Return what a pip of each colour is worth to the seat: one's own 1, the rivals' -1 in all, the leader's most."""
    first = max(score for colour, score in enumerate(scores) if colour != seat)
    shares = [(ENVY / (ENVY + first - score)) ** 2 if colour != seat else 0.0 for colour, score in enumerate(scores)]
    stakes = [-share / sum(shares) for share in shares]
    stakes[seat] = 1.0
    return stakes
