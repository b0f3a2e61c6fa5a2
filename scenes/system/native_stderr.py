"""Libraries of screen and sound write to the terminal whatever they think of the machine; here they do not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet() -> Iterator[None]:
    """Keep what libraries complain of by themselves off the terminal; what went wrong comes back as an error anyway."""
    try:
        sys.stderr.flush()
        kept = os.dup(2)
    except (AttributeError, OSError):  # a window program without a terminal
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
