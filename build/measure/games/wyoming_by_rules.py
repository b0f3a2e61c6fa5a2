"""What Wyoming's playouts would take by the rules themselves: `python build/measure/games/wyoming_by_rules.py`.

The policy reads a state as cheaply as it can, and plays go by the game's own `apply`; so they do in Towering.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from statistics import median
from time import thread_time

sys.path.append(str(Path(__file__).resolve().parents[2] / "editable"))

from topping_out.game.options import resolve
from topping_out.game.wyoming.actions import Kind, Play
from topping_out.game.wyoming.bots.core.playout import best_play, chance_of, play_out
from topping_out.game.wyoming.bots.core.world import AWAY, DECIDED, World
from topping_out.game.wyoming.bots.weights import weights_of
from topping_out.game.wyoming.bots.worlds import counts, terms_of, values_for, world_of
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import State

STARTS, REPEATS, TURNS = 12, 15, 6
counts_of = cache(counts)


def sight(state: State) -> World:
    """Return what the policy looks at: its own suits, and of the rest how much there is."""
    hands = [0] * (4 * len(state.hands))
    hands[::4] = map(len, state.hands)
    hands[4 * state.turn : 4 * state.turn + 4] = counts_of(state.hands[state.turn])
    heights, alive = list(map(len, state.towers)), [seat in state.in_play for seat in range(len(state.hands))]
    numbers = [state.pennies, state.turn, int(state.owed), 1]
    terms, deck = terms_of(state.variant), [0] * len(state.deck)
    return World(terms, hands, state.suits, heights, deck, counts(state.discards), alive, numbers)


@cache
def play_of(code: int, standing: int, per_seat: int) -> Play:
    place, suit, count = code >> 5, code >> 3 & 3, code & 7
    if place == AWAY:
        return Play(Kind.DISCARD, suit, count)
    kind = Kind.CONSTRUCT if standing in (suit, 4) else Kind.DECONSTRUCT
    return Play(kind, suit, count, place // per_seat, place % per_seat)


def play_out_by_rules(state: State, values: list[int]) -> float:
    """Do what `play_out` does for seat 0."""
    turns = TURNS
    while state.outcome is None and 0 in state.in_play:
        best = best_play(sight(state), values)
        turns -= state.turn == 0
        if state.turn == 0 and (turns <= 0 or best >> 9 >= DECIDED):
            return chance_of(best >> 9)
        place = (best & 511) >> 5
        standing = state.suits[place] if place != AWAY else 4
        GAME.apply(state, state.turn, play_of(best & 511, standing, state.variant.foundations))
    return float(state.outcome is not None and 0 in state.outcome.winners)


def main() -> None:
    for seats in GAME.seats:
        starts = [GAME.setup(seats, resolve(GAME.options(seats), {}), seed) for seed in range(STARTS)]
        worlds, values = list(map(world_of, starts)), values_for(weights_of("master").values, starts[0].variant)
        ratios = []
        for _ in range(REPEATS):
            began = thread_time()
            for world in worlds:
                play_out(world.copy(), 0, TURNS, values)
            middle = thread_time()
            for start in starts:
                play_out_by_rules(start.copy(), values)
            ratios.append((thread_time() - middle) / (middle - began))
        print(f"{seats} seats: {median(ratios):.2f} times the core's time")


if __name__ == "__main__":
    main()
