"""A quick policy that plays rounds on: it values an action by the tower that it changes."""

from __future__ import annotations

import math
from typing import Final

from topping_out.game.towering.bots.core.evaluation import TowerValues
from topping_out.game.towering.core.sets import (
    ALL,
    ANY,
    BONUS_CARDS,
    CARD,
    COST,
    COUNT,
    NUMBER,
    NUMBERS,
    ONE,
    OPEN,
    PER_COLOUR,
    PLACE_OF,
    PLACES,
    POINTS,
    SUM,
)
from topping_out.game.towering.core.state import PILE, WIDTH, State

KINDS: Final[list[list[int]]] = [sorted(set(places)) for places in PLACES]
"""By set: the places in it, ascending, each once."""
FEWEST_FLOORS: Final = 3
"""So many floors a tower needs at least to pay for itself: 10, 9 and 8."""


class Policy(TowerValues):
    """Ranks the actions of the seat on turn, in much less time than it takes to value all that they leave."""

    def __init__(self, weights: dict[str, float], closes: bool = False) -> None:
        super().__init__(weights)
        self.closes = closes
        """With one card left in the draw pile, it scores what it can and takes that card."""
        self.fade = weights["fade"]
        self.eager = weights["eager"]
        self.tempo = weights["tempo"]
        self.plays: list[int] = []
        """As `Round.play` takes them."""
        self.values: list[float] = []
        """What each of `plays` leaves, in points against the others."""
        self._useful: list[int] = [0] * WIDTH
        """Of the hand, by colour, what there is time to play."""
        self._hurry = 0.0
        """What a turn lost costs: the gain of the best card that comes too late."""
        self._turns = 0

    def soft(self, value: float, doubt: float) -> float:
        """Return much the same, by functions that are quick once compiled."""
        if value > 20.0 * doubt:
            return value
        if value < -20.0 * doubt:
            return 0.0
        return doubt * math.log(1.0 + math.exp(value / doubt))

    def worth(self, tower: int, hand: int, unseen: int, chance: float, top: int, likely: float) -> float:
        """Return the points that a tower may come to: its cards, then the hopes for it.

        `hand` counts in full, each card of `unseen` by `chance`, and the place `top`, on the discards, by `likely`.
        Towards the bonus a material to come counts twice: a mistake, but the weights were learnt with it.
        """
        open_ = OPEN[tower]
        hand &= open_
        unseen &= open_
        size = COUNT[tower]
        value = SUM[tower] - COST + SUM[hand] + chance * SUM[unseen]
        coming = size + COUNT[hand] + chance * COUNT[unseen]
        more = 0.0
        if top >= 0 and open_ & ONE[top]:
            value += likely * NUMBER[top]
            coming += likely
            if top == 0:
                more = likely
        if open_ == ALL:
            more += (hand & 7) + chance * (unseen & 7)
            coming += more
        return self.promise(value, more, (BONUS_CARDS - 0.5 - coming) * self.bonus, tower & 7, size)

    def own(self, r: State, row: int, hand: int, unseen: int, top: int) -> float:
        """Return what the own tower promises with that hand."""
        return self.worth(r.towers[row], hand, unseen, self.chance, top, self.tops)

    def theirs(self, r: State, row: int, unseen: int, top: int, likely: float) -> float:
        """Return what the rival's tower promises, by what may be known of it."""
        return self.worth(r.towers[row], r.known[row], unseen, self.rival_chance, top, likely)

    # -- what there is time for

    def look(self, r: State, plays: int) -> None:
        """See how many turns are left, and which cards of the hand get `plays` of them and the turns to come."""
        left = len(r.deck)
        self._turns = (left - 1) >> 1
        self.foresee(r, r.turn, self._turns, left >> 1)
        row = r.turn * WIDTH
        self._hurry = 0.0
        if r.terms.hand - 1 <= self.pace * self._turns:
            for colour in range(r.terms.colours):
                self._useful[colour] = r.hands[row + colour]
            return
        self._choose_useful(r, row, int(self.pace * self._turns + 0.5), plays)

    def _choose_useful(self, r: State, row: int, most: int, plays: int) -> None:
        """Let `most + plays` cards of the hand count, those that bring most; `most` of them come after this turn."""
        gains: list[tuple[float, int, int]] = []
        for colour in range(r.terms.colours):
            self._useful[colour] = 0
            mine = r.hands[row + colour] & OPEN[r.towers[row + colour]]
            if mine:
                gains += self._gains(r, row, colour, mine)
        gains.sort(reverse=True)
        for _, colour, place in gains[: most + plays]:
            self._useful[colour] += ONE[place]
        if most < len(gains):
            self._hurry = gains[most][0]

    def _gains(self, r: State, first: int, colour: int, mine: int) -> list[tuple[float, int, int]]:
        """Return what each of these cards would add as one of the last; of a tower not begun, its share at least."""
        share = 0.0
        row = first + colour
        if not r.towers[row]:
            mats = mine & 7
            share = (SUM[mine] - COST) * (mats + 1.0) / (COUNT[mine] + mats)
        return [(max(share, self.gain(r, row, place)), colour, place) for place in PLACES[mine]]

    # -- plays

    def rank_plays(self, r: State) -> None:
        """Set `plays` and `values` for the seat whose turn it is; of a colour's materials one stands for all."""
        is_last = self.closes and len(r.deck) == 1
        self.look(r, 1)
        self.plays = []
        self.values = []
        for colour in range(r.terms.colours):
            cards = r.hands[r.turn * WIDTH + colour]
            if is_last:
                self._rank_last(r, colour, cards)
            elif cards:
                self._rank_colour(r, colour, cards)

    def _rank_last(self, r: State, colour: int, cards: int) -> None:
        """Rank by the points scored at once, for this turn ends the round.

        Nobody gains by leaving the last card: the rival can always end the round instead, losing nothing by it.
        """
        tower = r.towers[r.turn * WIDTH + colour]
        for place in KINDS[cards]:
            play = (colour * PER_COLOUR + CARD[place]) << 1
            if OPEN[tower] & ONE[place]:
                self.plays.append(play + 1)
                self.values.append(float(POINTS[tower + ONE[place]] - POINTS[tower]))
            self.plays.append(play)
            self.values.append(0.0)

    def _rank_colour(self, r: State, colour: int, cards: int) -> None:
        row = r.turn * WIDTH + colour
        rival = (1 - r.turn) * WIDTH + colour
        useful = self._useful[colour]
        unseen = r.unseen(colour)
        top = r.top(colour)
        now_top = top if self._turns else -1
        now = self.own(r, row, useful, unseen, now_top)
        tower = r.towers[row]
        open_ = OPEN[tower]
        rivals_open = OPEN[r.towers[rival]]
        fresh_top = top >= 0 and rivals_open & ONE[top] != 0
        feared = self.theirs(r, rival, unseen, top, self.tops) if fresh_top or rivals_open & cards else 0.0
        for place in KINDS[cards]:
            one = ONE[place]
            play = (colour * PER_COLOUR + CARD[place]) << 1
            is_useful = useful & ANY[place] == cards & ANY[place]  # of materials: all that there are
            rest = useful - one if is_useful else useful
            hurry = 0.0 if is_useful else self._hurry
            if open_ & one:
                self.plays.append(play + 1)
                built = self.worth(tower + one, rest, unseen, self.chance, now_top, self.tops)
                self.values.append(built - now + self.eager - hurry)
            lost = hurry
            if is_useful and open_ & one:
                lost += now - self.own(r, row, rest, unseen, -1)
            if fresh_top or rivals_open & one:
                lost += self.rival * (self.theirs(r, rival, unseen, place, self.give) - feared)
            self.plays.append(play)
            self.values.append(-lost)

    def choose_play(self, r: State) -> int:
        self.rank_plays(r)
        best = 0
        for i in range(1, len(self.plays)):
            if self.values[i] > self.values[best]:
                best = i
        return self.plays[best]

    # -- draws

    def value_draw(self, r: State, colour: int) -> float:
        """Return what a draw promises, in points; `look` comes first."""
        if self.closes and len(r.deck) == 1:
            return 0.0 if colour == PILE else -1.0
        if colour == PILE:
            return self.pile * min(1.0, self._turns / self.fade)
        row = r.turn * WIDTH + colour
        rival = (1 - r.turn) * WIDTH + colour
        pile = r.discards[colour]
        top = PLACE_OF[pile[-1]]
        below = PLACE_OF[pile[-2]] if len(pile) > 1 else -1
        unseen = r.unseen(colour)
        value = self.tempo * self._hurry
        if OPEN[r.towers[row]] & ONE[top]:
            useful = self._useful[colour]
            value += self.own(r, row, useful + ONE[top], unseen, below) - self.own(r, row, useful, unseen, top)
        rivals_open = OPEN[r.towers[rival]]
        if rivals_open & ONE[top] or (below >= 0 and rivals_open & ONE[below]):
            value += self.rival * (
                self.theirs(r, rival, unseen, top, self.tops) - self.theirs(r, rival, unseen, below, self.tops)
            )
        return value

    def choose_draw(self, r: State) -> int:
        self.look(r, 0)
        best = PILE
        most = self.value_draw(r, PILE)
        for colour in range(r.terms.colours):
            if r.discards[colour] and colour != r.barred:
                value = self.value_draw(r, colour)
                if value > most:
                    most = value
                    best = colour
        return best


def play_on(r: State, policies: list[Policy], plies: int) -> None:
    """Let each seat's policy play until the round is over, or for that many turns."""
    while plies > 0 and not r.is_over():
        policy = policies[r.turn]
        r.play(policy.choose_play(r))
        r.draw(policy.choose_draw(r))
        plies -= 1


def is_idle(r: State, colour: int) -> bool:
    """Tell whether it serves nobody to take a colour's top discard, not even by making the round longer.

    Asked after the play: neither seat has a use for the card, and none waits in the hand to be built later.
    """
    mine = r.turn * WIDTH + colour
    theirs = WIDTH - r.turn * WIDTH + colour
    top = ONE[r.top(colour)]
    if _can_use(r.towers[mine], r.hands[mine] + top, top):
        return False
    chances = NUMBERS if len(r.deck) >= 2 * FEWEST_FLOORS else r.known[theirs] + top
    if _can_use(r.towers[theirs], chances, top):
        return False
    first = r.turn * WIDTH
    rows = range(first, first + r.terms.colours)
    return not any(_can_use(r.towers[row], r.hands[row], r.hands[row]) for row in rows)


def _can_use(tower: int, chances: int, cards: int) -> bool:
    """Tell whether any of the cards gains a tower something, which may get `chances`."""
    usable = cards & OPEN[tower]
    if not usable:
        return False
    return SUM[usable] > 0 if tower else SUM[chances] > COST
