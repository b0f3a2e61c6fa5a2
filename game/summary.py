"""What is worked out of a record once, and then kept in the index of the saved games."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from game.engine import Outcome
from game.match import walk
from game.record import Record, start_state
from game.registry import load
from game.tower import BuiltTower

VERSION = 1
"""Of what a summary holds, and of how it is worked out: raise it, and the index is made anew."""


class Summary(Struct, frozen=True, gc=False):
    """What a game's record tells beside its outcome. What can be worked out of the index alone is not in it."""

    ms: Annotated[int, Meta(ge=0)] = 0
    """How long the game has lasted, in milliseconds."""
    tower: BuiltTower | None = None
    """The best one of a finished game; None where its game names none."""


def summarise(record: Record) -> tuple[Outcome | None, Summary]:
    """Play a record through once; return how it ended, and its summary. Raises RecordError."""
    game, state = load(record.header.game), start_state(record.header)
    for _ in walk(record, state):
        pass
    outcome = game.outcome(state)
    ms = record.entries[-1].ms if record.entries else 0
    return outcome, Summary(ms, game.best_tower(state) if outcome else None)
