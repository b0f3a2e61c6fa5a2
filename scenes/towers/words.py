"""Words about the table of Towers, and the moments at which characters speak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_context, tr_count, tr_label, tr_player
from topping_out.game.match import SeenEvent
from topping_out.game.roster import Moment
from topping_out.game.text import commas, paragraph, semicolons
from topping_out.game.towers.actions import Built, Claimed, Demolished, Drew, Event, FloorScored
from topping_out.game.towers.floors import CardId
from topping_out.game.towers.rules import preview
from topping_out.game.towers.state import View
from topping_out.game.towers.words import points_words

from .choosing import worth_words

# -- words


def card_count(number: int) -> str:
    return tr_count("{number} card", "{number} cards", number)


def height_words(view: View, plot: int) -> str:
    return tr("{number} of {total} floors", number=len(view.towers[plot]), total=view.variant.height)


def tower_label(plot: int, height: int) -> str:
    """Return the label of a tower, such as "Tower 1, 4 floors"."""
    if not height:
        return tr("Tower {tower}, free plot", tower=plot + 1)
    return tr_count("Tower {tower}, {number} floor", "Tower {tower}, {number} floors", height, tower=plot + 1)


def floor_name(view: View, card: CardId) -> str:
    return tr(view.floor(card).name)


def counted_floors(view: View, cards: Sequence[CardId]) -> str:
    """Return the number of cards of each floor, the most first, such as "3 OFFICE, 1 SUITE"; "" if there are none."""
    counts = Counter(floor_name(view, card) for card in cards)
    return commas(
        # Translators: {floor} is a floor's name; so many cards of it lie in a pile.
        tr_context("cards of a pile", "{number} {floor}", number=number, floor=name)
        for name, number in counts.most_common()
    )


def worth_now(view: View, plot: int, names: Sequence[str]) -> str:
    """Return in words what each seat would score if a tower were scored now; "" if nobody would score."""
    return points_words(preview(view, plot).points, names)


# -- what happened


def details(seen: Sequence[SeenEvent], names: Sequence[str]) -> list[str]:
    """Return sentences on the towers that were built on or claimed in, and on the cards that the viewer drew."""
    sentences, drawn, drawer = list[str](), list[str](), ""
    for event, view in seen:
        match event:
            case Built(_, plot):
                sentences += _state_words(view, plot, names)
            case Claimed(_, plot):
                points = worth_now(view, plot, names) or tr("nobody scores")
                sentences.append(tr("Scored as it stands: {points}.", points=points))
            case Drew(seat, cards) if seat == view.seat:
                drawn += [floor_name(view, card) for card in cards]
                drawer = names[seat]
    if drawn:
        yours, theirs = mark("You draw {cards}."), mark("{name} draws {cards}.")
        sentences.append(tr_player(drawer, yours, theirs, cards=commas(drawn)))
    return sentences


def _state_words(view: View, plot: int, names: Sequence[str]) -> list[str]:
    """Return a sentence on a tower that was just built on; none if it has one floor and would score nothing."""
    tower = view.towers[plot]
    if view.is_due(plot) or worth_now(view, plot, names):
        return [tr("{sentence}.", sentence=worth_words(view, plot, names))]
    return [tr("{sentence}.", sentence=height_words(view, plot))] if len(tower) > 1 else []


# -- on request


def describe_scores(view: View, names: Sequence[str]) -> str:
    """Return each seat's points, and what each tower would score now."""
    points = (score_words(view, seat) for seat in range(len(names)))
    scores = (tr("{name}: {points}.", name=tr_label(name), points=words) for name, words in zip(names, points))
    return paragraph([*scores, *_towers(view, names)])


def score_words(view: View, seat: Seat) -> str:
    return tr_count("{number} point", "{number} points", view.scores[seat])


def _towers(view: View, names: Sequence[str]) -> Iterator[str]:
    for plot, tower in enumerate(view.towers):
        if points := worth_now(view, plot, names):
            label = tower_label(plot, len(tower))
            yield tr("{tower}, scored as it stands: {points}.", tower=label, points=points)


def describe_hand(view: View) -> str:
    """Return the viewer's cards."""
    if view.seat is None:
        return tr("You hold no cards: you're watching.")
    if not view.hand:
        return tr("Your hand is empty.")
    count = card_count(len(view.hand))
    return tr("{count}: {cards}.", count=count, cards=commas(floor_name(view, card) for card in view.hand))


def describe_towers(view: View, names: Sequence[str]) -> str:
    """Return for each tower what it would score now, and its floors from the top, with their owners."""
    towers = [_tower(view, plot, names) for plot, tower in enumerate(view.towers) if tower]
    return paragraph(towers) or tr("No towers are standing.")


def describe_table(view: View, names: Sequence[str]) -> str:
    """Return the towers, the piles, the number of cards in the others' hands, and whether this is the last round."""
    hands = [
        tr("{name}: {cards} in hand.", name=tr_label(names[seat]), cards=card_count(view.hand_sizes[seat]))
        for seat in range(len(names))
        if seat != view.seat
    ]
    draw = tr("Draw pile: {cards}.", cards=card_count(view.draw_pile))
    discards = counted_floors(view, view.discards)
    pile = tr("Discards: {cards}.", cards=discards) if discards else tr("No discards.")
    return paragraph([describe_towers(view, names), draw, pile, *hands, *last_round_words(view)])


def _tower(view: View, plot: int, names: Sequence[str]) -> str:
    """Return what a tower would score now, and its floors from the top, with their owners."""
    floors = (_floor(view, plot, level, names) for level in reversed(range(len(view.towers[plot]))))
    points = worth_now(view, plot, names) or tr("nobody scores")
    text = mark("Tower {tower}, {points}, from the top: {floors}.")
    return tr(text, tower=plot + 1, points=points, floors=semicolons(floors))


def _floor(view: View, plot: int, level: int, names: Sequence[str]) -> str:
    storey = view.towers[plot][level]
    owner = tr("vacant") if storey.owner is None else tr_label(names[storey.owner])
    return tr("{floor}, {owner}", floor=floor_name(view, storey.card), owner=owner)


def last_round_words(view: View) -> list[str]:
    return [tr("This is the last round.")] * view.last_round


# -- moments


TALL, MANY = 4, 3
"""A seat is proud of a claim if the tower has at least this many floors, and it owns at least this many of them."""


def moments_of(event: Event, past: Sequence[Event]) -> list[tuple[Seat, Moment]]:
    match event:
        case FloorScored(_, step) if step.owner is not None:
            lost: list[tuple[Seat, Moment]] = [
                (change.before, "hurt") for change in step.changes if change.before not in (None, step.owner)
            ]
            return [*lost, (step.owner, "attacks")] if lost else []
        case Claimed(seat, plot):
            here = [*takewhile(lambda e: not (isinstance(e, Demolished) and e.plot == plot), reversed(past))]
            floors = sum(isinstance(e, Built) and e.plot == plot for e in here)
            own = 1 + sum(isinstance(e, Claimed) and (e.plot, e.seat) == (plot, seat) for e in here)
            return [(seat, "proud")] if floors >= TALL and own >= MANY else []
    return []
