"""The core of the search: the rules on suit counts alone, and a quick policy that plays a position out.

Plain integers throughout, so that it also compiles (see `build/compile.py`). A play is one number, its *code*:
`place << 5 | suit << 3 | count`, place 8 being a discard (W3).
"""

from __future__ import annotations

from math import exp
from typing import Final

HAND: Final = 7
NONE: Final = 4
"""The suit of an empty foundation."""
AWAY: Final = 8
"""The place of a discard."""
PRIME: Final = 2147483647
"""The luck of a world is a number from 1 to one less than this; it moves on by multiplication."""


class Terms:
    """What options and seats settle for a whole game."""

    def __init__(self, seats: int, per_seat: int, attackers: list[int], switches: list[bool]) -> None:
        """`attackers`: by the suit of a tower, the suit that deconstructs it (W5).

        `switches`: Sudden Death, Contractual Deadlines, Tidal Influences, Finicky Clients.
        """
        self.seats = seats
        self.per_seat = per_seat
        self.places = seats * per_seat
        self.attackers = [*attackers, NONE + 1]
        self.sudden_death = switches[0]
        self.deadlines = switches[1]
        self.tidal = switches[2]
        self.finicky = switches[3]


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

        `numbers`: pennies, turn, 1 if a recycling is owed (W2), luck.
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
        self.over = False
        self.winners = 0
        """Once it is over, a bit for each seat that wins."""

    def copy(self) -> World:
        """Return a world to play on in; only one that is not over."""
        return World(
            self.terms, self.hands[:], self.suits[:], self.heights[:], self.deck[:], self.discards[:], self.alive[:],
            [self.pennies, self.turn, 1 if self.owed else 0, self.luck],
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
            if suit != NONE:
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


# -- what a position is worth: the sum of the values of its cells

COLUMNS: Final = 8
NEEDS: Final = 33
"""Rows of a zone: half the cards that a tower needs to win, from -8 to 24; then one for an empty foundation."""
ZONE: Final = (NEEDS + 1) * COLUMNS
"""Zones: one's own foundations, those of the next rival, those of the others."""
DRAW: Final = 3 * ZONE
"""Row by cards played, to be drawn again."""
CONTRACT: Final = DRAW + COLUMNS
"""Row for a deadline at hand: 0 for no tower of one's own, then by the rivals without."""
LEAD: Final = CONTRACT + COLUMNS
"""Two rows for an end at hand: height over the rivals, from -8 to 7."""
OUT: Final = LEAD + 2 * COLUMNS
"""Row of a foundation whose owner is out: always 0."""
CELLS: Final = OUT + COLUMNS
DECIDED: Final = 1000000
"""More than all values together: the play wins or loses at once."""
MOST: Final = 4
NIL: Final = 5
"""Beside the four suits, what a column may count: the suit held most often; nothing."""
_ROWS: Final = [max(0, min(NEEDS - 1, halves + 8)) * COLUMNS for halves in range(-100, 100)]


class Survey:
    """What a seat sees of a world on its turn: the row of each foundation, and what is counted for its column."""

    def __init__(self, world: World) -> None:
        terms, seat = world.terms, world.turn
        self.world = world
        self.held = world.hands[4 * seat : 4 * seat + 4]
        self.held.append(max(self.held))
        self.held.append(0)
        self.zones = [0] * terms.places
        self.goals = [world.pennies if terms.finicky else world.pennies + 1] * terms.places
        self.draws = 0
        self._look_round()
        pile = len(world.deck)
        self.deadline = terms.deadlines and not terms.sudden_death and pile <= self.draws + 4
        self.ending = (terms.sudden_death and pile <= 7 * terms.seats) or (terms.finicky and world.pennies <= 2)
        self._look_for_cards()
        per_seat = terms.per_seat
        self.tops = [max(world.heights[s * per_seat : (s + 1) * per_seat]) for s in range(terms.seats)]
        """Each seat's tallest tower."""
        self.rows: list[int] = []
        self.columns: list[int] = []
        for place in range(terms.places):
            self.rows.append(self.row(place, world.suits[place], world.heights[place]))
            self.columns.append(self.column(place, world.suits[place], world.heights[place]))

    def _look_round(self) -> None:
        """Set zones, and goals as they will be on each owner's next turn: sizes of hands and pile are public."""
        world = self.world
        terms, pile = world.terms, len(world.deck)
        settles = not (terms.sudden_death or terms.tidal or world.owed) and world.pennies > 0
        zone = ZONE
        for step in range(1, terms.seats + 1):
            seat = (world.turn + step) % terms.seats
            if not world.alive[seat]:
                zone_here = -1
            elif seat == world.turn:
                zone_here = 0
                self.draws += 1
            else:
                zone_here, zone = zone, 2 * ZONE
                self.draws += HAND - world.size(seat)
            for place in range(seat * terms.per_seat, (seat + 1) * terms.per_seat):
                self.zones[place] = zone_here
                if settles and pile <= self.draws:
                    self.goals[place] -= 1

    def _look_for_cards(self) -> None:
        """Set by how many halves of a card a tower is nearer to the Sky, by its suit: cards not seen yet may come.

        A rival has them in hand; one's own are still to be drawn, and what could knock the tower down counts against.
        """
        world = self.world
        hidden = [25 - self.held[suit] - world.discards[suit] for suit in range(4)]
        hidden.append(0)
        for place in range(world.terms.places):
            hidden[world.suits[place]] -= world.heights[place]
        unseen = max(1, hidden[0] + hidden[1] + hidden[2] + hidden[3])
        self.nearer = [14 * hidden[suit] // unseen - 3 for suit in range(4)]
        self.safer = [(self.nearer[suit] - self.nearer[world.terms.attackers[suit]]) // 2 for suit in range(4)]

    def row(self, place: int, suit: int, height: int) -> int:
        """Return where the values for such a tower at that place begin."""
        zone = self.zones[place]
        if zone < 0:
            return OUT
        if suit == NONE:
            return zone + NEEDS * COLUMNS
        nearer = self.safer[suit] if zone == 0 else self.nearer[suit]
        return zone + _ROWS[2 * (self.goals[place] - height) - nearer + 100]

    def column(self, place: int, suit: int, height: int) -> int:
        """Return what is counted for the column: cards for one's own tower, or those that could knock it down."""
        own = self.zones[place] == 0
        if suit == NONE:
            return MOST if own else NIL
        return suit if own and height <= self.goals[place] else self.world.terms.attackers[suit]

    def targets(self, played: int) -> list[int]:
        """Return the places that cards of that suit may go to."""
        suits, attackers, found = self.world.suits, self.world.terms.attackers, []
        for place in range(len(suits)):
            suit = suits[place]
            if suit == played or attackers[suit] == played or (suit == NONE and self.zones[place] == 0):
                found.append(place)
        return found

    def rare(self, place: int, height: int) -> list[int]:
        """Return the cells for a deadline or an end at hand, once the tower at `place` has that height."""
        world, found = self.world, list[int]()
        if not (self.deadline or self.ending):
            return found
        tops = self.tops[:]
        if place != AWAY:
            per_seat = world.terms.per_seat
            owner = place // per_seat
            rest = [world.heights[other] for other in range(owner * per_seat, (owner + 1) * per_seat) if other != place]
            tops[owner] = max([height, *rest])
        own = tops[world.turn]
        bare = sum([1 for seat, top in enumerate(tops) if seat != world.turn and world.alive[seat] and not top])
        if self.deadline and (bare or not own):
            found.append(CONTRACT + bare if own else CONTRACT)
        if self.ending:
            tops[world.turn] = 0
            found.append(LEAD + 8 + max(-8, min(7, own - max(tops))))
        return found


def after(suit: int, height: int, played: int, count: int) -> tuple[int, int]:
    """Return suit and height of a tower once so many cards were played onto it."""
    if suit in (played, NONE):
        return played, height + count
    if count < height:
        return suit, height - count
    return (played, count - height) if count > height else (NONE, 0)


def wins(world: World, height: int) -> bool:
    """Tell whether a tower so high wins."""
    return height == world.pennies if world.terms.finicky else height > world.pennies


def verdict(world: World, place: int, height: int) -> int:
    """Return ±DECIDED where the turn's end, the tower at `place` being so high, ends the game (W4); else 0."""
    heights, seat, per_seat = world.heights[:], world.turn, world.terms.per_seat
    if place != AWAY:
        heights[place] = height
    top = max([tall for tall in heights if tall and wins(world, tall)], default=0)
    if top == 0:
        return 0
    return DECIDED if top in heights[seat * per_seat : (seat + 1) * per_seat] else -DECIDED


def cells(world: World, code: int) -> list[int]:
    """Return the cells of the position that a play leaves, as its player sees it."""
    survey = Survey(world)
    target, played, count = code >> 5, code >> 3 & 3, code & 7
    held, height, found = survey.held, 0, [DRAW + count]
    held[played] -= count
    held[MOST] = max(held[:4])
    for place in range(world.terms.places):
        suit, tall = world.suits[place], world.heights[place]
        if place == target:
            suit, tall = after(suit, tall, played, count)
            height = tall
        found.append(survey.row(place, suit, tall) + held[survey.column(place, suit, tall)])
    return found + survey.rare(target, height)


def appraise(world: World, code: int, values: list[int]) -> int:
    """Return the score of a play: the verdict where it ends the game, else the sum of the values of its cells."""
    place, played, count = code >> 5, code >> 3 & 3, code & 7
    height = 0 if place == AWAY else after(world.suits[place], world.heights[place], played, count)[1]
    return verdict(world, place, height) or sum([values[cell] for cell in cells(world, code)])


def weigh(world: World, values: list[int]) -> list[int]:
    """Return `score << 9 | code` for each legal play: what `appraise` says, only quicker."""
    survey = Survey(world)
    held, scores = survey.held, list[int]()
    decided = verdict(world, AWAY, 0)
    for played in range(4):
        have = held[played]
        targets = survey.targets(played) if have else []
        others = max([held[suit] for suit in range(4) if suit != played]) if targets else 0
        for count in range(1, have + 1 if targets else 1):
            held[played] = have - count
            held[MOST] = max(others, have - count)
            stand = [values[row + held[column]] for row, column in zip(survey.rows, survey.columns)]
            total = sum(stand) + values[DRAW + count]
            for place in targets:
                suit, height = after(world.suits[place], world.heights[place], played, count)
                if decided or (height and wins(world, height)):
                    score = verdict(world, place, height)
                else:
                    score = 0
                if score == 0:
                    now = survey.row(place, suit, height) + held[survey.column(place, suit, height)]
                    score = total - stand[place] + values[now]
                    if survey.deadline or survey.ending:
                        score += sum([values[cell] for cell in survey.rare(place, height)])
                scores.append(score << 9 | place << 5 | played << 3 | count)
        if targets:
            held[played] = have
            held[MOST] = max(others, have)
    return scores or [appraise(world, code, values) << 9 | code for code in world.plays()]


def best_play(world: World, values: list[int]) -> int:
    """Return `score << 9 | code` of the play that looks best."""
    return max(weigh(world, values))


def play_out(world: World, seat: int, turns: int, values: list[int]) -> float:
    """Play on, each seat by what looks best to it; return the chance, from 0 to 1, that `seat` wins.

    It is an estimate once `seat` has come to its last turn of so many.
    """
    while not world.over:
        if not world.alive[seat]:
            return 0.0
        best = best_play(world, values)
        if world.turn == seat:
            turns -= 1
            if turns <= 0 or best >> 9 >= DECIDED:
                return chance_of(best >> 9)
        world.apply(best & 511)
    return share(world, seat)


def chance_of(score: int) -> float:
    """Return a score, in hundredths of a logit, as a chance to win."""
    return 1 / (1 + exp(-score / 100)) if abs(score) < DECIDED else float(score > 0)


def share(world: World, seat: int) -> float:
    """Return what part of a finished game the seat has won; of a draw, its fair part."""
    if world.winners == 0:
        return 1 / world.terms.seats
    return 1 / world.winners.bit_count() if world.winners >> seat & 1 else 0.0
