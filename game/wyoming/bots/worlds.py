"""Between the engine and the playout core: views become worlds, plays become codes, values are read."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from topping_out.game.bots.weights import learnt
from topping_out.game.wyoming.actions import Kind, Play
from topping_out.game.wyoming.bots.core.evaluation import Position
from topping_out.game.wyoming.bots.core.kept import odds_of
from topping_out.game.wyoming.bots.core.playout import CELLS
from topping_out.game.wyoming.bots.core.world import AWAY, PRIME, Observation, Terms, World
from topping_out.game.wyoming.cards import PER_SUIT, SUITS, SUITS_OF, Cards
from topping_out.game.wyoming.legal_plays import EMPTY
from topping_out.game.wyoming.state import State, View, bits_of
from topping_out.game.wyoming.variant import Variant


@cache
def terms_of(variant: Variant) -> Terms:
    """Return the variant as the core reads it."""
    attackers = {tower: played for played, tower in variant.opposes.items()}
    switches = [variant.sudden_death, variant.deadlines, variant.tidal, variant.finicky, variant.scaffolding]
    return Terms(variant.seats, variant.foundations, [attackers[suit] for suit in SUITS], switches)


def counts(cards: Cards) -> list[int]:
    """Return how many of each suit there are."""
    suits = cards.translate(SUITS_OF)
    return [suits.count(suit) for suit in SUITS]


def world_of(state: State) -> World:
    """Return a state as a world; its shuffles to come are other ones."""
    return World(
        terms_of(state.variant),
        [count for hand in state.hands for count in counts(hand)],
        list(state.suits),
        list(map(len, state.towers)),
        list(state.deck.translate(SUITS_OF)[::-1]),
        counts(state.discards),
        [seat in state.in_play for seat in range(state.variant.seats)],
        [state.pennies, state.turn, int(state.owed), state.rng % (PRIME - 1) + 1, state.safe],
    )


def outline(view: View) -> World:
    """Return the view as a world. Hidden cards are right in number, but all of one suit."""
    assert view.seat is not None, "an onlooker has nothing to choose"
    hands = [0] * (4 * view.variant.seats)
    hands[::4] = view.hand_sizes
    hands[4 * view.seat : 4 * view.seat + 4] = counts(bytes(view.hand))
    towers = [tower for owned in view.towers for tower in owned]
    return World(
        terms_of(view.variant),
        hands,
        [tower[0] // PER_SUIT if tower else EMPTY for tower in towers],
        list(map(len, towers)),
        [0] * view.draw_pile,
        counts(bytes(view.discards)),
        [seat in view.in_play for seat in range(view.variant.seats)],
        [view.pennies, view.turn, int(view.owed), 1, bits_of(view.safe)],
    )


def position_of(view: View, memory: int = 100) -> Position:
    """Return the position of the view's seat, which remembers only the last `memory` discards."""
    forgotten = view.discards[: max(0, len(view.discards) - memory)]
    return Position(outline(view), counts(bytes(forgotten)))


class Worlds:
    """All worlds that could lie behind a view; `kept`: what its players keep, if that is known (see `odds_of`)."""

    def __init__(self, view: View, kept: list[int] | None = None) -> None:
        self.view = view
        self._known = outline(view)
        self.hidden = Observation(self._known).hidden
        self._odds = odds_of(self._known, kept) if kept else None
        self._sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
        for seat, size in enumerate(self._sizes):
            self._known.hands[4 * seat] -= size

    def draw(self, rng: random.Random) -> World:
        """Return one of them; if nothing is known of what is kept, each deal is as likely as the others."""
        world = self._known.copy()
        world.luck = rng.randrange(1, PRIME)
        if self._odds:
            world.deal_kept(self.hidden, self._sizes, self._odds)
        else:
            world.deal(self.hidden, self._sizes)
        return world


def code_of(play: Play, variant: Variant) -> int:
    """Return the play as the core's code, which does not tell cards of a suit apart."""
    place = AWAY if play.kind is Kind.DISCARD else play.owner * variant.foundations + play.foundation
    return place << 5 | play.suit << 3 | play.count


@cache
def values_for(name: str, variant: Variant) -> list[int]:
    """Return the values of the cells in such a game, in hundredths of a logit, from the file of that name."""
    values = _flat(name, f"{'exact' if variant.finicky else 'over'}_{variant.seats}")
    assert len(values) == CELLS
    return values


@cache
def kept_for(name: str, seats: int) -> list[int]:
    """Return what players keep at so many seats (see `odds_of`), from the file of that name; empty: it does not say."""
    return _flat(name, f"kept_{seats}")


def _flat(name: str, table: str) -> list[int]:
    tables = msgspec.toml.decode(learnt("wyoming", name), type=dict[str, list[list[int]]])
    return [value for row in tables.get(table, ()) for value in row]
