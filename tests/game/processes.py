"""For tests that start processes: they end with the test, however it goes, and hear Ctrl-C."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from topping_out.game.arena.external.bot import REQUESTS_TO_END

PYTHON = Path(sys.executable).as_posix()
"""A program that is there on every system."""
QUERY_LIMITED_INFORMATION, STILL_ACTIVE = 0x1000, 259
"""How Windows is asked for a process's exit status, and what it is before there is one."""
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


def hear_signals() -> None:
    """Let a new process hear Ctrl-C and requests to end, its `preexec_fn`.

    What a shell starts in the background ignores the one, what `nohup` starts the end of a terminal.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in REQUESTS_TO_END:
        signal.signal(number, signal.SIG_DFL)


def is_alive(process: int) -> bool:
    """Tell whether the process runs; one that waits to be buried does not."""
    if sys.platform == "win32":
        handle = ctypes.windll.kernel32.OpenProcess(QUERY_LIMITED_INFORMATION, False, process)
        status = ctypes.c_uint32()
        ctypes.windll.kernel32.GetExitCodeProcess(handle, ctypes.byref(status))
        ctypes.windll.kernel32.CloseHandle(handle)
        return status.value == STILL_ACTIVE
    try:
        os.kill(process, 0)
        if sys.platform != "linux":
            return True
        return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
