"""How many sequences of actions a position has, by their length: kept as data, for they come out the same for ever."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from game.engine import AnyGame

RERECORD = bool(os.environ.get("TOPPING_OUT_RERECORD"))
Case = dict[str, Any]
"""A position: its `name`, how to come to it, and its `counts`."""


class Perft:
    """A file of positions of a game of turns."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.cases: list[Case] = json.loads(path.read_text(encoding="utf-8"))

    def counts(self, game: AnyGame, state: Any, case: Case) -> list[int]:
        """Return the counts as they are; to re-record, they become the case's own."""
        counts = [perft(game, state, depth) for depth in range(1, len(case["counts"]) + 1)]
        if RERECORD:
            case["counts"] = counts
            self._path.write_text("[\n" + ",\n".join(map(json.dumps, self.cases)) + "\n]\n", encoding="utf-8")
        return counts


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
