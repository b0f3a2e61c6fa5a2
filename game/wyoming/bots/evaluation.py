"""What a position is worth to a seat after a play, by weighted features: the head that all levels of bots share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from operator import itemgetter

import msgspec

from game.bots.weights import Count, weights_named
from game.engine import Seat
from game.wyoming.actions import Kind, Play
from game.wyoming.cards import PAIRS, PER_SUIT, SUITS, SUITS_OF, WHEEL, Suit
from game.wyoming.legal_plays import EMPTY
from game.wyoming.state import HAND, View

Tower = tuple[Suit, int]
"""Suit and height; an empty foundation is `BARE`."""
BARE: Tower = (EMPTY, 0)
CONSTRUCT, DISCARD = Kind.CONSTRUCT, Kind.DISCARD  # looked up on the enum, they cost more than the rest of `after`
DECIDED = 100.0
"""More than all features together: the play wins or loses at once."""
_worth, _height = itemgetter(0), itemgetter(1)


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one level thinks; `assets/games/wyoming/bots.toml` says what each number means."""

    alarm: Count
    hoard: Count
    danger: float
    patience: float
    chance: float
    reach: float
    height: float
    rival: float
    draw: float
    guard: float
    contract: float
    lead: float
    wobble: float
    stake: float = 0.0
    prior: float = 0.0
    rounds: Count = 0
    tries: Count = 0
    candidates: Count = 0
    memory: Count = 100
    values: str = ""
    playouts: Count = 0


@cache
def weights_of(mind: str) -> Weights:
    """Return how a mind thinks. Raises UnknownBot."""
    return msgspec.convert(weights_named("wyoming", mind), Weights)


@lru_cache(maxsize=4096)
def at_least(wanted: int, drawn: int, suited: int, unseen: int) -> float:
    """Return the chance that `drawn` of `unseen` cards hold `wanted` or more of the `suited` ones among them."""
    drawn = min(drawn, unseen)
    if wanted <= 0:
        return 1.0
    fewer = sum(comb(suited, n) * comb(unseen - suited, drawn - n) for n in range(min(wanted, drawn + 1)))
    return 1.0 - fewer / comb(unseen, drawn)


@cache
def ways_to_win(tower: Tower, pennies: int, wheel: bool, finicky: bool) -> tuple[tuple[Suit, int], ...]:
    """Return (suit, cards) for each play of up to seven cards with which its owner wins on this tower.

    No cards: it wins already.
    """
    goal = pennies if finicky else pennies + 1
    suit, height = tower
    if goal == 0 or height == goal or (height > goal and not finicky):
        return ((suit % EMPTY, 0),) if height else ()
    if suit == EMPTY:
        found = [(opening, goal) for opening in SUITS]
    else:
        attacker = attacker_of(suit, wheel)
        found = [(attacker, height + goal), (attacker, height - goal), (suit, goal - height)]
    return tuple((played, count) for played, count in found if 0 < count <= HAND)


@cache
def attacker_of(suit: Suit, wheel: bool) -> Suit:
    """Return the suit that deconstructs towers of `suit`."""
    return next(played for played, target in (WHEEL if wheel else PAIRS).items() if target == suit)


def after(tower: Tower, play: Play) -> Tower:
    """Return the tower as the play leaves it."""
    suit, height = tower
    if play.kind is CONSTRUCT:
        return play.suit, height + play.count
    if play.count == height:
        return BARE
    return (suit, height - play.count) if play.count < height else (play.suit, play.count - height)


class Look:
    """A view boiled down to what counts: cards of a suit are alike."""

    __slots__ = (
        "draws", "falls", "finicky", "hands", "held", "hidden", "home", "pennies", "per_seat", "pile", "rivals",
        "seat", "skies", "towers", "unseen", "variant", "wheel", "yards",
    )  # fmt: skip

    def __init__(self, view: View, memory: int = 100) -> None:
        """`memory`: only so many of the last discards count as seen."""
        assert view.seat is not None, "an onlooker has nothing to choose"
        self.seat: Seat = view.seat
        self.variant = view.variant
        self.wheel, self.finicky = view.variant.wheel, view.variant.finicky
        self.per_seat = view.variant.foundations
        self.pennies, self.pile = view.pennies, view.draw_pile
        self.towers: list[Tower] = [
            (tower[0] // PER_SUIT, len(tower)) if tower else BARE for towers in view.towers for tower in towers
        ]
        hand = bytes(view.hand).translate(SUITS_OF)
        self.held = [hand.count(suit) for suit in SUITS]
        self.hidden = self._count_hidden(view, memory)
        self.unseen = sum(self.hidden)
        order = [seat for seat in view.in_play if seat > self.seat] + [s for s in view.in_play if s < self.seat]
        self.rivals: list[Seat] = order
        self.home = self._places(self.seat)
        """Numbers of the own foundations in `towers`; `yards` are those of the rivals, in turn order."""
        self.yards = [self._places(seat) for seat in order]
        self._look_ahead(view)

    def _places(self, seat: Seat) -> range:
        return range(seat * self.per_seat, seat * self.per_seat + self.per_seat)

    def _count_hidden(self, view: View, memory: int) -> list[int]:
        discards = bytes(view.discards[-memory:] if memory else ()).translate(SUITS_OF)
        hidden = [PER_SUIT - self.held[suit] - discards.count(suit) for suit in SUITS]
        for suit, height in self.towers:
            if height:
                hidden[suit] -= height
        return hidden

    def _look_ahead(self, view: View) -> None:
        """Work out what each rival will draw, and the Sky then: hand sizes and pile are public, so this is exact."""
        self.hands: list[int] = []
        self.skies: list[int] = []
        self.draws = 0
        settles = not (self.variant.sudden_death or self.variant.tidal or view.owed)
        self.falls = not self.variant.sudden_death and not view.owed
        for seat in self.rivals:
            wanted = HAND - view.hand_sizes[seat]
            self.draws += wanted
            gets = wanted if self.falls else min(wanted, max(0, self.pile - self.draws + wanted))
            self.hands.append(view.hand_sizes[seat] + gets)
            self.skies.append(max(0, self.pennies - (settles and 0 < self.pile <= self.draws)))

    def runs_out(self, count: int) -> bool:
        """Tell whether the pile runs out by one's next turn, if `count` cards are played now."""
        return self.falls and self.draws + count >= self.pile

    def sky_after(self, count: int) -> int:
        """Return the Sky at one's next turn, if `count` cards are played now; a tide counts as neither."""
        return max(0, self.pennies - (self.runs_out(count) and not self.variant.tidal))

    def place(self, play: Play) -> int:
        """Return the number of the play's foundation in `towers`."""
        return play.owner * self.per_seat + play.foundation

    def is_winner(self, height: int) -> bool:
        return height == self.pennies > 0 if self.finicky else height > self.pennies


class Judge:
    """Appraises plays from one position; what a play leaves alone is worked out once."""

    def __init__(self, look: Look, weights: Weights) -> None:
        self.look = look
        self.weights = weights
        self._goal = look.pennies + (not look.finicky) or 1
        self._neighbour = {place: i for i, yard in enumerate(look.yards) for place in yard}
        """Foundation to its owner's number in turn order."""
        self._shares = [weights.patience**i for i in range(len(look.yards))]
        self._risks = [self._risk(look.towers, i) for i in range(len(look.yards))]
        self._danger = sum(share * risk for share, risk in zip(self._shares, self._risks))
        self._rival = self._tallest(look.towers)

    def appraise(self, play: Play) -> float:
        """Return what the position after the play is worth: about `DECIDED` either way where the game ends."""
        look = self.look
        towers, held = look.towers[:], look.held[:]
        held[play.suit] -= play.count
        changed = -1
        if play.kind is not DISCARD:
            changed = look.place(play)
            towers[changed] = after(towers[changed], play)
        return self._verdict(towers) or self._features(towers, held, play.count, self._neighbour.get(changed))

    def _verdict(self, towers: list[Tower]) -> float:
        """Return ±DECIDED where this ends the game (W4), 0 where it goes on."""
        look = self.look
        winning = [height for _, height in towers if height >= look.pennies and look.is_winner(height)]
        if not winning:
            return 0.0
        return DECIDED if max(winning) in [towers[place][1] for place in look.home] else -DECIDED

    def _features(self, towers: list[Tower], held: list[int], count: int, hit: int | None) -> float:
        """Return the worth of a position in which the game goes on; `hit` is the rival whose tower has changed."""
        look, w, goal = self.look, self.weights, self._goal
        own = [towers[place] for place in look.home]
        rival = self._rival if hit is None else self._tallest(towers)
        reach = max([_reach(tower, held, goal) for tower in own])
        worth = w.height * max(own, key=_height)[1] / goal + w.reach * (reach / goal) ** 2 + w.draw * count / HAND
        worth -= w.rival * (rival[1] / goal) ** 2 + w.danger * self._danger_after(towers, hit)
        if w.chance:
            worth += w.chance * max([self._chance(tower, held, count) for tower in own])
        if w.guard and rival[1]:
            worth += w.guard * min(1.0, held[attacker_of(rival[0], look.wheel)] / rival[1])
        if w.contract and look.variant.deadlines and look.runs_out(count):
            worth += w.contract * self._contracts(towers)
        if look.variant.sudden_death or (look.finicky and look.pennies < 3):
            worth += w.lead * (reach - rival[1]) / goal * max(0.0, 1 - look.pile / 50)
        return worth

    def _tallest(self, towers: list[Tower]) -> Tower:
        return max([towers[place] for place in self._neighbour], key=_height)

    def _danger_after(self, towers: list[Tower], hit: int | None) -> float:
        """Return the chance, roughly, that a rival wins before one's next turn."""
        if hit is None:
            return self._danger
        return self._danger + self._shares[hit] * (self._risk(towers, hit) - self._risks[hit])

    def _risk(self, towers: list[Tower], rival: int) -> float:
        """Return the chance that the rival (its number in turn order) wins on its next turn."""
        safe = 1.0
        for place in self.look.yards[rival]:
            safe *= 1 - self._threat(towers[place], rival)
        return 1 - safe

    def _threat(self, tower: Tower, rival: int) -> float:
        look, best = self.look, 0.0
        for suit, count in ways_to_win(tower, look.skies[rival], look.wheel, look.finicky):
            if count <= self.weights.alarm:
                cards = look.hands[rival] + self.weights.hoard if count else 0
                best = max(best, at_least(count, cards, look.hidden[suit], look.unseen))
        return best

    def _chance(self, tower: Tower, held: list[int], count: int) -> float:
        """Return the chance to win with this tower on one's next turn, rivals knocking at it meanwhile."""
        look, best = self.look, 0.0
        sky = look.sky_after(count)
        for suit, cards in ways_to_win(tower, sky, look.wheel, look.finicky):
            spare = held[suit] - cards if cards else tower[1] - sky - 1
            draws = at_least(-spare, count, look.hidden[suit], look.unseen) if cards else 1.0
            if draws > 0.01 and tower[1]:
                attacker = attacker_of(tower[0], look.wheel)
                for hand in look.hands:
                    draws *= 1 - at_least(max(spare, 0) + 1, hand, look.hidden[attacker], look.unseen)
            best = max(best, draws)
        return best

    def _contracts(self, towers: list[Tower]) -> float:
        """Return -1 for being out at the coming recycling, or the share of rivals that would be (W6)."""
        bare = [not any(towers[place][1] for place in yard) for yard in (self.look.home, *self.look.yards)]
        if bare[0]:
            return 0.0 if all(bare) else -1.0
        return sum(bare) / len(self.look.rivals)

    def best(self, plays: Sequence[Play]) -> tuple[float, Play]:
        """Return the play of the highest worth, the first of equal ones, and that worth."""
        return max([(self.appraise(play), play) for play in plays], key=_worth)

    def rank(self, plays: Sequence[Play]) -> list[tuple[float, Play]]:
        """Return the plays with their worth, best first; equal ones in the order given."""
        return sorted([(self.appraise(play), play) for play in plays], key=_worth, reverse=True)


def _reach(tower: Tower, held: list[int], goal: int) -> int:
    """Return the height that the hand could bring the tower to; one past an exact goal counts as far below it."""
    suit, height = tower
    if height > goal:
        return max(0, 2 * goal - height)
    return min(goal, max(held) if suit == EMPTY else height + held[suit])
