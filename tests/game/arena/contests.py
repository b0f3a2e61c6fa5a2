"""Helpers for tests of the arena: pairs of games, and their lengths."""

from collections.abc import Mapping
from typing import Any

from topping_out.game.arena.contest import Contest, Pair, play_all, players_of, read_contenders
from topping_out.game.arena.simulate import Simulation, simulate, simulations
from topping_out.game.bots.process import LocalWorkers
from topping_out.game.options import resolve
from topping_out.game.record import count_turns, new_header
from topping_out.game.registry import load

# -- contests


def pairs_of(contest: Contest, pairs: int, jobs: int = 1) -> list[Pair]:
    return [pair for _, pair in play_all([contest], pairs, LocalWorkers(jobs))]


# -- lengths


def turns_of(name: str, options: Mapping[str, Any], seats: int, level: str, games: int) -> list[float]:
    """Return the number of turns per seat in each of `games` games between bots of a level."""
    game = load(name)
    contenders = read_contenders(game, ",".join([level] * seats))
    header = new_header(game, players_of(contenders), resolve(game.options(seats), options), 500)
    played = simulate(simulations(Simulation(header, contenders), games))
    return [count_turns(each.record) / seats for each in played]
