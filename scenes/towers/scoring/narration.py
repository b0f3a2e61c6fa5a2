"""A tower's account in the few words that stand beside a floor, each with the seat that they are about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.engine import Seat
from game.towers.floors import Verb
from game.towers.scoring import Step
from game.towers.words import sum_words


@dataclass(frozen=True)
class Told:
    """What one floor does: a few words for each seat that they are about (None: for nobody)."""

    level: int
    floor: str
    owner: Seat | None
    parts: tuple[tuple[Seat | None, str], ...]


def tell_step(step: Step) -> Told:
    """Return a step in words without names: whose they are is told by the seat's number and colour beside them."""
    return Told(step.level, step.floor, step.owner, tuple(_parts(step)))


def tell_floors(steps: Iterable[Step]) -> list[Told]:
    """Return the account floor by floor: steps of the same floor together."""
    told: list[Told] = []
    for now in map(tell_step, steps):
        if told and told[-1].level == now.level:
            now = Told(now.level, now.floor, now.owner, told.pop().parts + now.parts)
        told.append(now)
    return told


def _parts(step: Step) -> list[tuple[Seat | None, str]]:
    if step.owner is None:
        return [(None, "vacant")]
    if any(step.points):
        return [(seat, _sum(step, seat)) for seat, points in enumerate(step.points) if points]
    return [(step.owner, _deed(step))]


def _sum(step: Step, seat: Seat) -> str:
    words = sum_words(step, seat)
    return f"scores {words}" if words.isdigit() else words


def _deed(step: Step) -> str:
    """Return what a step that scores nothing brings about."""
    if step.effect is None:
        return "does nothing"
    if step.effect.verb is Verb.DRAW:
        return f"draws {step.drawn}" if step.drawn else "nothing to draw"
    if step.effect.verb not in (Verb.TAKE_BELOW, Verb.VACATE_BELOW):
        return "scores nothing"
    if not step.level:
        return "nothing below"
    if not step.changes:
        return "changes nothing"
    floors = " and ".join(str(change.level + 1) for change in step.changes)
    noun = "floor" if len(step.changes) == 1 else "floors"
    return f"takes {noun} {floors}" if step.effect.verb is Verb.TAKE_BELOW else f"vacates {noun} {floors}"
