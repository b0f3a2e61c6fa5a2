"""What the places of Towering's table are, in words, for those who listen."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.text import commas, full_stop, paragraph, semicolons, sentence, signed, with_minus
from topping_out.game.towering.cards import Colour, colour_name
from topping_out.game.towering.state import View
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.towering.words import points_words, short_names, site_and_letter


def describe_site(view: View, seat: Seat, colour: Colour, account: str, role: Role, owner: str) -> Semantics:
    """Return a site: whose it is, its tower's worth, and how the worth comes about."""
    tower, site = view.towers[seat][colour], site_and_letter(colour)
    label = tr_player(owner, mark("Your {site}"), mark("{name}'s {site}"), site=site)
    if not tower:
        return Semantics(role, label, description=account)
    return Semantics(role, label, signed(view.score(seat, colour).total), account)


def cards_of_site(view: View, seat: Seat, colour: Colour) -> str:
    """Return a tower's cards; empty where there is none."""
    tower, name = view.towers[seat][colour], sentence(colour_name(colour))
    return tr("{colour}, from the ground: {cards}.", colour=name, cards=short_names(tower)) if tower else ""


def describe_pile(view: View, colour: Colour) -> Semantics:
    """Return a discard pile with its cards."""
    pile = view.discards[colour]
    if not pile:
        return Semantics(Role.OPTION, site_and_letter(colour), tr("no discards"))
    value = tr_count(
        "{number} discard: {top}", "{number} discards, {top} on top", len(pile), top=short_names(pile[-1:])
    )
    return Semantics(Role.OPTION, site_and_letter(colour), value)


def cards_of_pile(view: View, colour: Colour) -> str:
    """Return all cards of a discard pile, where its name does not tell them."""
    pile = view.discards[colour]
    return tr("From the top: {cards}.", cards=short_names(pile[::-1])) if len(pile) > 1 else ""


def describe_points(view: View, names: Sequence[str], title: str, line: str) -> Semantics:
    """Return the plate of the scores."""
    seats = range(len(names))
    totals = (tr("{name} {points}", name=tr_label(names[seat]), points=with_minus(view.total(seat))) for seat in seats)
    points = semicolons(points_words(view, seat, names) for seat in seats)
    return Semantics(Role.BUTTON, title, commas(totals), paragraph([full_stop(points), line]))
