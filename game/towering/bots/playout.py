"""The playout core: a round as plain numbers, and a quick policy that plays it on to the end.

Runs as it stands; `build/compile.py` also compiles it, which changes nothing but the pace. Sets of one colour's cards
are bit masks of *places* (`card % 13`: four materials, then 2 to 10); rows of towers and hands are numbered
`seat * 6 + colour`; a play is one number, `card * 2`, and 1 more if the card is built and not discarded.
"""

from __future__ import annotations

import math
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
UNHURRIED: Final = 6
"""With so many turns to come, a rival's whole hand may still be played."""

NUMBER: Final[list[int]] = [0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
"""By place."""
OPEN_ABOVE: Final[list[int]] = [FULL if p < 4 else FULL & ~((2 << p) - 1) for p in range(PER_COLOUR)]
"""By place of a tower's last card: the places that it still takes."""


def _numbers(mask: int) -> list[int]:
    return [NUMBER[place] for place in range(PER_COLOUR) if mask >> place & 1]


SUM: Final[list[int]] = [sum(_numbers(mask)) for mask in range(FULL + 1)]
"""By mask: what its building cards add up to."""
COUNT: Final[list[int]] = [len(_numbers(mask)) for mask in range(FULL + 1)]
MATERIALS: Final[list[int]] = [_numbers(mask).count(0) for mask in range(FULL + 1)]


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
            for place in range(PER_COLOUR):
                if self.hands[row] >> place & 1:
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


def soft(value: float, doubt: float) -> float:
    """Return max(value, 0), rounded off over some `doubt` points either side of 0."""
    if value > 20.0 * doubt:
        return value
    if value < -20.0 * doubt:
        return 0.0
    return doubt * math.log(1.0 + math.exp(value / doubt))


class Policy:
    """Plays by what the towers promise, seeing of a round no more than its seat may.

    The weights are explained where they are set, in assets/games/towering/bots.toml.
    """

    def __init__(self, weights: dict[str, float], closes: bool = False) -> None:
        self.closes = closes
        """With one card left in the draw pile, it scores what it can and takes that card."""
        self.reach = weights["reach"]
        self.tops = weights["tops"]
        self.doubt = weights["doubt"]
        self.caution = weights["caution"]
        self.materials = weights["materials"]
        self.risk = weights["risk"]
        self.bonus = weights["bonus"]
        self.pace = weights["pace"]
        self.rival = weights["rival"]
        self.give = weights["give"]
        self.pile = weights["pile"]
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
        self._chance = 0.0
        self._rival_chance = 0.0

    # -- what one tower promises

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
        worth = 0.0
        if open_ == FULL:
            more += MATERIALS[hand] + chance * MATERIALS[unseen]
            coming += more
            worth = more * self.materials * soft(value, self.risk)
        worth += BONUS / (1.0 + math.exp((BONUS_CARDS - 0.5 - coming) * self.bonus))
        if size:
            return worth + value * (1 + mats)
        return soft(worth + value - self.caution, self.doubt)

    def own(self, r: Round, row: int, hand: int, unseen: int, top: int) -> float:
        """Return what the own tower promises with that hand."""
        return self.worth(
            r.sums[row], r.mats[row], r.sizes[row], r.open[row], hand, unseen, self._chance, top, self.tops
        )

    def theirs(self, r: Round, row: int, unseen: int, top: int, likely: float) -> float:
        """Return what the rival's tower promises, by what may be known of it."""
        return self.worth(
            r.sums[row], r.mats[row], r.sizes[row], r.open[row], r.known[row], unseen, self._rival_chance, top, likely
        )

    # -- what there is time for

    def look(self, r: Round, plays: int) -> None:
        """See how many turns are left, and which cards of the hand get `plays` of them and the turns to come."""
        left = len(r.deck)
        self._turns = (left - 1) >> 1
        theirs = left >> 1
        strangers = r.hidden[1 - r.turn]
        cards = strangers + left
        self._chance = min(1.0, self.reach * self._turns / cards)
        self._rival_chance = min(1.0, self.reach * (theirs + strangers * min(1.0, theirs / UNHURRIED)) / cards)
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
        factor = r.mats[row] + 1.0
        material = 5.0
        if not r.sizes[row]:
            mats = MATERIALS[mine]
            share = (SUM[mine] - COST) * (mats + 1.0) / (COUNT[mine] + mats)
            factor = 0.1
            material = 0.0
        first = row % WIDTH * PER_COLOUR
        return [
            (max(share, factor * NUMBER[place] if place >= 4 else material), first + place)
            for place in range(PER_COLOUR)
            if mine >> place & 1
        ]

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
        for place in range(PER_COLOUR):
            if cards >> place & 1:
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
        unseen = r.fresh[colour] | (r.hands[rival] & ~r.known[rival])
        pile = r.piles[colour]
        top = pile[-1] if pile else -1
        now = self.own(r, row, useful, unseen, top if self._turns else -1)
        feared = self.theirs(r, rival, unseen, top, self.tops)
        open_ = r.open[row]
        fresh_top = top >= 0 and (r.open[rival] >> top & 1) == 1
        for place in range(PER_COLOUR):
            bit = 1 << place
            if not cards & bit:
                continue
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
            OPEN_ABOVE[place] if number else r.open[row], useful & ~(1 << place), unseen, self._chance,
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
        unseen = r.fresh[colour] | (r.hands[rival] & ~r.known[rival])
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


class Value:
    """What towers come to in the end, learned from finished rounds: a net with one hidden layer, the same for all."""

    def __init__(self, hidden: list[list[float]], bias: list[float], out: list[float], skip: list[float]) -> None:
        self.hidden = hidden
        self.bias = bias
        self.out = out
        self.base = skip[0]
        self.skip = skip[1:]

    def features(self, r: Round, seat: int) -> list[list[float]]:
        """Return what is to be known of each of the seat's towers, seen from the seat, each about -2 to 2."""
        left = len(r.deck)
        turns = (left + (1 if seat == r.turn else 0)) >> 1
        chance = min(1.0, turns / (left + r.hidden[1 - seat]))
        time = self._time(r, seat * WIDTH, turns)
        found: list[list[float]] = []
        for colour in range(r.colours):
            row = seat * WIDTH + colour
            rival = WIDTH - seat * WIDTH + colour
            open_ = r.open[row]
            held = r.hands[row] & open_
            unseen = (r.fresh[colour] | (r.hands[rival] & ~r.known[rival])) & open_
            known = self._tower(r, row)
            known += self._hopes(r, row, held, unseen, chance)
            known += time
            known += self._beside(r, row, r.piles[colour], held)
            known += self._rival(r, rival, open_)
            known.append((r.mats[row] + 1.0) * min(1.0, turns / 6.0) * SUM[held] / 20.0)
            found.append(known)
        return found

    def _time(self, r: Round, mine: int, turns: int) -> list[float]:
        """Turns left, cards that wait for them, towers that share them."""
        begun = 0
        ready = 0
        for row in range(mine, mine + r.colours):
            if r.sizes[row]:
                begun += 1
                usable = r.hands[row] & r.open[row]
                ready += COUNT[usable] + (MATERIALS[usable] if r.open[row] == FULL else 0)
        return [turns / 22.0, min(2.0, ready / (turns + 1.0)), begun / 5.0]

    def _tower(self, r: Round, row: int) -> list[float]:
        """The tower as it stands."""
        size = r.sizes[row]
        return [
            1.0 if size else 0.0,
            0.0 if r.open[row] == FULL else 1.0,
            r.sums[row] / 20.0,
            (r.mats[row] + 1.0) / 2.0 - 1.0,
            size / 8.0,
        ]

    def _hopes(self, r: Round, row: int, held: int, unseen: int, chance: float) -> list[float]:
        """The cards that it may still get, and what it comes to with them."""
        fresh = r.open[row] == FULL
        times = r.mats[row] + 1.0
        more = MATERIALS[held] if fresh else 0
        to_come = MATERIALS[unseen] if fresh else 0
        holding = r.sums[row] + SUM[held] - 20.0
        hoped = holding + chance * SUM[unseen]
        count = r.sizes[row] + COUNT[held] + more
        return [
            SUM[held] / 20.0,
            COUNT[held] / 4.0,
            more / 2.0,
            SUM[unseen] / 30.0,
            to_come / 2.0,
            chance * SUM[unseen] / 10.0,
            holding * times / 40.0,
            hoped * times / 40.0,
            hoped * (times + more) / 40.0 if hoped > 0.0 else 0.0,
            (count + chance * (COUNT[unseen] + to_come)) / 8.0,
            1.0 if count >= BONUS_CARDS else 0.0,
        ]

    def _beside(self, r: Round, row: int, pile: list[int], held: int) -> list[float]:
        """The top of the discards, and what the lowest card in hand would skip."""
        open_ = r.open[row]
        top = NUMBER[pile[-1]] if pile and open_ >> pile[-1] & 1 else 0
        skipped = 0
        numbers = held >> 4
        if numbers and r.sizes[row]:
            skipped = SUM[((numbers & -numbers) - 1 & (open_ >> 4)) << 4]
        return [top / 10.0, skipped / 10.0]

    def _rival(self, r: Round, row: int, open_: int) -> list[float]:
        """The rival's tower of the same colour, which wants the same cards."""
        begun = r.sizes[row] > 0
        return [
            1.0 if begun else 0.0,
            (r.mats[row] + 1.0) * COUNT[r.open[row] & open_] / 20.0 if begun else 0.0,
            SUM[r.known[row] & open_] / 10.0,
        ]

    def worth(self, r: Round, seat: int) -> float:
        """Return the points that all towers of the seat will come to, going by what it sees."""
        total = 0.0
        for inputs in self.features(r, seat):
            total += self._net(inputs)
        return 20.0 * total

    def _net(self, inputs: list[float]) -> float:
        value = self.base
        for weight, known in zip(self.skip, inputs):
            value += weight * known
        for h in range(len(self.out)):
            unit = self.bias[h]
            for weight, known in zip(self.hidden[h], inputs):
                unit += weight * known
            if unit > 0.0:
                value += self.out[h] * unit
        return value

    def balance(self, r: Round, seat: int) -> float:
        return self.worth(r, seat) - self.worth(r, 1 - seat)


def play_on(r: Round, policies: list[Policy], plies: int) -> None:
    """Let each seat's policy play until the round is over, or for that many turns."""
    while plies > 0 and not r.is_over():
        policy = policies[r.turn]
        r.play(policy.choose_play(r))
        r.draw(policy.choose_draw(r))
        plies -= 1
