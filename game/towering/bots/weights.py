"""The weights of the bots; assets/games/towering/bots.toml says what each number means."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from topping_out.game.bots.weights import OneOrMore, ZeroOrMore, learnt

NotNegative = Annotated[float, msgspec.Meta(ge=0)]
Positive = Annotated[float, msgspec.Meta(gt=0)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights by which every bot values towers."""

    reach: NotNegative
    tops: NotNegative
    doubt: Positive
    caution: float
    materials: float
    risk: Positive
    bonus: Annotated[float, msgspec.Meta(ge=0, le=50)]
    pace: NotNegative
    rival: float
    give: NotNegative
    pile: float


class HeuristicWeights(Weights, frozen=True, forbid_unknown_fields=True):
    """The weights of a bot that looks one action ahead."""

    wobble: float
    memory: OneOrMore = 100


class PolicyWeights(Weights, frozen=True, forbid_unknown_fields=True):
    """The weights of the playouts' quick policy."""

    fade: float
    eager: float
    tempo: float


class Net(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tower comes to in the end, as a net: see `core.value`."""

    hidden: list[list[float]]
    bias: list[float]
    out: list[float]
    skip: list[float]


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What self-play has taught: one of the game's values files."""

    policy: PolicyWeights
    value: Net


class SearchWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of a bot that searches."""

    values: str
    doubt: Positive
    caution: float
    materials: float
    rival: float
    give: NotNegative
    plans: OneOrMore
    playouts: ZeroOrMore
    turns: ZeroOrMore
    near: NotNegative
    trust: float
    spread: Positive
    later: float
    margin: float
    late: ZeroOrMore = 0
    idles: bool = True


@cache
def learnt_as(name: str) -> Learnt:
    """Return the contents of the values file of that name. Raises ValueError if there is none."""
    return msgspec.toml.decode(learnt("towering", name), type=Learnt)
