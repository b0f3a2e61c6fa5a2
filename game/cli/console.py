"""Output of commands: to a terminal of any kind, and to files given as options."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from time import monotonic

from ..language import mark, tr
from ..storage.files import PART, STANDARD, is_there, write_atomic
from ..text import clock_text, escaped, system_says
from .arguments import PROGRAM, UsageError

USAGE, FAILED, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141
"""Exit statuses."""


class OutputFailed(OSError):
    """Standard output cannot be written, for another reason than a closed pipe."""


def speak_utf8() -> None:
    """Avoid encoding errors: write UTF-8 on Windows; elsewhere, write `?` for letters that the terminal lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if sys.platform == "win32" else None, errors="replace")


@contextmanager
def output() -> Iterator[None]:
    """A context for writing to standard output. Raises OutputFailed or BrokenPipeError."""
    try:
        yield
        if sys.stdout:
            sys.stdout.flush()
    except (BrokenPipeError, OutputFailed):
        raise
    except OSError as error:
        file = error.filename or tr("the output")
        raise OutputFailed(tr("can't write {file}: {why}", file=file, why=system_says(error))) from None


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each flushed at once, without characters that could control the terminal (see `escaped`)."""
    with output():
        for line in lines:
            print(escaped(line), flush=True)


def print_error(line: str) -> None:
    """Print a line in the same way to standard error, if there is one."""
    with suppress(OSError, ValueError):
        print(escaped(f"{PROGRAM}: {line}"), file=sys.stderr)


def check_place(option: str, path: Path | None, may_replace: bool = False) -> None:
    """Raise UsageError if a file cannot be written, before any work is done for it.

    An existing file may only be replaced if `may_replace`, which is what --force sets.
    """
    if path is None or path == STANDARD:
        return
    folder = path.absolute().parent
    if os.path.isdir(path):
        raise UsageError(tr("{option}: {file} is a folder: name a file in it", option=option, file=path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(tr("{option}: {file} isn't a file: name one", option=option, file=path))
    with _errors_for(option, path):
        if not may_replace and is_there(path):
            raise FileExistsError
        if not is_there(folder):
            text = mark("{option}: there's no folder {folder}: create it, or name another")
            raise UsageError(tr(text, option=option, folder=path.parent))
        with NamedTemporaryFile(prefix=path.name + ".", suffix=PART, dir=folder):
            pass


def check_records(paths: Iterable[Path]) -> None:
    """Raise UsageError if one of these records already exists, before any game is played."""
    for path in paths:
        with _errors_for("--records", path):
            if is_there(path):
                raise FileExistsError


@contextmanager
def writing(option: str, path: Path, may_replace: bool = False) -> Iterator[Path]:
    """Yield the path at which to write the file that an option names; its content may be anything. Raises UsageError.

    For `-` this is a temporary file, which is then written to standard output.
    """
    check_place(option, path, may_replace)
    if path != STANDARD:
        yield path
        return
    if sys.stdout.isatty():
        text = mark("{option}: this file isn't text: send it to a file or a program, not to the terminal")
        raise UsageError(tr(text, option=option))
    with TemporaryDirectory(prefix=f"{PROGRAM}-") as folder:
        place = Path(folder) / "-"
        yield place
        write_out(place.read_bytes())


def write_out(data: bytes) -> None:
    """Write to standard output as it is. Raises OutputFailed or BrokenPipeError."""
    with output():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


@contextmanager
def reading(path: Path) -> Iterator[Path]:
    """Yield the path of a file to read; for `-` that of a copy of standard input."""
    if path != STANDARD:
        yield path
        return
    with TemporaryDirectory(prefix=f"{PROGRAM}-") as folder:
        place = Path(folder) / "-"
        with place.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield place


def tell(path: Path | None, lines: Iterable[str]) -> None:
    """Print lines about a written file; to standard error if the file went to standard output."""
    if path == STANDARD:
        for line in lines:
            print(escaped(line), file=sys.stderr)
    else:
        print_lines(lines)


def write_text(option: str, path: Path, text: str, may_replace: bool = False) -> None:
    """Write a file that an option names. Raises UsageError."""
    if path == STANDARD:
        write_out(text.encode())
        return
    with _errors_for(option, path):
        write_atomic(path, text.encode(), may_replace)


def _exists(option: str, path: Path) -> str:
    text = mark("{option}: {file} already exists: name another, or replace it with {force}")
    return tr(text, option=option, file=path, force="--force")


@contextmanager
def _errors_for(option: str, path: Path) -> Iterator[None]:
    """Convert errors of the block to a UsageError that names the option."""
    try:
        yield
    except FileExistsError:
        raise UsageError(_exists(option, path)) from None
    except OSError as error:
        raise UsageError(cannot_write_for(option, path, error)) from None


def cannot_write_for(option: str, path: Path, error: OSError) -> str:
    """Return a message that a file or folder given by an option cannot be written."""
    text = mark("{option}: can't write {file}: {why}")
    return tr(text, option=option, file=path, why=system_says(error))


def forget_output() -> None:
    """Discard buffered output; otherwise Python tries to write it again at exit, and prints a traceback."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class ProgressBar:
    """A progress bar on standard error. It is only shown on a terminal, and if there is something to do."""

    WIDTH = 30
    SURE_AFTER = 2
    """Seconds after which the time that is left can be guessed."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self._start, self._longest = monotonic(), 0
        self._is_shown = bool(total and sys.stderr) and sys.stderr.isatty()

    def __enter__(self) -> ProgressBar:
        self._show()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._is_shown:
            print(f"\r{'':{self._longest}}\r", end="", file=sys.stderr, flush=True)

    def step(self) -> None:
        self.go_to(self.done + 1, self.total)

    def go_to(self, done: int, total: int) -> None:
        """Show how much is done of how much."""
        self.done, self.total = done, total
        self._show()

    def _show(self) -> None:
        if self._is_shown:
            full = self.WIDTH * self.done // self.total
            bar = "#" * full + "." * (self.WIDTH - full)
            line = f"[{bar}] {self.done}/{self.total}"
            if time := self._time_left():
                line += "  " + tr("{time} left", time=time)
            self._longest = max(self._longest, len(line))
            print(f"\r{line:{self._longest}}", end="", file=sys.stderr, flush=True)

    def _time_left(self) -> str:
        """Return the time that is left, judged by the time so far; "" if it is too early to tell."""
        spent = monotonic() - self._start
        if spent < self.SURE_AFTER or not 0 < self.done < self.total:
            return ""
        left = round(spent * (self.total - self.done) / self.done)
        hours = f"{left // 3600}:" if left >= 3600 else ""
        return hours + clock_text(left % 3600 * 1000).strip().rjust(5 if hours else 0, "0")


def follow(steps: Generator[tuple[int, int], None, str]) -> str:
    """Run the steps with a progress bar; return the message with the result."""
    with ProgressBar(1) as bar:
        while True:
            try:
                bar.go_to(*next(steps))
            except StopIteration as end:
                return str(end.value)
