"""What the others' answers make of a play: one answer of each of them, or a search."""

from __future__ import annotations

from game.engine import Seat
from game.icetowers.judge import Moment
from game.icetowers.playout import BEYOND, NOTHING, PASSING, Board, OutOfWork, Play, Search, Worths

Ranked = list[tuple[float, Play]]
"""Plays and what they promise in pips, beside leaving the table as it is; best first."""

SLACK = 8.0
"""A play that is so many pips worse than the best is not looked into further."""
DEEPEST = 12
"""So many plays a search looks ahead at most."""


def by_promise(found: Ranked) -> Ranked:
    return sorted(found, key=lambda pair: -pair[0])


# -- one answer


def answered(moment: Moment, ranked: Ranked) -> Ranked:
    """Try the first few against the best answers, as far as these go beyond what would come anyway."""
    head, seat = moment.head, moment.seat
    board = _with_hands_empty(moment.board, seat)
    anyway = _answers(moment, board)
    fear = head.fear * (head.crowd if board.seats > 2 else 1.0)
    tried = []
    for gain, play in ranked[: head.width]:
        after = board.copy()
        after.make(seat, play)
        tried.append((gain + fear * (_answers(moment, after) - anyway), play))
    return by_promise(tried)


def _with_hands_empty(board: Board, seat: Seat) -> Board:
    """Return the table with the others' pieces in hand as if they stood: they are about to cap something."""
    stacks = dict(board.stacks)
    for other, piece in enumerate(board.hands):
        if piece and other != seat:
            stacks[piece] = stacks.get(piece, 0) + 1
    return Board(board.seats, board.ghost, stacks, [NOTHING] * board.seats)


def _answers(moment: Moment, board: Board) -> float:
    """Return what the best play of one of the others would mean for the seat, in pips: the average over them."""
    total = 0.0
    for other in range(board.seats):
        if other == moment.seat:
            continue
        best, most = None, 0.0
        for play in board.plays(other):
            gain = moment.worths.of_play(play)[other]
            if gain > most:
                best, most = play, gain
        if best is not None:
            total += moment.worths.of_play(best)[moment.seat]
    return total / (board.seats - 1)


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
    seat, worths = moment.seat, _for_search(moment)
    head, seats = moment.head, moment.board.seats
    search = Search(moment.board, worths, _order(moment), list(head.beams[1:]), head.others, head.work)
    passes = len(moment.view.done - {seat})
    tried = plays if moment.held else list(dict.fromkeys([PASSING, *plays]))
    values: dict[Play, float] = {}
    for depth in range(1, DEEPEST + 1) if seats == 2 else (1, seats, 2 * seats):
        tried = sorted(tried, key=lambda play: -values.get(play, 0.0))
        try:
            values = dict(zip(tried, search.look(tried, depth, passes, slack)))
        except OutOfWork:
            break
        if search.is_exact:
            break
    waiting = worths.of_table(moment.board)[seat] if moment.held else values[PASSING]
    return [values[play] - waiting for play in plays]


def _for_search(moment: Moment) -> Worths:
    """Between two, what one wins the other loses, the ghost's pips too."""
    worths, seat = moment.worths, moment.seat
    if moment.board.seats != 2:
        return worths
    mine = worths.stakes[seat]
    theirs = [-stake for stake in mine]
    return Worths(worths.rates, [mine, theirs] if seat == 0 else [theirs, mine])


def _order(moment: Moment) -> list[Seat]:
    """Return the order of play as it is likely: who holds a piece is quicker than who does not."""
    view, seats = moment.view, moment.board.seats
    round_ = view.order if view.turn is not None else tuple(range(seats))
    at = round_.index(moment.seat)
    others = round_[at + 1 :] + round_[:at]
    return [moment.seat, *sorted(others, key=lambda other: view.hands[other] is None)]
