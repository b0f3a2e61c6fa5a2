"""The game in words: the move log, the results, and what hints propose."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Advice, Outcome, Seat
from ..language import YOU, mark, tr, tr_context, tr_count, tr_name, tr_player
from ..text import listed_players
from . import legality
from .actions import (
    Action,
    Capped,
    Done,
    DoneSwitched,
    Ended,
    Event,
    LastCall,
    LastCallStopped,
    Lift,
    Mine,
    Mined,
    Place,
    PlayBegan,
    Readied,
    SetDown,
    Showdown,
    Split,
    TimerRang,
    WasSetDown,
    WasSplit,
    Why,
)
from .core import Stack
from .state import COLOUR_OF, PIPS_OF, PIPS_PER_COLOUR, Colour, PieceId, Tower, View, worth_of

# -- words


GHOST = mark("the ghost")
_HOW = {
    "agreed": (
        mark("You win with {pips}: everyone agreed there was nothing left to play."),
        mark("{name} wins with {pips}: everyone agreed there was nothing left to play."),
        mark("{names} share the win with {pips}: everyone agreed there was nothing left to play."),
    ),
    "no moves": (
        mark("You win with {pips}: nobody had a move left."),
        mark("{name} wins with {pips}: nobody had a move left."),
        mark("{names} share the win with {pips}: nobody had a move left."),
    ),
    "showdown": (
        mark("You win with {pips} after a final showdown."),
        mark("{name} wins with {pips} after a final showdown."),
        mark("{names} share the win with {pips} after a final showdown."),
    ),
    "timer": (
        mark("You win with {pips}: the timer rang."),
        mark("{name} wins with {pips}: the timer rang."),
        mark("{names} share the win with {pips}: the timer rang."),
    ),
}
"""By reason: the reader wins, another player wins, several players share the win."""
_PLAIN = mark("You win with {pips}."), mark("{name} wins with {pips}."), mark("{names} share the win with {pips}.")


def colour_name(colour: Colour, names: Sequence[str]) -> str:
    """Return the name of a colour's owner, for use within a sentence."""
    return tr_name(names[colour]) if colour < len(names) else tr(GHOST)


def is_reader(colour: Colour, names: Sequence[str]) -> bool:
    return colour < len(names) and names[colour] == YOU


def describe(event: Event, names: Sequence[str]) -> str:
    """Return a sentence for the move log; empty if the event needs none."""
    match event:
        case Readied(seat, _):
            return tr_player(names[seat], mark("You're ready."), mark("{name} is ready."))
        case Mined(seat, piece, _, controller, _):
            return _of_tower(seat, controller, names, _MINED, piece=_piece_moved(seat, piece, names))
        case Capped(seat, piece, _, taken_from, worth, why):
            texts, words = (_CAPPED_LATE, _piece) if why is Why.STALL else (_CAPPED, _piece_moved)
            return _of_tower(seat, taken_from, names, texts, piece=words(seat, piece, names), worth=worth)
        case WasSetDown(seat, piece, _, _, _, mined, why):
            return _describe_set_down(seat, piece, mined, why, names)
        case WasSplit(seat, controller=controller, lower_worth=lower, upper_worth=upper):
            return _of_tower(seat, controller, names, _SPLIT, lower=lower, upper=upper)
        case DoneSwitched(seat, on):
            return tr_player(names[seat], mark("You're done."), mark("{name} is done.")) if on else ""
        case LastCallStopped(seat):
            return tr_player(names[seat], mark("You play on."), mark("{name} plays on."))
        case Ended(outcome):
            return _who_won(outcome, names, _HOW[outcome.reason])
        case PlayBegan() | LastCall() | TimerRang() | Showdown():
            return tr(_COURSE[type(event)])
    return ""


_COURSE: dict[type[Event], str] = {
    PlayBegan: mark("Play begins."),
    LastCall: mark("Last call: everybody is done."),
    TimerRang: mark("The timer rings."),
    Showdown: mark("No held piece can cap anything, and nobody has another move: everyone lets go at once."),
}


_MINED = (
    mark("You mine {piece} from your tower."),
    mark("You mine {piece} from {owner}'s tower."),
    mark("{name} mines {piece} from your tower."),
    mark("{name} mines {piece} from {owner}'s tower."),
    mark("{name} mines {piece} from their own tower."),
)
"""The reader mines their own tower, or another's; another player mines the reader's tower, another's, or their own."""
_SPLIT = (
    mark("You split your tower into {lower} and {upper}."),
    mark("You split {owner}'s tower into {lower} and {upper}."),
    mark("{name} splits your tower into {lower} and {upper}."),
    mark("{name} splits {owner}'s tower into {lower} and {upper}."),
    mark("{name} splits their own tower into {lower} and {upper}."),
)
_CAPPED = (
    mark("You cap your tower with {piece}: now worth {worth}."),
    mark("You cap {owner}'s tower with {piece}: now worth {worth}."),
    mark("{name} caps your tower with {piece}: now worth {worth}."),
    mark("{name} caps {owner}'s tower with {piece}: now worth {worth}."),
    mark("{name} caps their own tower with {piece}: now worth {worth}."),
)
_CAPPED_LATE = (
    mark("You held on too long: {piece} goes on your tower, now worth {worth}."),
    mark("You held on too long: {piece} goes on {owner}'s tower, now worth {worth}."),
    mark("{name} held on too long: {piece} goes on your tower, now worth {worth}."),
    mark("{name} held on too long: {piece} goes on {owner}'s tower, now worth {worth}."),
    mark("{name} held on too long: {piece} goes on their own tower, now worth {worth}."),
)


def _of_tower(seat: Seat, owner: Colour, names: Sequence[str], texts: Sequence[str], **places: object) -> str:
    """Return the sentence of `texts` (see `_MINED`) that fits the player and the owner of the tower."""
    yours, yours_to_others, to_you, to_others, own = texts
    if owner == seat:
        return tr_player(names[seat], yours, own, **places)
    if is_reader(owner, names):
        return tr_player(names[seat], yours, to_you, **places)
    return tr_player(names[seat], yours_to_others, to_others, owner=colour_name(owner, names), **places)


def _describe_set_down(seat: Seat, piece: PieceId, mined: bool, why: Why, names: Sequence[str]) -> str:
    what = _piece(seat, piece, names)
    if why is Why.STALL:
        yours = mark("You held on too long: {piece} stands on the table.")
        return tr_player(names[seat], yours, mark("{name} held on too long: {piece} stands on the table."), piece=what)
    if why is Why.CHOICE and mined:
        yours = mark("You flee: {piece} is now free-standing.")
        return tr_player(names[seat], yours, mark("{name} flees: {piece} is now free-standing."), piece=what)
    what = _piece_moved(seat, piece, names)
    return tr_player(names[seat], mark("You set {piece} down."), mark("{name} sets {piece} down."), piece=what)


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won."""
    return _who_won(outcome, names, _PLAIN)


def _who_won(outcome: Outcome, names: Sequence[str], texts: tuple[str, str, str]) -> str:
    """Return who won, in the sentence of `texts` for the reader, another player, or several players.

    The ghost may win alone or share the win (I11). It has the pips that the seats lack (I15). If all have as many as at
    the start, an outcome doesn't show whether there is a ghost, and none is mentioned.
    """
    yours, theirs, shared = texts
    ghost = PIPS_PER_COLOUR * (len(outcome.scores) + 1) - sum(outcome.scores)
    if not outcome.winners:
        return tr(theirs, name=tr("The ghost"), pips=ghost)
    best = outcome.scores[outcome.winners[0]]
    winners = [names[seat] for seat in outcome.winners] + [tr(GHOST)] * (ghost == best != PIPS_PER_COLOUR)
    if len(winners) > 1:
        return tr(shared, names=listed_players(winners), pips=best)
    return tr_player(winners[0], yours, theirs, pips=best)


def _piece(seat: Seat, piece: PieceId, names: Sequence[str]) -> str:
    """Return "a small", or for a piece of another colour "a small of Ana's"."""
    pips, colour = PIPS_OF[piece], COLOUR_OF[piece]
    if colour == seat:
        return tr(_A_PIECE[pips])
    return tr(_A_PIECE_OF[pips], owner=colour_name(colour, names))


def _piece_moved(seat: Seat, piece: PieceId, names: Sequence[str]) -> str:
    """Return the same as the object of "mine", "set down" or "cap": some languages inflect it."""
    pips, colour = PIPS_OF[piece], COLOUR_OF[piece]
    if colour == seat:
        small, medium, large = (
            tr_context("moved", "a small"), tr_context("moved", "a medium"), tr_context("moved", "a large"),
        )  # fmt: skip
    else:
        owner = colour_name(colour, names)
        small = tr_context("moved", "a small of {owner}'s", owner=owner)
        medium = tr_context("moved", "a medium of {owner}'s", owner=owner)
        large = tr_context("moved", "a large of {owner}'s", owner=owner)
    return ("", small, medium, large)[pips]


_A_PIECE = ("", mark("a small"), mark("a medium"), mark("a large"))
_A_PIECE_OF = ("", mark("a small of {owner}'s"), mark("a medium of {owner}'s"), mark("a large of {owner}'s"))
"""By pips."""


# -- proposals


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
TAKE_UPPERMOST = (
    "",
    mark("Take your uppermost small piece out of {source}"),
    mark("Take your uppermost medium piece out of {source}"),
    mark("Take your uppermost large piece out of {source}"),
)
TAKE_LOWEST = (
    "",
    mark("Take your lowest small piece out of {source}"),
    mark("Take your lowest medium piece out of {source}"),
    mark("Take your lowest large piece out of {source}"),
)
TAKE_GHOSTS = (
    "",
    mark("Take the ghost's small piece out of {source}"),
    mark("Take the ghost's medium piece out of {source}"),
    mark("Take the ghost's large piece out of {source}"),
)
SINGLE = (
    "",
    mark("{name}'s free-standing small piece"),
    mark("{name}'s free-standing medium piece"),
    mark("{name}'s free-standing large piece"),
)
GHOSTS_SINGLE = (
    "",
    mark("the ghost's free-standing small piece"),
    mark("the ghost's free-standing medium piece"),
    mark("the ghost's free-standing large piece"),
)
"""By pips."""


def propose(view: View, advice: Advice[Action], names: Sequence[str]) -> str:
    """Return what a hint says to do; empty if its piece or tower is no longer there."""
    held = None if view.seat is None else view.hands[view.seat]
    match advice.action:
        case Done():
            return tr("Say you're done")
        case SetDown():
            return tr("Set it down") if held and held.mined else tr("Set it down again")
        case Lift(piece):
            return _cap(view, piece, advice.then, names)
        case Place() as place:
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
    return tr(texts[PIPS_OF[piece]], tower=tower_named(view, tower, names))


def _mine(view: View, piece: PieceId, place: Action | None, names: Sequence[str]) -> str:
    source = legality.tower_of(view, piece)
    if source is None:
        return ""
    texts: Sequence[str] = TAKE_GHOSTS
    if COLOUR_OF[piece] != view.variant.ghost_colour:
        texts = _take_yours(source.stack, source.pieces.index(piece))
    take = tr(texts[PIPS_OF[piece]], source=_source(view, source, names))
    target = legality.tower_by_id(view, place.tower) if isinstance(place, Place) else None
    # Translators: {take} is such as "Take your small piece out of Ana's tower worth 9".
    return tr("{take} and cap {tower} with it", take=take, tower=tower_named(view, target, names)) if target else take


def _take_yours(stack: Stack, at: int) -> Sequence[str]:
    """Return how to say that a piece is taken out of a stack, by its pips. Of equal neighbours, any can be."""
    piece = stack[at : at + 1]
    below, above = stack[:at].rstrip(piece), stack[at:].lstrip(piece)
    if piece not in below + above:
        return TAKE_YOURS
    return TAKE_LOWEST if piece not in below else TAKE_UPPERMOST if piece not in above else TAKE_YOURS


def _split(view: View, piece: PieceId, names: Sequence[str]) -> str:
    tower = legality.tower_of(view, piece)
    if tower is None:
        return ""
    lower = worth_of(tower.pieces[: tower.pieces.index(piece) + 1])
    parts = {"lower": lower, "upper": tower.worth - lower}
    text, gains = mark("Split {tower} into {lower} and {upper}"), COLOUR_OF[piece]
    if gains == view.variant.ghost_colour != tower.controller:
        text = mark("Split {tower} into {lower}, which the ghost gets, and {upper}")
    elif gains != tower.controller:
        text = mark("Split {tower} into {lower}, which {name} gets, and {upper}")
    # Translators: {tower} is such as "Ana's tower worth 9".
    return tr(text, tower=tower_named(view, tower, names), name=colour_name(gains, names), **parts)


def tower_named(view: View, tower: Tower, names: Sequence[str]) -> str:
    """Return a tower as the object of "cap" or "part": "Ana's tower worth 9", "the ghost's single small piece".

    If another tower of the same owner is worth as much, it is also said how tall this one is, or what is at the top.
    """
    owner = tower.controller
    if tower.is_free_stander:
        if owner == view.variant.ghost_colour:
            return tr(GHOSTS_SINGLE[tower.size])
        return tr(SINGLE[tower.size], name=names[owner])
    if owner == view.variant.ghost_colour:
        text = tr("the ghost's tower worth {worth}", worth=tower.worth)
    elif owner == view.seat:
        text = tr("your tower worth {worth}", worth=tower.worth)
    else:
        text = tr("{name}'s tower worth {worth}", name=names[owner], worth=tower.worth)
    return _told_apart(view, tower, text, names)


def _source(view: View, tower: Tower, names: Sequence[str]) -> str:
    """Return a tower, as in "take your small piece out of …": some languages inflect it."""
    owner = tower.controller
    if owner == view.variant.ghost_colour:
        text = tr_context("taken out of", "the ghost's tower worth {worth}", worth=tower.worth)
    elif owner == view.seat:
        text = tr_context("taken out of", "your tower worth {worth}", worth=tower.worth)
    else:
        text = tr_context("taken out of", "{name}'s tower worth {worth}", name=names[owner], worth=tower.worth)
    return _told_apart(view, tower, text, names)


def _told_apart(view: View, tower: Tower, text: str, names: Sequence[str]) -> str:
    """Return a tower's name with what sets it apart from others of the same owner and worth, if anything does."""
    like = [other for other in view.towers if (other.controller, other.worth) == (tower.controller, tower.worth)]
    others = [other for other in like if other.stack != tower.stack and not other.is_free_stander]
    height, heights = len(tower.pieces), [len(other.pieces) for other in others]
    if others and height not in heights:
        # Translators: {tower} is such as "Ana's tower worth 9".
        return tr_count("{tower} ({number} piece high)", "{tower} ({number} pieces high)", height, tower=text)
    if others and tower.size not in [other.size for other in others]:
        return tr(ON_TOP[tower.size], tower=text)
    under = COLOUR_OF[tower.pieces[-2]]
    if not others or under == view.variant.ghost_colour or under in [COLOUR_OF[other.pieces[-2]] for other in others]:
        return text
    if under == view.seat:
        return tr("{tower} (your piece under the top one)", tower=text)
    return tr("{tower} ({name}'s piece under the top one)", tower=text, name=names[under])


# Translators: {tower} is such as "Ana's tower worth 9".
ON_TOP = (
    "",
    mark("{tower} (a small piece on top)"),
    mark("{tower} (a medium piece on top)"),
    mark("{tower} (a large piece on top)"),
)
"""By pips."""
