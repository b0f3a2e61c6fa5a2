"""The game in words: the move log, accounts, reasons for refusals, what a floor does, the results."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import Outcome, Seat
from game.text import counted
from game.towers.events import (
    Built,
    Claimed,
    Demolished,
    Drew,
    Ended,
    Event,
    FloorScored,
    LastRound,
    Passed,
    ScoringBegan,
)
from game.towers.floors import Effect, Floor, Verb
from game.towers.scoring import Step
from game.towers.state import Cause

# -- floors


def effect_words(effect: Effect, floor: str) -> str:
    """Return what an effect of a floor of that name does, as it stands on the card."""
    n = effect.amount
    below = "the floor below" if n == 1 else f"the {n} floors below"
    return {
        Verb.DRAW: f"draws {n}",
        Verb.SCORE: f"scores {n}",
        Verb.SCORE_MATCHING: f"{n} × {floor}s here",
        Verb.SCORE_ABOVE: f"{n} per floor above",
        Verb.SCORE_TUCKS: f"{n} per own tuck, all",
        Verb.TAKE_BELOW: f"takes {below}",
        Verb.VACATE_BELOW: f"vacates {below}",
    }[effect.verb]


def floor_words(floor: Floor) -> str:
    """Return everything that a floor does, in one line."""
    parts = [effect_words(effect, floor.name) for effect in floor.effects]
    return ", ".join(parts + ["tower scores now"] * floor.triggers_scoring) or "no effect"


# -- accounts


def sum_words(step: Step, seat: Seat) -> str:
    """Return how the seat's points of a step come about: "2 OFFICEs × 2 = 4"; empty where it scores none."""
    points = step.points[seat]
    if step.effect is None or not points:
        return ""
    count = points // step.effect.amount
    what = {
        Verb.SCORE_MATCHING: counted(count, step.floor),
        Verb.SCORE_ABOVE: f"{counted(count, 'floor')} above",
        Verb.SCORE_TUCKS: counted(count, "tuck"),
    }.get(step.effect.verb)
    return f"{what} × {step.effect.amount} = {points}" if what else str(points)


def step_words(step: Step, names: Sequence[str]) -> str:
    """Return a sentence about one step of an account."""
    if step.owner is None:
        return f"{step.floor} is vacant."
    if step.effect is None:
        return f"{step.floor} of {names[step.owner]} does nothing."
    scored = [f"{names[seat]} {sum_words(step, seat)}" for seat, points in enumerate(step.points) if points]
    if scored:
        return f"{step.floor}: {', '.join(scored)}."
    return f"{step.floor} of {names[step.owner]}: {_change_words(step, step.effect, names)}."


def _change_words(step: Step, effect: Effect, names: Sequence[str]) -> str:
    """Return what a step that scores nothing brings about."""
    if effect.verb is Verb.DRAW:
        return f"draws {step.drawn}" if step.drawn else "nothing to draw"
    if effect.verb not in (Verb.TAKE_BELOW, Verb.VACATE_BELOW):
        return "scores nothing"
    if not step.changes:
        return "nothing changes below" if step.level else "there is nothing below"
    *levels, last = [str(change.level + 1) for change in step.changes]
    floors = f"floors {', '.join(levels)} and {last}" if levels else f"floor {last}"
    heir = step.changes[0].after
    if heir is None:
        return f"{floors} {'are' if levels else 'is'} now vacant"
    return f"{floors} now belong{'' if levels else 's'} to {names[heir]}"


# -- the move log

_CAUSES: dict[Cause, str] = {
    "height": "has its sixth floor and is scored",
    "trigger": "is scored for its top floor",
    "game end": "is scored as it stands",
}


def describe(event: Event, names: Sequence[str]) -> str:
    """Return one sentence for the move log; empty where it needs none."""
    match event:
        case Built(seat, plot, level, _, floor):
            where = f"on tower {plot + 1}" if level else f"as the start of tower {plot + 1}"
            return f"{names[seat]} builds {floor} {where}."
        case Claimed(seat, plot, level, _, floor):
            return f"{names[seat]} claims {floor}, floor {level + 1} of tower {plot + 1}."
        case Drew(seat, cards):
            return f"{names[seat]} draws {len(cards)}."
        case ScoringBegan(plot, cause):
            return f"Tower {plot + 1} {_CAUSES[cause]}."
        case FloorScored(_, step):
            return step_words(step, names)
        case Demolished(plot, points):
            return f"Tower {plot + 1} is cleared away: {_points(points, names)}."
        case LastRound(seat):
            return f"The deck is empty after {names[seat]}'s turn: this round is the last."
        case Passed(seat):
            return f"{names[seat]} has no cards and passes."
        case Ended(outcome):
            return describe_outcome(outcome, names)
    return ""


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won and how."""
    seat = outcome.winners[0]
    tie = ", ahead in turn order" if outcome.reason == "turn order" else ""
    return f"{names[seat]} wins with {counted(outcome.scores[seat], 'point')}{tie}."


def _points(points: Sequence[int], names: Sequence[str]) -> str:
    """Return who scored how much."""
    return ", ".join(f"{names[seat]} {n}" for seat, n in enumerate(points) if n) or "nobody scores"
