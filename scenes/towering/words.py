"""Names of the things on Towering's table, and answers to questions about it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_count, tr_label
from topping_out.game.match import SeenEvent
from topping_out.game.roster import Moment
from topping_out.game.text import commas, full_stop, paragraph, semicolons, signed, with_minus
from topping_out.game.towering.actions import (
    COLOUR_LETTERS,
    COLOURS,
    HIGHEST,
    CardId,
    Colour,
    card_words,
    colour_name,
    colour_of,
    is_material,
    number_of,
)
from topping_out.game.towering.core import BONUS_CARDS
from topping_out.game.towering.state import Built, Drew, Event, RoundEnded, View
from topping_out.game.towering.words import card_moved, one_card

from ..match.table.selection import card_count, drawn_words

# -- by colour


ONLY_TO_TOWER = (
    mark("{card} can only go to the blue tower."),
    mark("{card} can only go to the red tower."),
    mark("{card} can only go to the yellow tower."),
    mark("{card} can only go to the green tower."),
    mark("{card} can only go to the black tower."),
    mark("{card} can only go to the purple tower."),
)
ONLY_TO_DISCARDS = (
    mark("{card} can only go to the blue discards."),
    mark("{card} can only go to the red discards."),
    mark("{card} can only go to the yellow discards."),
    mark("{card} can only go to the green discards."),
    mark("{card} can only go to the black discards."),
    mark("{card} can only go to the purple discards."),
)
NO_TOWER_OF_RIVAL = (
    mark("{name} has no blue tower yet"),
    mark("{name} has no red tower yet"),
    mark("{name} has no yellow tower yet"),
    mark("{name} has no green tower yet"),
    mark("{name} has no black tower yet"),
    mark("{name} has no purple tower yet"),
)
NO_TOWER_OF_YOURS = (
    mark("You have no blue tower yet"),
    mark("You have no red tower yet"),
    mark("You have no yellow tower yet"),
    mark("You have no green tower yet"),
    mark("You have no black tower yet"),
    mark("You have no purple tower yet"),
)
NO_COST = (
    mark("No blue tower, so no cost: 0 points"),
    mark("No red tower, so no cost: 0 points"),
    mark("No yellow tower, so no cost: 0 points"),
    mark("No green tower, so no cost: 0 points"),
    mark("No black tower, so no cost: 0 points"),
    mark("No purple tower, so no cost: 0 points"),
)
TOWER = (
    mark("{name}: blue tower, {cards}"),
    mark("{name}: red tower, {cards}"),
    mark("{name}: yellow tower, {cards}"),
    mark("{name}: green tower, {cards}"),
    mark("{name}: black tower, {cards}"),
    mark("{name}: purple tower, {cards}"),
)
NO_DISCARDS = (
    mark("{site}: no blue discards"),
    mark("{site}: no red discards"),
    mark("{site}: no yellow discards"),
    mark("{site}: no green discards"),
    mark("{site}: no black discards"),
    mark("{site}: no purple discards"),
)


# -- words


SITE_NAMES = (mark("ice"), mark("canyon"), mark("desert"), mark("forest"), mark("city"), mark("heath"))
"""By colour."""
MATERIAL = (
    mark("the blue material"), mark("the red material"), mark("the yellow material"),
    mark("the green material"), mark("the black material"), mark("the purple material"),
)  # fmt: skip


def site_name(colour: Colour) -> str:
    """Return a site's name, such as "ice"."""
    return tr(SITE_NAMES[colour])


def site_and_letter(colour: Colour) -> str:
    """Return a site's name and letter, such as "ice b"."""
    return f"{site_name(colour)} {COLOUR_LETTERS[colour]}"


def site_label(colour: Colour) -> str:
    """Return a site's name, letter and colour, such as "ice b, blue"."""
    return f"{site_and_letter(colour)}, {colour_name(colour)}"


def the_card(card: CardId) -> str:
    """Return a card with its article, such as "the red 7" or "the red material"."""
    return tr(MATERIAL[colour_of(card)]) if is_material(card) else one_card(card)


def short_name(card: CardId) -> str:
    """Return a card without its colour, such as "7" or "material"."""
    return tr("material") if is_material(card) else str(number_of(card))


def short_names(cards: Sequence[CardId]) -> str:
    return commas(map(short_name, cards))


def material_count(number: int) -> str:
    return tr_count("{number} material", "{number} materials", number)


# -- events


def details(seen: Sequence[SeenEvent], names: Sequence[str]) -> list[str]:
    """Return sentences about the cards that the viewer drew, and the worth of towers after something was built."""
    sentences = []
    for event, view in seen:
        if isinstance(event, Drew) and event.seat == view.seat:
            sentences.append(drawn_words(names[event.seat], card_moved(event.card)))
        if isinstance(event, Built):
            sentences.append(_worth(view, event.seat, colour_of(event.card), names))
    return sentences


def _worth(view: View, seat: Seat, colour: Colour, names: Sequence[str]) -> str:
    points = signed(view.score(seat, colour).total)
    return tr("{name}: {site}, {points}.", name=tr_label(names[seat]), site=site_name(colour), points=points)


# -- answers


def describe_scores(view: View, names: Sequence[str]) -> str:
    """Return each seat's points: of earlier rounds, of the current towers, and in total."""
    head = tr("Round {number} of {rounds}.", number=view.round + 1, rounds=view.variant.rounds)
    return paragraph([head, *(full_stop(points_words(view, seat, names)) for seat in range(len(names)))])


def describe_towers(view: View, names: Sequence[str]) -> str:
    """Return each seat's towers, with their worth and their cards from the ground up."""
    return paragraph(
        tr("{name}: {towers}.", name=tr_label(names[seat]), towers=_towers(view, seat)) for seat in range(len(names))
    )


def _towers(view: View, seat: Seat) -> str:
    standing = [(colour, tower) for colour, tower in enumerate(view.towers[seat]) if tower]
    towers = (
        tr(
            "{site} {points}, {cards}",
            site=site_name(c),
            points=signed(view.score(seat, c).total),
            cards=short_names(t),
        )
        for c, t in standing
    )
    return semicolons(towers) or tr("no tower")


def points_words(view: View, seat: Seat, names: Sequence[str]) -> str:
    """Return a seat's points as on the scores' plate."""
    return tr(
        "{name}: {before} from earlier rounds, {now} this round, {sum} in all",
        name=tr_label(names[seat]),
        before=with_minus(view.points_before(seat)),
        now=signed(view.points(seat)),
        sum=with_minus(view.total(seat)),
    )


def describe_hand(view: View) -> str:
    """Return the cards of the viewer's hand by colour."""
    if view.seat is None:
        return tr("You hold no cards: you're watching.")
    by_colour = {colour: [card for card in view.hand if colour_of(card) == colour] for colour in COLOURS}
    return paragraph(
        tr("{colour}: {cards}.", colour=colour_name(colour), cards=short_names(cards))
        for colour, cards in by_colour.items()
        if cards
    )


def describe_table(view: View, names: Sequence[str]) -> str:
    """Return the piles, and the other seats' cards as far as they are known."""
    draw = tr("Draw pile: {cards}.", cards=card_count(view.draw_pile))
    piles = [
        tr("{colour}: {cards}.", colour=colour_name(colour), cards=short_names(pile[::-1]))
        for colour, pile in enumerate(view.discards)
        if pile
    ]
    discards = [tr("Discards, from the top:"), *piles] if piles else [tr("No discards.")]
    known_hands = [
        tr("{name}: {hand}.", name=tr_label(names[seat]), hand=hand_words(view, seat))
        for seat in range(len(names))
        if seat != view.seat
    ]
    return paragraph([draw, *discards, *known_hands])


def hand_words(view: View, seat: Seat) -> str:
    """Return how many cards a seat holds, and which of them are known to all."""
    hand = tr_count("{number} card in hand", "{number} cards in hand", view.hand_sizes[seat])
    if not view.known[seat]:
        return hand
    cards = commas(map(card_words, view.known[seat]))
    return tr("{hand}; taken from the discards, for all to see: {cards}", hand=hand, cards=cards)


# -- moments


TALL = 5
"""From this many cards on, a tower is tall enough to be proud of."""


def moments(event: Event, past: Sequence[Event]) -> list[tuple[Seat, Moment]]:
    """Return that a seat is proud if it tops a tower out, or builds its eighth card; nobody can be hurt."""
    if not isinstance(event, Built):
        return []
    seat, card = event.seat, event.card
    round = takewhile(lambda e: not isinstance(e, RoundEnded), reversed(past))
    built = (e for e in round if isinstance(e, Built) and e.seat == seat)
    height = 1 + sum(colour_of(e.card) == colour_of(card) for e in built)
    is_topped = not is_material(card) and number_of(card) == HIGHEST and height >= TALL
    return [(seat, "proud")] if is_topped or height == BONUS_CARDS else []
