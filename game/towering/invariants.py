"""What holds at every moment of every game of Towering."""

from __future__ import annotations

from topping_out.game.towering.cards import deck_of
from topping_out.game.towering.state import SEATS, State, TurnStage


def check(state: State) -> None:
    """The cards of the round, hands as large as the turn has them; that towers rise, no set can help."""
    variant = state.variant
    hands = [state.hand(seat) for seat in range(SEATS)]
    towers = [bytes(tower) for seat in range(SEATS) for tower in state.towers_of(seat)]
    places = b"".join((*hands, *towers, *state.discards, state.deck))
    cards = deck_of(variant.colours, variant.materials[state.round])
    assert bytes(sorted(places)) == cards, "cards were lost or doubled"
    draws = state.outcome is None and state.stage is TurnStage.DRAW
    assert len(hands[state.turn]) == variant.hand - draws, "a hand of the wrong size"
    assert len(hands[1 - state.turn]) == variant.hand, "the other hand is of the wrong size"
