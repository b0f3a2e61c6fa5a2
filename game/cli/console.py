"""What all commands share: arguments read in one way, refusals in one line, output whatever the terminal is."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NoReturn

from game import registry
from game.engine import AnyGame
from game.storage.files import PART, write_atomic

PROGRAM = "topping-out"
LARGEST_SEED = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exactly."""
MOST_GAMES = 1_000_000
MOST_JOBS = 256
USAGE, FAILED, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141


class UsageError(ValueError):
    """What was asked for cannot be done; the message says what, where, and what to do, in one line."""


class OutputFailed(OSError):
    """The standard output cannot be written, other than by a reader that has gone."""


# -- arguments


class Parser(argparse.ArgumentParser):
    """Reports what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def add_table(command: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is played: the game and its options."""
    command.add_argument("game", metavar="GAME", type=game_named, help=", ".join(registry.names()))
    command.add_argument("--options", metavar="LIST", default="", help="the game's options, e.g. tidal,first=0")


def game_named(text: str) -> AnyGame:
    try:
        return registry.load(text)
    except registry.UnknownGame as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return what reads an argument that must be a whole number from `low` to `high`."""

    def number(text: str) -> int:
        with suppress(ValueError):
            if low <= int(text) <= high:
                return int(text)
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {low} to {high}")

    return number


# -- output


@contextmanager
def output() -> Iterator[None]:
    """Write to the standard output, whatever its encoding. Raises OutputFailed, or BrokenPipeError."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        yield
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(f"cannot write: {error.filename or 'the output'}: {error.strerror or error}") from None


def print_lines(lines: Iterable[str]) -> None:
    with output():
        for line in lines:
            print(line)


def check_place(option: str, path: Path | None) -> None:
    """Raise UsageError where a file cannot be written, before any work is done for it."""
    if path is None:
        return
    folder = path.absolute().parent
    if os.path.isdir(path):
        raise UsageError(f"{option}: {path} is a folder: name a file in it")
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"{option}: {path} is no file: name one")
    if not os.path.isdir(folder):
        raise UsageError(f"{option}: there is no folder {path.parent}: make it, or name another")
    with _told(option, path), NamedTemporaryFile(prefix=path.name + ".", suffix=PART, dir=folder):
        pass


def write_text(option: str, path: Path, text: str) -> None:
    """Write a file that an option names. Raises UsageError."""
    with _told(option, path):
        write_atomic(path, text.encode())


@contextmanager
def _told(option: str, path: Path) -> Iterator[None]:
    """Say which option names the file that cannot be written. Raises UsageError."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{option}: {path} cannot be written: {error.strerror or error}") from None


def forget_output() -> None:
    """Let what is still buffered go nowhere: else it is tried again, with a traceback, at the very end."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Progress:
    """A bar on the standard error, where that is a terminal."""

    WIDTH = 30

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self._is_shown = bool(sys.stderr) and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        self._show()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._is_shown:
            print(f"\r{'':{self.WIDTH + 20}}\r", end="", file=sys.stderr, flush=True)

    def step(self) -> None:
        self.done += 1
        self._show()

    def _show(self) -> None:
        if self._is_shown:
            full = self.WIDTH * self.done // self.total
            bar = "#" * full + "." * (self.WIDTH - full)
            print(f"\r[{bar}] {self.done}/{self.total}", end="", file=sys.stderr, flush=True)
