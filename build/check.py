"""Every check there is, in one command: `python build/check.py`; `--long` adds the tests that take minutes.

Each check runs even where one before it failed; the tests come last, so that their closing line is the last.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def checks(is_long: bool) -> dict[str, list[str]]:
    """Return the commands by name, in the order in which they run."""
    python = [sys.executable, "-m"]
    parallel = ["-n", "2"] if find_spec("xdist") else []
    return {
        "format": [*python, "ruff", "format", "--check", "."],
        "lint": [*python, "ruff", "check", "."],
        "types": [*python, "mypy"],
        "imports": [str(Path(sysconfig.get_path("scripts")) / "lint-imports"), "--no-cache"],
        "tests": [*python, "pytest", *parallel, *([] if is_long else ["-m", "not long"])],
    }


def passes(name: str, command: list[str]) -> bool:
    print(f"== {name}", flush=True)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    try:
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0
    except FileNotFoundError:
        print(f"{command[0]} is not installed: pip install '.[dev]'", flush=True)
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true", help="run the long tests too")
    results = {name: passes(name, command) for name, command in checks(parser.parse_args().long).items()}
    failed = [name for name, passed in results.items() if not passed]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
