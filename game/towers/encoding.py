"""Views and actions encoded as numbers. Cards are given by floor, since the rules don't tell equal ones apart."""

from __future__ import annotations

from collections.abc import Sequence

from ..encoding import Cells, Encoding, Segment, turned
from ..engine import Seat
from .actions import NEW, Action, Build, Claim
from .floors import HIDDEN
from .numbers import HAND, HEIGHT
from .state import Storey, View

MOST_POINTS = 10_000


class TowersEncoding(Encoding[Action, View]):
    def __init__(self, view: View) -> None:
        deck, self._seats, self._plots = view.variant.deck, view.variant.seats, view.variant.limit
        self._kinds, self._kind_named = deck.kinds, deck.kind_named
        floors, storeys = len(deck.floors), self._plots * HEIGHT
        self._floors = floors
        self._claims = floors * (self._plots + 1)
        self._end = self._claims + floors * storeys
        self.actions = self._end + 1
        self.parts = (
            Segment("hand", floors, HAND),
            Segment("hand_sizes", self._seats, HAND),
            Segment("floors", storeys * floors, 1),
            Segment("owners", storeys * self._seats, 1),
            Segment("tucked", storeys * floors, 1),
            Segment("discards", floors, len(deck.cards)),
            Segment("scores", self._seats, MOST_POINTS, -MOST_POINTS),
            Segment("built", self._plots, 1),
            Segment("draw_pile", 1, len(deck.cards)),
            Segment("last_round", 1, 1),
            Segment("first", self._seats, 1),
            Segment("turn", self._seats, 1),
        )
        self.prepare()
        at = self.starts
        self._hand_sizes, self._discards, self._scores = at["hand_sizes"], at["discards"], at["scores"]
        self._built, self._draw_pile = at["built"], at["draw_pile"]
        self._first, self._turn = at["first"], at["turn"]

    def fill(self, view: View, cells: Cells) -> None:
        seats, kinds = turned(view.seat, self._seats), self._kinds
        for card in view.hand:
            cells[kinds[card]] += 1
        for card in view.discards:
            cells[self._discards + kinds[card]] += 1
        for place, size, score in zip(seats, view.hand_sizes, view.scores):
            cells[self._hand_sizes + place] = size
            cells[self._scores + place] = score
        for plot, tower in enumerate(view.towers):
            self._fill_tower(tower, plot * HEIGHT, seats, cells)
        for plot in view.built:
            cells[self._built + plot] = 1
        cells[self._draw_pile], cells[self._draw_pile + 1] = view.draw_pile, view.last_round
        cells[self._first + seats[view.first]] = cells[self._turn + seats[view.turn]] = 1

    def _fill_tower(self, tower: Sequence[Storey], number: int, seats: list[Seat], cells: Cells) -> None:
        floors, owners, tucked = self.starts["floors"], self.starts["owners"], self.starts["tucked"]
        for at, storey in enumerate(tower, number):
            cells[floors + at * self._floors + self._kinds[storey.card]] = 1
            if storey.owner is not None:
                cells[owners + at * self._seats + seats[storey.owner]] = 1
                if storey.tuck is not None and storey.tuck != HIDDEN:
                    cells[tucked + at * self._floors + self._kinds[storey.tuck]] = 1

    def numbers(self, view: View, actions: Sequence[Action]) -> list[int]:
        kinds, plots, claims = self._kind_named, self._plots, self._claims
        found = []
        for action in actions:
            if isinstance(action, Claim):
                found.append(claims + (kinds[action.floor] * plots + action.plot) * HEIGHT + action.level)
            elif isinstance(action, Build):
                plot = plots if action.plot == NEW else action.plot
                found.append(kinds[action.floor] * (plots + 1) + plot)
            else:
                found.append(self._end)
        return found
