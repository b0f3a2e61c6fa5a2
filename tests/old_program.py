"""Version 0.1.0 of the program, taken from the git history, to be run beside the current version."""

import io
import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

from topping_out.game.assets import ROOT

COMMIT = "71b185c58188265b6aab4d3241b970be18b66d19"
"""The commit whose program wrote `fixtures/home_0.1.0`."""


def unpack(folder: Path) -> bool:
    """Unpack version 0.1.0 into `folder`, with the metadata by which it finds its games.

    Return False if the git history doesn't contain it.
    """
    found = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=False)
    if found.returncode:
        return False
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        archive.extractall(folder, filter="data")
    about = folder / "topping_out-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: topping-out\nVersion: 0.1.0\n")
    points = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    lines = [line for group, named in points.items() for line in (f"[{group}]", *map(" = ".join, named.items()))]
    (about / "entry_points.txt").write_text("\n".join(lines))
    return True


def run(folder: Path, *arguments: str) -> str:
    """Run Python with these arguments and the old program on its path. Return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(folder), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.stdout.decode()
