"""Tables of IceTowers laid out by hand, for the tests. A piece is written as its colour and pips: `a3`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from topping_out.game.engine import IllegalAction
from topping_out.game.icetowers.pieces import COLOUR_OF, PER_COLOUR, PER_SIZE, PIPS_OF, PieceId
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import Phase, State, scores
from topping_out.game.icetowers.table import Tower, TowerId
from topping_out.game.options import resolve

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed")
LETTERS = "abcdef"
BEGAN = 3_000
"""When play begins on a table laid out by hand."""


def new(seats: int = 2, seed: int = 1, **options: object) -> State:
    """Return a fresh game with these options, the others by default."""
    return GAME.setup(seats, resolve(GAME.options(seats), options), seed)


def started(seats: int = 2, seed: int = 1, **options: object) -> State:
    """Return a game in which all were ready at once and the countdown is over."""
    state = new(seats, seed, **options)
    for seat in range(seats):
        do(state, seat, f"ready {seat * PER_COLOUR}")
    GAME.tick(state, BEGAN)
    return state


def piece(name: str, number: int = 0) -> PieceId:
    """Return a piece by name: `a3` is the first large of seat 0."""
    return LETTERS.index(name[0]) * PER_COLOUR + (int(name[1]) - 1) * PER_SIZE + number


def table(text: str, seats: int = 2, **options: object) -> State:
    """Return a game in play with only these towers, bottom piece first: `a3 b2 | b3` are tower 0 and tower 1."""
    state = started(seats, **options)
    used: dict[str, int] = {}
    towers = []
    for number, stack in enumerate(text.split("|")):
        pieces = []
        for name in stack.split():
            pieces.append(piece(name, used.get(name, 0)))
            used[name] = used.get(name, 0) + 1
        towers.append(Tower(number, tuple(pieces), 60 + 80 * (number % 14), 60 + 80 * (number // 14)))
    state.towers = tuple(towers)
    state.new_tower = len(towers)
    return state


def do(state: State, seat: int, *texts: str) -> list[Any]:
    """Do these actions of the seat, checked; return the events."""
    log: list[Any] = []
    for text in texts:
        action = GAME.parse(text)
        assert seat in GAME.actors(state)
        GAME.check(state, seat, action)
        GAME.apply(state, seat, action, log)
    return log


def wait(state: State, ms: int) -> list[Any]:
    """Let so many milliseconds pass; return the events."""
    log: list[Any] = []
    GAME.tick(state, state.ms + ms, log)
    return log


def refusal(state: State, seat: int, text: str) -> str:
    """Return the reason for which an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        GAME.check(state, seat, GAME.parse(text))
    return str(caught.value)


def texts(state: State, seat: int) -> list[str]:
    """Return the seat's actions as text."""
    return list(map(str, GAME.actions(state, seat)))


def name_of(number: PieceId) -> str:
    return f"{LETTERS[COLOUR_OF[number]]}{PIPS_OF[number]}"


def shown(state: State) -> str:
    """Return the towers as `table` takes them, in the order of their ids."""
    return " | ".join(
        " ".join(map(name_of, tower.pieces)) for tower in sorted(state.towers, key=lambda tower: tower.id)
    )


def tower(state: State, number: TowerId) -> Tower:
    return next(tower for tower in state.towers if tower.id == number)


def held(state: State, seat: int) -> str:
    """Return the piece in the seat's hand, "" for none."""
    hand = state.hands[seat]
    return "" if hand is None else name_of(hand.piece)


def of(events: Sequence[Any], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def kinds(events: Sequence[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


def is_over(state: State) -> bool:
    return state.phase is Phase.OVER


def total(state: State) -> int:
    return sum(scores(state))
