"""Learn the values of towers and cards in Towers from self-play: `python build/learn/towers_values.py`.

The planner plays against itself. In most of its turns, two different ways to play are tried, with the same draw pile.
The values are then fitted to by how many points the first way came out better, and to how it came out. This compares
turns of one position, as a player does, so the luck of the deal hardly matters.

In the first round of games the planner has the weights of the level `hard`, and each way is played to the end of the
game. The following rounds use the values learnt so far: each way is played until the seat has been on turn once more,
and the values say what its best turn after that is worth. The chance of the rest of the game is thereby left out.

The value of a tower is the output of a small neural network, whose inputs say what stands at each level and whose it
is; see `LearntValues`. With a compiled core (see `compile.py`), a round takes some minutes. `--jobs` and `--cluster`
distribute the games, with the same results.
"""

from __future__ import annotations

import argparse
import random
import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "build" / "editable"
if str(SOURCES) not in sys.path:
    sys.path.append(str(SOURCES))  # appended, so that a compiled copy on PYTHONPATH takes precedence

from topping_out.game.bots.process import Workers  # noqa: E402
from topping_out.game.cli.bots import add_workers, script_workers  # noqa: E402
from topping_out.game.options import resolve  # noqa: E402
from topping_out.game.towers.actions import HAND, HEIGHT  # noqa: E402
from topping_out.game.towers.bots.core import (  # noqa: E402
    COPIES,
    EARLY,
    PILES,
    WHOSE,
    LearntPlanner,
    TurnPlan,
    TurnPlanner,
    carry_out,
    is_last,
)
from topping_out.game.towers.bots.search import (  # noqa: E402
    LearntNumbers,
    board_of,
    effects_of,
    learnt_from,
    planner_of,
    sites_after,
    weights_of,
)
from topping_out.game.towers.core import NONE, State  # noqa: E402
from topping_out.game.towers.rules import GAME  # noqa: E402

COMMAND = "python build/learn/towers_values.py"
FEATURES = 16
"""Number of features of a tower."""
SHARE = 0.6
"""The share of turns in which two ways are compared."""
LIKELY = 10
"""Half of the time they are among this number of the best plans, otherwise any."""
ELSEWHERE = 0.4
"""How often the second way claims a random floor instead of one of the plan's."""
AHEAD = 2
"""The number of the seat's next turns after which a way is valued; in the first round it is `ALL`."""
ALL = 1000
STRAY = 0.15
"""How often the game goes on with the second way, so that unusual positions occur, too."""
ABSOLUTE = 0.2
"""The weight of how a way came out, relative to that of the difference between the two."""
BATCH = 256
TOWERS = 4
LEVELS = HEIGHT - 1
STAGES = len(PILES) + 1
Arrays = dict[str, NDArray[Any]]


class Way(NamedTuple):
    """A position after a turn, in numbers."""

    floors: list[list[int]]
    """By tower that is not scored, the row of each of its floors in `floors` of the network."""
    kept: int
    cards: list[int]
    """The rows of the kept cards."""
    drawn: float
    """How many more cards the seat draws because of floors than the others do on average."""
    scored: float
    """The lead that the seat has just scored."""


class Pair(NamedTuple):
    """Two ways to play a turn, by how much the first came out better, and how it came out, both beyond `scored`."""

    first: Way
    second: Way
    stage: int
    gain: float
    lead: float


# -- games


def start(seats: int, deal: int) -> Any:
    return GAME.setup(seats, resolve(GAME.options(seats), {"first": "1"}), deal)


def planner_with(seats: int, numbers: LearntNumbers | None) -> TurnPlanner:
    variant = start(seats, 0).variant
    plain = planner_of(variant, weights_of("hard"))
    if numbers is None:
        return plain
    nothing = [0.0] * LEVELS
    learnt = learnt_from(numbers, range(len(variant.deck.floors)))
    return LearntPlanner(plain, nothing, nothing, nothing, nothing, learnt)


def play(seats: int, numbers: LearntNumbers | None, deals: range) -> list[Pair]:
    """Play games, and return the ways that were compared."""
    planner, turns, found = planner_with(seats, numbers), AHEAD if numbers else ALL, list[Pair]()
    for deal in deals:
        board, rng = board_of(start(seats, deal)), random.Random(deal)
        while board.outcome is None:
            plan = planner.best(board)
            if rng.random() < SHARE:
                first, second = _two_ways(planner, board, plan, rng)
                pair = _compared(planner, board, first, second, turns)
                if pair is not None:
                    found.append(pair)
                if rng.random() < STRAY:
                    plan = second
            carry_out(board, plan)
    return found


def _two_ways(planner: TurnPlanner, board: State, best: TurnPlan, rng: random.Random) -> tuple[TurnPlan, TurnPlan]:
    plans = planner.plans(board, LIKELY if rng.random() < 0.5 else ALL)
    second = rng.choice(plans)
    claims = [(plot, level) for plot, levels in second.claims for level in levels]
    if claims and rng.random() < ELSEWHERE:
        sites = sites_after(board, second)
        free = [(p, n) for p, (_, owners) in enumerate(sites) for n, owner in enumerate(owners) if owner == NONE]
        if free:
            claims[rng.randrange(len(claims))] = rng.choice(free)
            second = second._replace(claims=tuple((plot, (level,)) for plot, level in claims))
    return best if rng.random() < 0.5 else rng.choice(plans), second


def _compared(planner: TurnPlanner, board: State, first: TurnPlan, second: TurnPlan, turns: int) -> Pair | None:
    ways = [_way(planner, board, plan) for plan in (first, second)]
    if ways[0] is None or ways[1] is None or ways[0] == ways[1]:
        return None
    ends = [_lead_after(planner, board, plan, turns) - way.scored for plan, way in zip((first, second), ways) if way]
    before = planner.lead(board.points, board.turn)
    return Pair(ways[0], ways[1], stage_of(board), ends[0] - ends[1], ends[0] - before)


def _lead_after(planner: TurnPlanner, board: State, plan: TurnPlan, turns: int) -> float:
    """Return the expected lead after the plan and this number of the seat's next turns."""
    seat, after = board.turn, board.copy()
    carry_out(after, plan)
    while after.outcome is None:
        if after.turn == seat:
            turns -= 1
            if not turns:
                return planner.worth(after)
        carry_out(after, planner.best(after))
    return planner.lead(after.points, seat)


def stage_of(board: State) -> int:
    return sum(len(board.draw_pile) > pile * board.terms.seats for pile in PILES)


def _way(planner: TurnPlanner, board: State, plan: TurnPlan) -> Way | None:
    """Return the position after the plan, or None if this begins the last round, in which towers count exactly."""
    hand, seat, seats = list(board.hands[board.turn]), board.turn, board.terms.seats
    for kind in [*(kind for kind, _ in plan.builds), *plan.tucks]:
        hand.remove(kind)
    if is_last(board, len(hand)):
        return None
    floors, drawn, scored = list[list[int]](), 0.0, 0.0
    for kinds, owners in sites_after(board, plan):
        if kinds and board.terms.is_scored(kinds):
            points, draws = board.terms.tally(kinds, owners)
            scored += planner.lead(points, seat)
            drawn += sum(count if drawer == seat else -count / (seats - 1) for drawer, count in draws)
        elif kinds:
            whose = [0 if owner == NONE else min((owner - seat) % seats, 2) + 1 for owner in owners]
            kinds_at = len(board.terms.effects)
            floors.append([(n * kinds_at + kind) * WHOSE + whose[n] for n, kind in enumerate(kinds)])
    copies = [min(hand[:n].count(kind), COPIES - 1) for n, kind in enumerate(hand)]
    return Way(floors, len(hand), [kind * COPIES + copy for kind, copy in zip(hand, copies)], drawn, scored)


# -- network


def arrays_of(pairs: list[Pair], kinds: int) -> Arrays:
    """Return the pairs as arrays; the last row of each table stands for nothing."""
    nothing, no_card = LEVELS * kinds * WHOSE, 2 * kinds * COPIES
    count = 2 * len(pairs)
    floors = np.full((count, TOWERS, LEVELS), nothing, np.int32)
    cards = np.full((count, HAND), no_card, np.int32)
    stands = np.zeros((count, TOWERS), np.float32)
    ways = [(way, pair.stage) for pair in pairs for way in (pair.first, pair.second)]
    for n, (way, stage) in enumerate(ways):
        for tower, rows in enumerate(way.floors):
            floors[n, tower, : len(rows)] = rows
            stands[n, tower] = 1
        cards[n, : way.kept] = [row + (stage >= EARLY) * kinds * COPIES for row in way.cards]
    return {
        "floors": floors,
        "stands": stands,
        "cards": cards,
        "kept": np.array([way.kept for way, _ in ways], np.int32),
        "stage": np.array([stage for _, stage in ways], np.int32),
        "drawn": np.array([way.drawn for way, _ in ways], np.float32),
        "gain": np.array([pair.gain for pair in pairs], np.float32),
        "lead": np.array([pair.lead for pair in pairs], np.float32),
    }


def first_numbers(kinds: int, rng: np.random.Generator) -> Arrays:
    """Return random numbers to begin with; the rows that stand for nothing are 0."""
    floors = rng.normal(0, 0.3, (LEVELS * kinds * WHOSE + 1, FEATURES))
    floors[-1] = 0
    return {
        "floors": floors,
        "stages": rng.normal(0, 0.3, (STAGES, FEATURES)),
        "out": rng.normal(0, 0.3, FEATURES),
        "kept": np.zeros((STAGES, HAND)),
        "cards": np.zeros(2 * kinds * COPIES + 1),
        "draw": np.zeros(STAGES),
    }


def slopes(net: Arrays, data: Arrays, pick: NDArray[np.intp]) -> tuple[Arrays, float]:
    """Return the slopes of the loss for these pairs, and by how much the gains differ from the targets (squared)."""
    ways = np.stack([2 * pick, 2 * pick + 1], 1).ravel()
    way, tower = np.nonzero(data["stands"][ways])
    floors, stage = data["floors"][ways][way, tower], data["stage"][ways]
    active = np.maximum(net["floors"][floors].sum(1) + net["stages"][stage[way]], 0)
    kept, cards, drawn = data["kept"][ways], data["cards"][ways], data["drawn"][ways]
    worth = np.bincount(way, active @ net["out"], len(ways)) + net["kept"][stage, kept] + net["cards"][cards].sum(1)
    worth += net["draw"][stage] * drawn
    miss = worth[::2] - worth[1::2] - data["gain"][pick]
    back = np.stack([miss + ABSOLUTE * (worth[::2] - data["lead"][pick]), -miss], 1).ravel() / len(pick)
    inner = (active > 0) * net["out"] * back[way, None]
    found = {name: np.zeros_like(table) for name, table in net.items()}
    standing, level = np.nonzero(floors < len(net["floors"]) - 1)
    np.add.at(found["floors"], floors[standing, level], inner[standing])
    np.add.at(found["stages"], stage[way], inner)
    found["out"] = back[way] @ active
    np.add.at(found["kept"], (stage, kept), back)
    np.add.at(found["cards"], cards.ravel(), np.repeat(back, cards.shape[1]))
    np.add.at(found["draw"], stage, back * drawn)
    found["cards"][-1] = 0
    return found, float(miss @ miss)


def fit(net: Arrays, data: Arrays, epochs: int, rate: float, rng: np.random.Generator) -> None:
    """Fit the numbers to the pairs by Adam, in place; the rate falls to zero."""
    pairs, step = len(data["gain"]), 0
    steps = epochs * (pairs // BATCH)
    first = {name: np.zeros_like(table) for name, table in net.items()}
    second = {name: np.zeros_like(table) for name, table in net.items()}
    for epoch in range(epochs):
        order, miss = rng.permutation(pairs), 0.0
        for begin in range(0, pairs - BATCH + 1, BATCH):
            found, more = slopes(net, data, order[begin : begin + BATCH])
            step, miss = step + 1, miss + more
            speed = rate * (1 + np.cos(np.pi * step / steps)) / 2
            for name, slope in found.items():
                first[name] = 0.9 * first[name] + 0.1 * slope
                second[name] = 0.999 * second[name] + 0.001 * slope**2
                size = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
                net[name] -= speed * first[name] / (1 - 0.9**step) / size
        print(f"epoch {epoch + 1}: squared error of gains {miss / pairs:.3f}", flush=True)


def numbers_of(net: Arrays, kinds: int) -> LearntNumbers:
    """Return the network's numbers as in a values file: its outputs' weights are scaled to 1 or -1."""
    order = np.argsort(net["out"] < 0, kind="stable")
    scale = np.abs(net["out"])[order]

    def whole(table: NDArray[Any]) -> Any:
        return np.rint(100 * table).astype(int).tolist()

    floors = (net["floors"][:-1, order] * scale).reshape(LEVELS, kinds * WHOSE, FEATURES)
    return LearntNumbers(
        floors=whole(floors),
        stages=whole(net["stages"][:, order] * scale),
        plus=int((net["out"] >= 0).sum()),
        kept=whole(net["kept"]),
        cards=whole(net["cards"][:-1].reshape(2, kinds, COPIES)),
        draw=whole(net["draw"]),
    )


# -- learning


def learn(seats: int, games: int, rounds: int, seed: int, workers: Workers) -> LearntNumbers:
    kinds, rng = len(start(seats, 0).variant.deck.floors), np.random.default_rng((seed, seats))
    net, numbers, before = first_numbers(kinds, rng), None, list[Pair]()
    for number in range(rounds):
        first = seed * 10**9 + (10 * number + seats) * 10**6
        tasks = [range(deal, min(deal + 50, first + games)) for deal in range(first, first + games, 50)]
        pairs = [pair for some in workers.map(partial(play, seats, numbers), tasks) for pair in some]
        print(f"{seats} seats, round {number + 1}: {len(pairs)} pairs", flush=True)
        fit(net, arrays_of(before + pairs, kinds), 6, 0.004 if number else 0.01, rng)
        numbers, before = numbers_of(net, kinds), pairs if number else []
    assert numbers is not None
    return numbers


def to_toml(found: dict[int, LearntNumbers], command: str) -> str:
    deck = start(2, 0).variant.deck
    lines = [
        "# What unfinished towers and kept cards are worth (`LearntValues` in game/towers/bots/core.py), in hundredths",
        "# of a point. Learnt from self-play by this command:",
        f"#   {command}",
        "",
        "effects = [",
        *(f'    "{effects}",' for effects, _ in effects_of(deck)),
        "]",
        f"triggers = {[kind for kind, (_, triggers) in enumerate(effects_of(deck)) if triggers]}",
    ]
    for seats, numbers in found.items():
        lines += ["", f"[seats_{seats}]", f"plus = {numbers.plus}", f"draw = {numbers.draw}"]
        for name in ("stages", "kept", "cards"):
            lines += [f"{name} = [", *(f"    {row}," for row in getattr(numbers, name)), "]"]
        lines += ["floors = ["]
        for level in numbers.floors:
            lines += ["    [", *(f"        {row}," for row in level), "    ],"]
        lines += ["]"]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30_000, help="games per round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=ROOT / "assets" / "games" / "towers" / "values.toml")
    add_workers(parser)
    arguments = parser.parse_args()
    with script_workers(arguments) as workers:
        found = {seats: learn(seats, arguments.games, arguments.rounds, arguments.seed, workers) for seats in (2, 3, 4)}
    numbers = f"--games {arguments.games} --rounds {arguments.rounds} --seed {arguments.seed}"
    arguments.to.write_text(to_toml(found, f"{COMMAND} {numbers}"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
