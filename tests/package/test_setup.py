"""On real Windows: the installer runs silently, the program works, and it can be removed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.package.packed import Folder, missing
from topping_out.game import __version__

pytestmark = [
    pytest.mark.package,
    pytest.mark.xdist_group("package"),
    pytest.mark.skipif(sys.platform != "win32", reason="by wine: build/check_windows.py"),
]


def test_the_program_can_be_installed_run_and_removed(dist: Path, tmp_path: Path) -> None:
    found = list(dist.glob("*-setup.exe"))
    if not found:
        missing("there is no installer: it needs NSIS")
    folder = Path(os.environ["LOCALAPPDATA"]) / "Programs" / "Topping Out"
    subprocess.run([found[0], "/S"], check=True)
    place = Folder(folder, tmp_path / "home")
    assert place.run("--version").stdout.strip() == f"topping-out {__version__}"
    done = place.run("simulate", "towers", "--seats", "easy,easy", "--games", "1", "--seed", "5")
    assert (done.stderr, done.returncode) == ("", 0)
    subprocess.run([folder / "uninstall.exe", "/S"], check=True)
    until = time.monotonic() + 60  # the uninstaller copies itself elsewhere and continues there
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.5)
    assert not folder.exists()
