"""Calibration of the chances: of the positions in which a seat's chance is 70 %, how many does it win?

`python build/measure/chances.py GAME`: bots of one level play whole games, with each number of seats. The chances at a
few random points of each are compared with the outcome.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from math import log
from statistics import fmean

from topping_out.game import registry
from topping_out.game.arena.contest import Simulation, play_game, players_of, read_contenders, simulations
from topping_out.game.bots.review import Shares, Timeline, chances_at, points_of, shares_of
from topping_out.game.record import new_header
from topping_out.game.registry import load

POINTS = 8
"""Number of points used from each game."""
BINS = 10
Found = list[tuple[Shares, Shares]]
"""The expected and the actual shares at each point."""


def found_in(start: Simulation, rng: random.Random) -> Iterator[tuple[Shares, Shares]]:
    """Play a game, and yield the chances at some of its points, each with the outcome."""
    timeline = Timeline(play_game(start).record)
    outcome = timeline.game.outcome(timeline.steps[-1].state)
    if outcome is None:
        return
    points = points_of(timeline)[:-1]
    for point in rng.sample(points, min(POINTS, len(points))):
        yield chances_at(timeline, point), shares_of(outcome, len(timeline.record.header.seats))


def lines(seats: int, found: Found) -> Iterator[str]:
    """Yield for each tenth the average expectation, the actual result, and the number of cases."""
    pairs = [pair for expected, real in found for pair in zip(expected, real)]
    lost = fmean(-sum(came * log(max(1e-4, share)) for share, came in zip(*row)) for row in found)
    plain = f"{log(seats):.3f} by even chances"
    yield f"{seats} seats: {len(found)} points, log loss {lost:.3f} ({plain})"
    for number in range(BINS):
        own = [pair for pair in pairs if min(BINS - 1, int(BINS * pair[0])) == number]
        if own:
            expected, came = (100 * fmean(column) for column in zip(*own))
            yield f"    expected {expected:5.1f} %, won {came:5.1f} %, of {len(own)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--level", default="medium")
    parser.add_argument("--games", type=int, default=40, help="games for each number of seats (default: 40)")
    parser.add_argument("--seed", type=int, default=5000)
    arguments = parser.parse_args()
    game, rng = load(arguments.game), random.Random(arguments.seed)
    for seats in game.seats:
        contenders = read_contenders(game, ",".join([arguments.level] * seats))
        start = Simulation(new_header(game, players_of(contenders), {}, arguments.seed), contenders)
        found = Found()
        for each in simulations(start, arguments.games):
            found += found_in(each, rng)
        print("\n".join(lines(seats, found)), flush=True)


if __name__ == "__main__":
    main()
