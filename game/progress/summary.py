"""What is worked out of a record once: its feats, and what the index of saved games keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from ..engine import BuiltTower, Outcome, Seat
from ..match import walk
from ..record import Header, Record, RecordError, start_state
from ..registry import UnknownGame, load, part

# -- feat


@dataclass(frozen=True)
class Feat:
    """One feat of a game."""

    name: str
    """A short word for it, which never changes; two feats of a game have two."""
    title: str
    about: str
    """What has to be done. Both are marked texts."""


class Achieved(Struct, frozen=True, array_like=True, gc=False):
    """A feat that a seat has achieved in a game."""

    seat: Seat
    feat: Annotated[str, Meta(max_length=24)]


class Harm(Struct, frozen=True, array_like=True, gc=False):
    """The worst that one seat did to another in a game; what the words mean, the game says (`Game.describe_harm`)."""

    seat: Seat
    """Whose harm it was."""
    by: Seat
    what: Annotated[str, Meta(max_length=24)]
    size: Annotated[int, Meta(ge=0, le=999)] = 0


class FeatFinder:
    """Looks at a game step by step and notes what each seat achieves."""

    feats: ClassVar[tuple[Feat, ...]] = ()
    """All that it can find."""
    goals: ClassVar[tuple[str, ...]] = ()
    """What else a match of the city may ask for, beside the feats: short words that never change."""

    def __init__(self) -> None:
        self.found: dict[Achieved, None] = {}
        self.reached: dict[Achieved, None] = {}
        """Of the `goals`."""
        self.harms: dict[tuple[Seat, Seat], Harm] = {}
        """By who suffered it, and who did it."""

    def get(self, seat: Seat, feat: str, when: bool = True) -> None:
        """Note that a seat has achieved a feat if `when` is true."""
        if when:
            self.found[Achieved(seat, feat)] = None

    def reach(self, seat: Seat, goal: str) -> None:
        """Note that a seat has reached one of the goals."""
        self.reached[Achieved(seat, goal)] = None

    def harm(self, seat: Seat, by: Seat, what: str, size: int = 0) -> None:
        """Note harm that a seat does to another; the worst is kept, and of equal ones the last."""
        before = self.harms.get((seat, by))
        if seat != by and (before is None or size >= before.size):
            self.harms[seat, by] = Harm(seat, by, what, size)

    def see(self, step: Any) -> None:
        """Look at a step of the record (`game.match.ReplayStep`), whose state is the one after it."""

    def close(self, state: Any, outcome: Outcome) -> None:
        """Look at the game as a whole, once it is over."""


def finder_of(game: str) -> FeatFinder:
    """Return what finds the feats of a game; of one without feats it finds none."""
    return part(game, "feats", FeatFinder, is_made=True) or FeatFinder()


def only(seats: Iterable[Seat], outcome: Outcome) -> Iterator[Seat]:
    """Yield those of the seats that have won alone."""
    return (seat for seat in seats if outcome.winners == (seat,))


# -- summary


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
    """The feats that humans have achieved in a finished game that counts."""
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
