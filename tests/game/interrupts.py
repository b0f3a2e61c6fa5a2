"""For tests that interrupt a process."""

from __future__ import annotations

import signal


def hear_interrupts() -> None:
    """Let a new process hear Ctrl-C, its `preexec_fn`: a shell has what it starts in the background ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
