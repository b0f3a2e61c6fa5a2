"""What a seat sees of a state and of the turns to come, and what the end of a game is worth to it."""

from __future__ import annotations

from typing import Final

from topping_out.game.wyoming.core.numbers import HAND, PER_SUIT
from topping_out.game.wyoming.core.state import AWAY, KINDS, State

DECIDED: Final = 1000000
"""More than any position is worth: the play wins alone, or loses, at once."""
SHARED: Final = [0, DECIDED, 1, -69, -110]
"""By how many share the win: what that is worth, in hundredths of a logit (a half is never 0, which is no end)."""


def verdict(world: State, place: int, height: int) -> int:
    """Return what the turn's end is worth where it ends the game, the tower at `place` being so high (W4); else 0."""
    heights, seat = world.heights[:], world.turn
    if place != AWAY:
        heights[place] = height
    top = world.winning(heights)
    if top == 0:
        return 0
    winners = {world.terms.owners[place] for place in range(world.terms.places) if heights[place] == top}
    return SHARED[len(winners)] if seat in winners else -DECIDED


def share(world: State, seat: int) -> float:
    """Return what part of a finished game the seat has won; of a draw, its fair part."""
    outcome = world.outcome
    assert outcome is not None
    if not outcome.winners:
        return 1 / world.terms.seats
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


class Observation:
    """What the seat on turn sees of a state, and when the pile runs out: sizes of hands and pile are public."""

    def __init__(self, world: State) -> None:
        terms, me, pile = world.terms, world.turn, len(world.deck)
        self.world = world
        self.held = world.held[KINDS * me : KINDS * me + 4]
        self.hidden = [PER_SUIT - self.held[suit] - world.discarded[suit] for suit in range(4)]
        """By suit, the cards that the seat has not seen."""
        for place in range(terms.places):
            if world.heights[place]:
                self.hidden[world.suits[place]] -= world.heights[place]
        self.rivals: list[int] = []
        """Those who are not out, in turn order."""
        self.draws = 0
        """How many cards the rivals will draw by the seat's next turn; `drawn`: by each rival's next choice."""
        self.drawn = [0] * terms.seats
        self.skies = [world.pennies] * terms.seats
        """By rival, the Sky at its next choice; a tide (W7) counts as neither rise nor fall."""
        self.settles = not (terms.sudden_death or terms.tidal or world.owed) and world.pennies > 0
        """Whether the Sky settles when the pile runs out."""
        for step in range(1, terms.seats):
            seat = (me + step) % terms.seats
            if world.alive[seat]:
                self.rivals.append(seat)
                self.draws += HAND - world.size(seat)
                self.drawn[seat] = self.draws
                if self.settles and pile <= self.draws:
                    self.skies[seat] -= 1
