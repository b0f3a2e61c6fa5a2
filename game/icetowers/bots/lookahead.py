"""What plays are worth after the rivals' answers: one answer each, or a search against each rival alone."""

from __future__ import annotations

from statistics import fmean

from topping_out.game.engine import Seat
from topping_out.game.icetowers.bots.core.board import NOTHING, PASSING, Play, PlayLine, SearchBoard
from topping_out.game.icetowers.bots.core.search import BEYOND, DuelSearch, OutOfWork
from topping_out.game.icetowers.bots.core.values import StackValues
from topping_out.game.icetowers.bots.evaluation import Position

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
    """Value the first few plays after the rivals' answers, as far as these cost more than without the play."""
    weights, seat = position.weights, position.seat
    stacks = dict(position.board.stacks)  # with the rivals' held pieces standing: they are about to cap something
    for other, piece in enumerate(position.board.hands):
        if piece and other != seat:
            stacks[piece] = stacks.get(piece, 0) + 1
    board = SearchBoard(position.board.seats, position.board.ghost, stacks, [NOTHING] * position.board.seats)
    anyway = _answers(position, board)
    tried = []
    for gain, play in ranked[: weights.width]:
        after = board.copy()
        after.make(seat, play)
        tried.append((gain + weights.fear * (_answers(position, after) - anyway), play))
    return by_promise(tried)


def _answers(position: Position, board: SearchBoard) -> float:
    """Return what the rivals' best plays would cost the seat, in pips: the average over the rivals."""
    total = 0.0
    for other in position.rivals:
        gains = [gain for gain in map(position.values.of_play, board.plays(other)) if gain[other] > 0]
        if gains:
            total += max(gains, key=lambda gain: gain[other])[position.seat]
    return total / len(position.rivals)


# -- a search


def searched(position: Position, ranked: Ranked) -> Ranked:
    """Search the first few plays. What they come to beyond their immediate gain counts by the weight `fear`."""
    ranked = ranked[: position.weights.beams[0]]
    values = values_of(position, [play for _, play in ranked], SLACK)
    beyond = [value - position.gain(play) for (_, play), value in zip(ranked, values)]
    return by_promise([(gain + position.weights.fear * more, play) for (gain, play), more in zip(ranked, beyond)])


def values_of(position: Position, plays: list[Play], slack: float = BEYOND) -> list[float]:
    """Return the values of plays after a search, in pips compared with passing: the average over the rivals.

    For a play that is worse than the best by more than `slack`, only that much is known.
    """
    by_rival = [_values(_search(position, rival), rival, position, plays, slack) for rival in position.rivals]
    return list(map(fmean, zip(*by_rival)))


def line_of(position: Position, play: Play, plays: list[Play]) -> tuple[float, Seat, PlayLine]:
    """Return the lead of the first of two plays, a rival and the line of one play with this rival's answers.

    The lead is in pips, the average over the rivals; the rival is the one whose answers tell the plays best apart.
    """
    found = []
    for rival in position.rivals:
        search = _search(position, rival)
        values = _values(search, rival, position, plays, BEYOND)
        found.append((values[0] - values[-1], rival, search.line(play, int(rival in position.view.done))))
    _, rival, line = max(found)
    return fmean(lead for lead, _, _ in found), rival, line


def _values(search: DuelSearch, rival: Seat, position: Position, plays: list[Play], slack: float) -> list[float]:
    seat, passes = position.seat, int(rival in position.view.done)
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


def _search(position: Position, rival: Seat) -> DuelSearch:
    """Return the search: along the beams, or of all plays if few are left."""
    weights, board = position.weights, position.board
    is_little = len(position.plays()) + len(board.plays(rival)) <= weights.little
    widths, work = ([EVERY], weights.little_work) if is_little else (list(weights.beams[1:]), weights.work)
    return DuelSearch(board, _of_two(position), [position.seat, rival], widths, work[board.seats - 2])


def _of_two(position: Position) -> StackValues:
    """Return the values for two players: what one wins the other loses, the ghost's pips too."""
    values, seat = position.values, position.seat
    mine = values.stakes[seat]
    theirs = [-stake for stake in mine]
    return StackValues(values.rates, [mine if other == seat else theirs for other in range(position.board.seats)])
