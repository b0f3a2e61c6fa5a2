"""What a seat can do, with the text form of each action, and what happens in the game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from ..engine import Ended, Passed, Seat, TurnBegan
from .cards import SUIT_LETTERS, CardId, Suit
from .core.numbers import HAND

# -- actions


class PlayKind(StrEnum):
    CONSTRUCT = "construct"
    DECONSTRUCT = "deconstruct"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Play:
    """`count` cards of `suit` onto foundation `foundation` of `owner`; a discard (W3) has no target, both are 0.

    Cards of a suit are alike to the rules; `cards` names the very ones where the player chose them, else those
    longest in the hand are taken. Text: `construct 3C @1.0`, `discard 2S`, `deconstruct 2H @0.1 #26,40`.
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
    """Cards of the seat's hand went onto a tower or foundation of `owner`."""

    seat: Seat
    owner: Seat
    foundation: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Deconstructed:
    """Cards of the seat's hand took the uppermost ones off a tower of `owner`, one for one; both are discarded."""

    seat: Seat
    owner: Seat
    foundation: int
    spent: tuple[CardId, ...]
    fallen: tuple[CardId, ...]
    """Bottom card first."""
    rising: tuple[CardId, ...]
    """Cards played beyond those that the tower had: the foundation's new tower."""


@dataclass(frozen=True, slots=True)
class Discarded:
    """The seat had no legal play and discarded (W3)."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew; hidden from the others."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Tossed:
    """All pennies were tossed (Tidal Influences): True for each that shows heads."""

    heads: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SkyMoved:
    """The Sky settled by a penny, or rose by one; `pennies` are there now."""

    pennies: int
    by: int


@dataclass(frozen=True, slots=True)
class LostContract:
    """The seat had no tower at the recycling and is out (Contractual Deadlines, W6)."""

    seat: Seat
    hand: int
    """How many cards of its hand join the recycled ones."""


@dataclass(frozen=True, slots=True)
class Recycled:
    """The discards were shuffled into a new draw pile of so many cards."""

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
