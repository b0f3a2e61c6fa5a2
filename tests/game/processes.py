"""Helpers for tests of commands: refusals in one line, and processes that end with the test and react to Ctrl-C."""

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

from topping_out.game.arena.external import REQUESTS_TO_END
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend

PYTHON = Path(sys.executable).as_posix()
"""A program that exists on every system."""
QUERY_LIMITED_INFORMATION, STILL_ACTIVE = 0x1000, 259
"""Windows' access right for querying a process, and the exit status of a process that still runs."""
by_signals = pytest.mark.skipif(sys.platform == "win32", reason="programs are ended by signals here")


@contextmanager
def running(command: Sequence[str], **pipes: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a program during the block. Kill it if the block fails."""
    with subprocess.Popen(command, **pipes) as program:
        try:
            yield program
        except BaseException:
            program.kill()
            raise


def reset_signals() -> None:
    """Reset the handling of Ctrl-C and termination signals, such as in a new process as its `preexec_fn`.

    Otherwise it would inherit that Ctrl-C is ignored (in the background of a shell) or SIGHUP (under `nohup`).
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in REQUESTS_TO_END:
        signal.signal(number, signal.SIG_DFL)


def is_alive(process: int) -> bool:
    """Tell whether the process runs. A zombie does not."""
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


class Shell:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys, self.err = capsys, ""

    def run(self, line: str, *files: object, status: int = 0, frontend: Frontend | None = None) -> str:
        """Run a command, whose line may end with files. Return what it prints."""
        assert main.main([*line.split(), *map(str, files)], frontend) == status
        out, self.err = self._capsys.readouterr()
        return out

    def refuse(self, line: str, *files: object, frontend: Frontend | None = None) -> str:
        """Run a command that is refused, and return the one line that says why."""
        assert main.main([*line.split(), *map(str, files)], frontend) == 2
        return refusal(self._capsys)


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """Check that the only output is one line on standard error, and return it."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("topping-out: ")
    assert err.count("\n") == 1
    return err
