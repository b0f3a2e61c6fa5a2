"""One file to attach where a fault is told: what the program finds on the machine, its logs, the last game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from topping_out.game import record
from topping_out.game.language import tr
from topping_out.game.storage.files import files_in, is_there, log_folder, read_file, records_folder, whole_file
from topping_out.game.storage.transfer.exporting import TransferError

MOST_LOGS = 6
"""The newest; each takes over the game that it came up in."""
LARGEST_LOG = 1024 * 1024
"""Bytes."""


def new_name() -> str:
    """Return what a report of this moment is called."""
    return f"topping-out-report-{datetime.now():%Y%m%d-%H%M%S}.zip"


def pack(path: Path, found: str) -> list[str]:
    """Make the file, `found` being doctor's answer; return in sentences what is in it. Raises TransferError."""
    said = [
        tr("{file} is ready. Nothing was sent: look into it, then attach it where you report the fault.", file=path)
    ]
    moment = datetime.now().timetuple()[:6]
    try:
        if is_there(path):
            raise TransferError(tr("{file} is there already: name another file", file=path))
        with whole_file(path) as file, ZipFile(file, "w", ZIP_DEFLATED) as archive:
            for name, data, what in parts(found):
                archive.writestr(ZipInfo(name, moment), data, ZIP_DEFLATED)
                said.append(what)
    except OSError as error:
        raise TransferError(tr("{file} cannot be written: {error}", file=path, error=error.strerror or error)) from None
    return said


def parts(found: str) -> Iterator[tuple[str, bytes, str]]:
    """Yield name, content and, in a sentence, meaning of each file; those that cannot be read are left out."""
    yield "doctor.txt", found.encode(), tr("{file}: what the program finds on this computer", file="doctor.txt")
    for path in newest(files_in(log_folder(), "*.txt"))[:MOST_LOGS]:
        with suppress(OSError):
            data = read_file(path, LARGEST_LOG)[:LARGEST_LOG]
            yield f"log/{path.name}", data, tr("{file}: errors, and where they came up", file=path.name)
    for path in newest(files_in(records_folder(), "*.jsonl"))[:1]:
        with suppress(OSError):
            data = read_file(path, record.LARGEST_FILE)
            yield f"record/{path.name}", data, tr("{file}: your last game, with the players' names", file=path.name)


def newest(paths: list[Path]) -> list[Path]:
    """Return those that are files, the last changed first."""
    times = {}
    for path in paths:
        with suppress(OSError):
            times[path] = path.stat().st_mtime_ns
    return sorted(times, key=lambda path: -times[path])
