"""What one floor of a tower would do if the tower were scored now, step by step: for whoever looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.game.towers.scoring import Step, appraise
from topping_out.game.towers.state import Storey, View
from topping_out.scenes.towers.scoring.narration import summarize_step

WordsRow = tuple[tuple[Seat | None, str], ...]
"""Beside one another: a seat, or nobody, and a few words about it."""


def rows_now(view: View, plot: int, level: int) -> list[WordsRow]:
    """Return what happens to a floor, and what it does, in the tower as it stands."""
    return [*_rows(view, view.towers[plot], level)]


def rows_if_claimed(view: View, plot: int, level: int) -> list[WordsRow]:
    """Return the same for a vacant floor as if the viewer had claimed it; nothing where nobody could."""
    tower = view.towers[plot]
    if view.seat is None or view.outcome or tower[level].owner is not None:
        return []
    claimed = [*tower]
    claimed[level] = Storey(tower[level].card, view.seat, tower[level].tuck)
    now, then = (appraise(view, floors).points[view.seat] for floors in (tower, claimed))
    in_all = tr("Your points here as it stands: {now} → {then}", now=now, then=then)
    return [*_rows(view, claimed, level), ((None, in_all),)]


def _rows(view: View, tower: Sequence[Storey], level: int) -> Iterator[WordsRow]:
    steps = appraise(view, tower).steps
    for step in steps:
        for change in step.changes:
            if change.level == level:
                yield ((change.after, _taken(view, step, tower, change.after is None)),)
    for step in steps:
        if step.level == level:
            yield summarize_step(step).parts if step.owner is not None else ((None, tr("Vacant: it does nothing.")),)


def _taken(view: View, step: Step, tower: Sequence[Storey], is_vacated: bool) -> str:
    """Return that a floor above has changed the owner before this floor's turn comes."""
    floor = tr(view.floor(tower[step.level].card).name)
    if is_vacated:
        return tr("Already vacated by floor {level}, {floor}", level=step.level + 1, floor=floor)
    return tr("takes it first, with floor {level}, {floor}", level=step.level + 1, floor=floor)
