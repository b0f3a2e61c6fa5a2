"""What is worked out of a record once, and then kept in the index of the saved games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from topping_out.game.engine import BuiltTower, Outcome
from topping_out.game.match import walk
from topping_out.game.progress.feat import Achieved, finder_of
from topping_out.game.record import Record, RecordError, start_state
from topping_out.game.registry import UnknownGame, load

VERSION = 2
"""Of what a summary holds, and of how it is worked out: raise it, and the index is made anew."""


MOST_FEATS = 200


class Summary(Struct, frozen=True, gc=False):
    """What a game's record tells beside its outcome. What can be worked out of the index alone is not in it."""

    ms: Annotated[int, Meta(ge=0)] = 0
    """How long the game has lasted, in milliseconds."""
    tower: BuiltTower | None = None
    """The best one of a finished game; None where its game names none."""
    feats: Annotated[tuple[Achieved, ...], Meta(max_length=MOST_FEATS)] = ()
    """What the humans have brought off in a finished game that counts."""


def summarise(record: Record) -> tuple[Outcome | None, Summary]:
    """Play a record through once; return how it ended, and its summary. Raises RecordError."""
    state = start_state(record.header)
    try:
        return _played_through(record, state)
    except UnknownGame as error:
        raise RecordError(str(error)) from None


def _played_through(record: Record, state: Any) -> tuple[Outcome | None, Summary]:
    """Do so from the state before the first action. Raises RecordError, and UnknownGame where the game fails."""
    game, finder = load(record.header.game), finder_of(record.header.game)
    for step in walk(record, state):
        finder.see(step)
    outcome = game.outcome(state)
    ms = record.entries[-1].ms if record.entries else 0
    if outcome is None:
        return None, Summary(ms)
    finder.close(state, outcome)
    return outcome, Summary(ms, game.best_tower(state), _counting(record, finder.found))


def _counting(record: Record, found: Iterable[Achieved]) -> tuple[Achieved, ...]:
    """Return the feats of humans; none in a game that goes on from another."""
    header = record.header
    if header.occasion and header.occasion.branch:
        return ()
    return tuple(feat for feat in found if header.seats[feat.seat].is_human)[:MOST_FEATS]
