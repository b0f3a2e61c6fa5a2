"""Animated WebP: still pictures of what changes from frame to frame, put into one file.

The format: https://developers.google.com/speed/webp/docs/riff_container
"""

from __future__ import annotations

import struct
from io import BytesIO
from typing import Any

import pygame

ANIMATED = 0x02
"""The flag of a file that holds several frames."""
NOT_BLENDED = 0x02
"""The flag of a frame that replaces what is under it."""
HEADER = 12
"""Bytes of a still picture's file before its only part."""


def encoder() -> Any:
    """Return the library that makes still pictures. Raises ImportError where it is missing or lacks WebP."""
    from PIL import Image, features  # nothing but films needs it

    if not features.check("webp"):
        raise ImportError("Pillow was built without WebP")
    return Image


class Animation:
    """Frames of one size, each shown until the next one; only what differs from the frame before is kept."""

    def __init__(self, size: tuple[int, int], quality: int) -> None:
        """Begin without a frame. `quality`: from 0 to 100. Raises ImportError."""
        self._library = encoder()
        self._size, self._quality = size, quality
        self._shown: Any = None
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
        """Show a frame for so many milliseconds; it differs from the one before at most in `changed`."""
        box = self._difference(frame, changed)
        if box:
            self._end_part()
            self._part = self._encode(box)
        self._ms += ms
        self.ms += ms

    def _difference(self, frame: pygame.Surface, changed: pygame.Rect | None) -> tuple[int, int, int, int] | None:
        """Return left, top, right and bottom of what differs, on even pixels, as the format wants it."""
        from PIL import ImageChops

        if changed is None or not changed.w or not changed.h:
            return None
        area = frame.subsurface(changed)
        part = self._library.frombytes("RGB", changed.size, pygame.image.tobytes(area, "RGB"))
        if self._shown is None:
            self._shown = part
            return 0, 0, *self._size
        before = self._shown.crop((changed.left, changed.top, changed.right, changed.bottom))
        box = ImageChops.difference(before, part).getbbox()
        self._shown.paste(part, changed.topleft)
        if box is None:
            return None
        left, top = (changed.left + box[0]) & ~1, (changed.top + box[1]) & ~1
        return left, top, changed.left + box[2], changed.top + box[3]

    def _encode(self, box: tuple[int, int, int, int]) -> tuple[bytes, int, int, int, int]:
        file = BytesIO()
        self._shown.crop(box).save(file, "WEBP", quality=self._quality, method=4)
        return file.getvalue()[HEADER:], *box

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
