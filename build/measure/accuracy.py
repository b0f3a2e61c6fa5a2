"""What the decisions of each level cost on average in a game; it prints the game's `accuracy.toml`.

Every level plays whole games of two against itself; the master judges the decisions of both seats as the review does,
every one or, to save time, each so many-th. With the cores compiled (`build/compile.py`) it takes minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev

import msgspec

from game import registry
from game.arena.contenders import players_of, read_contenders
from game.arena.simulate import Simulation, play_game, simulations
from game.bots.review.accuracy import Scale, average_cost
from game.bots.review.review import Review
from game.bots.weights import bot_named
from game.record import Player, Record, new_header
from game.registry import load

SEATS = 2


def costs_of(start: Simulation, every: int) -> list[float]:
    """Play a game and return what the judged decisions cost."""
    record = play_game(start).record
    players = tuple(Player(f"Player {seat}", colour=seat) for seat in range(SEATS))
    review = Review(Record(msgspec.structs.replace(record.header, seats=players), record.entries))
    bot = bot_named(review.game, review.game.levels[-1])
    judged = [review.judge(number, bot) for number in range(start.header.seed % every, len(review.decisions), every)]
    return [average_cost([judgement.cost]) for judgement in judged if judgement]


def lines(command: str, costs: dict[str, list[float]]) -> Iterator[str]:
    """Yield the contents of the file."""
    yield f"# What a decision costs on average, measured by `{command}`: see game/bots/review/accuracy.py."
    yield "[costs]"
    scale = Scale({level: fmean(found) for level, found in costs.items()})
    for level, found in costs.items():
        error, share = stdev(found) / sqrt(len(found)), scale.levels[level]
        yield f"{level} = {fmean(found):.3f}  # ± {error:.3f}, {len(found)} decisions: accuracy {share:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--games", type=int, default=10, help="of each level (default: 10)")
    parser.add_argument("--every", type=int, default=1, help="judge one decision of so many (default: 1)")
    arguments = parser.parse_args()
    game, costs = load(arguments.game), dict[str, list[float]]()
    for level in game.levels:
        contenders = read_contenders(game, f"{level},{level}")
        first = Simulation(new_header(game, players_of(contenders), {}, 1), contenders)
        starts = simulations(first, arguments.games)
        costs[level] = [cost for start in starts for cost in costs_of(start, arguments.every)]
    words = f"python build/measure/accuracy.py {game.name} --games {arguments.games} --every {arguments.every}"
    print("\n".join(lines(words, costs)))


if __name__ == "__main__":
    main()
