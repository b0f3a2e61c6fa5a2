"""The weights of the bots; assets/games/towers/bots.toml says what each number means."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from topping_out.game.bots.weights import OneOrMore, ZeroOrMore, weights_named

BySize = Annotated[list[float], msgspec.Meta(min_length=5, max_length=5)]
"""By the floors of a tower that stands on: one to five."""
ByCard = Annotated[list[float], msgspec.Meta(min_length=4, max_length=4)]
BySeats = Annotated[list[ZeroOrMore], msgspec.Meta(min_length=3, max_length=3)]
"""By the seats: two to four."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one bot."""

    now: BySize
    grown: BySize
    exposed: BySize
    keep: ByCard
    trigger: float
    draw: float
    wobble: float
    candidates: OneOrMore
    worlds: BySeats
    late: Annotated[float, msgspec.Meta(ge=0)]
    rivals: float
    heats: Annotated[int, msgspec.Meta(ge=0, le=20)]


@cache
def weights_of(bot: str) -> Weights:
    """Return the weights of the bot of that name. Raises UnknownBot."""
    return msgspec.convert(weights_named("towers", bot), Weights)
