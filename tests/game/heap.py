"""A toy game: the least that a game must define."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from topping_out.game.engine import NOBODY, Game, Outcome, Seat
from topping_out.game.options import Value


@dataclass
class Heap:
    left: int
    turn: Seat = 0

    def copy(self) -> "Heap":
        return replace(self)


class Matches(Game[Heap, int, None, int]):
    """Two seats alternately take one to three matches; whoever takes the last one wins. A view is the number left."""

    name, title, designer, blurb, seats = "matches", "Matches", "nobody", "Take matches.", range(2, 3)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> Heap:
        return Heap(21)

    def actors(self, state: Heap) -> frozenset[Seat]:
        return frozenset({state.turn}) if state.left else NOBODY

    def actions(self, state: Heap, seat: Seat) -> list[int]:
        return list(range(1, min(3, state.left) + 1))

    def apply(self, state: Heap, seat: Seat, action: int, log: list[None] | None = None) -> None:
        state.left, state.turn = state.left - action, 1 - seat

    def outcome(self, state: Heap) -> Outcome | None:
        return None if state.left else Outcome((1 - state.turn,), (0, 0), "last match")

    def view(self, state: Heap, seat: Seat | None) -> int:
        return state.left

    def determinize(self, view: int, rng: random.Random) -> Heap:
        return Heap(view)

    def parse(self, text: str) -> int:
        return int(text)
