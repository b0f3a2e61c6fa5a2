"""The rules on suit counts alone, for quick playouts, and what a seat can tell of the turns to come.

A play is one number, its *code*: `place << 5 | suit << 3 | count`, place 8 being a discard (W3).

Why not by the rules themselves, as in Towering: they keep each card, and policies look at counts. The same playouts
on the game's own state, by its own `apply`, take 1.22, 1.16 and 1.23 times as long with 2, 3 and 4 seats
(`build/measure/games/wyoming_by_rules.py` of commit f334573a); with policy, rules and state compiled they take 1.40,
1.55 and 1.46 times.
"""

from __future__ import annotations

from typing import Final

from topping_out.game.wyoming.core.numbers import HAND, PER_SUIT

NONE: Final = 4
"""The suit of an empty foundation."""
AWAY: Final = 8
"""The place of a discard."""
DECIDED: Final = 1000000
"""More than any position is worth: the play wins alone, or loses, at once."""
SHARED: Final = [0, DECIDED, 1, -69, -110]
"""By how many share the win: what that is worth, in hundredths of a logit (a half is never 0, which is no end)."""
PRIME: Final = 2147483647
"""The luck of a world is a number from 1 to one less than this; it moves on by multiplication."""


class Terms:
    """What options and seats settle for a whole game."""

    def __init__(self, seats: int, per_seat: int, attackers: list[int], switches: list[bool]) -> None:
        """`attackers`: by the suit of a tower, the suit that deconstructs it (W5).

        `switches`: Sudden Death, Contractual Deadlines, Tidal Influences, Finicky Clients, scaffolding (W12).
        """
        self.seats = seats
        self.per_seat = per_seat
        self.places = seats * per_seat
        self.owners = [place // per_seat for place in range(seats * per_seat)]
        """By place; `homes`: by owner, the places."""
        self.homes = [list(range(seat * per_seat, (seat + 1) * per_seat)) for seat in range(seats)]
        self.attackers = [*attackers, NONE + 1]
        self.sudden_death = switches[0]
        self.deadlines = switches[1]
        self.tidal = switches[2]
        self.finicky = switches[3]
        self.scaffolding = switches[4]


class World:
    """One way in which the cards may lie: the whole state of a game, cards of a suit being alike."""

    def __init__(
        self,
        terms: Terms,
        hands: list[int],
        suits: list[int],
        heights: list[int],
        deck: list[int],
        discards: list[int],
        alive: list[bool],
        numbers: list[int],
    ) -> None:
        """`hands`: four counts a seat; `deck`: suits, the last is the next drawn; `discards`: four counts.

        `numbers`: pennies, turn, 1 if a recycling is owed (W2), luck, a bit for each tower that is safe (W12).
        """
        self.terms = terms
        self.hands = hands
        self.suits = suits
        self.heights = heights
        self.deck = deck
        self.discards = discards
        self.alive = alive
        self.pennies = numbers[0]
        self.turn = numbers[1]
        self.owed = numbers[2] == 1
        self.luck = numbers[3]
        self.safe = numbers[4]
        self.over = False
        self.winners = 0
        """Once it is over, a bit for each seat that wins."""

    def copy(self) -> World:
        """Return a world to play on in; only one that is not over."""
        return World(
            self.terms, self.hands[:], self.suits[:], self.heights[:], self.deck[:], self.discards[:], self.alive[:],
            [self.pennies, self.turn, 1 if self.owed else 0, self.luck, self.safe],
        )  # fmt: skip

    def size(self, seat: int) -> int:
        """Return how many cards the seat holds."""
        hands, base = self.hands, 4 * seat
        return hands[base] + hands[base + 1] + hands[base + 2] + hands[base + 3]

    def plays(self) -> list[int]:
        """Return the codes of all legal plays of the seat whose turn it is, in the engine's order."""
        codes: list[int] = []
        seat, per_seat, attackers = self.turn, self.terms.per_seat, self.terms.attackers
        hand = self.hands[4 * seat : 4 * seat + 4]
        for place in range(self.terms.places):
            suit = self.suits[place]
            if self.safe >> place & 1:
                found = [suit]
            elif suit != NONE:
                found = [suit, attackers[suit]]
            else:
                found = [0, 1, 2, 3] if place // per_seat == seat else []
            for played in found:
                codes += [place << 5 | played << 3 | count for count in range(1, hand[played] + 1)]
        return codes or [AWAY << 5 | suit << 3 | count for suit in range(4) for count in range(1, hand[suit] + 1)]

    def apply(self, code: int) -> None:
        """Do a legal play, and what follows up to the next choice."""
        place, suit, count = code >> 5, code >> 3 & 3, code & 7
        self.hands[4 * self.turn + suit] -= count
        if place == AWAY:
            self.discards[suit] += count
        elif self.suits[place] == suit or self.suits[place] == NONE:
            self.suits[place] = suit
            self.heights[place] += count
        else:
            self._deconstruct(place, suit, count)
        if self.terms.scaffolding and place != AWAY and self.suits[place] == suit:
            self.safe |= 1 << place
        self._end_turn()

    def _deconstruct(self, place: int, suit: int, count: int) -> None:
        height, standing = self.heights[place], self.suits[place]
        gone = min(count, height)
        self.discards[suit] += gone
        self.discards[standing] += gone
        self.heights[place] = abs(height - count)
        if count >= height:
            self.suits[place] = suit if count > height else NONE

    def _end_turn(self) -> None:
        while True:
            self._find_winner()
            if self.over:
                return
            self.turn = (self.turn + 1) % self.terms.seats
            if self.alive[self.turn]:
                if self.safe:
                    for place in self.terms.homes[self.turn]:
                        self.safe &= ~(1 << place)
                self._draw_up()
                if self.over or self.size(self.turn):
                    return

    def _find_winner(self) -> None:
        """End the game where this turn's end does (W4, W8, W9, W10)."""
        best, finicky = max(self.heights), self.terms.finicky
        if best and best >= self.pennies:
            if finicky:
                if self.pennies in self.heights:
                    self._finish(self.pennies)
            elif best > self.pennies:
                self._finish(best)
        if self.over or self.deck or any(self.hands):
            return
        if self.terms.sudden_death or not any(self.discards):
            self._finish(best)

    def _finish(self, height: int) -> None:
        """End the game for the seats with a tower of exactly that height; 0: for nobody."""
        self.over = True
        for place in range(self.terms.places):
            if height and self.heights[place] == height:
                self.winners |= 1 << place // self.terms.per_seat

    def _draw_up(self) -> None:
        """Draw to seven; the pile runs out the moment its last card is drawn (W1)."""
        seat = self.turn
        base = 4 * seat
        need = HAND - self.size(seat)
        while need > 0:
            if self.owed and any(self.discards):
                self._recycle()
            if not self.deck or self.over or not self.alive[seat]:
                return
            self.hands[base + self.deck.pop()] += 1
            need -= 1
            if not self.deck and not self.terms.sudden_death:
                self._run_out()

    def _run_out(self) -> None:
        """Move the Sky, then recycle, if there is anything to recycle (W2)."""
        if self.pennies:
            rises = self.terms.tidal and self.below(2) == 1  # heads and tails are alike: no penny need be tossed
            self.pennies += 1 if rises else -1
            if self.pennies == 0 and self.terms.finicky:  # W8
                self._finish(max(self.heights))
                return
        if any(self.discards):
            self._recycle()
        else:
            self.owed = True

    def _recycle(self) -> None:
        self.owed = False
        if self.terms.deadlines:
            self._enforce_deadlines()
        self.deck = self.shuffled(self.discards)
        self.discards = [0, 0, 0, 0]
        if self.terms.deadlines and sum(self.alive) == 1:
            self.over = True
            self.winners = 1 << self.alive.index(True)

    def _enforce_deadlines(self) -> None:
        """Take out the seats without a tower, unless that were all of them (W6)."""
        if not any(self.heights):
            return
        per_seat = self.terms.per_seat
        for seat in range(self.terms.seats):
            if self.alive[seat] and not any(self.heights[seat * per_seat : seat * per_seat + per_seat]):
                self.alive[seat] = False
                for suit in range(4):
                    self.discards[suit] += self.hands[4 * seat + suit]
                    self.hands[4 * seat + suit] = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to one less than `bound`; the luck moves on."""
        self.luck = self.luck * 48271 % PRIME
        return self.luck * bound // PRIME

    def shuffled(self, counts: list[int]) -> list[int]:
        """Return so many cards of each suit in a random order; the luck moves on."""
        cards: list[int] = []
        for suit in range(4):
            cards += [suit] * counts[suit]
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card
        return cards

    def deal(self, hidden: list[int], sizes: list[int]) -> None:
        """Deal what nobody has seen, by suits, to the hands (`sizes`: cards each seat gets) and the draw pile."""
        cards = self.shuffled(hidden)
        for seat in range(self.terms.seats):
            for _ in range(sizes[seat]):
                self.hands[4 * seat + cards.pop()] += 1
        self.deck = cards

    def deal_kept(self, hidden: list[int], sizes: list[int], odds: list[int]) -> None:
        """Deal likewise, but hands that are no matter of luck alone: by the odds of each card, four a seat."""
        left = hidden[:]
        for seat in range(self.terms.seats):
            for _ in range(sizes[seat]):
                chances = [left[suit] * odds[4 * seat + suit] for suit in range(4)]
                suit, pick = 0, self.below(sum(chances))
                while pick >= chances[suit]:
                    pick -= chances[suit]
                    suit += 1
                left[suit] -= 1
                self.hands[4 * seat + suit] += 1
        self.deck = self.shuffled(left)


def after(suit: int, height: int, played: int, count: int) -> tuple[int, int]:
    """Return suit and height of a tower once so many cards were played onto it."""
    if suit in (played, NONE):
        return played, height + count
    if count < height:
        return suit, height - count
    return (played, count - height) if count > height else (NONE, 0)


def cards_to_win(world: World) -> int:
    """Return how many cards a tower needs to win."""
    return world.pennies if world.terms.finicky else world.pennies + 1


def wins(world: World, height: int) -> bool:
    """Tell whether a tower so high wins."""
    return height == world.pennies if world.terms.finicky else height > world.pennies


def verdict(world: World, place: int, height: int) -> int:
    """Return what the turn's end is worth where it ends the game, the tower at `place` being so high (W4); else 0."""
    heights, seat, per_seat = world.heights[:], world.turn, world.terms.per_seat
    if place != AWAY:
        heights[place] = height
    top = max([tall for tall in heights if tall and wins(world, tall)], default=0)
    if top == 0:
        return 0
    winners = {place // per_seat for place in range(world.terms.places) if heights[place] == top}
    return SHARED[len(winners)] if seat in winners else -DECIDED


def share(world: World, seat: int) -> float:
    """Return what part of a finished game the seat has won; of a draw, its fair part."""
    if world.winners == 0:
        return 1 / world.terms.seats
    return 1 / world.winners.bit_count() if world.winners >> seat & 1 else 0.0


class Observation:
    """What the seat on turn sees of a world, and when the pile runs out: sizes of hands and pile are public."""

    def __init__(self, world: World) -> None:
        terms, me, pile = world.terms, world.turn, len(world.deck)
        self.world = world
        self.held = world.hands[4 * me : 4 * me + 4]
        self.hidden = [PER_SUIT - self.held[suit] - world.discards[suit] for suit in range(4)]
        """By suit, the cards that the seat has not seen."""
        for place in range(terms.places):
            if world.heights[place]:
                self.hidden[world.suits[place]] -= world.heights[place]
        self.rivals: list[int] = []
        """Those who are not out, in turn order."""
        self.draws = 0
        """How many cards the rivals will draw by the seat's next turn; `drawn`: by each rival's next choice."""
        self.drawn = [0] * terms.seats
        self.skies = [world.pennies] * terms.seats
        """By rival, the Sky at its next choice; a tide (W7) counts as neither rise nor fall."""
        self.settles = not (terms.sudden_death or terms.tidal or world.owed) and world.pennies > 0
        """Whether the Sky settles when the pile runs out."""
        for step in range(1, terms.seats):
            seat = (me + step) % terms.seats
            if world.alive[seat]:
                self.rivals.append(seat)
                self.draws += HAND - world.size(seat)
                self.drawn[seat] = self.draws
                if self.settles and pile <= self.draws:
                    self.skies[seat] -= 1
