"""What towers come to in the end, learned from finished rounds."""

from __future__ import annotations

from topping_out.game.towering.bots.core.round import BONUS_CARDS, COUNT, FULL, MATERIALS, NUMBER, SUM, WIDTH, Round


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

    def towers(self, r: Round, seat: int) -> list[float]:
        """Return the points that each tower of the seat will come to, going by what it sees."""
        return [20.0 * self._net(inputs) for inputs in self.features(r, seat)]

    def worth(self, r: Round, seat: int) -> float:
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

    def balance(self, r: Round, seat: int) -> float:
        return self.worth(r, seat) - self.worth(r, 1 - seat)
