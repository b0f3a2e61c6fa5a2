"""Where people keep files, since this program has no file dialog."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import platformdirs

from topping_out.game.storage.files import files_in

NAME = "topping-out"
MOST_FOUND = 6


def folders() -> list[Path]:
    """Return the folders that are looked through, those that there are."""
    named = (platformdirs.user_documents_dir(), platformdirs.user_downloads_dir(), platformdirs.user_desktop_dir())
    return [folder for folder in dict.fromkeys((*map(Path, named), Path.home())) if folder.is_dir()]


def free_name(folders: Sequence[Path], stem: str, ending: str) -> Path:
    """Return a path of that name, or one like it, in the first of the folders, where nothing is yet."""
    return next(path for path in _names((*folders, Path.cwd())[0], stem, ending) if not path.exists())


def _names(folder: Path, stem: str, ending: str) -> Iterator[Path]:
    yield folder / f"{stem}{ending}"
    number = 2
    while True:
        yield folder / f"{stem}-{number}{ending}"
        number += 1


def new_export() -> Path:
    """Return where today's export goes."""
    return free_name(folders(), f"{NAME}-{date.today():%Y-%m-%d}", ".zip")


def exports() -> list[Path]:
    """Return the files that look like exports, the newest first."""
    files = [path for folder in folders() for path in files_in(folder, f"{NAME}-????-??-??*.zip") if path.is_file()]
    return sorted(files, key=lambda path: -path.stat().st_mtime_ns)[:MOST_FOUND]


def short(path: Path) -> str:
    """Return a path as it is shown: the home folder is `~`."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def long(text: str) -> Path:
    """Return the path that somebody has typed; ~ of somebody whom the system does not know stays as it is."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except (RuntimeError, ValueError):
        return path
