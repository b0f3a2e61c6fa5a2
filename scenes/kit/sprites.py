"""Pictures that are kept: the cache, sprites, and WebP files."""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Hashable
from ctypes.util import find_library
from dataclasses import dataclass
from functools import cache, wraps
from itertools import chain, islice
from pathlib import Path
from time import perf_counter
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import pygame

from topping_out.game.boundary import Interruption
from topping_out.game.language import tr

from .motion import Ease, Motion, ease_in_out

# -- cache


MOST_KEPT = 4000
"""Pictures and the like; then the quarter that was not used for longest goes."""
ROOM = 13
"""Windows full of pixels that all kept pictures may take; a table with all that moves on it takes about ten."""
LEAST_ROOM = 48 * 2**20
"""Bytes that they may take in the smallest window too: letters and signs do not shrink as it does."""
MOST_ROOM = 256 * 2**20
"""And in the largest: at 3840 × 2160 no table uses more within a second."""
AHEAD = 8.0
"""Milliseconds of a frame in which pictures are made that a later frame will need."""

T = TypeVar("T")
P = ParamSpec("P")


class Keeper(Protocol):
    """What keeps pictures: the kit of a window."""

    def cached(self, key: Hashable, make: Callable[[], T]) -> T: ...


K = TypeVar("K", bound=Keeper)


def painted_once(paint: Callable[Concatenate[K, P], T]) -> Callable[Concatenate[K, P], T]:
    """Have what a function paints kept by its kit, for each set of arguments; nobody may change it."""
    defaults = paint.__defaults__ or ()
    usual = (*[None] * (paint.__code__.co_argcount - 1 - len(defaults)), *defaults)

    @wraps(paint)
    def kept(kit: K, /, *args: P.args, **named: P.kwargs) -> T:
        key = (paint, args + usual[len(args) :])
        return kit.cached((key, *named.items()) if named else key, lambda: paint(kit, *args, **named))

    return kept


def bytes_of(made: object) -> int:
    """Return how much memory the pixels of a picture take, or of several."""
    if isinstance(made, pygame.Surface):
        return made.get_pitch() * made.get_height()
    return sum(map(bytes_of, made)) if isinstance(made, (tuple, list)) else 0


class OutOfTime(Interruption):
    """The time is over in which pictures may be made ahead."""


class PictureCache:
    """Makes what is asked for, once, and keeps it for a window of so many pixels."""

    deadline = math.inf
    """Seconds on the clock `perf_counter`; whoever makes a picture past it is interrupted once it is kept."""

    def __init__(self, pixels: tuple[int, int]) -> None:
        self._made: dict[Hashable, object] = {}
        self._bytes = 0
        self._room = min(MOST_ROOM, max(LEAST_ROOM, ROOM * 4 * pixels[0] * pixels[1]))

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under `key`, making it the first time; what was not used for long is forgotten."""
        made = self._made.pop(key, None)
        is_new = made is None
        if is_new:
            if len(self._made) >= MOST_KEPT or self._bytes > self._room:
                self._forget()
            made = make()
            self._bytes += bytes_of(made)
        self._made[key] = made  # to the end: the order is that of the last use
        if is_new and perf_counter() > PictureCache.deadline:
            raise OutOfTime
        return made  # type: ignore[return-value]

    def has(self, key: Hashable) -> bool:
        """Tell whether something is kept under `key`."""
        return key in self._made

    def clear(self) -> None:
        """Forget all; what is asked for again is made again."""
        self._made.clear()
        self._bytes = 0

    def _forget(self) -> None:
        for oldest in list(islice(self._made, len(self._made) // 4)):
            self._bytes -= bytes_of(self._made.pop(oldest))


def make_ahead(draw: Callable[[], object]) -> bool:
    """Make pictures that `draw` needs, for a moment; tell whether all of them are there now.

    It is called again in the next frame until they are, so `draw` must not mind being broken off.
    """
    PictureCache.deadline = perf_counter() + AHEAD / 1000
    try:
        draw()
    except OutOfTime:
        return False
    finally:
        PictureCache.deadline = math.inf
    return True


# -- webp


ANIMATED = 0x02
"""The flag of a file that holds several frames."""
NOT_BLENDED = 0x02
"""The flag of a frame that replaces what is under it."""
HEADER = 12
"""Bytes of a still picture's file before its only part."""


@cache
def encoder() -> ctypes.CDLL:
    """Return libwebp: that which pygame-ce brings to read pictures, or the system's. Raises ImportError for none."""
    own = Path(pygame.__file__).parent
    brought = chain(own.rglob("libwebp[-.]*"), own.with_name("pygame_ce.libs").glob("libwebp[-.]*"))
    name = next(map(str, brought), None) or find_library("webp") or "libwebp.so.7"
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
    """Tell whether films can be made here."""
    try:
        encoder()
    except ImportError:
        return False
    return True


def encode(picture: pygame.Surface, quality: int) -> bytes:
    """Return a still picture as a file. Raises ImportError; MemoryError where there is not enough."""
    (width, height), pixels, data = picture.get_size(), pygame.image.tobytes(picture, "RGB"), ctypes.c_void_p()
    size = encoder().WebPEncodeRGB(pixels, width, height, 3 * width, quality, ctypes.byref(data))
    if not size:
        raise MemoryError
    try:
        return ctypes.string_at(data, size)
    finally:
        encoder().WebPFree(data)


class Animation:
    """Frames of one size, each shown until the next one; only what differs from the frame before is kept."""

    def __init__(self, size: tuple[int, int], quality: int) -> None:
        """Begin without a frame. `quality`: from 0 to 100."""
        self._size, self._quality = size, quality
        self._shown: pygame.Surface | None = None
        self._part = (b"", 0, 0, 0, 0)
        self._ms = 0
        self._frames = bytearray()
        self.ms = 0
        """How long all of it lasts, in milliseconds."""

    @property
    def size(self) -> int:
        """How large the file is so far."""
        return len(self._frames) + len(self._part[0]) + 64

    def add(self, frame: pygame.Surface, changed: pygame.Rect | None, ms: int) -> None:
        """Show a frame for so many milliseconds; it differs from the one before at most in `changed`.

        Raises ImportError, MemoryError.
        """
        if box := self._difference(frame, changed):
            self._end_part()
            data = encode(frame.subsurface(box), self._quality)
            self._part = (data[HEADER:], *box.topleft, *box.bottomright)
        self._ms += ms
        self.ms += ms

    def _difference(self, frame: pygame.Surface, changed: pygame.Rect | None) -> pygame.Rect | None:
        """Return what differs; it begins on even pixels, as the format wants it."""
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
        """Write the frame that was shown so far, now that its time is known."""
        data, left, top, right, bottom = self._part
        if data:
            numbers = (left // 2, top // 2, right - left - 1, bottom - top - 1, self._ms)
            self._frames += _chunk(b"ANMF", b"".join(map(_three_bytes, numbers)) + bytes((NOT_BLENDED,)) + data)
        self._ms = 0

    def to_bytes(self) -> bytes:
        """Return the file; its frames go round for ever."""
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
"""Height from which on things fly over everything."""
TRAVELS = ("x", "y", "angle", "scale", "fold")
"""What of a sprite its place says."""


@dataclass(frozen=True)
class Pose:
    """Where a thing belongs: its middle in logical units, its tilt in degrees, its size.

    `fold` is how far it has changed its shape from what is held in a hand (0) to what stands on the table (1).
    """

    x: float
    y: float
    angle: float = 0.0
    fold: float = 0.0
    scale: float = 1.0

    def rect(self, width: float, height: float) -> pygame.FRect:
        """Return the room that a thing of that size takes here, its tilt apart."""
        wide, high = width * self.scale, height * self.scale
        return pygame.FRect(self.x - wide / 2, self.y - high / 2, wide, high)


class Sprite:
    """A thing on its way or at its place; `turn` runs from -1 (back up) to 1 (face up), `z` orders the pile."""

    __slots__ = ("alpha", "angle", "fold", "key", "scale", "turn", "x", "y", "z")

    def __init__(self, key: Hashable, place: Pose, turn: float = 1.0, z: float = 0.0) -> None:
        self.key = key
        """What it shows; None: a back without a known face."""
        self.x, self.y, self.angle, self.fold, self.scale = place.x, place.y, place.angle, place.fold, place.scale
        self.turn, self.alpha, self.z = turn, 1.0, z

    @property
    def place(self) -> Pose:
        return Pose(self.x, self.y, self.angle, self.fold, self.scale)

    @property
    def look(self) -> tuple[Hashable, ...]:
        """All that it shows, for the key of a layer."""
        return self.key, self.x, self.y, self.angle, self.fold, self.scale, self.turn, self.alpha, self.z

    @property
    def flies(self) -> bool:
        """Whether it flies over the table; fewer pictures of it do then (see `Kit.tilted`)."""
        return self.z >= FLYING


def footing(fold: float, over: float) -> float:
    """Return how much further up a thing is shown while it folds, so that it stands on its foot all the while.

    `over` is how much higher it is just now than it will be.
    """
    return over / 2 * (1 - (1 - fold) ** 3)


def send(
    motion: Motion, sprite: Sprite, place: Pose, duration: float = 260, delay: float = 0.0, ease: Ease = ease_in_out
) -> None:
    """Move a sprite to a place; one that is there already stays, wherever it was about to go."""
    if sprite.place == place:
        motion.drop(sprite, *TRAVELS)
        return
    motion.to(sprite, duration, delay, ease, x=place.x, y=place.y, angle=place.angle, scale=place.scale)
    motion.to(sprite, duration, delay, ease_in_out, fold=place.fold)
