"""Views become worlds to play out in: states without faces. Values for it are read from files."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from topping_out.game.bots.weights import learnt
from topping_out.game.wyoming.bots.core.evaluation import TurnPosition
from topping_out.game.wyoming.bots.core.kept import odds_of
from topping_out.game.wyoming.bots.core.observation import Observation
from topping_out.game.wyoming.bots.core.playout import CELLS
from topping_out.game.wyoming.core.state import KINDS, NONE, PRIME, counts
from topping_out.game.wyoming.state import State, View, state_of
from topping_out.game.wyoming.variant import Variant


def world_of(state: State) -> State:
    """Return a state without faces; its shuffles to come are other ones."""
    world = state.copy()
    world.leave_out_faces(state.rng % (PRIME - 1) + 1)
    return world


def outline(view: View) -> State:
    """Return what the seat of a view knows, without faces."""
    assert view.seat is not None, "an onlooker has nothing to choose"
    state = state_of(view)
    state.leave_out_faces(1)
    return state


def position_of(view: View, memory: int = 100) -> TurnPosition:
    """Return the position of the view's seat, which remembers only the last `memory` discards."""
    forgotten = view.discards[: max(0, len(view.discards) - memory)]
    return TurnPosition(outline(view), counts(bytes(forgotten))[:4])


class Worlds:
    """All worlds that could lie behind a view; `kept`: what its players keep, if that is known (see `odds_of`)."""

    def __init__(self, view: View, kept: list[int] | None = None) -> None:
        self.view = view
        self._known = outline(view)
        self.hidden = Observation(self._known).hidden
        self._odds = odds_of(self._known, kept) if kept else None
        self._sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
        for seat in range(view.variant.seats):
            self._known.held[KINDS * seat + NONE] = 0

    def draw(self, rng: random.Random) -> State:
        """Return one of them; if nothing is known of what is kept, each deal is as likely as the others."""
        world = self._known.copy()
        world.rng = rng.randrange(1, PRIME)
        if self._odds:
            world.deal_kept(self.hidden, self._sizes, self._odds)
        else:
            world.deal(self.hidden, self._sizes)
        return world


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
