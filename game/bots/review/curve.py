"""The curve of a finished game: the points at which its chances are told, and those at which it turned."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from topping_out.game.bots.review.chances import Shares, chances, has_chances
from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.record import start_state
from topping_out.game.text import clock_text

MOST = 150
"""Points of a curve; a game of more turns has one for every few of them."""
PACE = 2000
"""Milliseconds from one point of a live game to the next, at least."""
TURNS = 3
"""Turning points that are told of, at most."""
SWING = 0.1
"""The least change of a chance that counts as one."""

APART = 25
"""Two turning points have at least this part of the game between them."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A moment of a game."""

    step: int
    """How many effective entries of the record lie before it."""
    turn: int
    """The turn that begins there, from 1; in a live game 0."""
    time: str
    """What the clock of a live game showed; else empty."""


def points_of(timeline: Timeline) -> tuple[CurvePoint, ...]:
    """Return the points of a game's curve, from its start to its end; none where nobody can tell the chances."""
    game, steps = timeline.game, timeline.steps
    if not steps or not has_chances(game):
        return ()
    found = _times(timeline) if game.live else _turns(timeline)
    thinned = found[:: 1 + len(found) // MOST]
    return (*thinned, CurvePoint(len(steps), *_end(timeline)))


def _turns(timeline: Timeline) -> list[CurvePoint]:
    """Return where each turn begins."""
    found: list[CurvePoint] = []
    for step, turn in enumerate(timeline.turns):
        if not found or turn != found[-1].turn:
            found.append(CurvePoint(step, turn, ""))
    return found


def _times(timeline: Timeline) -> list[CurvePoint]:
    found, last = [CurvePoint(0, 0, clock_text(0).strip())], 0
    for step, (entry, action, *_) in enumerate(timeline.steps[:-1], 1):
        if action is not None and entry.ms - last >= PACE:
            last = entry.ms
            found.append(CurvePoint(step, 0, clock_text(entry.ms).strip()))
    return found


def _end(timeline: Timeline) -> tuple[int, str]:
    if timeline.game.live:
        return 0, clock_text(timeline.steps[-1].entry.ms).strip()
    return timeline.turns[-1], ""


def chances_at(timeline: Timeline, point: CurvePoint) -> Shares:
    """Return the chances at a point, by seat; the same ones whenever they are asked for."""
    header = timeline.record.header
    state = timeline.steps[point.step - 1].state if point.step else start_state(header)
    rng = random.Random(f"{header.seed}.{point.step}")
    return chances(timeline.game, state.copy(), len(header.seats), rng)


def turning_points(curve: Sequence[Shares]) -> list[int]:
    """Return the numbers of the points from which the chances changed most until the next, the first one first.

    They lie some way from each other.
    """
    swings = [max(abs(b - a) for a, b in zip(one, other)) for one, other in pairwise(curve)]
    apart, found = max(2, len(swings) // APART), list[int]()
    for number in sorted(range(len(swings)), key=lambda number: -swings[number]):
        is_near = any(abs(number - other) < apart for other in found)
        if swings[number] >= SWING and not is_near and len(found) < TURNS:
            found.append(number)
    return sorted(found)
