"""Each seat's chance to win, by a few turns that the planner plays on: see `game.bots.review.chances`."""

from __future__ import annotations

import math
import random
from functools import lru_cache

from topping_out.game.bots.review.chances import Shares, by_lead
from topping_out.game.towers.bots.boards import board_of, planner_of
from topping_out.game.towers.bots.core.evaluation import KEYS, STAGES
from topping_out.game.towers.bots.core.plan import carry_out
from topping_out.game.towers.bots.core.planner import TurnPlanner
from topping_out.game.towers.bots.weights import weights_of
from topping_out.game.towers.state import State, Variant

WORLDS = 6
"""Orders of the draw pile in which the game is played on."""
ROUNDS = 1
"""So many, before the towers are valued."""
WIDTHS = {2: (0.5, 2.5), 3: (0.5, 2.0), 4: (1.0, 1.2)}
"""By seats, points that a lead may change by: at the end, and more for the root of the cards still to be drawn."""


@lru_cache(maxsize=2)
def _planner(variant: Variant) -> TurnPlanner:
    return planner_of(variant, weights_of("master"))


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's share of the win."""
    least, growth = WIDTHS[state.variant.seats]
    return by_lead(leads(state, rng), least + growth * math.sqrt(len(state.draw_pile)))


def leads(state: State, rng: random.Random) -> list[float]:
    """Return by how many points each seat leads the others, after a few turns more, on average."""
    planner, total = _planner(state.variant), [0.0] * state.variant.seats
    for _ in range(WORLDS):
        board = board_of(state)
        board.draw_pile = bytes(rng.sample(board.draw_pile, len(board.draw_pile)))
        for _ in range(ROUNDS * state.variant.seats):
            if board.outcome is not None:
                break
            carry_out(board, planner.best(board))
        total = [own + lead for own, lead in zip(total, _leads(planner, board))]
    return [own / WORLDS for own in total]


def _leads(planner: TurnPlanner, board: State) -> list[float]:
    if board.outcome is not None:  # among equals the earliest in turn order wins
        return [planner.lead(board.points, seat) + (seat == board.winner()) / 2 for seat in range(board.terms.seats)]
    return [_lead(planner, board, seat) for seat in range(board.terms.seats)]


def _lead(planner: TurnPlanner, board: State, seat: int) -> float:
    """Return a seat's lead with the towers as they stand."""
    stage = STAGES
    if planner.late:
        stage = min(STAGES, math.ceil(STAGES * len(board.draw_pile) / (planner.late * board.terms.seats)))
    key = KEYS * seat + 2 * stage
    standing = sum(planner.rows(site, key).worths[0] for site in board.sites if site[0])
    return planner.lead(board.points, seat) + standing
