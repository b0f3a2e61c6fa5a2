"""The cursor of a mouse: drag a piece, or click it and click where it goes."""

from __future__ import annotations

import math

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Place, SetDown, Split
from topping_out.game.icetowers.state import Phase, View
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.cursors.cursor import Cursor
from topping_out.scenes.icetowers.layout import Layout

CLICK = 12.0
"""Logical units within which a press and a release are a click and not a drag."""


class MouseCursor(Cursor):
    """A mouse: drag, or click and click; the right button puts a piece back."""

    def __init__(self, seat: Seat, place: tuple[float, float]) -> None:
        super().__init__(seat, place)
        self._pressed_at: tuple[float, float] | None = None

    def _on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        if intent.verb in (Verb.POINT, Verb.PRESS, Verb.RELEASE):
            self.x, self.y = intent.position
            self.look(view, layout)
        if intent.verb is Verb.PRESS:
            return self._press(view, layout)
        if intent.verb is Verb.RELEASE:
            return self._release(view, layout)
        if intent.verb is Verb.CANCEL:
            return self.put_back(view)
        return []

    def look(self, view: View, layout: Layout) -> None:
        gaps = legality.gaps(view, self.seat) if view.phase is Phase.PLAY else []
        fan = layout.fans.get(self.seat)
        tower = legality.tower_by_id(view, fan.tower) if fan else None
        if self.held(view) or not tower or not layout.place(tower).inflate(44, 12).collidepoint(self.x, self.y):
            layout.close_fan(self.seat)
        if view.phase is Phase.PLAY and not self.held(view) and (spot := layout.piece_at(view, self.x, self.y)):
            found = legality.tower_by_id(view, spot.tower)
            assert found
            if self.seat not in layout.fans:
                layout.fan_out(self.seat, found, spot.piece)
        self.spot = layout.gap_at(view, gaps, self.x, self.y) or layout.piece_at(view, self.x, self.y)

    def _press(self, view: View, layout: Layout) -> list[Action]:
        if self.held(view):
            return self._play(view, layout)
        if self.spot is None:
            return []
        self._pressed_at = self.x, self.y
        return [Split(self.spot.piece)] if self.spot.is_gap else self.take(view, self.spot.piece)

    def _release(self, view: View, layout: Layout) -> list[Action]:
        start, self._pressed_at = self._pressed_at, None
        dragged = start is not None and math.dist(start, (self.x, self.y)) > CLICK
        return self._play(view, layout) if dragged and self.held(view) else []

    def let_go(self, view: View) -> list[Action]:
        is_dragging, self._pressed_at = self._pressed_at is not None, None
        return self.put_back(view) if is_dragging else []

    def _play(self, view: View, layout: Layout) -> list[Action]:
        """Put the held piece on the tower under it, or down on the free ice."""
        if self.spot is not None:
            return [Place(self.spot.tower)]
        if not layout.is_on_table(self.x, self.y):
            return self.put_back(view)
        return [SetDown(*layout.to_table(self.x, self.y))]
