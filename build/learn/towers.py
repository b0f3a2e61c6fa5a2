"""Learn the weights of Towers' planner from self-play alone: `python build/learn/towers.py --out FILE.toml`.

Two bots play against each other. Their weights differ from the current ones by random factors, in opposite directions.
They play the same deals in both seats, in the search core, without playouts. After some hundreds of such matches, every
weight moves towards the side that won points, in steps that get shorter with time. The result is the mean over the
second half of the steps. With a compiled core (see `compile.py`) it takes minutes, with the same results. `--jobs` and
`--cluster` distribute the matches, also with the same results.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "build" / "editable"
if str(SOURCES) not in sys.path:
    sys.path.append(str(SOURCES))  # appended, so that a compiled copy on PYTHONPATH takes precedence

from topping_out.game.arena.tuning import NumberPath, rounded, toml_text, tunable, with_numbers  # noqa: E402
from topping_out.game.bots.process import Workers  # noqa: E402
from topping_out.game.cli.bots import add_workers, script_workers  # noqa: E402
from topping_out.game.options import resolve  # noqa: E402
from topping_out.game.towers.bots.core import TurnPlanner, carry_out  # noqa: E402
from topping_out.game.towers.bots.search import Weights, board_of, planner_of  # noqa: E402
from topping_out.game.towers.core import State  # noqa: E402
from topping_out.game.towers.rules import GAME  # noqa: E402

COMMAND = "python build/learn/towers.py"
FIRST_GUESS: dict[str, Any] = {
    "now": [0.5, 0.5, 0.5, 0.5, 0.5],
    "grown": [0.5, 0.5, 0.5, 0.5, 0.5],
    "exposed": [0.2, 0.2, 0.2, 0.2, 0.2],
    "keep": [2.0, 2.0, 2.0, 1.0],
    "trigger": 1.0,
    "late": 10.0,
    "draw": 2.0,
    "rivals": 1.0,
    "wobble": 0.0,
    "candidates": 1,
    "worlds": [0, 0, 0],
    "heats": 1,
}
"""A lead counts half now and half as it may grow; a card is worth two points until ten per seat are left."""
FIXED = ("rivals", "wobble")
"""The others' points count as much as one's own, because learning is by points."""
DEALS = 2
"""Deals per match. Bots remember their towers from game to game."""
WIDTH = 0.2
"""Logarithm of the factor by which each bot's weight differs from the current one."""
RATE = 0.2
"""Initial change of a weight's logarithm per point a game that it is worth."""
FARTHEST = 0.3
"""The largest change of a weight's logarithm in a step."""
HALFWAY = 20
"""Steps after which changes are half as large."""

Logs = dict[NumberPath, float]
"""Logarithms of weights, by their places."""


def planner(logs: Logs, directions: list[int], sign: int) -> TurnPlanner:
    """Return a bot whose weights differ by `WIDTH` in these directions."""
    numbers = {
        place: math.exp(log + sign * direction * WIDTH) for (place, log), direction in zip(logs.items(), directions)
    }
    return planner_of(start(0).variant, msgspec.convert(with_numbers(FIRST_GUESS, numbers), Weights))


def start(deal: int) -> Any:
    return GAME.setup(2, resolve(GAME.options(2), {}), deal)


def play(board: State, bots: list[TurnPlanner]) -> int:
    """Play a game; return the first seat's lead."""
    while board.outcome is None:
        carry_out(board, bots[board.turn].best(board))
    return board.points[0] - board.points[1]


def match(logs: Logs, task: tuple[list[int], list[int]]) -> float:
    """Return the lead per game of weights moved in these directions over weights moved in opposite ones."""
    directions, deals = task
    first, second = planner(logs, directions, 1), planner(logs, directions, -1)
    leads = []
    for deal in deals:
        board = board_of(start(deal))
        leads += [play(board.copy(), [first, second]), -play(board, [second, first])]
    return fmean(leads)


def slopes(logs: Logs, matches: int, rng: random.Random, workers: Workers) -> list[float]:
    """Return the value of each weight's logarithm in points per game, by least squares over the matches."""
    directions = [[rng.choice((-1, 1)) for _ in logs] for _ in range(matches)]
    deals = [[rng.getrandbits(40) for _ in range(DEALS)] for _ in directions]
    leads = list(workers.map(partial(match, logs), list(zip(directions, deals))))
    found, *_ = np.linalg.lstsq(2 * WIDTH * np.array(directions, float), np.array(leads), rcond=None)
    return [float(slope) for slope in found]


def learn(steps: int, matches: int, seed: int, workers: Workers) -> dict[NumberPath, float]:
    """Return the learnt numbers by their places in the table."""
    rng = random.Random(seed)
    logs = {place: math.log(value) for place, value in tunable(FIRST_GUESS, FIXED).items()}
    later: list[Logs] = []
    for step in range(steps):
        rate = RATE / (1 + step / HALFWAY)
        found = slopes(logs, matches, rng, workers)
        for place, slope in zip(logs, found):
            logs[place] += max(-FARTHEST, min(FARTHEST, rate * slope))
        later += [dict(logs)] if step >= steps // 2 else []
        print(f"step {step + 1}: {' '.join(f'{math.exp(log):.2f}' for log in logs.values())}", flush=True)
    return {place: rounded(math.exp(fmean(direction[place] for direction in later))) for place in logs}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--matches", type=int, default=240, help="matches before each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="file for the table")
    add_workers(parser)
    arguments = parser.parse_args()
    with script_workers(arguments) as workers:
        numbers = learn(arguments.steps, arguments.matches, arguments.seed, workers)
    head = f"# Learnt by: {COMMAND} --steps {arguments.steps} --matches {arguments.matches} --seed {arguments.seed}\n"
    arguments.out.write_text(head + toml_text(with_numbers(FIRST_GUESS, numbers)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
