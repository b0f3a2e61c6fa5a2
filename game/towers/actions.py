"""The numbers in the rules, the actions and the events of Towers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from ..engine import CardsDrawn, Ended, Passed, Seat, TurnBegan
from .floors import CardId, Cause, Step

# -- numbers


DEAL: Final = 4
"""Number of cards dealt to each seat."""
BUILDS: Final = 2
"""Number of floors built in a turn."""
DRAWN: Final = 3
"""Number of cards drawn in a turn."""
HAND: Final = 6
"""Maximum number of cards in a hand."""
HEIGHT: Final = 6
"""Number of floors at which a tower is scored."""
FEW_PLOTS: Final = 3
MANY_PLOTS: Final = 4
"""Maximum number of towers at once: `MANY_PLOTS` with four seats, else `FEW_PLOTS`."""


# -- actions


NEW = -1
"""The place of a build that starts a tower: the leftmost free plot."""


@dataclass(frozen=True, slots=True)
class Build:
    """Build a floor from the hand on top of the tower on `plot`, or as a new tower.

    The rules don't distinguish cards of the same floor. `card` is the id if the player chose one; if it is None, the
    lowest in the hand is built. Text: `build SUITE @1`, `build SPIRE @new`, `build NOISE COMPLAINT @0 #51`.
    """

    floor: str
    plot: int
    card: CardId | None = None

    def __str__(self) -> str:
        return f"build {self.floor} @{'new' if self.plot == NEW else self.plot}{_chosen(self.card)}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Tuck a card from the hand, whose face is `floor`, under the floor at `level` (0: ground) of a tower.

    Text: `claim LOBBY @1.3` tucks a LOBBY under the fourth floor of the second tower.
    """

    floor: str
    plot: int
    level: int
    card: CardId | None = None

    def __str__(self) -> str:
        return f"claim {self.floor} @{self.plot}.{self.level}{_chosen(self.card)}"


@dataclass(frozen=True, slots=True)
class End:
    """End the turn: draw, score towers, and pass the turn to the next seat. Text: `end`."""

    def __str__(self) -> str:
        return "end"


Action = Build | Claim | End

_NAME, _CARD = r"([^\s@#](?:[^@#]*[^\s@#])?)", r"(?: #(0|[1-9]\d{0,2}))?"
_BUILD = re.compile(rf"build {_NAME} @(new|[0-{MANY_PLOTS - 1}]){_CARD}")
_CLAIM = re.compile(rf"claim {_NAME} @([0-{MANY_PLOTS - 1}])\.([0-{HEIGHT - 1}]){_CARD}")


def parse_action(text: str) -> Action:
    """Return the action whose text form is `text`. Raises ValueError."""
    if text == "end":
        return End()
    if match := _BUILD.fullmatch(text):
        return Build(match[1], NEW if match[2] == "new" else int(match[2]), _card(match[3]))
    if match := _CLAIM.fullmatch(text):
        return Claim(match[1], int(match[2]), int(match[3]), _card(match[4]))
    raise ValueError(
        f"{text!r} is not a step of a turn: write `build SUITE @1`, `build SPIRE @new`, `claim LOBBY @1.3`, `end`"
    )


def uniform(action: Action) -> Action:
    """Return the action without the chosen card, which makes no difference to the rules."""
    return action if isinstance(action, End) else replace(action, card=None)


def _chosen(card: CardId | None) -> str:
    return "" if card is None else f" #{card}"


def _card(digits: str | None) -> CardId | None:
    return None if digits is None else int(digits)


# -- events


@dataclass(frozen=True, slots=True)
class Built:
    """The seat built a floor on a plot; at level 0 it starts a tower."""

    seat: Seat
    plot: int
    level: int
    card: CardId
    floor: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat tucked a card under the floor named `floor`; the card's face is hidden from the others."""

    seat: Seat
    plot: int
    level: int
    card: CardId
    floor: str


@dataclass(frozen=True, slots=True)
class Drew(CardsDrawn):
    """The seat drew cards, which are hidden from the others."""

    untold = ("short",)
    """Short announcements leave it out."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class ScoringBegan:
    untold = ("full", "short")
    """Announcements leave it out, because the results follow at once."""

    plot: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class FloorScored:
    """One step of the scoring of a tower; a `Drew` follows if it makes the owner draw."""

    untold = ("message",)
    """Messages leave it out, because the animation shows it."""

    plot: int
    step: Step


@dataclass(frozen=True, slots=True)
class Demolished:
    """The tower scored `points` for each seat; its cards, the tucked ones face up, are on the discard pile."""

    plot: int
    points: tuple[int, ...]
    floors: tuple[CardId, ...]
    """Ground floor first."""
    tucks: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class LastRound:
    """After this seat's turn, the current round is the last one."""

    seat: Seat


Event = (
    Built | Claimed | Drew | ScoringBegan | FloorScored | Demolished | LastRound | TurnBegan | Passed | Ended
)  # fmt: skip
