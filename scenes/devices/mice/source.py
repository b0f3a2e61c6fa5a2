"""What a window system tells of every mouse by itself."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

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
