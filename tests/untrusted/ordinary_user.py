"""Folders that are shut, also where root runs the tests."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


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
