"""The words for things on the table of Wyoming, and the moments for remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import fill, mark, mark_count, tr, tr_count, tr_label
from topping_out.game.match import SeenEvent
from topping_out.game.roster import Moment
from topping_out.game.text import commas, listed, paragraph, semicolons, sentence
from topping_out.game.wyoming.actions import (
    SUITS,
    CardId,
    Constructed,
    Deconstructed,
    Drew,
    Event,
    PlayKind,
    Suit,
    rank_of,
    suit_name,
    suit_of,
    suit_words,
)
from topping_out.game.wyoming.state import View

from ..match.table.game import Said
from ..match.table.selection import card_count, drawn_words
from .art import DISCARD, Target

# -- words


RANKS = {"A": mark("ace"), "J": mark("jack"), "Q": mark("queen"), "K": mark("king")}
CARDS = (mark("{rank} of spades"), mark("{rank} of hearts"), mark("{rank} of clubs"), mark("{rank} of diamonds"))
"""Indexed by suit."""


def rank_name(card: CardId) -> str:
    """Return a rank in words, such as "5" or "ace"."""
    rank = rank_of(card)
    return tr(RANKS[rank]) if rank in RANKS else rank


def card_label(card: CardId) -> str:
    """Return a card in words, such as "5 of clubs"."""
    return tr(CARDS[suit_of(card)], rank=rank_name(card))


def to_go(view: View, height: int, needed: int | None = None) -> str:
    """Return how many cards a tower still needs, in words. `needed`: how many win, by default as in the view."""
    rest = (view.needed if needed is None else needed) - height
    if rest > 0:
        return tr("{number} to go", number=rest)
    if not view.is_exact:
        return tr("breaks through")
    return tr("{number} too tall", number=-rest) if rest else tr("exactly right")


def standing(view: View, seat: Seat, foundation: int) -> str:
    """Return how many cards a tower still needs, and whether scaffolding protects it (W12), in words."""
    rest = to_go(view, view.height(seat, foundation))
    return tr("{to_go}, in scaffolding", to_go=rest) if view.safe[seat][foundation] else rest


def sky_words(pennies: int) -> str:
    return tr_count("The Sky: {number} penny", "The Sky: {number} pennies", pennies)


def needed_words(view: View) -> str:
    """Return how many cards win, in words."""
    if view.is_exact:
        return tr_count("exactly {number} card to win", "exactly {number} cards to win", view.needed)
    return tr_count("{number} card to win", "{number} cards to win", view.needed)


def pile_words(view: View) -> str:
    """Return what happens when the draw pile has run out, or "" if the view does not say."""
    if not view.draw_pile or view.outcome:
        return ""
    return tr(PILE_ENDS[view.pile_end])


PILE_ENDS = {"no draws": mark("then nobody draws"), "toss": mark("then the toss"), "fall": mark("then a penny drops")}


# -- what happened


def details(seen: Sequence[SeenEvent], names: Sequence[str]) -> list[str]:
    """Return the state of the tower after a play, and the cards that the viewer drew."""
    sentences, drawn, drawer = list[str](), list[CardId](), ""
    for event, view in seen:
        match event:
            case Constructed() | Deconstructed():
                if seen[-1].view.outcome is None:
                    sentences.append(tr("{tower}.", tower=_tower(view, event, names, seen[-1].view.needed)))
            case Drew(seat, cards) if seat == view.seat:
                drawn += cards
                drawer = names[seat]
    if drawn:
        sentences.append(drawn_words(drawer, commas(map(card_label, sorted(drawn)))))
    return sentences


def _tower(view: View, event: Constructed | Deconstructed, names: Sequence[str], needed: int) -> str:
    """Return how the tower stands that was played at; of another's new one its cards were told with the play.

    Of an own play this follows after what the next player draws, so that it says whose tower it is. `needed` is how
    many cards win by then, when a penny may have fallen.
    """
    tower, is_own = view.towers[event.owner][event.foundation], event.seat == view.seat
    name = tr_label(names[event.owner])
    if not tower:
        return tr("{name}: nothing is left of it", name=name) if is_own else tr("Nothing is left of it")
    new = event.cards if isinstance(event, Constructed) else event.rising
    rest = to_go(view, len(tower), needed)
    if len(new) == len(tower) and not is_own:
        return sentence(rest)
    cards = suit_words(len(tower), suit_of(tower[0]))
    return tr("{name}: {cards}, {rest}", name=name, cards=cards, rest=rest)


# -- answers


def describe_scores(view: View, names: Sequence[str]) -> str:
    """Return the towers, what each still needs, and the height of the Sky."""
    return paragraph([describe_towers(view, names), _sky_sentence(view)])


def describe_towers(view: View, names: Sequence[str]) -> str:
    """Return the towers with their owners, and what each still needs."""
    towers = (tr("{name}: {towers}.", name=tr_label(names[seat]), towers=_towers(view, seat)) for seat in view.in_play)
    return paragraph(towers)


def _sky_sentence(view: View) -> str:
    return tr("{sky}, {needed}.", sky=sky_words(view.pennies), needed=needed_words(view))


def _towers(view: View, seat: Seat) -> str:
    towers = [
        tr(
            "{cards}, {rest}",
            cards=suit_words(len(tower), suit_of(tower[0])),
            rest=standing(view, seat, foundation),
        )
        for foundation, tower in enumerate(view.towers[seat])
        if tower
    ]
    return semicolons(towers) or tr("no tower")


def describe_hand(view: View) -> str:
    """Return the viewer's cards, by suit."""
    if view.seat is None:
        return tr("You hold no cards: you're watching.")
    if not view.hand:
        return tr("Your hand is empty.")
    return paragraph(
        tr("{cards}: {ranks}.", cards=suit_words(len(cards), suit), ranks=listed([*map(rank_name, cards)]))
        for suit, cards in _by_suit(view.hand)
    )


def _by_suit(hand: Sequence[CardId]) -> Iterator[tuple[Suit, list[CardId]]]:
    for suit in SUITS:
        if cards := [card for card in hand if suit_of(card) == suit]:
            yield suit, cards


def describe_table(view: View, names: Sequence[str]) -> str:
    """Return the piles, the Sky, and the sizes of the other hands."""
    hands = [
        tr("{name}: {cards} in hand.", name=tr_label(names[seat]), cards=card_count(view.hand_sizes[seat]))
        for seat in view.in_play
        if seat != view.seat
    ]
    return paragraph([_piles(view), _sky_sentence(view), *hands])


def _piles(view: View) -> str:
    draw = tr("Draw pile: {cards}.", cards=card_count(view.draw_pile))
    none = tr("No discards.")
    if not view.discards:
        return paragraph([draw, none])
    discards = tr("Discards: {cards}, {top}.", cards=card_count(len(view.discards)), top=top_words(view))
    return paragraph([draw, discards])


def top_words(view: View) -> str:
    """Return the top card of the discards, or "" if there are none."""
    return tr("{card} on top", card=card_label(view.discards[-1])) if view.discards else ""


# -- places


TITLES = {
    PlayKind.CONSTRUCT: mark("Construct {cards}"),
    PlayKind.DECONSTRUCT: mark("Deconstruct with {cards}"),
    PlayKind.DISCARD: mark("Discard {cards}"),
}
ONTO_YOURS = (mark("onto your spades"), mark("onto your hearts"), mark("onto your clubs"), mark("onto your diamonds"))
ONTO_THEIRS = (
    mark("onto {name}'s spades"), mark("onto {name}'s hearts"), mark("onto {name}'s clubs"),
    mark("onto {name}'s diamonds"),
)  # fmt: skip
"""Indexed by the suit of the tower."""


def where_words(view: View, names: Sequence[str], target: Target) -> str:
    """Return the place of a play, such as "onto your hearts"."""
    if target == DISCARD:
        return tr("to the discards")
    tower = view.towers[target[0]][target[1]]
    if not tower:
        return tr("onto your free foundation")
    if target[0] == view.seat:
        return tr(ONTO_YOURS[suit_of(tower[0])])
    return tr(ONTO_THEIRS[suit_of(tower[0])], name=names[target[0]])


def said_of_tower(view: View, names: Sequence[str], seat: Seat, foundation: int) -> Said:
    """Return the words for a foundation, or for the tower there and what it still needs."""
    name, tower = tr_label(names[seat]), view.towers[seat][foundation]
    if not tower:
        title = tr("{name}: a foundation", name=name)
        if len(view.towers[seat]) > 1:
            title = tr("{name}: foundation {number}", name=name, number=foundation + 1)
        return Said(title, tr("Its owner may begin a tower here with any suit."))
    suit = suit_of(tower[0])
    builders, attackers = suit_name(suit).capitalize(), suit_name(view.attacker(suit))
    line = tr("{builders} build it up, {attackers} knock it down.", builders=builders, attackers=attackers)
    if view.safe[seat][foundation]:
        line = tr("{builders} build it up; the scaffolding protects it until its owner's next turn.", builders=builders)
    title = tr("{name}: {cards}", name=name, cards=suit_words(len(tower), suit))
    return Said(title, line, value=standing(view, seat, foundation))


def draw_pile_line(view: View) -> str:
    """Return the size of the draw pile, and what happens when it is empty."""
    if view.outcome:
        return tr("{sentence}.", sentence=card_count(view.draw_pile))
    if view.owed:
        return tr("It's empty. The discards are shuffled as soon as there are any.")
    if not view.draw_pile and view.pile_end == "no draws":
        return tr("It's empty, and nobody draws any more.")
    return fill(RUNS_OUT[view.pile_end], number=view.draw_pile)


RUNS_OUT = {
    "no draws": mark_count(
        "{number} card. When it runs out, nobody draws any more.",
        "{number} cards. When it runs out, nobody draws any more.",
    ),
    "toss": mark_count(
        "{number} card. When it runs out, the pennies are tossed.",
        "{number} cards. When it runs out, the pennies are tossed.",
    ),
    "fall": mark_count(
        "{number} card. When it runs out, a penny drops and the discards are shuffled.",
        "{number} cards. When it runs out, a penny drops and the discards are shuffled.",
    ),
}


# -- moments


LARGE_RISE, LARGE_FALL = 3, 2
"""Minimum cards built, and knocked off, for a remark."""


def moments(event: Event, past: Sequence[Event]) -> list[tuple[Seat, Moment]]:
    match event:
        case Constructed(seat, owner, _, cards) if seat == owner and len(cards) >= LARGE_RISE:
            return [(seat, "proud")]
        case Deconstructed(seat, owner, _, _, fallen, rising) if seat != owner and len(fallen) >= LARGE_FALL:
            is_harm = len(rising) < len(fallen)  # the new tower is its owner's
            return [(owner, "hurt"), (seat, "attacks")] if is_harm else []
    return []
