"""Keep the program running when a service fails, and write reports of faults."""

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
"""Lines in the file. Older ones are removed."""
LARGEST_FILE = 100_000
"""Bytes."""


def reports_file() -> Path:
    return log_folder() / "events.txt"


def add_report(text: str) -> None:
    """Add an event with the current time to the report. If it cannot be written, do nothing."""
    add_line(reports_file(), text)


def reports() -> list[str]:
    """Return the recent events, oldest first; empty if the file is missing or cannot be read."""
    return lines(reports_file())


def add_line(file: Path, text: str) -> None:
    """Add a line with the current time to a file that keeps the last ones. If it cannot be written, do nothing."""
    line = f"{datetime.now():%Y-%m-%d %H:%M} {printable(text)}"
    with suppress(OSError):
        write_atomic(file, "".join(f"{kept}\n" for kept in [*lines(file), line][-KEPT:]).encode())


def lines(file: Path) -> list[str]:
    """Return the lines of such a file, oldest first; empty if it is missing or cannot be read."""
    with suppress(OSError):
        return in_utf8(read_file(file, LARGEST_FILE)[:LARGEST_FILE]).decode(errors="replace").splitlines()
    return []


# -- faults


T = TypeVar("T")
ON_PURPOSE = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""Exceptions that end the program or a generator intentionally."""
EMPTY = {kind.__name__: kind for kind in (bool, int, float, str, list, dict, set, tuple)}
_noted: set[str] = set()


def faults_file() -> Path:
    return log_folder() / "faults.txt"


def faults() -> list[str]:
    """Return the faults of the window's last run."""
    return lines(faults_file())


def forget_faults() -> None:
    """Start the list of faults for a new run of the window."""
    _noted.clear()
    with suppress(OSError):
        faults_file().unlink(missing_ok=True)


def note_fault(service: str, error: BaseException) -> None:
    """Write down an error, once per run."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    fault = f"{service}: {type(error).__name__}: {error}{place}"
    if fault not in _noted:
        _noted.add(fault)
        add_line(faults_file(), fault)
        add_report(fault)


class Attempt:
    """The result of a block within `surviving`: its error, if any."""

    error: BaseException | None = None


@contextmanager
def surviving(service: str, is_noted: bool = True) -> Iterator[Attempt]:
    """Note an error of the block, and continue. This includes panics of Rust libraries, which are no `Exception`."""
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
    """From now on, write down errors that end a thread instead of printing them."""

    def note(ended: threading.ExceptHookArgs) -> None:
        if ended.exc_value:
            note_fault(ended.thread.name if ended.thread else "thread", ended.exc_value)

    threading.excepthook = note


def guarded(name: str, service: T) -> T:
    """Return a stand-in for a service that never raises: a failed call returns an empty value (0, "", [] or None)."""
    return cast(T, _Guarded(name, service))


class _Guarded:
    def __init__(self, name: str, service: object) -> None:
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_service", service)

    def __getattr__(self, attribute: str) -> Any:
        with surviving(self._name):
            value = getattr(self._service, attribute)
            return self._call(attribute, value) if callable(value) else value
        return self._empty_value(attribute)

    def __setattr__(self, attribute: str, value: object) -> None:
        with surviving(self._name):
            setattr(self._service, attribute, value)

    def _call(self, attribute: str, method: Any) -> Any:
        def call(*arguments: Any, **keywords: Any) -> Any:
            with surviving(self._name):
                return method(*arguments, **keywords)
            return self._empty_value(attribute)

        return call

    def _empty_value(self, attribute: str) -> Any:
        """Return an empty value of the type that a method or property is annotated to return."""
        found = getattr(type(self._service), attribute, None)
        declared = getattr(getattr(found, "fget", found), "__annotations__", {}).get("return", "")
        kind = EMPTY.get(str(declared).partition("[")[0])
        return kind() if kind else None


# -- fault report


PATH_FLAGS = re.IGNORECASE if sys.platform == "win32" else re.NOFLAG
"""Flags for comparing paths."""
MOST_LOGS = 6
"""The newest are packed. Each contains the record of the game in which the error happened."""


def new_name() -> str:
    """Return a file name with the current time for a new report."""
    return f"topping-out-report-{datetime.now():%Y%m%d-%H%M%S}.zip"


def pack(path: Path, found: str, may_replace: bool = False) -> list[str]:
    """Write the report, with doctor's output `found`, and return sentences on its contents. Raises TransferError."""
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
        "{file} is ready. Nothing has been sent: look inside, then attach it when you report the problem.", file=path
    )
    yield tr("{file}: details about the program and this computer", file="doctor.txt")
    if logs:
        yield tr_count("log: {number} error report", "log: {number} error reports", logs)
    yield tr("In paths in these files, {sign} stands for your home folder and your login name.", sign="~")
    for name in games:
        yield tr("{file}: your last game, with the players' names", file=name)


def without_login(data: bytes) -> bytes:
    """Return text with the user's home folder, and their login name in other paths, replaced by `~`."""
    homes = {str(Path.home()), os.path.realpath(Path.home()), os.environ.get("USERPROFILE", "")}
    names = {Path(home).name for home in homes} | {os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME")}
    text = data.decode("utf-8", "surrogateescape")
    own = [home for home in homes if Path(home).name]  # a whole disk is not replaced
    for home in sorted(own, key=len, reverse=True):
        for spelling in dict.fromkeys((home, home.replace("\\", "\\\\"), home.replace("\\", "/"))):
            text = re.sub(rf"{re.escape(spelling)}(?![\w.-])", "~", text, flags=PATH_FLAGS)
    for name in filter(None, names):
        text = re.sub(rf"(?<=[/\\]){re.escape(name)}(?=[/\\])", "~", text, flags=PATH_FLAGS)
    return text.encode("utf-8", "surrogateescape")


def read(folder: str, paths: list[Path]) -> dict[str, bytes]:
    """Return the contents of the files by their names in the report. Unreadable files are left out."""
    found = {}
    for path in paths:
        with suppress(OSError):
            found[f"{folder}/{path.name}"] = read_file(path, record.LARGEST_FILE)
    return found


def newest(paths: list[Path]) -> list[Path]:
    """Return the existing files, last changed first."""
    times = {}
    for path in paths:
        with suppress(OSError):
            times[path] = path.stat().st_mtime_ns
    return sorted(times, key=lambda path: -times[path])
