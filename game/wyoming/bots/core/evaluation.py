"""What a play is worth to its seat by weighted features of the position that it leaves: all levels judge by it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import comb
from operator import itemgetter

from topping_out.game.wyoming.bots.core.observation import DECIDED, Observation, verdict
from topping_out.game.wyoming.bots.weights import Weights
from topping_out.game.wyoming.cards import SUITS, Suit
from topping_out.game.wyoming.core.numbers import HAND, needed
from topping_out.game.wyoming.core.state import AWAY, NONE, State, Tower

_height = itemgetter(1)


@lru_cache(maxsize=4096)
def at_least(wanted: int, drawn: int, suited: int, unseen: int) -> float:
    """Return the chance that `drawn` of `unseen` cards hold `wanted` or more of the `suited` ones among them."""
    drawn = min(drawn, unseen)
    if wanted <= 0:
        return 1.0
    fewer = sum(comb(suited, n) * comb(unseen - suited, drawn - n) for n in range(min(wanted, drawn + 1)))
    return 1.0 - fewer / comb(unseen, drawn)


@cache
def ways_to_win(tower: Tower, pennies: int, attacker: Suit, finicky: bool) -> tuple[tuple[Suit, int], ...]:
    """Return (suit, cards) for each play of up to seven cards with which its owner wins on this tower.

    No cards: it wins already. `attacker` is the suit that deconstructs it.
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
    """A world as the seat on turn sees it, with what the features need at hand."""

    def __init__(self, world: State, forgotten: Iterable[int] = ()) -> None:
        """`forgotten`: by suit, the discards that the seat does not remember, and so takes for hidden ones."""
        super().__init__(world)
        terms = self.terms = world.terms
        self.seat, self.pile = world.turn, len(world.deck)
        for suit, more in enumerate(forgotten):
            self.hidden[suit] += more
        self.unseen = sum(self.hidden)
        self.yards = [terms.homes[seat] for seat in self.rivals]
        """The places of their foundations; `hands`: the cards that they will have at their next turn."""
        self.home = terms.homes[self.seat]
        self.towers: list[Tower] = list(zip(world.suits, world.heights))
        self.falls = not terms.sudden_death and not world.owed
        """Whether the discards become a new pile once this one has run out."""
        self.hands = [self._cards_next(seat) for seat in self.rivals]

    def _cards_next(self, seat: int) -> int:
        size = self.world.size(seat)
        if self.falls:
            return HAND
        wanted = HAND - size
        return size + min(wanted, max(0, self.pile - self.drawn[seat] + wanted))

    def runs_out(self, count: int) -> bool:
        """Tell whether the pile runs out by one's next turn, if `count` cards are played now."""
        return self.falls and self.draws + count >= self.pile

    def sky_after(self, count: int) -> int:
        """Return the Sky at one's next turn, if `count` cards are played now; a tide counts as neither."""
        return max(0, self.world.pennies - (self.runs_out(count) and not self.terms.tidal))

    def ways(self, tower: Tower, pennies: int) -> tuple[tuple[Suit, int], ...]:
        """Return the plays with which its owner wins on this tower under that Sky: see `ways_to_win`."""
        return ways_to_win(tower, pennies, self.terms.attackers[tower[0]], self.terms.finicky)


class PlayValues:
    """Values plays of one position; what no play changes is computed once."""

    def __init__(self, position: TurnPosition, weights: Weights) -> None:
        self.position = position
        self.weights = weights
        towers, yards = position.towers, position.yards
        self._goal = position.world.needed or 1
        self._neighbour = {place: i for i, yard in enumerate(yards) for place in yard}
        """Foundation to its owner's number in turn order."""
        self._shares = [weights.patience**i for i in range(len(yards))]
        self._risks = [self._risk(towers, i) for i in range(len(yards))]
        self._danger = sum(share * risk for share, risk in zip(self._shares, self._risks))
        self._tallest = max(position.world.heights)
        self._rival = self._tallest_rival(towers)

    def appraise(self, code: int) -> float:
        """Return what the position after the play is worth: `DECIDED` where the game ends, half of it to share it."""
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
        """Return the height of a rival's tower that a play builds up, or of an own one that it takes down; else 0."""
        before = self.position.towers[place][1]
        if place in self._neighbour:
            return height if height > before else 0
        return before if height < before else 0

    def _features(self, towers: list[Tower], held: list[int], count: int, hit: int | None, safe: int) -> float:
        """Return the worth of a position in which the game goes on.

        `hit` is the rival whose tower has changed; `safe` the place that rivals cannot knock at now, if any (W12).
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
        """Return the chance, roughly, that a rival wins before one's next turn."""
        if hit is None:
            return self._danger
        return self._danger + self._shares[hit] * (self._risk(towers, hit) - self._risks[hit])

    def _risk(self, towers: list[Tower], rival: int) -> float:
        """Return the chance that the rival (its number in turn order) wins on its next turn."""
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
        """Return the chance to win with this tower on one's next turn; while rivals knock at it, if it is not safe."""
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
        """Return -1 for being out at the coming recycling, or the share of rivals that would be (W6)."""
        bare = [not any(towers[place][1] for place in yard) for yard in (self.position.home, *self.position.yards)]
        if bare[0]:
            return 0.0 if all(bare) else -1.0
        return sum(bare) / len(self.position.rivals)


def _reach(tower: Tower, held: list[int], goal: int) -> int:
    """Return the height that the hand could bring the tower to; one past an exact goal counts as far below it."""
    suit, height = tower
    if height > goal:
        return max(0, 2 * goal - height)
    return min(goal, max(held) if suit == NONE else height + held[suit])
