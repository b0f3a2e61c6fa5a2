"""Learn the weights of Towers' planner from self-play alone: `python build/learn/towers.py --out FILE.toml`.

Two bots meet whose weights differ from those so far at random, each weight by contrary factors; they play the same
deals in both seats, by the search core, without trying anything out. After some hundreds of such matches, every
weight is moved towards the side on which it won points, with shorter steps as time goes on. What comes out is the
middle of the second half of the way. With a compiled core (see `compile.py`) it takes minutes; results are the same.
`--jobs` and `--cluster` share the matches out, with the same results too.
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
    sys.path.append(str(SOURCES))  # last: a compiled copy on PYTHONPATH goes first

from topping_out.game.arena.tuning import NumberPath, rounded, toml_text, tunable, with_numbers  # noqa: E402
from topping_out.game.arena.workers import Workers  # noqa: E402
from topping_out.game.cli.contests import add_workers, script_workers  # noqa: E402
from topping_out.game.options import resolve  # noqa: E402
from topping_out.game.towers.bots.core.planner import TurnPlanner, carry_out  # noqa: E402
from topping_out.game.towers.bots.search import Weights, board_of, planner_of  # noqa: E402
from topping_out.game.towers.core.state import State  # noqa: E402
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
"""Lead counts half as it stands and half as it may grow; a card is worth two points, until ten a seat are left."""
FIXED = ("rivals", "wobble")
"""What the others have counts as much as one's own: points are what is learnt by."""
DEALS = 2
"""So many are played by two bots, which remember their towers from game to game."""
WIDTH = 0.2
"""By so much a weight differs in either bot: the logarithm of its factor."""
RATE = 0.2
"""How far a weight is moved at first (its logarithm), for each point a game that its own logarithm is worth."""
FARTHEST = 0.3
"""How far at most."""
HALFWAY = 20
"""Steps after which they are half as long."""

Logs = dict[NumberPath, float]
"""Logarithms of weights, by their places."""


def planner(logs: Logs, ways: list[int], sign: int) -> TurnPlanner:
    """Return the bot whose weights are off by so much."""
    numbers = {place: math.exp(log + sign * way * WIDTH) for (place, log), way in zip(logs.items(), ways)}
    return planner_of(start(0).variant, msgspec.convert(with_numbers(FIRST_GUESS, numbers), Weights))


def start(deal: int) -> Any:
    return GAME.setup(2, resolve(GAME.options(2), {}), deal)


def play(board: State, bots: list[TurnPlanner]) -> int:
    """Play a game; return the first seat's lead."""
    while board.outcome is None:
        carry_out(board, bots[board.turn].best(board))
    return board.points[0] - board.points[1]


def match(logs: Logs, task: tuple[list[int], list[int]]) -> float:
    """Return the lead, a game, of the weights moved these ways over those moved contrary ways, on these deals."""
    ways, deals = task
    one, other = planner(logs, ways, 1), planner(logs, ways, -1)
    leads = []
    for deal in deals:
        board = board_of(start(deal))
        leads += [play(board.copy(), [one, other]), -play(board, [other, one])]
    return fmean(leads)


def slopes(logs: Logs, matches: int, luck: random.Random, workers: Workers) -> list[float]:
    """Return what the logarithm of each weight is worth, in points a game: least squares over the matches."""
    ways = [[luck.choice((-1, 1)) for _ in logs] for _ in range(matches)]
    deals = [[luck.getrandbits(40) for _ in range(DEALS)] for _ in ways]
    leads = list(workers.map(partial(match, logs), list(zip(ways, deals))))
    found, *_ = np.linalg.lstsq(2 * WIDTH * np.array(ways, float), np.array(leads), rcond=None)
    return [float(slope) for slope in found]


def learn(steps: int, matches: int, seed: int, workers: Workers) -> dict[NumberPath, float]:
    """Return the numbers learnt, by their places in the table."""
    luck = random.Random(seed)
    logs = {place: math.log(value) for place, value in tunable(FIRST_GUESS, FIXED).items()}
    later: list[Logs] = []
    for step in range(steps):
        rate = RATE / (1 + step / HALFWAY)
        found = slopes(logs, matches, luck, workers)
        for place, slope in zip(logs, found):
            logs[place] += max(-FARTHEST, min(FARTHEST, rate * slope))
        later += [dict(logs)] if step >= steps // 2 else []
        print(f"step {step + 1}: {' '.join(f'{math.exp(log):.2f}' for log in logs.values())}", flush=True)
    return {place: rounded(math.exp(fmean(way[place] for way in later))) for place in logs}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--matches", type=int, default=240, help="before each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="where the table goes")
    add_workers(parser)
    told = parser.parse_args()
    with script_workers(told) as workers:
        numbers = learn(told.steps, told.matches, told.seed, workers)
    head = f"# Learnt by: {COMMAND} --steps {told.steps} --matches {told.matches} --seed {told.seed}\n"
    told.out.write_text(head + toml_text(with_numbers(FIRST_GUESS, numbers)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
