"""Tune Towering's playout policy, and fit the value of its towers, from self-play of the core alone.

    python build/fit_towering.py policy --seed 3 --steps 50 --out policy.json
    python build/fit_towering.py value --seed 2 --games 25000 --policy policy.json --out value.json

Both start from what `[master]` in assets/bots/towering.toml holds, and write what may take its place there. Under a
copy made by build/compile.py (PYTHONPATH=DIR) each takes under a minute; the results are the same.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from pathlib import Path

import numpy as np

from game.minds import table_of
from game.towering.playout import BONUS, BONUS_CARDS, COST, PER_COLOUR, WIDTH, Policy, Round, Value, deal, play_on

Weights = dict[str, float]
NAMES = ("reach", "tops", "doubt", "caution", "materials", "risk", "bonus", "pace", "rival", "give", "pile", "fade",
         "eager", "tempo")  # fmt: skip
ADDED = "eager"
"""The one weight that may be negative: it is moved by points, the others by factors."""
NOISE = 30.0
"""About the standard deviation of a pair's margin."""
CLASSIC = (5, 3, 8)
OTHERS = ((6, 2, 8), (6, 3, 8), (6, 4, 8)) * 2


def deck_of(colours: int, materials: int, rng: random.Random) -> list[int]:
    cards = [c * PER_COLOUR + p for c in range(colours) for p in range(PER_COLOUR) if p >= 4 or p < materials]
    rng.shuffle(cards)
    return cards


# -- policy


def moved(weights: Weights, by: Weights, sign: float = 1.0) -> Weights:
    """Return the weights, each multiplied by e to so much; the added one moved by five times as many points."""
    return {
        name: value + 5 * sign * by[name] if name == ADDED else value * math.exp(sign * by[name])
        for name, value in weights.items()
    }


def margin(one: Weights, other: Weights, rng: random.Random) -> float:
    """Return by how much the first wins a pair of rounds: the same cards, seats changed."""
    order, policies = deck_of(5, 3, random.Random(rng.random())), [Policy(one), Policy(other)]
    total = 0
    for seat in (0, 1):
        r = deal(*CLASSIC, order[:], 0)
        play_on(r, policies if seat == 0 else policies[::-1], 10_000)
        total += r.points(seat) - r.points(1 - seat)
    return max(-80.0, min(80.0, total / 2))


def tune(weights: Weights, steps: int, pairs: int, seed: int) -> Weights:
    """Vary all weights at random in both seats, contrary ways, and move them towards what won more points."""
    rng, pull = random.Random(seed), dict.fromkeys(weights, 0.0)
    for step in range(steps):
        width, won = 0.18 * (1 - 0.6 * step / steps), dict.fromkeys(weights, 0.0)
        for _ in range(pairs):
            by = {name: rng.choice((-1, 1)) * width for name in weights}
            points = margin(moved(weights, by), moved(weights, by, -1.0), rng)
            for name in weights:
                won[name] += points * by[name] / width
        for name in weights:
            pull[name] = (pull[name] + won[name] / math.sqrt(pairs) / NOISE) / 2
        stride = 0.05 * (1 - 0.7 * step / steps)
        weights = moved(weights, {name: max(-0.25, min(0.25, stride * pull[name])) for name in weights})
        print(step + 1, {name: round(value, 3) for name, value in weights.items()}, file=sys.stderr)
    return weights


# -- value


def sample(weights: Weights, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what was to be known of towers in six positions of each round, and what they came to, over 20."""
    rng, value = random.Random(seed), Value([], [], [], [])
    known: list[list[float]] = []
    came: list[float] = []
    for game in range(games):
        colours, materials, hand = variant(rng)
        r = deal(colours, materials, hand, deck_of(colours, materials, rng), game & 1)
        policies = [Policy(moved(weights, {name: rng.gauss(0, 0.15) for name in weights})) for _ in (0, 1)]
        stops, turn, rows = set(rng.sample(range(int(len(r.deck) * 1.12)), 6)), 0, 0
        while not r.is_over():
            if turn in stops:
                known += [row for seat in (0, 1) for row in value.features(r, seat)]
                rows += 1
            play_on(r, policies, 1)
            turn += 1
        came += [tower_points(r, seat * WIDTH + c) / 20 for seat in (0, 1) for c in range(colours)] * rows
    return np.array(known, np.float32), np.array(came, np.float32)


def variant(rng: random.Random) -> tuple[int, int, int]:
    """Return the classic game more often than not, else the rounds of the long one, or any relative (T7)."""
    if rng.random() < 0.6:
        return CLASSIC
    return rng.choice((*OTHERS, *((c, rng.randrange(5), rng.randrange(5, 11)) for c in (5, 4))))


def tower_points(r: Round, row: int) -> int:
    if not r.sizes[row]:
        return 0
    return (r.sums[row] - COST) * (r.mats[row] + 1) + (BONUS if r.sizes[row] >= BONUS_CARDS else 0)


def fit(known: np.ndarray, came: np.ndarray, units: int, epochs: int, seed: int) -> dict[str, object]:
    """Fit a plane by least squares, then a layer of hinges on top of it (Adam)."""
    rng, wide = np.random.default_rng(seed), np.hstack([np.ones((len(known), 1), np.float32), known])
    plane = np.linalg.solve(wide.T @ wide + 1e-4 * len(known) * np.eye(wide.shape[1]), wide.T @ came)
    parts = [
        rng.normal(0, known.shape[1] ** -0.5, (known.shape[1], units)), np.full(units, 0.1),
        rng.normal(0, 0.1, units), plane,
    ]  # fmt: skip
    parts = [part.astype(np.float32) for part in parts]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    batches, step = len(known) // 2048, 0
    for _ in range(epochs):
        order = rng.permutation(len(known))
        for batch in range(batches):
            rows = order[batch * 2048 : batch * 2048 + 2048]
            step += 1
            pace = 3e-3 * max(0.02, 1 - step / (epochs * batches))
            for i, slope in enumerate(slopes(parts, known[rows], came[rows])):
                first[i] = 0.9 * first[i] + 0.1 * slope
                second[i] = 0.999 * second[i] + 0.001 * slope**2
                push = (first[i] / (1 - 0.9**step)) / (np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
                parts[i] = (parts[i] - pace * push).astype(np.float32)
    print("share of the variance explained:", 1 - np.mean((guess(parts, known) - came) ** 2) / came.var())
    names = dict(zip(("hidden", "bias", "out", "skip"), (parts[0].T, *parts[1:])))
    return {name: np.round(part.astype(float), 3).tolist() for name, part in names.items()}


def guess(parts: list[np.ndarray], known: np.ndarray) -> np.ndarray:
    return np.maximum(known @ parts[0] + parts[1], 0) @ parts[2] + parts[3][0] + known @ parts[3][1:]


def slopes(parts: list[np.ndarray], known: np.ndarray, came: np.ndarray) -> list[np.ndarray]:
    before = known @ parts[0] + parts[1]
    off = 2 * (guess(parts, known) - came) / len(came)
    back = np.outer(off, parts[2]) * (before > 0)
    plane = np.concatenate([[off.sum()], known.T @ off])
    return [known.T @ back, back.sum(0), np.maximum(before, 0).T @ off, plane]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("policy", "value"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=50, help="of the policy's tuning")
    parser.add_argument("--pairs", type=int, default=400, help="of rounds in each step")
    parser.add_argument("--games", type=int, default=25_000, help="that the value is fitted to")
    parser.add_argument("--policy", type=Path, help="weights to start from, other than the master's")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    held = json.loads(given.policy.read_text()) if given.policy else table_of("towering", "master")
    weights = {name: float(held[name]) for name in NAMES}
    if given.what == "policy":
        result: dict[str, object] = dict(tune(weights, given.steps, given.pairs, given.seed))
    else:
        result = fit(*sample(weights, given.games, given.seed), units=8, epochs=10, seed=1)
    given.out.write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main()
