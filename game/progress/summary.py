"""What is worked out of a record once, and then kept in the index of the saved games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from topping_out.game.engine import BuiltTower, Outcome
from topping_out.game.match import walk
from topping_out.game.progress.feat import Achieved, FeatFinder, Harm, finder_of
from topping_out.game.record import Header, Record, RecordError, start_state
from topping_out.game.registry import UnknownGame, load

VERSION = 3
"""Of what a summary holds, and of how it is worked out: raise it, and the index is made anew."""


MOST_FEATS = 200
Feats = Annotated[tuple[Achieved, ...], Meta(max_length=MOST_FEATS)]


class Summary(Struct, frozen=True, gc=False):
    """What a game's record tells beside its outcome. What can be worked out of the index alone is not in it."""

    ms: Annotated[int, Meta(ge=0)] = 0
    """How long the game has lasted, in milliseconds."""
    tower: BuiltTower | None = None
    """The best one of a finished game; None where its game names none."""
    feats: Feats = ()
    """What the humans have brought off in a finished game that counts."""
    goals: Feats = ()
    """What else they have reached in it that a match of the city may ask for."""
    harms: Annotated[tuple[Harm, ...], Meta(max_length=MOST_FEATS)] = ()
    """The worst that each of them did to each bot, which may remember it."""


def summarise(record: Record) -> tuple[Outcome | None, Summary]:
    """Play a record through once; return how it ended, and its summary. Raises RecordError."""
    state = start_state(record.header)
    try:
        game, finder = load(record.header.game), finder_of(record.header.game)
        for step in walk(record, state):
            finder.see(step)
        outcome = game.outcome(state)
        ms = record.entries[-1].ms if record.entries else 0
        if outcome is None:
            return None, Summary(ms)
        finder.close(state, outcome)
        if record.header.occasion and record.header.occasion.branch:  # it goes on from another game, and does not count
            finder = FeatFinder()
        feats, goals = (_of_humans(record.header, found) for found in (finder.found, finder.reached))
        return outcome, Summary(ms, game.best_tower(state), feats, goals, _remembered(record.header, finder))
    except UnknownGame as error:
        raise RecordError(str(error)) from None


def _of_humans(header: Header, found: Iterable[Achieved]) -> tuple[Achieved, ...]:
    return tuple(feat for feat in found if header.seats[feat.seat].is_human)[:MOST_FEATS]


def _remembered(header: Header, finder: FeatFinder) -> tuple[Harm, ...]:
    """Return the harm that humans did to bots."""
    seats = header.seats
    return tuple(h for h in finder.harms.values() if seats[h.by].is_human and not seats[h.seat].is_human)[:MOST_FEATS]
