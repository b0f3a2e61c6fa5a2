"""What holds at every moment of every game of Towering."""

from __future__ import annotations

from topping_out.game.towering.cards import NUMBER_OF, colour_of, deck_of
from topping_out.game.towering.state import Stage, State


def check(state: State) -> None:
    """The cards of the round, towers that rise, hands as large as the turn has them."""
    variant = state.variant
    places = b"".join((*state.hands, *state.towers, *state.discards, state.deck))
    cards = deck_of(variant.colours, variant.materials[state.round])
    assert bytes(sorted(places)) == cards, "cards were lost or doubled"
    for tower in state.towers:
        assert len(set(map(colour_of, tower))) <= 1, "a tower of two colours"
        numbers = [number for card in tower if (number := NUMBER_OF[card])]
        assert numbers == sorted(set(numbers)), "a tower that does not rise"
    draws = state.outcome is None and state.stage is Stage.DRAW
    assert len(state.hands[state.turn]) == variant.hand - draws, "a hand of the wrong size"
    assert len(state.hands[1 - state.turn]) == variant.hand, "the other hand is of the wrong size"
