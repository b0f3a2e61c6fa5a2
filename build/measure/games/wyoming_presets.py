"""How long each preset of Towers of Wyoming lasts, what its wins are made of, and how its chances run (W12).

`PYTHONPATH=build python build/measure/games/wyoming_presets.py --games 40 --levels easy,medium`: bots of one level play
each preset at each number of seats. *Stood* is the share of the wins by a tower that stood at 4 or more when its turn
began; *seat* by how much the luckiest seat won more than its part; *leads* where in the game, from 0 to 1, the winner
began to be the likeliest for good (median); *moves* by how much a seat's chance moves from one tenth of the first two
thirds of the game to the next.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean, median

from topping_out.game.arena.contenders import players_of, read_contenders
from topping_out.game.arena.simulate import Simulation, play_game, simulations
from topping_out.game.bots.review.chances import Shares, chances
from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.engine import Seat
from topping_out.game.record import new_header
from topping_out.game.wyoming.options import PRESETS
from topping_out.game.wyoming.rules import GAME

KEPT = 4
"""A tower that high at the turn's start counts as one that stood."""
TENTHS = 10


@dataclass
class Found:
    """What games of one kind came to, one entry a game; of the wins and curves only where there is one winner."""

    turns: list[float] = field(default_factory=list)
    stood: list[bool] = field(default_factory=list)
    winners: list[Seat] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)

    def add(self, timeline: Timeline, rng: random.Random | None) -> None:
        """Take in a game; its curve only with a source of luck."""
        states = [step.state for step in timeline.steps]
        last, outcome = states[-2], states[-1].outcome
        self.turns.append((len(states) - 1) / last.variant.seats)
        if not outcome or len(outcome.winners) != 1:
            return
        winner = outcome.winners[0]
        self.winners.append(winner)
        heights = zip(states[-1].towers_of(winner), last.towers_of(winner))
        self.stood.append(max((len(after), len(before)) for after, before in heights)[1] >= KEPT)
        if rng:
            seats = last.variant.seats
            curve = [chances(GAME, states[number * len(states) // TENTHS], seats, rng) for number in range(TENTHS)]
            self.leads.append(leading_from(curve, winner))
            self.moves.append(fmean(moved(curve[: 2 * TENTHS // 3])))

    def line(self, seats: int) -> str:
        luck = max(self.winners.count(seat) for seat in range(seats)) / len(self.winners) - 1 / seats
        words = f"turns {fmean(self.turns):5.1f}  stood {fmean(self.stood):4.0%}  seat {luck:+4.0%}"
        if self.leads:
            words += f"  leads {median(self.leads):.1f}  moves {fmean(self.moves):.0%}"
        return f"{words}  ({len(self.turns)} games)"


def leading_from(curve: Sequence[Shares], winner: Seat) -> float:
    """Return the share of the game after which the winner was always the likeliest."""
    behind = [number for number, shares in enumerate(curve) if max(shares) > shares[winner]]
    return (behind[-1] + 1) / len(curve) if behind else 0.0


def moved(curve: Sequence[Shares]) -> Iterator[float]:
    """Yield by how much the chances moved from each point to the next, on average of the seats."""
    for before, after in pairwise(curve):
        yield fmean(abs(one - other) for one, other in zip(before, after))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="of each preset, seats and level (default: 40)")
    parser.add_argument("--curves", type=int, default=15, help="of them with their chances (default: 15)")
    parser.add_argument("--levels", default="medium")
    parser.add_argument("--seats", default="2,3,4")
    parser.add_argument("--presets", default=",".join(preset.key for preset in PRESETS))
    parser.add_argument("--seed", type=int, default=12000)
    told = parser.parse_args()
    for preset in (preset for preset in PRESETS if preset.key in told.presets.split(",")):
        for seats, level in ((int(n), level) for n in told.seats.split(",") for level in told.levels.split(",")):
            contenders = read_contenders(GAME, ",".join([level] * seats))
            header = new_header(GAME, players_of(contenders), dict(preset.options), told.seed)
            found, rng = Found(), random.Random(told.seed)
            for number, each in enumerate(simulations(Simulation(header, contenders), told.games)):
                found.add(Timeline(play_game(each).record), rng if number < told.curves else None)
            print(f"{preset.key:14} {seats} seats, {level:7} {found.line(seats)}", flush=True)


if __name__ == "__main__":
    main()
