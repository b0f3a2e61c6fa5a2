"""Where the bots' pointers are shown: at their hands while these move, and beside what they placed once they rest."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.live.driver import LiveDriver
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.ui.widgets import Rect

Place = tuple[float, float]
ASIDE: tuple[Place, ...] = (
    (34, 30), (-84, 30), (44, -24), (-96, -24), (0, 52), (-50, 52), (84, 4), (-140, 4), (60, 70), (-120, 70),
)  # fmt: skip
"""Where a pointer may go from where its hand rests, the nearest places first."""
WIDE, HIGH = 84.0, 40.0
"""What a pointer covers with its name, at the usual text size."""
GLIDE = 70.0
"""Milliseconds in which a pointer goes two thirds of its way."""


class BotPointers:
    """The pointers of one table's bots."""

    def __init__(self, driver: LiveDriver, board: IceTowersBoard) -> None:
        self._driver, self._board = driver, board
        self._shown: dict[Seat, Place] = {}
        self._hands: dict[Seat, Place] = {}
        self._rests: dict[Seat, tuple[object, Place]] = {}

    def move(self, ms: float, passed: float) -> dict[Seat, Place]:
        """Return where each pointer is at a moment, so many milliseconds after the last time."""
        view, layout = self._board.view, self._board.layout
        for seat in self._driver.bots:
            point = self._driver.hand_at(seat, round(ms))
            if point is None:
                continue
            hand = layout.at(*point)
            is_resting = hand == self._hands.get(seat) and view.hands[seat] is None
            self._hands[seat] = hand
            goal = self._beside(seat, hand) if is_resting else hand
            x, y = self._shown.get(seat, hand)
            share = 1 - 0.33 ** (passed / GLIDE)
            share = share if is_resting else min(1.0, 2 * share)
            self._shown[seat] = x + (goal[0] - x) * share, y + (goal[1] - y) * share
        return self._shown

    def _beside(self, seat: Seat, hand: Place) -> Place:
        """Return the place near a hand where its pointer covers least; kept until the table changes."""
        view, layout = self._board.view, self._board.layout
        key = hand, view.plays
        known = self._rests.get(seat)
        if known and known[0] == key:
            return known[1]
        text = layout.text
        near = [r for tower in view.towers if (r := layout.place(tower)).inflate(320, 240).collidepoint(hand)]

        def covered(place: Place) -> float:
            own = Rect(place[0], place[1], WIDE * text, HIGH * text)
            return sum(part.w * part.h for r in near if (part := own.clip(r)).w and part.h)

        places = [(hand[0] + dx, hand[1] + dy) for dx, dy in ASIDE]
        inside = [p for p in places if 8 < p[0] < layout.width - WIDE * text and p[1] < layout.height - layout.bar - 36]
        best = min(inside or places, key=covered)
        self._rests[seat] = key, best
        return best
