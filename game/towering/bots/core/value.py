"""What towers come to in the end, learned from finished rounds."""

from __future__ import annotations

from topping_out.game.towering.core.sets import BONUS_CARDS, COUNT, NUMBER, NUMBERS, ONE, OPEN, SUM
from topping_out.game.towering.core.state import UNDRAWN, WIDTH, State


class ValueNet:
    """What towers come to in the end, learned from finished rounds: a net with one hidden layer, the same for all."""

    def __init__(self, hidden: list[list[float]], bias: list[float], out: list[float], skip: list[float]) -> None:
        self.hidden = hidden
        self.bias = bias
        self.out = out
        self.base = skip[0]
        self.skip = skip[1:]

    def features(self, r: State, seat: int) -> list[list[float]]:
        """Return what is to be known of each of the seat's towers, seen from the seat, each about -2 to 2."""
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
        """Turns left, cards that wait for them, towers that share them."""
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
        """The tower as it stands."""
        return [
            1.0 if tower else 0.0,
            1.0 if tower & NUMBERS else 0.0,
            SUM[tower] / 20.0,
            ((tower & 7) + 1.0) / 2.0 - 1.0,
            COUNT[tower] / 8.0,
        ]

    def _hopes(self, tower: int, held: int, unseen: int, chance: float) -> list[float]:
        """The cards that it may still get, and what it comes to with them."""
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
        """The top of the discards, and what the lowest card in hand would skip."""
        open_ = OPEN[tower]
        wanted = NUMBER[top] if top > 0 and open_ & ONE[top] else 0
        skipped = 0
        numbers = held & NUMBERS
        if numbers and tower:
            skipped = SUM[((numbers & -numbers) - 1) & open_ & NUMBERS]
        return [wanted / 10.0, skipped / 10.0]

    def _rival(self, r: State, row: int, open_: int) -> list[float]:
        """The rival's tower of the same colour, which wants the same cards."""
        tower = r.towers[row]
        both = OPEN[tower] & open_
        wanted = COUNT[both & NUMBERS] + (4 if both & 7 else 0)
        return [
            1.0 if tower else 0.0,
            ((tower & 7) + 1.0) * wanted / 20.0 if tower else 0.0,
            SUM[r.known[row] & open_] / 10.0,
        ]

    def towers(self, r: State, seat: int) -> list[float]:
        """Return the points that each tower of the seat will come to, going by what it sees."""
        return [20.0 * self._net(inputs) for inputs in self.features(r, seat)]

    def worth(self, r: State, seat: int) -> float:
        """Return the points that all towers of the seat will come to, going by what it sees."""
        return sum(self.towers(r, seat))

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

    def balance(self, r: State, seat: int) -> float:
        return self.worth(r, seat) - self.worth(r, 1 - seat)
