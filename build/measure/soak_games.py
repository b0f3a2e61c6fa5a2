"""Random games: legal actions picked at random under random options, and everything that must hold is checked."""

from __future__ import annotations

import json
import random
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from measure.soak_invariants import INVARIANTS

from game import registry
from game.bots.process import parallel_map
from game.engine import AnyGame, Seat
from game.options import Value
from game.record import TICK, Entry, Player, Record, fold, new_header, parse_record
from game.registry import load

LONGEST = 6000
"""Steps after which a random game counts as one that does not end."""
LONGEST_PAUSE = 2500
"""Milliseconds that pass at most between two actions of a live game."""
LOOK_EVERY = 25
"""Steps between two looks at what the seats know: it costs more than all the rest."""
REPLAY_EVERY = 5
"""Games between two that are written, read and played again."""
CHUNK = 50
"""Games that a process plays before it reports."""


# -- one game


@dataclass(frozen=True)
class Plan:
    """One random game: everything follows from the seed and the number."""

    seed: int
    number: int

    @property
    def name(self) -> str:
        names = registry.names()
        return names[self.number % len(names)]

    def luck(self) -> random.Random:
        return random.Random(f"{self.seed}.{self.number}")


class RandomGame:
    """A game of a plan, played step by step."""

    def __init__(self, plan: Plan) -> None:
        self.game: AnyGame = load(plan.name)
        self.check = INVARIANTS[plan.name]
        self.luck = plan.luck()
        seats = self.luck.choice(list(self.game.seats))
        self.options: dict[str, Value] = {
            option.key: self.luck.choice([value for value, _ in option.choices]) for option in self.game.options(seats)
        }
        players = [Player(f"Player {seat}", colour=seat) for seat in range(seats)]
        self.header = new_header(self.game, players, self.options, self.luck.getrandbits(32))
        self.state: Any = self.game.setup(seats, self.header.options, self.header.seed)
        self.entries: list[Entry] = []
        self.ms = 0
        self.patience = self.luck.randrange(20, 200)
        """Steps after which the players of a live game only finish what they have begun."""

    def play(self) -> None:
        """Play it to its end. Raises AssertionError, or whatever the rules raise, where something is wrong."""
        self.check(self.state)
        while self.game.outcome(self.state) is None:
            assert len(self.entries) < LONGEST, "the game does not end"
            if len(self.entries) % LOOK_EVERY == 0:
                self._check_knowledge()
            self._step()
            self.check(self.state)
        self._check_knowledge()
        self._check_outcome()

    def _step(self) -> None:
        game, state = self.game, self.state
        if game.live:
            self.ms += self.luck.randrange(LONGEST_PAUSE)
            game.tick(state, self.ms)
        seat, action = self._pick()
        if seat is None:
            self.entries.append(Entry(self.ms, None, TICK))
            return
        text = str(action)
        assert game.parse(text) == action, f"{text!r} does not parse back"
        game.check(state, seat, action)
        game.apply(state, seat, action, [])
        self.entries.append(Entry(self.ms, seat, text))

    def _pick(self) -> tuple[Seat | None, Any]:
        """Pick a seat and one of its actions; no seat where time alone goes on."""
        game, state = self.game, self.state
        found = [(seat, actions) for seat in sorted(game.actors(state)) if (actions := game.actions(state, seat))]
        assert found or game.live, "the game goes on, but nobody can act"
        if not found:
            return None, None
        seat, actions = self.luck.choice(found)
        if not game.live or len(self.entries) < self.patience:
            return seat, self.luck.choice(actions)
        if any(str(action) == "not done" for action in actions):
            return None, None
        return seat, next((action for action in actions if str(action) == "done"), actions[0])

    # -- what must hold beside the game's own

    def _check_knowledge(self) -> None:
        """A world that could lie behind a seat's view gives the same view, and a dump is plain data."""
        game, state = self.game, self.state
        for seat in (*range(len(self.header.seats)), None):
            view = game.view(state, seat)
            assert game.view(game.determinize(view, self.luck), seat) == view, f"seat {seat} sees another world"
        json.dumps(game.dump(state))

    def _check_outcome(self) -> None:
        game, outcome = self.game, self.game.outcome(self.state)
        assert outcome is not None
        assert not game.actors(self.state), "the game is over, but somebody may act"
        assert len(outcome.scores) >= len(self.header.seats), "a seat has no score"
        assert list(outcome.winners) == sorted(set(outcome.winners)), "the winners are out of order"
        assert outcome.reason
        names = [*(player.name for player in self.header.seats), "the ghost"]
        assert game.describe_outcome(outcome, names).endswith("."), "the outcome is told in no sentence"
        json.dumps(game.summary(self.state))

    def check_record(self) -> None:
        """The record goes through bytes, and playing it again comes to the same."""
        record = Record(self.header, self.entries)
        read = parse_record(record.to_bytes())
        assert read == record, "the record does not go through bytes"
        assert self.game.dump(fold(read)) == self.game.dump(self.state), "the record tells another game"


# -- many


@dataclass
class Figures:
    """How much was played of one game, and in how many seconds of a processor."""

    games: int = 0
    steps: int = 0
    seconds: float = 0.0

    def add(self, other: Figures) -> None:
        self.games += other.games
        self.steps += other.steps
        self.seconds += other.seconds


@dataclass
class Report:
    """What came of a number of games: figures by game, and a paragraph for each that went wrong."""

    figures: dict[str, Figures] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        for name, figures in other.figures.items():
            self.figures.setdefault(name, Figures()).add(figures)
        self.failures += other.failures

    @property
    def games(self) -> int:
        return sum(figures.games for figures in self.figures.values())

    def lines(self) -> Iterator[str]:
        yield f"{'game':<12}{'games':>9}{'actions':>11}{'games a second of one core':>29}"
        for name, each in self.figures.items():
            yield f"{name:<12}{each.games:9}{each.steps:11}{each.games / max(each.seconds, 1e-9):29.1f}"


def play_chunk(plans: list[Plan]) -> Report:
    """Play these games; what goes wrong in one is in the report, and the next is played."""
    report = Report()
    for plan in plans:
        report.add(play_one(plan))
    return report


def play_one(plan: Plan) -> Report:
    began, steps, failures = time.process_time(), 0, []
    try:
        game = RandomGame(plan)
        game.play()
        steps = len(game.entries)
        if plan.number // len(registry.names()) % REPLAY_EVERY == 0:
            game.check_record()
    except Exception:
        again = f"python build/soak.py games --seed {plan.seed} --first {plan.number} --count 1"
        failures.append(f"{plan.name}, game {plan.number} ({again}):\n{traceback.format_exc()}")
    return Report({plan.name: Figures(1, steps, time.process_time() - began)}, failures)


def soak(seed: int, first: int, count: int, jobs: int) -> Iterator[Report]:
    """Play the games `first` to `first + count - 1` of a seed; yield a report for each chunk, in order."""
    plans = [Plan(seed, number) for number in range(first, first + count)]
    chunks = [plans[start : start + CHUNK] for start in range(0, count, CHUNK)]
    yield from parallel_map(play_chunk, chunks, jobs)
