"""The weights of the bots; assets/games/icetowers/bots.toml says what each number means."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from topping_out.game.bots.weights import OneOrMore, weights_named

BySize = tuple[float, float, float]
"""Small, medium, large."""
Rates = tuple[float, ...]
"""The twelve numbers of a stage in one row: free, tower, spare, lone."""
Number = Annotated[int, msgspec.Meta(ge=0)]
BySeats = tuple[Number, Number, Number, Number]
"""By the seats: two to five."""

MILESTONES = (0.5, 5.0, 12.0)
"""Free-standers a colour at which the late, middle and early rates hold; they blend in between."""


class StageRates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rates of one part of the game, in pips; `tower` is for each pip of the tower, by its top piece."""

    free: BySize
    tower: BySize
    spare: BySize
    lone: BySize

    def row(self) -> Rates:
        return (*self.free, *self.tower, *self.spare, *self.lone)


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one bot."""

    width: Number
    """How many of the most promising plays are tried against the rivals' best answers."""
    fear: float
    """How much those answers count."""
    wobble: float
    """Its values of plays are off by up to so many pips, at random."""
    late: StageRates
    middle: StageRates
    early: StageRates
    sight: Number = 99
    """How many pieces of a tower it looks at, from the top; it overlooks plays with deeper ones."""
    regard: float = 1.0
    """How much a rival's pip counts, beside 1 for its own."""
    tall: float = 0.0
    """What each piece under a top of its own is worth to it, in pips: it likes tall towers."""
    spite: float = 0.0
    """What each piece under a rival's top costs it, in pips: it likes to break them up."""
    crowd: float = 1.0
    """What its wobble is multiplied by against more than one rival: there is more to overlook."""
    beams: tuple[OneOrMore, ...] = ()
    """For a search deeper than one answer: how many plays are tried at each depth."""
    work: BySeats = (0, 0, 0, 0)
    """How many plays such a search may value in all, against each rival."""
    little: Number = 0
    """With no more plays than this left to both seats together, the search tries all of them, to the end."""
    little_work: BySeats = (0, 0, 0, 0)
    """How many plays that search may value in all, against each rival."""

    def rates(self, free_standers: float) -> Rates:
        """Return the rates for `free_standers`, the number of free-standers a colour."""
        rows = [stage.row() for stage in (self.late, self.middle, self.early)]
        low, mid, high = MILESTONES
        if free_standers < mid:
            return blend(rows[0], rows[1], (free_standers - low) / (mid - low))
        return blend(rows[1], rows[2], (free_standers - mid) / (high - mid))


@cache
def weights_of(bot: str) -> Weights:
    """Return the weights of the bot of that name. Raises UnknownBot."""
    return msgspec.convert(weights_named("icetowers", bot)["head"], Weights)


def blend(one: Rates, other: Rates, share: float) -> Rates:
    """Return rates that are `one` at share 0 or less, `other` at 1 or more."""
    share = min(max(share, 0.0), 1.0)
    return tuple(a + share * (b - a) for a, b in zip(one, other))
