"""Between the rules and the core: views become rounds with all cards known, and actions become numbers."""

from __future__ import annotations

import random
from itertools import chain

from topping_out.game.towering.actions import BUILDS, DISCARDS, DRAW_PILE, TAKES, Action, Build, Discard
from topping_out.game.towering.bots.core.round import NUMBER, PER_COLOUR, PILE, WIDTH, Round, empty
from topping_out.game.towering.cards import CardId, Cards, Copies, deck_of, without
from topping_out.game.towering.state import View


def unseen(view: View) -> Cards:
    """Return the cards of the round that may be in the pile or hidden in the rival's hand."""
    assert view.seat is not None
    towers = (tower for towers in view.towers for tower in towers)
    seen = chain(view.hand, view.known[1 - view.seat], *towers, *view.discards)
    return without(deck_of(view.variant.colours, view.variant.materials[view.round]), seen)


class Deals:
    """A view as rounds of the core: all that is seen, and the unseen cards dealt anew each time."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        copies = Copies()
        self._seen = _seen_round(view, view.seat, copies)
        self.unseen = copies.number(unseen(view))
        """By the core's ids, which tell materials apart."""
        self._held = self._seen.hidden[1 - view.seat]

    def in_order(self) -> Round:
        """Return one of the deals, always the same."""
        return self.filled(self.unseen[: self._held], self.unseen[self._held :])

    def shuffled(self, rng: random.Random) -> Round:
        """Return a random deal."""
        cards = self.unseen[:]
        rng.shuffle(cards)
        return self.filled(cards[: self._held], cards[self._held :])

    def filled(self, hand: list[CardId], deck: list[CardId]) -> Round:
        """Return the deal in which the rival's hand hides these cards, and the draw pile is that one."""
        r = self._seen.copy()
        r.fill(hand, deck)
        return r


def _seen_round(view: View, seat: int, copies: Copies) -> Round:
    r = empty(view.variant.colours, view.variant.hand)
    r.turn, r.streak, r.take_back = seat, view.streak, view.variant.take_back
    r.barred = -1 if view.barred is None else view.barred
    own, theirs = copies.number(view.hand), copies.number(view.known[1 - seat])
    for s, hand in ((seat, own), (1 - seat, theirs)):
        known = hand if s != seat else Copies().number(view.known[s])  # its own: the first ones of its hand
        r.hidden[s] = view.hand_sizes[s] - len(known)
        for card in hand:
            r.hands[s * WIDTH + card // PER_COLOUR] |= 1 << card % PER_COLOUR
        for card in known:
            r.known[s * WIDTH + card // PER_COLOUR] |= 1 << card % PER_COLOUR
        for colour, tower in enumerate(view.towers[s]):
            for card in copies.number(tower):
                r.lay(s * WIDTH + colour, card % PER_COLOUR)
    for colour, pile in enumerate(view.discards):
        r.piles[colour] = [card % PER_COLOUR for card in copies.number(pile)]
    return r


# -- actions


def action_of(play: int | None, draw: int) -> Action:
    """Return the play as an action; the draw where the card is played already."""
    if play is None:
        return DRAW_PILE if draw == PILE else TAKES[draw]
    return BUILDS[play >> 1] if play & 1 else DISCARDS[play >> 1]


def code_of(action: Action) -> tuple[int | None, int | None]:
    """Return play and draw in the core's numbers; None for what the action leaves open."""
    match action:
        case Build(card):
            return card * 2 + 1, None
        case Discard(card):
            return card * 2, None
    return None, PILE if action.colour is None else action.colour


def same_kind(play: int, other: int) -> bool:
    """Tell whether two plays are alike: the same, or of two materials of one colour."""
    one, two = play >> 1, other >> 1
    alike = one == two or (
        one // PER_COLOUR == two // PER_COLOUR and NUMBER[one % PER_COLOUR] == NUMBER[two % PER_COLOUR] == 0
    )
    return alike and play & 1 == other & 1
