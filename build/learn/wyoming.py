"""Learn the values of positions in Towers of Wyoming from self-play alone: `python build/learn/wyoming.py`.

The playout core plays games, with each play the best by the current values plus noise (`--wobble`). The values are then
fitted to who won (logistic regression on the cells of each position after a play), and the next round of games uses
them. The plain game with two seats starts with a guess, the other groups of games with what that one learnt. At the end
the master plays the plain game against itself, with few playouts; it wins in half as many turns as the quick plays, and
from other positions. From these games it learns which cards players keep, and with two seats the values are fitted to
the results of the playouts and to who won.

With `--network`, the values stay, and a network learns to estimate who wins from positions of quick plays in which all
hands are known: these are the positions in which the master's playouts end. With two seats, it then learns from games
of the master with this network.

With a compiled core (see `compile.py`) it takes minutes. `--jobs` and `--cluster` distribute groups and games, with the
same results; each worker prints its own progress.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "build" / "editable"
if str(SOURCES) not in sys.path:
    sys.path.append(str(SOURCES))  # appended, so that a compiled copy on PYTHONPATH takes precedence

from topping_out.game.bots.process import Workers  # noqa: E402
from topping_out.game.cli.bots import add_workers, script_workers  # noqa: E402
from topping_out.game.wyoming.bots import core  # noqa: E402
from topping_out.game.wyoming.bots.core import (  # noqa: E402
    CELLS,
    COLUMNS,
    DECIDED,
    KEPT_KINDS,
    KEPT_NEEDS,
    NEEDS,
    ZONE,
    relations,
    share,
)
from topping_out.game.wyoming.bots.learnt import learnt_numbers, network_from, parts_of  # noqa: E402
from topping_out.game.wyoming.bots.players import SearchBot  # noqa: E402
from topping_out.game.wyoming.bots.search import PlaySearch, Worlds, world_of  # noqa: E402
from topping_out.game.wyoming.bots.weights import weights_of  # noqa: E402
from topping_out.game.wyoming.core import KINDS as COUNTED  # noqa: E402
from topping_out.game.wyoming.core import NONE, PRIME, State  # noqa: E402
from topping_out.game.wyoming.numbers import HAND, PER_SUIT  # noqa: E402
from topping_out.game.wyoming.rules import GAME, code_of  # noqa: E402
from topping_out.game.wyoming.state import FLAGS, Variant, terms_of, variant_of  # noqa: E402

DATA = ROOT / "assets" / "games" / "wyoming"
COMMAND = "python build/learn/wyoming.py"
GROUPS = [f"{kind}_{seats}" for kind in ("over", "exact") for seats in (2, 3, 4)]
WIDTH = 12
"""The most cells of a position."""
NOTHING = CELLS
PRIOR = 3.0
"""Prior number of cards of each relation, both seen and expected."""
RIDGE = 1.0
"""Strength, in positions, of the pull of a value towards its previous value; `EVEN` is that towards its neighbours."""
EVEN = 20.0
FORESIGHT = 0.8
"""The share of a position's target that comes from the player's later positions and the end."""


Tables = dict[str, list[int]]


def first_guess() -> list[int]:
    """Return initial values: the nearer to the Sky, the better for the owner."""
    values = [0] * CELLS
    for zone, sign in ((0, 2), (1, -2), (2, -1)):
        for need in range(NEEDS):
            for held in range(COLUMNS):
                near = int(max(0, 12 - abs(need / 2 - 4)) ** 2) + 10 * held
                values[zone * ZONE + need * COLUMNS + held] = sign * near
    for count in range(COLUMNS):
        values[core.DRAW + count] = 15 * count
    return values


def variant_for(group: str, rng: random.Random) -> Variant:
    """Return a game of the group: the plain game half of the time, otherwise with random options."""
    kind, seats = group.split("_")
    switches = [rng.random() < 0.4 for _ in range(4)] if rng.random() < 0.5 else [False] * 4
    per_seat = 2 if seats == "2" or (seats == "3" and rng.random() < 0.5) else 1
    return variant_of(int(seats), {"foundations": per_seat, **dict(zip(FLAGS, switches)), "finicky": kind == "exact"})


def start(variant: Variant, rng: random.Random) -> State:
    world = State()
    world.terms = terms_of(variant)
    world.hands, world.towers, world.discards = [], [], b""
    world.held, world.discarded = [0] * (COUNTED * variant.seats), [0] * COUNTED
    world.suits, world.heights = [NONE] * world.terms.places, [0] * world.terms.places
    world.alive = (True,) * variant.seats
    world.owed, world.safe, world.first, world.outcome = False, 0, 0, None
    world.pennies, world.turn, world.rng = variant.pennies, rng.randrange(variant.seats), rng.randrange(1, PRIME)
    world.deal([PER_SUIT] * 4, [HAND] * variant.seats)
    return world


def play(group: str, values: list[int], wobble: float, rng: random.Random) -> list[list[tuple[list[int], float]]]:
    """Play a game; return by seat the cells of each position after its plays, with their targets (see `aims`)."""
    world = start(variant_for(group, rng), rng)
    found: list[list[list[int]]] = [[] for _ in range(world.terms.seats)]
    scores: list[list[int]] = [[] for _ in range(world.terms.seats)]
    for _ in range(600):
        seat = world.turn
        best = max(core.weigh(world, values), key=lambda scored: (scored >> 9) + wobble * rng.gauss(0, 1))
        if abs(best >> 9) < DECIDED:
            cells = core.cells(world, best & 511)
            found[seat].append(cells + [NOTHING] * (WIDTH - len(cells)))
            scores[seat].append(best >> 9)
        world.step(best & 511)
        if world.outcome:
            return [list(zip(found[s], aims(scores[s], share(world, s)))) for s in range(world.terms.seats)]
    return []


def aims(scores: list[int], won: float) -> list[float]:
    """Return the target for each of a player's positions, a mix of the next position's estimate and the end."""
    found = []
    for score in reversed(scores):
        found.append(won)
        estimate = 1 / (1 + math.exp(-score / 100))
        won = FORESIGHT * won + (1 - FORESIGHT) * estimate
    return found[::-1]


def fit(cells: NDArray[np.intp], aim: NDArray[np.float32], before: list[int], steps: int = 150) -> list[int]:
    """Return values, in hundredths, for which the sums of cells best fit the targets (likelihood, by Adam)."""
    old = np.append(np.array(before, np.float64) / 100, 0.0)
    now, first, second = old.copy(), np.zeros_like(old), np.zeros_like(old)
    flat = cells.ravel()
    for step in range(1, steps + 1):
        miss = 1 / (1 + np.exp(-now[cells].sum(1))) - aim
        slope = np.bincount(flat, np.repeat(miss, cells.shape[1]), len(now)) + RIDGE * (now - old)
        slope += EVEN * unevenness(now)
        slope[core.OUT :] = 0
        slope /= len(aim)
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        now -= 0.1 * 0.98**step * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-9)
    return [round(100 * value) for value in now[:CELLS]]


@dataclass(frozen=True)
class SearchedGame:
    """What was learnt from a game of the master against itself."""

    positions: list[tuple[list[int], float]]
    """The cells of each position after a play, and its target: half the playouts' result, half who won."""
    hands: list[Hand]
    """Rivals' hands when a player was to choose."""


def play_searching(seats: int, values: list[int], kept: list[int], playouts: int, seed: int) -> SearchedGame:
    """Play a plain game as the master does."""
    rng = random.Random(seed)
    weights = msgspec.structs.replace(weights_of("master"), playouts=playouts, network="")
    options = {option.key: option.default for option in GAME.options(seats)}
    bot, state = SearchBot(weights), GAME.setup(seats, options, seed)
    found: list[tuple[int, list[int], float]] = []
    hands: list[Hand] = []
    while state.outcome is None:
        seat, world, view = state.turn, world_of(state), GAME.view(state, state.turn)
        search = PlaySearch(view, weights, rng)
        search.values, search.worlds = values, Worlds(view, kept)
        if len(found) >= seats:  # before that, nobody has chosen cards to keep
            hands += [Hand.of(world, rival, search.worlds.hidden) for rival in range(seats) if rival != seat]
        candidates = bot.candidates(search, view, GAME.actions(state, seat), rng)
        best = search.narrow(candidates, search.playouts)[0]
        cells = core.cells(world, code_of(best.choice, state.variant))
        found.append((seat, cells + [NOTHING] * (WIDTH - len(cells)), best.mean if best.tried else -1))
        GAME.apply(state, seat, best.choice)
    winners = state.outcome.winners
    won = [(seat in winners) / len(winners) if winners else 1 / seats for seat in range(seats)]
    return SearchedGame([(cells, (mean + won[seat]) / 2) for seat, cells, mean in found if mean >= 0], hands)


def learn_searching(
    values: list[int], kept: list[int], games: int, playouts: int, seeds: int, workers: Workers
) -> list[int]:
    """Return the values fitted to games of the master against itself."""
    played = workers.map(partial(play_searching, 2, values, kept, playouts), range(seeds, seeds + games))
    pairs = [pair for game in played for pair in game.positions]
    cells, aim = np.array([found for found, _ in pairs], np.intp), np.array([aim for _, aim in pairs], np.float32)
    print(f"the master's games: {len(aim)} positions, loss {loss(cells, aim, values):.4f}", flush=True)
    values = fit(cells, aim, values, 400)
    print(f"after it: {loss(cells, aim, values):.4f}", flush=True)
    return values


@dataclass(frozen=True)
class Hand:
    """A rival's hand by suits, the unseen cards of each suit, and the relations of the suits to the rival."""

    held: list[int]
    hidden: list[int]
    relations: list[list[int]]

    @classmethod
    def of(cls, world: State, seat: int, hidden: list[int]) -> Hand:
        return cls(world.held[COUNTED * seat : COUNTED * seat + 4], hidden, relations(world, seat))


def fit_kept(hands: list[Hand], steps: int = 12) -> list[int]:
    """Return, in hundredths, how likely cards are kept by relation, so that expected and held cards agree."""
    factors = [1.0] * (KEPT_KINDS * KEPT_NEEDS)
    for _ in range(steps):
        seen, foretold = [PRIOR] * len(factors), [PRIOR] * len(factors)
        for hand in hands:
            chances = [n * math.prod(factors[r] for r in related) for n, related in zip(hand.hidden, hand.relations)]
            share = sum(hand.held) / (sum(chances) or 1)
            for held, chance, related in zip(hand.held, chances, hand.relations):
                for relation in related:
                    seen[relation] += held
                    foretold[relation] += share * chance
        factors = [
            factor * (held_often / expected_often) ** 0.8
            for factor, held_often, expected_often in zip(factors, seen, foretold)
        ]
    return [max(1, round(100 * factor)) for factor in factors]


def learn_kept(seats: int, values: list[int], games: int, playouts: int, seeds: int, workers: Workers) -> list[int]:
    """Return what players keep in games of the master, with this number of seats."""
    played = workers.map(partial(play_searching, seats, values, [], playouts), range(seeds, seeds + games))
    return fit_kept([hand for game in played for hand in game.hands])


def unevenness(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much each value of the zones' rows differs from its neighbours."""
    out = np.zeros_like(values)
    for zone in range(3):
        begin, end = zone * ZONE, zone * ZONE + NEEDS * COLUMNS
        block = values[begin:end].reshape(NEEDS, COLUMNS)
        slope = np.zeros_like(block)
        for axis in (0, 1):
            step = np.diff(block, axis=axis)
            slope += (
                np.concatenate([-step[:1], step[:-1] - step[1:], step[-1:]])
                if axis == 0
                else np.concatenate([-step[:, :1], step[:, :-1] - step[:, 1:], step[:, -1:]], axis=1)
            )
        out[begin:end] = slope.ravel()
    return out


def loss(cells: NDArray[np.intp], won: NDArray[np.float32], values: list[int]) -> float:
    """Return the loss of the values for these targets, in nats per position."""
    sums = np.append(np.array(values) / 100, 0.0)[cells].sum(1)
    return float(np.mean(np.logaddexp(0, sums) - won * sums))


def learn(begin: list[int], games: int, rounds: int, wobble: float, seed: int, group: str) -> list[int]:
    values, rng = begin, random.Random(f"{group}.{seed}")
    for number in range(rounds):
        pairs = [pair for _ in range(games) for seat in play(group, values, wobble, rng) for pair in seat]
        cells = np.array([found for found, _ in pairs], np.intp)
        aim = np.array([aim for _, aim in pairs], np.float32)
        values = fit(cells, aim, values)
        print(f"{group} round {number + 1}: {len(aim)} positions, loss {loss(cells, aim, values):.4f}", flush=True)
    return values


def learn_from_master(tables: Tables, games: int, playouts: int, seed: int, workers: Workers) -> Tables:
    """Return the tables extended by the master's own games: what players keep, and better values for two seats."""
    seeds = seed * 1_000_000
    kept = {
        f"kept_{seats}": learn_kept(seats, tables[f"over_{seats}"], games // (10 * seats), playouts, seeds, workers)
        for seats in (2, 3, 4)
    }
    values = learn_searching(tables["over_2"], kept["kept_2"], games, playouts, seeds, workers)
    return {**tables, "over_2": values, **kept}


# -- network


HIDDEN = {2: 16, 3: 8, 4: 8}
"""Number of hidden units, by number of seats."""
WHOLE = 2
"""With so many seats, each cell also has a row of its own beside those of its parts."""
BATCH, EPOCHS, RATE = 512, 4, 0.004
"""Positions for each step of learning, how often each is used, and the size of the first steps, which then shrink."""
TRUST = {2: 0.96, 3: 0.85, 4: 0.85}
"""The share of a position's target that comes from the player's later positions and the end, by number of seats."""
TUNED = 0.9
"""The same in games of the master."""
SLOW = 0.0015
"""The size of the first steps there."""
HELD_OUT = 0.05
"""The share of positions, from the last games, that are only used to print the loss."""
WIDEST = 24
"""The most cells of a position for the network."""
SHORT_SKY = 7
"""Half of the games have so few pennies, and half of those scaffolding."""


def network_variant(seats: int, rng: random.Random) -> Variant:
    is_short = rng.random() < 0.5
    per_seat = 2 if seats == 2 or (seats == 3 and rng.random() < 0.2) else 1
    variant = variant_of(seats, {"foundations": per_seat})
    return replace(variant, pennies=SHORT_SKY, scaffolding=rng.random() < 0.5) if is_short else variant


def quick_game(seats: int, values: list[int], wobble: float, rng: random.Random) -> list[tuple[list[int], float]]:
    """Play a game by the values plus noise; return the cells of the network for each position, with their targets."""
    world = start(network_variant(seats, rng), rng)
    found: list[list[list[int]]] = [[] for _ in range(seats)]
    estimates: list[list[float]] = [[] for _ in range(seats)]
    for _ in range(600):
        seat = world.turn
        best = max(core.weigh(world, values), key=lambda scored: (scored >> 9) + wobble * rng.gauss(0, 1))
        found[seat].append(core.network_cells(world))
        score = best >> 9
        estimates[seat].append(float(score > 0) if abs(score) >= DECIDED else 1 / (1 + math.exp(-score / 100)))
        world.step(best & 511)
        if world.outcome:
            break
    pairs: list[tuple[list[int], float]] = []
    for seat in range(seats):
        target = share(world, seat) if world.outcome else 1 / seats
        for cells, estimate in zip(reversed(found[seat]), reversed(estimates[seat])):
            target = TRUST[seats] * target + (1 - TRUST[seats]) * estimate
            pairs.append((cells, target))
    return pairs


def network_game(seats: int, lines: list[str], seed: int) -> list[tuple[list[int], float]]:
    """Play as the master does, with this network and few playouts; return the same as `quick_game`."""
    rng = random.Random(seed)
    weights = msgspec.structs.replace(weights_of("master"), looks=4, network_playouts=80)
    options = {option.key: option.default for option in GAME.options(seats)} | {"short": seed % 3 == 0}
    bot, network, state = SearchBot(weights), network_from(lines, seats), GAME.setup(seats, options, seed)
    found: list[tuple[int, list[int], float]] = []
    while state.outcome is None:
        seat, view = state.turn, GAME.view(state, state.turn)
        search = PlaySearch(view, weights, rng)
        search.network = network
        best = search.narrow(bot.candidates(search, view, GAME.actions(state, seat), rng), search.playouts)[0]
        found.append((seat, core.network_cells(world_of(state)), best.mean if best.tried else -1))
        GAME.apply(state, seat, best.choice)
    targets = [share(state, seat) for seat in range(seats)]
    pairs: list[tuple[list[int], float]] = []
    for seat, cells, mean in reversed(found):
        if mean >= 0:
            targets[seat] = TUNED * targets[seat] + (1 - TUNED) * mean
        pairs.append((cells, targets[seat]))
    return pairs


class Learner:
    """A network while it is learnt, in floats, with the averages that its steps need (Adam)."""

    def __init__(self, seats: int, rng: np.random.Generator) -> None:
        self.seats, self.units = seats, HIDDEN[seats]
        parts = parts_of(seats)
        self.count = max(max(cell) for cell in parts) + 1
        self.is_whole = seats == WHOLE
        nothing = self.count + (len(parts) if self.is_whole else 0)
        wholes = range(self.count, nothing) if self.is_whole else [nothing] * len(parts)
        rows = [(*(*cell, nothing)[:2], whole) for cell, whole in zip(parts, wholes)]
        self.parts = np.array([*rows, (nothing,) * 3], np.intp)
        """Two parts of each cell, and its own row; `nothing` is one that is always 0."""
        self.now = [
            rng.uniform(-0.1, 0.1, (nothing + 1, self.units + 1)),
            rng.uniform(-0.2, 0.2, self.units + 1),
            rng.uniform(-0.5, 0.5, self.units),
        ]
        """The rows of the parts, the bias and the weights of the hidden units."""
        self.now[0][:, self.units] = self.now[1][self.units] = self.now[0][self.count :] = 0
        self.first = [np.zeros_like(table) for table in self.now]
        self.second = [np.zeros_like(table) for table in self.now]
        self.steps = 0

    def sums(self, cells: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return the parts of some positions, and what their rows add up to."""
        parts = self.parts[cells].reshape(len(cells), -1)
        return parts, self.now[0][parts].sum(1) + self.now[1]

    def estimates(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        logits = sums[:, self.units] + np.maximum(0, sums[:, : self.units]) @ self.now[2]
        return np.asarray(1 / (1 + np.exp(-logits)))

    def step(self, cells: NDArray[np.intp], aim: NDArray[np.float32], rate: float) -> None:
        """Move a little towards the targets of these positions."""
        parts, sums = self.sums(cells)
        miss = (self.estimates(sums) - aim) / len(aim)
        active = np.maximum(0, sums[:, : self.units])
        slope = np.concatenate([miss[:, None] * self.now[2] * (active > 0), miss[:, None]], axis=1)
        flat, size = parts.ravel(), len(self.now[0])
        rows = [np.bincount(flat, np.repeat(slope[:, unit], parts.shape[1]), size) for unit in range(self.units + 1)]
        table = np.stack(rows, axis=1)
        table[-1] = 0
        self.steps += 1
        for number, gradient in enumerate((table, slope.sum(0), miss @ active)):
            first, second = self.first[number], self.second[number]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            size_now = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            self.now[number] -= rate * first / (1 - 0.9**self.steps) / size_now

    def learn(self, pairs: list[tuple[list[int], float]], rate: float, seed: int) -> None:
        """Learn from these cells and targets; print the loss of those held out."""
        cells = np.full((len(pairs), WIDEST), len(self.parts) - 1, np.intp)
        for number, (found, _) in enumerate(pairs):
            cells[number, : len(found)] = found
        aim = np.array([aim for _, aim in pairs], np.float32)
        used = len(aim) - int(HELD_OUT * len(aim))
        for epoch in range(EPOCHS):
            order = np.random.default_rng((seed, epoch)).permutation(used)
            for begin in range(0, used, BATCH):
                chosen = order[begin : begin + BATCH]
                self.step(cells[chosen], aim[chosen], rate * 0.3 ** (epoch + begin / used))
            lost = self.loss(cells[used:], aim[used:])
            print(f"{self.seats} seats, epoch {epoch + 1}: {len(aim)} positions, loss {lost:.4f}", flush=True)

    def loss(self, cells: NDArray[np.intp], aim: NDArray[np.float32]) -> float:
        """Return the loss for these targets, in nats per position."""
        foretold = np.clip(self.estimates(self.sums(cells)[1]), 1e-6, 1 - 1e-6)
        return float(-np.mean(aim * np.log(foretold) + (1 - aim) * np.log(1 - foretold)))

    def lines(self) -> list[str]:
        """Return the numbers in thousandths: a line for each part or whole cell, then the bias and the weights."""
        rows = self.now[0][self.parts[:-1]].sum(1) if self.is_whole else self.now[0][: self.count]
        tables = [*rows, self.now[1], self.now[2]]
        return [" ".join(str(round(1000 * float(number))) for number in table) for table in tables]


def learn_network(games: int, searches: int, wobble: float, seed: int, seats: int) -> list[str]:
    """Return the lines of the network for a number of seats."""
    values = learnt_numbers("wyoming", f"over_{seats}")
    rng = random.Random(f"network {seats}.{seed}")
    learner = Learner(seats, np.random.default_rng(seed))
    learner.learn([pair for _ in range(games) for pair in quick_game(seats, values, wobble, rng)], RATE, seed)
    if learner.is_whole:
        lines, seeds = learner.lines(), range(seed * 1_000_000, seed * 1_000_000 + searches)
        learner.learn([pair for number in seeds for pair in network_game(seats, lines, number)], SLOW, seed)
    return learner.lines()


def network_to_toml(networks: dict[str, list[str]], command: str) -> str:
    lines = [
        "# A network that estimates who wins, for the end of the master's playouts (game/wyoming/bots/core.py): by",
        "# number of seats, a row for each cell or for each part of one, then the bias and the weights of the hidden",
        "# units, all in thousandths. Learnt from self-play by this command:",
        f"#   {command}",
    ]
    for name, rows in networks.items():
        lines += ["", f"{name} = '''", *rows, "'''"]
    return "\n".join(lines) + "\n"


# -- files


def to_toml(tables: Tables, command: str) -> str:
    lines = [
        "# What the cells of a position are worth (game/wyoming/bots/core.py), in hundredths of a logit",
        "# of the win; and what players keep in their hands, in hundredths of chance.",
        "# Learnt from self-play by this command, from nothing but a first guess:",
        f"#   {command}",
    ]
    for name, values in tables.items():
        wide = KEPT_NEEDS if name.startswith("kept") else COLUMNS
        rows = [values[i : i + wide] for i in range(0, len(values), wide)]
        lines += ["", f"{name} = [", *(f"[{', '.join(map(str, row))}]," for row in rows), "]"]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000, help="games per round and group")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--wobble", type=float, default=12.0, help="noise of each evaluation, in hundredths of a logit")
    parser.add_argument("--searches", type=int, default=2800, help="games of the master against itself")
    parser.add_argument("--playouts", type=int, default=60, help="playouts for each of its decisions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--network", action="store_true", help="learn the network from games by the values as they are")
    parser.add_argument("--to", type=Path, help="the file to write (default: the one that the bots use)")
    add_workers(parser)
    arguments = parser.parse_args()
    if arguments.network:
        return write_network(arguments)
    numbers = (
        f"--games {arguments.games} --rounds {arguments.rounds} --wobble {arguments.wobble:g} --seed {arguments.seed}"
    )
    numbers += f" --searches {arguments.searches} --playouts {arguments.playouts}"
    with script_workers(arguments) as workers:
        found: list[list[int]] = []
        for groups in (GROUPS[:1], GROUPS[1:]):
            begin = found[0] if found else first_guess()
            found += workers.map(
                partial(learn, begin, arguments.games, arguments.rounds, arguments.wobble, arguments.seed), groups
            )
        tables = dict(zip(GROUPS, found))
        tables = learn_from_master(tables, arguments.searches, arguments.playouts, arguments.seed, workers)
    write(arguments.to or DATA / "values.toml", to_toml(tables, f"{COMMAND} {numbers}"))
    return 0


def write_network(arguments: argparse.Namespace) -> int:
    numbers = f"--network --games {arguments.games} --wobble {arguments.wobble:g} --seed {arguments.seed}"
    numbers += f" --searches {arguments.searches}"
    with script_workers(arguments) as workers:
        work = partial(learn_network, arguments.games, arguments.searches, arguments.wobble, arguments.seed)
        found = workers.map(work, (2, 3, 4))
    networks = {f"network_{seats}": rows for seats, rows in zip((2, 3, 4), found)}
    write(arguments.to or DATA / "values-network.toml", network_to_toml(networks, f"{COMMAND} {numbers}"))
    return 0


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
