"""What a seat may do now, and the reasons why not.

The steps are looked up instead of worked out: they depend only on a hand's kinds and on what is free.
"""

from __future__ import annotations

from functools import cache, lru_cache

from topping_out.game.engine import IllegalAction, Seat
from topping_out.game.language import mark, tr
from topping_out.game.towers.actions import NEW, Action, Build, Claim, End
from topping_out.game.towers.core.numbers import HEIGHT, MANY_PLOTS
from topping_out.game.towers.floors import NONE, Deck, Kind, Kinds
from topping_out.game.towers.state import NO_TOWER, State, owners_of

PLOTS = range(MANY_PLOTS)
END = End()

BuildRows = tuple[tuple[Build, ...], ...]
"""The builds for each plot, and last those of a new tower."""
ClaimRows = tuple[tuple[Claim, ...], ...]
"""The claims for each level of the first plot, then for each of the second, and so on."""

_build = cache(Build)
_claim = cache(Claim)


def must_build(state: State, seat: Seat) -> bool:
    """Tell whether the seat has a floor to build before anything else; of fewer cards it builds what there are (F3)."""
    return len(state.built) < state.terms.builds and bool(state.hands[seat])


def check_step(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction, with the reason, unless the seat on turn may do `action` now."""
    if isinstance(action, Build):
        if len(state.built) == state.terms.builds:
            raise IllegalAction(mark("Your floors are built. To claim a floor, tuck a card under it."))
        _check_held(state, seat, action)
        if action.plot == NEW:
            if NO_TOWER not in state.towers:
                raise IllegalAction(mark("There is no free plot for a new tower."))
        elif not _stands(state, action.plot):
            raise IllegalAction(mark("A new tower takes the leftmost free plot."))
        elif action.plot in state.built:
            raise IllegalAction(mark("You've built on this tower: the next floor goes on another one."))
        return
    if must_build(state, seat):
        text = mark("Build first: {number} floors, each on a different tower. Then you may claim.")
        raise IllegalAction(tr(text, number=state.terms.builds))
    if isinstance(action, Claim):
        _check_held(state, seat, action)
        owners = owners_of(state.towers[action.plot]) if _stands(state, action.plot) else b""
        if not 0 <= action.level < len(owners):
            raise IllegalAction(mark("There is no such floor."))
        if owners[action.level] != NONE:
            raise IllegalAction(mark("This floor already has a tucked card."))


def _check_held(state: State, seat: Seat, action: Build | Claim) -> None:
    deck, hand = state.variant.deck, state.hands[seat]
    kind = deck.kind_named.get(action.floor)
    if kind is None:
        raise IllegalAction(tr("There is no floor {floor} in this deck.", floor=action.floor))
    if kind not in hand.translate(deck.kinds):
        raise IllegalAction(tr("There is no {floor} in the hand.", floor=tr(action.floor)))
    if action.card is not None and (action.card not in tuple(hand) or deck.kinds[action.card] != kind):
        raise IllegalAction(tr("Card {number} is no {floor} in the hand.", number=action.card, floor=tr(action.floor)))


def _stands(state: State, plot: int) -> bool:
    return 0 <= plot < len(state.towers) and state.towers[plot] != NO_TOWER


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
