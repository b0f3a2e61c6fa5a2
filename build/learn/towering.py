"""Learn Towering's quick policy and the values of towers from self-play alone: `python build/learn/towering.py`.

It starts with `hand-set` from the gauntlet and guesses for the weights that only playouts use. First the policy is
tuned: in each step all weights vary at random, in opposite directions for both seats, and move towards what won more
points (with the same cards and swapped seats). Then this policy plays rounds, and a small net is fitted to the final
worth of towers in many positions. Only modules named `core` are used; if they are compiled (see `compile.py`), it
takes two minutes. `--jobs` and `--cluster` distribute the rounds, with the same results.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "build" / "editable"
if str(SOURCES) not in sys.path:
    sys.path.append(str(SOURCES))  # appended, so that a compiled copy on PYTHONPATH takes precedence

from topping_out.game.arena.tuning import rounded, toml_text  # noqa: E402
from topping_out.game.bots.process import Workers  # noqa: E402
from topping_out.game.bots.weights import weights_named  # noqa: E402
from topping_out.game.cli.bots import add_workers, script_workers  # noqa: E402
from topping_out.game.towering.actions import deck_of  # noqa: E402
from topping_out.game.towering.bots.core import Policy, ValueNet, play_on  # noqa: E402
from topping_out.game.towering.bots.search import PolicyWeights  # noqa: E402
from topping_out.game.towering.core import POINTS, WIDTH, State, empty_state  # noqa: E402
from topping_out.game.towering.state import Variant, terms_of  # noqa: E402

Weights = dict[str, float]
Rows = NDArray[np.float64]
Deal = tuple[int, int, list[int]]
"""Colours, cards per hand, and the cards in order."""

COMMAND = "python build/learn/towering.py"
GUESS: Weights = {"fade": 3.0, "eager": 1.0, "tempo": 0.5}
ADDED = "eager"
"""The only weight that may be negative. It changes by addition, the others by factors."""
WIDTHS = 0.18, 0.07
"""Variation of weights in the first and the last step, as the logarithm of a factor."""
STRIDES = 0.05, 0.015
NOISE = 30.0
"""Approximate standard deviation of a pair's margin. Margins are limited to `MOST_POINTS`."""
MOST_POINTS = 80.0
POSITIONS_PER_ROUND = 6
"""Positions of a round to which the values are fitted."""
VARIETY = 0.15
"""Variation of the weights of those who play these rounds, for a variety of positions."""
UNITS = 4
EPOCHS = 10
BATCH = 2048
CLASSIC = (5, 3, 8)
LONG = ((6, 2, 8), (6, 3, 8), (6, 4, 8))
"""The rounds of the long game: colours, materials, hand."""


def start() -> Weights:
    known = weights_named("towering", "hand-set") | GUESS
    return {name: float(known[name]) for name in PolicyWeights.__struct_fields__}


def variant(rng: random.Random) -> tuple[int, int, int]:
    """Return the classic game half of the time, or a round of the long one, or sometimes any variant (T7)."""
    other = rng.randrange(3, 7), rng.randrange(5), rng.randrange(5, 11)
    return rng.choices((CLASSIC, rng.choice(LONG), other), (5, 4, 1))[0]


def shuffled(colours: int, materials: int, hand: int, rng: random.Random) -> Deal:
    cards = list(deck_of(colours, materials))
    rng.shuffle(cards)
    return colours, hand, cards


def dealt(deal: Deal) -> State:
    """Return a new round in which seat 0 begins."""
    colours, hand, cards = deal
    r = empty_state(terms_of(Variant(colours, hand=hand)))
    for seat in (0, 1):
        held, cards = cards[-hand:], cards[:-hand]
        r.hold(seat, bytes(held))
    r.stack(bytes(cards))
    return r


# -- policy


def moved(weights: Weights, by: Weights) -> Weights:
    """Return the weights, each multiplied by e to the power of `by`; `ADDED` changes by five times that in points."""
    return {
        name: value + 5 * by[name] if name == ADDED else value * math.exp(by[name]) for name, value in weights.items()
    }


def margin(weights: Weights, width: float, task: tuple[dict[str, int], Deal]) -> float:
    """Return how much weights moved one way beat weights moved the other way, with the same cards and swapped seats."""
    signs, deal = task
    up, down = ({name: sign * way * width for name, sign in signs.items()} for way in (1, -1))
    start, policies = dealt(deal), [Policy(moved(weights, by), closes=True) for by in (up, down)]
    total = 0
    for seat in (0, 1):
        r = start.copy()
        play_on(r, policies if seat == 0 else policies[::-1], sys.maxsize)
        total += r.points(seat) - r.points(1 - seat)
    return max(-MOST_POINTS, min(MOST_POINTS, total / 2))


def tune(weights: Weights, steps: int, pairs: int, rng: random.Random, workers: Workers) -> Weights:
    pull = dict.fromkeys(weights, 0.0)
    for step in range(steps):
        done = step / steps
        width, stride = (first + (last - first) * done for first, last in (WIDTHS, STRIDES))
        won = slope(weights, width, pairs, rng, workers)
        pull = {name: (pull[name] + won[name] * math.sqrt(pairs) / NOISE) / 2 for name in weights}
        weights = moved(weights, {name: max(-0.25, min(0.25, stride * pull[name])) for name in weights})
        if (step + 1) % 10 == 0:
            print(f"step {step + 1}: {' '.join(f'{name} {rounded(weights[name])}' for name in weights)}", flush=True)
    return {name: rounded(value) for name, value in weights.items()}


def slope(weights: Weights, width: float, pairs: int, rng: random.Random, workers: Workers) -> Weights:
    """Return how much each weight gains by being larger, in points per pair."""
    won = dict.fromkeys(weights, 0.0)
    tasks = [({name: rng.choice((-1, 1)) for name in weights}, shuffled(*variant(rng), rng)) for _ in range(pairs)]
    for (signs, _), points in zip(tasks, workers.map(partial(margin, weights, width), tasks)):
        for name, sign in signs.items():
            won[name] += sign * points / pairs
    return won


# -- value


@dataclass(frozen=True)
class RoundPlan:
    """A round to play: the cards, the players' weights, and the turns whose positions are used."""

    deal: Deal
    weights: list[Weights]
    """By seat."""
    stops: set[int]


def sample(weights: Weights, games: int, rng: random.Random, workers: Workers) -> tuple[Rows, Rows]:
    """Return features of towers in some positions of each round, and the towers' final points divided by 20."""
    known: list[Rows] = []
    came: list[Rows] = []
    for looks, points in workers.map(play, [plan(weights, rng) for _ in range(games)]):
        known += looks
        came += [points] * len(looks)
    return np.concatenate(known), np.concatenate(came)


def plan(weights: Weights, rng: random.Random) -> RoundPlan:
    deal = shuffled(*variant(rng), rng)
    players = [moved(weights, {name: rng.gauss(0, VARIETY) for name in weights}) for _ in (0, 1)]
    turns = int(len(dealt(deal).deck) * 1.12)
    return RoundPlan(deal, players, set(rng.sample(range(turns), POSITIONS_PER_ROUND)))


def play(plan: RoundPlan) -> tuple[list[Rows], Rows]:
    """Play a round; return features of all towers at some turns, and the towers' final points divided by 20."""
    r, value, turn = dealt(plan.deal), ValueNet([], [], [], [0.0]), 0
    policies = [Policy(weights, closes=True) for weights in plan.weights]
    looks: list[Rows] = []
    while not r.is_over():
        if turn in plan.stops:
            looks.append(np.array(value.features(r, 0) + value.features(r, 1)))
        play_on(r, policies, 1)
        turn += 1
    towers = r.towers[: r.terms.colours] + r.towers[WIDTH : WIDTH + r.terms.colours]
    return looks, np.array([POINTS[tower] / 20 for tower in towers])


def fit(known: Rows, came: Rows, rng: np.random.Generator) -> list[Rows]:
    """Fit a plane by least squares, then a layer of hinges on top of it with Adam."""
    wide = np.hstack([np.ones((len(known), 1)), known])
    plane = np.linalg.solve(wide.T @ wide + 1e-4 * len(known) * np.eye(wide.shape[1]), wide.T @ came)
    inputs = known.shape[1]
    parts = [rng.normal(0, inputs**-0.5, (inputs, UNITS)), np.full(UNITS, 0.1), rng.normal(0, 0.1, UNITS), plane]
    first, second = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    batches, step = len(known) // BATCH, 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(known))
        for batch in range(batches):
            rows = order[batch * BATCH : batch * BATCH + BATCH]
            step += 1
            pace = 3e-3 * max(0.02, 1 - step / (EPOCHS * batches))
            for i, down in enumerate(slopes(parts, known[rows], came[rows])):
                first[i] = 0.9 * first[i] + 0.1 * down
                second[i] = 0.999 * second[i] + 0.001 * down**2
                push = (first[i] / (1 - 0.9**step)) / (np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
                parts[i] = parts[i] - pace * push
    return parts


def guess(parts: list[Rows], known: Rows) -> Rows:
    hinges, bias, out, plane = parts
    estimate: Rows = np.maximum(known @ hinges + bias, 0) @ out + plane[0] + known @ plane[1:]
    return estimate


def slopes(parts: list[Rows], known: Rows, came: Rows) -> list[Rows]:
    """Return the gradient of the squared error for each parameter of the net."""
    hinges, bias, out, _ = parts
    before = known @ hinges + bias
    off = 2 * (guess(parts, known) - came) / len(came)
    back = np.outer(off, out) * (before > 0)
    return [known.T @ back, back.sum(0), np.maximum(before, 0).T @ off, np.concatenate([[off.sum()], known.T @ off])]


# -- file


def to_toml(policy: Weights, parts: list[Rows], command: str) -> str:
    hinges, bias, out, plane = (np.round(part, 3).tolist() for part in (parts[0].T, *parts[1:]))
    rows = "".join(f"    {row},\n" for row in hinges)
    return (
        "# What the master of Towering has learnt by self-play: the weights of its quick policy (explained in\n"
        "# `bots.toml`), and the net that values a tower (game/towering/bots/core.py). Made by\n"
        f"#   {command}\n\n"
        f"{toml_text(policy, 'policy')}\n"
        f"[value]\nhidden = [\n{rows}]\n{toml_text({'bias': bias, 'out': out, 'skip': plane})}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100, help="steps of tuning the policy")
    parser.add_argument("--pairs", type=int, default=400, help="pairs of rounds in each step")
    parser.add_argument("--games", type=int, default=20_000, help="rounds to which the values are fitted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=ROOT / "assets" / "games" / "towering" / "values.toml")
    add_workers(parser)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    with script_workers(args) as workers:
        policy = tune(start(), args.steps, args.pairs, rng, workers)
        known, came = sample(policy, args.games, rng, workers)
    parts = fit(known, came, np.random.default_rng(args.seed))
    missed = np.var(guess(parts, known) - came) / np.var(came)
    print(f"{len(came)} towers, share of the variance explained: {1 - missed:.3f}")
    command = f"{COMMAND} --steps {args.steps} --pairs {args.pairs} --games {args.games} --seed {args.seed}"
    args.to.write_text(to_toml(policy, parts, command), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
