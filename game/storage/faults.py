"""What keeps the game going whatever a service raises, and reports of faults."""

from __future__ import annotations

import os
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar, cast
from zipfile import ZipFile

from .. import record
from ..assets import in_utf8
from ..language import tr, tr_count
from ..text import printable
from .files import cannot_write, files_in, is_there, log_folder, read_file, records_folder, whole_file, write_atomic
from .transfer import TransferError, new_member

# -- reports


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


# -- faults


T = TypeVar("T")
ON_PURPOSE = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""What ends the program, or a generator, because somebody wants it to."""
EMPTY = {kind.__name__: kind for kind in (bool, int, float, str, list, dict, set, tuple)}
_noted: set[str] = set()


def faults_file() -> Path:
    return log_folder() / "faults.txt"


def faults() -> list[str]:
    """Return what failed in the last run of the window."""
    return lines(faults_file())


def forget_faults() -> None:
    """Begin another run of the window."""
    _noted.clear()
    with suppress(OSError):
        faults_file().unlink(missing_ok=True)


def note_fault(service: str, error: BaseException) -> None:
    """Write down, once a run, what went wrong."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    fault = f"{service}: {type(error).__name__}: {error}{place}"
    if fault not in _noted:
        _noted.add(fault)
        add_line(faults_file(), fault)
        add_report(fault)


class Attempt:
    """What became of work within `surviving`."""

    error: BaseException | None = None


@contextmanager
def surviving(service: str, is_noted: bool = True) -> Iterator[Attempt]:
    """Note what goes wrong in a service, and go on. Panics of Rust libraries are no `Exception`, and caught too."""
    attempt = Attempt()
    try:
        yield attempt
    except ON_PURPOSE:
        raise
    except BaseException as error:
        attempt.error = error
        if is_noted:
            note_fault(service, error)


def note_faults_of_threads() -> None:
    """Write down from now on what ends a thread, instead of printing it."""

    def note(ended: threading.ExceptHookArgs) -> None:
        if ended.exc_value:
            note_fault(ended.thread.name if ended.thread else "thread", ended.exc_value)

    threading.excepthook = note


def guarded(name: str, service: T) -> T:
    """Return a stand-in for a service, of which no use raises: what fails gives nothing (0, "", [], None)."""
    return cast(T, _Guarded(name, service))


class _Guarded:
    def __init__(self, name: str, service: object) -> None:
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_service", service)

    def __getattr__(self, attribute: str) -> Any:
        with surviving(self._name):
            value = getattr(self._service, attribute)
            return self._call(attribute, value) if callable(value) else value
        return self._nothing(attribute)

    def __setattr__(self, attribute: str, value: object) -> None:
        with surviving(self._name):
            setattr(self._service, attribute, value)

    def _call(self, attribute: str, method: Any) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            with surviving(self._name):
                return method(*arguments, **named)
            return self._nothing(attribute)

        return call

    def _nothing(self, attribute: str) -> Any:
        """Return an empty value of the kind that a method or property is declared to return."""
        found = getattr(type(self._service), attribute, None)
        declared = getattr(getattr(found, "fget", found), "__annotations__", {}).get("return", "")
        kind = EMPTY.get(str(declared).partition("[")[0])
        return kind() if kind else None


# -- fault report


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
