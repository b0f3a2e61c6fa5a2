"""The state of a match, and the rules that change its hands, towers and piles.

A **place** is a kind of card within a colour: 0 for a material, 1 to 9 for the numbers 2 to 10. A **set** of cards of
one colour is a number: its lowest three bits count the materials, and each higher bit stands for one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from typing import Any, Final, TypeVar

from ..engine import Outcome
from .actions import TurnStage

# -- sets


COST: Final = 20
BONUS: Final = 20
BONUS_CARDS: Final = 8
PER_COLOUR: Final = 13
"""Card ids in each colour: four for materials, of which only the first is used (T8), then those of 2 to 10."""
ALL: Final = 4095
"""The mask of all places."""
NUMBERS: Final = ALL - 7
"""The mask of all numbers."""

NUMBER: Final[list[int]] = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
"""By place, the number on the card; 0 for a material."""
ONE: Final[list[int]] = [1, *[8 << n for n in range(9)]]
"""By place, the set of one such card."""
ANY: Final[list[int]] = [7, *ONE[1:]]
"""By place, its mask: `cards & ANY[place]` is not 0 if the set has such a card."""
PLACE_OF: Final[list[int]] = [max(0, card % PER_COLOUR - 3) for card in range(6 * PER_COLOUR)]
"""By card."""
COLOUR_OF: Final[list[int]] = [card // PER_COLOUR for card in range(6 * PER_COLOUR)]
"""By card."""
CARD: Final[list[int]] = [0, *range(4, PER_COLOUR)]
"""By place, the card's id within its colour."""


def places_of(cards: int) -> list[int]:
    """Return the places of a set's cards, ascending, with 0 once for each material."""
    return [0] * (cards & 7) + [place for place in range(1, 10) if cards & ONE[place]]


PLACES: Final[list[list[int]]] = [places_of(cards) for cards in range(ALL + 1)]
"""By set, like all tables that follow."""
SUM: Final[list[int]] = [sum([NUMBER[place] for place in places]) for places in PLACES]
"""Sum of the building cards."""
COUNT: Final[list[int]] = [len(places) for places in PLACES]
"""Number of cards, materials included."""
OPEN: Final[list[int]] = [ALL if cards < 8 else ALL & -(1 << cards.bit_length()) for cards in range(ALL + 1)]
"""The mask of the places that fit onto a tower of these cards: those above its top card."""


def points_of(cards: int) -> int:
    """Return the points of a tower of these cards."""
    if not cards:
        return 0
    return (SUM[cards] - COST) * ((cards & 7) + 1) + (BONUS if COUNT[cards] >= BONUS_CARDS else 0)


POINTS: Final[list[int]] = [points_of(cards) for cards in range(ALL + 1)]


def set_of(cards: bytes) -> int:
    """Return the set of the cards with these ids, which must be of one colour."""
    return sum([ONE[PLACE_OF[card]] for card in cards])


# -- state


T = TypeVar("T")

SEATS: Final = 2
WIDTH: Final = 6
PATIENCE: Final = 60
"""A round ends after this many draws in a row from discard piles (T6)."""
UNKNOWN: Final = 255
"""The id of the cards in the draw pile of a partial state."""
PILE: Final = -1
"""The number, in a draw, of the draw pile; other draws have the number of a colour."""
DRAWS: Final = [*range(WIDTH), PILE]
"""The numbers of all draws, as an argument of `State.draws`."""
UNDRAWN: Final = SEATS * WIDTH
"""The first row of `State.hands` that has cards of the draw pile."""
SET: Final[list[int]] = [ONE[place] for place in PLACE_OF]
"""By card, the set of just this card."""
SINGLE: Final[list[bytes]] = [bytes((card,)) for card in range(WIDTH * PER_COLOUR)]
"""By card, the pile of just this card."""


class Terms:
    """What the rules need to know of the options, computed once."""

    def __init__(self, variant: Any) -> None:
        self.variant: Any = variant
        self.colours: int = variant.colours
        self.hand: int = variant.hand
        """Number of cards in a hand between turns."""
        self.rounds: int = variant.rounds
        self.take_back: bool = variant.take_back


FIELDS: Final = (
    "accounts", "barred", "deck", "discards", "first", "hands", "has_played", "known", "outcome", "rng", "streak",
    "towers", "turn",
)  # fmt: skip
"""The attributes of a state besides its terms."""


class State:
    """The current round, and the accounts of the finished ones. `play` and `draw` advance the round.

    Hands and towers are sets, in rows numbered `seat * 6 + colour`. Piles are card ids.
    """

    __slots__ = ("terms", *FIELDS)

    terms: Terms
    hands: list[int]
    """The rows from `UNDRAWN` on have the cards of the draw pile. They follow from `deck`, and are kept for speed."""
    known: list[int]
    """The cards of each hand that both seats know, because they were taken from the discards."""
    towers: list[int]
    discards: list[bytes]
    """One pile per colour; the last card is the top."""
    deck: bytes
    """The draw pile; the last card is drawn next."""
    turn: int
    has_played: bool
    """Whether the seat on turn has played its card, and only has to draw."""
    barred: int
    """The colour just discarded, whose top may not be drawn in this turn (T3); -1 for none."""
    streak: int
    """Number of draws in a row from discard piles (T6)."""
    first: int
    """The seat that began this round."""
    accounts: tuple[Any, ...]
    """A `RoundAccount` for each finished round."""
    rng: int
    """Seed of the next shuffle."""
    outcome: Outcome | None

    def copy(self) -> State:
        twin = State()
        twin.terms = self.terms
        twin.hands = self.hands.copy()
        twin.known = self.known.copy()
        twin.towers = self.towers.copy()
        twin.discards = self.discards.copy()
        twin.deck = self.deck
        twin.turn = self.turn
        twin.has_played = self.has_played
        twin.barred = self.barred
        twin.streak = self.streak
        twin.first = self.first
        twin.accounts = self.accounts
        twin.rng = self.rng
        twin.outcome = self.outcome
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, at) == getattr(other, at) for at in ("variant", *FIELDS))

    # -- dealing

    def clear(self) -> None:
        """Remove all cards from the table; seat 0 is on turn."""
        self.hands, self.known, self.towers = [0] * ((SEATS + 1) * WIDTH), [0] * (SEATS * WIDTH), [0] * (SEATS * WIDTH)
        self.discards, self.deck = [b""] * WIDTH, b""
        self.turn, self.has_played, self.barred, self.streak = 0, False, -1, 0

    def hold(self, seat: int, cards: bytes) -> None:
        """Add cards to a hand; "seat" `SEATS` is the draw pile."""
        for card in cards:
            self.hands[seat * WIDTH + COLOUR_OF[card]] += SET[card]

    def full_hand(self, seat: int) -> int:
        """Return how many cards the rules put into a hand; in a partial state, that includes unknown cards."""
        return self.terms.hand - (self.has_played and seat == self.turn)

    def stack(self, deck: bytes) -> None:
        """Set the draw pile."""
        self.deck = deck
        self.hands[UNDRAWN:] = [0] * WIDTH
        self.hold(SEATS, deck)

    # -- play

    def play(self, play: int) -> None:
        """Discard a card of the hand (`card * 2`) or build it (`card * 2 + 1`)."""
        card = play >> 1
        colour = COLOUR_OF[card]
        one = SET[card]
        row = self.turn * WIDTH + colour
        self.hands[row] -= one
        known = self.known[row]
        if known and known & (7 if one == 1 else one):
            self.known[row] = known - one
        if play & 1:
            self.towers[row] += one
        else:
            self.discards[colour] += SINGLE[card]
            self.barred = -1 if self.terms.take_back else colour  # T3
        self.has_played = True

    def draws(self, named: Sequence[T]) -> list[T]:
        """Return those of `named` that may be drawn now: the draw pile first, then the colours with discards.

        `named` has an item for each colour, then one for the draw pile.
        """
        piles = self.discards
        if self.barred >= 0:
            piles = piles.copy()
            piles[self.barred] = b""
        return [named[PILE], *compress(named, piles)]

    def draw(self, colour: int) -> int:
        """Draw the top discard of a colour, or from the draw pile (`PILE`), and return the card.

        Then it is the other seat's turn, unless this ends the round.
        """
        if colour == PILE:
            card = self.deck[-1]
            self.deck = self.deck[:-1]
            self.streak = 0
            if card != UNKNOWN:
                colour = COLOUR_OF[card]
                one = SET[card]
                self.hands[UNDRAWN + colour] -= one
                self.hands[self.turn * WIDTH + colour] += one
        else:
            pile = self.discards[colour]
            card = pile[-1]
            one = SET[card]
            row = self.turn * WIDTH + colour
            self.discards[colour] = pile[:-1]
            self.hands[row] += one
            self.known[row] += one
            self.streak += 1
        self.barred = -1
        self.has_played = False
        if not self.is_over():
            self.turn = 1 - self.turn
        return card

    def is_over(self) -> bool:
        return not self.deck or self.streak == PATIENCE

    # -- queries

    @property
    def variant(self) -> Any:
        return self.terms.variant

    @property
    def stage(self) -> TurnStage:
        return TurnStage.DRAW if self.has_played else TurnStage.PLAY

    @property
    def round(self) -> int:
        """The current round, 0-based; the last one if the game is over."""
        return min(len(self.accounts), self.terms.rounds - 1)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in the finished rounds."""
        return self.accounts[-1].totals if self.accounts else (0,) * SEATS

    def towers_of(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return the seat's towers, by colour in play, bottom card first."""
        return tuple(map(_tower, range(self.terms.colours), self.towers[seat * WIDTH :]))

    def hand(self, seat: int) -> bytes:
        """Return the cards of a hand, ascending."""
        return b"".join(map(cards_of, range(WIDTH), self.hands[seat * WIDTH :]))

    def known_of(self, seat: int) -> bytes:
        """Return the cards of a hand that both seats know, ascending."""
        known = self.known[seat * WIDTH : seat * WIDTH + WIDTH]
        return b"".join(map(cards_of, range(WIDTH), known)) if any(known) else b""

    def tower(self, seat: int, colour: int) -> bytes:
        """Return the cards of a tower, bottom card first."""
        return cards_of(colour, self.towers[seat * WIDTH + colour])

    def hidden(self, seat: int) -> int:
        """Return how many cards of a hand the other seat doesn't know."""
        total = 0
        for row in range(seat * WIDTH, seat * WIDTH + self.terms.colours):
            total += COUNT[self.hands[row] - self.known[row]]
        return total

    def unseen(self, colour: int) -> int:
        """Return the set of the cards of a colour that the seat on turn has not seen."""
        row = (1 - self.turn) * WIDTH + colour
        return self.hands[UNDRAWN + colour] + self.hands[row] - self.known[row]

    def top(self, colour: int) -> int:
        """Return the place of the top discard; -1 if there is none."""
        pile = self.discards[colour]
        return PLACE_OF[pile[-1]] if pile else -1

    def points(self, seat: int) -> int:
        """Return the points of the seat's towers as they stand."""
        return sum([POINTS[tower] for tower in self.towers[seat * WIDTH : seat * WIDTH + WIDTH]])


def empty_state(terms: Terms) -> State:
    """Return the state before the first deal of a game with these terms."""
    state = State()
    state.terms, state.first, state.accounts, state.rng, state.outcome = terms, 0, (), 0, None
    state.clear()
    return state


@cache
def cards_of(colour: int, cards: int) -> bytes:
    """Return the ids of the cards of a set, ascending."""
    return bytes([colour * PER_COLOUR + CARD[place] for place in PLACES[cards]])


@cache
def _tower(colour: int, cards: int) -> tuple[int, ...]:
    return tuple(cards_of(colour, cards))
