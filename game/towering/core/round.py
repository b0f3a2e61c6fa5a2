"""A round in play: where its cards lie, and what plays and draws do to them. Searches play on by it too."""

from __future__ import annotations

from functools import cache
from typing import Final

from topping_out.game.towering.core.sets import CARD, COLOUR_OF, COUNT, ONE, PER_COLOUR, PLACE_OF, PLACES, POINTS

SEATS: Final = 2
WIDTH: Final = 6
PATIENCE: Final = 60
"""So many draws in a row from discard piles end a round (T6)."""
UNKNOWN: Final = 255
"""Stands in the draw pile of a partial state for a card that its seat has not seen."""
PILE: Final = -1
"""The draw pile, where a draw may also name a colour's discards."""
SINGLE: Final[list[bytes]] = [bytes((card,)) for card in range(WIDTH * PER_COLOUR)]
"""By card, a pile of its own."""


class Round:
    """Plain data. Hands and towers are sets (see `sets`), in rows numbered `seat * 6 + colour`; piles are card ids."""

    __slots__ = (
        "barred", "colours", "deck", "discards", "hands", "has_played", "known", "size", "streak", "take_back",
        "towers", "turn", "undrawn",
    )  # fmt: skip

    def __init__(
        self,
        colours: int,
        size: int,
        take_back: bool,
        hands: list[int],
        known: list[int],
        towers: list[int],
        discards: list[bytes],
        undrawn: list[int],
    ) -> None:
        self.colours = colours
        self.size = size
        """Cards in a hand between turns."""
        self.take_back = take_back
        self.hands = hands
        self.known = known
        """Of each hand, the cards that both seats have seen, because they were taken from the discards."""
        self.towers = towers
        self.discards = discards
        """One pile a colour; the last card is the top."""
        self.deck = b""
        """The draw pile; the last card is the next drawn."""
        self.undrawn = undrawn
        """The same by colour, as sets: what follows from `deck`, kept for speed."""
        self.turn = 0
        self.has_played = False
        """Whether the seat on turn has yet to draw only."""
        self.barred = -1
        """The colour just discarded, whose top may not be drawn in this turn (T3); -1 for none."""
        self.streak = 0
        """Draws in a row that came from discard piles (T6)."""

    def copy(self) -> Round:
        twin = Round(
            self.colours, self.size, self.take_back,
            self.hands[:], self.known[:], self.towers[:], self.discards[:], self.undrawn[:],
        )  # fmt: skip
        twin.deck = self.deck
        twin.turn = self.turn
        twin.has_played = self.has_played
        twin.barred = self.barred
        twin.streak = self.streak
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and self.parts() == other.parts()

    def parts(self) -> tuple[object, ...]:
        """Return all that makes it what it is."""
        return (
            self.colours, self.size, self.take_back, self.turn, self.has_played, self.barred, self.streak,
            self.hands, self.known, self.towers, self.discards, self.deck,
        )  # fmt: skip

    # -- dealing

    def hold(self, seat: int, cards: bytes) -> None:
        """Put cards into a hand."""
        for card in cards:
            self.hands[seat * WIDTH + COLOUR_OF[card]] += ONE[PLACE_OF[card]]

    def full_hand(self, seat: int) -> int:
        """Return how many cards a hand holds by the rules, in a partial state those too that are not known."""
        return self.size - (self.has_played and seat == self.turn)

    def stack(self, deck: bytes) -> None:
        """Let this be the draw pile."""
        self.deck = deck
        self.undrawn = [0] * WIDTH
        for card in deck:
            self.undrawn[COLOUR_OF[card]] += ONE[PLACE_OF[card]]

    # -- play

    def play(self, play: int) -> None:
        """Build or discard a card of the hand: `card * 2`, and 1 more to build it."""
        card = play >> 1
        colour = COLOUR_OF[card]
        one = ONE[PLACE_OF[card]]
        row = self.turn * WIDTH + colour
        self.hands[row] -= one
        known = self.known[row]
        if known and known & (7 if one == 1 else one):
            self.known[row] = known - one
        if play & 1:
            self.towers[row] += one
        else:
            self.discards[colour] += SINGLE[card]
            self.barred = -1 if self.take_back else colour  # T3
        self.has_played = True

    def draws(self) -> list[int]:
        """Return what may be drawn from: the draw pile first, then the colours with discards."""
        return [PILE] + [colour for colour, pile in enumerate(self.discards) if pile and colour != self.barred]

    def draw(self, colour: int) -> int:
        """Draw from a colour's discards, or from the draw pile (`PILE`), and return the card; the turn passes."""
        if colour == PILE:
            card = self.deck[-1]
            self.deck = self.deck[:-1]
            self.streak = 0
            if card != UNKNOWN:
                colour = COLOUR_OF[card]
                one = ONE[PLACE_OF[card]]
                self.undrawn[colour] -= one
                self.hands[self.turn * WIDTH + colour] += one
        else:
            pile = self.discards[colour]
            card = pile[-1]
            one = ONE[PLACE_OF[card]]
            row = self.turn * WIDTH + colour
            self.discards[colour] = pile[:-1]
            self.hands[row] += one
            self.known[row] += one
            self.streak += 1
        self.barred = -1
        self.has_played = False
        if self.deck and self.streak != PATIENCE:
            self.turn = 1 - self.turn
        return card

    def is_over(self) -> bool:
        return not self.deck or self.streak == PATIENCE

    # -- what lies there

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
        for row in range(seat * WIDTH, seat * WIDTH + self.colours):
            total += COUNT[self.hands[row] - self.known[row]]
        return total

    def unseen(self, colour: int) -> int:
        """Return the cards of a colour that the seat on turn has not seen."""
        row = (1 - self.turn) * WIDTH + colour
        return self.undrawn[colour] + self.hands[row] - self.known[row]

    def top(self, colour: int) -> int:
        """Return the place of the top discard; -1 where there is none."""
        pile = self.discards[colour]
        return PLACE_OF[pile[-1]] if pile else -1

    def points(self, seat: int) -> int:
        """Return what the seat's towers count as they stand."""
        return sum([POINTS[tower] for tower in self.towers[seat * WIDTH : seat * WIDTH + WIDTH]])


def empty_round(colours: int, size: int, take_back: bool) -> Round:
    """Return a table without cards, for hands of that size; seat 0 begins."""
    rows = SEATS * WIDTH
    return Round(colours, size, take_back, [0] * rows, [0] * rows, [0] * rows, [b""] * WIDTH, [0] * WIDTH)


@cache
def cards_of(colour: int, cards: int) -> bytes:
    """Return the ids of a set's cards, ascending."""
    return bytes([colour * PER_COLOUR + CARD[place] for place in PLACES[cards]])
