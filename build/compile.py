"""Compile what searches do most with mypyc, beside a copy of the game: `python build/compile.py --to DIR`.

These are the modules in folders named `core`: rules that bots play on by, and what they think there.

The copy decides exactly as the plain one does, only sooner: `PYTHONPATH=DIR python -m topping_out.scenes arena ...` for
long matches and tuning. Nothing needs it to play. It wants a C compiler, Python's headers, mypy and setuptools.

Not for Windows: what is compiled looks into Python's own structures (mypyc includes its `internal` headers), so it has
to see the headers of just that version, as Windows has them. The Python that `package.py --windows` uses comes without
headers and without a library to link with; with those of Linux the cross compiler stops at the first one
(`sys/select.h`), and headers made to fit by hand would be a guess about memory that no test under wine could prove.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETUP = ROOT / "build" / "distribution" / "cores_setup.py"
PACKAGE = ROOT / "build" / "editable" / "topping_out"
LINKER = "-shared"
"""All that the linker is told: Python's own settings name folders of the machine that built it."""


def compile_copy(target: Path) -> None:
    """Make a copy of the program with compiled cores in the folder `target`.

    The compiled files tell nothing of the machine or the folder. Raises CalledProcessError.
    """
    for old in [*target.glob("*.so"), *(target / "topping_out" / "game").glob("**/core/*.so")]:
        old.unlink()
    copy = target / PACKAGE.name
    shutil.copytree(PACKAGE, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    modules = (copy / "game").glob("**/core/[a-z]*.py")
    cores = sorted(path.relative_to(target) for path in modules)
    command = [sys.executable, str(SETUP), *map(str, cores)]
    fixed = {"PYTHONHASHSEED": "1", "LDSHARED": f"{compiler()} {LINKER}"}
    subprocess.run(command, cwd=target, env={**os.environ, **fixed}, stdout=subprocess.DEVNULL, check=True)


def compiler() -> str:
    """Return the command of the C compiler, without its options."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return str(named).split()[0]


def what_compiling_lacks() -> str:
    """Return what is needed to compile and not here; empty where all is here."""
    if not shutil.which(compiler()):
        return f"a C compiler ({compiler()}; on Debian the packages gcc and libc6-dev)"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "Python's headers (on Debian the package python3-dev)"
    absent = [name for name in ("mypyc", "setuptools") if find_spec(name) is None]
    return f"{' and '.join(absent)} (pip install '.[dev]')" if absent else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", metavar="DIR", type=Path, required=True, help="where the copy goes")
    target: Path = parser.parse_args().to
    if what := what_compiling_lacks():
        parser.error(f"compiling needs {what}")
    try:
        compile_copy(target.resolve())
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
