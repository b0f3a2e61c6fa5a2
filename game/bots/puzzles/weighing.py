"""What a line that was played at a puzzle falls short of, and what the best does more."""

from __future__ import annotations

import random
from collections.abc import Sequence

from topping_out.game.bots.puzzles.analysis import said
from topping_out.game.bots.puzzles.puzzle import Puzzle, analysis_of
from topping_out.game.bots.reasons import many_things
from topping_out.game.language import tr

WORLDS = 400
"""In how many a line is compared with the best that the proof does not know."""
REASONED = 3
"""So many times as many as for a reason elsewhere: one puzzle at a time is waited for."""


NEAR = 1.5
"""What falls short of the best by no more than so many margins is nearly right: the next best lies one behind."""

FAINT = 0.25
"""What differs from the best by no more than so many margins in trials is as good: they tell no closer."""


def is_near(puzzle: Puzzle, loss: float) -> bool:
    """Tell whether a line that falls short by so much is nearly right."""
    return loss <= NEAR * analysis_of(puzzle.header.game).margin


def value_of(puzzle: Puzzle, steps: Sequence[str]) -> float | None:
    """Return what a line is worth as the proof has it, or as is worked out exactly; None where only trials tell."""
    analysis, start = analysis_of(puzzle.header.game), puzzle.state()

    def result(actions: Sequence[str]) -> str:
        return analysis.result(start, puzzle.seat, [analysis.game.parse(step) for step in actions])

    played = result(steps)
    known = next((line.value for line in puzzle.lines if result(line.steps) == played), None)
    return float(played) if known is None and not puzzle.lines[0].samples else known


def loss_of(puzzle: Puzzle, steps: Sequence[str]) -> float:
    """Return by how much a line is worse than the best; one that is as good in trials costs nothing."""
    best, value = puzzle.lines[0], value_of(puzzle, steps)
    if value is not None:
        return best.value - value
    analysis = analysis_of(puzzle.header.game)
    view = analysis.game.view(puzzle.state(), puzzle.seat)
    lines = [best, type(best)(tuple(steps), 0.0)]
    this, other = analysis.compare(view, lines, WORLDS, random.Random(f"{puzzle.name}.weigh"))
    loss = this - other
    return loss if loss > FAINT * analysis.margin else 0.0


def what_is_more(puzzle: Puzzle, steps: Sequence[str]) -> str:
    """Return in a sentence what the best line does where it parts from another, and what that comes to."""
    analysis, best = analysis_of(puzzle.header.game), puzzle.lines[0].steps
    view, parse = analysis.game.view(puzzle.state(), puzzle.seat), analysis.game.parse
    play, value = analysis.parting(view, best, steps)[0], value_of(puzzle, steps)
    if not puzzle.lines[0].samples and value is not None:  # which of several steps brings it is a matter of their order
        price = analysis.game.price(round(analysis.scale * (puzzle.lines[0].value - value)))
        return said(play, tr("in all that brings {price} more.", price=price))
    this, other = [parse(step) for step in best], [parse(step) for step in steps]
    worlds, rng = REASONED * analysis.reasons.worlds, random.Random(f"{puzzle.name}.more")
    found = analysis.reasons.differences(view, this, other, worlds, rng)
    reason = analysis.reasons.in_words(view, found)
    if reason == many_things() and (idea := analysis.idea(view, best, steps)):
        return idea
    return said(play, reason)
