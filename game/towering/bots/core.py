"""Evaluation of towers and cards, the fast policy of playouts, and a lookahead of one action."""

from __future__ import annotations

import math
from typing import Final

from ..core import (
    ALL,
    ANY,
    BONUS,
    BONUS_CARDS,
    CARD,
    COLOUR_OF,
    COST,
    COUNT,
    NUMBER,
    NUMBERS,
    ONE,
    OPEN,
    PATIENCE,
    PER_COLOUR,
    PILE,
    PLACE_OF,
    PLACES,
    POINTS,
    SUM,
    UNDRAWN,
    WIDTH,
    State,
    set_of,
)

# -- value

Four = tuple[list[tuple[float, float, float, float, float]], list[float], list[float]]
"""Four hidden units: by input, the weight that skips them (not 0 for the first four) and theirs; biases; outputs."""


class ValueNet:
    """Predicts final points of towers: one net with a hidden layer for all towers, trained on finished rounds.

    The number of hidden units is a multiple of four, because four are evaluated at once. Raises ValueError if not.
    """

    def __init__(self, hidden: list[list[float]], bias: list[float], out: list[float], skip: list[float]) -> None:
        self.base = skip[0]
        self.fours: list[Four] = []
        planes = skip[1:]
        for at in range(0, len(hidden), 4):
            rows = [(plane, w, x, y, z) for plane, w, x, y, z in zip(planes, *hidden[at : at + 4])]
            self.fours.append((rows, bias[at : at + 4], out[at : at + 4]))
            planes = [0.0] * len(planes)

    def features(self, r: State, seat: int) -> list[list[float]]:
        """Return the net's inputs for each of the seat's towers: what the seat knows, in numbers from about -2 to 2."""
        left = len(r.deck)
        turns = (left + (1 if seat == r.turn else 0)) >> 1
        chance = min(1.0, turns / (left + r.hidden(1 - seat)))
        time = self._time(r, seat * WIDTH, turns)
        found: list[list[float]] = []
        for colour in range(r.terms.colours):
            row = seat * WIDTH + colour
            rival = WIDTH - seat * WIDTH + colour
            tower = r.towers[row]
            open_ = OPEN[tower]
            held = r.hands[row] & open_
            unseen = (r.hands[UNDRAWN + colour] + r.hands[rival] - r.known[rival]) & open_
            known = self._tower(tower)
            known += self._hopes(tower, held, unseen, chance)
            known += time
            known += self._beside(tower, r.top(colour), held)
            known += self._rival(r, rival, open_)
            known.append(((tower & 7) + 1.0) * min(1.0, turns / 6.0) * SUM[held] / 20.0)
            found.append(known)
        return found

    def _time(self, r: State, mine: int, turns: int) -> list[float]:
        """Return the turns left, the cards waiting for them, and the number of towers that share them."""
        begun = 0
        ready = 0
        for row in range(mine, mine + r.terms.colours):
            tower = r.towers[row]
            if tower:
                begun += 1
                usable = r.hands[row] & OPEN[tower]
                ready += COUNT[usable] + (usable & 7)
        return [turns / 22.0, min(2.0, ready / (turns + 1.0)), begun / 5.0]

    def _tower(self, tower: int) -> list[float]:
        """Return the inputs for the tower as it stands."""
        return [
            1.0 if tower else 0.0,
            1.0 if tower & NUMBERS else 0.0,
            SUM[tower] / 20.0,
            ((tower & 7) + 1.0) / 2.0 - 1.0,
            COUNT[tower] / 8.0,
        ]

    def _hopes(self, tower: int, held: int, unseen: int, chance: float) -> list[float]:
        """Return the inputs for the cards that the tower may still get, and for its points with them."""
        times = (tower & 7) + 1.0
        more = held & 7
        to_come = unseen & 7
        holding = SUM[tower] + SUM[held] - 20.0
        hoped = holding + chance * SUM[unseen]
        count = COUNT[tower] + COUNT[held] + more
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

    def _beside(self, tower: int, top: int, held: int) -> list[float]:
        """Return the top discard, if it fits, and the sum of the numbers that the lowest card in hand would skip."""
        open_ = OPEN[tower]
        wanted = NUMBER[top] if top > 0 and open_ & ONE[top] else 0
        skipped = 0
        numbers = held & NUMBERS
        if numbers and tower:
            skipped = SUM[((numbers & -numbers) - 1) & open_ & NUMBERS]
        return [wanted / 10.0, skipped / 10.0]

    def _rival(self, r: State, row: int, open_: int) -> list[float]:
        """Return the inputs for the rival's tower of the same colour, which needs the same cards."""
        tower = r.towers[row]
        both = OPEN[tower] & open_
        wanted = COUNT[both & NUMBERS] + (4 if both & 7 else 0)
        return [
            1.0 if tower else 0.0,
            ((tower & 7) + 1.0) * wanted / 20.0 if tower else 0.0,
            SUM[r.known[row] & open_] / 10.0,
        ]

    def towers(self, r: State, seat: int) -> list[float]:
        """Return the predicted points of each tower of the seat, from what it sees."""
        return [20.0 * self._net(inputs) for inputs in self.features(r, seat)]

    def _net(self, inputs: list[float]) -> float:
        value = self.base
        for rows, bias, out in self.fours:
            first, second, third, fourth = bias
            for (plane, w, x, y, z), known in zip(rows, inputs):
                if known:  # almost half of the inputs are 0
                    value += plane * known
                    first += w * known
                    second += x * known
                    third += y * known
                    fourth += z * known
            for unit, weight in zip((first, second, third, fourth), out):
                if unit > 0.0:
                    value += weight * unit
        return value

    def balance(self, r: State, seat: int) -> float:
        """Return by how many points the seat is predicted to be ahead; each seat's towers are seen with its eyes."""
        return sum(self.towers(r, seat)) - sum(self.towers(r, 1 - seat))


# -- evaluation


UNHURRIED: Final = 6
"""If it has at least this many turns left, a rival is taken to play its whole hand."""
MATERIAL_GAIN: Final = 5.0
"""Roughly how many points a material adds to a tower as one of the last cards."""


class TowerValues:
    """The value of towers by a bot's weights, using only what the seat may know of the round.

    The weights are explained in assets/games/towering/bots.toml.
    """

    def __init__(self, weights: dict[str, float]) -> None:
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
        self.chance = 0.0
        """The chance that an unseen card gets onto the seat's own tower of its colour; `rival_chance`: the rival's."""
        self.rival_chance = 0.0

    def promise(self, value: float, more: float, lack: float, mats: int, size: int) -> float:
        """Return the expected points of a tower that has `size` cards so far, of which `mats` are materials.

        `value`: the expected sum of its building cards, minus its cost; `more`: the expected number of further
        materials; `lack`: how many cards it is likely to be short of the bonus, times the weight `bonus`.
        """
        worth = more * self.materials * self.soft(value, self.risk) if more else 0.0
        worth += BONUS / (1.0 + math.exp(lack))
        if size:
            return worth + value * (1 + mats)
        return self.soft(worth + value - self.caution, self.doubt)

    def soft(self, value: float, doubt: float) -> float:
        """Return max(value, 0), smoothed over about `doubt` points on either side of 0."""
        if abs(value) > 20.0 * doubt:
            return max(value, 0.0)
        return doubt * math.log1p(math.exp(value / doubt))

    def foresee(self, r: State, seat: int, turns: int, rival_turns: int) -> None:
        """Set the chances of unseen cards, given how many turns the seat and its rival have after this one."""
        strangers = r.hidden(1 - seat)
        cards = strangers + len(r.deck)
        held = strangers * min(1.0, rival_turns / UNHURRIED)
        self.chance = min(1.0, self.reach * turns / cards)
        self.rival_chance = min(1.0, self.reach * (rival_turns + held) / cards)

    def gain(self, r: State, row: int, place: int) -> float:
        """Return roughly how many points a card would add as one of the last; less than 1 on a tower not yet begun."""
        tower = r.towers[row]
        if not tower:
            return 0.1 * NUMBER[place]
        return ((tower & 7) + 1.0) * NUMBER[place] if place else MATERIAL_GAIN


# -- policy


KINDS: Final[list[list[int]]] = [sorted(set(places)) for places in PLACES]
"""By set, the places in it, ascending, without repetition."""
FEWEST_BUILDING_CARDS: Final = 3
"""The fewest building cards with which a tower can pay for itself (10, 9 and 8)."""


class Policy(TowerValues):
    """Ranks the actions of the seat on turn, much faster than by evaluating the position after each."""

    def __init__(self, weights: dict[str, float], closes: bool = False) -> None:
        super().__init__(weights)
        self.closes = closes
        """Whether, with one card left in the draw pile, it scores what it can and draws that card."""
        self.fade = weights["fade"]
        self.eager = weights["eager"]
        self.tempo = weights["tempo"]
        self.plays: list[int] = []
        """As arguments of `State.play`."""
        self.values: list[float] = []
        """The value of each of `plays`, in points relative to the others."""
        self._useful: list[int] = [0] * WIDTH
        """By colour, the cards in hand that there is time to play."""
        self._hurry = 0.0
        """The cost of losing a turn: the gain of the best card for which there is no time."""
        self._turns = 0

    def worth(self, tower: int, hand: int, unseen: int, chance: float, top: int, likely: float) -> float:
        """Return the expected points of a tower, from its cards and those that it may get.

        All cards of `hand` count, those of `unseen` with probability `chance`, and the top discard (place `top`) with
        probability `likely`. Expected materials count twice towards the bonus. That is a mistake, but the weights were
        learnt with it. This is nearly `promise`, in one piece and by functions that are fast when compiled.
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
        worth = BONUS / (1.0 + math.exp((BONUS_CARDS - 0.5 - coming) * self.bonus))
        if more:
            worth += more * self.materials * _soft(value, self.risk)
        if size:
            return worth + value * (1 + (tower & 7))
        return _soft(worth + value - self.caution, self.doubt)

    def own(self, r: State, row: int, hand: int, unseen: int, top: int) -> float:
        """Return the expected points of the seat's own tower with that hand."""
        return self.worth(r.towers[row], hand, unseen, self.chance, top, self.tops)

    def theirs(self, r: State, row: int, unseen: int, top: int, likely: float) -> float:
        """Return the expected points of the rival's tower, from what the seat may know of it."""
        return self.worth(r.towers[row], r.known[row], unseen, self.rival_chance, top, likely)

    # -- time left

    def look(self, r: State, plays: int) -> None:
        """Set the turns left, and the cards in hand that there is time to play: `plays` now, the others later."""
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
        """Set as useful the `most + plays` cards of the hand that gain most; `most` of them are for later turns."""
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
        """Return the gain of each of these cards; on a tower not begun, at least its share of the tower's points."""
        share = 0.0
        row = first + colour
        if not r.towers[row]:
            mats = mine & 7
            share = (SUM[mine] - COST) * (mats + 1.0) / (COUNT[mine] + mats)
        return [(max(share, self.gain(r, row, place)), colour, place) for place in PLACES[mine]]

    # -- plays

    def rank_plays(self, r: State) -> None:
        """Set `plays` and `values` for the seat on turn; one material of a colour stands for all."""
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
        """Rank by the points scored at once, because this turn ends the round.

        Leaving the last card gains nothing: the rival can end the round instead, and loses nothing by it.
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
        tower = r.towers[row]
        open_ = OPEN[tower]
        now = self.worth(tower, useful, unseen, self.chance, now_top, self.tops) if open_ & cards else 0.0
        rivals_open = OPEN[r.towers[rival]]
        fresh_top = top >= 0 and rivals_open & ONE[top] != 0
        feared = self.theirs(r, rival, unseen, top, self.tops) if fresh_top or rivals_open & cards else 0.0
        for place in KINDS[cards]:
            one = ONE[place]
            play = (colour * PER_COLOUR + CARD[place]) << 1
            is_useful = useful & ANY[place] == cards & ANY[place]  # for materials: all of them
            rest = useful - one if is_useful else useful
            hurry = 0.0 if is_useful else self._hurry
            if open_ & one:
                self.plays.append(play + 1)
                built = self.worth(tower + one, rest, unseen, self.chance, now_top, self.tops)
                self.values.append(built - now + self.eager - hurry)
            lost = hurry
            if is_useful and open_ & one:
                lost += now - self.worth(tower, rest, unseen, self.chance, -1, self.tops)
            if fresh_top or rivals_open & one:
                lost += self.rival * (self.theirs(r, rival, unseen, place, self.give) - feared)
            self.plays.append(play)
            self.values.append(-lost)

    def choose_play(self, r: State) -> int:
        self.rank_plays(r)
        return self.plays[self.values.index(max(self.values))]

    # -- draws

    def value_draw(self, r: State, colour: int) -> float:
        """Return the value of a draw in points; call `look` first."""
        if self.closes and len(r.deck) == 1:
            return 0.0 if colour == PILE else -1.0
        if colour == PILE:
            return self.pile * min(1.0, self._turns / self.fade)
        row = r.turn * WIDTH + colour
        rival = (1 - r.turn) * WIDTH + colour
        pile = r.discards[colour]
        top = PLACE_OF[pile[-1]]
        below = PLACE_OF[pile[-2]] if len(pile) > 1 else -1
        value = self.tempo * self._hurry
        is_open = OPEN[r.towers[row]] & ONE[top]
        rivals_open = OPEN[r.towers[rival]]
        is_rivals = rivals_open & ONE[top] or (below >= 0 and rivals_open & ONE[below])
        if not (is_open or is_rivals):
            return value
        unseen = r.unseen(colour)
        if is_open:
            useful = self._useful[colour]
            value += self.own(r, row, useful + ONE[top], unseen, below) - self.own(r, row, useful, unseen, top)
        if is_rivals:
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


def _soft(value: float, doubt: float) -> float:
    """Return max(value, 0), smoothed over about `doubt` points on either side of 0."""
    if value > 20.0 * doubt:
        return value
    if value < -20.0 * doubt:
        return 0.0
    return doubt * math.log(1.0 + math.exp(value / doubt))


def play_on(r: State, policies: list[Policy], plies: int) -> None:
    """Let each seat's policy play until the round is over, or for `plies` turns."""
    while plies > 0 and not r.is_over():
        policy = policies[r.turn]
        r.play(policy.choose_play(r))
        r.draw(policy.choose_draw(r))
        plies -= 1


def is_idle(r: State, colour: int) -> bool:
    """Return whether drawing the top discard of a colour is of no use to either seat, not even to prolong the round.

    For states after the play: neither seat can use the card, and the seat on turn has no card in hand left to build.
    """
    mine = r.turn * WIDTH + colour
    theirs = WIDTH - r.turn * WIDTH + colour
    top = ONE[r.top(colour)]
    if _can_use(r.towers[mine], r.hands[mine] + top, top):
        return False
    chances = NUMBERS if len(r.deck) >= 2 * FEWEST_BUILDING_CARDS else r.known[theirs] + top
    if _can_use(r.towers[theirs], chances, top):
        return False
    first = r.turn * WIDTH
    rows = range(first, first + r.terms.colours)
    return not any(_can_use(r.towers[row], r.hands[row], r.hands[row]) for row in rows)


def _can_use(tower: int, chances: int, cards: int) -> bool:
    """Return whether any of `cards` may improve a tower that can still get `chances`."""
    usable = cards & OPEN[tower]
    if not usable:
        return False
    return SUM[usable] > 0 if tower else SUM[chances] > COST


# -- lookahead


Hopes = list[tuple[int, float]]
"""Sets of cards that a tower may get, each with its chance."""


class Lookahead:
    """Values the actions of the seat on turn by looking one action ahead."""

    def __init__(self, evaluation: TowerValues, r: State, memory: int) -> None:
        """`memory`: how many cards of each discard pile, from the top, the seat remembers."""
        self.evaluation = evaluation
        self.r = r
        self.seat = r.turn
        self.unseen = [r.unseen(colour) for colour in range(r.terms.colours)]
        """By colour, the cards that may be in the draw pile or hidden in the rival's hand."""
        for colour in range(r.terms.colours):
            if len(r.discards[colour]) > memory:
                self.unseen[colour] += set_of(r.discards[colour][:-memory])
        self._left = -1
        """Turns left in the round after the last action that was valued."""
        self._promises: dict[tuple[int, int, int, int, int, int], float] = {}
        """The expected points of towers, cached by everything on which they depend."""

    def after_play(self, play: int) -> float:
        """Return the value of the position after a play, in points."""
        after = self.r.copy()
        after.play(play)
        return self._value(after, len(self.r.deck) - 1, -1 if play & 1 else COLOUR_OF[play >> 1], 0.0)

    def after_draw(self, draw: int) -> float:
        """Return the value of the position after a draw, in points.

        Drawing a discard leaves the draw pile as it is, so that more turns follow, up to the limit of T6.
        """
        if draw == PILE:
            return self._value(self.r, len(self.r.deck) - 1, -1, self.evaluation.pile)
        after = self.r.copy()
        after.draw(draw)
        return self._value(after, min(len(self.r.deck), PATIENCE - 1 - self.r.streak), -1, 0.0)

    def _value(self, r: State, left: int, offered: int, total: float) -> float:
        """Return `total` plus the expected points of the seat's towers, minus the rival's by weight.

        `left`: turns left in the round; `offered`: the colour just discarded, which the rival may take first, or -1.
        """
        evaluation = self.evaluation
        if left != self._left:
            self._left = left
            evaluation.foresee(r, self.seat, left >> 1, (left + 1) >> 1)
        useful, late, late_chance = self._in_time(r, evaluation.pace * (left >> 1))
        for colour in range(r.terms.colours):
            top = r.top(colour)
            total += self._own(r, colour, useful[colour], late[colour], late_chance, -1 if colour == offered else top)
            if evaluation.rival:
                total -= evaluation.rival * self._theirs(r, colour, top, colour == offered)
        return total

    def _own(self, r: State, colour: int, useful: int, late: int, late_chance: float, top: int) -> float:
        """Return the expected points of the seat's tower, which gets `useful`, and perhaps `late`, from the hand."""
        row = self.seat * WIDTH + colour
        key = (row, r.towers[row], useful, late, top, self._left)
        found = self._promises.get(key)
        if found is None:
            hopes = [(useful, 1.0), (late, late_chance), (self.unseen[colour], self.evaluation.chance)]
            if top >= 0 and self._left > 1:
                hopes.append((ONE[top], self.evaluation.tops))
            found = self._promises[key] = self._promise(r, row, hopes)
        return found

    def _theirs(self, r: State, colour: int, top: int, is_offered: bool) -> float:
        """Return the expected points of the rival's tower of that colour, from what the seat may know of it."""
        row = (1 - self.seat) * WIDTH + colour
        key = (row, 0, 0, is_offered, top, self._left)
        found = self._promises.get(key)
        if found is None:
            hopes = [(self.unseen[colour], self.evaluation.rival_chance)]
            if self._left:
                hopes.append((r.known[row], 1.0))
            if self._left and top >= 0:
                hopes.append((ONE[top], self.evaluation.give if is_offered else self.evaluation.tops))
            found = self._promises[key] = self._promise(r, row, hopes)
        return found

    def _promise(self, r: State, row: int, hopes: Hopes) -> float:
        """Return the expected points of a tower with these hopes."""
        tower, evaluation, numbers, materials = r.towers[row], self.evaluation, 0.0, 0.0
        total, size = float(SUM[tower]), COUNT[tower]
        for cards, chance in hopes:
            for place in PLACES[cards & OPEN[tower]]:
                if place:
                    total += NUMBER[place] * chance
                    numbers += chance
                else:
                    materials += chance
        lack = min(50.0, (BONUS_CARDS - 0.5 - size - numbers - materials) * evaluation.bonus)
        return evaluation.promise(total - COST, materials, lack, tower & 7, size)

    def _in_time(self, r: State, capacity: float) -> tuple[list[int], list[int], float]:
        """Return, by colour, the cards in hand that there is time to play: those that gain most.

        Then, also by colour, the best card for which there may be time, and the chance that there is.
        """
        first, late = self.seat * WIDTH, [0] * r.terms.colours
        hand = r.hands[first : first + r.terms.colours]
        if sum([COUNT[cards] for cards in hand]) <= capacity:
            return hand, late, 0.0
        gains: list[tuple[float, int, int]] = []
        for colour in range(r.terms.colours):
            row = first + colour
            for place in PLACES[hand[colour] & OPEN[r.towers[row]]]:
                gain = self.evaluation.gain(r, row, place)
                if gain:
                    gains.append((gain, colour, place))
        gains.sort(reverse=True)
        full = int(capacity)
        useful = [0] * r.terms.colours
        for _, colour, place in gains[:full]:
            useful[colour] += ONE[place]
        for _, colour, place in gains[full : full + 1]:
            late[colour] = ONE[place]
        return useful, late, capacity - full
