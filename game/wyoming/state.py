"""What each seat sees of a state, the state that a view implies, and the invariants of states."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Literal

from ..engine import UNDECIDED, Outcome, Seat
from .cards import DECK, PER_SUIT, CardId, Suit, suit_of
from .core import UNKNOWN, Terms
from .core import State as State
from .numbers import HAND
from .options import Variant

# -- state


PileEnd = Literal["no draws", "toss", "fall"]

terms_of = cache(Terms)
"""Return the terms of a variant; cached."""


@cache
def by_seat(safe: int, seats: int, foundations: int) -> tuple[tuple[bool, ...], ...]:
    """Return which towers are safe, by seat and foundation, from the bits of `State.safe`."""
    return tuple(tuple(bool(safe >> s * foundations + f & 1) for f in range(foundations)) for s in range(seats))


def bits_of(safe: tuple[tuple[bool, ...], ...]) -> int:
    """Return the bits of `State.safe` for the `safe` of a view: the inverse of `by_seat`."""
    return sum(1 << place for place, is_safe in enumerate(chain.from_iterable(safe)) if is_safe)


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; if it is None, what an onlooker may know, which is only what is public."""

    seat: Seat | None
    variant: Variant
    hand: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    towers: tuple[tuple[tuple[CardId, ...], ...], ...]
    """By seat, by foundation, bottom card first."""
    discards: tuple[CardId, ...]
    """The last card is the top; the pile is face up."""
    draw_pile: int
    """Number of cards left to draw."""
    pennies: int
    """The height of the Sky."""
    first: Seat
    turn: Seat
    in_play: tuple[Seat, ...]
    """The seats that are still in the game (W6)."""
    owed: bool
    safe: tuple[tuple[bool, ...], ...]
    """By seat and foundation: True if nobody may deconstruct that tower before its owner's next turn (W12)."""
    outcome: Outcome | None

    @property
    def needed(self) -> int:
        """How many cards a tower needs to win."""
        return self.variant.needed(self.pennies)

    @property
    def is_exact(self) -> bool:
        """Whether only a tower of exactly `needed` cards wins (Finicky Clients)."""
        return self.variant.finicky

    def wins(self, height: int) -> bool:
        """Return whether a tower of that height wins at the end of a turn."""
        return height == self.needed if self.is_exact else height >= self.needed

    def attacker(self, suit: Suit) -> Suit:
        """Return the suit that deconstructs towers of that suit (W5)."""
        return terms_of(self.variant).attackers[suit]

    @property
    def pile_end(self) -> PileEnd:
        """What happens when the draw pile runs out: no more draws, a toss of the pennies, or the fall of one."""
        if self.variant.sudden_death:
            return "no draws"
        return "toss" if self.variant.tidal else "fall"

    @property
    def starting_pennies(self) -> int:
        """How high the Sky was at the start."""
        return self.variant.pennies

    @property
    def fallen(self) -> int:
        """By how many pennies the Sky is lower than at the start; negative if it is higher."""
        return self.starting_pennies - self.pennies

    @property
    def tallest(self) -> int:
        """The height of the tallest tower."""
        return max(map(len, chain.from_iterable(self.towers)))

    def unseen(self, suit: Suit) -> int:
        """Return how many cards of a suit are unseen by the seat: in the draw pile or in other hands."""
        seen = chain(self.hand, self.discards, *chain.from_iterable(self.towers))
        return PER_SUIT - sum(suit_of(card) == suit for card in seen)

    def height(self, seat: Seat, foundation: int) -> int:
        return len(self.towers[seat][foundation])


def state_of(view: View) -> State:
    """Return the partial state that the seat of a view knows: cards that it has not seen are `UNKNOWN`."""
    state = State()
    state.terms = terms_of(view.variant)
    state.hands = [bytes([UNKNOWN]) * size for size in view.hand_sizes]
    if view.seat is not None:
        state.hands[view.seat] = bytes(view.hand)
    state.towers = [bytes(tower) for tower in chain.from_iterable(view.towers)]
    state.discards, state.deck = bytes(view.discards), bytes([UNKNOWN]) * view.draw_pile
    state.alive = tuple([seat in view.in_play for seat in range(view.variant.seats)])
    state.pennies, state.first, state.turn = view.pennies, view.first, view.turn
    state.rng = UNDECIDED
    state.owed, state.safe, state.outcome = view.owed, bits_of(view.safe), view.outcome
    state.read_faces()
    return state


# -- invariants


def check(state: State) -> None:
    """Raise AssertionError if cards are missing, a tower has two suits, a hand is too large, and the like."""
    places = b"".join((*state.hands, *state.towers, state.deck, state.discards))
    assert bytes(sorted(places)) == DECK, "cards were lost or doubled"
    assert all(len(set(map(suit_of, tower))) <= 1 for tower in state.towers), "a tower of two suits"
    assert all(len(hand) <= HAND for hand in state.hands), f"a hand of more than {HAND}"
    assert state.pennies >= 0, "a negative number of pennies"
    assert state.variant.scaffolding or not state.safe, "scaffolding without the option"
    assert all(tower or not state.safe >> place & 1 for place, tower in enumerate(state.towers)), (
        "scaffolding without a tower"
    )
