"""Whole turns, thought through: which builds and claims leave a seat best off, by exact scoring and a few weights."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from heapq import nlargest
from itertools import accumulate, combinations, product
from operator import itemgetter
from typing import NamedTuple

import msgspec

from game.engine import Seat
from game.minds import table_of
from game.towers.actions import NEW, Action, Build, Claim
from game.towers.floors import NONE, Deck, Kind, Kinds
from game.towers.scoring import tally
from game.towers.state import DRAW, HAND, HEIGHT, View
from game.towers.tables import END

MOST_CLAIMS = 4
"""A hand of six less two builds."""
BREADTH = 3
"""Floors considered for each plot: the most promising of the hand."""

Site = tuple[Kinds, bytes]
"""A tower told only by its floors' kinds and owners; both are empty on a free plot."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one level thinks; `assets/bots/towers.toml` says what each number means."""

    now: list[float]
    grown: list[float]
    exposed: float
    keep: list[float]
    trigger: float
    draw: float
    wobble: float
    candidates: int
    worlds: int


@cache
def weights_of(mind: str) -> Weights:
    """Return how a mind thinks. Raises UnknownMind."""
    return msgspec.convert(table_of("towers", mind), Weights)


# -- towers


def lead(points: tuple[int, ...], seat: Seat) -> float:
    """Return how far the seat's points are ahead of the others' average."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


class Prospect(NamedTuple):
    """What a tower that stands on promises a seat."""

    now: float
    """Its lead in points, were it scored as it stands."""
    grown: float
    """What that would gain by growing to full height with vacant floors."""
    exposed: float
    """What a rival could take from it with two claims, where the next floor has it scored; else 0."""
    draws: float


@lru_cache(maxsize=8192)
def prospect(deck: Deck, kinds: Kinds, owners: bytes, seats: int, seat: Seat) -> Prospect:
    """Return what a tower of these floors with these owners promises the seat."""
    missing = HEIGHT - len(kinds)
    padding = bytes((NONE,)) * missing
    points, draws = tally(deck, kinds, owners, seats)
    now = lead(points, seat)
    grown = lead(tally(deck, kinds + padding, owners + padding, seats).points, seat)
    exposed = 0.0
    if missing == 1:
        rival = (seat + 1) % seats
        worst = sorted(
            now - lead(tally(deck, kinds, claimed, seats).points, seat) for _, claimed in claims_of(owners, rival)
        )
        exposed = sum(max(0.0, loss) for loss in worst[-2:])
    return Prospect(now, grown - now, exposed, _cards_ahead(draws, seat, seats))


def claims_of(owners: bytes, seat: Seat) -> list[tuple[int, bytes]]:
    """Return (level, owners then) for each vacant floor that the seat could claim."""
    own = bytes((seat,))
    return [(n, owners[:n] + own + owners[n + 1 :]) for n, owner in enumerate(owners) if owner == NONE]


def _cards_ahead(draws: tuple[tuple[Seat, int], ...], seat: Seat, seats: int) -> float:
    """Return how many more cards than the others' average the seat draws."""
    return sum(count if drawer == seat else -count / (seats - 1) for drawer, count in draws)


# -- turns

Levels = tuple[int, ...]
Builds = tuple[tuple[Kind, int], ...]
"""Floors to build, each with its plot, ascending."""
Claims = tuple[tuple[int, Levels], ...]
"""Floors to claim: plots, each with its levels."""


class Plan(NamedTuple):
    """The rest of a turn, what it is worth, and the cards to tuck, one a claim."""

    worth: float
    builds: Builds
    claims: Claims
    tucks: Kinds


class Planner:
    """Ranks the ways in which the seat on turn can end its turn."""

    def __init__(self, view: View, weights: Weights) -> None:
        assert view.seat is not None, "an onlooker has nothing to plan"
        variant, kinds = view.variant, view.variant.deck.kinds
        self.deck, self.seats, self.seat, self.weights = variant.deck, variant.seats, view.seat, weights
        self.sites: list[Site] = [
            (
                bytes([s.card for s in tower]).translate(kinds),
                bytes([NONE if s.owner is None else s.owner for s in tower]),
            )
            for tower in view.towers
        ]
        self.built, self.builds_left = view.built, view.builds_left
        self.hand = bytes(view.hand).translate(kinds)
        self._is_last = [_is_last(view, kept) for kept in range(HAND + 1)]
        self._keep = list(accumulate(weights.keep, initial=0.0))
        self._standing = [(plot, site) for plot, site in enumerate(self.sites) if site[0]]
        self._ranked: dict[tuple[Site, bool], list[tuple[float, Levels]]] = {}
        self._shared: dict[tuple[tuple[tuple[int, Site], ...], bool], list[tuple[float, Claims]]] = {}

    def plans(self, most: int) -> list[Plan]:
        """Return the best plans, at most so many, best first."""
        found = [plan for builds in self._builds() for plan in self._finish(builds)]
        return [Plan(*plan) for plan in nlargest(most, found, key=_worth)]

    def best(self) -> Plan:
        return self.plans(1)[0]

    def steps(self, plan: Plan) -> list[Action]:
        """Return the plan as actions, the end of the turn included."""
        floors, found = self.deck.floors, list[Action]()
        for kind, plot in plan.builds:
            found.append(Build(floors[kind].name, plot if self.sites[plot][0] else NEW))
        places = [(plot, level) for plot, levels in plan.claims for level in levels]
        for kind, (plot, level) in zip(plan.tucks, places):
            found.append(Claim(floors[kind].name, plot, level))
        return [*found, END]

    def after(self, plan: Plan) -> list[Site]:
        """Return the towers as the plan leaves them, before any is scored."""
        sites = self.sites[:]
        for kind, plot in plan.builds:
            sites[plot] = self._site_with(plot, kind)
        for plot, levels in plan.claims:
            kinds, owners = sites[plot]
            sites[plot] = kinds, bytes([self.seat if n in levels else owner for n, owner in enumerate(owners)])
        return sites

    def _builds(self) -> Iterator[Builds]:
        """Yield the likely ways to build, by ascending plot; a second new tower needs the first."""
        if not self.builds_left:
            yield ()
            return
        open_plots = [plot for plot in range(len(self.sites)) if plot not in self.built]
        free = [plot for plot in open_plots if not self.sites[plot][0]]
        likely = {plot: self._likely(plot) for plot in open_plots}
        for plots in combinations(open_plots, self.builds_left):
            started = [plot for plot in plots if plot in free]
            if started != free[: len(started)]:
                continue
            for kinds in product(*(likely[plot] for plot in plots)):
                if len(kinds) < 2 or kinds[0] != kinds[1] or self.hand.count(kinds[0]) > 1:
                    yield tuple(zip(kinds, plots))

    def _likely(self, plot: int) -> list[Kind]:
        """Return the floors of the hand that would do best on a plot, claims and their cost in cards counted."""

        def gain(kind: Kind) -> float:
            rows = self._rows(self._site_with(plot, kind), self._is_last[0])
            return max(worth - price * count for count, (worth, _) in enumerate(rows))

        price = 0.0 if self._is_last[0] else self.weights.keep[0]
        return sorted(sorted(set(self.hand)), key=gain, reverse=True)[:BREADTH]

    def _site_with(self, plot: int, kind: Kind) -> Site:
        kinds, owners = self.sites[plot]
        return kinds + bytes((kind,)), owners + _VACANT

    def _rows(self, site: Site, is_last: bool) -> list[tuple[float, Levels]]:
        return self._ranked.get((site, is_last)) or self._claim_by_claim(site, is_last)

    def _finish(self, builds: Builds) -> Iterator[tuple[float, Builds, Claims, Kinds]]:
        """Yield the plans that go on from these builds with no claim, one, two ..., each at the best floors."""
        hand = bytearray(self.hand)
        changed = []
        for kind, plot in builds:
            changed.append((plot, self._site_with(plot, kind)))
            hand.remove(kind)
        plots = [plot for _, plot in builds]
        towers = (*((plot, site) for plot, site in self._standing if plot not in plots), *changed)
        spare = _by_use(self.deck, bytes(hand))
        for count, is_last in enumerate(self._is_last[len(spare) :: -1]):
            shared = self._shared_out(towers, is_last)
            if count < len(shared):
                worth, claims = shared[count]
                yield worth + (0.0 if is_last else self._kept(spare[count:])), builds, claims, spare[:count]

    def _shared_out(self, towers: tuple[tuple[int, Site], ...], is_last: bool) -> list[tuple[float, Claims]]:
        """Return, for no claims, one, two ...: the best worth of all towers together, and where to claim."""
        if not towers:
            return [(0.0, ())]
        known = self._shared.get((towers, is_last))
        if known is not None:
            return known
        best: list[tuple[float, Claims]] = []
        plot, site = towers[-1]
        rows = self._rows(site, is_last)
        for done, (worth, claims) in enumerate(self._shared_out(towers[:-1], is_last)):
            for count, (gain, levels) in enumerate(rows[: MOST_CLAIMS + 1 - done], done):
                if count == len(best):
                    best.append((worth + gain, (*claims, (plot, levels))))
                elif worth + gain > best[count][0]:
                    best[count] = (worth + gain, (*claims, (plot, levels)))
        self._shared[towers, is_last] = best
        return best

    def _claim_by_claim(self, site: Site, is_last: bool) -> list[tuple[float, Levels]]:
        """Return what the tower is worth with no claim, one ..., each the best beside those before."""
        kinds, owners = site
        levels: Levels = ()
        found = [(self._tower_worth(kinds, owners, is_last), levels)]
        for _ in range(min(MOST_CLAIMS, owners.count(NONE))):
            tried = claims_of(owners, self.seat)
            worth, level, owners = max((self._tower_worth(kinds, then, is_last), level, then) for level, then in tried)
            levels += (level,)
            found.append((worth, levels))
        self._ranked[site, is_last] = found
        return found

    def _tower_worth(self, kinds: Kinds, owners: bytes, is_last: bool) -> float:
        """Return what the tower is worth after this turn: exactly, where it is scored now or at the end."""
        w = self.weights
        if is_last or len(kinds) >= HEIGHT or kinds[-1] in self.deck.triggers:
            points, draws = tally(self.deck, kinds, owners, self.seats)
            ahead = lead(points, self.seat)
            return ahead if is_last or not draws else ahead + w.draw * _cards_ahead(draws, self.seat, self.seats)
        now, grown, exposed, draws_ahead = prospect(self.deck, kinds, owners, self.seats, self.seat)
        at = len(kinds) - 1
        return w.now[at] * now + w.grown[at] * grown - w.exposed * exposed + w.draw * draws_ahead / 2

    def _kept(self, cards: Kinds) -> float:
        """Return what cards are worth in hand; those that trigger scoring stand last (`_by_use`)."""
        triggers = bool(cards) and cards[-1] in self.deck.triggers
        return self._keep[len(cards)] + self.weights.trigger * triggers


_worth = itemgetter(0)
_VACANT = bytes((NONE,))


def _is_last(view: View, kept: int) -> bool:
    """Tell whether this round will be the last (F7), if the seat on turn keeps so many cards."""
    drawn = min(DRAW, HAND - kept, view.draw_pile)
    short = view.variant.end == "deck" or kept + drawn < DRAW
    return view.last_round or (drawn == view.draw_pile and short)


@lru_cache(maxsize=8192)
def _by_use(deck: Deck, cards: Kinds) -> Kinds:
    """Return the cards in the order in which they are best tucked: doubles first, those that trigger scoring last."""
    return bytes(sorted(cards, key=lambda kind: (kind in deck.triggers, -cards.count(kind), kind)))
