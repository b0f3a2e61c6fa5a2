"""What the others' answers make of a play: one answer of each of them, or between two a search."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine import Seat
from game.icetowers.bots.evaluation import Moment
from game.icetowers.bots.playout import BEYOND, NOTHING, PASSING, Board, OutOfWork, Play, Search, Worths

Ranked = list[tuple[float, Play]]
"""Plays and what they promise in pips, beside leaving the table as it is; best first."""

SLACK = 8.0
"""A play that is so many pips worse than the best is not looked into further."""
DEEPEST = 30
"""So many plays a search looks ahead at most."""
EVERY = 10**6
"""A width that leaves nothing out."""


def by_promise(found: Ranked) -> Ranked:
    return sorted(found, key=lambda pair: -pair[0])


# -- one answer


def answered(moment: Moment, ranked: Ranked) -> Ranked:
    """Try the first few against the answers of the others, as far as these go beyond what would come anyway.

    A head that looks further ahead between two takes several rivals for the worst ones that they can be.
    """
    head, seat = moment.head, moment.seat
    answers = _worst_answers if head.beams else _likely_answers
    board = _with_hands_empty(moment.board, seat)
    anyway = answers(moment, board)
    tried = []
    for gain, play in ranked[: head.width]:
        after = board.copy()
        after.make(seat, play)
        tried.append((gain + head.fear * (answers(moment, after) - anyway), play))
    return by_promise(tried)


def _with_hands_empty(board: Board, seat: Seat) -> Board:
    """Return the table with the others' pieces in hand as if they stood: they are about to cap something."""
    stacks = dict(board.stacks)
    for other, piece in enumerate(board.hands):
        if piece and other != seat:
            stacks[piece] = stacks.get(piece, 0) + 1
    return Board(board.seats, board.ghost, stacks, [NOTHING] * board.seats)


def _likely_answers(moment: Moment, board: Board) -> float:
    """Return what the best play of one of the others would mean for the seat, in pips: the average over them."""
    total = 0.0
    for other, gains in _answers(moment, board):
        total += max(gains, key=lambda gain: gain[other])[moment.seat]
    return total / (board.seats - 1)


def _worst_answers(moment: Moment, board: Board) -> float:
    """Likewise of the play, among those that are good for the other, that hurts the seat most."""
    total = 0.0
    for _, gains in _answers(moment, board):
        total += min(0.0, *(gain[moment.seat] for gain in gains))
    return total / (board.seats - 1)


def _answers(moment: Moment, board: Board) -> Iterator[tuple[Seat, list[list[float]]]]:
    """Yield the others who can gain something, with what those plays of theirs change by seat."""
    for other in range(board.seats):
        if other != moment.seat:
            gains = [gain for gain in map(moment.worths.of_play, board.plays(other)) if gain[other] > 0]
            if gains:
                yield other, gains


# -- a search


def searched(moment: Moment, ranked: Ranked) -> Ranked:
    """Look ahead from the first few; what comes of them beyond their gain counts by fear."""
    ranked = ranked[: moment.head.beams[0]]
    values = values_of(moment, [play for _, play in ranked], SLACK)
    beyond = [value - moment.gain(play) for (_, play), value in zip(ranked, values)]
    return by_promise([(gain + moment.head.fear * more, play) for (gain, play), more in zip(ranked, beyond)])


def values_of(moment: Moment, plays: list[Play], slack: float = BEYOND) -> list[float]:
    """Return what the plays come to beside leaving the table as it is, in pips.

    Of what is worse than the best by more than `slack` no more than that is known.
    """
    seat, search = moment.seat, _search(moment)
    passes = len(moment.view.done - {seat})
    tried = plays if moment.held else list(dict.fromkeys([PASSING, *plays]))
    values: dict[Play, float] = {}
    for depth in range(1, DEEPEST + 1):
        tried = sorted(tried, key=lambda play: -values.get(play, 0.0))
        try:
            values = dict(zip(tried, search.look(tried, depth, passes, slack)))
        except OutOfWork:
            break
        if search.is_exact:
            break
    waiting = search.worths.of_table(moment.board)[seat] if moment.held else values[PASSING]
    return [values[play] - waiting for play in plays]


def _search(moment: Moment) -> Search:
    """Return what looks ahead: along beams, or where little is left at every play."""
    head, board = moment.head, moment.board
    is_little = len(moment.plays()) + len(board.plays(1 - moment.seat)) <= head.little
    widths, work = ([EVERY], head.little_work) if is_little else (list(head.beams[1:]), head.work)
    return Search(board, _of_two(moment), [moment.seat, 1 - moment.seat], widths, work)


def _of_two(moment: Moment) -> Worths:
    """What one wins the other loses, the ghost's pips too."""
    worths, seat = moment.worths, moment.seat
    mine = worths.stakes[seat]
    theirs = [-stake for stake in mine]
    return Worths(worths.rates, [mine, theirs] if seat == 0 else [theirs, mine])
