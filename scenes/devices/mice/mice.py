"""Several mice, told apart: their numbers, and which was clicked last."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from topping_out.game.language import tr
from topping_out.game.storage.faults import guarded, surviving
from topping_out.scenes.devices.connections import Connections
from topping_out.scenes.devices.input_devices import InputDevice
from topping_out.scenes.devices.mice.source import LEFT, MouseEvent, MouseSource


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
        # Each is loaded only on its own system: the other's libraries are not there.
        if driver == "x11":
            from topping_out.scenes.devices.mice.xinput import XInput

            return XInput()
        if driver == "windows":
            from topping_out.scenes.devices.mice.rawinput import RawInput

            return RawInput()
    except (OSError, AttributeError):
        pass  # the X server lacks the extension, or a library is missing: players are told that there is one mouse
    return NoMice()


class Mice:
    """All mice by their numbers. The source is opened when it is first needed."""

    def __init__(self, open_them: Callable[[], MouseSource] = open_source) -> None:
        self.connections: Connections[int] = Connections()
        self.clicked_by = ""
        """The id of the mouse whose left button was pressed last; empty if none was, or mice cannot be told apart."""
        self.clicked_at = 0
        """When that was, by `pygame.time.get_ticks`."""
        self._recent: list[str] = []
        self._open_them = open_them
        self._source: MouseSource | None = None

    def close(self) -> None:
        if self._source:
            self._source.close()

    @property
    def source(self) -> MouseSource:
        if self._source is None:
            self._source = NoMice()
            with surviving("mice"):
                self._source = guarded("mice", self._open_them())
            for device, name in self._source.names.items():
                self.connections.connect(device, name)
        return self._source

    @property
    def several(self) -> bool:
        """Whether there are two mice or more that can be told apart."""
        return len(self.source.names) > 1

    @property
    def devices(self) -> list[InputDevice]:
        """Each mouse, if there are several."""
        if not self.several:
            return []
        return [InputDevice(f"mouse {number}", self.label(number), "mouse") for number in self.connections.numbers]

    @property
    def recent(self) -> list[str]:
        """The ids of the mice that have been moved or clicked and are still there, the last one first."""
        there = {f"mouse {number}" for number in self.connections.numbers}
        return [id for id in self._recent if id in there]

    def label(self, number: int) -> str:
        name = self.connections.name(number)
        return tr("mouse {number} ({name})", number=number, name=name) if name else tr("mouse {number}", number=number)

    def poll(self) -> list[tuple[str, MouseEvent]]:
        """Return what each mouse did, with its id; nothing before the source has been opened."""
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
        """Remember that a mouse is used, and whether it has clicked."""
        if self._recent[:1] != [mouse]:
            self._recent = [mouse, *(other for other in self._recent if other != mouse)]
        if event.kind == "press" and event.button == LEFT:
            self.clicked_by, self.clicked_at = mouse, pygame.time.get_ticks()
