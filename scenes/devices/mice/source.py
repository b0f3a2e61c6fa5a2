"""The interface of sources that report every mouse separately."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

What = Literal["motion", "press", "release", "plugged", "unplugged"]
LEFT, MIDDLE, RIGHT = 1, 2, 3


class MouseEvent(NamedTuple):
    """An event of one mouse."""

    device: int
    """The system's id of the mouse, a key of `MouseSource.names` while it is connected."""
    kind: What
    dx: float = 0.0
    dy: float = 0.0
    """`dx` and `dy` are its motion in device pixels."""
    button: int = 0


class MouseSource(Protocol):
    """A source that reports every mouse separately."""

    names: dict[int, str]
    """The names of the connected mice by id. Changes are also reported by events."""

    def poll(self) -> list[MouseEvent]:
        """Return the events since the last call, in order."""

    def close(self) -> None: ...
