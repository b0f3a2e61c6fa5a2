"""What a seat can do on its turn, and the text form of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from ..engine import Seat
from .cards import SUIT_LETTERS, CardId, Suit
from .numbers import HAND


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
