"""What the places of the table of Towers are, in words, for those who listen."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from topping_out.game.language import tr, tr_label
from topping_out.game.text import paragraph, sentence
from topping_out.game.towers.scoring import preview
from topping_out.game.towers.state import View
from topping_out.game.towers.words import floor_words
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.towers.scoring.ledger import LastPlay
from topping_out.scenes.towers.scoring.narration import deed_words, summarize_floors
from topping_out.scenes.towers.tips import peeked
from topping_out.scenes.towers.words import floor_name, worth_now


def describe_tower(view: View, plot: int, names: Sequence[str]) -> Semantics:
    """Return a tower as the place to build on: how tall it is, and what it would score now."""
    label, height = tr("Tower {tower}", tower=plot + 1), len(view.towers[plot])
    if not height:
        return Semantics(Role.OPTION, label, tr("free plot"))
    points = worth_now(view, plot, names) or tr("nobody scores")
    about = tr("It is scored at the end of this turn.") if view.is_due(plot) else ""
    told = tr("Scored as it stands: {points}.", points=points)
    floors = tr("{number} of {total}", number=height, total=view.variant.height)
    return Semantics(Role.OPTION, label, f"{floors}, {points}", paragraph([told, about]))


def describe_floor(
    view: View, plot: int, level: int, names: Sequence[str], plays: Collection[LastPlay] = ()
) -> Semantics:
    """Return a floor: its owner, what is tucked there, what it does, and what it would bring now.

    `plays`: what the others did in their last turns.
    """
    card = view.towers[plot][level].card
    label = tr("{floor}, floor {level}", floor=floor_name(view, card), level=level + 1)
    owner = view.towers[plot][level].owner
    news = [tr("{sentence}.", sentence=sentence(one)) for one in _new(plot, level, names, plays)]
    if (tucked := peeked(view, plot, level)) is not None:
        news.append(tr("{floor} is tucked under it.", floor=floor_name(view, tucked)))
    effects, deed = tr("Effect: {effects}.", effects=floor_words(view.floor(card))), _deed(view, plot, level, names)
    told = [tr("Scored as it stands: {points}.", points=deed)] if deed else []
    state = tr("vacant") if owner is None else tr_label(names[owner])
    return Semantics(Role.OPTION, label, state, paragraph([*news, effects, *told]))


def _deed(view: View, plot: int, level: int, names: Sequence[str]) -> str:
    """Return what a floor would do if its tower were scored now; empty where it is vacant and stays so."""
    before = view.towers[plot][level].owner
    now = next(row for row in summarize_floors(preview(view, plot).steps) if row.level == level)
    if now.owner is None:
        return "" if before is None else tr("vacant")
    deed = deed_words(now, names)
    return deed if now.owner == before else tr("{name}: {points}", name=tr_label(names[now.owner]), points=deed)


def _new(plot: int, level: int, names: Sequence[str], plays: Collection[LastPlay]) -> list[str]:
    """Return what the others did there in their last turns, as marks on the table show it."""
    here = [play for play in plays if (play.plot, play.level) == (plot, level)]
    built = [tr("just built by {name}", name=tr_label(names[play.seat])) for play in here if not play.is_claim]
    return [*built, *(tr("just claimed") for play in here if play.is_claim)]
