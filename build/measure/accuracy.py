"""What accuracy each level comes to in a game; it prints the game's `accuracy.toml`.

Every level plays whole games of two against itself; the master judges every decision of both seats as the review does.
The scale is then set so that level medium averages 70. With the cores compiled (`build/compile.py`) it takes minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import fmean, stdev

import msgspec

from game import registry
from game.arena.contenders import players_of, read_contenders
from game.arena.simulate import Simulation, play_game, simulations
from game.bots.accuracy import Scale
from game.bots.review import Review
from game.bots.weights import bot_named
from game.record import Player, Record, new_header
from game.registry import load

SEATS = 2
USUAL, ITS_SHARE = "medium", 70.0
"""The level that the scale goes by, and what it shall average."""


def costs_of(start: Simulation) -> list[float]:
    """Play a game and return what a decision of each seat cost on average."""
    record = play_game(start).record
    players = tuple(Player(f"Player {seat}", colour=seat) for seat in range(SEATS))
    header = msgspec.structs.replace(record.header, seats=players)
    review = Review(Record(header, record.entries))
    bot = bot_named(review.game, review.game.levels[-1])
    for number in range(len(review.decisions)):
        review.take(review.judge(number, bot))
    return [cost for seat in range(SEATS) if (cost := review.cost(seat)) is not None]


def scale_for(costs: list[float]) -> float:
    """Return the scale by which these average costs come to accuracies that average `ITS_SHARE`."""
    low, high = 1e-3, 1e3
    for _ in range(60):
        middle = (low * high) ** 0.5
        is_strict = fmean(Scale(middle, {}).accuracy(cost) for cost in costs) < ITS_SHARE
        low, high = (middle, high) if is_strict else (low, middle)
    return float(f"{high:.3g}")


def lines(name: str, games: int, costs: dict[str, list[float]]) -> Iterator[str]:
    """Yield the contents of the file."""
    scale = Scale(scale_for(costs[USUAL]), {})
    yield f"# Measured by `python build/measure/accuracy.py {name} --games {games}`: see game/bots/accuracy.py."
    yield f"scale = {scale.scale}"
    yield ""
    yield "[levels]"
    for level, found in costs.items():
        shares = [scale.accuracy(cost) for cost in found]
        yield f"{level} = {fmean(shares):.1f}  # spread of one game {stdev(shares):.1f}, cost {fmean(found):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--games", type=int, default=10, help="of each level (default: 10)")
    arguments = parser.parse_args()
    game, costs = load(arguments.game), dict[str, list[float]]()
    for level in game.levels:
        contenders = read_contenders(game, f"{level},{level}")
        header = new_header(game, players_of(contenders), {}, 1)
        starts = simulations(Simulation(header, tuple(contenders)), arguments.games)
        costs[level] = [cost for start in starts for cost in costs_of(start)]
    print("\n".join(lines(game.name, arguments.games, costs)))


if __name__ == "__main__":
    main()
