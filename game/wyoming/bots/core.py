"""What a seat sees in a search, its evaluation of positions, and playouts by this evaluation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import comb, exp
from operator import itemgetter
from struct import unpack
from typing import Final

from ..actions import SUITS, SUITS_OF, Suit
from ..core import AWAY, KINDS, NONE, State, Tower
from ..numbers import HAND, PER_SUIT, needed
from .weights import Weights

# -- kept


KEPT_NEEDS: Final = 9
"""Number of rows for the cards that a tower needs to win: 1, 2, … and this many or more."""
KEPT_KINDS: Final = 3
"""Uses of a card: for the player's own tower; to knock that down; to knock down another's."""


def relations(world: State, seat: int) -> list[list[int]]:
    """Return the seat's uses for each suit: `kind * KEPT_NEEDS + need - 1` for each tower that it affects."""
    terms, found = world.terms, [list[int]() for _ in range(4)]
    for place in range(terms.places):
        height = world.heights[place]
        if height:
            suit, is_own = world.suits[place], terms.owners[place] == seat
            need = world.needed - height
            row = max(1, min(KEPT_NEEDS, need)) - 1
            found[terms.attackers[suit]].append((KEPT_NEEDS if is_own else 2 * KEPT_NEEDS) + row)
            if is_own:
                found[suit].append(row)
    return found


def odds_of(world: State, kept: list[int]) -> list[int]:
    """Return the odds that cards of each suit are in each seat's hand; `kept`: a factor in hundredths by relation.

    For a full hand all suits are equal: nothing has been played from it, so nothing was kept.
    """
    found: list[int] = []
    for seat in range(world.terms.seats):
        for related in relations(world, seat) if world.size(seat) < HAND else [list[int]()] * 4:
            odds = 1000.0
            for relation in related:
                odds = odds * kept[relation] / 100
            found.append(max(1, int(odds)))
    return found


# -- observation


DECIDED: Final = 1000000
"""Value of a play that wins alone at once (negative: that loses at once), beyond the value of any position."""
SHARED: Final = [0, DECIDED, 1, -69, -110]
"""By number of winners, the value of their win, in hundredths of a logit; not 0 for two, since 0 means no end."""


def verdict(world: State, place: int, height: int) -> int:
    """Return the value of the turn if it ends the game with the tower at `place` of this height (W4), else 0."""
    heights, seat = world.heights[:], world.turn
    if place != AWAY:
        heights[place] = height
    top = world.winning(heights)
    if top == 0:
        return 0
    winners = {world.terms.owners[place] for place in range(world.terms.places) if heights[place] == top}
    return SHARED[len(winners)] if seat in winners else -DECIDED


def share(world: State, seat: int) -> float:
    """Return the seat's share of the win in a finished game; in a draw, all seats have equal shares."""
    outcome = world.outcome
    assert outcome is not None
    if not outcome.winners:
        return 1 / world.terms.seats
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


class Observation:
    """What the seat on turn sees of a state, and when the pile runs out (sizes of hands and pile are public)."""

    def __init__(self, world: State) -> None:
        terms, me, pile = world.terms, world.turn, len(world.deck)
        self.world = world
        self.held = world.held[KINDS * me : KINDS * me + 4]
        self.hidden = [PER_SUIT - self.held[suit] - world.discarded[suit] for suit in range(4)]
        """By suit, the number of cards that the seat has not seen."""
        for place in range(terms.places):
            if world.heights[place]:
                self.hidden[world.suits[place]] -= world.heights[place]
        self.rivals: list[int] = []
        """The other seats still in the game, in turn order."""
        self.draws = 0
        """How many cards the rivals will draw by the seat's next turn. `drawn`: by each rival's next choice."""
        self.drawn = [0] * terms.seats
        self.skies = [world.pennies] * terms.seats
        """By rival, the Sky at its next choice. A toss (Tidal Influences) is taken not to move it."""
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


# -- evaluation


_height = itemgetter(1)


@lru_cache(maxsize=4096)
def at_least(wanted: int, drawn: int, suited: int, unseen: int) -> float:
    """Return the chance of at least `wanted` hits among `drawn` of `unseen` cards, of which `suited` are hits."""
    drawn = min(drawn, unseen)
    if wanted <= 0:
        return 1.0
    fewer = sum(comb(suited, n) * comb(unseen - suited, drawn - n) for n in range(min(wanted, drawn + 1)))
    return 1.0 - fewer / comb(unseen, drawn)


@cache
def ways_to_win(tower: Tower, pennies: int, attacker: Suit, finicky: bool) -> tuple[tuple[Suit, int], ...]:
    """Return (suit, cards) for each play of up to seven cards on this tower with which its owner wins.

    With 0 cards, it wins already. `attacker` is the suit that deconstructs it.
    """
    goal = needed(pennies, finicky)
    suit, height = tower
    if goal == 0 or height == goal or (height > goal and not finicky):
        return ((suit % NONE, 0),) if height else ()
    if suit == NONE:
        found = [(opening, goal) for opening in SUITS]
    else:
        found = [(attacker, height + goal), (attacker, height - goal), (suit, goal - height)]
    return tuple((played, count) for played, count in found if 0 < count <= HAND)


class TurnPosition(Observation):
    """A world as the seat on turn sees it, with everything that the features need."""

    def __init__(self, world: State, forgotten: Iterable[int] = ()) -> None:
        """`forgotten`: by suit, the number of discards that the seat doesn't remember, and so takes to be hidden."""
        super().__init__(world)
        terms = self.terms = world.terms
        self.seat, self.pile = world.turn, len(world.deck)
        for suit, more in enumerate(forgotten):
            self.hidden[suit] += more
        self.unseen = sum(self.hidden)
        self.yards = [terms.homes[seat] for seat in self.rivals]
        """The places of each rival. `hands`: the number of cards that each rival will have at its next turn."""
        self.home = terms.homes[self.seat]
        self.towers: list[Tower] = list(zip(world.suits, world.heights))
        self.falls = not terms.sudden_death and not world.owed
        """Whether the Sky moves and the discards are recycled when this pile runs out."""
        self.hands = [self._cards_next(seat) for seat in self.rivals]

    def _cards_next(self, seat: int) -> int:
        size = self.world.size(seat)
        if self.falls:
            return HAND
        wanted = HAND - size
        return size + min(wanted, max(0, self.pile - self.drawn[seat] + wanted))

    def runs_out(self, count: int) -> bool:
        """Return whether the pile runs out by the seat's next turn, if it plays `count` cards now."""
        return self.falls and self.draws + count >= self.pile

    def sky_after(self, count: int) -> int:
        """Return the Sky at the seat's next turn, if it plays `count` cards now. A toss is taken not to move it."""
        return max(0, self.world.pennies - (self.runs_out(count) and not self.terms.tidal))

    def ways(self, tower: Tower, pennies: int) -> tuple[tuple[Suit, int], ...]:
        """Return the plays on this tower with which its owner wins under that Sky: see `ways_to_win`."""
        return ways_to_win(tower, pennies, self.terms.attackers[tower[0]], self.terms.finicky)


class PlayValues:
    """The values of the plays of one position; what no play changes is computed once."""

    def __init__(self, position: TurnPosition, weights: Weights) -> None:
        self.position = position
        self.weights = weights
        towers, yards = position.towers, position.yards
        self._goal = position.world.needed or 1
        self._neighbour = {place: i for i, yard in enumerate(yards) for place in yard}
        """For each place of a rival, the rival's index in `rivals`."""
        self._shares = [weights.patience**i for i in range(len(yards))]
        self._risks = [self._risk(towers, i) for i in range(len(yards))]
        self._danger = sum(share * risk for share, risk in zip(self._shares, self._risks))
        self._tallest = max(position.world.heights)
        self._rival = self._tallest_rival(towers)

    def appraise(self, code: int) -> float:
        """Return the value of the position after the play: `DECIDED` for a win, half if shared, negative for a loss."""
        place, played, count = code >> 5, code >> 3 & 3, code & 7
        towers, held, height = self.position.towers[:], self.position.held[:], 0
        held[played] -= count
        if place != AWAY:
            _, height = towers[place] = self.position.world.after(place, played, count)
        if max(height, self._tallest) >= self.position.world.pennies:  # a lower tower ends no game
            decided = verdict(self.position.world, place, height)
            if decided:
                return decided if abs(decided) == DECIDED else DECIDED / 2
        grows = self.position.terms.scaffolding and place != AWAY and towers[place][0] == played
        worth = self._features(towers, held, count, self._neighbour.get(place), place if grows else AWAY)
        if self.weights.waste and place != AWAY and not self.position.terms.finicky:
            worth -= self.weights.waste * self._wasted(place, height) / self._goal
        return worth

    def _wasted(self, place: int, height: int) -> int:
        """Return the height of the rival's tower that a play builds up, or the own tower that it takes down; else 0."""
        before = self.position.towers[place][1]
        if place in self._neighbour:
            return height if height > before else 0
        return before if height < before else 0

    def _features(self, towers: list[Tower], held: list[int], count: int, hit: int | None, safe: int) -> float:
        """Return the value of a position in which the game goes on.

        `hit` is the index of the rival whose tower has changed; `safe` the place whose tower has just become safe from
        deconstruction (W12), or `AWAY`.
        """
        position, w, goal, terms = self.position, self.weights, self._goal, self.position.terms
        own = [towers[place] for place in position.home]
        rival = self._rival if hit is None else self._tallest_rival(towers)
        reach = max([_reach(tower, held, goal) for tower in own])
        worth = w.height * max(own, key=_height)[1] / goal + w.reach * (reach / goal) ** 2 + w.draw * count / HAND
        worth -= w.rival * (rival[1] / goal) ** 2 + w.danger * self._danger_after(towers, hit)
        if w.chance:
            sky = position.sky_after(count)
            worth += w.chance * max([self._chance(towers[at], held, count, sky, at == safe) for at in position.home])
        if w.guard and rival[1]:
            worth += w.guard * min(1.0, held[terms.attackers[rival[0]]] / rival[1])
        if w.contract and terms.deadlines and position.runs_out(count):
            worth += w.contract * self._contracts(towers)
        if terms.sudden_death or (terms.finicky and position.world.pennies < 3):
            worth += w.lead * (reach - rival[1]) / goal * max(0.0, 1 - position.pile / 50)
        return worth

    def _tallest_rival(self, towers: list[Tower]) -> Tower:
        return max([towers[place] for place in self._neighbour], key=_height)

    def _danger_after(self, towers: list[Tower], hit: int | None) -> float:
        """Return roughly the chance that a rival wins before the seat's next turn."""
        if hit is None:
            return self._danger
        return self._danger + self._shares[hit] * (self._risk(towers, hit) - self._risks[hit])

    def _risk(self, towers: list[Tower], rival: int) -> float:
        """Return the chance that the rival of this index wins on its next turn."""
        safe = 1.0
        for place in self.position.yards[rival]:
            safe *= 1 - self._threat(towers[place], rival)
        return 1 - safe

    def _threat(self, tower: Tower, rival: int) -> float:
        position, terms, best = self.position, self.position.terms, 0.0
        sky, attacker = position.skies[position.rivals[rival]], terms.attackers[tower[0]]
        for suit, count in ways_to_win(tower, sky, attacker, terms.finicky):
            if count <= self.weights.alarm:
                cards = position.hands[rival] + self.weights.hoard if count else 0
                best = max(best, at_least(count, cards, position.hidden[suit], position.unseen))
        return best

    def _chance(self, tower: Tower, held: list[int], count: int, sky: int, is_safe: bool) -> float:
        """Return the seat's chance to win with this tower on its next turn, unless rivals knock it down before that."""
        position, terms, best = self.position, self.position.terms, 0.0
        attacker = terms.attackers[tower[0]]
        for suit, cards in ways_to_win(tower, sky, attacker, terms.finicky):
            spare = held[suit] - cards if cards else tower[1] - sky - 1
            draws = at_least(-spare, count, position.hidden[suit], position.unseen) if cards else 1.0
            if draws > 0.01 and tower[1] and not is_safe:
                for hand in position.hands:
                    draws *= 1 - at_least(max(spare, 0) + 1, hand, position.hidden[attacker], position.unseen)
            best = max(best, draws)
        return best

    def _contracts(self, towers: list[Tower]) -> float:
        """Return -1 if the seat would be out at the coming recycling, else the share of rivals that would be (W6)."""
        bare = [not any(towers[place][1] for place in yard) for yard in (self.position.home, *self.position.yards)]
        if bare[0]:
            return 0.0 if all(bare) else -1.0
        return sum(bare) / len(self.position.rivals)


def _reach(tower: Tower, held: list[int], goal: int) -> int:
    """Return the height to which the hand can build the tower; if too tall, it counts as equally far below the goal."""
    suit, height = tower
    if height > goal:
        return max(0, 2 * goal - height)
    return min(goal, max(held) if suit == NONE else height + held[suit])


# -- playout


COLUMNS: Final = 8
NEEDS: Final = 33
"""Rows of a zone: what a tower lacks to win, from -8 to 24 half cards; then one row for an empty foundation."""
EMPTY: Final = NEEDS * COLUMNS
"""The first cell of that last row."""
ZONE: Final = (NEEDS + 1) * COLUMNS
"""Cells of a zone. There are three: the seat's own foundations, those of the next rival, those of other rivals."""
DRAW: Final = 3 * ZONE
"""Row for the number of cards played, which will be drawn again."""
CONTRACT: Final = DRAW + COLUMNS
"""Row for a deadline that is near: 0 if the seat has no tower, else by the number of rivals without one."""
LEAD: Final = CONTRACT + COLUMNS
"""Two rows for an end that is near: height above the tallest rival, from -8 to 7."""
OUT: Final = LEAD + 2 * COLUMNS
"""Row for foundations of seats that are out: always 0."""
CELLS: Final = OUT + COLUMNS
MOST: Final = 4
NIL: Final = 5
"""What a column may count besides the four suits: cards of the suit held most; nothing."""
_ROWS: Final = [max(0, min(NEEDS - 1, halves + 8)) * COLUMNS for halves in range(-100, 100)]


class CellFeatures(Observation):
    """What a seat sees of a world, as cells: for each foundation, its row and what its column counts."""

    def __init__(self, world: State) -> None:
        super().__init__(world)
        terms, pile, me = world.terms, len(world.deck), world.turn
        self.held += [max(self.held), 0]  # columns `MOST` and `NIL`
        self.deadline = terms.deadlines and not terms.sudden_death and pile <= self.draws + 5
        self.ending = (terms.sudden_death and pile <= HAND * terms.seats) or (terms.finicky and world.pennies <= 2)
        hidden, attackers = self.hidden, terms.attackers
        unseen = max(1, hidden[0] + hidden[1] + hidden[2] + hidden[3])
        self.nearer = [14 * cards // unseen - 3 for cards in hidden]
        """By suit, by how many half cards a rival's tower is nearer to the Sky because the rival may hold unseen cards.

        For the seat's own towers (`safer`), those that could knock them down count against those that it may draw.
        """
        self.safer = [(self.nearer[suit] - self.nearer[attackers[suit]]) // 2 for suit in range(4)]
        if self.settles and pile <= self.draws + 1:
            self.skies[me] -= 1  # the seat's own next turn begins with a draw
        over, skies = world.needed - world.pennies, self.skies
        self.goals = [skies[owner] + over for owner in terms.owners]
        """By place, the height that wins on the owner's next turn."""
        zones = [2 * ZONE if is_in else OUT for is_in in world.alive]
        zones[self.rivals[0]] = ZONE
        zones[me] = 0
        self.zones = [zones[owner] for owner in terms.owners]
        """By place, its first cell; `OUT` for a seat that is out."""
        self.targets: list[list[int]] = [[], [], [], [], []]
        """By suit, the places where its cards may be played; nothing for a seat that can only discard."""
        self.rows: list[int] = []
        self.columns: list[int] = []
        self._look_round()

    def _look_round(self) -> None:
        """Set targets, rows and columns; a row and a column are what `cell` says."""
        world, zones, goals, safe = self.world, self.zones, self.goals, self.world.safe
        targets, attackers, rows, columns = self.targets, world.terms.attackers, self.rows, self.columns
        for place, suit in enumerate(world.suits):
            zone = zones[place]
            if suit == NONE:
                rows.append(zone + EMPTY if zone != OUT else OUT)
                columns.append(NIL if zone else MOST)
                if zone == 0:
                    for anything in targets:
                        anything.append(place)
                continue
            targets[suit].append(place)
            if not safe >> place & 1:
                targets[attackers[suit]].append(place)
            lack = goals[place] - world.heights[place]
            if zone == 0:
                rows.append(_ROWS[2 * lack - self.safer[suit] + 100])
                columns.append(suit if lack >= 0 else attackers[suit])
            else:  # a seat that is out has no tower
                rows.append(zone + _ROWS[2 * lack - self.nearer[suit] + 100])
                columns.append(attackers[suit])

    def cell(self, place: int, suit: int, height: int) -> tuple[int, int]:
        """Return the first cell of the row for such a tower at that place, and the index in `held` of its column.

        The column counts the cards for the seat's own tower, or those that could knock the tower down.
        """
        zone, goal = self.zones[place], self.goals[place]
        if zone == 0:
            if suit == NONE:
                return EMPTY, MOST
            column = suit if height <= goal else self.world.terms.attackers[suit]
            return _ROWS[2 * (goal - height) - self.safer[suit] + 100], column
        if zone == OUT:
            return OUT, NIL
        if suit == NONE:
            return zone + EMPTY, NIL
        return zone + _ROWS[2 * (goal - height) - self.nearer[suit] + 100], self.world.terms.attackers[suit]

    def rare(self, place: int, height: int) -> list[int]:
        """Return the cells for a deadline or an end that is near, if the tower at `place` had that height."""
        world, found = self.world, list[int]()
        if not (self.deadline or self.ending):
            return found
        heights = world.heights[:]
        if place != AWAY:
            heights[place] = height
        tops = [max([heights[home] for home in homes]) for homes in world.terms.homes]
        own = tops[world.turn]
        bare = sum([1 for seat, top in enumerate(tops) if seat != world.turn and world.alive[seat] and not top])
        if self.deadline and (bare or not own):
            found.append(CONTRACT + bare if own else CONTRACT)
        if self.ending:
            tops[world.turn] = 0
            found.append(LEAD + 8 + max(-8, min(7, own - max(tops))))
        return found


def cells(world: State, code: int) -> list[int]:
    """Return the cells of the position after a play, as its player sees it."""
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
        row, column = features.cell(place, suit, tall)
        found.append(row + held[column])
    return found + features.rare(target, height)


def appraise(world: State, code: int, values: list[int]) -> int:
    """Return the score of a play: its verdict if it ends the game, else the sum of the values of its cells."""
    place, played, count = code >> 5, code >> 3 & 3, code & 7
    height = 0 if place == AWAY else world.after(place, played, count)[1]
    return verdict(world, place, height) or sum([values[cell] for cell in cells(world, code)])


def weigh(world: State, values: list[int]) -> list[int]:
    """Return `score << 9 | code` for each legal play, with the same scores as `appraise`, but faster."""
    features = CellFeatures(world)
    held, scores, rows, columns, zones = features.held, list[int](), features.rows, features.columns, features.zones
    goals, nearer, safer, attackers = features.goals, features.nearer, features.safer, world.terms.attackers
    suits, heights, places, row_of = world.suits, world.heights, features.targets, _ROWS
    least, has_rare = world.needed, features.deadline or features.ending
    decided = verdict(world, AWAY, 0) if max(heights) >= least else 0
    for played in range(4):
        have, targets = held[played], places[played]
        if not (have and targets):
            continue
        others = max([held[suit] for suit in range(4) if suit != played])
        for count in range(1, have + 1):
            held[played] = left = have - count
            held[MOST] = others if others > left else left
            stand = [values[row + held[column]] for row, column in zip(rows, columns)]
            total = sum(stand) + values[DRAW + count]
            for place in targets:
                suit, height = suits[place], heights[place]
                # As `State.after` and `cell` say; calls would take more than half of the time.
                if suit == played:
                    height += count
                elif count < height:
                    height -= count
                elif count > height:  # also on an empty foundation
                    suit, height = played, count - height
                else:
                    suit, height = NONE, 0
                if (decided or height >= least) and (score := verdict(world, place, height)):
                    scores.append(score << 9 | place << 5 | played << 3 | count)
                    continue
                zone, lack = zones[place], goals[place] - height
                if suit == NONE:
                    cell = zone + EMPTY if zone else EMPTY + held[MOST]
                elif zone == 0:
                    cell = row_of[2 * lack - safer[suit] + 100] + held[suit if lack >= 0 else attackers[suit]]
                else:
                    cell = zone + row_of[2 * lack - nearer[suit] + 100] + held[attackers[suit]]
                score = total - stand[place] + values[cell]
                if has_rare:
                    score += sum([values[cell] for cell in features.rare(place, height)])
                scores.append(score << 9 | place << 5 | played << 3 | count)
        held[played] = have
        held[MOST] = max(others, have)
    return scores or [appraise(world, code, values) << 9 | code for code in world.plays()]


def best_play(world: State, values: list[int]) -> int:
    """Return `score << 9 | code` of the play with the highest score."""
    return max(weigh(world, values))


# -- network


LACKS: Final = 13
"""What a tower lacks to win, up to 11 or more; then, only for `BARE_CELL`, an empty foundation."""
PAIRS: Final = (LACKS - 1) * 64
DENSITIES: Final = 5
"""Shares of a suit in the draw pile: under 10 %, … and 40 % or more."""
DENSE: Final = (LACKS - 1) * DENSITIES * DENSITIES
BARE_CELL: Final = 2 * PAIRS + DENSE
PLACE: Final = BARE_CELL + 8
"""Cells for the foundations of one seat: see `network_cells`."""
PILES: Final = 14
MINE: Final = 12 * PILES
RIVAL: Final = MINE + 64
"""After the places, cells for the Sky with the draw pile; from here for the seat's hand; from here for each rival's."""


def network_cells(world: State) -> list[int]:
    """Return the cells of a position in which a seat has drawn and is to play, and in which all hands are known.

    A tower has three: for what it lacks with the cards that the seat holds for it and against it; with those that its
    owner holds for it and that others hold against it; and with the share of both suits in the draw pile.
    """
    terms, me, heights, pile, pennies = world.terms, world.turn, world.heights, len(world.deck), world.pennies
    seats, attackers, base = terms.seats, terms.attackers, PLACE * terms.seats
    hands = [world.held[KINDS * seat : KINDS * seat + 4] for seat in range(seats)]
    mine, draws, settles = hands[me], 0, not world.owed and pennies > 0
    goals = [pennies + 1] * seats
    order = sorted(mine)
    found = [base + min(11, pennies) * PILES + min(PILES - 1, pile // 7), base + MINE + order[3] * 8 + order[2]]
    for step in range(1, seats):
        seat = (me + step) % seats
        hand = hands[seat]
        size = hand[0] + hand[1] + hand[2] + hand[3]
        draws += HAND - size
        if settles and pile <= draws:
            goals[seat] -= 1
        found.append(base + RIVAL + (step - 1) * 64 + size * 8 + max(hand))
    drawn = world.deck.translate(SUITS_OF)
    dense = [min(DENSITIES - 1, drawn.count(suit) * 10 // pile) for suit in range(4)] if pile else [2, 2, 2, 2]
    owners, following = terms.owners, hands[(me + 1) % seats]
    for place, suit in enumerate(world.suits):
        owner = owners[place]
        zone = PLACE * ((owner - me) % seats)
        if suit == NONE:
            found.append(zone + BARE_CELL + max(hands[owner]))
            continue
        attacker = attackers[suit]
        lack = min(LACKS - 2, max(0, goals[owner] - heights[place]))
        if seats == 2:
            against = following[attacker]
        else:
            against = max([hands[seat][attacker] for seat in range(seats) if seat not in (me, owner)])
        helped = following[suit] if owner == me else hands[owner][suit]
        found.append(zone + lack * 64 + mine[suit] * 8 + mine[attacker])
        found.append(zone + PAIRS + lack * 64 + helped * 8 + against)
        found.append(zone + 2 * PAIRS + (lack * DENSITIES + dense[suit]) * DENSITIES + dense[attacker])
    return found


BITS: Final = 32
"""Bits of each number of a row, when the row is packed into one number, so that all are added at once."""
ZERO: Final = 1 << 21
"""What each number of a packed row is more than its value. The values are far smaller."""


def packed(row: list[int]) -> int:
    return sum([number + ZERO << BITS * at for at, number in enumerate(row)])


class Network:
    """What a network has learnt, all in thousandths: a row for each cell, and the weights of its hidden units.

    Each row has a number for each of these units, and one for the estimate itself.
    """

    def __init__(self, rows: list[list[int]], bias: list[int], weights: list[int]) -> None:
        self.rows = [packed(row) for row in rows]
        self.bias = packed(bias)
        self.weights = weights
        self.format = f"<{len(bias)}I"
        self.bytes = len(bias) * BITS // 8

    def estimate(self, world: State) -> float:
        """Return the chance, from 0 to 1, that the seat on turn wins."""
        rows, cells = self.rows, network_cells(world)
        added = sum([rows[cell] for cell in cells], self.bias)
        sums: tuple[int, ...] = unpack(self.format, added.to_bytes(self.bytes, "little"))
        zero = ZERO * (len(cells) + 1)
        total = 1000 * (sums[-1] - zero)
        for unit, weight in zip(sums, self.weights):
            if unit > zero:
                total += (unit - zero) * weight
        return 1 / (1 + exp(-total / 1000000))


def play_out(world: State, seat: int, turns: int, values: list[int], network: Network | None = None) -> float:
    """Play on, each seat by its best play; return the chance, from 0 to 1, that `seat` wins.

    If the game has not ended by the last of `turns` turns of `seat`, the chance is estimated there: by `network`, if
    there is one, else by the value of the best play.
    """
    while world.outcome is None:
        if not world.alive[seat]:
            return 0.0
        if network is not None and turns <= 1 and world.turn == seat:
            return network.estimate(world)
        best = best_play(world, values)
        if world.turn == seat:
            turns -= 1
            if turns <= 0 or best >> 9 >= DECIDED:
                score = best >> 9
                return 1 / (1 + exp(-score / 100)) if abs(score) < DECIDED else float(score > 0)
        world.step(best & 511)
    return share(world, seat)
