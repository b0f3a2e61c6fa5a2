"""Several mice, told apart: where they come from, their numbers, and who clicked last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

import pygame

from scenes.devices.players import Hand
from scenes.devices.plugs import Plugs

What = Literal["motion", "press", "release", "plugged", "unplugged"]
LEFT, MIDDLE, RIGHT = 1, 2, 3


class MouseEvent(NamedTuple):
    """What one mouse did."""

    device: int
    """The system's own word for the mouse; `MouseSource.names` has those that are there."""
    kind: What
    dx: float = 0.0
    dy: float = 0.0
    """How far it moved, in device pixels."""
    button: int = 0


class MouseSource(Protocol):
    """A way to hear every mouse by itself."""

    names: dict[int, str]
    """The mice that are there. A change is also told by an event."""

    def poll(self) -> list[MouseEvent]:
        """Return what has happened since the last time, in order."""

    def close(self) -> None: ...


class NoMice:
    """Where the system merges all mice into one, and pygame's is the only one."""

    names: dict[int, str] = {}

    def poll(self) -> list[MouseEvent]:
        return []

    def close(self) -> None:
        pass


class ScriptedMice:
    """Mice that do what they are told, for tests."""

    def __init__(self, *names: str) -> None:
        self.names = dict(enumerate(names, 1))
        self._waiting: list[MouseEvent] = []

    def poll(self) -> list[MouseEvent]:
        waiting, self._waiting = self._waiting, []
        return waiting

    def close(self) -> None:
        self._waiting.clear()

    def move(self, device: int, dx: float, dy: float) -> None:
        self._waiting.append(MouseEvent(device, "motion", dx, dy))

    def press(self, device: int, button: int = LEFT) -> None:
        self._waiting.append(MouseEvent(device, "press", button=button))

    def release(self, device: int, button: int = LEFT) -> None:
        self._waiting.append(MouseEvent(device, "release", button=button))

    def plug(self, device: int, name: str) -> None:
        self.names[device] = name
        self._waiting.append(MouseEvent(device, "plugged"))

    def unplug(self, device: int) -> None:
        del self.names[device]
        self._waiting.append(MouseEvent(device, "unplugged"))


def open_source() -> MouseSource:
    """Return the window system's way to hear every mouse by itself; one without mice where there is none."""
    driver = pygame.display.get_driver() if pygame.display.get_init() else ""
    try:
        if driver == "x11":
            from scenes.devices.xinput import XInput

            return XInput()
        if driver == "windows":
            from scenes.devices.rawinput import RawInput

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
    def hands(self) -> list[Hand]:
        """Every mouse by itself, where there are several."""
        if not self.several:
            return []
        return [Hand(f"mouse {number}", self.label(number), "mouse") for number in self.plugs.numbers]

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
