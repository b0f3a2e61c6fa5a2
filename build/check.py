"""Run all checks: `python build/check.py`. With `--long`, include those that take minutes or hours.

The package is made and tested with `--long`, or if `TOPPING_OUT_DIST` names the folder with a finished one.

`--fast` is for use before each commit. It only runs the tests of the rules and of the modules that most of the program
depends on, in about two minutes of processor time.

Each check runs even if an earlier one failed. Without `--long` the tests come last, so that their summary is the last
line. With it, the soak tests (see `build/soak.py`) and a list of results follow.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


SOAK_GAMES, SOAK_MINUTES, JOBS = 100_000, 60, 2
LONGEST_TEST = 4 * 3600
"""Seconds after which a long test counts as hanging."""
MORE_EXAMPLES = 50
"""Factor on the number of examples for each property test in the long run."""
FAST = (
    "tests/test_catalogues.py", "tests/test_imports.py", "tests/test_documentation.py",
    "tests/test_earlier_versions.py", "tests/game/wyoming", "tests/game/towering", "tests/game/towers",
    "tests/game/icetowers/test_rules.py", "tests/game/test_match.py", "tests/game/test_registry.py",
    "tests/game/storage/test_library.py", "tests/scenes/kit", "tests/scenes/system",
    "tests/scenes/match/test_controls.py",
)  # fmt: skip
"""The tests of `--fast`."""
FOLDERS = {
    "files": ("tests/durability", "tests/untrusted"),
    "hints": ("tests/game/hints",),
    "arena": ("tests/game/arena", "tests/game/bots", "tests/game/puzzles", "tests/game/by_luck"),
    "examples": ("tests/examples",),
    "rules": ("tests/game/icetowers", "tests/game/towering", "tests/game/towers", "tests/game/wyoming"),
    "scenes": ("tests/scenes",),
    "unseen": ("tests/unseen",),
    "window": ("tests/window",),
    "package": ("tests/package",),
}
"""Parts of the long run, for machines that only run a few hours. `rest` is all other tests."""
PARTS = (*FOLDERS, "rest", "proofs", "soaks")
WORKERS = min(6, (os.cpu_count() or 1) + 1)
"""Processes that run tests: one more than processors, as tests of the real window and of other programs often wait."""
LONGEST_RUN = 4500
"""Seconds after which a run of the quick tests ends early and reports its results so far."""


def checks(is_long: bool, is_fast: bool, part: str = "") -> dict[str, list[str]]:
    """Return the commands by name, in the order in which they run; with `part`, only those of this part."""
    if part == "proofs":
        return proofs()
    if part == "soaks":
        return soaks()
    python = [sys.executable, "-m"]
    parallel = (
        ["-n", str(WORKERS), "--dist", "loadgroup"] if find_spec("xdist") else []
    )  # loadgroup lets only one worker make the package
    unhurried = ["--timeout", str(LONGEST_TEST), "-o", "faulthandler_timeout=0"]
    if part:
        others = [f"--ignore={folder}" for folders in FOLDERS.values() for folder in folders]
        return {part: [*python, "pytest", "--instafail", *parallel, *unhurried, *FOLDERS.get(part, ("tests", *others))]}
    brief = ["-m", "not long", "--session-timeout", str(LONGEST_RUN), "--durations", "10"]
    quick = {
        "format": [*python, "ruff", "format", "--check", "."],
        "lint": [*python, "ruff", "check", "."],
        "types": [*python, "mypy"],
        "imports": [str(Path(sysconfig.get_path("scripts")) / "lint-imports"), "--no-cache"],
        "tests": [
            *python,
            "pytest",
            "--instafail",
            *parallel,
            *(unhurried if is_long else brief),
            *(FAST if is_fast else ()),
        ],
    }
    return {**quick, **proofs(), **soaks()} if is_long else quick


def proofs() -> dict[str, list[str]]:
    """Return the command that proves all puzzles by play, by name."""
    script = str(ROOT / "build" / "mine_puzzles.py")
    return {"puzzles proven by play": [sys.executable, script, "--prove", "--jobs", str(JOBS)]}


def soaks() -> dict[str, list[str]]:
    """Return the commands of the soak tests by name."""
    soak = [sys.executable, str(ROOT / "build" / "soak.py")]
    return {
        f"{SOAK_GAMES} random games": [*soak, "games", "--count", str(SOAK_GAMES), "--jobs", str(JOBS)],
        f"{SOAK_MINUTES} minutes of the window": [*soak, "window", "--minutes", str(SOAK_MINUTES)],
    }


@dataclass
class Result:
    """The result of a check and its duration."""

    name: str
    passed: bool
    seconds: float

    def __str__(self) -> str:
        return f"{'passed' if self.passed else 'FAILED'}  {self.seconds / 60:6.1f} min  {self.name}"


def timed(name: str, command: list[str]) -> Result:
    began = time.monotonic()
    return Result(name, passes(name, command), time.monotonic() - began)


def passes(name: str, command: list[str]) -> bool:
    print(f"== {name}", flush=True)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build" / "editable")}
    try:
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0
    except FileNotFoundError:
        print(f"{command[0]} is not installed: pip install '.[dev]'", flush=True)
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true", help="run the long tests and the soaks too")
    parser.add_argument("--fast", action="store_true", help="run only the tests for before each commit")
    parser.add_argument("--part", choices=PARTS, default="", help="run only this part of the long run")
    arguments = parser.parse_args()
    is_long = arguments.long or bool(arguments.part)
    if is_long:
        os.environ["TOPPING_OUT_EXAMPLES"] = str(MORE_EXAMPLES)
    results = [timed(name, command) for name, command in checks(is_long, arguments.fast, arguments.part).items()]
    if is_long:
        print("==", *results, sep="\n")
    failed = [result.name for result in results if not result.passed]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
