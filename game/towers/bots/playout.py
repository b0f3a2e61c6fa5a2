"""The search core of Towers: the rules and a way of planning turns, on bytes and small numbers alone.

Cards are told only by their kinds, and the faces of tucked cards are left out, as nothing ever depends on them.
The module runs as it stands, and some times as fast where mypyc has compiled it (see `build/compile.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

NONE: Final = 255
"""Stands in bytes for a vacant floor."""
DRAWN: Final = 3
MOST_HELD: Final = 6
FULL: Final = 6
"""Floors at which a tower is scored."""
MOST_BUILT: Final = 2
MOST_CLAIMS: Final = 4
"""A hand of six less two builds."""
BREADTH: Final = 3
"""Floors considered for each plot: the most promising of the hand."""
STAGES: Final = 4
"""Steps in which cards in hand lose their worth as the draw pile dwindles."""
KEYS: Final = 16
"""What a tower is worth depends on its seat, the stage, and whether this round is the last: so many keys a seat."""
ROOM: Final = 3_000
"""Entries after which a memory is emptied."""

DRAW: Final = 0
SCORE: Final = 1
SCORE_MATCHING: Final = 2
SCORE_ABOVE: Final = 3
SCORE_TUCKS: Final = 4
TAKE_BELOW: Final = 5
VACATE_BELOW: Final = 6

Site = tuple[bytes, bytes]
"""A tower told only by its floors' kinds and owners, ground floor first; both are empty on a free plot."""
Tally = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
Levels = tuple[int, ...]
Kinds = tuple[int, ...]
Builds = tuple[tuple[int, int], ...]
"""Floors to build as (kind, plot), plots ascending."""
Claims = tuple[tuple[int, Levels], ...]
"""Floors to claim: plots, each with its levels."""
Draft = tuple[float, int, int, Builds]
"""A plan in short: what it loses (its worth, negated), when it is thought of, the number of its claims, the builds."""

TINY: Final = 1e-6
"""Differences smaller than this may be the arithmetic's."""
_VACANT: Final = b"\xff"
_SEATS: Final = (b"\0", b"\1", b"\2", b"\3")
_KINDS: Final = [bytes((kind,)) for kind in range(256)]


class Plan(NamedTuple):
    """The rest of a turn, and what it is worth."""

    worth: float
    builds: Builds
    claims: Claims
    tucks: bytes
    """The kinds to tuck, one a claim."""


class Code:
    """What seats, deck and options settle: the rules as numbers."""

    def __init__(
        self, seats: int, plots: int, effects: list[list[tuple[int, int]]], triggers: bytes, ends_at_once: bool
    ) -> None:
        self.seats = seats
        self.plots = plots
        self.effects = effects
        """By kind: (verb, amount) of each effect."""
        self.triggers = triggers
        """The kinds that bring on a tower's scoring."""
        self.ends_at_once = ends_at_once
        """Whether the empty deck alone makes a round the last (F7)."""
        self._tallies: dict[Site, Tally] = {}

    def tally(self, kinds: bytes, owners: bytes) -> Tally:
        """Return the points of every seat for such a tower, and (seat, cards) of each draw."""
        known = self._tallies.get((kinds, owners))
        if known is None:
            if len(self._tallies) > ROOM:
                self._tallies.clear()
            known = self._tallies[kinds, owners] = self._run_down(kinds, owners)
        return known

    def _run_down(self, kinds: bytes, owners: bytes) -> Tally:
        """Do the effects from the top floor down; those that reach below the ground do as much as there is (F4)."""
        points, draws, held = [0] * self.seats, list[tuple[int, int]](), list(owners)
        for level in range(len(kinds) - 1, -1, -1):
            owner = held[level]
            if owner == NONE:
                continue
            for verb, amount in self.effects[kinds[level]]:
                if verb == SCORE:
                    points[owner] += amount
                elif verb == SCORE_MATCHING:
                    points[owner] += amount * kinds.count(kinds[level])
                elif verb == SCORE_ABOVE:
                    points[owner] += amount * (len(kinds) - 1 - level)
                elif verb == SCORE_TUCKS:
                    for tucker in owners:
                        if tucker != NONE:
                            points[tucker] += amount
                elif verb == DRAW:
                    draws.append((owner, amount))
                else:
                    for below in range(max(0, level - amount), level):
                        held[below] = owner if verb == TAKE_BELOW else NONE
        return tuple(points), tuple(draws)

    def is_ripe(self, kinds: bytes) -> bool:
        """Tell whether a tower is scored at the turn's end."""
        return len(kinds) >= FULL or kinds[-1] in self.triggers


class Board:
    """A position; steps change it in place."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.hands: list[bytes] = []
        """Kinds, ascending, one hand a seat."""
        self.sites: list[Site] = []
        """One a plot, left to right."""
        self.pile = b""
        """The last card is the next drawn."""
        self.scores: list[int] = []
        self.first = 0
        self.turn = 0
        self.built = b""
        """The plots built on in this turn."""
        self.is_last_round = False
        self.is_over = False

    def copy(self) -> Board:
        twin = Board(self.code)
        twin.hands = self.hands[:]
        twin.sites = self.sites[:]
        twin.pile = self.pile
        twin.scores = self.scores[:]
        twin.first = self.first
        twin.turn = self.turn
        twin.built = self.built
        twin.is_last_round = self.is_last_round
        twin.is_over = self.is_over
        return twin

    def winner(self) -> int:
        """Return the seat with most points; among equals the earliest in turn order (F6)."""
        best, seats = max(self.scores), self.code.seats
        seat = self.first
        while self.scores[seat] != best:
            seat = (seat + 1) % seats
        return seat

    # -- steps

    def build(self, kind: int, plot: int) -> None:
        self._play(kind)
        kinds, owners = self.sites[plot]
        self.sites[plot] = kinds + _KINDS[kind], owners + _VACANT
        self.built += _KINDS[plot]

    def claim(self, kind: int, plot: int, level: int) -> None:
        self._play(kind)
        kinds, owners = self.sites[plot]
        self.sites[plot] = kinds, claimed(owners, level, self.turn)

    def carry_out(self, plan: Plan) -> None:
        """Do the rest of a turn, the end included."""
        for kind, plot in plan.builds:
            self.build(kind, plot)
        n = 0
        for plot, levels in plan.claims:
            for level in levels:
                self.claim(plan.tucks[n], plot, level)
                n += 1
        self.end_turn()

    def end_turn(self) -> None:
        """End the turn and begin the next that has a choice to make: a seat without cards has none (F3)."""
        self._draw(self.turn, DRAWN)
        for plot in range(self.code.plots):  # F1
            kinds = self.sites[plot][0]
            if kinds and self.code.is_ripe(kinds):
                self._score(plot)
        while not self._has_ended():
            self.turn = (self.turn + 1) % self.code.seats
            self.built = b""
            if self.hands[self.turn]:
                return

    def _play(self, kind: int) -> None:
        hand = self.hands[self.turn]
        at = hand.index(kind)
        self.hands[self.turn] = hand[:at] + hand[at + 1 :]

    def _draw(self, seat: int, count: int) -> None:
        hand = self.hands[seat]
        count = min(count, MOST_HELD - len(hand), len(self.pile))
        if count > 0:
            self.hands[seat] = bytes(sorted(hand + self.pile[-count:]))
            self.pile = self.pile[:-count]

    def _score(self, plot: int) -> None:
        points, draws = self.code.tally(*self.sites[plot])
        for seat in range(self.code.seats):
            self.scores[seat] += points[seat]
        for seat, count in draws:
            self._draw(seat, count)
        self.sites[plot] = b"", b""

    def _has_ended(self) -> bool:
        """See at a turn's end whether this round is the last (F7), and end the game with the round."""
        if not self.is_last_round and not self.pile:
            self.is_last_round = self.code.ends_at_once or len(self.hands[self.turn]) < DRAWN
        if not self.is_last_round or (self.turn + 1) % self.code.seats != self.first:
            return False
        for plot in range(self.code.plots):
            if self.sites[plot][0]:
                self._score(plot)
        self.is_over = True
        return True


class Rows(NamedTuple):
    """What a tower may come to with no claim, one, two ..., each the best beside those before.

    What is remembered is made of tuples of plain values: the garbage collector has nothing to look through.
    """

    worths: tuple[float, ...]
    levels: Levels
    """The floors in the order in which they are best claimed."""
    gain: float
    """The best of it, each claim costing a card."""


class Option:
    """A floor that may be built on a plot, and what becomes of the tower."""

    def __init__(self, kind: int, plot: int, rows: Rows) -> None:
        self.kind = kind
        self.plot = plot
        self.rows = rows


class Rest(NamedTuple):
    """The cards of a hand that are not built, in the order in which they are best tucked."""

    cards: bytes
    kept: tuple[float, ...]
    """What is kept is worth so much, by the number of claims."""
    most: float
    """No number of claims leaves more than this, less a card's price for each."""


class Thinker:
    """Ranks the ways in which the seat on turn can end its turn, by exact scoring and a few weights."""

    def __init__(
        self,
        code: Code,
        now: list[float],
        grown: list[float],
        exposed: list[float],
        keep: list[float],
        trigger: float,
        late: float,
        draw: float,
        rivals: float,
    ) -> None:
        self.code = code
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
        """By the number of cards left after building: no rest of so many has more (see `Rest.most`)."""
        self._rows: dict[tuple[Site, int], Rows] = {}
        self._rests: dict[tuple[bytes, Kinds], Rest] = {}

    # -- turns

    def plans(self, board: Board, most: int) -> list[Plan]:
        """Return the likely ways to end the turn, best first, at most so many."""
        turn = Turn(self, board, False)
        return [turn.plan(draft) for draft in sorted(turn.drafts)[:most]]

    def best(self, board: Board) -> Plan:
        turn = Turn(self, board, True)
        return turn.plan(min(turn.drafts))

    def worth(self, board: Board) -> float:
        """Return how far ahead of the others the seat on turn will be, as far as it can be foreseen."""
        return self.lead(board.scores, board.turn) - min(Turn(self, board, True).drafts)[0]

    def lead(self, points: Sequence[int], seat: int) -> float:
        """Return how far the seat's points are ahead of the others' average, as far as these count."""
        return points[seat] - self.rivals * ((sum(points) - points[seat]) / (self.code.seats - 1))

    def outlook(self, world: Board, plan: Plan) -> tuple[float, float]:
        """Return how far ahead the seat on turn will be after this plan, the others' turns, and its own next one.

        With it comes what the others score until that seat is on turn again.
        """
        seat, board = world.turn, world.copy()
        before = sum(board.scores) - board.scores[seat]
        board.carry_out(plan)
        while not board.is_over and board.turn != seat:
            board.carry_out(self.best(board))
        yielded = sum(board.scores) - board.scores[seat] - before
        return self.lead(board.scores, seat) if board.is_over else self.worth(board), yielded

    # -- hands

    def rest(self, hand: bytes, kinds: Kinds) -> Rest:
        """Return what is left of a hand when such floors are built."""
        known = self._rests.get((hand, kinds))
        if known is None:
            if len(self._rests) > ROOM:
                self._rests.clear()
            cards = self._by_use(hand, kinds)
            kept = [self._kept(cards[count:]) for count in range(len(cards) + 1)]
            most = max([max(0.0, kept[count]) + self.price * count for count in range(len(kept))])
            known = self._rests[hand, kinds] = Rest(cards, tuple(kept), most)
        return known

    def _by_use(self, hand: bytes, kinds: Kinds) -> bytes:
        """Return the other cards, doubles first, those that trigger scoring last."""
        spare = list(hand)
        for kind in kinds:
            spare.remove(kind)
        ranked = [(kind in self.code.triggers, -spare.count(kind), kind) for kind in spare]
        return bytes([kind for _, _, kind in sorted(ranked)])

    def _kept(self, cards: bytes) -> float:
        """Return what cards are worth in hand; those that trigger scoring stand last (`_by_use`)."""
        triggers = bool(cards) and cards[-1] in self.code.triggers
        return self.keep[len(cards)] + self.trigger * triggers

    # -- towers

    def rows(self, site: Site, key: int) -> Rows:
        """Return what a seat makes of a tower by its claims; `key`: see `KEYS`."""
        known = self._rows.get((site, key))
        if known is None:
            if len(self._rows) > ROOM:
                self._rows.clear()
            known = self._rows[site, key] = self._claim_by_claim(site, key)
        return known

    def _claim_by_claim(self, site: Site, key: int) -> Rows:
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
        return Rows(tuple(found), levels, _most(found, 0.0 if key % 2 else self.price))

    def _tower_worth(self, kinds: bytes, owners: bytes, key: int) -> float:
        """Return what the tower is worth after this turn: exactly, where it is scored now or at the end."""
        seat = key // KEYS
        points, draws = self.code.tally(kinds, owners)
        now = self.lead(points, seat)
        if key % 2:
            return now
        cards = self._cards_ahead(draws, seat) * (key % KEYS // 2) / STAGES if draws else 0.0
        if self.code.is_ripe(kinds):
            return now + self.draw * cards
        at = len(kinds) - 1
        padding = _VACANT * (FULL - len(kinds))
        grown = self.lead(self.code.tally(kinds + padding, owners + padding)[0], seat)
        worth = self.now[at] * now + self.grown[at] * (grown - now)
        if self.exposed[at]:
            worth -= self.exposed[at] * self._exposed(kinds, owners, seat, now)
        return worth + self.draw * cards / 2

    def _exposed(self, kinds: bytes, owners: bytes, seat: int, now: float) -> float:
        """Return what the next seat could take from this one's lead by two claims."""
        first, second = 0.0, 0.0
        for level in range(len(owners)):
            if owners[level] == NONE:
                then = claimed(owners, level, (seat + 1) % self.code.seats)
                loss = now - self.lead(self.code.tally(kinds, then)[0], seat)
                if loss > first:
                    first, second = loss, first
                elif loss > second:
                    second = loss
        return first + second

    def _cards_ahead(self, draws: tuple[tuple[int, int], ...], seat: int) -> float:
        """Return how many more cards than the others' average the seat draws."""
        total = 0.0
        for drawer, count in draws:
            total += count if drawer == seat else -count / (self.code.seats - 1)
        return total


class Turn:
    """One turn, thought through: a draft for every likely way to build and number of claims."""

    def __init__(self, thinker: Thinker, board: Board, only_best: bool) -> None:
        """Draft the turn of the seat that has it; with `only_best`, leave out what cannot be best."""
        self.thinker = thinker
        self.board = board
        self.hand = board.hands[board.turn]
        self.drafts: list[Draft] = []
        self._only_best = only_best
        self._best = -1e9
        left = min(MOST_BUILT - len(board.built), len(self.hand))
        spare = len(self.hand) - left
        self._lasts = [is_last(board, kept) for kept in range(spare, -1, -1)]
        """By the number of claims: whether this round will be the last."""
        stage = STAGES
        if thinker.late:
            stage = min(STAGES, math.ceil(STAGES * len(board.pile) / (thinker.late * board.code.seats)))
        self._freshness = stage / STAGES
        """What a card in hand is still worth, as the draw pile dwindles."""
        self._key = KEYS * board.turn + 2 * stage
        plots = [plot for plot in range(board.code.plots) if plot not in board.built] if left else []
        likely = [self._likely(plot, self._key + is_last(board, 0)) for plot in plots]
        for key in (self._key, self._key + 1):
            if key % 2 in self._lasts:
                self._draft(plots, likely, left, key)

    def plan(self, draft: Draft) -> Plan:
        """Return the draft with the floors to claim."""
        loss, _, count, builds = draft
        plots, sites = _built(self.board, builds)
        rows = [self.thinker.rows(site, self._key + self._lasts[count]) for site in sites]
        levels = _shared_out(rows, count)
        cards = self.thinker.rest(self.hand, _kinds(builds)).cards
        return Plan(-loss, builds, tuple(zip(plots, levels)), cards[:count])

    def _likely(self, plot: int, key: int) -> list[int]:
        """Return the floors of the hand that would do best on a plot, claims and their cost in cards counted."""
        ranked: list[tuple[float, int]] = []
        before = -1
        for kind in self.hand:
            if kind != before:
                ranked.append((-self.thinker.rows(_with_floor(self.board.sites[plot], kind), key).gain, kind))
            before = kind
        ranked.sort()
        return [kind for _, kind in ranked[:BREADTH]]

    def _draft(self, plots: list[int], likely: list[list[int]], left: int, key: int) -> None:
        """Draft the ways to build so many floors, by ascending plot; a second new tower needs the first."""
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
                    order = (i * self.board.code.plots + j) * BREADTH * BREADTH
                    self._build_two(order, options[i], options[j], self._standing((one, plots[j]), key), key)

    def _options(self, plot: int, kinds: list[int], key: int) -> list[Option]:
        site = self.board.sites[plot]
        return [Option(kind, plot, self.thinker.rows(_with_floor(site, kind), key)) for kind in kinds]

    def _build_two(
        self, order: int, firsts: list[Option], seconds: list[Option], worths: list[float], key: int
    ) -> None:
        """Draft two floors, beside towers that come to so much by the number of claims."""
        price = 0.0 if key % 2 else self.thinker.price
        most = _most(worths, price) + max([option.rows.gain for option in seconds])
        if key % 2 == 0:
            most += self.thinker.most_kept[len(self._lasts) - 1]
        for option in firsts:
            if not self._is_vain(most + option.rows.gain):
                beside = _combined(worths, option.rows.worths, len(self._lasts))
                self._build_one(order, ((option.kind, option.plot),), seconds, beside, key)
            order += BREADTH

    def _build_one(self, order: int, before: Builds, options: list[Option], worths: list[float], key: int) -> None:
        """Draft one floor more, beside towers that come to so much by the number of claims."""
        most = _most(worths, 0.0 if key % 2 else self.thinker.price)
        for option in options:
            if not before or before[0][0] != option.kind or self.hand.count(option.kind) > 1:
                builds = (*before, (option.kind, option.plot))
                kept = 0.0 if key % 2 else self.thinker.rest(self.hand, _kinds(builds)).most
                if not self._is_vain(most + option.rows.gain + kept):
                    self._close(order, builds, _combined(worths, option.rows.worths, len(self._lasts)), key)
            order += 1

    def _is_vain(self, most: float) -> bool:
        """Tell whether what comes to so much at best need not be looked at."""
        return self._only_best and most < self._best - TINY

    def _close(self, order: int, builds: Builds, worths: list[float], key: int) -> None:
        """Draft the turn with these builds and each number of claims."""
        kept = self.thinker.rest(self.hand, _kinds(builds)).kept
        for count in range(len(worths)):
            if self._lasts[count] == key % 2:
                worth = worths[count] + (0.0 if key % 2 else self._freshness * kept[count])
                if worth >= self._best or not self._only_best:
                    self._best = max(worth, self._best)
                    self.drafts.append((-worth, order, count, builds))

    def _standing(self, without: tuple[int, ...], key: int) -> list[float]:
        """Return what the other towers together come to, by the number of claims."""
        worths = [0.0]
        for plot in range(self.board.code.plots):
            site = self.board.sites[plot]
            if site[0] and plot not in without:
                worths = _combined(worths, self.thinker.rows(site, key).worths, len(self._lasts))
        return worths


def claimed(owners: bytes, level: int, seat: int) -> bytes:
    return owners[:level] + _SEATS[seat] + owners[level + 1 :]


def is_last(board: Board, kept: int) -> bool:
    """Tell whether this round will be the last (F7), if the seat on turn keeps so many cards."""
    drawn = min(DRAWN, MOST_HELD - kept, len(board.pile))
    short = board.code.ends_at_once or kept + drawn < DRAWN
    return board.is_last_round or (drawn == len(board.pile) and short)


def _combined(worths: list[float], rows: tuple[float, ...], most: int) -> list[float]:
    """Return the best of two parts by the number of claims in both, for fewer than `most` claims."""
    if len(rows) == 1:
        return [worth + rows[0] for worth in worths]
    best = [-1e9] * min(len(worths) + len(rows) - 1, most)
    for done in range(len(worths)):
        worth = worths[done]
        for count in range(min(len(rows), len(best) - done)):
            if worth + rows[count] > best[done + count]:
                best[done + count] = worth + rows[count]
    return best


def _most(worths: list[float], price: float) -> float:
    """Return the best of this, each claim costing a card."""
    most = worths[0]
    for count in range(1, len(worths)):
        most = max(most, worths[count] - price * count)
    return most


def _kinds(builds: Builds) -> Kinds:
    return tuple([kind for kind, _ in builds])


def _shared_out(towers: list[Rows], claims: int) -> list[Levels]:
    """Return the floors to claim in each tower, so that so many claims bring most."""
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


def _with_floor(site: Site, kind: int) -> Site:
    return site[0] + _KINDS[kind], site[1] + _VACANT


def _built(board: Board, builds: Builds) -> tuple[list[int], list[Site]]:
    """Return the towers with these builds, the others first, and the plots that they stand on."""
    changed = [plot for _, plot in builds]
    plots = [plot for plot in range(board.code.plots) if board.sites[plot][0] and plot not in changed]
    sites = [board.sites[plot] for plot in plots]
    for kind, plot in builds:
        sites.append(_with_floor(board.sites[plot], kind))
    return plots + changed, sites
