"""The rules of Towers on bytes and small numbers alone, for quick playouts.

Cards are told only by their kinds. The faces of tucked cards are left out, since nothing depends on them. The module
runs as it stands, and faster where mypyc has compiled it (see `build/compile.py`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from topping_out.game.towers.core.numbers import DRAWN, HAND, HEIGHT

NONE: Final = 255
"""Stands in bytes for a vacant floor."""
CACHED: Final = 3_000
"""Entries after which a cache is emptied."""

DRAW: Final = 0
SCORE: Final = 1
SCORE_MATCHING: Final = 2
SCORE_ABOVE: Final = 3
SCORE_TUCKS: Final = 4
TAKE_BELOW: Final = 5
VACATE_BELOW: Final = 6
SCORE_BELOW: Final = 7
SCORE_OWN: Final = 8
SCORE_VACANT: Final = 9
SCORE_KINDS: Final = 10

Site = tuple[bytes, bytes]
"""A tower told only by its floors' kinds and owners, ground floor first; both are empty on a free plot."""
Tally = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
Levels = tuple[int, ...]
Kinds = tuple[int, ...]
Builds = tuple[tuple[int, int], ...]
"""Floors to build as (kind, plot), plots ascending."""
Claims = tuple[tuple[int, Levels], ...]
"""Floors to claim: plots, each with its levels."""

VACANT: Final = b"\xff"
_SEATS: Final = (b"\0", b"\1", b"\2", b"\3")
_KINDS: Final = [bytes((kind,)) for kind in range(256)]


class TurnPlan(NamedTuple):
    """The rest of a turn, and what it is worth."""

    worth: float
    builds: Builds
    claims: Claims
    tucks: bytes
    """The kinds to tuck, one a claim."""


class Terms:
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
            if len(self._tallies) > CACHED:
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
                if verb == DRAW:
                    draws.append((owner, amount))
                elif verb == SCORE_TUCKS:
                    for tucker in owners:
                        if tucker != NONE:
                            points[tucker] += amount
                elif verb in (TAKE_BELOW, VACATE_BELOW):
                    for below in range(max(0, level - amount), level):
                        held[below] = owner if verb == TAKE_BELOW else NONE
                else:
                    points[owner] += amount * number_of(verb, kinds, held, level)
        return tuple(points), tuple(draws)

    def is_scored(self, kinds: bytes) -> bool:
        """Tell whether a tower is scored at the turn's end."""
        return len(kinds) >= HEIGHT or kinds[-1] in self.triggers


class Board:
    """A position; steps change it in place."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
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
        twin = Board(self.terms)
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
        best, seats = max(self.scores), self.terms.seats
        seat = self.first
        while self.scores[seat] != best:
            seat = (seat + 1) % seats
        return seat

    # -- steps

    def build(self, kind: int, plot: int) -> None:
        self._play(kind)
        kinds, owners = self.sites[plot]
        self.sites[plot] = kinds + _KINDS[kind], owners + VACANT
        self.built += _KINDS[plot]

    def claim(self, kind: int, plot: int, level: int) -> None:
        self._play(kind)
        kinds, owners = self.sites[plot]
        self.sites[plot] = kinds, claimed(owners, level, self.turn)

    def carry_out(self, plan: TurnPlan) -> None:
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
        for plot in range(self.terms.plots):  # F1
            kinds = self.sites[plot][0]
            if kinds and self.terms.is_scored(kinds):
                self._score(plot)
        while not self._has_ended():
            self.turn = (self.turn + 1) % self.terms.seats
            self.built = b""
            if self.hands[self.turn]:
                return

    def _play(self, kind: int) -> None:
        hand = self.hands[self.turn]
        at = hand.index(kind)
        self.hands[self.turn] = hand[:at] + hand[at + 1 :]

    def _draw(self, seat: int, count: int) -> None:
        hand = self.hands[seat]
        count = min(count, HAND - len(hand), len(self.pile))
        if count > 0:
            self.hands[seat] = bytes(sorted(hand + self.pile[-count:]))
            self.pile = self.pile[:-count]

    def _score(self, plot: int) -> None:
        points, draws = self.terms.tally(*self.sites[plot])
        for seat in range(self.terms.seats):
            self.scores[seat] += points[seat]
        for seat, count in draws:
            self._draw(seat, count)
        self.sites[plot] = b"", b""

    def _has_ended(self) -> bool:
        """See at a turn's end whether this round is the last (F7), and end the game with the round."""
        if not self.is_last_round and not self.pile:
            self.is_last_round = self.terms.ends_at_once or len(self.hands[self.turn]) < DRAWN
        if not self.is_last_round or (self.turn + 1) % self.terms.seats != self.first:
            return False
        for plot in range(self.terms.plots):
            if self.sites[plot][0]:
                self._score(plot)
        self.is_over = True
        return True


def number_of(verb: int, kinds: bytes, held: list[int], level: int) -> int:
    """Return how many there are of what the effect of a floor counts, with the floors held so."""
    if verb == SCORE_MATCHING:
        return kinds.count(kinds[level])
    if verb == SCORE_ABOVE:
        return len(kinds) - 1 - level
    if verb == SCORE_BELOW:
        return level
    if verb == SCORE_OWN:
        return held.count(held[level])
    if verb == SCORE_VACANT:
        return held.count(NONE)
    if verb == SCORE_KINDS:
        return len(set(kinds))
    return 1


def claimed(owners: bytes, level: int, seat: int) -> bytes:
    return owners[:level] + _SEATS[seat] + owners[level + 1 :]


def is_last(board: Board, kept: int) -> bool:
    """Tell whether this round will be the last (F7), if the seat on turn keeps so many cards."""
    drawn = min(DRAWN, HAND - kept, len(board.pile))
    short = board.terms.ends_at_once or kept + drawn < DRAWN
    return board.is_last_round or (drawn == len(board.pile) and short)


def with_floor(site: Site, kind: int) -> Site:
    return site[0] + _KINDS[kind], site[1] + VACANT
