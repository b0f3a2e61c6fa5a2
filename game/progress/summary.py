"""Data computed once from a record: feats, and what the index of saved games stores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from ..engine import BuiltTower, Outcome, Seat
from ..match import walk
from ..record import Header, Record, RecordError, start_state
from ..registry import UnknownGame, load, part

# -- feat


@dataclass(frozen=True)
class Feat:
    """A feat of a game."""

    name: str
    """A short word that never changes, unique within the game."""
    title: str
    about: str
    """What must be done. Title and description are marked texts."""
    tier: Literal[1, 2, 3] = 1
    """How rare it is: bronze, silver or gold. `build/measure/feats.py` measures this in games of bots."""
    needs: Mapping[str, int] = field(default_factory=dict)
    """The measures that a seat needs in a game, each at least so high (see `FeatFinder.measures`). Empty for a feat
    that the finder notes itself."""


class Achieved(Struct, frozen=True, array_like=True, gc=False):
    """A feat, or a goal, that a seat achieved in a game."""

    seat: Seat
    feat: Annotated[str, Meta(max_length=24)]


class Harm(Struct, frozen=True, array_like=True, gc=False):
    """The worst that one seat did to another in a game. The game defines the words (see `Game.describe_harm`)."""

    seat: Seat
    """The seat that suffered the harm."""
    by: Seat
    what: Annotated[str, Meta(max_length=24)]
    size: Annotated[int, Meta(ge=0, le=999)] = 0


class FeatFinder:
    """Follows a game step by step, and notes what each seat achieves."""

    feats: ClassVar[tuple[Feat, ...]] = ()
    """All feats that it can find."""
    goals: ClassVar[tuple[str, ...]] = ()
    """Other achievements that a match of the city may require, as short words that never change."""

    def __init__(self) -> None:
        self.found: dict[Achieved, None] = {}
        self.reached: dict[Achieved, None] = {}
        """The achieved `goals`."""
        self.measures: dict[tuple[Seat, str], int] = {}
        """By seat and name, figures about the game: sums, or the highest value that was reached."""
        self.harms: dict[tuple[Seat, Seat], Harm] = {}
        """By victim and offender."""

    def count(self, seat: Seat, measure: str, by: int = 1) -> None:
        """Add to a measure."""
        self.measures[seat, measure] = self.measures.get((seat, measure), 0) + by

    def most(self, seat: Seat, measure: str, value: int) -> None:
        """Raise a measure to a value if it was lower."""
        self.measures[seat, measure] = max(value, self.measures.get((seat, measure), 0))

    def finish(self, state: Any, outcome: Outcome) -> None:
        """Process the game as a whole, and note the feats whose measures are high enough."""
        self.close(state, outcome)
        for seat in {seat for seat, _ in self.measures}:
            for feat in self.feats:
                enough = all(self.measures.get((seat, measure), 0) >= least for measure, least in feat.needs.items())
                self.get(seat, feat.name, bool(feat.needs) and enough)

    def get(self, seat: Seat, feat: str, when: bool = True) -> None:
        """Note that a seat has achieved a feat if `when` is true."""
        if when:
            self.found[Achieved(seat, feat)] = None

    def reach(self, seat: Seat, goal: str) -> None:
        """Note that a seat has reached a goal."""
        self.reached[Achieved(seat, goal)] = None

    def harm(self, seat: Seat, by: Seat, what: str, size: int = 0) -> None:
        """Note harm that one seat does to another. The worst is kept; of equal ones, the last."""
        before = self.harms.get((seat, by))
        if seat != by and (before is None or size >= before.size):
            self.harms[seat, by] = Harm(seat, by, what, size)

    def see(self, step: Any) -> None:
        """Process a step of the record (`game.match.ReplayStep`), whose state is the one after it."""

    def close(self, state: Any, outcome: Outcome) -> None:
        """Process the game as a whole when it is over."""


def finder_of(game: str) -> FeatFinder:
    """Return a new finder of a game's feats. For a game without feats it finds nothing."""
    return part(game, "feats", FeatFinder, is_made=True) or FeatFinder()


def only(seats: Iterable[Seat], outcome: Outcome) -> Iterator[Seat]:
    """Yield those of the seats that won alone."""
    return (seat for seat in seats if outcome.winners == (seat,))


# -- summary


VERSION = 4
"""Version of the content and computation of summaries. If it changes, the index is made anew."""


MOST_FEATS = 200
Feats = Annotated[tuple[Achieved, ...], Meta(max_length=MOST_FEATS)]


class Summary(Struct, frozen=True, gc=False):
    """Facts from a game's record beyond its outcome, except what can be computed from the index alone."""

    ms: Annotated[int, Meta(ge=0)] = 0
    """Duration of the game in milliseconds."""
    tower: BuiltTower | None = None
    """The best tower of a finished game, or None if the game names none."""
    feats: Feats = ()
    """Feats that humans achieved in a finished game, if it counts."""
    goals: Feats = ()
    """Other goals that humans reached in it, for matches of the city."""
    harms: Annotated[tuple[Harm, ...], Meta(max_length=MOST_FEATS)] = ()
    """The worst that each human did to each bot, which the bot may remember."""
    helped: tuple[Seat, ...] = ()
    """The humans for whom the game counts neither for feats nor for the rating, because they took too many hints."""


def summarise(record: Record) -> tuple[Outcome | None, Summary]:
    """Replay a record once; return its outcome and summary. Raises RecordError."""
    state = start_state(record.header)
    try:
        game, finder = load(record.header.game), finder_of(record.header.game)
        for step in walk(record, state):
            finder.see(step)
        outcome = game.outcome(state)
        ms = record.entries[-1].ms if record.entries else 0
        if outcome is None:
            return None, Summary(ms)
        finder.finish(state, outcome)
        if record.header.purpose.branch:  # a continued game does not count
            finder = FeatFinder()
        helped = record.helped()
        # in the city a feat that is required counts with any number of hints
        reached = [*finder.reached, *(each for each in finder.found if each.seat in helped)]
        feats = _of_humans(record.header, (each for each in finder.found if each.seat not in helped))
        goals, harms = _of_humans(record.header, reached), _remembered(record.header, finder)
        return outcome, Summary(ms, game.best_tower(state), feats, goals, harms, helped)
    except UnknownGame as error:
        raise RecordError(str(error)) from None


def _of_humans(header: Header, found: Iterable[Achieved]) -> tuple[Achieved, ...]:
    return tuple(feat for feat in found if header.seats[feat.seat].is_human)[:MOST_FEATS]


def _remembered(header: Header, finder: FeatFinder) -> tuple[Harm, ...]:
    """Return the harm that humans did to bots."""
    seats = header.seats
    return tuple(h for h in finder.harms.values() if seats[h.by].is_human and not seats[h.seat].is_human)[:MOST_FEATS]
