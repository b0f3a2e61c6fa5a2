"""Random games, and Hypothesis strategies for them."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from hypothesis import strategies as st

from topping_out.game import registry
from topping_out.game.engine import AnyGame, Seat
from topping_out.game.live import LiveGame
from topping_out.game.options import Value
from topping_out.game.record import TICK, Entry, Header, Player, Record, new_header
from topping_out.game.registry import load

# -- random games


LONGEST = 6000
"""Actions after which a random game is considered endless."""
LONGEST_PAUSE = 2500
"""Longest time between two actions of a live game, in milliseconds."""
PATIENCE = 60
"""Actions after which the seats of a live game only finish what they have begun."""


@dataclass(frozen=True)
class Deal:
    """The set-up of a random game, and the seed of its actions."""

    name: str
    seats: int
    options: dict[str, Value]
    seed: int
    luck: int
    patience: int = PATIENCE
    version: int | None = None
    """Version of the rules; None for the current one."""

    @property
    def game(self) -> AnyGame:
        return load(self.name)

    def start(self) -> Any:
        state = self.game.setup(self.seats, self.options, self.seed)
        if self.version is not None:
            self.game.use_version(state, self.version, self.seed)
        return state

    def header(self) -> Header:
        players = [Player(f"Player {seat}", colour=seat) for seat in range(self.seats)]
        return new_header(self.game, players, self.options, self.seed)


def random_options(game: AnyGame, seats: int, luck: random.Random) -> dict[str, Value]:
    return {option.key: luck.choice(option.lasting) for option in game.options(seats)}


def random_deal(
    name: str,
    luck: random.Random,
    options_by: Callable[[AnyGame, int, random.Random], dict[str, Value]] = random_options,
) -> Deal:
    """Return a set-up with a random number of seats and random options."""
    game = load(name)
    seats = luck.choice(list(game.seats))
    options = options_by(game, seats, luck)
    return Deal(name, seats, options, luck.getrandbits(32), luck.getrandbits(16), luck.randrange(20, 200))


def short_options(game: AnyGame, seats: int) -> dict[str, Value]:
    """Return options that make a game short: the smallest value of every numeric option."""
    counted = {
        option.key: [value for value, _ in option.choices if type(value) is int]
        for option in game.options(seats)
        if option.key != "first"  # a seat, not a count
    }
    return {key: min(numbers) for key, numbers in counted.items() if numbers}


@dataclass(frozen=True)
class Step:
    """An action and the state after it. The state is not copied, so copy it to keep it."""

    state: Any
    ms: int
    seat: Seat | None
    action: Any
    events: list[Any]

    @property
    def entry(self) -> Entry:
        return Entry(self.ms, self.seat, TICK if self.action is None else str(self.action))


def play(deal: Deal, longest: int = LONGEST) -> Iterator[Step]:
    """Play a random game. Yield the start, then a step for each action, to the end or for `longest` actions."""
    game, state, luck, ms = deal.game, deal.start(), random.Random(deal.luck), 0
    yield Step(state, ms, None, None, [])
    for number in range(longest):
        if game.outcome(state) is not None:
            return
        events: list[Any] = []
        if game.live:
            ms += luck.randrange(LONGEST_PAUSE)
            game.tick(state, ms, events)
        seat, action = _pick(game, state, luck, is_closing=number >= deal.patience)
        if action is not None:
            game.check(state, seat, action)
            game.apply(state, seat, action, events)
        yield Step(state, ms, seat, action, events)


def _pick(game: AnyGame, state: Any, luck: random.Random, is_closing: bool) -> tuple[Seat | None, Any]:
    """Pick a seat and its action, or (None, None) if only time passes."""
    found = [(seat, actions) for seat in sorted(game.actors(state)) if (actions := game.actions(state, seat))]
    assert found or game.live or game.outcome(state), "a turn game goes on, but nobody can act"
    if not found:
        return None, None
    seat, actions = luck.choice(found)
    if not (game.live and is_closing):
        return seat, luck.choice(actions)
    live = cast("LiveGame[Any, Any, Any, Any]", game)
    if live.second_thoughts(state, seat) is not None:  # the seat is done
        return None, None
    return seat, _finish(live, state, seat, actions)


def _finish(game: LiveGame[Any, Any, Any, Any], state: Any, seat: Seat, actions: Sequence[Any]) -> Any:
    """Return an action after which the seat is done or waits for others, or else the first action."""
    for action in reversed(actions):
        after = state.copy()
        game.apply(after, seat, action)
        if game.second_thoughts(after, seat) is not None or seat not in game.actors(after):
            return action
    return actions[0]


def moments(deal: Deal, most: int = 12) -> Iterator[Any]:
    """Yield copies of states of a random game: the start, some states on the way, and the end."""
    luck, step = random.Random(deal.luck + 1), None
    for number, step in enumerate(play(deal)):
        if number == 0 or (most > 0 and luck.random() < 0.2):
            most -= 1
            yield step.state.copy()
    yield step.state.copy()


def whole_game(deal: Deal) -> tuple[Record, list[list[Any]], Any]:
    """Play a random game to its end. Return its record, the events of each entry, and the last state."""
    steps = list(play(deal))[1:]
    record = Record(deal.header(), [step.entry for step in steps])
    return record, [step.events for step in steps], steps[-1].state


# -- strategies


@st.composite
def deals(draw: st.DrawFn, name: str | None = None) -> Deal:
    """Draw a set-up of the named game, or of any game, with any number of seats and any options."""
    name = name or draw(st.sampled_from(registry.names()))
    game = load(name)
    seats = draw(st.sampled_from(game.seats))
    options = {option.key: draw(st.sampled_from(option.lasting)) for option in game.options(seats)}
    return Deal(name, seats, options, draw(st.integers(0, 2**32 - 1)), draw(st.integers(0, 2**16)))
