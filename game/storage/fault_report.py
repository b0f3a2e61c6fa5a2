"""One file to attach where a fault is told: what the program finds on the machine, its logs, the last game."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zipfile import ZipFile

from topping_out.game import record
from topping_out.game.language import tr, tr_count
from topping_out.game.storage.files import (
    cannot_write,
    files_in,
    is_there,
    log_folder,
    read_file,
    records_folder,
    whole_file,
)
from topping_out.game.storage.transfer.exporting import TransferError, new_member

WRITTEN = re.IGNORECASE if sys.platform == "win32" else re.NOFLAG
"""How paths are compared."""
MOST_LOGS = 6
"""The newest; each takes over the game that it came up in."""


def new_name() -> str:
    """Return what a report of this moment is called."""
    return f"topping-out-report-{datetime.now():%Y%m%d-%H%M%S}.zip"


def pack(path: Path, found: str, may_replace: bool = False) -> list[str]:
    """Make the file, `found` being doctor's answer; return in sentences what is in it. Raises TransferError."""
    logs = read("log", newest(files_in(log_folder(), "*.txt"))[:MOST_LOGS])
    games = read("record", newest(files_in(records_folder(), "*.jsonl"))[:1])
    try:
        if not may_replace and is_there(path):
            raise TransferError(tr("{file} already exists: name another file", file=path))
        with whole_file(path, may_replace) as file, ZipFile(file, "w") as archive:
            texts = {name: without_login(data) for name, data in {"doctor.txt": found.encode(), **logs}.items()}
            for name, data in {**texts, **games}.items():
                archive.writestr(new_member(name), data)
    except OSError as error:
        raise TransferError(cannot_write(path, error)) from None
    return [*_what_is_packed(path, len(logs), [Path(name).name for name in games])]


def _what_is_packed(path: Path, logs: int, games: list[str]) -> Iterator[str]:
    yield tr(
        "{file} is ready. Nothing has been sent: look inside, then attach it when you report the fault.", file=path
    )
    yield tr("{file}: what the program finds on this computer", file="doctor.txt")
    if logs:
        yield tr_count("log: {number} report on errors", "log: {number} reports on errors", logs)
    yield tr("In paths there, {sign} stands for your own folder and your login name.", sign="~")
    for name in games:
        yield tr("{file}: your last game, with the players' names", file=name)


def without_login(data: bytes) -> bytes:
    """Return text in whose paths `~` stands for the user's own folder, and for their login name anywhere else."""
    homes = {str(Path.home()), os.path.realpath(Path.home()), os.environ.get("USERPROFILE", "")}
    names = {Path(home).name for home in homes} | {os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME")}
    text = data.decode("utf-8", "surrogateescape")
    for home in sorted(filter(_is_own, homes), key=len, reverse=True):
        for written in dict.fromkeys((home, home.replace("\\", "\\\\"), home.replace("\\", "/"))):
            text = re.sub(rf"{re.escape(written)}(?![\w.-])", "~", text, flags=WRITTEN)
    for name in filter(None, names):
        text = re.sub(rf"(?<=[/\\]){re.escape(name)}(?=[/\\])", "~", text, flags=WRITTEN)
    return text.encode("utf-8", "surrogateescape")


def _is_own(home: str) -> bool:
    """Tell whether a folder is somebody's: a disk itself is nobody's."""
    return bool(Path(home).name)


def read(folder: str, paths: list[Path]) -> dict[str, bytes]:
    """Return what is in the files, by their names in the report; those that cannot be read are left out."""
    found = {}
    for path in paths:
        with suppress(OSError):
            found[f"{folder}/{path.name}"] = read_file(path, record.LARGEST_FILE)
    return found


def newest(paths: list[Path]) -> list[Path]:
    """Return those that are files, the last changed first."""
    times = {}
    for path in paths:
        with suppress(OSError):
            times[path] = path.stat().st_mtime_ns
    return sorted(times, key=lambda path: -times[path])
