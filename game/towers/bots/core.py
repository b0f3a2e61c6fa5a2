"""Plans of turns, the values of towers and hands, and the planner that finds the best turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from ..core import CACHED, NONE, Site, State, Terms, claimed, with_floor

# -- plan


Levels = tuple[int, ...]
Kinds = tuple[int, ...]
Builds = tuple[tuple[int, int], ...]
"""Floors to build as (kind, plot), plots ascending."""
Claims = tuple[tuple[int, Levels], ...]
"""Floors to claim, as (plot, levels)."""


class TurnPlan(NamedTuple):
    """A plan for the rest of a turn, and its value."""

    worth: float
    builds: Builds
    claims: Claims
    tucks: bytes
    """The kinds of the cards to tuck, one per claim."""


def carry_out(state: State, plan: TurnPlan) -> None:
    """Carry out a plan, and end the turn."""
    for kind, plot in plan.builds:
        state.build(kind, plot)
    n = 0
    for plot, levels in plan.claims:
        for level in levels:
            state.claim(plan.tucks[n], plot, level)
            n += 1
    state.end_turn()


def is_last(state: State, kept: int) -> bool:
    """Return whether this round will be the last (F7) if the seat on turn keeps `kept` cards."""
    terms = state.terms
    drawn = min(terms.drawn, terms.hand - kept, len(state.draw_pile))
    short = terms.ends_at_once or kept + drawn < terms.drawn
    return state.last_round or (drawn == len(state.draw_pile) and short)


# -- evaluation


MOST_CLAIMS: Final = 4
"""Maximum number of claims in a turn: a hand of six minus two builds."""
STAGES: Final = 4
"""Number of steps in which cards in hand lose their value as the draw pile runs out."""
KEYS: Final = 16
"""Number of keys per seat. The key of a tower's value is `KEYS * seat + 2 * stage + is_last`."""


class TowerRows(NamedTuple):
    """The values of a tower with 0, 1, 2 and more claims, each added to those before.

    It is cached, and so consists of tuples of plain values, which the garbage collector skips.
    """

    worths: tuple[float, ...]
    levels: Levels
    """The levels, in the order in which it is best to claim them."""
    gain: float
    """The largest of `worths`, minus the price of a card for each claim."""


class Rest(NamedTuple):
    """The cards of a hand that are not built, in the order in which it is best to tuck them."""

    cards: bytes
    kept: tuple[float, ...]
    """By number of claims, the value of the cards kept."""
    most: float
    """The largest value with any number of claims, with the price of a card added for each claim."""


class FloorValues:
    """The values of towers and hands for the seat on turn."""

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
        """By number of cards left after building, the largest possible `Rest.most`."""
        self._rows: dict[tuple[Site, int], TowerRows] = {}
        self._rests: dict[tuple[bytes, Kinds], Rest] = {}

    def lead(self, points: Sequence[int], seat: int) -> float:
        """Return the seat's lead over the rivals' average, weighted by `rivals`."""
        return points[seat] - self.rivals * ((sum(points) - points[seat]) / (self.terms.seats - 1))

    # -- hands

    def rest(self, hand: bytes, kinds: Kinds) -> Rest:
        """Return the rest of a hand after floors of these kinds are built."""
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
        """Return the value of cards in hand; those that trigger scoring must come last."""
        triggers = bool(cards) and cards[-1] in self.terms.triggers
        return self.keep[len(cards)] + self.trigger * triggers

    # -- towers

    def rows(self, site: Site, key: int) -> TowerRows:
        """Return the values of a tower by number of claims; for `key`, see `KEYS`."""
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
        """Return the value of the tower after this turn; if it is scored now or in the last round, its exact points."""
        seat = key // KEYS
        points, draws = self.terms.tally(kinds, owners)
        now = self.lead(points, seat)
        if key % 2:
            return now
        cards = self._cards_ahead(draws, seat) * (key % KEYS // 2) / STAGES if draws else 0.0
        if self.terms.is_scored(kinds):
            return now + self.draw * cards
        at = len(kinds) - 1
        grown = self.lead(self.terms.tally(*self.terms.filled(kinds, owners))[0], seat)
        worth = self.now[at] * now + self.grown[at] * (grown - now)
        if self.exposed[at]:
            worth -= self.exposed[at] * self._exposed(kinds, owners, seat, now)
        return worth + self.draw * cards / 2

    def _exposed(self, kinds: bytes, owners: bytes, seat: int, now: float) -> float:
        """Return how much of the seat's lead the next seat could take by two claims."""
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
        """Return how many more cards the seat draws than the others on average."""
        total = 0.0
        for drawer, count in draws:
            total += count if drawer == seat else -count / (self.terms.seats - 1)
        return total


def best_of(worths: list[float], price: float) -> float:
    """Return the largest of `worths`, minus `price` for each claim."""
    most = worths[0]
    for count in range(1, len(worths)):
        most = max(most, worths[count] - price * count)
    return most


# -- planner


BREADTH: Final = 3
"""Number of floors of the hand to consider for each plot: the most promising ones."""
TINY: Final = 1e-6
"""Smaller differences may be rounding errors."""
RoughPlan = tuple[float, int, int, Builds]
"""A plan without its claims: the negated value, a number that orders equal plans, the number of claims, the builds."""


class BuildOption:
    """A floor that may be built on a plot, and the values of the tower with it."""

    def __init__(self, kind: int, plot: int, rows: TowerRows) -> None:
        self.kind = kind
        self.plot = plot
        self.rows = rows


class PlannedTurn:
    """The plans of one turn: a draft for each likely way to build and each number of claims."""

    def __init__(self, evaluation: FloorValues, board: State, only_best: bool) -> None:
        """Draft the turn of the seat on turn; with `only_best`, leave out drafts that cannot be best."""
        self.evaluation = evaluation
        self.board = board
        self.hand = board.hands[board.turn]
        self.drafts: list[RoughPlan] = []
        self._only_best = only_best
        self._best = -1e9
        left = min(board.terms.builds - len(board.built), len(self.hand))
        spare = len(self.hand) - left
        self._lasts = [is_last(board, kept) for kept in range(spare, -1, -1)]
        """By number of claims, whether this round will be the last."""
        stage = STAGES
        if evaluation.late:
            stage = min(STAGES, math.ceil(STAGES * len(board.draw_pile) / (evaluation.late * board.terms.seats)))
        self._freshness = stage / STAGES
        """The factor of the value of cards in hand, which falls as the draw pile runs out."""
        self._key = KEYS * board.turn + 2 * stage
        plots = [plot for plot in range(board.terms.plots) if plot not in board.built] if left else []
        likely = [self._likely(plot, self._key + is_last(board, 0)) for plot in plots]
        for key in (self._key, self._key + 1):
            if key % 2 in self._lasts:
                self._draft(plots, likely, left, key)

    def plan(self, draft: RoughPlan) -> TurnPlan:
        """Return the plan of a draft, with the floors to claim."""
        loss, _, count, builds = draft
        plots, sites = _built(self.board, builds)
        rows = [self.evaluation.rows(site, self._key + self._lasts[count]) for site in sites]
        levels = _shared_out(rows, count)
        cards = self.evaluation.rest(self.hand, _kinds(builds)).cards
        return TurnPlan(-loss, builds, tuple(zip(plots, levels)), cards[:count])

    def _likely(self, plot: int, key: int) -> list[int]:
        """Return the kinds in hand that would do best on a plot, including claims and their cost in cards."""
        ranked: list[tuple[float, int]] = []
        before = -1
        for kind in self.hand:
            if kind != before:
                ranked.append((-self.evaluation.rows(with_floor(self.board.sites[plot], kind), key).gain, kind))
            before = kind
        ranked.sort()
        return [kind for _, kind in ranked[:BREADTH]]

    def _draft(self, plots: list[int], likely: list[list[int]], left: int, key: int) -> None:
        """Draft the ways to build `left` floors, with plots ascending; a second new tower needs a first."""
        if left == 0:
            self._close(0, (), self._standing((), key), key)
        free = [plot for plot in plots if not self.board.sites[plot][0]]
        options = [self._options(plots[n], likely[n], key) for n in range(len(plots))]
        for i in range(len(plots)):
            one = plots[i]
            if one in free and one != free[0]:
                continue
            if left == 1:
                self._build_one(i * BREADTH, (), options[i], self._standing((one,), key), key)
                continue
            for j in range(i + 1, len(plots)):
                if plots[j] not in free or plots[j] == free[1 if one in free else 0]:
                    order = (i * self.board.terms.plots + j) * BREADTH * BREADTH
                    self._build_two(order, options[i], options[j], self._standing((one, plots[j]), key), key)

    def _options(self, plot: int, kinds: list[int], key: int) -> list[BuildOption]:
        site = self.board.sites[plot]
        return [BuildOption(kind, plot, self.evaluation.rows(with_floor(site, kind), key)) for kind in kinds]

    def _build_two(
        self, order: int, firsts: list[BuildOption], seconds: list[BuildOption], worths: list[float], key: int
    ) -> None:
        """Draft builds of two floors. `worths`: the values of the other towers, by number of claims."""
        price = 0.0 if key % 2 else self.evaluation.price
        most = best_of(worths, price) + max([option.rows.gain for option in seconds])
        if key % 2 == 0:
            most += self.evaluation.most_kept[len(self._lasts) - 1]
        for option in firsts:
            if not self._is_vain(most + option.rows.gain):
                beside = _combined(worths, option.rows.worths, len(self._lasts))
                self._build_one(order, ((option.kind, option.plot),), seconds, beside, key)
            order += BREADTH

    def _build_one(self, order: int, before: Builds, options: list[BuildOption], worths: list[float], key: int) -> None:
        """Draft builds of one more floor. `worths`: the values of the other towers, by number of claims."""
        most = best_of(worths, 0.0 if key % 2 else self.evaluation.price)
        for option in options:
            if not before or before[0][0] != option.kind or self.hand.count(option.kind) > 1:
                builds = (*before, (option.kind, option.plot))
                kept = 0.0 if key % 2 else self.evaluation.rest(self.hand, _kinds(builds)).most
                if not self._is_vain(most + option.rows.gain + kept):
                    self._close(order, builds, _combined(worths, option.rows.worths, len(self._lasts)), key)
            order += 1

    def _is_vain(self, most: float) -> bool:
        """Return whether drafts with at most this value can be left out."""
        return self._only_best and most < self._best - TINY

    def _close(self, order: int, builds: Builds, worths: list[float], key: int) -> None:
        """Add the drafts with these builds, one for each number of claims."""
        kept = self.evaluation.rest(self.hand, _kinds(builds)).kept
        for count in range(len(worths)):
            if self._lasts[count] == key % 2:
                worth = worths[count] + (0.0 if key % 2 else self._freshness * kept[count])
                if worth >= self._best or not self._only_best:
                    self._best = max(worth, self._best)
                    self.drafts.append((-worth, order, count, builds))

    def _standing(self, without: tuple[int, ...], key: int) -> list[float]:
        """Return the total value of the towers on plots that are not in `without`, by number of claims."""
        worths = [0.0]
        for plot in range(self.board.terms.plots):
            site = self.board.sites[plot]
            if site[0] and plot not in without:
                worths = _combined(worths, self.evaluation.rows(site, key).worths, len(self._lasts))
        return worths


class TurnPlanner(FloorValues):
    """Ranks plans for the rest of the turn of the seat on turn."""

    def plans(self, board: State, most: int) -> list[TurnPlan]:
        """Return the likely plans, best first, at most `most`."""
        turn = PlannedTurn(self, board, False)
        return [turn.plan(draft) for draft in sorted(turn.drafts)[:most]]

    def best(self, board: State) -> TurnPlan:
        turn = PlannedTurn(self, board, True)
        return turn.plan(min(turn.drafts))

    def worth(self, board: State) -> float:
        """Return the expected lead of the seat on turn after its best turn."""
        return self.lead(board.points, board.turn) - min(PlannedTurn(self, board, True).drafts)[0]

    def forecast(self, world: State, plan: TurnPlan) -> tuple[float, float]:
        """Return the expected lead of the seat on turn after this plan, the rivals' turns and its own next turn.

        The second number is how many points the rivals score until the seat is on turn again.
        """
        seat, board = world.turn, world.copy()
        before = sum(board.points) - board.points[seat]
        carry_out(board, plan)
        while board.outcome is None and board.turn != seat:
            carry_out(board, self.best(board))
        yielded = sum(board.points) - board.points[seat] - before
        return self.lead(board.points, seat) if board.outcome is not None else self.worth(board), yielded


def _combined(worths: list[float], rows: tuple[float, ...], most: int) -> list[float]:
    """Return the best total value of two parts by the number of claims in both, which must be less than `most`."""
    if len(rows) == 1:
        return [worth + rows[0] for worth in worths]
    best = [-1e9] * min(len(worths) + len(rows) - 1, most)
    for done in range(len(worths)):
        worth = worths[done]
        for count in range(min(len(rows), len(best) - done)):
            if worth + rows[count] > best[done + count]:
                best[done + count] = worth + rows[count]
    return best


def _kinds(builds: Builds) -> Kinds:
    return tuple([kind for kind, _ in builds])


def _shared_out(towers: list[TowerRows], claims: int) -> list[Levels]:
    """Return the levels to claim in each tower for the largest value with `claims` claims."""
    best: list[tuple[float, list[Levels]]] = [(0.0, [])]
    for rows in towers:
        before, best = best, []
        for done, (worth, levels) in enumerate(before):
            for count in range(min(len(rows.worths), claims + 1 - done)):
                found = worth + rows.worths[count], [*levels, rows.levels[:count]]
                if done + count == len(best):
                    best.append(found)
                elif found[0] > best[done + count][0]:
                    best[done + count] = found
    return best[claims][1]


def _built(board: State, builds: Builds) -> tuple[list[int], list[Site]]:
    """Return the plots and the towers with these builds; towers that are not built on come first."""
    changed = [plot for _, plot in builds]
    plots = [plot for plot in range(board.terms.plots) if board.sites[plot][0] and plot not in changed]
    sites = [board.sites[plot] for plot in plots]
    for kind, plot in builds:
        sites.append(with_floor(board.sites[plot], kind))
    return plots + changed, sites
