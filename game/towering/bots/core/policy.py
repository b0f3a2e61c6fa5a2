"""A quick policy that plays rounds on: it values an action by the tower that it changes."""

from __future__ import annotations

import math

from topping_out.game.towering.bots.core.evaluation import Evaluation
from topping_out.game.towering.bots.core.round import (
    BONUS_CARDS,
    COST,
    COUNT,
    FULL,
    MATERIALS,
    NUMBER,
    OPEN_ABOVE,
    PER_COLOUR,
    PILE,
    PLACES,
    SUM,
    WIDTH,
    Round,
    points_of,
)


class Policy(Evaluation):
    """Ranks the actions of the seat on turn, in much less time than it takes to value all that they leave."""

    def __init__(self, weights: dict[str, float], closes: bool = False) -> None:
        super().__init__(weights)
        self.closes = closes
        """With one card left in the draw pile, it scores what it can and takes that card."""
        self.fade = weights["fade"]
        self.eager = weights["eager"]
        self.tempo = weights["tempo"]
        self.plays: list[int] = []
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

    def worth(
        self,
        total: int,
        mats: int,
        size: int,
        open_: int,
        hand: int,
        unseen: int,
        chance: float,
        top: int,
        likely: float,
    ) -> float:
        """Return the points that a tower may come to: its cards, then the hopes for it.

        `hand` counts in full, each card of `unseen` by `chance`, and the place `top`, on the discards, by `likely`.
        Towards the bonus a material to come counts twice: a mistake, but the weights were learnt with it.
        """
        hand &= open_
        unseen &= open_
        value = total - COST + SUM[hand] + chance * SUM[unseen]
        coming = size + COUNT[hand] + chance * COUNT[unseen]
        more = 0.0
        if top >= 0 and open_ >> top & 1:
            value += likely * NUMBER[top]
            coming += likely
            if top < 4:
                more = likely
        if open_ == FULL:
            more += MATERIALS[hand] + chance * MATERIALS[unseen]
            coming += more
        return self.promise(value, more, (BONUS_CARDS - 0.5 - coming) * self.bonus, mats, size)

    def own(self, r: Round, row: int, hand: int, unseen: int, top: int) -> float:
        """Return what the own tower promises with that hand."""
        return self.worth(
            r.sums[row], r.mats[row], r.sizes[row], r.open[row], hand, unseen, self.chance, top, self.tops
        )

    def theirs(self, r: Round, row: int, unseen: int, top: int, likely: float) -> float:
        """Return what the rival's tower promises, by what may be known of it."""
        return self.worth(
            r.sums[row], r.mats[row], r.sizes[row], r.open[row], r.known[row], unseen, self.rival_chance, top, likely
        )

    # -- what there is time for

    def look(self, r: Round, plays: int) -> None:
        """See how many turns are left, and which cards of the hand get `plays` of them and the turns to come."""
        left = len(r.deck)
        self._turns = (left - 1) >> 1
        self.foresee(r, r.turn, self._turns, left >> 1)
        row = r.turn * WIDTH
        self._hurry = 0.0
        if r.size - 1 <= self.pace * self._turns:
            for colour in range(r.colours):
                self._useful[colour] = r.hands[row + colour]
            return
        self._choose_useful(r, row, int(self.pace * self._turns + 0.5), plays)

    def _choose_useful(self, r: Round, row: int, most: int, plays: int) -> None:
        """Let `most + plays` cards of the hand count, those that bring most; `most` of them come after this turn."""
        gains: list[tuple[float, int]] = []
        for colour in range(r.colours):
            self._useful[colour] = 0
            mine = r.hands[row + colour] & r.open[row + colour]
            if mine:
                gains += self._gains(r, row + colour, mine)
        gains.sort(reverse=True)
        for _, card in gains[: most + plays]:
            self._useful[card // PER_COLOUR] |= 1 << card % PER_COLOUR
        if most < len(gains):
            self._hurry = gains[most][0]

    def _gains(self, r: Round, row: int, mine: int) -> list[tuple[float, int]]:
        """Return what each of these cards would add as one of the last; of a tower not begun, its share at least."""
        share = 0.0
        if not r.sizes[row]:
            mats = MATERIALS[mine]
            share = (SUM[mine] - COST) * (mats + 1.0) / (COUNT[mine] + mats)
        first = row % WIDTH * PER_COLOUR
        return [(max(share, self.gain(r, row, place)), first + place) for place in PLACES[mine]]

    # -- plays

    def rank_plays(self, r: Round) -> None:
        """Set `plays` and `values` for the seat whose turn it is; of a colour's materials one stands for all."""
        is_last = self.closes and len(r.deck) == 1
        self.look(r, 1)
        self.plays = []
        self.values = []
        for colour in range(r.colours):
            held = r.hands[r.turn * WIDTH + colour]
            cards = held & ~((held & 15) & ((held & 15) - 1))
            if is_last:
                self._rank_last(r, colour, cards)
            elif cards:
                self._rank_colour(r, colour, cards)

    def _rank_last(self, r: Round, colour: int, cards: int) -> None:
        """Rank by the points scored at once, for this turn ends the round.

        Nobody gains by leaving the last card: the rival can always end the round instead, losing nothing by it.
        """
        row = r.turn * WIDTH + colour
        now = points_of(r.sums[row], r.mats[row], r.sizes[row])
        for place in PLACES[cards]:
            play = (colour * PER_COLOUR + place) << 1
            number = NUMBER[place]
            if r.open[row] >> place & 1:
                mats = r.mats[row] + (0 if number else 1)
                self.plays.append(play + 1)
                self.values.append(float(points_of(r.sums[row] + number, mats, r.sizes[row] + 1) - now))
            self.plays.append(play)
            self.values.append(0.0)

    def _rank_colour(self, r: Round, colour: int, cards: int) -> None:
        row = r.turn * WIDTH + colour
        rival = (1 - r.turn) * WIDTH + colour
        useful = self._useful[colour]
        unseen = r.unseen(colour)
        pile = r.piles[colour]
        top = pile[-1] if pile else -1
        now = self.own(r, row, useful, unseen, top if self._turns else -1)
        open_ = r.open[row]
        fresh_top = top >= 0 and (r.open[rival] >> top & 1) == 1
        feared = self.theirs(r, rival, unseen, top, self.tops) if fresh_top or r.open[rival] & cards else 0.0
        for place in PLACES[cards]:
            bit = 1 << place
            play = (colour * PER_COLOUR + place) << 1
            hurry = 0.0 if useful & bit else self._hurry
            if open_ & bit:
                self.plays.append(play + 1)
                self.values.append(self._built(r, row, place, useful, unseen, top) - now + self.eager - hurry)
            lost = hurry
            if useful & open_ & bit:
                lost += now - self.own(r, row, useful & ~bit, unseen, -1)
            if fresh_top or r.open[rival] & bit:
                lost += self.rival * (self.theirs(r, rival, unseen, place, self.give) - feared)
            self.plays.append(play)
            self.values.append(-lost)

    def _built(self, r: Round, row: int, place: int, useful: int, unseen: int, top: int) -> float:
        """Return what the own tower promises with this card on it."""
        number = NUMBER[place]
        return self.worth(
            r.sums[row] + number, r.mats[row] + (0 if number else 1), r.sizes[row] + 1,
            OPEN_ABOVE[place] if number else r.open[row], useful & ~(1 << place), unseen, self.chance,
            top if self._turns else -1, self.tops,
        )  # fmt: skip

    def choose_play(self, r: Round) -> int:
        self.rank_plays(r)
        best = 0
        for i in range(1, len(self.plays)):
            if self.values[i] > self.values[best]:
                best = i
        return self.plays[best]

    # -- draws

    def value_draw(self, r: Round, colour: int) -> float:
        """Return what a draw promises, in points; `look` comes first."""
        if self.closes and len(r.deck) == 1:
            return 0.0 if colour == PILE else -1.0
        if colour == PILE:
            return self.pile * min(1.0, self._turns / self.fade)
        row = r.turn * WIDTH + colour
        rival = (1 - r.turn) * WIDTH + colour
        pile = r.piles[colour]
        top = pile[-1]
        below = pile[-2] if len(pile) > 1 else -1
        bit = 1 << top
        unseen = r.unseen(colour)
        value = self.tempo * self._hurry
        if r.open[row] & bit:
            useful = self._useful[colour]
            value += self.own(r, row, useful | bit, unseen, below) - self.own(r, row, useful, unseen, top)
        if r.open[rival] & bit or (below >= 0 and r.open[rival] >> below & 1):
            value += self.rival * (
                self.theirs(r, rival, unseen, top, self.tops) - self.theirs(r, rival, unseen, below, self.tops)
            )
        return value

    def choose_draw(self, r: Round) -> int:
        self.look(r, 0)
        best = PILE
        most = self.value_draw(r, PILE)
        for colour in range(r.colours):
            if r.piles[colour] and colour != r.barred:
                value = self.value_draw(r, colour)
                if value > most:
                    most = value
                    best = colour
        return best


def play_on(r: Round, policies: list[Policy], plies: int) -> None:
    """Let each seat's policy play until the round is over, or for that many turns."""
    while plies > 0 and not r.is_over():
        policy = policies[r.turn]
        r.play(policy.choose_play(r))
        r.draw(policy.choose_draw(r))
        plies -= 1
