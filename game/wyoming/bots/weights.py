"""The weights of the bots; assets/games/wyoming/bots.toml says what each number means."""

from __future__ import annotations

from functools import cache

import msgspec

from ...bots.weights import ZeroOrMore, weights_named


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one bot."""

    alarm: ZeroOrMore
    hoard: ZeroOrMore
    danger: float
    patience: float
    chance: float
    reach: float
    height: float
    rival: float
    draw: float
    guard: float
    contract: float
    lead: float
    wobble: float
    waste: float = 0.0
    stake: float = 0.0
    prior: float = 0.0
    rounds: ZeroOrMore = 0
    tries: ZeroOrMore = 0
    candidates: ZeroOrMore = 0
    memory: ZeroOrMore = 100
    values: str = ""
    network: str = ""
    network_rounds: ZeroOrMore = 0
    network_playouts: ZeroOrMore = 0
    looks: ZeroOrMore = 0
    playouts: ZeroOrMore = 0


@cache
def weights_of(bot: str) -> Weights:
    """Return the weights of the bot of that name. Raises UnknownBot."""
    return msgspec.convert(weights_named("wyoming", bot), Weights)
