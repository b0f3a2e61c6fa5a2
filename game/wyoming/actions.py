"""The cards, the actions and the events of Towers of Wyoming.

There are 100 cards, 25 in each of four suits. Ranks have no meaning in the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ..engine import CardsDrawn, Ended, Passed, Seat, TurnBegan
from ..language import fill, mark, mark_count, tr, tr_count_context
from .numbers import HAND
from .numbers import PER_SUIT as PER_SUIT

# -- cards


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


# -- actions


class PlayKind(StrEnum):
    CONSTRUCT = "construct"
    DECONSTRUCT = "deconstruct"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Play:
    """A play of `count` cards of `suit` onto foundation number `foundation` of seat `owner`.

    A discard (W3) has no target: `owner` and `foundation` are 0. The rules don't distinguish the cards of a suit.
    `cards` has the ids of those that the player chose; if it is empty, the cards that were drawn first are played.
    Text: `construct 3C @1.0`, `discard 2S`, `deconstruct 2H @0.1 #26,40`.
    """

    kind: PlayKind
    suit: Suit
    count: int
    owner: Seat = 0
    foundation: int = 0
    cards: tuple[CardId, ...] = ()

    def __str__(self) -> str:
        text = f"{self.kind} {self.count}{SUIT_LETTERS[self.suit]}"
        if self.kind is not PlayKind.DISCARD:
            text += f" @{self.owner}.{self.foundation}"
        return text + (" #" + ",".join(map(str, self.cards)) if self.cards else "")


_FORM = re.compile(
    rf"(construct|deconstruct|discard) ([1-{HAND}])([SHCD])(?: @([0-3])\.([01]))?"
    rf"(?: #(\d{{1,2}}(?:,\d{{1,2}}){{0,{HAND - 1}}}))?"
)


def parse_play(text: str) -> Play:
    """Return the play whose text form is `text`. Raises ValueError."""
    match = _FORM.fullmatch(text)
    if match is None or (match[1] == PlayKind.DISCARD) == (match[4] is not None):
        raise ValueError(f"{text!r} is not a play: write `construct 3C @1.0`, `deconstruct 2H @0.1` or `discard 2S`")
    cards = tuple(map(int, match[6].split(","))) if match[6] else ()
    target = (int(match[4]), int(match[5])) if match[4] else (0, 0)
    return Play(PlayKind(match[1]), SUIT_LETTERS.index(match[3]), int(match[2]), *target, cards)


# -- events


@dataclass(frozen=True, slots=True)
class Constructed:
    """The seat played cards onto a tower or an empty foundation of `owner`."""

    seat: Seat
    owner: Seat
    foundation: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Deconstructed:
    """The seat played cards (`spent`) that removed as many from the top of a tower of `owner`; all are discarded."""

    seat: Seat
    owner: Seat
    foundation: int
    spent: tuple[CardId, ...]
    fallen: tuple[CardId, ...]
    """Bottom card first."""
    rising: tuple[CardId, ...]
    """The cards left over once the tower was gone: the new tower."""


@dataclass(frozen=True, slots=True)
class Discarded:
    """The seat had no legal play and discarded (W3)."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Drew(CardsDrawn):
    """The seat drew cards, which are hidden from the others."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Tossed:
    """All pennies were tossed (Tidal Influences); `heads` is True for each that shows heads."""

    heads: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SkyMoved:
    """The Sky settled or rose by one penny (`by` is -1 or 1), to `pennies`."""

    pennies: int
    by: int


@dataclass(frozen=True, slots=True)
class LostContract:
    """The seat had no tower at the recycling and is out (Contractual Deadlines, W6)."""

    seat: Seat
    hand: int
    """Number of cards in its hand; they join the recycled ones."""


@dataclass(frozen=True, slots=True)
class Recycled:
    """The discards were shuffled into a new draw pile of `cards` cards."""

    cards: int


Event = (
    Constructed
    | Deconstructed
    | Discarded
    | Drew
    | Passed
    | Tossed
    | SkyMoved
    | LostContract
    | Recycled
    | TurnBegan
    | Ended
)
