"""Floors, their effects, decks, and the parts of an account."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..engine import Seat
from ..language import tr
from ..text import commas

# -- floors


CardId = Annotated[int, Meta(ge=-1, lt=255, description="index in the deck; -1 if the seat may not see it")]
"""Index of the card in the unshuffled deck, in which the cards of each floor are consecutive."""
Kind = int
"""Index of a floor in `Deck.floors`."""
Cards = bytes
"""The card ids of a pile or hand, one per byte; immutable, so that copies of a state can share them."""
Kinds = bytes
"""The kinds of cards, one per byte."""

NONE = 255
"""The byte that means no seat or no card: the floor is vacant."""
UNKNOWN = 254
"""The byte, in a partial state, that means a card that the seat has not seen."""
HIDDEN = -1
"""The id, in views and events, of a card that the seat may not see."""


class EffectVerb(StrEnum):
    """The primitives of which effects are made. The value is the text form, in which `#` stands for the amount."""

    DRAW = "draw #"
    SCORE = "score #"
    SCORE_MATCHING = "score # per match"
    SCORE_ABOVE = "score # per floor above"
    SCORE_TUCKS = "all score # per tuck"
    TAKE_BELOW = "take # below"
    VACATE_BELOW = "vacate # below"
    SCORE_BELOW = "score # per floor below"
    SCORE_OWN = "score # per own floor"
    SCORE_VACANT = "score # per vacant floor"
    SCORE_KINDS = "score # per kind"


LARGEST_AMOUNT = 9
ROOMS = ("suite", "office", "lobby", "spire", "elevator", "landlord", "noise", "inferno")
SIGNS = (
    "cards",
    "star",
    "twins",
    "up",
    "tucks",
    "take",
    "vacate",
    "steps",
    "flag",
    "empty",
    "mixed",
    "terrace",
    "none",
)
"""The first ones belong to the effects, in the order of `EffectVerb`."""
PICTURES = (*ROOMS, *SIGNS)
"""What decks of earlier versions call the picture of a floor: a floor of the standard deck, or an effect's sign."""
COLOURS = ("forest", "copper", "plum", "rose", "ice", "brass", "slate", "heath", "ember", "sea")


@dataclass(frozen=True, slots=True)
class Effect:
    """A primitive and its amount, 1 to 9. Text form: `score 2 per match`."""

    verb: EffectVerb
    amount: int

    def __str__(self) -> str:
        return self.verb.replace("#", str(self.amount))


def parse_effect(text: str) -> Effect:
    """Return the effect whose text form is `text`. Raises ValueError, which lists the possible texts."""
    number = re.search(r"\b\d{1,9}\b", text)
    pattern = text.replace(number[0], "#", 1) if number else text
    if number is None or pattern not in list(EffectVerb):
        known = commas(EffectVerb)
        raise ValueError(tr("there's no effect {effect}: choose from {known}", effect=repr(text), known=known))
    amount = int(number[0])
    if not 1 <= amount <= LARGEST_AMOUNT:
        raise ValueError(tr("the number in {effect} must be 1 to {most}", effect=repr(text), most=LARGEST_AMOUNT))
    return Effect(EffectVerb(pattern), amount)


@dataclass(frozen=True, slots=True)
class Floor:
    """A kind of card: its name, how many the deck has, and its effects for the owner, in order."""

    name: str
    count: int
    effects: tuple[Effect, ...]
    triggers_scoring: bool = False
    """Whether the tower is scored in the turn in which this is built, owned or vacant."""
    picture: str = ""
    """Its room's parts, with commas between, or one of `PICTURES`; if empty, they are chosen by name and effect."""
    colour: str = ""
    """One of `COLOURS`; if empty, it is chosen by the name."""


@dataclass(frozen=True, eq=False)
class Deck:
    """The floors that a game is played with."""

    # Create decks by `deck_of`: then equal decks are one object, which is fast to look up in caches.

    title: str
    floors: tuple[Floor, ...]
    about: str = ""
    """A sentence or two on how the deck plays."""

    def __reduce__(self) -> tuple[Callable[..., Deck], tuple[object, ...]]:
        return deck_of, (self.title, self.floors, self.about)

    @cached_property
    def cards(self) -> Cards:
        return bytes(range(sum(floor.count for floor in self.floors)))

    @cached_property
    def kinds(self) -> bytes:
        """Translation table: `cards.translate(deck.kinds)` is the kind of each card."""
        listed = bytes(kind for kind, floor in enumerate(self.floors) for _ in range(floor.count))
        return listed.ljust(256, bytes((NONE,)))

    @cached_property
    def kind_named(self) -> dict[str, Kind]:
        return {floor.name: kind for kind, floor in enumerate(self.floors)}

    @cached_property
    def triggers(self) -> Kinds:
        """The kinds that trigger the scoring of a tower."""
        return bytes(kind for kind, floor in enumerate(self.floors) if floor.triggers_scoring)

    def floor_of(self, card: CardId) -> Floor:
        return self.floors[self.kinds[card]]


def deck_of(title: str, floors: tuple[Floor, ...], about: str = "") -> Deck:
    """Return the deck with this title and these floors, the same object every time."""
    return _deck_of(title, floors, about)


_deck_of = cache(Deck)


# -- parts


Cause = Literal["height", "trigger", "game end"]
"""Why a tower is scored: it has six floors, a floor triggered it, or the game ended."""


class Scored(msgspec.Struct, frozen=True):
    """A tower that was scored, with everything on which its account depends; all of it is public."""

    seat: Seat
    """Whose turn it was."""
    plot: int
    cause: Cause
    floors: tuple[CardId, ...]
    """Ground floor first."""
    owners: tuple[Seat | None, ...]
    """By floor; None if it was vacant."""
    hand_sizes: tuple[int, ...]
    draw_pile: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnerChange:
    """A floor whose owner changes for the rest of the scoring; None: vacant."""

    level: int
    before: Seat | None
    after: Seat | None


@dataclass(frozen=True, slots=True)
class Step:
    """One effect of one floor; or a floor that is skipped, because it is vacant or has no effect."""

    level: int
    floor: str
    owner: Seat | None
    """The owner at that moment; None if it is vacant."""
    effect: Effect | None
    """None if the floor is skipped."""
    points: tuple[int, ...]
    """The points that each seat scores by this step."""
    drawn: int
    """How many cards the owner draws, as far as hand limit and deck allow."""
    changes: tuple[OwnerChange, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """The scoring of a tower, from the top floor down."""

    steps: tuple[Step, ...]
    points: tuple[int, ...]
    """The total for each seat."""
