"""No content of a file can make the program run, read or write anything else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.properties import FACTOR
from topping_out.game.assets import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="memory and time are limited by functions of Unix")

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(ROOT / "build")])}


def test_reading_hostile_files_does_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.untrusted.audited", str(tmp_path), str(60 * FACTOR)]
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr


def test_the_audit_hook_notices_forbidden_events(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from tests.untrusted.audited import Watch;"
        "watch = Watch(Path(sys.argv[1]));"
        "watch.is_on = True; open('/etc/hostname'); exec('1'); os.system('true');"
        "open(sys.argv[1] + '/new', 'w'); watch.is_on = False; print(len(watch.seen))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=True)
    assert int(done.stdout) >= 4
