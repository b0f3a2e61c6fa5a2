"""What a hint says to do: whose tower is capped, taken from or parted."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.engine import Advice
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Done, Lift, Mine, Place, SetDown, Split
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, PieceId, worth_of
from topping_out.game.icetowers.state import View
from topping_out.game.icetowers.table import Tower
from topping_out.game.language import mark, tr, tr_context

CAP_WITH_YOURS = (
    "",
    mark("Cap {tower} with your small piece"),
    mark("Cap {tower} with your medium piece"),
    mark("Cap {tower} with your large piece"),
)
CAP_WITH_GHOSTS = (
    "",
    mark("Cap {tower} with the ghost's small piece"),
    mark("Cap {tower} with the ghost's medium piece"),
    mark("Cap {tower} with the ghost's large piece"),
)
TAKE_YOURS = (
    "",
    mark("Take your small piece out of {source}"),
    mark("Take your medium piece out of {source}"),
    mark("Take your large piece out of {source}"),
)
TAKE_GHOSTS = (
    "",
    mark("Take the ghost's small piece out of {source}"),
    mark("Take the ghost's medium piece out of {source}"),
    mark("Take the ghost's large piece out of {source}"),
)
SINGLE = (
    "",
    mark("{name}'s single small piece"),
    mark("{name}'s single medium piece"),
    mark("{name}'s single large piece"),
)
GHOSTS_SINGLE = (
    "",
    mark("the ghost's single small piece"),
    mark("the ghost's single medium piece"),
    mark("the ghost's single large piece"),
)
"""By their pips."""


def propose(view: View, advice: Advice[Action], names: Sequence[str]) -> str:
    """Return what to do; empty where nothing is to be named, or is no longer there."""
    match advice.action:
        case Done():
            return tr("Say you're done")
        case SetDown():
            held = None if view.seat is None else view.hands[view.seat]
            return tr("Set it down") if held and held.mined else tr("Set it down again")
        case Lift(piece):
            return _cap(view, piece, advice.then, names)
        case Place() as place:
            held = None if view.seat is None else view.hands[view.seat]
            return _cap(view, held.piece, place, names) if held else ""
        case Mine(piece):
            return _mine(view, piece, advice.then, names)
        case Split(piece):
            return _split(view, piece, names)
    return ""


def _cap(view: View, piece: PieceId, place: Action | None, names: Sequence[str]) -> str:
    tower = legality.tower_by_id(view, place.tower) if isinstance(place, Place) else None
    if tower is None:
        return ""
    texts = CAP_WITH_GHOSTS if COLOUR_OF[piece] == view.variant.ghost_colour else CAP_WITH_YOURS
    return tr(texts[PIPS_OF[piece]], tower=_named(view, tower, names))


def _mine(view: View, piece: PieceId, place: Action | None, names: Sequence[str]) -> str:
    source = legality.tower_of(view, piece)
    if source is None:
        return ""
    texts = TAKE_GHOSTS if COLOUR_OF[piece] == view.variant.ghost_colour else TAKE_YOURS
    take = tr(texts[PIPS_OF[piece]], source=_source(view, source, names))
    target = legality.tower_by_id(view, place.tower) if isinstance(place, Place) else None
    # Translators: {take} is such as "Take your small piece out of Ana's tower of 9".
    return tr("{take} and cap {tower} with it", take=take, tower=_named(view, target, names)) if target else take


def _split(view: View, piece: PieceId, names: Sequence[str]) -> str:
    tower = legality.tower_of(view, piece)
    if tower is None:
        return ""
    lower = worth_of(tower.pieces[: tower.pieces.index(piece) + 1])
    parts = {"lower": lower, "upper": tower.worth - lower}
    # Translators: {tower} is such as "Ana's tower of 9".
    return tr("Part {tower} into {lower} and {upper}", tower=_named(view, tower, names), **parts)


def _named(view: View, tower: Tower, names: Sequence[str]) -> str:
    """Return a tower as what is capped or parted: "Ana's tower of 9", "the ghost's single small piece"."""
    owner = tower.controller
    if tower.is_free_stander:
        if owner == view.variant.ghost_colour:
            return tr(GHOSTS_SINGLE[tower.size])
        return tr(SINGLE[tower.size], name=names[owner])
    if owner == view.variant.ghost_colour:
        return tr("the ghost's tower of {worth}", worth=tower.worth)
    if owner == view.seat:
        return tr("your tower of {worth}", worth=tower.worth)
    return tr("{name}'s tower of {worth}", name=names[owner], worth=tower.worth)


def _source(view: View, tower: Tower, names: Sequence[str]) -> str:
    """Return a tower as what a piece is taken out of."""
    owner = tower.controller
    if owner == view.variant.ghost_colour:
        return tr_context("taken out of", "the ghost's tower of {worth}", worth=tower.worth)
    if owner == view.seat:
        return tr_context("taken out of", "your tower of {worth}", worth=tower.worth)
    return tr_context("taken out of", "{name}'s tower of {worth}", name=names[owner], worth=tower.worth)
