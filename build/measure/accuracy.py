"""Measure what decisions of each level cost in a game, on the same positions, and print the game's `accuracy.toml`.

The positions come from games between two randomly drawn levels, so hard and easy ones are the same for all. In each,
every level chooses an action, and the master judges it as in a review. Positions in which a level would leave the table
alone are not used. With compiled cores (`build/compile.py`) it takes minutes.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import msgspec

from topping_out.game import registry
from topping_out.game.arena.contest import Simulation, play_game, players_of, read_contenders
from topping_out.game.bots.review import Decision, Review, Scale, average_cost
from topping_out.game.bots.weights import bot_named, bot_seed
from topping_out.game.engine import AnyGame
from topping_out.game.record import Player, Record, new_header

SEATS = 2
CLEAR_ERRORS = 2.0
"""A level is listed only if it is better than the one before by this many standard errors."""
Row = dict[str, float]
"""The cost of each level's decision in one position."""


class Judge:
    """The master of a game, and bots of all its levels."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.bots = game, {level: bot_named(game, level) for level in game.levels}
        self.master = self.bots[game.levels[-1]]

    def rows(self, seed: int, every: int) -> Iterator[Row]:
        """Yield the costs of the levels' decisions in one of every `every` positions of a game."""
        met = ",".join(random.Random(f"accuracy {seed}").choices(self.game.levels, k=SEATS))
        contenders = read_contenders(self.game, met)
        record = play_game(Simulation(new_header(self.game, players_of(contenders), {}, seed), contenders)).record
        players = tuple(Player(f"Player {seat}", colour=seat) for seat in range(SEATS))
        review = Review(Record(msgspec.structs.replace(record.header, seats=players), record.entries))
        for decision in review.decisions[seed % every :: every]:
            if row := self._row(decision):
                yield row

    def _row(self, decision: Decision) -> Row | None:
        seed = bot_seed(decision.view, decision.moment)
        played = {
            level: bot.choose(decision.view, decision.actions, random.Random(f"{seed} {level}"))
            for level, bot in self.bots.items()
        }
        costs: dict[Any, float | None] = {action: self._cost(decision, action) for action in set(played.values())}
        row = {level: costs[action] for level, action in played.items()}
        return None if None in row.values() else {level: cost or 0.0 for level, cost in row.items()}

    def _cost(self, decision: Decision, action: Any) -> float | None:
        """Return the cost of an action, or None if there is no action or no judgement."""
        if action is None:
            return None
        rng = random.Random(bot_seed(decision.view, decision.moment))
        verdict = self.master.judge(decision.view, decision.actions, action, rng)
        return None if verdict is None else average_cost([verdict.cost])


def lines(command: str, rows: list[Row]) -> Iterator[str]:
    """Yield the contents of the file. A level hardly better than the one before is left out."""
    costs = {level: fmean(row[level] for row in rows) for level in rows[0]}
    yield f"# What a decision costs on average in the same {len(rows)} positions, measured by"
    yield f"#   {command}"
    yield "# (see game/bots/review.py). Each level gives away less than the one before, by"
    shown = [next(iter(costs))]
    for level in list(costs)[1:]:
        gains = [row[shown[-1]] - row[level] for row in rows]
        gain, error = fmean(gains), stdev(gains) / sqrt(len(gains))
        if gain > CLEAR_ERRORS * error:
            shown.append(level)
        yield f"#   {level} {gain:.3f} ± {error:.3f}{'' if level in shown else ': left out, for it may be chance'}"
    yield "[costs]"
    scale = Scale({level: costs[level] for level in shown})
    for level, cost in scale.costs.items():
        yield f"{level} = {cost:.3f}  # accuracy {scale.levels[level]:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--games", type=int, default=100, help="number of games with positions (default: 100)")
    parser.add_argument("--every", type=int, default=5, help="use one of this many decisions (default: 5)")
    arguments = parser.parse_args()
    judge, rows = Judge(registry.load(arguments.game)), list[Row]()
    for seed in range(1, arguments.games + 1):
        rows += judge.rows(seed, arguments.every)
        print(f"{seed} games, {len(rows)} positions", file=sys.stderr)
    command = f"python build/measure/accuracy.py {arguments.game} --games {arguments.games} --every {arguments.every}"
    print("\n".join(lines(command, rows)))


if __name__ == "__main__":
    main()
