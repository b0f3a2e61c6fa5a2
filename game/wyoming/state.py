"""The state of a game, what each seat sees of it, and what holds at every moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Literal

from ..engine import UNDECIDED, Outcome, Seat
from .cards import DECK, PER_SUIT, CardId, Suit, suit_of
from .core.numbers import HAND
from .core.state import UNKNOWN, Terms
from .core.state import State as State
from .options import Variant

# -- state


PileEnd = Literal["no draws", "toss", "fall"]

terms_of = cache(Terms)
"""The rules of a variant as `core.state` reads them."""


@cache
def by_seat(safe: int, seats: int, foundations: int) -> tuple[tuple[bool, ...], ...]:
    """Return what is safe as a view has it, from the bits of a state."""
    return tuple(tuple(bool(safe >> s * foundations + f & 1) for f in range(foundations)) for s in range(seats))


def bits_of(safe: tuple[tuple[bool, ...], ...]) -> int:
    """Return the bits of a state for what a view says is safe."""
    return sum(1 << place for place, is_safe in enumerate(chain.from_iterable(safe)) if is_safe)


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; None is an onlooker, who knows only what lies open."""

    seat: Seat | None
    variant: Variant
    hand: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    towers: tuple[tuple[tuple[CardId, ...], ...], ...]
    """By seat, by foundation, bottom card first."""
    discards: tuple[CardId, ...]
    """The last one is the top; the pile lies face up."""
    draw_pile: int
    """How many cards are left to draw."""
    pennies: int
    """How high the Sky is."""
    first: Seat
    turn: Seat
    in_play: tuple[Seat, ...]
    """The seats that are not out (W6)."""
    owed: bool
    safe: tuple[tuple[bool, ...], ...]
    """By seat, by foundation: whether nobody may knock that tower down before its owner's next turn (W12)."""
    outcome: Outcome | None

    @property
    def needed(self) -> int:
        """How many cards a tower needs to win."""
        return self.variant.needed(self.pennies)

    @property
    def is_exact(self) -> bool:
        """Whether a tower of more than `needed` cards does not win (W8)."""
        return self.variant.finicky

    def wins(self, height: int) -> bool:
        """Tell whether a tower of that height wins at a turn's end."""
        return height == self.needed if self.is_exact else height >= self.needed

    def attacker(self, suit: Suit) -> Suit:
        """Return the suit that knocks down towers of that suit (W5)."""
        return terms_of(self.variant).attackers[suit]

    @property
    def pile_end(self) -> PileEnd:
        """What comes when the draw pile runs out: no more draws, a toss of the pennies, or the fall of one."""
        if self.variant.sudden_death:
            return "no draws"
        return "toss" if self.variant.tidal else "fall"

    @property
    def starting_pennies(self) -> int:
        """How high the Sky was at the start."""
        return self.variant.pennies

    @property
    def fallen(self) -> int:
        """By how many pennies the Sky is lower than at the start; negative where it is higher."""
        return self.starting_pennies - self.pennies

    @property
    def tallest(self) -> int:
        """The height of the tallest tower."""
        return max(map(len, chain.from_iterable(self.towers)))

    def unseen(self, suit: Suit) -> int:
        """Return how many cards of a suit the seat has not seen: they are in the draw pile or in others' hands."""
        seen = chain(self.hand, self.discards, *chain.from_iterable(self.towers))
        return PER_SUIT - sum(suit_of(card) == suit for card in seen)

    def height(self, seat: Seat, foundation: int) -> int:
        return len(self.towers[seat][foundation])


def state_of(view: View) -> State:
    """Return the partial state that the seat of a view knows: cards that it has not seen are `UNKNOWN` ones."""
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
    """A hundred cards, towers of one suit, at most seven in a hand, no debt in the Sky."""
    places = b"".join((*state.hands, *state.towers, state.deck, state.discards))
    assert bytes(sorted(places)) == DECK, "cards were lost or doubled"
    assert all(len(set(map(suit_of, tower))) <= 1 for tower in state.towers), "a tower of two suits"
    assert all(len(hand) <= HAND for hand in state.hands), f"a hand of more than {HAND}"
    assert state.pennies >= 0, "fewer pennies than none"
    assert state.variant.scaffolding or not state.safe, "scaffolding where none is played"
    assert all(tower or not state.safe >> place & 1 for place, tower in enumerate(state.towers)), (
        "scaffolding round nothing"
    )
