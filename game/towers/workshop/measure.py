"""What a deck does, measured in games between bots: in points, claims, turns, and who wins."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from statistics import pstdev

import msgspec

from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Seat
from topping_out.game.options import Value
from topping_out.game.towers.decks import deck_text
from topping_out.game.towers.events import Built, Claimed, Event, FloorScored, TurnBegan
from topping_out.game.towers.floors import Deck
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.workshop import GAMES

GOOD, WEAK = "hard", "easy"
"""The levels that play: the good one against itself, and against the weak one."""
CHUNK = 6
"""Games in one request to another process: a fraction of a second."""
SELDOM = 0.05
"""The share of the claims of an average floor below which one is said never to be claimed."""
LUCK = 0.6
"""The good bot's share against the weak one, below which luck decides a deck."""


class FloorCount(msgspec.Struct, frozen=True):
    """How a floor fared, added up over all games."""

    built: int = 0
    claimed: int = 0
    points: int = 0
    decided: float = 0.0
    """By how many points the winner got more from it than the others on average."""

    def __add__(self, other: FloorCount) -> FloorCount:
        return FloorCount(
            self.built + other.built, self.claimed + other.claimed, self.points + other.points,
            self.decided + other.decided,
        )  # fmt: skip


class Measures(msgspec.Struct, frozen=True):
    """What games with a deck have shown; those of two batches can be added."""

    seats: int = 2
    games: int = 0
    """Between equals."""
    turns: int = 0
    points: int = 0
    wins: tuple[int, ...] = ()
    """In turn order: how often who began has won, the next, and so on."""
    floors: dict[str, FloorCount] = {}
    trials: int = 0
    """Games of the good bot against the weak one, or several of those."""
    won: float = 0.0
    """By the good one; equal points are half a win."""

    def __add__(self, other: Measures) -> Measures:
        floors = {**self.floors}
        for name, found in other.floors.items():
            floors[name] = floors.get(name, FloorCount()) + found
        longer = max(len(self.wins), len(other.wins))
        wins = [(*own, *[0] * longer)[:longer] for own in (self.wins, other.wins)]
        return Measures(
            other.seats, self.games + other.games, self.turns + other.turns, self.points + other.points,
            tuple(map(sum, zip(*wins))), floors, self.trials + other.trials, self.won + other.won,
        )  # fmt: skip

    # -- what is told of them

    @property
    def turns_each(self) -> float:
        """Turns of one seat in a game."""
        return self.turns / max(1, self.games * self.seats)

    @property
    def points_each(self) -> float:
        return self.points / max(1, self.games * self.seats)

    @property
    def skill(self) -> float:
        """The good bot's share of the wins against the weak one, as between two."""
        return self.won / max(1, self.trials)

    @property
    def error(self) -> float:
        """The standard error of `skill`."""
        return math.sqrt(self.skill * (1 - self.skill) / max(1, self.trials))

    @property
    def beginner(self) -> float:
        """How often who begins has won, between equals."""
        return self.wins[0] / max(1, self.games) if self.wins else 0.0

    def per_card(self, floor: str) -> float:
        """Return the points that a floor brought for each time it was built."""
        found = self.floors.get(floor, FloorCount())
        return found.points / max(1, found.built)

    def built(self, floor: str) -> float:
        """Return how often a floor was built in a game."""
        return self.floors.get(floor, FloorCount()).built / max(1, self.games)

    def claimed(self, floor: str) -> float:
        """Return in which share of its builds a floor was claimed."""
        found = self.floors.get(floor, FloorCount())
        return found.claimed / max(1, found.built)

    @property
    def never_claimed(self) -> list[str]:
        """The floors that are built, but hardly ever claimed."""
        usual = sum(f.claimed for f in self.floors.values()) / max(1, sum(f.built for f in self.floors.values()))
        return [name for name in self.floors if self.claimed(name) < SELDOM * usual]

    @property
    def deciding(self) -> str:
        """The floor that winners owe most of their lead to; empty where no floor scores."""
        best = max(self.floors, key=lambda name: self.floors[name].decided, default="")
        return best if best and self.floors[best].decided > 0 else ""

    def share(self, floor: str) -> float:
        """Return a floor's share of all points and of all claims, on average: how much it matters in a game."""
        all_points = sum(found.points for found in self.floors.values())
        all_claims = sum(found.claimed for found in self.floors.values())
        own = self.floors.get(floor, FloorCount())
        return (own.points / max(1, all_points) + own.claimed / max(1, all_claims)) / 2

    @property
    def unevenness(self) -> float:
        """How far the floors are from mattering alike: 0 where all do."""
        logs = [math.log(0.2 / len(self.floors) + self.share(name)) for name in self.floors]
        return pstdev(logs) if logs else 0.0


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games to play: a deck, the seats, how many of either kind, and the first seed."""

    deck: Deck
    seats: int
    games: int
    trials: int
    seed: int


def batches(deck: Deck, seats: int, games: int = GAMES, seed: int = 1) -> Iterator[Batch]:
    """Yield the requests that measure a deck, each of a fraction of a second."""
    for done in range(0, games, CHUNK):
        some = min(CHUNK, games - done)
        yield Batch(deck, seats, some, some, seed + done)


def measure(batch: Batch) -> Measures:
    """Play a batch's games and return what they have shown."""
    found = [_between_equals(batch, batch.seed + n) for n in range(batch.games)]
    trials = [_trial(batch, batch.seed + n) for n in range(batch.trials)]
    return total([*found, *trials])


def total(found: Iterable[Measures]) -> Measures:
    return reduce(lambda one, other: one + other, found, Measures())


# -- one game


def _between_equals(batch: Batch, seed: int) -> Measures:
    seats = batch.seats
    log, scores, first, winner = _play(batch.deck, [GOOD] * seats, seed)
    floors = {floor.name: FloorCount() for floor in batch.deck.floors}
    for name, one in _floor_counts(log, winner, seats):
        floors[name] += one
    turns = 1 + sum(isinstance(event, TurnBegan) for event in log)
    place = (winner - first) % seats
    wins = tuple(int(n == place) for n in range(seats))
    return Measures(seats, 1, turns, sum(scores), wins, floors)


def _floor_counts(log: Sequence[Event], winner: Seat, seats: int) -> Iterator[tuple[str, FloorCount]]:
    for event in log:
        match event:
            case Built(floor=name):
                yield name, FloorCount(built=1)
            case Claimed(floor=name):
                yield name, FloorCount(claimed=1)
            case FloorScored(_, step) if any(step.points):
                own = step.points[winner]
                lead = own - (sum(step.points) - own) / (seats - 1)
                yield step.floor, FloorCount(points=sum(step.points), decided=lead)


def _trial(batch: Batch, seed: int) -> Measures:
    """Let one good bot play against weak ones, on another chair each time; it meets each of them by itself."""
    seats, place = batch.seats, seed % batch.seats
    levels = [GOOD if seat == place else WEAK for seat in range(seats)]
    _, scores, _, _ = _play(batch.deck, levels, seed)
    others = [score for seat, score in enumerate(scores) if seat != place]
    won = sum((scores[place] > score) + (scores[place] == score) / 2 for score in others)
    return Measures(seats, trials=seats - 1, won=won)


def _play(deck: Deck, levels: Sequence[str], seed: int) -> tuple[list[Event], tuple[int, ...], Seat, Seat]:
    """Play a game; return its events, the scores, who began, and who won."""
    options: dict[str, Value] = {"first": seed // 2 % len(levels), "end": "sheet", "deck": deck_text(deck)}
    state, log, rng = GAME.setup(len(levels), options, seed), list[Event](), random.Random(seed)
    bots = [bot_named(GAME, level) for level in levels]
    while state.outcome is None:
        seat = state.turn
        action = bots[seat].choose(GAME.view(state, seat), GAME.actions(state, seat), rng)
        assert action is not None
        GAME.apply(state, seat, action, log)
    return log, state.scores, state.first, state.outcome.winners[0]
