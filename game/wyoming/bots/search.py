"""The search of the strongest level, in worlds that are consistent with the view; and what is certain near the end."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from ...bots.search import Candidate, even_schedule, halve, sample_worlds
from ...bots.weights import learnt
from ...engine import Seat
from ..actions import Play
from ..core import AWAY, KINDS, NONE, PRIME, State, counts
from ..rules import code_of
from ..state import Variant, View, state_of
from .core import CELLS, DECIDED, Observation, TurnPosition, best_play, odds_of, play_out, share, verdict, weigh
from .weights import Weights

# -- worlds


def world_of(state: State) -> State:
    """Return the state without faces; its future shuffles differ."""
    world = state.copy()
    world.leave_out_faces(state.rng % (PRIME - 1) + 1)
    return world


def outline(view: View) -> State:
    """Return the partial state that the seat of a view knows, without faces."""
    assert view.seat is not None, "an onlooker has nothing to choose"
    state = state_of(view)
    state.leave_out_faces(1)
    return state


def position_of(view: View, memory: int = 100) -> TurnPosition:
    """Return the position as seen by the view's seat, if it remembers only the last `memory` discards."""
    forgotten = view.discards[: max(0, len(view.discards) - memory)]
    return TurnPosition(outline(view), counts(bytes(forgotten))[:4])


class Worlds:
    """The worlds that are consistent with a view. `kept`: which cards players keep, if known (see `odds_of`)."""

    def __init__(self, view: View, kept: list[int] | None = None) -> None:
        self.view = view
        self._known = outline(view)
        self.hidden = Observation(self._known).hidden
        self._odds = odds_of(self._known, kept) if kept else None
        self._sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
        for seat in range(view.variant.seats):
            self._known.held[KINDS * seat + NONE] = 0

    def draw(self, rng: random.Random) -> State:
        """Return a random world. Without `kept`, all deals are equally likely."""
        world = self._known.copy()
        world.rng = rng.randrange(1, PRIME)
        if self._odds:
            world.deal_kept(self.hidden, self._sizes, self._odds)
        else:
            world.deal(self.hidden, self._sizes)
        return world


@cache
def values_for(name: str, variant: Variant) -> list[int]:
    """Return the values of the cells for a variant, in hundredths of a logit, from the file of that name."""
    values = _flat(name, f"{'exact' if variant.finicky else 'over'}_{variant.seats}")
    assert len(values) == CELLS
    return values


@cache
def kept_for(name: str, seats: int) -> list[int]:
    """Return which cards players keep (see `odds_of`), from the file of that name; empty if it doesn't say."""
    return _flat(name, f"kept_{seats}")


def _flat(name: str, table: str) -> list[int]:
    tables = msgspec.toml.decode(learnt("wyoming", name), type=dict[str, list[list[int]]])
    return [value for row in tables.get(table, ()) for value in row]


# -- search


Tried = Candidate[Play]
"""A play; its results are shares of the win, from 0 to 1, and its prior is in the same unit."""


class Forecast(NamedTuple):
    """Whether a rival wins before the seat's next turn, and whether the seat can win by the end of that turn."""

    lost: bool
    won: bool


GAMES, STEPS = 200, 9000
"""How many games are played to their end to compare two plays; half of them will do after so many plays in all."""


class PlaySearch:
    """The search for the best play in one position, in possible worlds."""

    def __init__(self, view: View, weights: Weights, rng: random.Random) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.weights = weights
        self.rng = rng
        self.worlds = Worlds(view, kept_for(weights.values, view.variant.seats))
        self.values = values_for(weights.values, view.variant)
        self.playouts = weights.playouts * 2 // view.variant.seats
        """Total number of playouts: fewer with more seats or under rules that make each of them slower."""
        if view.variant.sudden_death or view.variant.deadlines or view.variant.finicky:
            self.playouts = self.playouts * 2 // 3

    def first_scores(self) -> dict[int, int]:
        """Return the score of each play by the policy of the playouts; keys are codes."""
        return {scored & 511: scored >> 9 for scored in weigh(self.worlds.draw(self.rng), self.values)}

    def narrow(self, candidates: Sequence[Tried], playouts: int) -> list[Tried]:
        """Return the candidates, best first, after a total of `playouts` playouts."""
        return halve(candidates, even_schedule(len(candidates), playouts), self.draw, self.play_out)

    def compare(self, best: Tried, other: Tried, worlds: int) -> list[float]:
        """Return by how much `best` does better than `other` in each of `worlds` new worlds."""
        results = sample_worlds([best, other], worlds, self.draw, self.play_out)
        return [first - second for first, second in results]

    def to_the_end(self, best: Tried, other: Tried) -> list[float]:
        """Return by how much `best` does better than `other` in whole games; empty if they are too long for enough."""
        found, steps = list[float](), 0
        while len(found) < GAMES and steps < STEPS:
            world, shares = self.draw(), list[float]()
            for candidate in (best, other):
                after = self._after(world, candidate)
                while not after.outcome and steps < STEPS:
                    after.step(best_play(after, self.values) & 511)
                    steps += 1
                shares.append(share(after, self.seat) if after.outcome else 0.0)
            if steps < STEPS:
                found.append(shares[0] - shares[1])
        return found if len(found) >= GAMES // 2 else []

    def draw(self) -> State:
        return self.worlds.draw(self.rng)

    def play_out(self, world: State, candidate: Tried) -> float:
        after = self._after(world, candidate)
        return play_out(after, self.seat, self.weights.rounds, self.values)

    def _after(self, world: State, candidate: Tried) -> State:
        after = world.copy()
        after.step(code_of(candidate.choice, self.worlds.view.variant))
        return after

    def forecasts(self, candidates: Sequence[Tried], worlds: int) -> list[list[Forecast]]:
        """Return, for each world, each candidate's forecast up to the seat's next turn."""
        found = []
        for world in [self.draw() for _ in range(worlds)]:
            afters = [self._after(world, candidate) for candidate in candidates]
            ends = [play_out(after, self.seat, 1, self.values) for after in afters]
            found.append([Forecast(bool(after.outcome) and end == 0, end == 1) for after, end in zip(afters, ends)])
        return found


# -- what is certain near the end of a game for two, because a seat knows every card that its rival will have


MOST = 6000
"""Endings with more positions than this are not played out."""


@lru_cache(maxsize=16)
def results(view: View) -> dict[int, float]:
    """Return by code the share of the win that each play is sure of in Sudden Death; empty if that can't be told.

    Every card is known if the rival draws the rest of the pile at its next turn.
    """
    if view.variant.seats > 2 or not view.variant.sudden_death:
        return {}
    position = position_of(view)
    if position.pile > position.draws or position.unseen != sum(position.hands):
        return {}
    ending, world = _Ending(position.seat), Worlds(view).draw(random.Random(0))
    try:
        return {code: ending.after(world, code) for code in world.plays()}
    except _TooLong:
        return {}


def loses_next(position: TurnPosition) -> bool:
    """Return whether the only rival draws all cards that the seat has not seen, and wins with them next turn."""
    world, terms = position.world, position.terms
    if terms.seats > 2 or terms.tidal or terms.deadlines or position.pile > position.draws:
        return False
    rival = 1 - position.seat
    sky = position.skies[rival]
    if position.unseen != position.pile + world.size(rival):
        return False
    for code in world.plays():
        towers, place = position.towers[:], code >> 5
        if place != AWAY:
            towers[place] = world.after(place, code >> 3 & 3, code & 7)
        if (end := verdict(world, place, 0 if place == AWAY else towers[place][1])) == -DECIDED:
            continue
        threats = [way for home in terms.homes[rival] for way in position.ways(towers[home], sky)]
        is_won = end or any(cards == 0 for home in position.home for _, cards in position.ways(towers[home], sky))
        if is_won or not any(
            max(1, cards) <= position.hidden[suit] and (cards or not terms.finicky) for suit, cards in threats
        ):
            return False
    return sky > 0


class _TooLong(Exception):
    """The ending has too many positions."""


class _Ending:
    """The positions played out so far, with the share of the win that the seat is sure of in each."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.known: dict[tuple[int, ...], float] = {}

    def after(self, world: State, code: int) -> float:
        after = world.copy()
        after.step(code)
        return share(after, self.seat) if after.outcome else self._of(after)

    def _of(self, world: State) -> float:
        key = (world.turn, world.safe, *world.held, *world.suits, *world.heights)
        if key not in self.known:
            if len(self.known) >= MOST:
                raise _TooLong
            is_own = world.turn == self.seat
            self.known[key] = _best((self.after(world, code) for code in world.plays()), is_own)
        return self.known[key]


def _best(shares: Iterable[float], is_own: bool) -> float:
    """Return the share that the seat on turn chooses, without looking further than needed."""
    best, aim = (0.0, 1.0) if is_own else (1.0, 0.0)
    for found in shares:
        best = max(best, found) if is_own else min(best, found)
        if best == aim:
            break
    return best
