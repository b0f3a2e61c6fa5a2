"""Feats: what players can bring off in a game, found by looking through its record; and what others remember of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from topping_out.game.engine import Outcome, Seat
from topping_out.game.registry import part


@dataclass(frozen=True)
class Feat:
    """One feat of a game."""

    name: str
    """A short word for it, which never changes; two feats of a game have two."""
    title: str
    about: str
    """What has to be done. Both are marked texts."""


class Achieved(Struct, frozen=True, array_like=True, gc=False):
    """A feat that a seat has brought off in a game."""

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
    """Looks at a game step by step and notes what each seat brings off."""

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
        """Note that a seat has brought off a feat, where `when` is so."""
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
