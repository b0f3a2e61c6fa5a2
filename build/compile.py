"""Compile the most used parts of searches with mypyc, in a copy of the program: `python build/compile.py --to DIR`.

These are the modules named `core`, with the rules for playouts and the evaluation of positions, and `numbers`.

The copy makes exactly the same decisions, but faster. Use `PYTHONPATH=DIR python -m topping_out.scenes arena ...` for
long matches and tuning; playing does not need it. Requires a C compiler, Python's headers, mypy and setuptools.

This is not possible for Windows. Compiled modules access Python's internal structures (mypyc includes its `internal`
headers), so they need the headers of exactly that version for Windows. The Python used by `package.py --windows` has
neither headers nor an import library. With Linux headers the cross compiler stops at the first one (`sys/select.h`),
and headers adapted by hand would be a guess about memory layout that no test under Wine could prove.
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
"""The only linker option, because Python's own settings contain paths of the machine that built it."""


def compile_copy(target: Path) -> None:
    """Make a copy of the program with compiled cores in the folder `target`.

    The compiled files do not depend on the machine or the folder. Raises CalledProcessError.
    """
    for old in [*target.glob("*.so"), *(target / "topping_out" / "game").glob("**/*.so")]:
        old.unlink()
    copy = target / PACKAGE.name
    shutil.copytree(PACKAGE, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    modules = (path for name in ("core", "numbers") for path in (copy / "game").glob(f"**/{name}.py"))
    cores = sorted(path.relative_to(target) for path in modules)
    command = [sys.executable, str(SETUP), *map(str, cores)]
    fixed = {"PYTHONHASHSEED": "1", "LDSHARED": f"{compiler()} {LINKER}"}
    subprocess.run(command, cwd=target, env={**os.environ, **fixed}, stdout=subprocess.DEVNULL, check=True)


def compiler() -> str:
    """Return the command of the C compiler without options."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return str(named).split()[0]


def what_compiling_lacks() -> str:
    """Return what is missing for compiling, or ""."""
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
