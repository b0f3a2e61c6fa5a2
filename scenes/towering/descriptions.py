"""What the places of Towering's table are, in words, for those who listen."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_count
from topping_out.game.text import signed
from topping_out.game.towering.cards import Colour
from topping_out.game.towering.state import View
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.towering.words import points_words, short_names, site_label


def describe_site(view: View, seat: Seat, colour: Colour, account: str, role: Role) -> Semantics:
    """Return a site: its tower's worth, its cards from the ground, and how the worth comes about."""
    label, tower = site_label(colour), view.towers[seat][colour]
    if not tower:
        return Semantics(role, label, description=account)
    worth = signed(view.score(seat, colour).total)
    value = tr("{points}, from the ground: {cards}", points=worth, cards=short_names(tower))
    return Semantics(role, label, value, account)


def describe_pile(view: View, colour: Colour) -> Semantics:
    """Return a discard pile with its cards."""
    pile = view.discards[colour]
    if not pile:
        return Semantics(Role.OPTION, site_label(colour), tr("no discards"))
    value = tr_count(
        "{number} discard: {cards}",
        "{number} discards, from the top: {cards}",
        len(pile),
        cards=short_names(pile[::-1]),
    )
    return Semantics(Role.OPTION, site_label(colour), value)


def describe_points(view: View, names: Sequence[str], title: str, line: str) -> Semantics:
    """Return the plate of the scores."""
    points = (points_words(view, seat, names) for seat in range(len(names)))
    return Semantics(Role.BUTTON, title, "; ".join(points), line)
