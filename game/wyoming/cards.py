"""The deck: 100 cards, 25 in each of four suits. Ranks have no meaning in the rules."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..language import fill, mark, mark_count, tr, tr_count_context
from .numbers import PER_SUIT as PER_SUIT

CardId = Annotated[int, Meta(ge=-1, lt=100, description="suit * 25 + n; -1 if the seat may not see it")]
"""0 to 99; `card // 25` is the suit. Within a suit, ids are in order of rank."""
Suit = int
Cards = bytes
"""The card ids of a pile or hand, one per byte; immutable, so that copies of a state can share them."""

SPADES, HEARTS, CLUBS, DIAMONDS = range(4)
SUITS = range(4)
SUIT_LETTERS = "SHCD"
SUIT_NAMES = (mark("spades"), mark("hearts"), mark("clubs"), mark("diamonds"))
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK: Cards = bytes(range(4 * PER_SUIT))
HIDDEN = -1
"""The id, in events, of a card that the seat may not see."""

SUITS_OF = bytes(min(card // PER_SUIT, 4) for card in range(256))
"""Translation table: `cards.translate(SUITS_OF)` is the suit of each card, 4 if unknown."""
OTHER_SUITS = tuple(bytes(card for card in DECK if card // PER_SUIT != suit) for suit in SUITS)
"""`cards.translate(None, OTHER_SUITS[suit])` removes the cards of all other suits."""

PAIRS = {SPADES: HEARTS, HEARTS: SPADES, CLUBS: DIAMONDS, DIAMONDS: CLUBS}
"""For each played suit, the suit that it deconstructs (W5)."""
WHEEL = {CLUBS: DIAMONDS, DIAMONDS: SPADES, SPADES: HEARTS, HEARTS: CLUBS}
"""The same with the Wheel of Opposition, which is one-way (W5)."""


def suit_of(card: CardId) -> Suit:
    return card // PER_SUIT


def rank_of(card: CardId) -> str:
    """Return the rank printed on the card: the deck is two poker decks without one king of each suit."""
    return RANKS[card % PER_SUIT // 2]


def card_name(card: CardId) -> str:
    return rank_of(card) + SUIT_LETTERS[suit_of(card)]


def suit_words(count: int, suit: Suit) -> str:
    """Return a number of cards of a suit in words, such as "1 club"."""
    return fill(_SUIT_WORDS[suit], number=count)


_SUIT_WORDS = (
    mark_count("{number} spade", "{number} spades"),
    mark_count("{number} heart", "{number} hearts"),
    mark_count("{number} club", "{number} clubs"),
    mark_count("{number} diamond", "{number} diamonds"),
)


def suit_played(count: int, suit: Suit) -> str:
    """Return the same as the object of a verb like "play", "keep" or "knock off": some languages inflect it."""
    match suit:
        case 0:
            return tr_count_context("played", "{number} spade", "{number} spades", count)
        case 1:
            return tr_count_context("played", "{number} heart", "{number} hearts", count)
        case 2:
            return tr_count_context("played", "{number} club", "{number} clubs", count)
    return tr_count_context("played", "{number} diamond", "{number} diamonds", count)


def suit_name(suit: Suit) -> str:
    """Return the name of a suit, such as "clubs"."""
    return tr(SUIT_NAMES[suit])
