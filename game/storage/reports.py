"""The unexpected events of late, in a file that `topping-out doctor` reads."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from topping_out.game.storage.files import log_folder, read_file, write_atomic
from topping_out.game.text import printable

KEPT = 50
"""Lines in the file; older ones go."""
LARGEST_FILE = 100_000
"""Bytes."""


def reports_file() -> Path:
    return log_folder() / "events.txt"


def add_report(text: str) -> None:
    """Add an event with the time of day, as far as the disk lets it be written."""
    line = f"{datetime.now():%Y-%m-%d %H:%M} {printable(text)}"
    with suppress(OSError):
        write_atomic(reports_file(), "".join(f"{kept}\n" for kept in [*reports(), line][-KEPT:]).encode())


def reports() -> list[str]:
    """Return the events of late, the oldest first; none where the file is not there or cannot be read."""
    with suppress(OSError):
        return read_file(reports_file(), LARGEST_FILE)[:LARGEST_FILE].decode("utf-8", "replace").splitlines()
    return []
