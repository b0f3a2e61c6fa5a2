"""What holds at every moment of every game of Towers."""

from __future__ import annotations

from topping_out.game.towers.floors import NONE
from topping_out.game.towers.state import State, floors_of, owners_of, tucks_of


def check(state: State) -> None:
    """The deck's cards, at most six in a hand, a tucked card under each owned floor and under no other."""
    floors, tucks = map(floors_of, state.towers), map(tucks_of, state.towers)
    places = b"".join((*state.hands, state.draw_pile, state.discards, *floors, *tucks))
    assert bytes(sorted(places)) == bytes(state.variant.deck.cards), "cards were lost or doubled"
    assert all(len(hand) <= state.terms.hand for hand in state.hands), f"a hand of more than {state.terms.hand}"
    assert len(state.towers) == state.variant.limit, "plots were lost or added"
    for tower in state.towers:
        owned = [owner != NONE for owner in owners_of(tower)]
        assert owned == [tuck != NONE for tuck in tower[2::3]], "a tuck without an owner, or an owner without one"
