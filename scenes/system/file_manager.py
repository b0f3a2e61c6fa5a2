"""Showing a file in the system's file manager, without waiting for it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Thread

from topping_out.game.children import start

REPLY = 10.0
"""Seconds that a file manager has to answer. A program that still runs then is taken for the file manager itself."""
_FILE_MANAGER = "org.freedesktop.FileManager1"


def ways(path: Path, platform: str = sys.platform) -> Iterator[Sequence[str]]:
    """Yield the commands that show a file, given by its absolute path, the best one first."""
    if platform == "win32":
        yield f'explorer /select,"{path}"'  # not a list: Explorer wants the quotation marks after the comma
    elif platform == "darwin":
        yield ["open", "-R", str(path)]
    else:
        # the address of a file has neither commas nor quotation marks, which dbus-send would not take as they are
        method = f"/{_FILE_MANAGER.replace('.', '/')}", f"{_FILE_MANAGER}.ShowItems"
        arguments = f"array:string:{path.as_uri()}", "string:"
        timeout = f"--reply-timeout={REPLY * 1000:.0f}"
        yield ["dbus-send", "--session", "--print-reply", timeout, f"--dest={_FILE_MANAGER}", *method, *arguments]
        yield ["xdg-open", str(path.parent)]


class Showing:
    """A file that is being shown, by a thread that tries all ways; the program goes on meanwhile."""

    def __init__(self, path: Path) -> None:
        self.is_over = self.has_failed = False
        Thread(target=self._show, args=(path.absolute(),), name="file manager", daemon=True).start()

    def _show(self, path: Path) -> None:
        self.has_failed = not any(map(self._works, ways(path)))
        self.is_over = True

    def _works(self, command: Sequence[str]) -> bool:
        silent = subprocess.DEVNULL
        try:
            process = start(command, stdin=silent, stdout=silent, stderr=silent, start_new_session=True)
        except (OSError, ValueError):
            return False
        try:
            code = process.wait(REPLY + 1)
        except subprocess.TimeoutExpired:
            Thread(target=process.wait, name="file manager", daemon=True).start()
            return True
        return code == 0 or sys.platform == "win32"  # Explorer returns 1 even if it shows the file
