"""Values what each action leaves, in points: all towers of both seats."""

from __future__ import annotations

from topping_out.game.towering.bots.core.evaluation import TowerValues
from topping_out.game.towering.core.sets import (
    BONUS_CARDS,
    COLOUR_OF,
    COST,
    COUNT,
    NUMBER,
    ONE,
    OPEN,
    PLACES,
    SUM,
    set_of,
)
from topping_out.game.towering.core.state import PATIENCE, PILE, WIDTH, State

Hopes = list[tuple[int, float]]
"""Sets of cards that a tower may get, each with the chance that it does."""


class Lookahead:
    """Looks one action ahead from a round, for the seat on turn."""

    def __init__(self, evaluation: TowerValues, r: State, memory: int) -> None:
        """`memory`: only so many cards of each discard pile are remembered, from the top."""
        self.evaluation = evaluation
        self.r = r
        self.seat = r.turn
        self.unseen = [r.unseen(colour) for colour in range(r.terms.colours)]
        """The cards that may be in the draw pile or hidden in the rival's hand, by colour."""
        for colour in range(r.terms.colours):
            if len(r.discards[colour]) > memory:
                self.unseen[colour] += set_of(r.discards[colour][:-memory])
        self._left = -1
        """Turns left in the round after the action that was valued last."""
        self._promises: dict[tuple[int, int, int, int, int, int], float] = {}
        """What towers promise, by all that it depends on."""

    def after_play(self, play: int) -> float:
        """Return what a play leaves, in points."""
        after = self.r.copy()
        after.play(play)
        return self._value(after, len(self.r.deck) - 1, -1 if play & 1 else COLOUR_OF[play >> 1], 0.0)

    def after_draw(self, draw: int) -> float:
        """Return what a draw leaves, in points.

        A card from the discards leaves the draw pile as it was: more turns are to come, but T6 counts them.
        """
        if draw == PILE:
            return self._value(self.r, len(self.r.deck) - 1, -1, self.evaluation.pile)
        after = self.r.copy()
        after.draw(draw)
        return self._value(after, min(len(self.r.deck), PATIENCE - 1 - self.r.streak), -1, 0.0)

    def _value(self, r: State, left: int, offered: int, total: float) -> float:
        """Return `total` and what the own towers promise beyond the rival's, with so many turns left in the round.

        `offered` is the colour just discarded, on top for the rival first; -1 for none.
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
        """Return what the tower of that colour promises; of the hand it gets `useful`, and `late` by that chance."""
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
        """Return what the rival's tower of that colour promises, by what may be known of it."""
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
        """Return what a tower promises with these hopes."""
        tower, evaluation, floors, materials = r.towers[row], self.evaluation, 0.0, 0.0
        total, size = float(SUM[tower]), COUNT[tower]
        for cards, chance in hopes:
            for place in PLACES[cards & OPEN[tower]]:
                if place:
                    total += NUMBER[place] * chance
                    floors += chance
                else:
                    materials += chance
        lack = min(50.0, (BONUS_CARDS - 0.5 - size - floors - materials) * evaluation.bonus)
        return evaluation.promise(total - COST, materials, lack, tower & 7, size)

    def _in_time(self, r: State, capacity: float) -> tuple[list[int], list[int], float]:
        """Return by colour what there is time to play of the hand: the cards that bring most.

        With them comes, likewise, the best card for which there may be time, and the chance of that.
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
