"""A tower's account in few words: what each floor does, and for which seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_label
from topping_out.game.text import listed, semicolons
from topping_out.game.towers.floors import EffectVerb
from topping_out.game.towers.scoring import Step
from topping_out.game.towers.words import sum_words


@dataclass(frozen=True)
class FloorSummary:
    """What one floor does: for each seat that it concerns, a few words; None is nobody's seat."""

    level: int
    floor: str
    """Its name in English, which tells it from other floors."""
    owner: Seat | None
    """At the moment when its turn comes."""
    parts: tuple[tuple[Seat | None, str], ...]


def summarize_step(step: Step) -> FloorSummary:
    """Return a step in words without names: the seat's number and colour stand beside them."""
    return FloorSummary(step.level, step.floor, step.owner, tuple(_parts(step)))


def summarize_floors(steps: Iterable[Step]) -> list[FloorSummary]:
    """Return the account floor by floor; the steps of one floor are put together."""
    summaries: list[FloorSummary] = []
    for now in map(summarize_step, steps):
        if summaries and summaries[-1].level == now.level:
            now = FloorSummary(now.level, now.floor, now.owner, summaries.pop().parts + now.parts)
        summaries.append(now)
    return summaries


def _parts(step: Step) -> list[tuple[Seat | None, str]]:
    if step.owner is None:
        return [(None, tr("vacant"))]
    if any(step.points):
        return [(seat, _sum(step, seat)) for seat, points in enumerate(step.points) if points]
    return [(step.owner, _deed(step))]


def _sum(step: Step, seat: Seat) -> str:
    words = sum_words(step, seat)
    return tr("scores {n}", n=words) if words.isdigit() else words


def _deed(step: Step) -> str:
    """Return what a step does that scores nothing."""
    if step.effect is None:
        return tr("does nothing")
    if step.effect.verb is EffectVerb.DRAW:
        return tr("draws {n}", n=step.drawn) if step.drawn else tr("nothing to draw")
    if step.effect.verb not in (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW):
        return tr("scores nothing")
    if not step.level:
        return tr("nothing below")
    if not step.changes:
        return tr("changes nothing")
    floors = listed([str(change.level + 1) for change in step.changes])
    takes, is_one = step.effect.verb is EffectVerb.TAKE_BELOW, len(step.changes) == 1
    if is_one:
        return tr("takes floor {floor}", floor=floors) if takes else tr("vacates floor {floor}", floor=floors)
    return tr("takes floors {floors}", floors=floors) if takes else tr("vacates floors {floors}", floors=floors)


def deed_words(summary: FloorSummary, names: Sequence[str]) -> str:
    """Return all that a floor does; where it does something for others than its owner, with everybody's name."""
    is_owners = {seat for seat, _ in summary.parts} <= {None, summary.owner}
    return semicolons(
        words if seat is None or is_owners else tr("{name}: {points}", name=tr_label(names[seat]), points=words)
        for seat, words in summary.parts
    )
