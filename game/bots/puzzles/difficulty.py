"""How hard puzzles are: their ratings, as if they were opponents, worked out from which level finds them how often.

A puzzle that only a long search finds is deep: which level comes upon it is luck. Such a one is rated by people's
errors instead: somebody who misjudges every line a little finds it the more often, the clearer it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import erf, exp, log, prod, sqrt

from topping_out.game.bots.puzzles.analysis import Line

ANCHOR, ANCHORED = "medium", 1000.0
"""The scale: the level medium has so much, as in the ratings of players (see `game.rating`)."""
SCALE = 400 / log(10)
SURE = 1.0
"""So many tries with a chance of one half are added, so that no rating is without end."""
ROUNDS = 100
STEP = 0.8
LUCK = 0.25
"""What no level below the strongest finds more often than so is deep."""
SLACK, SPREADS = 0.05, 2.0
"""A level finds a puzzle less often than a weaker one if that shows by more than this, and than two standard errors."""
ERRORS = {"gentle": 8.0, "easy": 6.0, "medium": 4.0, "hard": 2.0, "master": 1.0}
"""By so many margins somebody as strong as a level misjudges a line: a standard deviation."""
REACH, PARTS = 4.0, 80
"""So many standard deviations to each side an error is looked at, in so many parts."""


def is_deep(finds: Mapping[str, float]) -> bool:
    """Tell whether only a long search finds a puzzle; the levels are in order, weakest first."""
    *weaker, _ = finds.values()
    return max(weaker) <= LUCK


def rises(finds: Mapping[str, float], tries: Mapping[str, int]) -> bool:
    """Tell whether each stronger level finds a puzzle at least as often, as far as so many tries can tell.

    None finds it more often than the strongest, in these very tries.
    """
    *_, strongest = finds.values()
    return strongest == max(finds.values()) and not any(
        _is_worse(finds[b], tries[b], finds[a], tries[a]) for a, b in combinations(finds, 2)
    )


def _is_worse(share: float, tries: int, other: float, others: int) -> bool:
    """Tell whether one share lies further below another than chance explains."""
    both = (share * tries + other * others) / (tries + others)
    return other - share > max(SLACK, SPREADS * sqrt(both * (1 - both) * (1 / tries + 1 / others)))


def people_find(lines: Sequence[Line], margin: float) -> dict[str, float]:
    """Return how often people as strong as the levels find a right line, by their errors alone."""
    return {level: _found_with(lines, error * margin) for level, error in ERRORS.items()}


def _found_with(lines: Sequence[Line], error: float) -> float:
    """Return the chance that a right line looks best where all lines are misjudged by independent normal errors."""
    width = 2 * REACH / PARTS
    points = [REACH * (2 * number + 1) / PARTS - REACH for number in range(PARTS)]

    def is_first(line: Line, rest: Sequence[Line]) -> float:
        leads = [(line.value - other.value) / error for other in rest]
        return sum(width * (0.3989423 * exp(-x * x / 2)) * prod(_below(x + lead) for lead in leads) for x in points)

    right = [number for number, line in enumerate(lines) if line.is_right]
    return sum(is_first(lines[number], [*lines[:number], *lines[number + 1 :]]) for number in right)


def _below(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


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


def rate_one(finds: Mapping[str, float], tries: Mapping[str, int], levels: Mapping[str, float]) -> float:
    """Return the rating of one more puzzle, where those of the levels are known."""
    strengths = {level: (rating - ANCHORED) / SCALE for level, rating in levels.items()}
    puzzle = 0.0
    for _ in range(ROUNDS):
        pairs = [(strengths[level] - puzzle, finds[level], tries[level]) for level in strengths]
        puzzle -= STEP * _newton(pairs, puzzle)
    return round(ANCHORED + SCALE * puzzle, 1)


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
