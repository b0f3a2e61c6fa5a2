"""One file with everything that is worth taking along, made whole or not at all."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from topping_out.game import __version__
from topping_out.game.language import tr, tr_count
from topping_out.game.storage.files import cannot_write, files_in, is_there, read_file, tidy_up_beside, whole_file
from topping_out.game.storage.transfer.kinds import MANIFEST, FileKind, kinds
from topping_out.game.text import not_opened

Progress = Iterator[tuple[int, int]]
"""How much is done, of how much."""
FIRST_TIME, LAST_TIME = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""What zip files can say of when a file was put in."""


def new_member(name: str) -> ZipInfo:
    """Return what says of a file in a zip file how it is packed, and that it was put in now, as near as can be."""
    member = ZipInfo(name, min(max(FIRST_TIME, time.localtime()[:6]), LAST_TIME))
    member.compress_type = ZIP_DEFLATED
    return member


class TransferError(ValueError):
    """Nothing could be exported or imported; the message says why, in one line."""


class Export:
    """The way of a player's files into one zip file; `steps` does the work."""

    def __init__(self, path: Path, may_replace: bool = False) -> None:
        """Name the file. Raises TransferError where it cannot be, or is there and must not be replaced."""
        self.path, self._may_replace = path, may_replace
        self.files = 0
        """How many are in it."""
        self.problems: list[str] = []
        """A sentence for each file that could not be read."""
        try:
            if not may_replace and is_there(path):
                raise TransferError(tr("{file} already exists: name another file", file=path))
            if not path.absolute().parent.is_dir():
                raise TransferError(tr("there is no folder {folder}: name another", folder=path.absolute().parent))
        except OSError as error:
            raise self._refused(error) from None

    def summary(self) -> str:
        """Return in a sentence what was done."""
        return tr_count("Created {file} ({number} file).", "Created {file} ({number} files).", self.files,
                        file=self.path)  # fmt: skip

    def _refused(self, error: OSError) -> TransferError:
        return TransferError(cannot_write(self.path, error))

    def steps(self) -> Progress:
        """Write the file; yield after each part. Raises TransferError, with nothing left behind then."""
        all_kinds = kinds(lambda settings: None).values()  # who imports them looks at them
        found = [(kind, path) for kind in all_kinds for path in _files(kind)]
        changed: dict[str, int] = {}
        tidy_up_beside(self.path)
        try:
            with whole_file(self.path, self._may_replace) as file, ZipFile(file, "w", ZIP_DEFLATED) as archive:
                for done, (kind, path) in enumerate(found, 1):
                    self._add(archive, kind, path, changed)
                    yield done, len(found)
                about = {"export": "topping-out", "format": 1, "program": __version__, "changed": changed}
                archive.writestr(ZipInfo(MANIFEST), json.dumps(about))
        except OSError as error:
            raise self._refused(error) from None

    def _add(self, archive: ZipFile, kind: FileKind, path: Path, changed: dict[str, int]) -> None:
        name = f"{kind.name}/{path.name}"
        if not kind.has(path.name):
            why = tr("no file of an export can have this name")
            self.problems.append(tr("{file} is left out: {error}", file=path, error=why))
            return
        try:
            data, changed[name] = read_file(path, kind.largest), path.stat().st_mtime_ns
        except OSError as error:
            self.problems.append(not_opened(path, error))
            return
        if kind.is_record and len(data) <= kind.largest:
            data = data[: data.rfind(b"\n") + 1]  # it may be in play
        if len(data) > kind.largest:
            why = tr("it is larger than {bytes} bytes", bytes=kind.largest)
            self.problems.append(tr("{file} is left out: {error}", file=path, error=why))
        elif data:
            archive.writestr(new_member(name), data)
            self.files += 1


def _files(kind: FileKind) -> list[Path]:
    """Return the files of a kind; of the settings' folder only what the program itself has put there."""
    found = [path for path in files_in(kind.folder, f"*{kind.ending}") if path.is_file()]
    return [path for path in found if kind.name != "settings" or kind.has(path.name)]
