"""What the table of IceTowers calls its things, and what it answers to those who listen."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.engine import Seat
from topping_out.game.icetowers.events import Capped, DoneSwitched, Event, Lifted, Mined, WasSetDown
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, Colour, PieceId
from topping_out.game.icetowers.state import View
from topping_out.game.icetowers.table import Tower
from topping_out.game.icetowers.words import colour_name, describe
from topping_out.game.language import YOU, mark, tr, tr_count, tr_player
from topping_out.game.text import commas, paragraph, semicolons, sentence
from topping_out.scenes.icetowers import captions

_YOURS = ("", mark("your small"), mark("your medium"), mark("your large"))
_OF = ("", mark("{owner}'s small"), mark("{owner}'s medium"), mark("{owner}'s large"))
"""By the pips of a piece."""


def is_reader(colour: Colour, names: Sequence[str]) -> bool:
    return colour < len(names) and names[colour] == YOU


# -- names


def piece_label(piece: PieceId, names: Sequence[str]) -> str:
    """Return "your small", "large of Ana", for the midst of a sentence."""
    colour, pips = COLOUR_OF[piece], PIPS_OF[piece]
    if is_reader(colour, names):
        return tr(_YOURS[pips])
    return tr(_OF[pips], owner=colour_name(colour, names))


def tower_label(tower: Tower, names: Sequence[str], number: int = 1) -> str:
    """Return whose a tower is and what it is worth. `number`: how many free-standing pieces there are of this kind."""
    if tower.is_free_stander:
        piece = sentence(piece_label(tower.top, names))
        return tr("{piece}, {number} of them", piece=piece, number=number) if number > 1 else piece
    if is_reader(tower.controller, names):
        return tr("Your tower, worth {worth}", worth=tower.worth)
    return tr("{owner}'s tower, worth {worth}", owner=colour_name(tower.controller, names), worth=tower.worth)


def pieces_from_top(tower: Tower, names: Sequence[str]) -> str:
    return commas(piece_label(piece, names) for piece in reversed(tower.pieces))


# -- what happens


def own_sentences(events: Sequence[Event], view: View, is_short: bool) -> list[str]:
    """Return what the sentences about a player's own action leave out: what is in the hand now."""
    return [describe_hand(view, event.seat, is_short) for event in events if isinstance(event, Lifted | Mined)]


def brief_sentence(event: Event, names: Sequence[str]) -> str:
    """Return what a player hears of others' plays while everybody plays at once; empty for what can wait."""
    match event:
        case Capped(seat, _, _, owner, worth, _):
            if is_reader(owner, names):
                return tr("{name} caps your tower: {worth}.", name=names[seat], worth=worth)
            yours, theirs = mark("You cap {owner}: {worth}."), mark("{name} caps {owner}: {worth}.")
            return tr_player(names[seat], yours, theirs, owner=colour_name(owner, names), worth=worth)
        case Mined() | Lifted() | WasSetDown() | DoneSwitched():
            return ""
    return describe(event, names)


# -- answers


def describe_scores(view: View, names: Sequence[str]) -> str:
    """Return how many pips everybody has."""
    scores = enumerate(view.scores)
    return paragraph(
        tr("{name}: {pips}.", name=sentence(colour_name(colour, names)), pips=pips) for colour, pips in scores
    )


def describe_hand(view: View, seat: Seat | None, is_short: bool = False) -> str:
    """Return what a seat holds, and what can be done with it."""
    advice = captions.advice(view, seat, is_short=is_short) if seat is not None else ""
    return tr("{sentence}.", sentence=advice) if advice else tr("Your hand is empty.")


def describe_towers(view: View, names: Sequence[str]) -> str:
    """Return whose towers of two pieces or more stand, what each is worth, and of how many pieces."""
    return paragraph(
        tr("{name}: {towers}.", name=sentence(colour_name(colour, names)), towers=_towers(view, colour, names))
        for colour in range(view.variant.colours)
    )


def _towers(view: View, colour: Colour, names: Sequence[str]) -> str:
    own = [tower for tower in view.towers if tower.controller == colour and not tower.is_free_stander]
    own.sort(key=lambda tower: -tower.worth)
    told = (
        tr_count("{worth} in {number} piece", "{worth} in {number} pieces", len(t.pieces), worth=t.worth) for t in own
    )
    return semicolons(told) or tr("no tower")


def describe_table(view: View, names: Sequence[str]) -> str:
    """Return how many towers everybody has, their worths, and how many pieces stand alone."""
    return paragraph(_of_colour(view, colour, names) for colour in range(view.variant.colours))


def _of_colour(view: View, colour: Colour, names: Sequence[str]) -> str:
    own = [tower for tower in view.towers if tower.controller == colour]
    worths = sorted((tower.worth for tower in own if not tower.is_free_stander), reverse=True)
    towers = tr_count("{number} tower", "{number} towers", len(worths))
    if worths:
        towers = tr("{towers} ({worths})", towers=towers, worths=commas(map(str, worths)))
    alone = tr_count("{number} piece alone", "{number} pieces alone", len(own) - len(worths))
    name = sentence(colour_name(colour, names))
    return tr("{name}: {towers}, {alone}.", name=name, towers=towers, alone=alone)
