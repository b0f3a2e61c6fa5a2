"""What each seat sees of a state, the state that a view implies, and the invariants of states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import msgspec

from ..engine import Outcome, Seat
from .core import State as State
from .core import Terms
from .floors import HIDDEN, NONE, UNKNOWN, CardId, Cards, Deck, Floor, Scored, deck_of
from .numbers import BUILDS, DRAWN, FEW_PLOTS, HAND, HEIGHT, MANY_PLOTS

# -- state


LastRoundRule = Literal["sheet", "deck"]


@dataclass(frozen=True, slots=True)
class Variant:
    """The seats and options of a game."""

    seats: int
    deck: Deck
    end: LastRoundRule = "sheet"
    """What makes a round the last (F7): an empty deck and a short hand, or an empty deck alone."""

    def __post_init__(self) -> None:
        """Replace the deck by the one object that is equal to it (see `deck_of`)."""
        object.__setattr__(self, "deck", deck_of(self.deck.title, self.deck.floors, self.deck.about))

    @property
    def height(self) -> int:
        """Number of floors at which a tower is scored."""
        return HEIGHT

    @property
    def hand(self) -> int:
        """Maximum number of cards in a hand."""
        return HAND

    @property
    def drawn(self) -> int:
        """Number of cards drawn in a turn."""
        return DRAWN

    @property
    def builds(self) -> int:
        """Number of floors built in a turn."""
        return BUILDS

    @property
    def limit(self) -> int:
        """Maximum number of towers at once."""
        return MANY_PLOTS if self.seats == 4 else FEW_PLOTS


terms_of = lru_cache(maxsize=16)(Terms)
"""Return the terms of a variant; cached."""

Tower = bytes
"""Three bytes per floor, ground floor first: card, owner, tucked card; the last two are `NONE` if it is vacant."""

NO_TOWER: Tower = b""
"""A free plot."""
_NO_TUCK = bytes((NONE,))


def floors_of(tower: Tower) -> Cards:
    return tower[::3]


def owners_of(tower: Tower) -> bytes:
    return tower[1::3]


def tucks_of(tower: Tower) -> Cards:
    """Return the tucked cards, without the vacant floors."""
    return tower[2::3].replace(_NO_TUCK, b"")


class Storey(msgspec.Struct, frozen=True):
    """A floor as a seat sees it: `owner` and `tuck` are None if it is vacant."""

    card: CardId
    owner: Seat | None = None
    tuck: CardId | None = None
    """Hidden from all seats but the one that owns it."""


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; if it is None, what an onlooker may know, which is only what is public."""

    seat: Seat | None
    variant: Variant
    hand: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    towers: tuple[tuple[Storey, ...], ...]
    """By plot, left to right, ground floor first; empty if the plot is free."""
    discards: tuple[CardId, ...]
    """The last card is the top; the pile is face up."""
    draw_pile: int
    """Number of cards left to draw."""
    scores: tuple[int, ...]
    first: Seat
    turn: Seat
    built: tuple[int, ...]
    """The plots that were built on in this turn."""
    last_round: bool
    ledger: tuple[Scored, ...]
    """The towers scored so far, in order."""
    outcome: Outcome | None

    @property
    def builds_left(self) -> int:
        """How many floors the seat on turn must still build (F3); at 0 it may claim, or end the turn."""
        return min(self.variant.builds - len(self.built), self.hand_sizes[self.turn])

    def floor(self, card: CardId) -> Floor:
        return self.variant.deck.floor_of(card)

    def is_due(self, plot: int) -> bool:
        """Return whether a tower is scored at the end of this turn."""
        kinds = bytes(storey.card for storey in self.towers[plot]).translate(self.variant.deck.kinds)
        return bool(kinds) and terms_of(self.variant).is_scored(kinds)


def partial_state(view: View) -> State:
    """Return the partial state that the seat of a view knows: cards that it has not seen are `UNKNOWN`."""
    return state_of(view, lambda: UNKNOWN, lambda: bytes([UNKNOWN]) * view.draw_pile)


def state_of(view: View, unseen: Callable[[], CardId], rest: Callable[[], Cards]) -> State:
    """Return a state with this view: `unseen` gives the hidden cards one by one, then `rest` the draw pile."""
    state = State()
    state.terms, state.tucks, state.hands = terms_of(view.variant), [], []
    for tower in view.towers:
        cards = [NONE if s.tuck is None else unseen() if s.tuck == HIDDEN else s.tuck for s in tower]
        state.tucks.append(bytes(cards))
    for seat, size in enumerate(view.hand_sizes):
        hand = view.hand if seat == view.seat else [unseen() for _ in range(size)]
        state.hands.append(bytes(sorted(hand)))
    state.floors = [bytes([storey.card for storey in tower]) for tower in view.towers]
    state.draw_pile, state.discards = rest(), bytes(view.discards)
    state.points, state.first, state.turn = list(view.scores), view.first, view.turn
    state.built, state.last_round, state.outcome = bytes(view.built), view.last_round, view.outcome
    state.ledger = view.ledger
    state.read_faces([bytes([NONE if s.owner is None else s.owner for s in tower]) for tower in view.towers])
    return state


# -- invariants


def check(state: State) -> None:
    """Raise AssertionError if cards are missing, a hand is too large, or tucked cards don't match the owned floors."""
    floors, tucks = map(floors_of, state.towers), map(tucks_of, state.towers)
    places = b"".join((*state.hands, state.draw_pile, state.discards, *floors, *tucks))
    assert bytes(sorted(places)) == bytes(state.variant.deck.cards), "cards were lost or doubled"
    assert all(len(hand) <= state.terms.hand for hand in state.hands), f"a hand of more than {state.terms.hand}"
    assert len(state.towers) == state.variant.limit, "plots were lost or added"
    for tower in state.towers:
        owned = [owner != NONE for owner in owners_of(tower)]
        assert owned == [tuck != NONE for tuck in tower[2::3]], "a tuck without an owner, or an owner without a tuck"
