"""What may lie in place of a file, or of a folder; and folders that are shut, also where root runs the tests."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534


def loop(path: Path) -> None:
    path.symlink_to(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


TRICKS: dict[str, Callable[[Path], None]] = {"a folder": Path.mkdir}
if sys.platform != "win32":  # where pipes, devices and links are others
    TRICKS |= {
        "a pipe": os.mkfifo, "an endless device": endless, "a link to itself": loop, "a link to nowhere": nowhere,
    }  # fmt: skip
every_trick = pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)


@contextmanager
def shut(folder: Path) -> Iterator[None]:
    """Let nobody look into a folder meanwhile; root, whom nothing is shut to, becomes somebody else for it."""
    folder.chmod(0)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
        folder.chmod(0o700)
