"""Legal steps looked up instead of worked out: they depend only on a hand's kinds and on what is free."""

from __future__ import annotations

from functools import cache, lru_cache

from topping_out.game.towers.actions import NEW, Build, Claim, End
from topping_out.game.towers.floors import Deck, Kind, Kinds
from topping_out.game.towers.state import HEIGHT

PLOTS = range(4)
END = End()

BuildRows = tuple[tuple[Build, ...], ...]
"""The builds for each plot, and last those of a new tower."""
ClaimRows = tuple[tuple[Claim, ...], ...]
"""The claims for each level of the first plot, then for each of the second, and so on."""

_build = cache(Build)
_claim = cache(Claim)


@lru_cache(maxsize=8192)
def build_rows(deck: Deck, kinds: Kinds) -> BuildRows:
    """Return the builds of a hand of these kinds."""
    return _build_rows(deck, frozenset(kinds))


@lru_cache(maxsize=8192)
def claim_rows(deck: Deck, kinds: Kinds) -> ClaimRows:
    """Return the claims of a hand of these kinds."""
    return _claim_rows(deck, frozenset(kinds))


@lru_cache(maxsize=1024)
def _build_rows(deck: Deck, kinds: frozenset[Kind]) -> BuildRows:
    names = [deck.floors[kind].name for kind in sorted(kinds)]
    return tuple(tuple([_build(name, plot) for name in names]) for plot in (*PLOTS, NEW))


@lru_cache(maxsize=1024)
def _claim_rows(deck: Deck, kinds: frozenset[Kind]) -> ClaimRows:
    names = [deck.floors[kind].name for kind in sorted(kinds)]
    return tuple(tuple([_claim(name, plot, level) for name in names]) for plot in PLOTS for level in range(HEIGHT))
