"""Make the packed program, with PyInstaller, for the platform on which this runs.

    python build/package.py [--windows] [--plain] [--dist DIR] [--work DIR]

Puts into `dist` the folder `topping-out` (on macOS with `Topping Out.app` in it), an archive of it, on Linux a .deb and
the files for pip on any system (a wheel and the sources), on Windows an installer if NSIS is installed, and SHA256SUMS.
The same sources give the same files: the time in them is SOURCE_DATE_EPOCH, or that of the last commit.

On Linux the bots' searches are compiled (see `build/compile.py`). With `--plain`, and on other systems, they stay
Python, which makes the same decisions more slowly.

With `--windows`, the program for Windows is made on Linux with Wine, using Python and packages from pip. A folder given
by `--work` keeps these for the next run.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import platform
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().with_name("editable")))

from compile import compile_copy, what_compiling_lacks
from distribution.deb import make_deb
from distribution.licences import Unlisted, gather
from distribution.readme import write_readme
from distribution.windows.installer import has_nsis, make_installer
from distribution.windows.toolchain import Toolchain, what_is_missing, windows_path
from topping_out.game import __version__

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NAME = "topping-out"
PLATFORMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}
ARCHITECTURES = {"amd64": "x86_64"}
EPOCH_OF_ZIP = 315532800
"""The earliest time that a zip file can store (1980), used for sources without history."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--windows", action="store_true", help="make the program for Windows, on Linux")
    parser.add_argument("--plain", action="store_true", help="leave the bots' searches in Python, also on Linux")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the files go (default: dist)")
    parser.add_argument("--work", type=Path, help="where PyInstaller works (default: a folder for this run)")
    arguments = parser.parse_args()
    is_compiled = sys.platform == "linux" and not (arguments.windows or arguments.plain)
    make = partial(package, is_compiled=is_compiled)
    if arguments.windows and sys.platform != "win32":
        make = package_for_windows
        if what := what_is_missing():
            parser.error(what)
    if is_compiled and (what := what_compiling_lacks()):
        parser.error(f"compiling the bots' searches needs {what}; --plain leaves them in Python")
    with tempfile.TemporaryDirectory(prefix="topping-out-", ignore_cleanup_errors=True) as scratch:
        try:
            made = make(arguments.dist.resolve(), (arguments.work or Path(scratch)).resolve())
        except (Unlisted, subprocess.CalledProcessError, OSError) as error:
            print(f"package: {error}", file=sys.stderr)
            return 1
    for path in made:
        print(f"{path.stat().st_size / 1e6:6.1f} MB  {path}")
    return 0


def package(dist: Path, work: Path, is_compiled: bool) -> list[Path]:
    """Make all files, and return those to distribute."""
    epoch = source_date()
    folder = dist / NAME
    shutil.rmtree(folder, ignore_errors=True)
    freeze(folder, work, epoch, compiled(work / "compiled") if is_compiled else HERE / "editable")
    made = [archive(folder, dist / name(), epoch)]
    if sys.platform == "linux":
        made += [make_deb(folder, dist, work, epoch), *make_for_pip(dist, epoch)]
    if sys.platform == "win32" and has_nsis():
        made.append(make_installer(folder, dist / f"{name()}-setup.exe", epoch))
    return [*made, write_sums(made, dist)]


def make_for_pip(dist: Path, epoch: int) -> list[Path]:
    """Make the wheel and the source archive."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(dist)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    name = f"{NAME.replace('-', '_')}-{__version__}"
    return [dist / f"{name}-py3-none-any.whl", dist / f"{name}.tar.gz"]


def package_for_windows(dist: Path, work: Path) -> list[Path]:
    """Run this command with Wine, and make the installer, which doesn't need Wine."""
    tools = Toolchain(work)
    epoch = source_date()
    places = ["--dist", str(windows_path(dist)), "--work", str(windows_path(work / "packing"))]
    status = tools.run_python(windows_path(HERE / "package.py"), *places, SOURCE_DATE_EPOCH=str(epoch))
    tools.wine.close()
    if status:
        raise subprocess.CalledProcessError(status, "package.py under wine")
    (zipped,) = dist.glob(f"{NAME}-{__version__}-windows-*.zip")
    made = [zipped]
    if has_nsis():
        made.append(make_installer(dist / NAME, zipped.with_name(f"{zipped.stem}-setup.exe"), epoch))
    return [*made, write_sums(made, dist)]


def name() -> str:
    machine = platform.machine().lower()
    return f"{NAME}-{__version__}-{PLATFORMS[sys.platform]}-{ARCHITECTURES.get(machine, machine)}"


def source_date() -> int:
    """Return the time of the sources in seconds since 1970."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    try:
        command = ["git", "log", "-1", "--format=%ct"]
        return int(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    except (OSError, subprocess.CalledProcessError):
        return EPOCH_OF_ZIP


def compiled(copy: Path) -> Path:
    """Fill the folder `copy` with the program and its compiled searches, and return it."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    compile_copy(copy)
    return copy


def freeze(folder: Path, work: Path, epoch: int, sources: Path) -> None:
    """Let PyInstaller pack the program in the folder `sources`, and add licences and a readme."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += [
        "--workpath",
        str(work / "pyinstaller"),
        "--distpath",
        str(work / "dist"),
        str(HERE / "distribution" / "package.spec"),
        "--",
        str(sources),
    ]
    fixed = {"SOURCE_DATE_EPOCH": str(epoch), "PYTHONHASHSEED": "1"}
    fixed["PYINSTALLER_CONFIG_DIR"] = str(work / "cache")  # a fresh folder, because two packages may be made at once
    subprocess.run(command, cwd=ROOT, env={**os.environ, **fixed}, check=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    if sys.platform == "darwin":
        folder.mkdir()
        shutil.move(work / "dist" / "Topping Out.app", folder)
    else:
        shutil.move(work / "dist" / NAME, folder)
    gather(folder, folder / "licences")
    write_readme(folder)


# -- archives


def archive(folder: Path, path: Path, epoch: int) -> Path:
    """Pack the folder; return the archive, named `path` plus the platform's ending."""
    if sys.platform == "linux":
        return tar(folder, path.with_name(path.name + ".tar.gz"), epoch)
    return zipped(folder, path.with_name(path.name + ".zip"), epoch)


def tar(folder: Path, path: Path, epoch: int) -> Path:
    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = epoch
        entry.mode = 0o755 if entry.isdir() or entry.mode & stat.S_IXUSR else 0o644
        return entry

    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=epoch) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        archive.add(folder, folder.name, filter=plain)  # sorted by name
    return path


def zipped(folder: Path, path: Path, epoch: int) -> Path:
    """Pack with permissions and symbolic links, which macOS bundles need."""
    moment = datetime.fromtimestamp(max(epoch, EPOCH_OF_ZIP), UTC).timetuple()[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for item in sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file()):
            entry = zipfile.ZipInfo(item.relative_to(folder.parent).as_posix(), moment)
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = item.lstat().st_mode << 16
            archive.writestr(entry, os.readlink(item) if item.is_symlink() else item.read_bytes())
    return path


def write_sums(files: list[Path], dist: Path) -> Path:
    sums = dist / "SHA256SUMS"
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    sums.write_text("".join(lines), encoding="utf-8", newline="\n")
    return sums


if __name__ == "__main__":
    sys.exit(main())
