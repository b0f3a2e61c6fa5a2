"""What positions are worth by values learnt from self-play, and a quick policy that plays them out.

A position is worth the sum of the values of its cells: one for each foundation, by how near it is to a win and by the
cards held for or against it, and some for what else is at hand.
"""

from __future__ import annotations

from math import exp
from typing import Final

from topping_out.game.wyoming.bots.core.observation import DECIDED, Observation, share, verdict
from topping_out.game.wyoming.core.numbers import HAND
from topping_out.game.wyoming.core.state import AWAY, NONE, State

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
MOST: Final = 4
NIL: Final = 5
"""Beside the four suits, what a column may count: the suit held most often; nothing."""
_ROWS: Final = [max(0, min(NEEDS - 1, halves + 8)) * COLUMNS for halves in range(-100, 100)]


class CellFeatures(Observation):
    """What a seat sees of a world, as cells: the row of each foundation, and what is counted for its column."""

    def __init__(self, world: State) -> None:
        super().__init__(world)
        terms, pile = world.terms, len(world.deck)
        self.held += [max(self.held), 0]  # columns `MOST` and `NIL`
        self.deadline = terms.deadlines and not terms.sudden_death and pile <= self.draws + 5
        self.ending = (terms.sudden_death and pile <= HAND * terms.seats) or (terms.finicky and world.pennies <= 2)
        self._look_round()
        self._look_for_cards()
        per_seat = terms.per_seat
        self.tops = [max(world.heights[s * per_seat : (s + 1) * per_seat]) for s in range(terms.seats)]
        """Each seat's tallest tower."""
        self.targets: list[list[int]] = [[], [], [], []]
        """By suit, the places that its cards may go to."""
        self.rows: list[int] = []
        self.columns: list[int] = []
        for place in range(terms.places):
            for played in world.suits_onto(place):
                self.targets[played].append(place)
            self.rows.append(self.row(place, world.suits[place], world.heights[place]))
            self.columns.append(self.column(place, world.suits[place], world.heights[place]))

    def _look_round(self) -> None:
        """Set zones and goals; one's own next turn begins with a draw."""
        terms, me, over = self.world.terms, self.world.turn, self.world.needed - self.world.pennies
        if self.settles and len(self.world.deck) <= self.draws + 1:
            self.skies[me] -= 1
        zones = [-1] * terms.seats
        for seat in self.rivals:
            zones[seat] = 2 * ZONE
        zones[self.rivals[0]] = ZONE
        zones[me] = 0
        self.zones = [zones[owner] for owner in terms.owners]
        """-1 for a seat that is out."""
        self.goals = [self.skies[owner] + over for owner in terms.owners]
        """The height of a tower that wins on its owner's next turn."""

    def _look_for_cards(self) -> None:
        """Set by how many halves of a card a tower is nearer to the Sky, by its suit: cards not seen yet may come.

        A rival has them in hand; one's own are still to be drawn, and what could knock the tower down counts against.
        """
        hidden, attackers = self.hidden, self.world.terms.attackers
        unseen = max(1, hidden[0] + hidden[1] + hidden[2] + hidden[3])
        self.nearer = [14 * hidden[suit] // unseen - 3 for suit in range(4)]
        self.safer = [(self.nearer[suit] - self.nearer[attackers[suit]]) // 2 for suit in range(4)]

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


def cells(world: State, code: int) -> list[int]:
    """Return the cells of the position that a play leaves, as its player sees it."""
    features = CellFeatures(world)
    target, played, count = code >> 5, code >> 3 & 3, code & 7
    held, height, found = features.held, 0, [DRAW + count]
    held[played] -= count
    held[MOST] = max(held[:4])
    for place in range(world.terms.places):
        suit, tall = world.suits[place], world.heights[place]
        if place == target:
            suit, tall = world.after(place, played, count)
            height = tall
        found.append(features.row(place, suit, tall) + held[features.column(place, suit, tall)])
    return found + features.rare(target, height)


def appraise(world: State, code: int, values: list[int]) -> int:
    """Return the score of a play: the verdict where it ends the game, else the sum of the values of its cells."""
    place, played, count = code >> 5, code >> 3 & 3, code & 7
    height = 0 if place == AWAY else world.after(place, played, count)[1]
    return verdict(world, place, height) or sum([values[cell] for cell in cells(world, code)])


def weigh(world: State, values: list[int]) -> list[int]:
    """Return `score << 9 | code` for each legal play: what `appraise` says, only quicker."""
    features = CellFeatures(world)
    held, scores = features.held, list[int]()
    decided = verdict(world, AWAY, 0)
    for played in range(4):
        have = held[played]
        targets = features.targets[played] if have else []
        others = max([held[suit] for suit in range(4) if suit != played]) if targets else 0
        for count in range(1, have + 1 if targets else 1):
            held[played] = have - count
            held[MOST] = max(others, have - count)
            stand = [values[row + held[column]] for row, column in zip(features.rows, features.columns)]
            total = sum(stand) + values[DRAW + count]
            for place in targets:
                suit, height = world.after(place, played, count)
                if decided or (height and world.wins(height)):
                    score = verdict(world, place, height)
                else:
                    score = 0
                if score == 0:
                    now = features.row(place, suit, height) + held[features.column(place, suit, height)]
                    score = total - stand[place] + values[now]
                    if features.deadline or features.ending:
                        score += sum([values[cell] for cell in features.rare(place, height)])
                scores.append(score << 9 | place << 5 | played << 3 | count)
        if targets:
            held[played] = have
            held[MOST] = max(others, have)
    return scores or [appraise(world, code, values) << 9 | code for code in world.plays()]


def best_play(world: State, values: list[int]) -> int:
    """Return `score << 9 | code` of the play that looks best."""
    return max(weigh(world, values))


def play_out(world: State, seat: int, turns: int, values: list[int]) -> float:
    """Play on, each seat by what looks best to it; return the chance, from 0 to 1, that `seat` wins.

    It is an estimate once `seat` has come to its last turn of so many.
    """
    while world.outcome is None:
        if not world.alive[seat]:
            return 0.0
        best = best_play(world, values)
        if world.turn == seat:
            turns -= 1
            if turns <= 0 or best >> 9 >= DECIDED:
                score = best >> 9
                return 1 / (1 + exp(-score / 100)) if abs(score) < DECIDED else float(score > 0)
        world.step(best & 511)
    return share(world, seat)
