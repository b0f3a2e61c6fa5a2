"""Views as rounds with all cards known, and the numbers of the playouts' policy as actions."""

from __future__ import annotations

import random

from topping_out.game.towering.actions import BUILDS, DISCARDS, DRAW_PILE, TAKES, Action, Build, Discard
from topping_out.game.towering.cards import Cards
from topping_out.game.towering.core.state import PILE, State
from topping_out.game.towering.state import View, state_of, unseen


class Deals:
    """A view as rounds: all that is seen, and the unseen cards dealt anew each time."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self._rival = 1 - view.seat
        self._seen = state_of(view)
        self._unseen = unseen(view)
        self._held = view.hand_sizes[self._rival] - len(view.known[self._rival])

    def in_order(self) -> State:
        """Return one of the deals, always the same."""
        return self.filled(self._unseen[: self._held], self._unseen[self._held :])

    def shuffled(self, rng: random.Random) -> State:
        """Return a random deal."""
        cards = list(self._unseen)
        rng.shuffle(cards)
        return self.filled(bytes(cards[: self._held]), bytes(cards[self._held :]))

    def filled(self, hand: Cards, deck: Cards) -> State:
        """Return the deal in which the rival's hand hides these cards, and the draw pile is that one."""
        r = self._seen.copy()
        r.hold(self._rival, hand)
        r.stack(deck)
        return r


def action_of(play: int | None, draw: int) -> Action:
    """Return the play as an action; the draw where the card is played already."""
    if play is None:
        return DRAW_PILE if draw == PILE else TAKES[draw]
    return BUILDS[play >> 1] if play & 1 else DISCARDS[play >> 1]


def code_of(action: Action) -> tuple[int | None, int | None]:
    """Return play and draw in the policy's numbers; None for what the action leaves open."""
    match action:
        case Build(card):
            return card * 2 + 1, None
        case Discard(card):
            return card * 2, None
    return None, PILE if action.colour is None else action.colour
