"""Views and actions encoded as numbers, for games in which time stands still.

Pieces are numbered by colour, beginning with the seat's own. Towers come and go, so each is given by its top piece.
The places of pieces on the table are left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import ClassVar

from ..encoding import Cells, Encoding, Segment, turned
from ..options import Value
from .actions import Action, Done, Lift, Mine, Place, SetDown
from .rules import OPEN_SPOTS
from .state import COLOUR_OF, PER_COLOUR, PIPS_OF, PIPS_PER_COLOUR, PieceId, View


class IceTowersEncoding(Encoding[Action, View]):
    options: ClassVar[dict[str, Value]] = {"paused_time": True}

    def __init__(self, view: View) -> None:
        self._seats, colours = view.variant.seats, view.variant.colours
        pieces = self._pieces = colours * PER_COLOUR
        self._set_down = 4 * pieces
        self._done = self._set_down + 1 + len(OPEN_SPOTS)
        self.actions = self._done + 2
        self.parts = (
            Segment("levels", pieces, pieces),
            Segment("bases", pieces, pieces),
            Segment("tops", pieces, 1),
            Segment("held", pieces, 1),
            Segment("mined", 1, 1),
            Segment("scores", colours, PIPS_PER_COLOUR * colours),
            Segment("done", self._seats, 1),
            Segment("turn", self._seats, 1),
            Segment("order", self._seats, self._seats),
        )
        self.prepare()
        self._empty[: 3 * pieces] = array("h", [1] * pieces + list(range(1, pieces + 1)) + [1] * pieces)
        self._turned = [turned(seat, self._seats) for seat in range(self._seats)]
        orders = [[*seats, *range(self._seats, colours)] for seats in self._turned]  # the ghost is last for all seats
        self._number_of = [[place * PER_COLOUR + n for place in order for n in range(PER_COLOUR)] for order in orders]
        """By seat, the number of each piece as that seat counts them."""

    def fill(self, view: View, cells: Cells) -> None:
        number_of, pieces, seats = self._number_of[view.seat or 0], self._pieces, self._turned[view.seat or 0]
        at = self.starts
        scores = [PIPS_PER_COLOUR] * view.variant.colours
        for tower in view.towers:
            if len(tower.pieces) > 1:
                self._fill_tower(tower.pieces, number_of, scores, cells)
        for seat, held in enumerate(view.hands):
            if held is not None:
                number = number_of[held.piece]
                cells[number] = cells[pieces + number] = cells[2 * pieces + number] = 0
                cells[at["held"] + number] = 1
                cells[at["mined"]] |= held.mined and seat == view.turn
        for colour, score in enumerate(scores):
            cells[at["scores"] + (seats[colour] if colour < self._seats else colour)] = score
        for seat in view.done:
            cells[at["done"] + seats[seat]] = 1
        if view.turn is not None:
            cells[at["turn"] + seats[view.turn]] = 1
        for place, seat in enumerate(view.order, 1):
            cells[at["order"] + seats[seat]] = place

    def _fill_tower(self, tower: Sequence[PieceId], number_of: list[int], scores: list[int], cells: Cells) -> None:
        """Encode a tower of several pieces, and add its pips to the score of the colour on top."""
        bases, tops, worth = self._pieces, 2 * self._pieces, 0
        base = number_of[tower[0]] + 1
        for level, piece in enumerate(tower, 1):
            number, pips = number_of[piece], PIPS_OF[piece]
            cells[number] = level
            cells[bases + number] = base
            cells[tops + number] = 0
            scores[COLOUR_OF[piece]] -= pips
            worth += pips
        cells[tops + number] = 1
        scores[COLOUR_OF[tower[-1]]] += worth

    def numbers(self, view: View, actions: Sequence[Action]) -> list[int]:
        number_of, pieces, held = self._number_of[view.seat or 0], self._pieces, view.hands[view.seat or 0]
        tops = {} if held is None else {tower.id: tower.pieces[-1] for tower in view.towers}
        found = []
        for action in actions:
            if isinstance(action, Lift):
                number = number_of[action.piece]
            elif isinstance(action, Place):
                number = 3 * pieces + number_of[tops[action.tower]]
            elif isinstance(action, SetDown):
                is_back = held is not None and held.place == (action.x, action.y)
                number = self._set_down + (0 if is_back else 1 + OPEN_SPOTS.index((action.x, action.y)))
            elif isinstance(action, Done):
                number = self._done + (not action.on)
            else:
                number = (1 if isinstance(action, Mine) else 2) * pieces + number_of[action.piece]
            found.append(number)
        return found
