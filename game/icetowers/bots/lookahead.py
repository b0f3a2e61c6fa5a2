"""What plays are worth after the rivals' answers: one answer each, or between two players a search."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine import Seat
from game.icetowers.bots.core.board import NOTHING, PASSING, Board, Play
from game.icetowers.bots.core.search import BEYOND, OutOfWork, Search
from game.icetowers.bots.core.values import StackValues
from game.icetowers.bots.evaluation import Position

Ranked = list[tuple[float, Play]]
"""Plays with their values in pips, compared with passing; best first."""

SLACK = 8.0
"""A play that is worse than the best by so many pips is not searched further."""
DEEPEST = 30
"""The greatest depth of a search, in plays."""
EVERY = 10**6
"""A width that leaves nothing out."""


def by_promise(found: Ranked) -> Ranked:
    return sorted(found, key=lambda pair: -pair[0])


# -- one answer


def answered(position: Position, ranked: Ranked) -> Ranked:
    """Value the first few plays after the rivals' answers, as far as these cost more than they would without the play.

    With weights for a deeper search (`beams`), each of several rivals is expected to do its worst.
    """
    weights, seat = position.weights, position.seat
    answers = _worst_answers if weights.beams else _likely_answers
    board = _with_hands_empty(position.board, seat)
    anyway = answers(position, board)
    tried = []
    for gain, play in ranked[: weights.width]:
        after = board.copy()
        after.make(seat, play)
        tried.append((gain + weights.fear * (answers(position, after) - anyway), play))
    return by_promise(tried)


def _with_hands_empty(board: Board, seat: Seat) -> Board:
    """Return the table with the rivals' held pieces standing: they are about to cap something."""
    stacks = dict(board.stacks)
    for other, piece in enumerate(board.hands):
        if piece and other != seat:
            stacks[piece] = stacks.get(piece, 0) + 1
    return Board(board.seats, board.ghost, stacks, [NOTHING] * board.seats)


def _likely_answers(position: Position, board: Board) -> float:
    """Return what the rivals' best plays would cost the seat, in pips: the average over the rivals."""
    total = 0.0
    for other, gains in _answers(position, board):
        total += max(gains, key=lambda gain: gain[other])[position.seat]
    return total / (board.seats - 1)


def _worst_answers(position: Position, board: Board) -> float:
    """The same for the plays that cost the seat most, among those that are good for the rival."""
    total = 0.0
    for _, gains in _answers(position, board):
        total += min(0.0, *(gain[position.seat] for gain in gains))
    return total / (board.seats - 1)


def _answers(position: Position, board: Board) -> Iterator[tuple[Seat, list[list[float]]]]:
    """Yield each rival that can gain something, with what its gainful plays change, by seat."""
    for other in range(board.seats):
        if other != position.seat:
            gains = [gain for gain in map(position.values.of_play, board.plays(other)) if gain[other] > 0]
            if gains:
                yield other, gains


# -- a search


def searched(position: Position, ranked: Ranked) -> Ranked:
    """Search the first few plays. What they come to beyond their immediate gain counts by the weight `fear`."""
    ranked = ranked[: position.weights.beams[0]]
    values = values_of(position, [play for _, play in ranked], SLACK)
    beyond = [value - position.gain(play) for (_, play), value in zip(ranked, values)]
    return by_promise([(gain + position.weights.fear * more, play) for (gain, play), more in zip(ranked, beyond)])


def values_of(position: Position, plays: list[Play], slack: float = BEYOND) -> list[float]:
    """Return the values of plays after a search, in pips compared with passing.

    For a play that is worse than the best by more than `slack`, only that much is known.
    """
    seat, search = position.seat, _search(position)
    passes = len(position.view.done - {seat})
    tried = plays if position.held else list(dict.fromkeys([PASSING, *plays]))
    values: dict[Play, float] = {}
    for depth in range(1, DEEPEST + 1):
        tried = sorted(tried, key=lambda play: -values.get(play, 0.0))
        try:
            values = dict(zip(tried, search.look(tried, depth, passes, slack)))
        except OutOfWork:
            break
        if search.is_exact:
            break
    waiting = search.values.of_table(position.board)[seat] if position.held else values[PASSING]
    return [values[play] - waiting for play in plays]


def _search(position: Position) -> Search:
    """Return the search: along the beams, or of all plays if few are left."""
    weights, board = position.weights, position.board
    is_little = len(position.plays()) + len(board.plays(1 - position.seat)) <= weights.little
    widths, work = ([EVERY], weights.little_work) if is_little else (list(weights.beams[1:]), weights.work)
    return Search(board, _of_two(position), [position.seat, 1 - position.seat], widths, work)


def _of_two(position: Position) -> StackValues:
    """Return the values for two players: what one wins the other loses, the ghost's pips too."""
    values, seat = position.values, position.seat
    mine = values.stakes[seat]
    theirs = [-stake for stake in mine]
    return StackValues(values.rates, [mine, theirs] if seat == 0 else [theirs, mine])
