"""For tests that start processes: they end with the test, however it goes, and hear Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PYTHON = Path(sys.executable).as_posix()
"""A program that is there on every system."""
by_signals = pytest.mark.skipif(sys.platform == "win32", reason="programs are ended by signals here")


@contextmanager
def running(command: Sequence[str], **pipes: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a program beside the test; what still runs when the test has failed is killed, and nobody waits for it."""
    with subprocess.Popen(command, **pipes) as program:
        try:
            yield program
        except BaseException:
            program.kill()
            raise


def hear_interrupts() -> None:
    """Let a new process hear Ctrl-C, its `preexec_fn`: a shell has what it starts in the background ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
