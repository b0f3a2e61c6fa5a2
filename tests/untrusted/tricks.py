"""What may lie in place of a file, or of a folder."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


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
