"""The packed program as a Debian package with menu entry, icon, man page and command."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
from datetime import UTC, datetime
from email.utils import format_datetime
from hashlib import md5
from pathlib import Path

from distribution.linux.manual import completions, manual
from distribution.linux.store import write_store_files
from distribution.readme import README
from topping_out.game import __version__

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NAME = "topping-out"
HOME = f"usr/lib/{NAME}"
DISPLAY = ("libx11-6", "libxcursor1", "libxext6", "libxfixes3", "libxi6", "libxrandr2")
"""Libraries that SDL loads for a window under X11, and that the program loads for several mice."""
RECOMMENDED = (
    "libasound2 | libasound2t64",
    "libpulse0",
    "libwayland-client0",
    "libxkbcommon0",
    "libdecor-0-0",
    "speech-dispatcher",
)
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Sizes for which the icon theme has a folder."""
CONTROL = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: the Topping Out authors <authors@topping-out.invalid>
Installed-Size: {size}
Depends: {depends}
Recommends: {recommends}
Section: games
Priority: optional
Description: four tower-building table games
 Towers of Wyoming, Towering, Towers and IceTowers for one computer, against
 bots and against each other: by mouse, keyboard or gamepad, with rules pages,
 hints and replays.
"""


LGPL = "/usr/share/common-licenses/LGPL-2.1"
CHANGELOG = """\
{name} ({version}) unstable; urgency=medium

  * What is new for players is in CHANGELOG.md.gz.

 -- the Topping Out authors <authors@topping-out.invalid>  {day}
"""
"""What Debian's tools read: that of a package which is no other's."""
OVERRIDES = """\
# The package brings Python and SDL as their projects build them, so that it is the same on every system.
topping-out: embedded-library *
topping-out: library-not-linked-against-libc *
topping-out: shared-library-lacks-prerequisites *
topping-out: hardening-no-pie *
topping-out: custom-library-search-path *
"""
"""What lintian need not say, and why."""


def make_deb(program: Path, dist: Path, work: Path, epoch: int) -> Path:
    """Build the package of the folder `program` in `dist`, with dpkg-deb. `epoch` is the time of its files."""
    tree = work / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(program, tree / HOME, symlinks=True, ignore=shutil.ignore_patterns("licences", README))
    lay_out(tree, program / "licences", work / "store", epoch)
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(control_of(tree), encoding="utf-8")
    (control.parent / "md5sums").write_text(sums_of(tree), encoding="utf-8")
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or is_program(path) else 0o644)
    target = dist / f"{NAME}_{__version__}_{architecture()}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(target)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return target


def lay_out(tree: Path, licences: Path, scratch: Path, epoch: int) -> None:
    """Put everything around the program where Debian expects it."""
    about, entry = write_store_files(scratch, epoch)
    copy_to(about, tree / "usr/share/metainfo")
    copy_to(entry, tree / "usr/share/applications")
    for size in ICON_SIZES:
        copy_to(
            ROOT / "assets" / "icon" / f"icon-{size}.png",
            tree / f"usr/share/icons/hicolor/{size}x{size}/apps",
            f"{NAME}.png",
        )
    made = datetime.fromtimestamp(epoch, UTC)
    write_gzip(manual(made.strftime("%Y-%m-%d")), tree / f"usr/share/man/man6/{NAME}.6.gz")
    for place, text in completions().items():
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        (tree / place).write_text(text, encoding="utf-8")
    papers = tree / "usr/share/doc" / NAME
    write_gzip((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), papers / "CHANGELOG.md.gz")
    write_gzip(CHANGELOG.format(name=NAME, version=__version__, day=format_datetime(made)), papers / "changelog.gz")
    shutil.copytree(licences, papers / "licences")
    whole, ours = ((licences / name).read_text(encoding="utf-8") for name in ("README.txt", "Topping-Out.txt"))
    (papers / "copyright").write_text(
        f"{whole}\nThe texts are in the folder licences; Debian has the LGPL in {LGPL}, too. Ours:\n\n{ours}",
        encoding="utf-8",
    )
    overrides = tree / "usr/share/lintian/overrides" / NAME
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES, encoding="utf-8")
    command = tree / "usr/games" / NAME
    command.parent.mkdir(parents=True)
    command.symlink_to(f"../lib/{NAME}/{NAME}")


def copy_to(source: Path, folder: Path, name: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, folder / (name or source.name))


def write_gzip(text: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def control_of(tree: Path) -> str:
    depends = [f"libc6 (>= {oldest_libc(tree)})", "libgcc-s1", "libstdc++6", *DISPLAY]
    files = [path for path in tree.rglob("*") if path.is_file() and not path.is_symlink()]
    return CONTROL.format(
        name=NAME,
        version=__version__,
        architecture=architecture(),
        size=sum(path.stat().st_size for path in files) // 1024,
        depends=", ".join(depends),
        recommends=", ".join(RECOMMENDED),
    )


def sums_of(tree: Path) -> str:
    """Return the checksums by which `dpkg --verify` finds damaged files."""
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    inside = [path for path in files if "DEBIAN" not in path.relative_to(tree).parts]
    return "".join(f"{md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in inside)


GLIBC = "2.35"
"""The version that the documents name: Python's own libraries, built on Ubuntu 22.04, need it."""


def oldest_libc(tree: Path) -> str:
    """Return the glibc version that introduced the newest symbol in use."""
    found = {version for path in tree.rglob("*") if is_elf(path) for version in glibc_versions(path)}
    return ".".join(map(str, max(found)))


def is_elf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def is_program(path: Path) -> bool:
    """Tell whether a file is run by itself, and not a library, which needs no permission to be."""
    return bool(path.stat().st_mode & 0o100) and ".so" not in path.name


def glibc_versions(path: Path) -> set[tuple[int, ...]]:
    found = re.findall(rb"\0GLIBC_([0-9]+(?:\.[0-9]+)+)(?=\0)", path.read_bytes())
    return {tuple(map(int, version.split(b"."))) for version in found}


def architecture() -> str:
    command = ["dpkg", "--print-architecture"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
