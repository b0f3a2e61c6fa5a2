"""Animated WebP: still pictures of what changes from frame to frame, put into one file.

The format: https://developers.google.com/speed/webp/docs/riff_container
"""

from __future__ import annotations

import ctypes
import struct
from ctypes.util import find_library
from functools import cache
from itertools import chain
from pathlib import Path

import pygame

from topping_out.game.language import tr

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
