"""Views and actions encoded as numbers. Cards are counted by kind: for each colour the material, then 2 to 10."""

from __future__ import annotations

from collections.abc import Sequence

from ..encoding import Cells, Encoding, Segment
from .actions import COLOUR_OF, DECK, HIGHEST, LOWEST, MATERIALS, NUMBER_OF, Action, Build, Draw, TurnStage
from .core import PATIENCE, SEATS
from .state import View

KINDS = HIGHEST - LOWEST + 2
"""Kinds of card in each colour."""
KIND_OF = tuple(COLOUR_OF[card] * KINDS + (NUMBER_OF[card] and NUMBER_OF[card] - LOWEST + 1) for card in DECK)
MOST_POINTS = 10_000


class ToweringEncoding(Encoding[Action, View]):
    def __init__(self, view: View) -> None:
        colours, rounds = view.variant.colours, view.variant.rounds
        self._kinds = colours * KINDS
        self._draw = 2 * self._kinds
        self.actions = self._draw + 1 + colours
        self.parts = (
            Segment("hand", self._kinds, MATERIALS),
            Segment("known", SEATS * self._kinds, MATERIALS),
            Segment("towers", SEATS * self._kinds, MATERIALS),
            Segment("discards", self._kinds, MATERIALS),
            Segment("depths", self._kinds, KINDS - 1 + MATERIALS),
            Segment("barred", colours, 1),
            Segment("hand_sizes", SEATS, view.variant.hand),
            Segment("totals", SEATS, MOST_POINTS, -MOST_POINTS),
            Segment("draw_pile", 1, len(DECK)),
            Segment("round", 1, max(1, rounds - 1)),
            Segment("materials", 1, MATERIALS),
            Segment("streak", 1, PATIENCE),
            Segment("draws", 1, 1),
            Segment("is_turn", 1, 1),
            Segment("is_first", 1, 1),
        )
        self.prepare()

    def fill(self, view: View, cells: Cells) -> None:
        kinds, own = self._kinds, view.seat or 0
        for card in view.hand:
            cells[KIND_OF[card]] += 1
        begin = kinds
        for cards in (view.known[own], view.known[1 - own]):
            for card in cards:
                cells[begin + KIND_OF[card]] += 1
            begin += kinds
        for towers in (view.towers[own], view.towers[1 - own]):
            for tower in towers:
                for card in tower:
                    cells[begin + KIND_OF[card]] += 1
            begin += kinds
        for pile in view.discards:
            depth = len(pile)
            for card in pile:
                kind = begin + KIND_OF[card]
                cells[kind] += 1
                cells[kind + kinds] = depth  # of equal cards the uppermost counts, which comes last
                depth -= 1
        self._fill_rest(view, own, cells, begin + 2 * kinds)

    def _fill_rest(self, view: View, own: int, cells: Cells, at: int) -> None:
        if view.barred is not None:
            cells[at + view.barred] = 1
        at += view.variant.colours
        cells[at], cells[at + 1] = view.hand_sizes[own], view.hand_sizes[1 - own]
        cells[at + 2], cells[at + 3] = view.totals[own], view.totals[1 - own]
        cells[at + 4], cells[at + 5] = view.draw_pile, view.round
        cells[at + 6], cells[at + 7] = view.materials, view.streak
        cells[at + 8] = view.stage is TurnStage.DRAW
        cells[at + 9], cells[at + 10] = view.turn == own, view.first == own

    def numbers(self, view: View, actions: Sequence[Action]) -> list[int]:
        kinds, draw = self._kinds, self._draw
        return [
            (draw if action.colour is None else draw + 1 + action.colour)
            if isinstance(action, Draw)
            else KIND_OF[action.card] + (0 if isinstance(action, Build) else kinds)
            for action in actions
        ]
