"""What the bots weigh by: assets/games/towering/bots.toml says what each number means."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from game.bots.weights import Count, OneOrMore, learnt

NotNegative = Annotated[float, msgspec.Meta(ge=0)]
Positive = Annotated[float, msgspec.Meta(gt=0)]


class TowerWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How every bot values towers."""

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


class PlannerWeights(TowerWeights, frozen=True, forbid_unknown_fields=True):
    """How a level thinks that looks one action ahead."""

    wobble: float
    memory: OneOrMore = 100


class PolicyWeights(TowerWeights, frozen=True, forbid_unknown_fields=True):
    """How the quick policy of the playouts thinks."""

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
    """How a master thinks."""

    values: str
    doubt: Positive
    caution: float
    materials: float
    rival: float
    give: NotNegative
    plans: OneOrMore
    playouts: Count
    turns: Count
    near: NotNegative
    trust: float
    spread: Positive
    later: float
    margin: float
    late: Count = 0
    idles: bool = True


@cache
def learnt_as(name: str) -> Learnt:
    """Return what the file of that name holds. Raises ValueError where there is none such."""
    return msgspec.toml.decode(learnt("towering", name), type=Learnt)
