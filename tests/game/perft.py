"""How many sequences of actions a position has, by their length: kept as data, for they come out the same for ever."""

import json
from pathlib import Path
from typing import Any

from topping_out.game.engine import AnyGame
from topping_out.game.options import resolve

Case = dict[str, Any]
"""A position: its `name`, `seats`, `seed`, `options`, the `moves` that lead to it, and its `counts`."""


def read_cases(path: Path) -> list[Case]:
    cases: list[Case] = json.loads(path.read_text(encoding="utf-8"))
    return cases


def write_cases(path: Path, cases: list[Case]) -> None:
    path.write_text("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n", encoding="utf-8")


def counts(game: AnyGame, case: Case) -> list[int]:
    """Return how many sequences there are of one action, of two, and so on, as far as the case counts them."""
    state = position(game, case)
    return [perft(game, state, depth) for depth in range(1, len(case["counts"]) + 1)]


def position(game: AnyGame, case: Case) -> Any:
    state = game.setup(case["seats"], resolve(game.options(case["seats"]), case["options"]), case["seed"])
    for text in case["moves"]:
        (seat,), action = game.actors(state), game.parse(text)
        game.check(state, seat, action)
        game.apply(state, seat, action)
    return state


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Return the number of action sequences of that length; a game that is over ends its sequence."""
    actions = [(seat, action) for seat in game.actors(state) for action in game.actions(state, seat)]
    if depth == 1:
        return len(actions)
    count = 0
    for seat, action in actions:
        after = state.copy()
        game.apply(after, seat, action)
        count += perft(game, after, depth - 1)
    return count
