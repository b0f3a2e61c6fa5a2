"""Choosing actions at the table of Towers: the cards and places that make an action, and what it would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from topping_out.game.engine import Seat, why_not
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.text import commas, signed
from topping_out.game.towers.actions import NEW, Action, Build, Claim, End
from topping_out.game.towers.floors import Account, CardId
from topping_out.game.towers.rules import GAME, preview
from topping_out.game.towers.state import View
from topping_out.game.towers.words import points_words

from ..match.table.selection import Aim, Preview, Selection, Way, tried


class Target(NamedTuple):
    """A place for a card on the table: the top of a plot's tower or, with a level, under that floor."""

    plot: int
    level: int | None = None


def way(view: View, action: Action) -> Way:
    if isinstance(action, End):
        return Way((), None)
    plot = free_plot(view) if action.plot == NEW else action.plot
    level = action.level if isinstance(action, Claim) else None
    return Way((view.variant.deck.kind_named[action.floor],), Target(plot, level))


def free_plot(view: View) -> int:
    """Return the plot of a new tower, the leftmost free one; -1 if there is none."""
    return next((plot for plot, tower in enumerate(view.towers) if not tower), -1)


def builds(selection: Selection) -> bool:
    """Tell whether the player must still build; if not, the player may claim floors."""
    view: View = selection.view
    return view.builds_left > 0


def is_claiming(selection: Selection | None) -> bool:
    """Tell whether a card is chosen to claim a floor with."""
    return selection is not None and selection.card is not None and not builds(selection)


# -- where a card goes


def first_aim(selection: Selection) -> Aim:
    """Return the floor where a claim pays most; none if none pays, or while the player must build."""
    if builds(selection):
        return Aim()
    best = next(iter(_ranked(selection)), None)
    if best and _lead(selection, best) > 0:
        return Aim(best)
    pays = any(_pays(selection, target) for target in selection.targets())
    return Aim(rest="" if pays else tr("It pays nothing as it stands"))


def _ranked(selection: Selection) -> list[Target]:
    """Return the floors that can be claimed, best first; of equally good ones the higher, which is scored earlier."""
    return sorted(sorted(selection.targets()), key=lambda to: (_lead(selection, to), to.level or 0), reverse=True)


def _lead(selection: Selection, target: Target) -> int:
    """Return the player's gain in points by a claim minus that of the others, if the tower were scored now."""
    before, after = _claimed(selection, target)
    own: int = after.points[selection.seat] - before.points[selection.seat]
    return 2 * own - (sum(after.points) - sum(before.points))


def places_in(selection: Selection, target: Target) -> list[Target] | None:
    """Return the floors of a tower that the chosen card can claim, best first.

    Return None if no card is chosen for a claim, or if the target is a floor.
    """
    if not is_claiming(selection) or target.level is not None:
        return None
    return [floor for floor in _ranked(selection) if floor.plot == target.plot]


# -- in words


def _pays(selection: Selection, target: Target) -> bool:
    """Tell whether the player would get more points or cards by a claim, if the tower were scored now."""
    (before, after), seat = _claimed(selection, target), selection.seat
    return after.points[seat] > before.points[seat] or _drawn(after, seat) > _drawn(before, seat)


def label(selection: Selection) -> str:
    match selection.action:
        case Build(_, plot):
            return tr("Start a tower") if plot == NEW else tr("Build on tower {tower}", tower=plot + 1)
        case Claim():
            return tr("Claim the floor")
        case End():
            return tr("End turn")
    return tr("Choose a card") if selection.card is None else tr("Choose a tower")


def prompt(selection: Selection) -> str:
    view: View = selection.view
    if view.builds_left == view.variant.builds:
        return ""
    if builds(selection):
        return tr("Now build on another tower.")
    return tr("Claim floors, or end the turn.") if len(selection.ways) > 1 else tr("End the turn.")


def refusal(selection: Selection, target: Target) -> str:
    """Return why nothing can be done at a target."""
    if selection.card is None:
        return tr("Choose a card in your hand first.")
    if places_in(selection, target) == []:
        return tr("No floor of tower {tower} is free to claim.", tower=target.plot + 1)
    view, floor = selection.view, _name(selection.view, selection.card)
    if target.level is not None:
        return why_not(GAME, view, Claim(floor, target.plot, target.level))
    return why_not(GAME, view, Build(floor, NEW if target.plot == free_plot(view) else target.plot))


def preview_of(selection: Selection, target: Target) -> Preview:
    action, where = selection.action_at(target), _where(selection.view, *target)
    if isinstance(action, Claim):
        floor = tr(_name(selection.view, selection.view.towers[action.plot][action.level].card))
        title = tr("Claim this {floor} with {card}", floor=floor, card=tr(action.floor))
        return Preview(title, _gain(selection, target), where)
    text = mark("Build {floor} on tower {tower}")
    if not selection.view.towers[target.plot]:
        text = mark("Start tower {tower} with {floor}")
    line = worth_words(_after(selection, target), target.plot, selection.names)
    return Preview(tr(text, floor=tr(action.floor), tower=target.plot + 1), line, where)


def _gain(selection: Selection, target: Target) -> str:
    """Return in words what the player and the others would gain by a claim, if the tower were scored now."""
    (before, after), seat = _claimed(selection, target), selection.seat
    now, then = before.points[seat], after.points[seat]
    others = sum(after.points) - then - sum(before.points) + now
    cards = _drawn(after, seat) - _drawn(before, seat)
    clauses = [tr("{now} to {then} points for you", now=now, then=then)] if now != then else []
    clauses += [tr("others {points}", points=signed(others))] if others else []
    clauses += [tr_count("you draw {number} card", "you draw {number} cards", cards)] if cards > 0 else []
    return commas(clauses) or tr("It pays nothing as it stands")


def _where(view: View, plot: int, level: int | None) -> str:
    if level is None:
        text = mark("onto tower {tower}") if view.towers[plot] else mark("as the start of tower {tower}")
        return tr(text, tower=plot + 1)
    floor = tr(_name(view, view.towers[plot][level].card))
    return tr("under {floor}, floor {level} of tower {tower}", floor=floor, level=level + 1, tower=plot + 1)


def _name(view: View, card: CardId) -> str:
    return view.floor(card).name


def _after(selection: Selection, target: Target) -> View:
    """Return the player's view after the action at a target."""
    after: View = tried(GAME, selection.view, selection.action_at(target)).after
    return after


def _claimed(selection: Selection, target: Target) -> tuple[Account, Account]:
    """Return the accounts of the target's tower, if it were scored now, without the claim and with it."""
    return preview(selection.view, target.plot), preview(_after(selection, target), target.plot)


def _drawn(account: Account, seat: Seat) -> int:
    """Return how many cards a seat draws in a scoring."""
    return sum(step.drawn for step in account.steps if step.owner == seat)


def worth_words(view: View, plot: int, names: Sequence[str]) -> str:
    """Return the height of a tower that was just built on, and what it would score, in words."""
    points, tower = points_words(preview(view, plot).points, names) or tr("nobody scores"), view.towers[plot]
    if view.floor(tower[-1].card).triggers_scoring:
        return tr("It's scored at the end of this turn: {points}", points=points)
    text = mark("Floor {number} of {total}. Scored as it stands: {points}")
    if view.is_due(plot):
        text = mark("Floor {number} of {total}: scored at the end of this turn, {points}")
    return tr(text, number=len(tower), total=view.variant.height, points=points)


def owner_points(points: Sequence[int]) -> list[tuple[Seat, int]]:
    """Return the seats with points, each with its points."""
    return [(seat, n) for seat, n in enumerate(points) if n]
