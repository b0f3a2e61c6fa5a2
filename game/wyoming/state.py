"""The whole state of a game, and the part of it that one seat may see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain

from topping_out.game.engine import Outcome, Seat
from topping_out.game.wyoming.cards import CardId, Cards
from topping_out.game.wyoming.legal_plays import Tables
from topping_out.game.wyoming.variant import Variant


@dataclass(init=False, slots=True)
class State:
    """Plain data. Hands and piles are immutable bytes, so a copy shares them."""

    variant: Variant
    plays: Tables
    """Look-up tables of the variant, shared by all its states."""
    hands: list[Cards]
    """One a seat, in the order drawn."""
    towers: list[Cards]
    """Bottom card first; foundation f of seat s is number s * foundations + f."""
    suits: list[int]
    """The towers' suits, kept beside them for speed; EMPTY for a foundation."""
    safe: int
    """A bit for each tower, by its number, that nobody may knock down before its owner's next turn (W12)."""
    deck: Cards
    """The first card is the next drawn."""
    discards: Cards
    """The last card is the top."""
    pennies: int
    first: Seat
    turn: Seat
    in_play: tuple[Seat, ...]
    owed: bool
    """The draw pile has run out and the discards are not recycled yet: there may be none (W2)."""
    rng: int
    """Seed of the next shuffle or toss."""
    outcome: Outcome | None

    def copy(self) -> State:
        twin = _new(State)
        twin.variant = self.variant
        twin.plays = self.plays
        twin.hands = self.hands[:]
        twin.towers = self.towers[:]
        twin.safe = self.safe
        twin.suits = self.suits[:]
        twin.deck = self.deck
        twin.discards = self.discards
        twin.pennies = self.pennies
        twin.first = self.first
        twin.turn = self.turn
        twin.in_play = self.in_play
        twin.owed = self.owed
        twin.rng = self.rng
        twin.outcome = self.outcome
        return twin

    def towers_of(self, seat: Seat) -> list[Cards]:
        n = self.variant.foundations
        return self.towers[seat * n : seat * n + n]

    def safe_by_seat(self) -> tuple[tuple[bool, ...], ...]:
        """Return what is safe as a view has it."""
        return _by_seat(self.safe, self.variant.seats, self.variant.foundations)

    def places_of(self, seat: Seat) -> int:
        """Return the bits of the seat's towers in `safe`."""
        n = self.variant.foundations
        return ((1 << n) - 1) << seat * n

    def is_safe(self, owner: Seat, foundation: int) -> bool:
        return bool(self.safe >> owner * self.variant.foundations + foundation & 1)


_new = State.__new__


@cache
def _by_seat(safe: int, seats: int, foundations: int) -> tuple[tuple[bool, ...], ...]:
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

    def wins(self, height: int) -> bool:
        """Tell whether a tower of that height wins at a turn's end."""
        return height == self.needed if self.variant.finicky else height >= self.needed

    @property
    def tallest(self) -> int:
        """The height of the tallest tower."""
        return max(map(len, chain.from_iterable(self.towers)))

    def height(self, seat: Seat, foundation: int) -> int:
        return len(self.towers[seat][foundation])
