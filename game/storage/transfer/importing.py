"""An export's files put beside those that are here. What is here stays, and nothing comes twice."""

from __future__ import annotations

import json
import os
import stat
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile, ZipFile, ZipInfo

from game.language import tr, tr_count
from game.record import parse_record
from game.storage.files import files_in, read_file, write_atomic
from game.storage.journal import create_record, record_name
from game.storage.transfer.exporting import Progress, TransferError
from game.storage.transfer.kinds import LANGUAGES, MANIFEST, RESULTS, SETTINGS, SMALL, Check, Kind, kinds, lines_of
from game.text import plainly

MOST_FILES = 200_000
LARGEST_IN_ALL = 4 * 1024 * 1024 * 1024
"""Bytes of all files together, unpacked."""
LARGEST_MANIFEST = 64 * 1024 * 1024
NOT_OURS = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError)
"""What `zipfile` raises for files that are torn, encrypted, or packed in some other way."""


class Import:
    """The way of an export's files into the player's folders; `steps` does the work."""

    def __init__(self, path: Path, check_settings: Check | None = None) -> None:
        """Name the file. `check_settings` refuses what are no settings; without it settings are left out."""
        self.path = path
        self.taken: Counter[str] = Counter()
        """How many files of each kind are new here."""
        self.there_already = 0
        self.left_out: list[str] = []
        """Why, for each file that could not be taken."""
        self._kinds = kinds(check_settings)
        self._known = {name: _first_lines(kind) for name, kind in self._kinds.items() if kind.is_record}
        self._changed: dict[str, Any] = {}

    def steps(self) -> Progress:
        """Look at everything, then write what is new; yield after each part.

        Raises TransferError: nothing is changed then, unless the disk refused something on the way.
        """
        try:
            with self.path.open("rb") as file:
                yield from self._read(file)
        except OSError as error:
            why = tr("{file} cannot be opened: {error}", file=self.path, error=error.strerror or error)
            raise TransferError(why) from None

    def told(self) -> str:
        """Return in sentences what was done."""
        games = sum(self.taken[name] for name in self._known)
        others = self.taken.total() - games
        said = [tr_count("{number} game is new here.", "{number} games are new here.", games)]
        if others:
            said.append(tr_count("{number} other file was added to.", "{number} other files were added to.", others))
        if self.there_already:
            said.append(
                tr_count("{number} file was here already.", "{number} files were here already.", self.there_already)
            )
        return " ".join(said)

    def _read(self, file: IO[bytes]) -> Progress:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise TransferError(tr("{file} is no file", file=self.path))
        try:
            with ZipFile(file) as archive:
                members = self._members(archive)
                fit = []
                for done, (kind, member) in enumerate(members, 1):
                    if self._is_fit(kind, member, _content(archive, member, kind.largest)):
                        fit.append((kind, member))
                    yield done, 2 * len(members)
                for done, (kind, member) in enumerate(fit, 1):
                    self._take(kind, member, _content(archive, member, kind.largest))
                    yield len(members) + done, len(members) + len(fit)
        except NOT_OURS as error:
            raise TransferError(self._no_export(tr("it is torn, or no zip file ({error})", error=error))) from None

    def _no_export(self, why: str) -> str:
        return plainly(tr("{file} is no export of this program: {reason}", file=self.path, reason=why))

    # -- looking

    def _members(self, archive: ZipFile) -> list[tuple[Kind, ZipInfo]]:
        """Return the files in it, each with its kind. Raises TransferError where one has no business there."""
        members = archive.infolist()
        names = {member.filename for member in members}
        if MANIFEST not in names:
            raise TransferError(self._no_export(tr("{file} is not in it", file=MANIFEST)))
        if len(members) > MOST_FILES or sum(member.file_size for member in members) > LARGEST_IN_ALL:
            raise TransferError(self._no_export(tr("it holds more than any player has")))
        if len(names) < len(members):
            raise TransferError(self._no_export(tr("two files in it have one name")))
        self._read_manifest(_content(archive, archive.getinfo(MANIFEST), LARGEST_MANIFEST))
        return [(self._kind_of(member), member) for member in members if self._is_wanted(member)]

    def _read_manifest(self, data: bytes) -> None:
        try:
            about = json.loads(data)
            self._changed = about["changed"]
            if about["export"] != "topping-out" or not isinstance(self._changed, dict):
                raise ValueError
        except (ValueError, LookupError, TypeError, RecursionError):
            raise TransferError(self._no_export(tr("{file} in it cannot be read", file=MANIFEST))) from None
        if about.get("format") != 1:
            raise TransferError(tr("{file} comes from a newer version of the program", file=self.path))

    def _is_wanted(self, member: ZipInfo) -> bool:
        return member.filename != MANIFEST and ("settings" in self._kinds or member.filename != f"settings/{SETTINGS}")

    def _kind_of(self, member: ZipInfo) -> Kind:
        folder, _, name = member.filename.rpartition("/")
        kind = self._kinds.get(folder)
        mode = member.external_attr >> 16
        if kind is None or not kind.has(name) or (stat.S_IFMT(mode) and not stat.S_ISREG(mode)):
            raise TransferError(self._no_export(tr("{file} does not belong in it", file=repr(member.filename))))
        if member.file_size > kind.largest:
            raise TransferError(self._no_export(tr("{file} in it is too large", file=repr(member.filename))))
        return kind

    def _is_fit(self, kind: Kind, member: ZipInfo, data: bytes) -> bool:
        try:
            kind.check(data)
        except ValueError as error:
            self.left_out.append(plainly(tr("{file} is left out: {error}", file=member.filename, error=error)))
            return False
        return True

    # -- taking over

    def _take(self, kind: Kind, member: ZipInfo, data: bytes) -> None:
        name = member.filename.rpartition("/")[2]
        try:
            if kind.is_record:
                is_new = self._take_record(kind, member, data)
            elif kind.name == "settings":
                is_new = _merge(kind.folder / name, data, _with_what_lacks)
            elif kind.name == RESULTS:
                is_new = _merge(kind.folder / name, data, _with_other_lines)
            else:
                is_new = self._take_file(kind, name, data)
        except OSError as error:
            why = tr(
                "{folder} cannot be written: {error}; what was taken over before stays, and importing again goes on",
                folder=kind.folder, error=error.strerror or error,
            )  # fmt: skip
            raise TransferError(why) from None
        if is_new:
            self.taken[kind.name] += 1
        else:
            self.there_already += 1

    def _take_record(self, kind: Kind, member: ZipInfo, data: bytes) -> bool:
        """Add a record that is not here yet. One that is, and was gone on with here, counts as here."""
        first = data.partition(b"\n")[0]
        here = (path for known in self._known.values() for path in known.get(first, ()))
        if any(_read(path, kind.largest).startswith(data) for path in here):
            return False
        path = create_record(kind.folder, record_name(parse_record(data).header))
        write_atomic(path, data)
        changed = self._changed.get(member.filename)
        if isinstance(changed, int) and 0 < changed < time.time_ns():
            os.utime(path, ns=(changed, changed))
        self._known[kind.name].setdefault(first, []).append(path)
        return True

    def _take_file(self, kind: Kind, name: str, data: bytes) -> bool:
        """Add a file, under another name where a different one has its own; tell whether it was new."""
        if any(_read(path, kind.largest) == data for path in files_in(kind.folder, f"*{kind.ending}")):
            return False
        if kind.name == LANGUAGES and (kind.folder / name).exists():  # its name says which language it is
            self.left_out.append(tr("{file} is left out: there is another one here", file=f"{kind.name}/{name}"))
            return False
        write_atomic(next(path for path in _names(kind.folder, name) if not path.exists()), data)
        return True


def _content(archive: ZipFile, member: ZipInfo, largest: int) -> bytes:
    """Return what is in a file of the export, whatever it says of its size. Raises one of NOT_OURS."""
    with archive.open(member) as file:
        data = file.read(min(largest, member.file_size) + 1)
    if len(data) > member.file_size or len(data) > largest:
        raise BadZipFile("a file is larger than it says")
    return data


def _first_lines(kind: Kind) -> dict[bytes, list[Path]]:
    """Return the records that are here by their first line, which hardly two have in common."""
    found: dict[bytes, list[Path]] = {}
    for path in files_in(kind.folder, f"*{kind.ending}"):
        with suppress(OSError), path.open("rb") as file:
            found.setdefault(file.readline(SMALL).rstrip(b"\n"), []).append(path)
    return found


def _read(path: Path, largest: int) -> bytes:
    try:
        return read_file(path, largest)
    except OSError:
        return b""


def _names(folder: Path, name: str) -> Iterator[Path]:
    path = folder / name
    yield path
    for number in range(2, MOST_FILES):
        yield path.with_stem(f"{path.stem}-{number}")


def _merge(path: Path, data: bytes, united: Any) -> bool:
    """Unite a file with what is here; tell whether anything was new."""
    here = _read(path, SMALL)
    together = united(here, data) if here else data
    if together == here:
        return False
    write_atomic(path, together)
    return True


def _with_other_lines(here: bytes, theirs: bytes) -> bytes:
    lines = here.split(b"\n")[:-1]
    known = {*lines}
    return b"".join(line + b"\n" for line in [*lines, *(line for line in lines_of(theirs) if line not in known)])


def _with_what_lacks(here: bytes, theirs: bytes) -> bytes:
    """Return settings with what is set there but not here; those here are not looked at where they are broken."""
    try:
        mine = json.loads(here)
    except ValueError:
        return here
    together = _united(mine, json.loads(theirs))
    return here if together == mine else json.dumps(together, indent=1, ensure_ascii=False).encode()


def _united(mine: Any, theirs: Any) -> Any:
    if not isinstance(mine, dict) or not isinstance(theirs, dict):
        return mine
    return {**theirs, **{key: _united(mine[key], theirs[key]) if key in theirs else mine[key] for key in mine}}
