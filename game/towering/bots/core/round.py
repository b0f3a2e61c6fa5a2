"""A round in plain numbers, for quick playouts: the rules of a round, once all cards are known.

A set of one colour's cards is a bit mask of *places* (`card % 13`: four materials, then 2 to 10). Rows of towers and
hands are numbered `seat * 6 + colour`. A play is one number: `card * 2`, and 1 more if the card is built.
"""

from __future__ import annotations

from typing import Final

PER_COLOUR: Final = 13
WIDTH: Final = 6
FULL: Final = (1 << PER_COLOUR) - 1
PATIENCE: Final = 60
"""So many draws in a row from discard piles end a round (T6)."""
COST: Final = 20
BONUS: Final = 20
BONUS_CARDS: Final = 8
PILE: Final = -1
"""The draw pile, where a draw may also name a colour's discards."""
FEWEST_FLOORS: Final = 3
"""So many floors a tower needs at least to pay for itself: 10, 9 and 8."""

NUMBER: Final[list[int]] = [0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
"""By place."""
OPEN_ABOVE: Final[list[int]] = [FULL if p < 4 else FULL & ~((2 << p) - 1) for p in range(PER_COLOUR)]
"""By place of a tower's last card: the places that it still takes."""


PLACES: Final[list[list[int]]] = [[p for p in range(PER_COLOUR) if mask >> p & 1] for mask in range(FULL + 1)]
"""By mask: the places in it, ascending."""
SUM: Final[list[int]] = [sum([NUMBER[p] for p in places]) for places in PLACES]
"""By mask: what its building cards add up to."""
COUNT: Final[list[int]] = [len(places) for places in PLACES]
"""By mask: how many cards it has, materials too."""
MATERIALS: Final[list[int]] = [len([p for p in places if p < 4]) for places in PLACES]


class Round:
    """A round in play with all cards known: what a determinization of a view comes to."""

    def __init__(self) -> None:
        self.colours = WIDTH
        self.take_back = False
        self.size = 0
        """Cards in a hand between turns."""
        self.turn = 0
        self.barred = -1
        """The colour just discarded, between play and draw."""
        self.streak = 0
        self.hands: list[int] = []
        self.known: list[int] = []
        """Of each hand, what both seats have seen."""
        self.hidden: list[int] = []
        """How many cards of each hand the other seat has not seen."""
        self.open: list[int] = []
        """The places that a tower still takes."""
        self.sums: list[int] = []
        self.mats: list[int] = []
        self.sizes: list[int] = []
        self.piles: list[list[int]] = []
        """Discards by colour, as places; the last one is the top."""
        self.deck: list[int] = []
        """The draw pile; the last card is the next drawn."""
        self.fresh: list[int] = []
        """The cards of the draw pile, by colour."""

    def copy(self) -> Round:
        twin = Round()
        twin.colours = self.colours
        twin.take_back = self.take_back
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.open = self.open[:]
        twin.sums = self.sums[:]
        twin.mats = self.mats[:]
        twin.sizes = self.sizes[:]
        twin.piles = [pile[:] for pile in self.piles]
        twin.deck = self.deck[:]
        twin.fresh = self.fresh[:]
        twin.size = self.size
        twin.hidden = self.hidden[:]
        twin.turn = self.turn
        twin.barred = self.barred
        twin.streak = self.streak
        return twin

    def is_over(self) -> bool:
        return not self.deck or self.streak == PATIENCE

    def fill(self, hand: list[int], deck: list[int]) -> None:
        """Put these cards into the rival's hand (that of the seat not to play) and onto the draw pile."""
        row = (1 - self.turn) * WIDTH
        for card in hand:
            self.hands[row + card // PER_COLOUR] |= 1 << card % PER_COLOUR
        self.deck = deck
        for card in deck:
            self.fresh[card // PER_COLOUR] |= 1 << card % PER_COLOUR

    def play(self, play: int) -> None:
        """Build or discard a card of the hand."""
        card = play >> 1
        colour = card // PER_COLOUR
        place = card - colour * PER_COLOUR
        row = self.turn * WIDTH + colour
        bit = 1 << place
        self.hands[row] &= ~bit
        seen = self.known[row]
        known = seen & bit
        if seen and not known and place < 4:
            known = seen & 15 & -(seen & 15)  # materials are alike: one that was seen may as well be the one played
        if known:
            self.known[row] = seen & ~known
        else:
            self.hidden[self.turn] -= 1
        if play & 1:
            self.lay(row, place)
        else:
            self.piles[colour].append(place)
            self.barred = -1 if self.take_back else colour  # T3

    def lay(self, row: int, place: int) -> None:
        """Put a card of that place onto a tower."""
        number = NUMBER[place]
        self.sizes[row] += 1
        self.sums[row] += number
        if number:
            self.open[row] = OPEN_ABOVE[place]
        else:
            self.mats[row] += 1

    def draw(self, colour: int) -> None:
        """Draw from a colour's discards, or from the draw pile (`PILE`); the turn passes."""
        if colour == PILE:
            card = self.deck.pop()
            c = card // PER_COLOUR
            bit = 1 << (card - c * PER_COLOUR)
            self.fresh[c] &= ~bit
            self.hands[self.turn * WIDTH + c] |= bit
            self.hidden[self.turn] += 1
            self.streak = 0
        else:
            bit = 1 << self.piles[colour].pop()
            row = self.turn * WIDTH + colour
            self.hands[row] |= bit
            self.known[row] |= bit
            self.streak += 1
        self.barred = -1
        self.turn = 1 - self.turn

    def plays(self) -> list[int]:
        """Return all plays open to the seat whose turn it is: builds first, each by card."""
        builds: list[int] = []
        discards: list[int] = []
        for colour in range(self.colours):
            row = self.turn * WIDTH + colour
            for place in PLACES[self.hands[row]]:
                play = (colour * PER_COLOUR + place) * 2
                discards.append(play)
                if self.open[row] >> place & 1:
                    builds.append(play + 1)
        return builds + discards

    def draws(self) -> list[int]:
        """Return all draws open after the play: the draw pile first."""
        return [PILE] + [colour for colour in range(self.colours) if self.piles[colour] and colour != self.barred]

    def is_idle(self, colour: int) -> bool:
        """Tell whether it serves nobody to take a colour's top discard, not even by making the round longer.

        Asked after the play: neither seat has a use for the card, and none waits in the hand to be built later.
        """
        mine = self.turn * WIDTH + colour
        theirs = WIDTH - self.turn * WIDTH + colour
        top = self.piles[colour][-1]
        if self._can_use(mine, self.hands[mine] | 1 << top, 1 << top):
            return False
        chances = FULL if len(self.deck) >= 2 * FEWEST_FLOORS else self.known[theirs] | 1 << top
        if self._can_use(theirs, chances, 1 << top):
            return False
        first = self.turn * WIDTH
        for row in range(first, first + self.colours):
            if self._can_use(row, self.hands[row], self.hands[row]):
                return False
        return True

    def _can_use(self, row: int, chances: int, cards: int) -> bool:
        """Tell whether any of the cards gains a tower something, which may get `chances`."""
        if not self.open[row] & cards:
            return False
        return SUM[cards & self.open[row]] > 0 if self.sizes[row] else SUM[chances] > COST

    def unseen(self, colour: int) -> int:
        """Return the cards of a colour that the seat on turn has not seen."""
        rival = (1 - self.turn) * WIDTH + colour
        return self.fresh[colour] | (self.hands[rival] & ~self.known[rival])

    def points(self, seat: int) -> int:
        """Return what the seat's towers count as they stand."""
        total = 0
        for row in range(seat * WIDTH, seat * WIDTH + WIDTH):
            total += points_of(self.sums[row], self.mats[row], self.sizes[row])
        return total


def points_of(total: int, mats: int, size: int) -> int:
    """Return what a tower of so many cards counts, its building cards adding up to `total`."""
    if not size:
        return 0
    return (total - COST) * (mats + 1) + (BONUS if size >= BONUS_CARDS else 0)


def empty(colours: int, size: int) -> Round:
    """Return a table without cards, for hands of that size."""
    r = Round()
    r.colours = colours
    r.size = size
    r.hands, r.known, r.open = [0] * (2 * WIDTH), [0] * (2 * WIDTH), [FULL] * (2 * WIDTH)
    r.sums, r.mats, r.sizes = [0] * (2 * WIDTH), [0] * (2 * WIDTH), [0] * (2 * WIDTH)
    r.hidden, r.fresh, r.piles = [0, 0], [0] * WIDTH, [[] for _ in range(WIDTH)]
    return r
