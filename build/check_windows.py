"""Make the program for Windows on Linux, and check it with Wine: `python build/check_windows.py [--work DIR]`.

First the tests of rules, files and pages run in Python for Windows. Then the packed program is played with mouse and
keys, killed, installed, upgraded and removed. Needs Debian's wine, wine64, gcc-mingw-w64-x86-64, nsis, xvfb, openbox
and xdotool. Pictures are left in the folder `pictures` of `--work`, which also keeps what the next run can reuse.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from distribution.windows.toolchain import Toolchain, what_is_missing, windows_path

ROOT = Path(__file__).resolve().parent.parent
TESTERS = (
    "pytest>=9,<9.2",
    "pytest-xdist",
    "pytest-timeout",
    "pytest-instafail",
    "hypothesis",
    "jsonschema",
    "babel",
    "fonttools",
    "pypdf",
    "colorama",
)
"""Packages that the tests need under Wine. NumPy does not load there."""
SCREEN = ("Xvfb", "openbox", "xdotool")
"""Tools that play the program."""
FOLDERS = ("tests/game", "tests/durability", "tests/untrusted", "tests/scenes")
LONGEST_TEST = 1800
"""Seconds after which a test counts as hanging."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, help="where everything is made (default: a folder for this run)")
    parser.add_argument("--only", choices=["package", "tests", "play"], help="one of the three steps alone")
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="tests to run under wine")
    arguments = parser.parse_args()
    if what := what_is_missing(*SCREEN):
        parser.error(what)
    with tempfile.TemporaryDirectory(prefix="topping-out-", ignore_cleanup_errors=True) as scratch:
        work = (arguments.work or Path(scratch)).resolve()
        steps = {"package": make, "tests": lambda work: test(work, arguments.folders), "play": play}
        chosen = {name: step for name, step in steps.items() if arguments.only in (None, name)}
        failed = [name for name, step in chosen.items() if not timed(name, step, work)]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def timed(name: str, step: object, work: Path) -> bool:
    began = time.monotonic()
    print(f"== {name}", flush=True)
    passed: bool = step(work) == 0  # type: ignore[operator]
    print(f"== {name} {'passed' if passed else 'FAILED'} after {(time.monotonic() - began) / 60:.1f} min", flush=True)
    return passed


def make(work: Path) -> int:
    command = [sys.executable, str(ROOT / "build" / "package.py"), "--windows", "--dist", str(work / "dist")]
    return subprocess.run([*command, "--work", str(work)], check=False).returncode


def test(work: Path, folders: list[str]) -> int:
    """Run the tests in Python for Windows."""
    tools = Toolchain(work)
    wanted, installed = "\n".join(TESTERS), work / "testers" / "installed.txt"
    if not installed.is_file() or installed.read_text() != wanted:
        shutil.rmtree(work / "testers", ignore_errors=True)
        tools.install(work / "testers", TESTERS)
        installed.write_text(wanted)
    words = ["-p", "no:cacheprovider", "-m", "not long and not window", "--instafail", "-n", "2", "--tb", "short"]
    places = {"PYTHONPATH": str(windows_path(work / "testers")), "PYTHONDONTWRITEBYTECODE": "1"}
    status = tools.run_python("-m", "pytest", *words, "--timeout", str(LONGEST_TEST), "-rs", *folders, **places)
    tools.wine.close()
    return status


def play(work: Path) -> int:
    """Play, install and remove the packed program."""
    command = [sys.executable, "-m", "pytest", "tests/package/windows", "--instafail", "-v"]
    places = {"TOPPING_OUT_WINDOWS": str(work), "TOPPING_OUT_DIST": str(work / "dist")}
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **places}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
