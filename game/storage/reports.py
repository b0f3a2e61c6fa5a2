"""The unexpected events of late, in a file that `topping-out doctor` reads."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from topping_out.game.storage.files import log_folder, read_file, write_atomic
from topping_out.game.text import printable
from topping_out.game.text_files import in_utf8

KEPT = 50
"""Lines in the file; older ones go."""
LARGEST_FILE = 100_000
"""Bytes."""


def reports_file() -> Path:
    return log_folder() / "events.txt"


def add_report(text: str) -> None:
    """Add an event with the time of day, as far as the disk lets it be written."""
    add_line(reports_file(), text)


def reports() -> list[str]:
    """Return the events of late, the oldest first; none where the file is not there or cannot be read."""
    return lines(reports_file())


def add_line(file: Path, text: str) -> None:
    """Add a text with the time of day to a file that keeps the last ones, as far as the disk lets it be written."""
    line = f"{datetime.now():%Y-%m-%d %H:%M} {printable(text)}"
    with suppress(OSError):
        write_atomic(file, "".join(f"{kept}\n" for kept in [*lines(file), line][-KEPT:]).encode())


def lines(file: Path) -> list[str]:
    """Return the lines of such a file, the oldest first; none where it is not there or cannot be read."""
    with suppress(OSError):
        return in_utf8(read_file(file, LARGEST_FILE)[:LARGEST_FILE]).decode(errors="replace").splitlines()
    return []
