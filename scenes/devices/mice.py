"""Several mice, each with its own cursor."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from topping_out.game.language import tr
from topping_out.game.storage.faults import guarded, surviving

from .input_devices import LEFT, RIGHT, Connections, InputDevice, MouseEvent, MouseSource
from .intents import Intent, Verb

# -- mice


class NoMice:
    """A source without mice, for systems that merge all mice into one."""

    names: dict[int, str] = {}

    def poll(self) -> list[MouseEvent]:
        return []

    def close(self) -> None:
        pass


def open_source() -> MouseSource:
    """Return the window system's source of single mice; `NoMice` if it has none."""
    driver = pygame.display.get_driver() if pygame.display.get_init() else ""
    try:
        if driver == "x11":
            from .mouse_sources import XInput  # only where mice can be told apart

            return XInput()
        if driver == "windows":
            from .mouse_sources import RawInput

            return RawInput()
    except (OSError, AttributeError):
        pass  # the X server lacks the extension, or a library is missing: all mice count as one
    return NoMice()


class Mice:
    """All mice by their numbers. The source is opened when it is first needed."""

    def __init__(self, open: Callable[[], MouseSource] = open_source) -> None:
        self.connections: Connections[int] = Connections()
        self.clicked_by = ""
        """The id of the mouse whose left button was pressed last, or "" if that is not known."""
        self.clicked_at = 0
        """Time of that press, by `pygame.time.get_ticks`."""
        self._recent: list[str] = []
        self._open = open
        self._source: MouseSource | None = None

    def close(self) -> None:
        if self._source:
            self._source.close()

    @property
    def source(self) -> MouseSource:
        if self._source is None:
            self._source = NoMice()
            with surviving("mice"):
                self._source = guarded("mice", self._open())
            for device, name in self._source.names.items():
                self.connections.connect(device, name)
        return self._source

    @property
    def several(self) -> bool:
        """Whether there are two or more mice that can be distinguished."""
        return len(self.source.names) > 1

    @property
    def devices(self) -> list[InputDevice]:
        """Each mouse, if there are several."""
        if not self.several:
            return []
        return [InputDevice(f"mouse {number}", self.label(number), "mouse") for number in self.connections.numbers]

    @property
    def recent(self) -> list[str]:
        """The ids of the connected mice that have been used, the latest first."""
        connected = {f"mouse {number}" for number in self.connections.numbers}
        return [id for id in self._recent if id in connected]

    def label(self, number: int) -> str:
        name = self.connections.name(number)
        return tr("mouse {number} ({name})", number=number, name=name) if name else tr("mouse {number}", number=number)

    def poll(self) -> list[tuple[str, MouseEvent]]:
        """Return the new events with their mouse's id; none before the source has been opened."""
        events = []
        for event in self._source.poll() if self._source else ():
            if event.kind == "plugged":
                self.connections.connect(event.device, self.source.names.get(event.device, ""))
            elif event.kind == "unplugged":
                self.connections.disconnect(event.device)
            elif (number := self.connections.number(event.device)) is not None:
                events.append((f"mouse {number}", event))
                self._note(f"mouse {number}", event)
        return events

    def _note(self, mouse: str, event: MouseEvent) -> None:
        """Remember that a mouse was used, and its click if the event is one."""
        if self._recent[:1] != [mouse]:
            self._recent = [mouse, *(other for other in self._recent if other != mouse)]
        if event.kind == "press" and event.button == LEFT:
            self.clicked_by, self.clicked_at = mouse, pygame.time.get_ticks()


# -- player mice


Point = tuple[float, float]
VERBS = {("press", LEFT): Verb.PRESS, ("release", LEFT): Verb.RELEASE, ("press", RIGHT): Verb.CANCEL}


class PlayerMice:
    """Moves a cursor for each assigned mouse, which the board draws.

    While mice are assigned, pygame's own pointer is confined to the window.
    """

    def __init__(self, mice: Mice) -> None:
        self._mice = mice
        self._seats: dict[str, int] = {}
        self._places: dict[str, Point | None] = {}
        """Places of the cursors in logical units; None until the first call of `read`."""
        self._moved: set[str] = set()
        self.is_away = False
        """Whether another window has the focus, so that the mice are ignored."""

    @property
    def are_seated(self) -> bool:
        return bool(self._seats)

    @property
    def cursors(self) -> dict[int, Point]:
        """The place of each seat's cursor."""
        return {self._seats[mouse]: place for mouse, place in self._places.items() if place and mouse in self._seats}

    def seat(self, seats: Mapping[str, int]) -> None:
        """Assign these mice to seats, and no others. A mouse assigned again keeps its cursor's place."""
        if self._seats or seats:
            pygame.event.set_grab(bool(seats))
        self._seats = dict(seats)
        self._moved = set(seats)

    def read(self, scale: float) -> list[Intent]:
        """Return the intents since the last call, with all motion between two clicks in one intent."""
        events = self._mice.poll()
        if not self._seats:
            return []
        width, height = pygame.display.get_window_size()
        self._put_down(width / scale, height / scale)
        intents: list[Intent] = []
        for mouse, event in events:
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
