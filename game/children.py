"""Other programs that this one starts: they get the environment that it was started with itself.

What is set for this program alone stays with it: hints for its libraries, and where a packed program finds those.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

_ORIGINAL = "_ORIG"
"""PyInstaller keeps what it has changed in a variable whose name ends so."""
_OF_THE_PACKED = ("_PYI_", "_MEIPASS")
_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
_set_here: set[str] = set()
_starting = threading.Lock()
"""Held while a program is started: on Windows the folder of libraries is the whole process's."""


def set_for_us(name: str, value: str) -> None:
    """Set a variable for this program alone, if it is not set yet."""
    if name not in os.environ:
        os.environ[name] = value
        _set_here.add(name)


def environment(now: Mapping[str, str] | None = None, is_packed: bool | None = None) -> dict[str, str]:
    """Return the variables for another program; `now` and `is_packed` are taken from this process unless given."""
    now = os.environ if now is None else now
    is_packed = getattr(sys, "frozen", False) if is_packed is None else is_packed
    kept = {name: value for name, value in now.items() if name not in _set_here}
    if not is_packed:
        return kept
    kept = {name: value for name, value in kept.items() if not name.startswith(_OF_THE_PACKED)}
    for name in _LIBRARY_PATHS:
        kept.pop(name, None)
        if (before := kept.pop(name + _ORIGINAL, None)) is not None:
            kept[name] = before
    return kept


def start(command: Sequence[str], more: Mapping[str, str] | None = None, **how: Any) -> subprocess.Popen[Any]:
    """Start a program; `more` are variables beside the usual ones, `how` is as of `Popen`. Raises OSError."""
    with _starting, _usual_libraries():
        return subprocess.Popen(command, env=environment() | dict(more or {}), **how)


def run(command: Sequence[str], seconds: float) -> str:
    """Return what a program writes; nothing where it is not there, fails, or takes longer than so many seconds."""
    try:
        process = start(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )  # fmt: skip
        with process:
            try:
                said, _ = process.communicate(timeout=seconds)
            except BaseException:
                process.kill()
                raise
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return str(said).strip() if process.returncode == 0 else ""


@contextmanager
def _usual_libraries() -> Iterator[None]:
    """On Windows, have a program that is started now not look for its libraries among those of this packed one."""
    packed = getattr(sys, "_MEIPASS", None)
    if sys.platform != "win32" or not packed:
        yield
        return
    import ctypes  # takes a while to load elsewhere

    set_folder = ctypes.windll.kernel32.SetDllDirectoryW
    set_folder(None)
    try:
        yield
    finally:
        set_folder(ctypes.c_wchar_p(packed))
