"""How hard puzzles are: their ratings, as if they were opponents, worked out from which level finds them how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

ANCHOR, ANCHORED = "medium", 1000.0
"""The scale: the level medium has so much, as in the ratings of players (see `game.rating`)."""
SCALE = 400 / log(10)
SURE = 1.0
"""So many tries with a chance of one half are added, so that no rating is without end."""
ROUNDS = 100
STEP = 0.8


def rate(finds: Sequence[Mapping[str, float]], tries: Mapping[str, int]) -> tuple[dict[str, float], list[float]]:
    """Return the ratings of levels and of puzzles under which these shares of finds are likeliest.

    `finds` is by puzzle and level, from 0 to 1; `tries` says how often each level tried each puzzle.
    """
    levels = dict.fromkeys(tries, 0.0)
    puzzles = [0.0] * len(finds)
    for _ in range(ROUNDS):
        for number, found in enumerate(finds):
            pairs = [(levels[level] - puzzles[number], found[level], tries[level]) for level in tries]
            puzzles[number] -= STEP * _newton(pairs, puzzles[number])
        for level in levels:
            pairs = [(levels[level] - puzzle, found[level], tries[level]) for puzzle, found in zip(puzzles, finds)]
            levels[level] += STEP * _newton(pairs, -levels[level])
    shift = levels.get(ANCHOR, 0.0)
    return (
        {level: round(ANCHORED + SCALE * (strength - shift), 1) for level, strength in levels.items()},
        [round(ANCHORED + SCALE * (puzzle - shift), 1) for puzzle in puzzles],
    )


def _newton(pairs: Sequence[tuple[float, float, int]], pull: float) -> float:
    """Return by how much the differences of strength should grow, each with its share of finds and its tries."""
    slope, information = SURE * (0.5 - _chance(-pull)), SURE * 0.25
    for difference, share, tries in pairs:
        chance = _chance(difference)
        slope += tries * (share - chance)
        information += tries * chance * (1 - chance)
    return slope / information


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, difference))))
