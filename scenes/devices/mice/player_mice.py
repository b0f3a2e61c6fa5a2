"""Mice that are assigned to seats, each with its own cursor in the window."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.mice.mice import Mice
from topping_out.scenes.devices.mice.source import LEFT, RIGHT, MouseEvent

Point = tuple[float, float]
VERBS = {("press", LEFT): Verb.PRESS, ("release", LEFT): Verb.RELEASE, ("press", RIGHT): Verb.CANCEL}


class PlayerMice:
    """Moves a cursor for each assigned mouse.

    Meanwhile pygame's own pointer is kept inside the window; the board draws the cursors.
    """

    def __init__(self, mice: Mice) -> None:
        self._mice = mice
        self._seats: dict[str, int] = {}
        self._places: dict[str, Point | None] = {}
        """In logical units; None until the first reading."""
        self._moved: set[str] = set()
        self.is_away = False
        """Whether another window is in front: then the mice are ignored."""

    @property
    def are_seated(self) -> bool:
        return bool(self._seats)

    @property
    def cursors(self) -> dict[int, Point]:
        """Where each seat's cursor is."""
        return {self._seats[mouse]: place for mouse, place in self._places.items() if place and mouse in self._seats}

    def seat(self, seats: Mapping[str, int]) -> None:
        """Assign mice to seats, and these alone. A mouse that is assigned again has its cursor where it was."""
        if self._seats or seats:
            pygame.event.set_grab(bool(seats))
        self._seats = dict(seats)
        self._moved = set(seats)

    def read(self, scale: float) -> list[Intent]:
        """Return the intents since the last call; all moves between two clicks are one intent."""
        happened = self._mice.poll()
        if not self._seats:
            return []
        width, height = pygame.display.get_window_size()
        self._put_down(width / scale, height / scale)
        intents: list[Intent] = []
        for mouse, event in happened:
            if mouse in self._seats and not self.is_away:
                intents += self._on_event(mouse, event, scale, (width / scale, height / scale))
        for mouse in sorted(self._moved):
            intents += self._point(mouse)
        return intents

    def _put_down(self, width: float, height: float) -> None:
        """Place new cursors side by side."""
        for number, mouse in enumerate(self._seats, 1):
            if not self._places.get(mouse):
                self._places[mouse] = width * number / (len(self._seats) + 1), height / 2

    def _on_event(self, mouse: str, event: MouseEvent, scale: float, room: Point) -> list[Intent]:
        place = self._places[mouse]
        assert place
        if event.kind == "motion":
            x, y = place[0] + event.dx / scale, place[1] + event.dy / scale
            self._places[mouse] = min(max(x, 0.0), room[0]), min(max(y, 0.0), room[1])
            self._moved.add(mouse)
            return []
        verb = VERBS.get((event.kind, event.button))
        if verb is None:
            return []
        return [*self._point(mouse), Intent(verb, place, seat=self._seats[mouse])]

    def _point(self, mouse: str) -> list[Intent]:
        place = self._places[mouse]
        if mouse not in self._moved or not place:
            return []
        self._moved.discard(mouse)
        return [Intent(Verb.POINT, place, seat=self._seats[mouse])]
