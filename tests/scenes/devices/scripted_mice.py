"""Mice that a test controls."""

from topping_out.scenes.devices.mice.source import LEFT, MouseEvent


class ScriptedMice:
    """A source of mouse events in which a test moves, presses, plugs in and unplugs mice."""

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
