"""The floors, and the parts that their effects are made of."""

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


CardId = Annotated[int, Meta(ge=-1, lt=255, description="place in the deck; -1 where the seat may not see it")]
"""Its place in the deck's own order, floor by floor: cards of one floor are consecutive."""
Kind = int
"""Index of a floor in its deck."""
Cards = bytes
"""A pile or hand as card ids, one a byte: immutable, so that copies of a state share it."""
Kinds = bytes
"""Cards told apart only by what they are: kinds, one a byte."""

NONE = 255
"""Stands in bytes where there is no seat or no card: a vacant floor."""
UNKNOWN = 254
"""Stands in the bytes of a partial state for a card that its seat has not seen."""
HIDDEN = -1
"""The id that stands in views and events for a card that the seat may not see."""


class EffectVerb(StrEnum):
    """The primitives that effects are made of; the value is the text form, `#` its number."""

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
"""The first ones stand for the effects, in their order."""
PICTURES = (*ROOMS, *SIGNS)
"""What can be seen in a floor: a furnished room, or a studio with a sign of what the floor does."""
COLOURS = ("forest", "copper", "plum", "rose", "ice", "brass", "slate", "heath", "ember", "sea")


@dataclass(frozen=True, slots=True)
class Effect:
    """One primitive with its number, 1 to 9. Text form: `score 2 per match`."""

    verb: EffectVerb
    amount: int

    def __str__(self) -> str:
        return self.verb.replace("#", str(self.amount))


def parse_effect(text: str) -> Effect:
    """Return the effect whose text form is `text`. Raises ValueError with the texts there are."""
    number = re.search(r"\b\d{1,9}\b", text)
    pattern = text.replace(number[0], "#", 1) if number else text
    if number is None or pattern not in list(EffectVerb):
        known = commas(EffectVerb)
        raise ValueError(tr("there is no effect {effect}: choose from {known}", effect=repr(text), known=known))
    amount = int(number[0])
    if not 1 <= amount <= LARGEST_AMOUNT:
        raise ValueError(tr("the number in {effect} must be 1 to {most}", effect=repr(text), most=LARGEST_AMOUNT))
    return Effect(EffectVerb(pattern), amount)


@dataclass(frozen=True, slots=True)
class Floor:
    """A kind of card: its name, how many of it the deck holds, and what it does for its owner, in order."""

    name: str
    count: int
    effects: tuple[Effect, ...]
    triggers_scoring: bool = False
    """Building it has the tower scored this turn, owned or vacant."""
    picture: str = ""
    """One of `PICTURES`; empty: by its name, or else by its first effect."""
    colour: str = ""
    """One of `COLOURS`; empty: by its name."""


@dataclass(frozen=True, eq=False)
class Deck:
    """The floors that a game is played with."""

    # Made by `deck_of`, so that equal decks are one object, fast to look up.

    title: str
    floors: tuple[Floor, ...]
    about: str = ""
    """A sentence or two on how it plays."""

    def __reduce__(self) -> tuple[Callable[..., Deck], tuple[object, ...]]:
        return deck_of, (self.title, self.floors, self.about)

    @cached_property
    def cards(self) -> Cards:
        return bytes(range(sum(floor.count for floor in self.floors)))

    @cached_property
    def kinds(self) -> bytes:
        """Translation table: `cards.translate(deck.kinds)` are the cards' kinds."""
        listed = bytes(kind for kind, floor in enumerate(self.floors) for _ in range(floor.count))
        return listed.ljust(256, bytes((NONE,)))

    @cached_property
    def kind_named(self) -> dict[str, Kind]:
        return {floor.name: kind for kind, floor in enumerate(self.floors)}

    @cached_property
    def triggers(self) -> Kinds:
        """The kinds that bring on a tower's scoring."""
        return bytes(kind for kind, floor in enumerate(self.floors) if floor.triggers_scoring)

    def floor_of(self, card: CardId) -> Floor:
        return self.floors[self.kinds[card]]


def deck_of(title: str, floors: tuple[Floor, ...], about: str = "") -> Deck:
    """Return the deck of that title with these floors, the same object every time."""
    return _deck_of(title, floors, about)


_deck_of = cache(Deck)


# -- parts


Cause = Literal["height", "trigger", "game end"]
"""Why a tower is scored: six floors, a floor that brings it on, the end of the game."""


class Scored(msgspec.Struct, frozen=True):
    """A tower that was scored, with all that its account depends on; nothing of it is hidden."""

    seat: Seat
    """Whose turn it was."""
    plot: int
    cause: Cause
    floors: tuple[CardId, ...]
    """Ground floor first."""
    owners: tuple[Seat | None, ...]
    """By floor; None where it was vacant."""
    hand_sizes: tuple[int, ...]
    draw_pile: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnerChange:
    """A floor changes hands for the rest of the scoring; None: vacant."""

    level: int
    before: Seat | None
    after: Seat | None


@dataclass(frozen=True, slots=True)
class Step:
    """One effect of one floor, or a vacant floor skipped."""

    level: int
    floor: str
    owner: Seat | None
    """At that moment; None: vacant."""
    effect: Effect | None
    """None where there is none to do."""
    points: tuple[int, ...]
    """Scored by this step, for each seat."""
    drawn: int
    """Cards that the owner draws, as far as hand and deck allow."""
    changes: tuple[OwnerChange, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """A tower's scoring from the top floor down."""

    steps: tuple[Step, ...]
    points: tuple[int, ...]
    """In all, for each seat."""
