"""Random games with random legal actions and options, with all invariants checked."""

from __future__ import annotations

import json
import random
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.game.by_luck.random_games import Deal, Step, play, random_deal
from topping_out.game import registry
from topping_out.game.bots.process import LocalWorkers
from topping_out.game.record import Record, fold, parse_record

LOOK_EVERY = 25
"""Steps between two checks of what the seats know, which take more time than everything else."""
REPLAY_EVERY = 5
"""Games between two that are written, read and replayed."""
CHUNK = 50
"""Games that a process plays before it reports."""


# -- one game


@dataclass(frozen=True)
class SoakGame:
    """A random game, determined by seed and number."""

    seed: int
    number: int

    @property
    def name(self) -> str:
        names = registry.names()
        return names[self.number % len(names)]

    def deal(self) -> Deal:
        return random_deal(self.name, random.Random(f"{self.seed}.{self.number}"))


def check_game(deal: Deal) -> tuple[Record, Any]:
    """Play a random game to its end; return its record and last state.

    Raises AssertionError, or anything that the rules raise, if something is wrong.
    """
    record, luck = Record(deal.header(), []), random.Random(deal.luck)
    for number, step in enumerate(play(deal)):
        if number:
            record.entries.append(step.entry)
        deal.game.check_invariants(step.state)
        if step.action is not None:
            text = str(step.action)
            assert deal.game.parse(text) == step.action, f"{text!r} does not parse back"
        if number % LOOK_EVERY == 0:
            check_knowledge(deal, step.state, luck)
    check_knowledge(deal, step.state, luck)
    check_outcome(deal, step)
    return record, step.state


def check_knowledge(deal: Deal, state: Any, luck: random.Random) -> None:
    """Check that a determinized state gives the same view, and that dumps are plain JSON data."""
    game = deal.game
    for seat in (*range(deal.seats), None):
        view = game.view(state, seat)
        assert game.view(game.determinize(view, luck), seat) == view, f"seat {seat} sees another world"
    json.dumps(game.dump(state))


def check_outcome(deal: Deal, last: Step) -> None:
    game, outcome = deal.game, deal.game.outcome(last.state)
    assert outcome is not None, "the game does not end"
    assert not game.actors(last.state), "the game is over, but somebody may act"
    assert len(outcome.scores) >= deal.seats, "a seat has no score"
    assert list(outcome.winners) == sorted(set(outcome.winners)), "the winners are out of order"
    assert outcome.reason
    names = [*(player.name for player in deal.header().seats), "the ghost"]
    assert game.describe_outcome(outcome, names).endswith("."), "the outcome is told in no sentence"
    json.dumps(game.summary(last.state))


# -- many


@dataclass
class GameFigures:
    """How much was played of one game, and the processor time that it took."""

    games: int = 0
    steps: int = 0
    seconds: float = 0.0

    def add(self, other: GameFigures) -> None:
        self.games += other.games
        self.steps += other.steps
        self.seconds += other.seconds


@dataclass
class Report:
    """The results of a number of games: figures by game, and a paragraph for each failure."""

    figures: dict[str, GameFigures] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        for name, figures in other.figures.items():
            self.figures.setdefault(name, GameFigures()).add(figures)
        self.failures += other.failures

    @property
    def games(self) -> int:
        return sum(figures.games for figures in self.figures.values())

    def lines(self) -> Iterator[str]:
        yield f"{'game':<12}{'games':>9}{'actions':>11}{'games a second of one core':>29}"
        for name, each in self.figures.items():
            yield f"{name:<12}{each.games:9}{each.steps:11}{each.games / max(each.seconds, 1e-9):29.1f}"


def play_chunk(plans: list[SoakGame]) -> Report:
    """Play these games. Failures are reported and do not stop the others."""
    report = Report()
    for plan in plans:
        report.add(play_one(plan))
    return report


def play_one(plan: SoakGame) -> Report:
    began, steps, failures = time.process_time(), 0, []
    try:
        record, state = check_game(plan.deal())
        steps = len(record.entries)
        if plan.number // len(registry.names()) % REPLAY_EVERY == 0:
            read = parse_record(record.to_bytes())
            assert read == record, "the record does not go through bytes"
            game = registry.load(record.header.game)
            assert game.dump(fold(read)) == game.dump(state), "the record tells another game"
    except Exception:
        again = f"python build/soak.py games --seed {plan.seed} --first {plan.number} --count 1"
        failures.append(f"{plan.name}, game {plan.number} ({again}):\n{traceback.format_exc()}")
    return Report({plan.name: GameFigures(1, steps, time.process_time() - began)}, failures)


def soak(seed: int, first: int, count: int, jobs: int) -> Iterator[Report]:
    """Play the games `first` to `first + count - 1` of a seed; yield a report for each chunk, in order."""
    plans = [SoakGame(seed, number) for number in range(first, first + count)]
    chunks = [plans[start : start + CHUNK] for start in range(0, count, CHUNK)]
    yield from LocalWorkers(jobs).map(play_chunk, chunks)
