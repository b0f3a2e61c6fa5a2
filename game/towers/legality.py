"""What a seat may do now, and the reasons why not."""

from __future__ import annotations

from topping_out.game.engine import IllegalAction, Seat
from topping_out.game.towers.actions import NEW, Action, Build, Claim
from topping_out.game.towers.floors import NONE
from topping_out.game.towers.state import BUILDS, NO_TOWER, State, floors_of, owners_of


def must_build(state: State, seat: Seat) -> bool:
    """Tell whether the seat has a floor to build before anything else: two, or as many as it has cards (F3)."""
    return len(state.built) < BUILDS and bool(state.hands[seat])


def check_step(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction, with the reason, unless the seat on turn may do `action` now."""
    if isinstance(action, Build):
        if len(state.built) == BUILDS:
            raise IllegalAction("both floors are built: claim floors, or end the turn")
        _check_held(state, seat, action)
        _check_build(state, action)
        return
    if must_build(state, seat):
        raise IllegalAction("build first: two floors, on two different towers")
    if isinstance(action, Claim):
        _check_held(state, seat, action)
        _check_claim(state, action)


def _check_held(state: State, seat: Seat, action: Build | Claim) -> None:
    deck, hand = state.variant.deck, state.hands[seat]
    kind = deck.kind_named.get(action.floor)
    if kind is None:
        raise IllegalAction(f"there is no floor {action.floor} in this deck")
    if kind not in hand.translate(deck.kinds):
        raise IllegalAction(f"there is no {action.floor} in the hand")
    if action.card is not None and (action.card not in tuple(hand) or deck.kinds[action.card] != kind):
        raise IllegalAction(f"card {action.card} is no {action.floor} in the hand")


def _check_build(state: State, action: Build) -> None:
    if action.plot == NEW:
        if NO_TOWER not in state.towers:
            raise IllegalAction(f"{len(state.towers)} towers stand already: there is no room for a new one")
    elif not _stands(state, action.plot):
        raise IllegalAction("there is no tower on that plot: start a new one")
    elif action.plot in state.built:
        raise IllegalAction("this tower has its floor already: the second goes onto another")


def _check_claim(state: State, action: Claim) -> None:
    if not (_stands(state, action.plot) and 0 <= action.level < len(floors_of(state.towers[action.plot]))):
        raise IllegalAction("there is no such floor")
    if owners_of(state.towers[action.plot])[action.level] != NONE:
        raise IllegalAction("this floor has a tucked card already")


def _stands(state: State, plot: int) -> bool:
    return 0 <= plot < len(state.towers) and state.towers[plot] != NO_TOWER
