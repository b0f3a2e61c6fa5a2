"""What holds at every moment of every game of Towers of Wyoming."""

from __future__ import annotations

from topping_out.game.wyoming.cards import DECK, suit_of
from topping_out.game.wyoming.core.numbers import HAND
from topping_out.game.wyoming.state import State


def check(state: State) -> None:
    """A hundred cards, towers of one suit, at most seven in a hand, no debt in the Sky."""
    places = b"".join((*state.hands, *state.towers, state.deck, state.discards))
    assert bytes(sorted(places)) == DECK, "cards were lost or doubled"
    assert all(len(set(map(suit_of, tower))) <= 1 for tower in state.towers), "a tower of two suits"
    assert all(len(hand) <= HAND for hand in state.hands), f"a hand of more than {HAND}"
    assert state.pennies >= 0, "fewer pennies than none"
    assert state.variant.scaffolding or not state.safe, "scaffolding where none is played"
    assert all(tower or not state.safe >> place & 1 for place, tower in enumerate(state.towers)), (
        "scaffolding round nothing"
    )
