"""Nothing in a file can make the program run, read or write anything else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.assets import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="memory and time are bounded as on Unix")

HERE = Path(__file__).resolve().parent


def read_under_watch(folder: Path, count: int) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "build", HERE)))
    command = [sys.executable, str(HERE / "audited.py"), str(folder), str(count)]
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_hostile_files_are_read_and_nothing_else_is_done(tmp_path: Path) -> None:
    done = read_under_watch(tmp_path, count=60)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr


@pytest.mark.long
def test_many_hostile_files_are_read_and_nothing_else_is_done(tmp_path: Path) -> None:
    done = read_under_watch(tmp_path, count=3000)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr


def test_the_watch_sees_what_it_watches_for(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from audited import Watch; watch = Watch(Path(sys.argv[1]));"
        "watch.is_on = True; open('/etc/hostname'); exec('1'); os.system('true');"
        "open(sys.argv[1] + '/new', 'w'); watch.is_on = False; print(len(watch.seen))"
    )
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "build", HERE)))
    command = [sys.executable, "-c", code, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert int(done.stdout) >= 4
