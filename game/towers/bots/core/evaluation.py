"""What towers and cards in hand are worth to a seat, by exact scoring and a few weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from topping_out.game.towers.bots.core.plan import Kinds, Levels
from topping_out.game.towers.core.state import CACHED, NONE, VACANT, Site, Terms, claimed

MOST_CLAIMS: Final = 4
"""A hand of six less two builds."""
STAGES: Final = 4
"""Steps in which cards in hand lose their worth as the draw pile runs out."""
KEYS: Final = 16
"""A tower's worth depends on the seat, the stage, and whether this round is the last: so many keys a seat."""


class TowerRows(NamedTuple):
    """The values of a tower with no claim, one, two and so on, each added to those before.

    It is cached, so it consists of tuples of plain values, which the garbage collector skips.
    """

    worths: tuple[float, ...]
    levels: Levels
    """The floors in the order in which they are best claimed."""
    gain: float
    """The best of it, each claim costing a card."""


class Rest(NamedTuple):
    """The cards of a hand that are not built, in the order in which they are best tucked."""

    cards: bytes
    kept: tuple[float, ...]
    """The value of the cards kept, by the number of claims."""
    most: float
    """The most that any number of claims leaves, before the price of a card for each claim."""


class FloorValues:
    """Values towers and hands for the seat on turn."""

    def __init__(
        self,
        terms: Terms,
        now: list[float],
        grown: list[float],
        exposed: list[float],
        keep: list[float],
        trigger: float,
        late: float,
        draw: float,
        rivals: float,
    ) -> None:
        self.terms = terms
        self.now, self.grown, self.exposed = now, grown, exposed
        self.trigger, self.late, self.draw, self.rivals = trigger, late, draw, rivals
        self.price = keep[0]
        self.keep = [0.0]
        for value in keep:
            self.keep.append(self.keep[-1] + value)
        self.most_kept = [
            max([self.keep[kept] + max(0.0, trigger) + self.price * (left - kept) for kept in range(left + 1)])
            for left in range(len(self.keep))
        ]
        """By the number of cards left after building: the largest possible `Rest.most`."""
        self._rows: dict[tuple[Site, int], TowerRows] = {}
        self._rests: dict[tuple[bytes, Kinds], Rest] = {}

    def lead(self, points: Sequence[int], seat: int) -> float:
        """Return the seat's lead over the rivals' average, weighted by `rivals`."""
        return points[seat] - self.rivals * ((sum(points) - points[seat]) / (self.terms.seats - 1))

    # -- hands

    def rest(self, hand: bytes, kinds: Kinds) -> Rest:
        """Return what is left of a hand when such floors are built."""
        known = self._rests.get((hand, kinds))
        if known is None:
            if len(self._rests) > CACHED:
                self._rests.clear()
            spare = list(hand)
            for kind in kinds:
                spare.remove(kind)
            ranked = [(kind in self.terms.triggers, -spare.count(kind), kind) for kind in spare]
            cards = bytes([kind for _, _, kind in sorted(ranked)])
            kept = [self._kept(cards[count:]) for count in range(len(cards) + 1)]
            most = max([max(0.0, kept[count]) + self.price * count for count in range(len(kept))])
            known = self._rests[hand, kinds] = Rest(cards, tuple(kept), most)
        return known

    def _kept(self, cards: bytes) -> float:
        """Return what cards are worth in hand; those that trigger scoring stand last (`_by_use`)."""
        triggers = bool(cards) and cards[-1] in self.terms.triggers
        return self.keep[len(cards)] + self.trigger * triggers

    # -- towers

    def rows(self, site: Site, key: int) -> TowerRows:
        """Return the values of a tower by the number of claims; `key`: see `KEYS`."""
        known = self._rows.get((site, key))
        if known is None:
            if len(self._rows) > CACHED:
                self._rows.clear()
            known = self._rows[site, key] = self._claim_by_claim(site, key)
        return known

    def _claim_by_claim(self, site: Site, key: int) -> TowerRows:
        kinds, owners = site
        seat = key // KEYS
        levels: Levels = ()
        found = [self._tower_worth(kinds, owners, key)]
        for _ in range(min(MOST_CLAIMS, owners.count(NONE))):
            best, at = -1e9, 0
            for level in range(len(owners)):
                if owners[level] == NONE:
                    worth = self._tower_worth(kinds, claimed(owners, level, seat), key)
                    if worth >= best:
                        best, at = worth, level
            owners = claimed(owners, at, seat)
            levels += (at,)
            found.append(best)
        return TowerRows(tuple(found), levels, best_of(found, 0.0 if key % 2 else self.price))

    def _tower_worth(self, kinds: bytes, owners: bytes, key: int) -> float:
        """Return what the tower is worth after this turn: exactly, where it is scored now or at the end."""
        seat = key // KEYS
        points, draws = self.terms.tally(kinds, owners)
        now = self.lead(points, seat)
        if key % 2:
            return now
        cards = self._cards_ahead(draws, seat) * (key % KEYS // 2) / STAGES if draws else 0.0
        if self.terms.is_scored(kinds):
            return now + self.draw * cards
        at = len(kinds) - 1
        padding = VACANT * (self.terms.height - len(kinds))
        grown = self.lead(self.terms.tally(kinds + padding, owners + padding)[0], seat)
        worth = self.now[at] * now + self.grown[at] * (grown - now)
        if self.exposed[at]:
            worth -= self.exposed[at] * self._exposed(kinds, owners, seat, now)
        return worth + self.draw * cards / 2

    def _exposed(self, kinds: bytes, owners: bytes, seat: int, now: float) -> float:
        """Return what the next seat could take from this one's lead by two claims."""
        first, second = 0.0, 0.0
        for level in range(len(owners)):
            if owners[level] == NONE:
                then = claimed(owners, level, (seat + 1) % self.terms.seats)
                loss = now - self.lead(self.terms.tally(kinds, then)[0], seat)
                if loss > first:
                    first, second = loss, first
                elif loss > second:
                    second = loss
        return first + second

    def _cards_ahead(self, draws: tuple[tuple[int, int], ...], seat: int) -> float:
        """Return how many more cards than the others' average the seat draws."""
        total = 0.0
        for drawer, count in draws:
            total += count if drawer == seat else -count / (self.terms.seats - 1)
        return total


def best_of(worths: list[float], price: float) -> float:
    """Return the best of this, each claim costing a card."""
    most = worths[0]
    for count in range(1, len(worths)):
        most = max(most, worths[count] - price * count)
    return most
