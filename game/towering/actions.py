"""What a seat can do, and its text form. A turn is a play (build or discard), then a draw."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .cards import COLOUR_LETTERS, COLOUR_NAMES, DECK, CardId, Colour, card_name, kind_of, parse_card


class TurnStage(Enum):
    """What the seat on turn has to do next."""

    PLAY = "play"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Build:
    """Play a card onto the seat's own tower of its colour. Text: `build r7`, `build rm`."""

    card: CardId

    def __str__(self) -> str:
        return f"build {card_name(self.card)}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Play a card onto the discard pile of its colour. Text: `discard y10`."""

    card: CardId

    def __str__(self) -> str:
        return f"discard {card_name(self.card)}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of a colour's discard pile, or of the draw pile (None). Text: `draw r`, `draw pile`."""

    colour: Colour | None = None

    def __str__(self) -> str:
        return "draw pile" if self.colour is None else f"draw {COLOUR_LETTERS[self.colour]}"


Action = Build | Discard | Draw

BUILDS = tuple(Build(kind_of(card)) for card in DECK)
"""By card; materials of a colour have equal actions (T8). All actions that the rules return are created once, here."""
DISCARDS = tuple(Discard(kind_of(card)) for card in DECK)
DRAW_PILE = Draw()
TAKES = tuple(map(Draw, range(len(COLOUR_NAMES))))
"""By colour, the draw from its discard pile."""


def parse_action(text: str) -> Action:
    """Return the action whose text form is `text`. Raises ValueError."""
    match text.split(" "):
        case ["build", card]:
            return BUILDS[parse_card(card)]
        case ["discard", card]:
            return DISCARDS[parse_card(card)]
        case ["draw", "pile"]:
            return DRAW_PILE
        case ["draw", letter] if len(letter) == 1 and letter in COLOUR_LETTERS:
            return TAKES[COLOUR_LETTERS.index(letter)]
    raise ValueError(f"{text!r} is not an action: write `build r7`, `discard y10`, `draw pile` or `draw r`")
