"""Each seat's chance to win, by games that quick hands play on: see `game.bots.review.chances`."""

from __future__ import annotations

import random
from statistics import fmean

from topping_out.game.bots.review.chances import Shares, by_lead
from topping_out.game.icetowers.bots.core.board import NOTHING, SearchBoard
from topping_out.game.icetowers.bots.evaluation import Position
from topping_out.game.icetowers.bots.weights import weights_of
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import State, ring_time

GAMES = {2: 8, 3: 5, 4: 3, 5: 2}
"""By seats, so many are played on from the position: fewer where each takes longer."""
MOST = 40
"""Plays a seat in such a game."""
SHORTEST = 3_000
"""Milliseconds of play from which a pace can be told."""
WOBBLE = 1.0
"""Pips by which the hands misjudge a play."""
WIDTHS = {2: (4.0, 0.1), 3: (3.0, 0.4), 4: (1.0, 1.3), 5: (1.0, 0.5)}
"""By seats, pips by which a result may be off: at the end, and more for each play until then."""


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's share of the win."""
    least, growth = WIDTHS[state.variant.seats]
    rows = [by_lead(scores, least + growth * plays) for scores, plays in results(state, rng)]
    return [fmean(column) for column in zip(*rows)]


def results(state: State, rng: random.Random) -> list[tuple[list[int], int]]:
    """Return the seats' pips at the end of a few games played on, and after how many plays."""
    seats = range(state.variant.seats)
    positions = [Position(GAME.view(state, seat), weights_of("master")) for seat in seats]
    most, found = plays_left(state), []
    for _ in range(GAMES[len(seats)]):
        board = positions[0].board.copy()
        for seat, piece in enumerate(board.hands):
            if piece:
                board.stacks[piece] = board.stacks.get(piece, 0) + 1
                board.hands[seat] = NOTHING
        plays = _play_out(board, positions, most, rng)
        found.append((board.scores()[: len(seats)], plays))
    return found


def plays_left(state: State) -> int:
    """Return how many plays there is time for before the timer rings, at the pace of the game so far."""
    seats, rings = state.variant.seats, ring_time(state)
    if rings is None or state.began is None:
        return MOST * seats
    so_far = state.plays // 2 + seats  # a play is a lift and a place; nobody is taken to stand quite still
    return min(MOST * seats, so_far * max(0, rings - state.ms) // max(SHORTEST, state.ms - state.began))


def _play_out(board: SearchBoard, positions: list[Position], most: int, rng: random.Random) -> int:
    """Let the seats play in a random order what gains most, until nobody gains any more; return how many plays."""
    active, plays = set(range(len(positions))), 0
    while active and plays < most:
        seat = rng.choice(sorted(active))
        values = positions[seat].values
        gains = [(values.of_play(play)[seat] + WOBBLE * rng.gauss(0, 1), play) for play in board.plays(seat)]
        gain, play = max(gains, default=(0.0, None))
        if play is None or gain <= 0:
            active.discard(seat)
        else:
            board.make(seat, play)
            plays += 1
            active = set(range(len(positions)))
    return plays
