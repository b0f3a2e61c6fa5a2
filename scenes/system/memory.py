"""How the C library keeps memory for pictures, which come and go in all sizes."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

MMAP_THRESHOLD = -3
"""`M_MMAP_THRESHOLD` of `mallopt`."""
LARGE = 256 * 1024
"""Bytes of a block that has pages of its own; they go back to the system as soon as it is freed."""


def give_back_large_blocks() -> None:
    """Let freed pictures go back to the system at once.

    By itself glibc soon puts those of many megabytes into one heap, with small things between them: a session with
    windows of many sizes then had three times as much memory as its pictures took.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)
