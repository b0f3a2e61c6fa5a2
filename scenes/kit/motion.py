"""Motion: tweens on a separate clock, and a queue of steps."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Any

from .theme import Feel

Ease = Callable[[float], float]
MotionStep = Callable[[], None]

CROSS_FADE = 120
"""Milliseconds of the fade that replaces travel under reduced motion."""
TRAVEL = frozenset(("x", "y", "angle", "scale", "turn"))
"""The attributes that are set at once under reduced motion."""


def linear(t: float) -> float:
    return t


def ease_out(t: float) -> float:
    """Start fast and end slowly."""
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    """Start and end slowly."""
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def ease_in(t: float) -> float:
    """Start slowly and end fast."""
    return t * t


def ease_out_back(t: float) -> float:
    """End slowly, after a small overshoot."""
    s = 1.4
    return 1 + (s + 1) * (t - 1) ** 3 + s * (t - 1) ** 2


def ease_out_bounce(t: float) -> float:
    """Fall and bounce twice."""
    if t < 0.55:
        return (t / 0.55) ** 2
    if t < 0.85:
        return 1 - 0.18 * (1 - ((t - 0.7) / 0.15) ** 2)
    return 1 - 0.05 * math.sin((t - 0.85) / 0.15 * math.pi)


class Tween:
    """The change of one attribute over time. Its start value is read when the delay is over."""

    __slots__ = ("delay", "duration", "ease", "elapsed", "end", "name", "start", "target")

    def __init__(self, target: Any, name: str, end: float, duration: float, delay: float, ease: Ease) -> None:
        self.target, self.name, self.end = target, name, end
        self.duration, self.delay, self.ease = duration, delay, ease
        self.elapsed = 0.0
        self.start: float | None = None

    def advance(self, ms: float) -> bool:
        """Let `ms` milliseconds pass. Return whether the end value is reached."""
        self.elapsed += ms
        if self.elapsed < self.delay:
            return False
        if self.start is None:
            self.start = getattr(self.target, self.name)
        share = 1.0 if not self.duration else min(1.0, (self.elapsed - self.delay) / self.duration)
        value = self.end if share >= 1 else self.start + (self.end - self.start) * self.ease(share)
        setattr(self.target, self.name, value)
        return share >= 1


class Motion:
    """Everything that moves on one table. `speed` scales the clock; `reduced` replaces travel with a fade."""

    def __init__(self, speed: float = 1.0, reduced: bool = False) -> None:
        self.speed = speed
        """Factor of the normal speed; infinite: everything arrives at once."""
        self.haste = 1.0
        """A further factor for the current series of steps; a step may reset it."""
        self.reduced = reduced
        self.paused = False
        self._tweens: dict[tuple[int, str], Tween] = {}
        self._steps: deque[tuple[float, MotionStep]] = deque()
        self._wait = 0.0
        self._cues: list[tuple[float, MotionStep]] = []

    @property
    def busy(self) -> bool:
        return bool(self._tweens or self._steps or self._cues or self._wait > 0)

    def to(self, target: Any, duration: float = 260, delay: float = 0, ease: Ease = ease_in_out, **ends: float) -> None:
        """Change attributes of `target` to new values in `duration` ms, replacing older tweens of these attributes."""
        for name, end in ends.items():
            key = (id(target), name)
            if self.reduced and name in TRAVEL:
                self._tweens.pop(key, None)
                if getattr(target, name) != end:
                    setattr(target, name, end)
                    self._fade_in(target)
            else:
                self._tweens[key] = Tween(target, name, end, duration, delay, ease)

    def drop(self, target: Any, *names: str) -> None:
        """Cancel the tweens of some attributes, which keep their current values."""
        for name in names:
            self._tweens.pop((id(target), name), None)

    def _fade_in(self, target: Any) -> None:
        if hasattr(target, "alpha") and (id(target), "alpha") not in self._tweens:
            end, target.alpha = target.alpha, 0.0
            self._tweens[(id(target), "alpha")] = Tween(target, "alpha", end, CROSS_FADE, 0, linear)

    def at(self, delay: float, cue: MotionStep) -> None:
        """Call `cue` after `delay` ms, for example for a sound at a moment of the motion."""
        self._cues.append((delay, cue))

    def then(self, step: MotionStep, hold: float = 0) -> None:
        """Queue a step. It runs when everything before it has ended, and the next one waits at least `hold` ms."""
        self._steps.append((hold, step))

    def next(self, step: MotionStep, hold: float = 0) -> None:
        """Queue a step before all others. A running step calls this to run another directly after it."""
        self._steps.appendleft((hold, step))

    def update(self, ms: float) -> None:
        """Let `ms` milliseconds pass."""
        if self.paused:
            return
        if math.isinf(self.speed):
            self.finish()
            return
        self._advance(ms * self.speed * self.haste)
        while self._steps and not self._tweens and not self._cues and self._wait <= 0:
            hold, step = self._steps.popleft()
            step()
            self._wait = hold

    def _advance(self, ms: float) -> None:
        self._wait = max(0.0, self._wait - ms)
        due = [cue for delay, cue in sorted(self._cues, key=lambda cue: cue[0]) if delay <= ms]
        self._cues = [(delay - ms, cue) for delay, cue in self._cues if delay > ms]
        for cue in due:
            cue()
        for key, tween in list(self._tweens.items()):
            if tween.advance(ms) and self._tweens.get(key) is tween:
                del self._tweens[key]

    def finish(self) -> None:
        """Complete all tweens, cues and queued steps at once."""
        self._wait = 0.0
        while self._tweens or self._steps or self._cues:
            for _, cue in self._drain_cues():
                cue()
            for tween in self._drain_tweens():
                tween.advance(tween.delay + tween.duration)
            if self._steps:
                self._steps.popleft()[1]()

    def _drain_cues(self) -> list[tuple[float, MotionStep]]:
        cues, self._cues = sorted(self._cues, key=lambda cue: cue[0]), []
        return cues

    def _drain_tweens(self) -> list[Tween]:
        tweens, self._tweens = list(self._tweens.values()), {}
        return tweens

    def clear(self) -> None:
        """Cancel all tweens, cues and queued steps; everything stays where it is."""
        self._tweens.clear()
        self._steps.clear()
        self._cues.clear()
        self._wait = 0.0


class Jolt:
    """A soft jolt of a whole picture."""

    down = 0.0
    """How many logical units lower than usual the picture is."""

    def begin(self, motion: Motion, feel: Feel, share: float = 1.0) -> None:
        motion.to(self, feel.jolt_time * 0.3, 0, ease_out, down=feel.jolt * share)
        motion.at(feel.jolt_time * 0.3, lambda: motion.to(self, feel.jolt_time * 0.7, 0, ease_out_back, down=0.0))
