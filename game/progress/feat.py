"""Feats: what players can bring off in a game, found by looking through its record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from topping_out.game.engine import Outcome, Seat
from topping_out.game.registry import entry, fence, load_object


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


class FeatFinder:
    """Looks at a game step by step and notes what each seat brings off."""

    feats: ClassVar[tuple[Feat, ...]] = ()
    """All that it can find."""

    def __init__(self) -> None:
        self.found: dict[Achieved, None] = {}

    def get(self, seat: Seat, feat: str) -> None:
        """Note that a seat has brought off a feat."""
        self.found[Achieved(seat, feat)] = None

    def see(self, step: Any) -> None:
        """Look at a step of the record (`game.match.ReplayStep`), whose state is the one after it."""

    def close(self, state: Any, outcome: Outcome) -> None:
        """Look at the game as a whole, once it is over."""


def finder_of(game: str) -> FeatFinder:
    """Return what finds the feats of a game; of one without feats it finds none."""
    place = entry(game).feats
    finder: FeatFinder = load_object(place)() if place else FeatFinder()
    fence(game, finder, FeatFinder)
    return finder


def only(seats: Iterable[Seat], outcome: Outcome) -> Iterator[Seat]:
    """Yield those of the seats that have won alone."""
    return (seat for seat in seats if outcome.winners == (seat,))
