"""The cards, towers and piles of a match as plain numbers, with each rule that changes them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from typing import Any, Final, TypeVar

from ...engine import Outcome
from ..actions import TurnStage

# -- sets


COST: Final = 20
BONUS: Final = 20
BONUS_CARDS: Final = 8
PER_COLOUR: Final = 13
"""Ids of a colour's cards: four for materials, which are alike and go by the first, then those of 2 to 10."""
ALL: Final = 4095
"""Every place; with a set, by `&`: all of it."""
NUMBERS: Final = ALL - 7
"""Every place but the materials'."""

NUMBER: Final[list[int]] = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
"""By place."""
ONE: Final[list[int]] = [1, *[8 << n for n in range(9)]]
"""By place: the set of one such card."""
ANY: Final[list[int]] = [7, *ONE[1:]]
"""By place: what is in a set, by `&`, if it has such a card."""
PLACE_OF: Final[list[int]] = [max(0, card % PER_COLOUR - 3) for card in range(6 * PER_COLOUR)]
COLOUR_OF: Final[list[int]] = [card // PER_COLOUR for card in range(6 * PER_COLOUR)]
"""By card, as is `PLACE_OF`."""
CARD: Final[list[int]] = [0, *range(4, PER_COLOUR)]
"""By place: the card's id within its colour."""


def places_of(cards: int) -> list[int]:
    """Return the places of a set's cards, ascending, a material as often as it is there."""
    return [0] * (cards & 7) + [place for place in range(1, 10) if cards & ONE[place]]


PLACES: Final[list[list[int]]] = [places_of(cards) for cards in range(ALL + 1)]
"""By set, as are all that follow."""
SUM: Final[list[int]] = [sum([NUMBER[place] for place in places]) for places in PLACES]
"""What the building cards add up to."""
COUNT: Final[list[int]] = [len(places) for places in PLACES]
"""How many cards, materials too."""
OPEN: Final[list[int]] = [ALL if cards < 8 else ALL & -(1 << cards.bit_length()) for cards in range(ALL + 1)]
"""The places that a tower of these cards still takes: those above its last card."""


def points_of(cards: int) -> int:
    """Return what a tower of these cards counts."""
    if not cards:
        return 0
    return (SUM[cards] - COST) * ((cards & 7) + 1) + (BONUS if COUNT[cards] >= BONUS_CARDS else 0)


POINTS: Final[list[int]] = [points_of(cards) for cards in range(ALL + 1)]


def set_of(cards: bytes) -> int:
    """Return the set of some cards of one colour, given by their ids."""
    return sum([ONE[PLACE_OF[card]] for card in cards])


# -- state


T = TypeVar("T")

SEATS: Final = 2
WIDTH: Final = 6
PATIENCE: Final = 60
"""A round ends after this many draws in a row from discard piles (T6)."""
UNKNOWN: Final = 255
"""Stands in the draw pile of a partial state for a card that its seat has not seen."""
PILE: Final = -1
"""The draw pile, where a draw may also name a colour's discards."""
DRAWS: Final = [*range(WIDTH), PILE]
"""The numbers of all draws there are, as `State.draws` takes names."""
UNDRAWN: Final = SEATS * WIDTH
"""The first row of `hands` that counts the draw pile."""
SET: Final[list[int]] = [ONE[place] for place in PLACE_OF]
"""By card, the set of it alone."""
SINGLE: Final[list[bytes]] = [bytes((card,)) for card in range(WIDTH * PER_COLOUR)]
"""By card, likewise a pile."""


class Terms:
    """What the options settle for a whole game, as the rules read it."""

    def __init__(self, variant: Any) -> None:
        self.variant: Any = variant
        self.colours: int = variant.colours
        self.hand: int = variant.hand
        """Cards in a hand between turns."""
        self.rounds: int = variant.rounds
        self.take_back: bool = variant.take_back


class State:
    """The round in play, and what the finished ones came to. `play` and `draw` move the round on.

    Hands and towers are sets (see `sets`), in rows numbered `seat * 6 + colour`; piles are card ids.
    """

    __slots__ = (
        "accounts", "barred", "deck", "discards", "first", "hands", "has_played", "known", "outcome", "rng", "streak",
        "terms", "towers", "turn",
    )  # fmt: skip

    terms: Terms
    hands: list[int]
    """The rows from `UNDRAWN` on count the draw pile: what follows from `deck`, kept for speed."""
    known: list[int]
    """Of each hand, the cards that both seats have seen, because they were taken from the discards."""
    towers: list[int]
    discards: list[bytes]
    """One pile a colour; the last card is the top."""
    deck: bytes
    """The draw pile; the last card is the next drawn."""
    turn: int
    has_played: bool
    """Whether the seat on turn has yet to draw only."""
    barred: int
    """The colour just discarded, whose top may not be drawn in this turn (T3); -1 for none."""
    streak: int
    """Draws in a row that came from discard piles (T6)."""
    first: int
    """Who began this round."""
    accounts: tuple[Any, ...]
    """Of the finished rounds."""
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
        return isinstance(other, State) and self._all() == other._all()

    def _all(self) -> tuple[object, ...]:
        """Return all that a state consists of."""
        return (
            self.variant,
            self.hands,
            self.known,
            self.towers,
            self.discards,
            self.deck,
            self.turn,
            self.has_played,
            self.barred,
            self.streak,
            self.first,
            self.accounts,
            self.rng,
            self.outcome,
        )

    # -- dealing

    def clear(self) -> None:
        """Take all cards off the table; seat 0 begins."""
        self.hands, self.known, self.towers = [0] * ((SEATS + 1) * WIDTH), [0] * (SEATS * WIDTH), [0] * (SEATS * WIDTH)
        self.discards, self.deck = [b""] * WIDTH, b""
        self.turn, self.has_played, self.barred, self.streak = 0, False, -1, 0

    def hold(self, seat: int, cards: bytes) -> None:
        """Put cards into a hand; that of the seat beyond both is the draw pile."""
        for card in cards:
            self.hands[seat * WIDTH + COLOUR_OF[card]] += SET[card]

    def full_hand(self, seat: int) -> int:
        """Return how many cards a hand holds by the rules, in a partial state those too that are not known."""
        return self.terms.hand - (self.has_played and seat == self.turn)

    def stack(self, deck: bytes) -> None:
        """Let this be the draw pile."""
        self.deck = deck
        self.hands[UNDRAWN:] = [0] * WIDTH
        self.hold(SEATS, deck)

    # -- play

    def play(self, play: int) -> None:
        """Build or discard a card of the hand: `card * 2`, and 1 more to build it."""
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
        """Return what may be drawn from: the draw pile first, then the colours with discards.

        `named` has a name for each colour, then one for the draw pile.
        """
        piles = self.discards
        if self.barred >= 0:
            piles = piles.copy()
            piles[self.barred] = b""
        return [named[PILE], *compress(named, piles)]

    def draw(self, colour: int) -> int:
        """Draw from a colour's discards, or from the draw pile (`PILE`), and return the card.

        The turn passes, unless this ends the round.
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

    # -- what is asked

    @property
    def variant(self) -> Any:
        return self.terms.variant

    @property
    def stage(self) -> TurnStage:
        return TurnStage.DRAW if self.has_played else TurnStage.PLAY

    @property
    def round(self) -> int:
        """The round being played, 0-based; the last one also when the game is over."""
        return min(len(self.accounts), self.terms.rounds - 1)

    @property
    def totals(self) -> tuple[int, ...]:
        """The seats' points from the finished rounds."""
        return self.accounts[-1].totals if self.accounts else (0,) * SEATS

    def towers_of(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return the seat's towers by colour in play, bottom card first."""
        return tuple(map(_tower, range(self.terms.colours), self.towers[seat * WIDTH :]))

    def hand(self, seat: int) -> bytes:
        """Return a hand's cards, ascending."""
        return b"".join(map(cards_of, range(WIDTH), self.hands[seat * WIDTH :]))

    def known_of(self, seat: int) -> bytes:
        """Return what both seats have seen of a hand, ascending."""
        known = self.known[seat * WIDTH : seat * WIDTH + WIDTH]
        return b"".join(map(cards_of, range(WIDTH), known)) if any(known) else b""

    def tower(self, seat: int, colour: int) -> bytes:
        """Return a tower's cards, bottom card first."""
        return cards_of(colour, self.towers[seat * WIDTH + colour])

    def hidden(self, seat: int) -> int:
        """Return how many cards of a hand the other seat has not seen."""
        total = 0
        for row in range(seat * WIDTH, seat * WIDTH + self.terms.colours):
            total += COUNT[self.hands[row] - self.known[row]]
        return total

    def unseen(self, colour: int) -> int:
        """Return the cards of a colour that the seat on turn has not seen."""
        row = (1 - self.turn) * WIDTH + colour
        return self.hands[UNDRAWN + colour] + self.hands[row] - self.known[row]

    def top(self, colour: int) -> int:
        """Return the place of the top discard; -1 where there is none."""
        pile = self.discards[colour]
        return PLACE_OF[pile[-1]] if pile else -1

    def points(self, seat: int) -> int:
        """Return what the seat's towers count as they stand."""
        return sum([POINTS[tower] for tower in self.towers[seat * WIDTH : seat * WIDTH + WIDTH]])


def empty_state(terms: Terms) -> State:
    """Return a table without cards, before the first round of a game by these terms."""
    state = State()
    state.terms, state.first, state.accounts, state.rng, state.outcome = terms, 0, (), 0, None
    state.clear()
    return state


@cache
def cards_of(colour: int, cards: int) -> bytes:
    """Return the ids of a set's cards, ascending."""
    return bytes([colour * PER_COLOUR + CARD[place] for place in PLACES[cards]])


@cache
def _tower(colour: int, cards: int) -> tuple[int, ...]:
    return tuple(cards_of(colour, cards))
