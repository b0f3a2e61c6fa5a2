"""The whole state of a game, and the part of it that one seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from topping_out.game.engine import Outcome, Seat
from topping_out.game.towers.core.numbers import BUILDS, FEW_PLOTS, HEIGHT, MANY_PLOTS
from topping_out.game.towers.floors import NONE, CardId, Cards, Deck, Floor, deck_of

LastRoundRule = Literal["sheet", "deck"]
Cause = Literal["height", "trigger", "game end"]
"""Why a tower is scored: its height, a floor that brings it on, the end of the game."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What the options and the number of seats settle for a whole game."""

    seats: int
    deck: Deck
    end: LastRoundRule = "sheet"
    """What makes a round the last (F7): a short hand beside the empty deck, or the empty deck alone."""

    def __post_init__(self) -> None:
        """A deck that was read from text is the very one it equals (see `deck_of`)."""
        object.__setattr__(self, "deck", deck_of(self.deck.title, self.deck.floors, self.deck.about))

    @property
    def limit(self) -> int:
        """How many towers may stand at once."""
        return MANY_PLOTS if self.seats == 4 else FEW_PLOTS


Tower = bytes
"""Three bytes a floor, ground floor first: card, owner, tucked card; the last two are `NONE` where it is vacant."""

NO_TOWER: Tower = b""
"""A free plot."""
_NO_TUCK = bytes((NONE,))
_IS_NONE = bytes(byte == NONE for byte in range(256))
"""Translation table: 1 for `NONE`, else 0."""


def floors_of(tower: Tower) -> Cards:
    return tower[::3]


def owners_of(tower: Tower) -> bytes:
    return tower[1::3]


def vacancies_of(tower: Tower) -> bytes:
    """Return for each level that a tower can have 1 where there is a floor without a tucked card, else 0."""
    return tower[1::3].translate(_IS_NONE).ljust(HEIGHT, b"\0")


def tucks_of(tower: Tower) -> Cards:
    """Return the tucked cards, vacant floors left out."""
    return tower[2::3].replace(_NO_TUCK, b"")


def with_floor(tower: Tower, card: CardId) -> Tower:
    return tower + bytes((card, NONE, NONE))


def with_claim(tower: Tower, level: int, seat: Seat, card: CardId) -> Tower:
    at = 3 * level + 1
    return tower[:at] + bytes((seat, card)) + tower[at + 2 :]


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


@dataclass(init=False, slots=True)
class State:
    """Plain data. Hands, piles and towers are immutable, so a copy shares them."""

    variant: Variant
    hands: list[Cards]
    """Sorted, one a seat."""
    towers: list[Tower]
    """One a plot, left to right."""
    draw_pile: Cards
    """The last card is the next drawn."""
    discards: Cards
    """The last card is the top."""
    scores: tuple[int, ...]
    first: Seat
    turn: Seat
    built: bytes
    """The plots built on in this turn."""
    last_round: bool
    ledger: tuple[Scored, ...]
    """The towers scored so far, in order."""
    outcome: Outcome | None

    def copy(self) -> State:
        twin = _new(State)
        twin.variant = self.variant
        twin.hands = self.hands[:]
        twin.towers = self.towers[:]
        twin.draw_pile = self.draw_pile
        twin.discards = self.discards
        twin.scores = self.scores
        twin.first = self.first
        twin.turn = self.turn
        twin.built = self.built
        twin.last_round = self.last_round
        twin.ledger = self.ledger
        twin.outcome = self.outcome
        return twin


_new = State.__new__


class Storey(msgspec.Struct, frozen=True):
    """A floor as a seat sees it: `owner` and `tuck` are None where it is vacant."""

    card: CardId
    owner: Seat | None = None
    tuck: CardId | None = None
    """Hidden from everybody but the owner."""


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; None is an onlooker, who knows only what lies open."""

    seat: Seat | None
    variant: Variant
    hand: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    towers: tuple[tuple[Storey, ...], ...]
    """By plot, left to right, ground floor first; empty where the plot is free."""
    discards: tuple[CardId, ...]
    """The last one is the top; the pile lies face up."""
    draw_pile: int
    scores: tuple[int, ...]
    first: Seat
    turn: Seat
    built: tuple[int, ...]
    """The plots built on in this turn."""
    last_round: bool
    ledger: tuple[Scored, ...]
    """The towers scored so far, in order."""
    outcome: Outcome | None

    @property
    def builds_left(self) -> int:
        """How many floors the seat on turn has still to build (F3); 0: it may claim, or end the turn."""
        return min(BUILDS - len(self.built), self.hand_sizes[self.turn])

    def floor(self, card: CardId) -> Floor:
        return self.variant.deck.floor_of(card)

    def is_due(self, plot: int) -> bool:
        """Tell whether a tower is scored at the end of this turn (F1)."""
        return bool(self.towers[plot]) and self.would_be_due(self.towers[plot])

    def would_be_due(self, tower: Sequence[Storey]) -> bool:
        """Tell whether a tower that stands so, its top floor just built, is scored at the end of the turn."""
        return len(tower) >= HEIGHT or self.floor(tower[-1].card).triggers_scoring
