"""The installer for Windows, made with NSIS from a packed program; see installer.nsi."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

import pygame

from distribution.icons import PNGS, ico
from distribution.linux.store import STORE
from topping_out.game import __version__

HERE = Path(__file__).resolve().parent
DEFAULT_PATH = r"C:\Program Files (x86)\NSIS\makensis.exe"
"""Where NSIS's own installer puts it, without adding it to PATH."""
STUB = "lzma_solid-amd64-unicode"
"""A stub that Debian's NSIS has, but NSIS's own installer doesn't; without it the installer is a 32-bit program."""

SIDE = 328, 628
"""Twice the pixels that NSIS asks for; it scales the picture for the screen."""
TOWER = 128, 12, 256, 490
"""A part of the largest icon within its frame that has this shape."""


def makensis() -> str | None:
    return shutil.which("makensis") or shutil.which(DEFAULT_PATH)


def has_nsis() -> bool:
    return makensis() is not None


def make_installer(program: Path, target: Path, epoch: int) -> Path:
    """Make the installer of the folder `program` as the file `target`. `epoch` is the time in it."""
    files = sorted(path.relative_to(program) for path in program.rglob("*") if path.is_file())
    with tempfile.TemporaryDirectory() as scratch:
        lists = {"FILES_IN": lines_in(program, files), "FILES_OUT": lines_out(files)}
        for name, lines in lists.items():
            (Path(scratch) / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        icon = Path(scratch) / "topping-out.ico"
        icon.write_bytes(ico())
        picture = Path(scratch) / "side.bmp"
        draw_side(picture)
        names = {name: str(Path(scratch) / name) for name in lists} | {
            "TARGET": target_of_nsis(),
            "VERSION": __version__,
            "NUMBER": ".".join([*__version__.split(".")[:3], "0"]),
            "ICON": str(icon),
            "SIDE": str(picture),
            "OUT": str(target),
            "SIZE": str(sum((program / file).stat().st_size for file in files) // 1024),
            **addresses(),
        }
        command = [
            str(makensis()),
            "-V2",
            "-INPUTCHARSET",
            "UTF8",
            *(f"-D{name}={value}" for name, value in names.items()),
        ]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
        subprocess.run([*command, str(HERE / "installer.nsi")], env=environment, check=True)
    return target


def addresses() -> dict[str, str]:
    """Return the publisher's web addresses in store.toml, without empty ones."""
    return {name.upper(): STORE[name] for name in ("home", "downloads") if STORE[name]}


def draw_side(path: Path) -> None:
    """Draw the picture beside the first and the last page: the icon's tower."""
    icon = pygame.image.load(PNGS / "icon-512.png")
    side = pygame.Surface(SIDE, depth=24)
    pygame.transform.smoothscale(icon.subsurface(TOWER).convert(side), SIDE, side)
    pygame.image.save(side, path)


def target_of_nsis() -> str:
    program = Path(str(makensis())).resolve()
    places = (program.parent / "Stubs", program.parent.parent / "share" / "nsis" / "Stubs")
    return "amd64-unicode" if any((place / STUB).is_file() for place in places) else "x86-unicode"


def lines_in(program: Path, files: list[Path]) -> Iterator[str]:
    """Yield the commands that install the files, always in the same order, to make the installer reproducible."""
    folder = None
    for file in files:
        if file.parent != folder:
            folder = file.parent
            yield f'SetOutPath "{place(folder)}"'
        yield f'File "{program / file}"'


def lines_out(files: list[Path]) -> Iterator[str]:
    """Yield the commands that remove exactly these files, and then the folders that are empty."""
    yield from (f'Delete "{place(file)}"' for file in files)
    folders = {folder for file in files for folder in file.parents if folder != Path()}
    yield from (f'RMDir "{place(folder)}"' for folder in sorted(folders, reverse=True))


def place(path: Path) -> PureWindowsPath:
    return PureWindowsPath("$INSTDIR") / path
