"""Keeps the warnings of native libraries (SDL, the sound system) off the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silence_stderr() -> Iterator[None]:
    """Silence the process's standard error. Real failures are raised as errors, so nothing is lost."""
    try:
        sys.stderr.flush()
        saved = os.dup(2)
    except (AttributeError, OSError):  # a program without a terminal has no standard error
        yield
        return
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        os.close(null)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
