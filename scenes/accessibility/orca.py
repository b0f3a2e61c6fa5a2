"""Whether Orca listens, and which: one before 46 speaks no announcements, but it speaks the window's new name."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from topping_out.game.children import run

SPEAKS_ANNOUNCEMENTS = 46
LONGEST = 10
"""Seconds that Orca may take to tell its version."""
BUS = "DBUS_SESSION_BUS_ADDRESS"


def is_here() -> bool:
    """Tell whether an Orca runs in this session."""
    return any(_listens_here(process) for process in Path("/proc").glob("[0-9]*"))


def is_old() -> bool:
    """Tell whether the Orca that runs here speaks no announcements. Takes up to a second."""
    return _version() < SPEAKS_ANNOUNCEMENTS


def _listens_here(process: Path) -> bool:
    """Tell whether a process is an Orca on the same session's bus."""
    with suppress(OSError):  # it has ended, or is somebody else's
        if (process / "comm").read_text().strip() == "orca":
            address = f"{BUS}={os.environ.get(BUS, '')}".encode()
            return address in (process / "environ").read_bytes().split(b"\0")
    return False


def _version() -> int:
    """Return the first number of Orca's version; one that does not tell it counts as new."""
    with suppress(ValueError):
        return int(run(["orca", "--version"], LONGEST).split(".")[0])
    return SPEAKS_ANNOUNCEMENTS
