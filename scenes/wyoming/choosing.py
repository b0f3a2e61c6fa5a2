"""How a play is chosen at the table of Wyoming: cards, targets, and what the play would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from topping_out.game.engine import Seat, why_not
from topping_out.game.language import mark, tr
from topping_out.game.wyoming.actions import CardId, Deconstructed, Play, PlayKind, suit_of, suit_played
from topping_out.game.wyoming.consequences import PlayTrial, result
from topping_out.game.wyoming.rules import GAME

from ..match.table.selection import Aim, Preview, Selection, Way, tried

Target = tuple[Seat, int]
"""A foundation, as its owner and number. DISCARD stands for the discard pile (W3)."""
DISCARD: Target = (-1, 0)


ONTO_YOURS = (mark("onto your spades"), mark("onto your hearts"), mark("onto your clubs"), mark("onto your diamonds"))
ONTO_THEIRS = (
    mark("onto {name}'s spades"), mark("onto {name}'s hearts"), mark("onto {name}'s clubs"),
    mark("onto {name}'s diamonds"),
)  # fmt: skip
"""Indexed by the suit of the tower."""
TITLES = {
    PlayKind.CONSTRUCT: mark("Construct {cards}"),
    PlayKind.DECONSTRUCT: mark("Deconstruct with {cards}"),
    PlayKind.DISCARD: mark("Discard {cards}"),
}


def way(action: Play) -> Way:
    target = DISCARD if action.kind is PlayKind.DISCARD else (action.owner, action.foundation)
    return Way((action.suit,) * action.count, target)


def with_cards(action: Play, cards: Sequence[CardId]) -> Play:
    return replace(action, cards=tuple(sorted(cards)))


def must_discard(selection: Selection | None) -> bool:
    """Return whether the player is choosing and can only discard."""
    return selection is not None and all(way.target == DISCARD for way in selection.ways)


# -- what a play would do


def trial_at(selection: Selection, target: Target) -> PlayTrial | None:
    """Return a trial of the chosen cards at a target, or None if they can't go there."""
    play = selection.action_at(target)
    return tried(GAME, selection.view, play) if play else None


def height_after(selection: Selection, target: Target) -> int:
    """Return the height of the tower at a target after the chosen cards."""
    trial = trial_at(selection, target)
    return (trial.after if trial else selection.view).height(*target)


def changed(selection: Selection, target: Target) -> range:
    """Return the levels of the storeys that would be added to a tower or knocked off it."""
    trial, height = trial_at(selection, target), selection.view.height(*target)
    fall = trial.first(Deconstructed) if trial else None
    return range(height - len(fall.fallen), height) if fall else range(height, height_after(selection, target))


def first_aim(selection: Selection) -> Aim:
    """Return the place that gives the tallest own tower, or else the highest rival tower; none if all would harm."""

    def promise(target: Target) -> tuple[bool, int]:
        own = target[0] == selection.seat
        return own, height_after(selection, target) if own else selection.view.height(*target)

    harmless = [target for target in selection.targets() if not _harms(selection, target)]
    text = tr("Wherever these cards go, they hurt you or help an opponent. If you mean it, choose the tower yourself.")
    return Aim(max(harmless, key=promise, default=None), caution=text)


def _harms(selection: Selection, target: Target) -> bool:
    """Return whether what then stands harms the player: a lower or too high own tower, or a rival's that isn't lower.

    A tower is too high if only the exact height wins.
    """
    if target == DISCARD:
        return False
    view, after = selection.view, height_after(selection, target)
    before: int = view.height(*target)
    if target[0] != selection.seat:
        return after >= before
    return after < before or bool(view.is_exact and after > view.needed)


# -- in words


def label(selection: Selection) -> str:
    play = selection.action
    if play is None and selection.targets():
        return tr("Choose where to play")
    if play is None:
        return tr("Nowhere to play these") if selection.cards else tr("Choose cards")
    cards = suit_played(play.count, play.suit)
    return tr("Discard {cards}", cards=cards) if must_discard(selection) else tr("Play {cards}", cards=cards)


def refusal(selection: Selection, target: Target) -> str:
    """Return why the chosen cards cannot go to a target."""
    if not selection.cards:
        return tr("Choose cards of one suit first.")
    suit, count = suit_of(selection.cards[0]), len(selection.cards)
    if target == DISCARD:
        return why_not(GAME, selection.view, Play(PlayKind.DISCARD, suit, count))
    tower = selection.view.towers[target[0]][target[1]]
    kind = PlayKind.CONSTRUCT if not tower or suit_of(tower[0]) == suit else PlayKind.DECONSTRUCT
    return why_not(GAME, selection.view, Play(kind, suit, count, *target))


def _where(selection: Selection, target: Target) -> str:
    if target == DISCARD:
        return tr("to the discards")
    tower = selection.view.towers[target[0]][target[1]]
    if not tower:
        return tr("onto your free foundation")
    if target[0] == selection.seat:
        return tr(ONTO_YOURS[suit_of(tower[0])])
    return tr(ONTO_THEIRS[suit_of(tower[0])], name=selection.names[target[0]])


def preview(selection: Selection, target: Target) -> Preview:
    trial: PlayTrial = tried(GAME, selection.view, selection.action_at(target))
    play = trial.action
    title = tr(TITLES[play.kind], cards=suit_played(play.count, play.suit))
    return Preview(title, result(trial).text, _where(selection, target))
