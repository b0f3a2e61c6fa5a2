"""Collects the licences of everything in a packed program in one folder."""

from __future__ import annotations

import shutil
import sys
import sysconfig
import tomllib
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib.metadata import distribution
from pathlib import Path, PurePath

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TEXTS = HERE / "licences"
DISTRIBUTIONS = (
    "msgspec", "platformdirs", "accesskit", "budoux", "prismatoid", "cffi", "fpdf2", "fonttools", "defusedxml",
    "pyinstaller", "shtab",
)  # fmt: skip
"""Distributions that contain their licences."""
LIBRARY_ENDINGS = (".dll", ".dylib")
LIBRARY_NAMES = ["*.so.*", "*__mypyc.*", "Python"]
PYTHON_LICENCES = ("LICENSE.txt", "LICENSE")
INTRODUCTION = """\
Topping Out is under the MIT licence, see Topping-Out.txt. Beside it, this program contains

  - Python, msgspec, platformdirs, AccessKit, BudouX, Prism (the file prismatoid.txt), cffi, fpdf2, fontTools,
    defusedxml, shtab and the loader of PyInstaller: their licences are the files of those names;
  - the fonts Josefin Sans, Atkinson Hyperlegible Next, Raleway, Noto Sans and M+ 1, see the files of the SIL Open Font
    License;
  - music, played with sounds of the sound font FluidR3, see FluidR3-MIT.txt;
  - the libraries below.

Libraries under the LGPL are files of their own in the program's folder: each may be replaced by another build of it.
The addresses below lead to their sources. Those of shtab, which is under the Mozilla Public License 2.0 (its whole text
is in prismatoid.txt), are at https://github.com/tqdm/shtab.
"""


class Unlisted(RuntimeError):
    """The program contains libraries that are not in libraries.toml. The message names them."""


@dataclass(frozen=True, slots=True)
class Library:
    """An entry of libraries.toml."""

    name: str
    files: list[str]
    licence: str
    copyright: str
    source: str
    within: list[str] = field(default_factory=list)
    note: str = ""

    def paragraph(self) -> str:
        under = [f"Licence: {self.licence}, see {self.licence}.txt"] if self.licence else []
        note = [self.note] if self.note else []
        return "\n".join(
            [self.name, f"Copyright (c) {self.copyright.strip()}", *under, *note, f"Source: {self.source}"]
        )


def known_libraries() -> list[Library]:
    entries = tomllib.loads((HERE / "libraries.toml").read_text(encoding="utf-8"))
    return [Library(**entry) for entry in entries["library"]]


def has(names: list[str], patterns: list[str]) -> bool:
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)


def libraries_in(folder: Path) -> list[str]:
    """Return the file names of the shared libraries in a packed program. Python modules don't count, but mypyc's do."""
    files = {path.name for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}
    return sorted(name for name in files if name.endswith(LIBRARY_ENDINGS) or has([name], LIBRARY_NAMES))


def gather(program: Path, target: Path) -> None:
    """Write the licences of everything in the folder `program` into `target`.

    Raises Unlisted for an unknown library, or FileNotFoundError if Python came without a licence.
    """
    names = libraries_in(program)
    known = known_libraries()
    if unlisted := [name for name in names if not any(has([name], library.files) for library in known)]:
        raise Unlisted(f"not in {HERE.name}/libraries.toml, and no licence known: {', '.join(unlisted)}")
    target.mkdir(parents=True, exist_ok=True)
    inside = [library for library in known if has(names, library.files + library.within)]
    for licence in {library.licence for library in inside} - {"", "Python"}:
        shutil.copyfile(TEXTS / f"{licence}.txt", target / f"{licence}.txt")
    notice = "\n\n".join([INTRODUCTION, *(library.paragraph() for library in inside)])
    (target / "README.txt").write_text(notice + "\n", encoding="utf-8")
    shutil.copyfile(ROOT / "LICENSE", target / "Topping-Out.txt")
    shutil.copyfile(python_licence(), target / "Python.txt")
    for name in DISTRIBUTIONS:
        (target / f"{name}.txt").write_text("\n\n".join(licences_of(name)), encoding="utf-8")
    for font in (ROOT / "assets" / "licences").iterdir():
        shutil.copyfile(font, target / font.name)


def python_licence() -> Path:
    folders = (sysconfig.get_path("stdlib"), sys.base_prefix)
    places = [Path(folder) / name for folder in folders for name in PYTHON_LICENCES]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise FileNotFoundError(f"Python's licence is at none of {', '.join(map(str, places))}")
    return found


def licences_of(name: str) -> list[str]:
    """Return the licence texts of an installed distribution and of what it contains."""
    files = sorted(map(str, filter(is_licence, distribution(name).files or [])))
    if not files:
        raise FileNotFoundError(f"{name} came without a licence")
    texts = [as_text(Path(str(distribution(name).locate_file(file))).read_bytes()) for file in files]
    return list(dict.fromkeys(texts))  # some occur twice


def is_licence(file: PurePath) -> bool:
    is_named_so = file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING"))
    return is_named_so or any(part.lower() == "licenses" for part in file.parent.parts)


def as_text(data: bytes) -> str:
    """Return the text of a file. Not every author saved it as UTF-8."""
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace").replace("\r\n", "\n")
