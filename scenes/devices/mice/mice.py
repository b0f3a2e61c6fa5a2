"""Several mice, told apart: their numbers, and which was clicked last."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.devices.mice.source import LEFT, MouseEvent, MouseSource
from scenes.devices.players import InputDevice
from scenes.devices.plugs import Plugs


class NoMice:
    """Where the system merges all mice into one, and pygame's is the only one."""

    names: dict[int, str] = {}

    def poll(self) -> list[MouseEvent]:
        return []

    def close(self) -> None:
        pass


def open_source() -> MouseSource:
    """Return the window system's way to hear every mouse by itself; one without mice where there is none."""
    driver = pygame.display.get_driver() if pygame.display.get_init() else ""
    try:
        # Each is loaded only on its own system: the other's libraries are not there.
        if driver == "x11":
            from scenes.devices.mice.xinput import XInput

            return XInput()
        if driver == "windows":
            from scenes.devices.mice.rawinput import RawInput

            return RawInput()
    except (OSError, AttributeError):
        pass  # an X server without the extension, a library or a function not there: one mouse, and it is said
    return NoMice()


class Mice:
    """All mice by their numbers. The source is opened when somebody asks for the first time."""

    def __init__(self, open_them: Callable[[], MouseSource] = open_source) -> None:
        self.plugs: Plugs[int] = Plugs()
        self.clicked_by = ""
        """The id of the mouse whose left button was pressed last; empty if there was none that can be told apart."""
        self._open_them = open_them
        self._source: MouseSource | None = None

    def close(self) -> None:
        if self._source:
            self._source.close()

    @property
    def source(self) -> MouseSource:
        if self._source is None:
            self._source = self._open_them()
            for device, name in self._source.names.items():
                self.plugs.plug(device, name)
        return self._source

    @property
    def several(self) -> bool:
        """Whether there are two mice or more that can be told apart."""
        return len(self.source.names) > 1

    @property
    def hands(self) -> list[InputDevice]:
        """Every mouse by itself, where there are several."""
        if not self.several:
            return []
        return [InputDevice(f"mouse {number}", self.label(number), "mouse") for number in self.plugs.numbers]

    def label(self, number: int) -> str:
        name = self.plugs.name(number)
        return f"mouse {number} ({name})" if name else f"mouse {number}"

    def poll(self) -> list[tuple[str, MouseEvent]]:
        """Return what each mouse did, with its hand's id; nothing before anybody has asked for the mice."""
        found = []
        for event in self._source.poll() if self._source else ():
            if event.kind == "plugged":
                self.plugs.plug(event.device, self.source.names.get(event.device, ""))
            elif event.kind == "unplugged":
                self.plugs.unplug(event.device)
            elif (number := self.plugs.number(event.device)) is not None:
                found.append((f"mouse {number}", event))
                if event.kind == "press" and event.button == LEFT:
                    self.clicked_by = f"mouse {number}"
        return found
