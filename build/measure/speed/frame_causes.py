"""What a frame did: pictures made, garbage collected, areas redrawn, memory allocated."""

from __future__ import annotations

import gc
import resource
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.sprites import bytes_of
from topping_out.scenes.kit.stage import Stage

MOST_NAMED = 3
"""The slowest pictures of a frame, which are named."""
LONGEST_KEY = 60


@dataclass
class FrameCauses:
    """The work of a frame. Times are in milliseconds of the drawing thread's processor time."""

    made: list[tuple[float, str]] = field(default_factory=list)
    """Every picture made, as its time and key. A picture made while making another one is part of that one."""
    made_bytes: int = 0
    forgotten: int = 0
    """Pictures removed from the cache to make room."""
    garbage: float = 0.0
    update: float = 0.0
    redraw: float = 0.0
    redrawn: int = 0
    """Pixels."""
    faults: int = 0
    """Page faults."""

    def __str__(self) -> str:
        made = sorted(self.made, reverse=True)
        dearest = ", ".join(f"{ms:.1f} {key}" for ms, key in made[:MOST_NAMED])
        parts = [
            f"pictures {sum(ms for ms, _ in made):.1f} ms ({len(made)}, {self.made_bytes / 2**20:.1f} MB: {dearest})",
            f"redraw {self.redraw:.1f} ms ({self.redrawn / 1e6:.2f} million pixels)",
            f"update {self.update:.1f} ms",
            f"garbage {self.garbage:.1f} ms",
            f"{self.forgotten} forgotten",
            f"{self.faults} page faults",
        ]
        return "; ".join(parts)


class CauseWatch:
    """Records what the program does within a frame, from `begin` to `end`."""

    def __init__(self, manager: Any) -> None:
        self.now = FrameCauses()
        self._depth = 0
        self._began = 0.0
        self._garbage_began = 0.0
        self._faults = 0
        gc.callbacks.append(self._on_garbage)
        self._wrap_cached()
        self._wrap_forget()
        Stage.present = self._timed_present(Stage.present)  # type: ignore[method-assign]
        manager.update = self._timed_update(manager.update)

    def begin(self) -> None:
        self.now, self._faults = FrameCauses(), resource.getrusage(resource.RUSAGE_THREAD).ru_minflt

    def end(self) -> FrameCauses:
        self.now.faults = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - self._faults
        return self.now

    def _on_garbage(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._garbage_began = time.thread_time()
        else:
            self.now.garbage += (time.thread_time() - self._garbage_began) * 1000

    def _wrap_cached(self) -> None:
        cached = Kit.cached

        def watched(kit: Kit, key: Hashable, make: Callable[[], Any]) -> Any:
            return cached(kit, key, lambda: self._make(key, make))

        Kit.cached = watched  # type: ignore[assignment,method-assign]

    def _make(self, key: Hashable, make: Callable[[], Any]) -> Any:
        began, self._depth = time.thread_time(), self._depth + 1
        try:
            made = make()
        finally:
            self._depth -= 1
        self.now.made_bytes += bytes_of(made)
        if not self._depth:
            self.now.made.append(((time.thread_time() - began) * 1000, str(key)[:LONGEST_KEY]))
        return made

    def _wrap_forget(self) -> None:
        forget = Kit._forget

        def watched(kit: Kit) -> None:
            before = len(kit._made)
            forget(kit)
            self.now.forgotten += before - len(kit._made)

        Kit._forget = watched  # type: ignore[method-assign]

    def _timed_present(self, present: Callable[..., Any]) -> Callable[..., Any]:
        def watched(stage: Stage, screen: Any) -> Any:
            began = time.thread_time()
            dirty = present(stage, screen)
            self.now.redraw += (time.thread_time() - began) * 1000
            self.now.redrawn += sum(rect.w * rect.h for rect in dirty)
            return dirty

        return watched

    def _timed_update(self, update: Callable[[float], None]) -> Callable[[float], None]:
        def watched(ms: float) -> None:
            began = time.thread_time()
            update(ms)
            self.now.update += (time.thread_time() - began) * 1000

        return watched
