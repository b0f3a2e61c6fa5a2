"""Views and plays encoded as numbers. Cards are counted by suit, since the rules don't tell them apart."""

from __future__ import annotations

from collections.abc import Sequence

from ..encoding import Cells, Encoding, Segment, turned
from .actions import DECK, PER_SUIT, SUITS, Play, PlayKind
from .numbers import HAND
from .state import View

SKY = PER_SUIT + 1
"""Largest encoded Sky, above every possible tower: a higher Sky is encoded as this."""
PLAYS = len(SUITS) * HAND
"""Number of plays onto one foundation, and of discards: ordered by suit, then by count."""
CONSTRUCT, DISCARD = PlayKind.CONSTRUCT, PlayKind.DISCARD


class WyomingEncoding(Encoding[Play, View]):
    def __init__(self, view: View) -> None:
        self._seats, self._foundations = view.variant.seats, view.variant.foundations
        places = self._seats * self._foundations
        self._deconstruct, self._discard = places * PLAYS, 2 * places * PLAYS
        self.actions = (2 * places + 1) * PLAYS
        self.parts = (
            Segment("hand", len(SUITS), HAND),
            Segment("hand_sizes", self._seats, HAND),
            Segment("towers", places * len(SUITS), PER_SUIT),
            Segment("discards", len(SUITS), PER_SUIT),
            Segment("draw_pile", 1, len(DECK)),
            Segment("pennies", 1, SKY),
            Segment("owed", 1, 1),
            Segment("in_play", self._seats, 1),
            Segment("turn", self._seats, 1),
            Segment("safe", places, 1),
        )
        self.prepare()
        at = self.starts
        self._hand_sizes, self._towers, self._discards = at["hand_sizes"], at["towers"], at["discards"]
        self._draw_pile, self._in_play, self._turn, self._safe = (
            at[part] for part in ("draw_pile", "in_play", "turn", "safe")
        )

    def fill(self, view: View, cells: Cells) -> None:
        seats = turned(view.seat, self._seats)
        for card in view.hand:
            cells[card // PER_SUIT] += 1
        for card in view.discards:
            cells[self._discards + card // PER_SUIT] += 1
        for seat, size, towers in zip(seats, view.hand_sizes, view.towers):
            cells[self._hand_sizes + seat] = size
            place = self._towers + seat * self._foundations * len(SUITS)
            for tower in towers:
                if tower:
                    cells[place + tower[0] // PER_SUIT] = len(tower)
                place += len(SUITS)
        at = self._draw_pile
        cells[at], cells[at + 1], cells[at + 2] = view.draw_pile, min(view.pennies, SKY), view.owed
        for player in view.in_play:
            cells[self._in_play + seats[player]] = 1
        cells[self._turn + seats[view.turn]] = 1
        for seat, safe in zip(seats, view.safe if view.variant.scaffolding else ()):
            for foundation, is_safe in enumerate(safe):
                cells[self._safe + seat * self._foundations + foundation] = is_safe

    def numbers(self, view: View, actions: Sequence[Play]) -> list[int]:
        foundations = self._foundations
        first = [place * foundations * PLAYS for place in turned(view.seat, self._seats)]
        found = []
        for play in actions:
            number = play.suit * HAND + play.count - 1
            if play.kind is DISCARD:
                number += self._discard
            else:
                number += first[play.owner] + play.foundation * PLAYS
                if play.kind is not CONSTRUCT:
                    number += self._deconstruct
            found.append(number)
        return found
