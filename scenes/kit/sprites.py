"""The cache of pictures, WebP files, sprites, and motion: tweens on a separate clock, and a queue of steps."""

from __future__ import annotations

import ctypes
import math
import struct
from collections import deque
from collections.abc import Callable, Hashable
from ctypes.util import find_library
from dataclasses import dataclass
from functools import cache, wraps
from itertools import chain, islice
from pathlib import Path
from time import perf_counter
from typing import Any, Concatenate, ParamSpec, TypeVar

import pygame

from topping_out.game.boundary import Interruption
from topping_out.game.language import tr

from .theme import Feel

# -- motion


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
            cues, self._cues = sorted(self._cues, key=lambda cue: cue[0]), []
            for _, cue in cues:
                cue()
            tweens, self._tweens = self._tweens, {}
            for tween in tweens.values():
                tween.advance(tween.delay + tween.duration)
            if self._steps:
                self._steps.popleft()[1]()

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


# -- cache


MAX_CACHED = 4000
"""Most objects in a cache; beyond, the least recently used quarter is removed."""
CACHE_WINDOWS = 13
"""Size of the cache, as a multiple of a window's pixels. A table with everything that moves on it takes about ten."""
MIN_CACHE_BYTES = 48 * 2**20
"""Least limit of the cache in bytes, for small windows: letters and signs do not shrink as much as the window."""
MAX_CACHE_BYTES = 256 * 2**20
"""Largest limit of the cache in bytes: at 3840 × 2160 no table uses more within a second."""
MAKE_AHEAD_TIME = 8.0
"""Milliseconds of a frame that may be spent on pictures for later frames."""

T = TypeVar("T")
P = ParamSpec("P")
K = TypeVar("K", bound="PictureCache")


def painted_once(paint: Callable[Concatenate[K, P], T]) -> Callable[Concatenate[K, P], T]:
    """Decorate a function to cache its pictures in its kit, by its arguments. Callers must not change them."""
    defaults = paint.__defaults__ or ()
    usual = (*[None] * (paint.__code__.co_argcount - 1 - len(defaults)), *defaults)

    @wraps(paint)
    def kept(kit: K, /, *args: P.args, **named: P.kwargs) -> T:
        key = (paint, args + usual[len(args) :])
        return kit.cached((key, *named.items()) if named else key, lambda: paint(kit, *args, **named))

    return kept


def bytes_of(made: object) -> int:
    """Return the memory in bytes of a picture's pixels, or of those of several."""
    if isinstance(made, pygame.Surface):
        return made.get_pitch() * made.get_height()
    return sum(map(bytes_of, made)) if isinstance(made, (tuple, list)) else 0


class OutOfTime(Interruption):
    """Raised when the time for making pictures ahead is over."""


class PictureCache:
    """A cache of pictures for a window of `pixels`, which forgets the least recently used ones."""

    deadline = math.inf
    """Time in seconds by `perf_counter`. If a picture is finished after it, it is cached and OutOfTime is raised."""

    def __init__(self, pixels: tuple[int, int]) -> None:
        self._made: dict[Hashable, object] = {}
        self._bytes = 0
        self._room = min(MAX_CACHE_BYTES, max(MIN_CACHE_BYTES, CACHE_WINDOWS * 4 * pixels[0] * pixels[1]))

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the object cached under `key`; if there is none, call `make` and cache its result."""
        made = self._made.pop(key, None)
        is_new = made is None
        if is_new:
            if len(self._made) >= MAX_CACHED or self._bytes > self._room:
                self._forget()
            made = make()
            self._bytes += bytes_of(made)
        self._made[key] = made  # to the end: the order is that of the last use
        if is_new and perf_counter() > PictureCache.deadline:
            raise OutOfTime
        return made  # type: ignore[return-value]

    def has(self, key: Hashable) -> bool:
        """Return whether an object is cached under `key`."""
        return key in self._made

    def clear(self) -> None:
        self._made.clear()
        self._bytes = 0

    def _forget(self) -> None:
        for oldest in list(islice(self._made, len(self._made) // 4)):
            self._bytes -= bytes_of(self._made.pop(oldest))


def make_ahead(draw: Callable[[], object]) -> bool:
    """Call `draw` to cache the pictures that it needs, for at most MAKE_AHEAD_TIME. Return whether all are cached now.

    Call this again in the next frame until it returns True. `draw` may be interrupted, so it must be repeatable.
    """
    PictureCache.deadline = perf_counter() + MAKE_AHEAD_TIME / 1000
    try:
        draw()
    except OutOfTime:
        return False
    finally:
        PictureCache.deadline = math.inf
    return True


# -- webp


ANIMATED = 0x02
"""The flag of a file with several frames."""
NOT_BLENDED = 0x02
"""The flag of a frame that replaces the pixels below instead of blending with them."""
HEADER = 12
"""Bytes before the image chunk in the file of a still picture."""


@cache
def encoder() -> ctypes.CDLL:
    """Return libwebp, as installed with pygame-ce or by the system. Raises ImportError if there is none."""
    own = Path(pygame.__file__).parent
    bundled = chain(own.rglob("libwebp[-.]*"), own.with_name("pygame_ce.libs").glob("libwebp[-.]*"))
    name = next(map(str, bundled), None) or find_library("webp") or "libwebp.so.7"
    try:
        library = ctypes.CDLL(name)
        library.WebPEncodeRGB.argtypes = (
            *(ctypes.c_char_p, ctypes.c_int, ctypes.c_int, ctypes.c_int),
            *(ctypes.c_float, ctypes.POINTER(ctypes.c_void_p)),
        )
        library.WebPEncodeRGB.restype = ctypes.c_size_t
        library.WebPFree.argtypes = (ctypes.c_void_p,)
    except (OSError, AttributeError):
        raise ImportError(tr("films need the library libwebp, which isn't here")) from None
    return library


def can_film() -> bool:
    """Return whether films can be made here, which needs libwebp."""
    try:
        encoder()
    except ImportError:
        return False
    return True


def encode(picture: pygame.Surface, quality: int) -> bytes:
    """Return a picture as the content of a WebP file. Raises ImportError without libwebp, and MemoryError."""
    (width, height), pixels, data = picture.get_size(), pygame.image.tobytes(picture, "RGB"), ctypes.c_void_p()
    size = encoder().WebPEncodeRGB(pixels, width, height, 3 * width, quality, ctypes.byref(data))
    if not size:
        raise MemoryError
    try:
        return ctypes.string_at(data, size)
    finally:
        encoder().WebPFree(data)


class Animation:
    """An animated WebP file of frames of one size. Of each frame, only what differs from the one before is stored."""

    def __init__(self, size: tuple[int, int], quality: int) -> None:
        """Begin without frames. `quality` is from 0 to 100."""
        self._size, self._quality = size, quality
        self._shown: pygame.Surface | None = None
        self._part = (b"", 0, 0, 0, 0)
        self._ms = 0
        self._frames = bytearray()
        self.ms = 0
        """Duration of all frames together, in milliseconds."""

    @property
    def size(self) -> int:
        """The size of the file so far, in bytes."""
        return len(self._frames) + len(self._part[0]) + 64

    def add(self, frame: pygame.Surface, changed: pygame.Rect | None, ms: int) -> None:
        """Add a frame, shown for `ms` milliseconds, which differs from the one before only within `changed`.

        Raises ImportError, MemoryError.
        """
        if box := self._difference(frame, changed):
            self._end_part()
            data = encode(frame.subsurface(box), self._quality)
            self._part = (data[HEADER:], *box.topleft, *box.bottomright)
        self._ms += ms
        self.ms += ms

    def _difference(self, frame: pygame.Surface, changed: pygame.Rect | None) -> pygame.Rect | None:
        """Return the rectangle that differs, if any; it begins at even pixels, as the format requires."""
        if self._shown is None:
            self._shown = frame.copy()
            return frame.get_rect()
        if not changed:
            return None
        before, part = self._shown.subsurface(changed), frame.subsurface(changed)
        more, less = part.copy(), before.copy()
        more.blit(before, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        less.blit(part, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        more.blit(less, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
        more.set_colorkey((0, 0, 0))
        box = more.get_bounding_rect().move(changed.topleft)
        before.blit(part, (0, 0))
        left, top = box.left & ~1, box.top & ~1
        return pygame.Rect(left, top, box.right - left, box.bottom - top) if box else None

    def _end_part(self) -> None:
        """Write the last frame, now that its duration is known."""
        data, left, top, right, bottom = self._part
        if data:
            numbers = (left // 2, top // 2, right - left - 1, bottom - top - 1, self._ms)
            self._frames += _chunk(b"ANMF", b"".join(map(_three_bytes, numbers)) + bytes((NOT_BLENDED,)) + data)
        self._ms = 0

    def to_bytes(self) -> bytes:
        """Return the content of the file, which repeats its frames for ever."""
        self._end_part()
        self._part = (b"", 0, 0, 0, 0)
        width, height = self._size
        head = bytes((ANIMATED, 0, 0, 0)) + _three_bytes(width - 1) + _three_bytes(height - 1)
        body = b"WEBP" + _chunk(b"VP8X", head) + _chunk(b"ANIM", struct.pack("<IH", 0, 0)) + bytes(self._frames)
        return b"RIFF" + struct.pack("<I", len(body)) + body


def _three_bytes(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


# -- sprites


FLYING = 600
"""The `z` from which on sprites fly over everything."""
POSE_ATTRIBUTES = ("x", "y", "angle", "scale", "fold")
"""The attributes of a sprite that its pose sets."""


@dataclass(frozen=True)
class Pose:
    """A place of a sprite: its middle in logical units, its tilt in degrees and its scale.

    `fold` is how far it has changed from its shape in a hand (0) to that on the table (1).
    """

    x: float
    y: float
    angle: float = 0.0
    fold: float = 0.0
    scale: float = 1.0

    def rect(self, width: float, height: float) -> pygame.FRect:
        """Return the rectangle that a thing of that size takes here, ignoring its tilt."""
        wide, high = width * self.scale, height * self.scale
        return pygame.FRect(self.x - wide / 2, self.y - high / 2, wide, high)


class Sprite:
    """A thing moving or at rest. `turn` is from -1 (face down) to 1 (face up). Sprites are drawn in order of `z`."""

    __slots__ = ("alpha", "angle", "fold", "key", "scale", "turn", "x", "y", "z")

    def __init__(self, key: Hashable, place: Pose, turn: float = 1.0, z: float = 0.0) -> None:
        self.key = key
        """The card or piece that it shows; None: a card's back whose face is unknown."""
        self.x, self.y, self.angle, self.fold, self.scale = place.x, place.y, place.angle, place.fold, place.scale
        self.turn, self.alpha, self.z = turn, 1.0, z

    @property
    def place(self) -> Pose:
        return Pose(self.x, self.y, self.angle, self.fold, self.scale)

    @property
    def look(self) -> tuple[Hashable, ...]:
        """Everything that its picture depends on, for the key of a layer."""
        return self.key, self.x, self.y, self.angle, self.fold, self.scale, self.turn, self.alpha, self.z

    @property
    def face(self) -> int | None:
        """The card whose face it shows; None if it shows a back."""
        return self.key if self.turn >= 0 and isinstance(self.key, int) else None

    @property
    def flies(self) -> bool:
        """Whether it flies over the table, where fewer pictures of it suffice (see `Kit.tilted`)."""
        return self.z >= FLYING


def footing(fold: float, over: float) -> float:
    """Return how far up to shift a thing while it folds, so that its foot stays in place.

    `over` is how much higher it is now than it will be when folded.
    """
    return over / 2 * (1 - (1 - fold) ** 3)


def send(
    motion: Motion, sprite: Sprite, place: Pose, duration: float = 260, delay: float = 0.0, ease: Ease = ease_in_out
) -> None:
    """Move a sprite to a place. If it is there already, cancel its motion."""
    if sprite.place == place:
        motion.drop(sprite, *POSE_ATTRIBUTES)
        return
    motion.to(sprite, duration, delay, ease, x=place.x, y=place.y, angle=place.angle, scale=place.scale)
    motion.to(sprite, duration, delay, ease_in_out, fold=place.fold)
