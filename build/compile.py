"""Compile the cores of the bots with mypyc, beside a copy of the game: `python build/compile.py --to DIR`.

The copy decides exactly as the plain one does, only sooner: `PYTHONPATH=DIR python -m scenes arena ...` for long
matches and tuning. Nothing needs it to play. It wants a C compiler, mypy and setuptools.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("game", "scenes", "assets")


def copy_tree(target: Path) -> list[Path]:
    """Copy what the program needs; return the cores' modules in the copy, by their paths in it."""
    for name in COPIED:
        shutil.copytree(ROOT / name, target / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    modules = [*(target / "game").glob("*/bots/playout.py"), *(target / "game").glob("*/bots/core/[a-z]*.py")]
    return sorted(path.relative_to(target) for path in modules)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", metavar="DIR", type=Path, required=True, help="where the copy goes")
    target: Path = parser.parse_args().to
    cores = copy_tree(target)
    for old in (target / "game").glob("*/bots/**/*.so"):
        old.unlink()
    names = [str(core) for core in cores]
    code = f"import sys; from mypyc.__main__ import main; sys.argv = ['mypyc', *{names!r}]; main()"
    return subprocess.run([sys.executable, "-c", code], cwd=target, check=False).returncode if names else 0


if __name__ == "__main__":
    sys.exit(main())
