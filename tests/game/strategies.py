"""Random games of any kind: one strategy that draws how a game is set up, and one driver that plays it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from game import registry
from game.engine import AnyGame, Seat
from game.options import Value
from game.record import TICK, Entry, Header, Player, Record, new_header
from game.registry import load

LONGEST = 6000
"""Actions after which a random game counts as one that does not end."""
LONGEST_PAUSE = 2500
"""Milliseconds that pass at most between two actions of a live game."""
ENOUGH = 60
"""Actions after which the players of a live game only finish what they have begun."""


@dataclass(frozen=True)
class Deal:
    """A set-up, and the luck that picks the actions."""

    name: str
    seats: int
    options: dict[str, Value]
    seed: int
    luck: int

    @property
    def game(self) -> AnyGame:
        return load(self.name)

    def start(self) -> Any:
        return self.game.setup(self.seats, self.options, self.seed)

    def header(self, kind: str = "human") -> Header:
        players = [Player(f"Player {seat}", kind, "easy" if kind == "bot" else "") for seat in range(self.seats)]
        return new_header(self.game, players, self.options, self.seed)


@dataclass(frozen=True)
class Step:
    """What has just happened, and the state after it (the game's own: copy it to keep it)."""

    state: Any
    ms: int
    seat: Seat | None
    action: Any
    events: list[Any]

    @property
    def entry(self) -> Entry:
        return Entry(self.ms, self.seat, TICK if self.action is None else str(self.action))


@st.composite
def deals(draw: st.DrawFn, name: str | None = None) -> Deal:
    """Draw a set-up of that game, or of any: any number of seats, any combination of options."""
    name = name or draw(st.sampled_from(registry.names()))
    game = load(name)
    seats = draw(st.sampled_from(game.seats))
    options = {
        option.key: draw(st.sampled_from([value for value, _ in option.choices])) for option in game.options(seats)
    }
    return Deal(name, seats, options, draw(st.integers(0, 2**32 - 1)), draw(st.integers(0, 2**16)))


def play(deal: Deal, longest: int = LONGEST) -> Iterator[Step]:
    """Play a random game: the start, then a step for each action, until it ends or has had `longest` actions."""
    game, state, luck, ms = deal.game, deal.start(), random.Random(deal.luck), 0
    yield Step(state, ms, None, None, [])
    for number in range(longest):
        if game.outcome(state) is not None:
            return
        events: list[Any] = []
        if game.live:
            ms += luck.randrange(LONGEST_PAUSE)
            game.tick(state, ms, events)
        seat, action = _pick(deal, state, luck, closing=number >= ENOUGH)
        if action is not None:
            game.check(state, seat, action)
            game.apply(state, seat, action, events)
        yield Step(state, ms, seat, action, events)


def _pick(deal: Deal, state: Any, luck: random.Random, closing: bool) -> tuple[Seat | None, Any]:
    """Pick a seat and its action; (None, None) where time alone goes on."""
    game = deal.game
    found = [(seat, game.actions(state, seat)) for seat in sorted(game.actors(state))]
    found = [(seat, actions) for seat, actions in found if actions]
    assert found or game.live or game.outcome(state), "a turn game goes on, but nobody can act"
    if not found:
        return None, None
    seat, actions = luck.choice(found)
    if not (game.live and closing):
        return seat, luck.choice(actions)
    if any(str(action) == "not done" for action in actions):
        return None, None
    return seat, next((action for action in actions if str(action) == "done"), actions[0])


def moments(deal: Deal, most: int = 12) -> Iterator[Any]:
    """Yield copies of the states of a random game: the start, the end, and some on the way."""
    luck, step = random.Random(deal.luck + 1), None
    for number, step in enumerate(play(deal)):
        if number == 0 or (most > 0 and luck.random() < 0.2):
            most -= 1
            yield step.state.copy()
    assert step is not None
    yield step.state.copy()


def whole_game(deal: Deal, kind: str = "human") -> tuple[Record, list[list[Any]], Any]:
    """Play a random game to its end; return its record, the events of each entry, and the last state."""
    steps = list(play(deal))[1:]
    record = Record(deal.header(kind), [step.entry for step in steps])
    return record, [step.events for step in steps], steps[-1].state
