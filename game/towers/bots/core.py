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
    """By number of claims, the value of the cards kept, in this stage of the game."""
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
        self.prices = [keep[0]] * (STAGES + 1)
        """By stage, the price of a card. It limits values from above, so that drafts can be left out."""
        self.keep = [0.0]
        for value in keep:
            self.keep.append(self.keep[-1] + value)
        self._most_kept = [
            max([self.keep[kept] + max(0.0, trigger) + keep[0] * (left - kept) for kept in range(left + 1)])
            for left in range(len(self.keep))
        ]
        self._rows: dict[tuple[Site, int], TowerRows] = {}
        self._rests: dict[tuple[bytes, Kinds, int], Rest] = {}

    def lead(self, points: Sequence[int], seat: int) -> float:
        """Return the seat's lead over the rivals' average, weighted by `rivals`."""
        return points[seat] - self.rivals * ((sum(points) - points[seat]) / (self.terms.seats - 1))

    def stage(self, board: State) -> int:
        """Return the stage of the game, from `STAGES` down to 0 as the draw pile runs out."""
        if not self.late:
            return STAGES
        return min(STAGES, math.ceil(STAGES * len(board.draw_pile) / (self.late * board.terms.seats)))

    # -- hands

    def most_kept(self, left: int, stage: int) -> float:
        """Return the largest possible `Rest.most` with this number of cards left after building."""
        return self._most_kept[left]

    def rest(self, hand: bytes, kinds: Kinds, stage: int) -> Rest:
        """Return the rest of a hand after floors of these kinds are built."""
        known = self._rests.get((hand, kinds, stage))
        if known is None:
            if len(self._rests) > CACHED:
                self._rests.clear()
            spare = list(hand)
            for kind in kinds:
                spare.remove(kind)
            ranked = [(kind in self.terms.triggers, -spare.count(kind), kind) for kind in spare]
            cards = bytes([kind for _, _, kind in sorted(ranked)])
            kept = [self._kept(cards[count:], stage) for count in range(len(cards) + 1)]
            price = self.prices[stage]
            most = max([kept[count] + price * count for count in range(len(kept))])
            known = self._rests[hand, kinds, stage] = Rest(cards, tuple(kept), most)
        return known

    def _kept(self, cards: bytes, stage: int) -> float:
        """Return the value of cards in hand; those that trigger scoring must come last."""
        triggers = bool(cards) and cards[-1] in self.terms.triggers
        return stage / STAGES * (self.keep[len(cards)] + self.trigger * triggers)

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
        return TowerRows(tuple(found), levels, best_of(found, 0.0 if key % 2 else self.prices[key % KEYS // 2]))

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
        return self._outlook(kinds, owners, seat, now) + self.draw * cards / 2

    def _outlook(self, kinds: bytes, owners: bytes, seat: int, now: float) -> float:
        """Return the weighted lead of a tower that is not scored: now, as it may grow, and as rivals may claim it."""
        at = len(kinds) - 1
        grown = self.lead(self.terms.tally(*self.terms.filled(kinds, owners))[0], seat)
        worth = self.now[at] * now + self.grown[at] * (grown - now)
        if self.exposed[at]:
            worth -= self.exposed[at] * self._exposed(kinds, owners, seat, now)
        return worth

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
        self._stage = evaluation.stage(board)
        self._price = evaluation.prices[self._stage]
        self._key = KEYS * board.turn + 2 * self._stage
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
        cards = self.evaluation.rest(self.hand, _kinds(builds), self._stage).cards
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
            rest = self.evaluation.rest(self.hand, (), self._stage)
            self._close(0, (), self._standing((), key), rest, key)
        free = [plot for plot in plots if not self.board.sites[plot][0]]
        options = [self._options(plots[n], likely[n], key) for n in range(len(plots))]
        pairs: list[tuple[int, int]] = []
        for i in range(len(plots)):
            one = plots[i]
            if one in free and one != free[0]:
                continue
            if left == 1:
                self._build_one(i * BREADTH, (), options[i], self._standing((one,), key), key)
                continue
            second = free[1:2] if one in free else free[:1]
            pairs += [(i, j) for j in range(i + 1, len(plots)) if plots[j] not in free or plots[j] in second]
        if pairs:
            self._draft_pairs(plots, pairs, options, key)

    def _draft_pairs(
        self, plots: list[int], pairs: list[tuple[int, int]], options: list[list[BuildOption]], key: int
    ) -> None:
        """Draft the ways to build one floor each on two plots, the most promising plots first."""
        most = 0.0 if key % 2 else self.evaluation.most_kept(len(self._lasts) - 1, self._stage)
        lifts = [max([option.rows.gain for option in choices]) for choices in options]
        for plot in range(self.board.terms.plots):
            site = self.board.sites[plot]
            if site[0]:
                gain = self.evaluation.rows(site, key).gain
                most += gain
                if plot in plots:
                    lifts[plots.index(plot)] -= gain
        for _, i, j in sorted([(-lifts[i] - lifts[j], i, j) for i, j in pairs]):
            if not self._is_vain(most + lifts[i] + lifts[j]):
                order = (i * self.board.terms.plots + j) * BREADTH * BREADTH
                self._build_two(order, options[i], options[j], self._standing((plots[i], plots[j]), key), key)

    def _options(self, plot: int, kinds: list[int], key: int) -> list[BuildOption]:
        site = self.board.sites[plot]
        return [BuildOption(kind, plot, self.evaluation.rows(with_floor(site, kind), key)) for kind in kinds]

    def _build_two(
        self, order: int, firsts: list[BuildOption], seconds: list[BuildOption], worths: list[float], key: int
    ) -> None:
        """Draft builds of two floors. `worths`: the values of the other towers, by number of claims."""
        most = best_of(worths, 0.0 if key % 2 else self._price) + max([option.rows.gain for option in seconds])
        if key % 2 == 0:
            most += self.evaluation.most_kept(len(self._lasts) - 1, self._stage)
        for option in firsts:
            if not self._is_vain(most + option.rows.gain):
                beside = _combined(worths, option.rows.worths, len(self._lasts))
                self._build_one(order, ((option.kind, option.plot),), seconds, beside, key)
            order += BREADTH

    def _build_one(self, order: int, before: Builds, options: list[BuildOption], worths: list[float], key: int) -> None:
        """Draft builds of one more floor. `worths`: the values of the other towers, by number of claims."""
        most = best_of(worths, 0.0 if key % 2 else self._price)
        for option in options:
            if not before or before[0][0] != option.kind or self.hand.count(option.kind) > 1:
                kinds = (before[0][0], option.kind) if before else (option.kind,)
                rest = self.evaluation.rest(self.hand, kinds, self._stage)
                if not self._is_vain(most + option.rows.gain + (0.0 if key % 2 else rest.most)):
                    builds = (*before, (option.kind, option.plot))
                    self._close(order, builds, _combined(worths, option.rows.worths, len(self._lasts)), rest, key)
            order += 1

    def _is_vain(self, most: float) -> bool:
        """Return whether drafts with at most this value can be left out."""
        return self._only_best and most < self._best - TINY

    def _close(self, order: int, builds: Builds, worths: list[float], rest: Rest, key: int) -> None:
        """Add the drafts with these builds, one for each number of claims."""
        kept = rest.kept
        for count in range(len(worths)):
            if self._lasts[count] == key % 2:
                worth = worths[count] + (0.0 if key % 2 else kept[count])
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

    def forecast(self, world: State, plan: TurnPlan, rivals: TurnPlanner | None = None) -> float:
        """Return the expected lead of the seat on turn after this plan, the rivals' turns and its own next turn.

        The rivals play as the planner `rivals`, or as this one if it is None.
        """
        seat, board = world.turn, world.copy()
        theirs: TurnPlanner = self if rivals is None else rivals
        carry_out(board, plan)
        while board.outcome is None and board.turn != seat:
            carry_out(board, theirs.best(board))
        return self.lead(board.points, seat) if board.outcome is not None else self.worth(board)


# -- learnt values


PILES: Final = [0, 2, 4, 7, 10, 15, 20]
"""The stage of the game is the number of these that the draw pile exceeds, in cards per seat."""
EARLY: Final = 4
"""The first of the stages in which the cards in hand have their early values."""
COPIES: Final = 3
"""From this copy of a floor in hand on, all have the same value."""
USUAL: Final = 3
"""The usual number of cards kept, over which the price of a card is averaged."""
WHOSE: Final = 4
"""Number of possible owners of a floor: nobody, the seat, the next seat, any other."""


class LearntValues:
    """Values, in points, that were learnt with one number of seats, for one deck."""

    def __init__(
        self,
        floors: list[list[list[float]]],
        stages: list[list[float]],
        plus: int,
        kept: list[list[float]],
        cards: list[list[list[float]]],
        draw: list[float],
    ) -> None:
        self.floors = floors
        """By level and `WHOSE * kind + owner`, what the floor adds to each feature of its tower."""
        self.stages = stages
        """By stage, what each feature begins with."""
        self.plus = plus
        """So many features add to the value of the tower, as far as they are positive; the others reduce it."""
        self.kept = kept
        """By stage and number of cards kept."""
        self.cards = cards
        """Of a kept card, late and early in the game, by kind and number of copies before it."""
        self.draw = draw
        """By stage, of a card drawn because of floors."""


class LearntPlanner(TurnPlanner):
    """A planner with learnt values of towers that are not scored and of cards kept.

    The weights of the other values are added to these. They are 0, except for a bot with a temper.
    """

    def __init__(
        self,
        plain: TurnPlanner,
        now: list[float],
        grown: list[float],
        exposed: list[float],
        keep: list[float],
        learnt: LearntValues,
    ) -> None:
        super().__init__(plain.terms, now, grown, exposed, keep, 0.0, 0.0, 0.0, plain.rivals)
        self.plain = plain
        """The planner with the weights alone."""
        self.learnt = learnt
        self.prices = [max(0.0, (kept[USUAL] - kept[0]) / USUAL) for kept in learnt.kept]
        self._is_tempered = any(now) or any(grown) or any(exposed)
        self._most_by_stage: list[list[float]] = []
        for stage in range(len(PILES) + 1):
            card = max([max(copies) for copies in learnt.cards[stage >= EARLY]])
            kept = [self._count_kept(count, stage) + card * count for count in range(len(self.keep))]
            self._most_by_stage.append(
                [
                    max([kept[count] + self.prices[stage] * (left - count) for count in range(left + 1)])
                    for left in range(len(self.keep))
                ]
            )

    def stage(self, board: State) -> int:
        pile, stage = len(board.draw_pile), 0
        while stage < len(PILES) and pile > PILES[stage] * board.terms.seats:
            stage += 1
        return stage

    def most_kept(self, left: int, stage: int) -> float:
        return self._most_by_stage[stage][left]

    def _count_kept(self, count: int, stage: int) -> float:
        """Return the value of this number of cards, without the values of their kinds."""
        return self.learnt.kept[stage][count] + min(1.0, stage / STAGES) * self.keep[count]

    def _kept(self, cards: bytes, stage: int) -> float:
        worth, values, last, copies = self._count_kept(len(cards), stage), self.learnt.cards[stage >= EARLY], -1, 0
        for kind in cards:
            copies = min(copies + 1, COPIES - 1) if kind == last else 0
            worth += values[kind][copies]
            last = kind
        return worth

    def _tower_worth(self, kinds: bytes, owners: bytes, key: int) -> float:
        seat, stage = key // KEYS, key % KEYS // 2
        points, draws = self.terms.tally(kinds, owners)
        now = self.lead(points, seat)
        if key % 2:
            return now
        if self.terms.is_scored(kinds):
            return now + (self.learnt.draw[stage] * self._cards_ahead(draws, seat) if draws else 0.0)
        worth = self._total(self._features(kinds, owners, seat, stage))
        return worth + self._outlook(kinds, owners, seat, now) if self._is_tempered else worth

    def _claim_by_claim(self, site: Site, key: int) -> TowerRows:
        kinds, owners = site
        if key % 2 or self._is_tempered or self.terms.is_scored(kinds):
            return super()._claim_by_claim(site, key)
        seat, stage = key // KEYS, key % KEYS // 2
        features = self._features(kinds, owners, seat, stage)
        found, levels, free = [self._total(features)], list[int](), list[int]()
        for level in range(len(owners)):
            if owners[level] == NONE:
                free.append(level)
        for _ in range(min(MOST_CLAIMS, len(free))):
            best, at, after = -1e9, 0, features
            for level in free:
                claimed_features = self._with_claim(features, kinds[level], level)
                worth = self._total(claimed_features)
                if worth >= best:
                    best, at, after = worth, level, claimed_features
            features = after
            free.remove(at)
            levels.append(at)
            found.append(best)
        return TowerRows(tuple(found), tuple(levels), best_of(found, self.prices[stage]))

    def _features(self, kinds: bytes, owners: bytes, seat: int, stage: int) -> list[float]:
        """Return the features of a tower that is not scored."""
        features = self.learnt.stages[stage]
        for level in range(len(kinds)):
            owner = owners[level]
            whose = 0
            if owner != NONE:
                whose = 1 if owner == seat else 2 if owner == (seat + 1) % self.terms.seats else 3
            row = self.learnt.floors[level][WHOSE * kinds[level] + whose]
            features = [one + more for one, more in zip(features, row)]
        return features

    def _with_claim(self, features: list[float], kind: int, level: int) -> list[float]:
        """Return the features of a tower after the seat claims a vacant floor."""
        rows = self.learnt.floors[level]
        before, now = rows[WHOSE * kind], rows[WHOSE * kind + 1]
        return [one + more - less for one, more, less in zip(features, now, before)]

    def _total(self, features: list[float]) -> float:
        """Return the value of a tower with these features."""
        total = 0.0
        for number in range(len(features)):
            feature = features[number]
            if feature > 0.0:
                total += feature if number < self.learnt.plus else -feature
        return total


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
