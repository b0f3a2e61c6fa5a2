"""Output of commands: to a terminal of any kind, and to files given as options."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from ..language import mark, tr
from ..storage.files import PART, is_there, write_atomic
from ..text import escaped
from .arguments import UsageError

PROGRAM = "topping-out"
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
        raise OutputFailed(tr("can't write {file}: {why}", file=file, why=error.strerror or error)) from None


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
    if path is None:
        return
    folder = path.absolute().parent
    if os.path.isdir(path):
        raise UsageError(tr("{option}: {file} is a folder: name a file in it", option=option, file=path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(tr("{option}: {file} is not a file: name one", option=option, file=path))
    with _errors_for(option, path):
        if not may_replace and is_there(path):
            raise FileExistsError
        if not is_there(folder):
            text = mark("{option}: there is no folder {folder}: create it, or name another")
            raise UsageError(tr(text, option=option, folder=path.parent))
        with NamedTemporaryFile(prefix=path.name + ".", suffix=PART, dir=folder):
            pass


def check_records(paths: Iterable[Path]) -> None:
    """Raise UsageError if one of these records already exists, before any game is played."""
    for path in paths:
        with _errors_for("--records", path):
            if is_there(path):
                raise FileExistsError


def write_text(option: str, path: Path, text: str, may_replace: bool = False) -> None:
    """Write a file that an option names. Raises UsageError."""
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
    return tr(text, option=option, file=path, why=error.strerror or error)


def forget_output() -> None:
    """Discard buffered output; otherwise Python tries to write it again at exit, and prints a traceback."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class ProgressBar:
    """A progress bar on standard error. It is only shown on a terminal, and if there is something to do."""

    WIDTH = 30

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self._is_shown = bool(total and sys.stderr) and sys.stderr.isatty()

    def __enter__(self) -> ProgressBar:
        self._show()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._is_shown:
            print(f"\r{'':{self.WIDTH + 20}}\r", end="", file=sys.stderr, flush=True)

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
            print(f"\r[{bar}] {self.done}/{self.total}", end="", file=sys.stderr, flush=True)


def follow(steps: Generator[tuple[int, int], None, str]) -> str:
    """Run the steps with a progress bar; return the message with the result."""
    with ProgressBar(1) as bar:
        while True:
            try:
                bar.go_to(*next(steps))
            except StopIteration as end:
                return str(end.value)
