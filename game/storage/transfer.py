"""Export of everything that a player has gathered to one file, and import from such a file."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import stat
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import repeat
from pathlib import Path
from typing import IO, Literal, cast
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import msgspec

from .. import __version__, record, registry
from ..assets import DAMAGED, decoded, in_utf8
from ..language import tr, tr_count
from ..record import LARGEST_FILE, LONGEST_LINE, MOST_ENTRIES, parse_record
from ..rules_text import parse_rules
from ..text import not_opened, plainly, system_says
from . import history, translations
from .files import (
    append_lines,
    cannot_write,
    config_folder,
    files_in,
    free_path,
    is_there,
    open_file,
    read_file,
    read_or_nothing,
    records_folder,
    tidy_up_beside,
    user_folder,
    whole_file,
    why_not_at,
    write_atomic,
)
from .library import ABANDONED, create_record, record_name
from .translations import read_messages

# -- kinds


MANIFEST = "topping-out.json"
"""The file in every export that identifies it and says when its records were last changed."""
SETTINGS = "settings.json"
SMALL = 1024 * 1024
"""Bytes. Settings, decks and the like are far smaller."""
LANGUAGES = "languages"
RESULTS = "progress"
"""Folder for other results: files of JSON lines that are only appended to."""
PLAIN_NAME = re.compile(r"(?!(con|prn|aux|nul|(com|lpt)[\d¹²³]) *\.)[^\W_][\w .()+-]{0,98}\.[a-z]+", re.IGNORECASE)
"""A file name that is valid on every system."""

Check = Callable[[bytes], object]
"""Raises ValueError if the content is not valid for its kind."""


@dataclass(frozen=True)
class FileKind:
    """The files of one folder. In an export, their names begin with `name`."""

    name: str
    folder: Path
    ending: str
    largest: int
    """Bytes."""
    check: Check

    @property
    def is_record(self) -> bool:
        return self.ending == ".jsonl" and self.name.startswith("games")

    def has(self, name: str) -> bool:
        """Tell whether a file with this name may be of this kind."""
        if self.name == "settings":
            return name == SETTINGS
        return name.endswith(self.ending) and bool(PLAIN_NAME.fullmatch(name))


def kinds(check_settings: Check | None = None) -> dict[str, FileKind]:
    """Return all kinds by name; settings are only included with a function that checks them."""
    games = records_folder()
    options = (option for game in registry.games() for option in game.options(game.seats[-1]))
    own_folders = dict.fromkeys(option.folder for option in options if option.folder)  # such as decks
    found = [
        FileKind("games", games, ".jsonl", record.LARGEST_FILE, parse_record),
        FileKind(f"games/{ABANDONED}", games / ABANDONED, ".jsonl", record.LARGEST_FILE, parse_record),
        FileKind(LANGUAGES, user_folder(LANGUAGES), ".po", translations.LARGEST_CATALOGUE, _check_catalogue),
        FileKind(f"{LANGUAGES}/rules", user_folder(LANGUAGES), ".md", translations.LARGEST_TEXT, _check_rules),
        FileKind(f"{LANGUAGES}/lessons", user_folder(LANGUAGES), ".toml", translations.LARGEST_TEXT, _check_toml),
        FileKind(RESULTS, user_folder(RESULTS), ".jsonl", history.MOST_PUZZLE_BYTES, lines_of),
        *(FileKind(folder.name, folder, ".toml", SMALL, _check_toml) for folder in own_folders),
    ]
    if check_settings:
        found.append(FileKind("settings", config_folder(), ".json", SMALL, check_settings))
    return {kind.name: kind for kind in found}


def _check_catalogue(data: bytes) -> None:
    for _ in read_messages(decoded(data)):
        pass


def _check_rules(data: bytes) -> None:
    parse_rules(decoded(data))


def _check_toml(data: bytes) -> None:
    try:
        tomllib.loads(decoded(data))
    except RecursionError:
        raise ValueError(tr("it's nested too deeply")) from None


def lines_of(data: bytes) -> list[bytes]:
    """Return the lines that are JSON objects. Raises ValueError if there are only other lines."""
    found, is_empty = [], True
    for line in map(bytes.rstrip, io.BytesIO(in_utf8(data)), repeat(b"\n")):
        is_empty &= not line
        with suppress(ValueError, RecursionError):  # msgspec's errors are ValueErrors
            if len(line) <= LONGEST_LINE:
                line.decode()  # msgspec.Raw does not check that a value is valid UTF-8
                msgspec.json.decode(line, type=dict[str, msgspec.Raw])
                found.append(line)
    if not is_empty and not found:
        raise ValueError(tr("none of its lines can be read"))
    return found


# -- exporting


Progress = Iterator[tuple[int, int]]
"""How many steps are done, and how many there are."""
FIRST_TIME, LAST_TIME = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""The earliest and latest time that a zip file can store for a member."""


def new_member(name: str) -> ZipInfo:
    """Return the description of a compressed file in a zip file, with the current time as far as it can be stored."""
    member = ZipInfo(name, min(max(FIRST_TIME, time.localtime()[:6]), LAST_TIME))
    member.compress_type = ZIP_DEFLATED
    return member


class TransferError(ValueError):
    """An export or import failed. The message says why, in one line."""


class Export:
    """An export of a player's files to one zip file; `steps` does the work."""

    def __init__(self, path: Path, may_replace: bool = False) -> None:
        """Set the file. Raises TransferError if that is impossible, or if it exists and must not be replaced."""
        self.path, self._may_replace = path, may_replace
        self.files = 0
        """How many files have been exported."""
        self.problems: list[str] = []
        """A sentence for each file that was left out."""
        if problem := why_not_at(path, may_replace):
            raise TransferError(problem)

    def summary(self) -> str:
        """Return a sentence on what was done."""
        return tr_count("Created {file} ({number} file).", "Created {file} ({number} files).", self.files,
                        file=self.path)  # fmt: skip

    def _refused(self, error: OSError) -> TransferError:
        return TransferError(cannot_write(self.path, error))

    def steps(self) -> Progress:
        """Write the file, and yield after each step. Raises TransferError and then leaves nothing behind."""
        all_kinds = kinds(lambda settings: None).values()  # the settings are checked when they are imported
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
            why = tr("a file with this name can't be exported")
            self.problems.append(tr("{file} is left out: {error}", file=path, error=why))
            return
        try:
            data, changed[name] = read_file(path, kind.largest), path.stat().st_mtime_ns
        except OSError as error:
            self.problems.append(not_opened(path, error))
            return
        if kind.is_record and len(data) <= kind.largest:
            data = data[: data.rfind(b"\n") + 1]  # if it is in play, its last line may be incomplete
        if len(data) > kind.largest:
            why = tr("it's larger than {bytes} bytes", bytes=kind.largest)
            self.problems.append(tr("{file} is left out: {error}", file=path, error=why))
        elif data:
            archive.writestr(new_member(name), data)
            self.files += 1


def _files(kind: FileKind) -> list[Path]:
    """Return the files of a kind; from the folder of settings only the program's own file."""
    found = [path for path in files_in(kind.folder, f"*{kind.ending}") if path.is_file()]
    return [path for path in found if kind.name != "settings" or kind.has(path.name)]


# -- importing


MOST_FILES = 100_000
LARGEST_CONTENTS = MOST_FILES * 100
"""Bytes of a zip file's table of contents, which is read at once and takes many times its size in memory."""
LARGEST_IN_ALL = 4 * 1024 * 1024 * 1024
"""Bytes of all files together when unpacked."""
MOST_UNPACKED_TIMES, SPARE = 40, 4 * 1024 * 1024
"""A zip file may unpack to this many times its size plus this many bytes. Real exports unpack to ten times."""
LARGEST_MANIFEST = 8 * 1024 * 1024
"""Bytes. The manifest of ten thousand games has less than a million."""
CHUNK = 4096
"""Bytes read in one step, because with some compression methods `zipfile` unpacks all that it has read at once."""

BAD_NAME_ERRORS = (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)
"""Error codes with which systems refuse file names."""


class LeftOut(ValueError):
    """A file cannot be imported. The message says why."""


class Import:
    """An import of an export's files into the player's folders; `steps` does the work."""

    def __init__(self, path: Path, check_settings: Check | None = None) -> None:
        """Set the file. `check_settings` raises ValueError for invalid settings; without it, settings are left out."""
        self.path = path
        self.taken: Counter[str] = Counter()
        """The number of new files of each kind."""
        self.there_already = 0
        self.left_out: list[str] = []
        """A sentence for each file that could not be imported."""
        self._kinds = kinds(check_settings)
        self._records = _first_lines(kind for kind in self._kinds.values() if kind.is_record)
        self._group: tuple[bytes, set[bytes]] = b"", set()
        self._files: dict[str, set[bytes]] = {}
        self._changed: dict[str, msgspec.Raw] = {}

    def steps(self) -> Progress:
        """Check everything, then write what is new; yield after each step.

        Raises TransferError. Nothing has been changed then, unless writing failed halfway.
        """
        try:
            with open_file(self.path) as file:
                yield from self._read(file)
        except OSError as error:
            raise TransferError(not_opened(self.path, error)) from None

    def summary(self) -> str:
        """Return sentences on what was done."""
        games = sum(self.taken[name] for name, kind in self._kinds.items() if kind.is_record)
        others = self.taken.total() - games
        sentences = [tr_count("{number} new game added.", "{number} new games added.", games)]
        if others:
            sentences.append(tr_count("Added to {number} other file.", "Added to {number} other files.", others))
        if self.there_already:
            number = self.there_already
            sentences.append(tr_count("{number} file was already here.", "{number} files were already here.", number))
        return " ".join(sentences)

    def _read(self, file: IO[bytes]) -> Progress:
        size = os.fstat(file.fileno()).st_size
        try:
            with _open_zip(file) as archive:
                members = self._members(archive, SPARE + MOST_UNPACKED_TIMES * size)
                fit = []
                for done, (kind, member) in enumerate(members, 1):
                    data = in_utf8(_content(archive, member, kind.largest))
                    try:
                        kind.check(data)
                        fit.append((_digest(data.partition(b"\n")[0]), kind, member))
                    except ValueError as error:
                        self._leave_out(member, error)
                    yield done, 2 * len(members)
                # brings together records with the same first line, which are compared
                fit.sort(key=lambda each: each[0])
                for done, (_, kind, member) in enumerate(fit, 1):
                    self._take(kind, member, in_utf8(_content(archive, member, kind.largest)))
                    yield len(members) + done, len(members) + len(fit)
        except BadZipFile as error:
            why = tr("it's incomplete, or not a zip file ({error})", error=error)
            raise TransferError(self._no_export(why)) from None

    def _leave_out(self, member: ZipInfo, why: object) -> None:
        self.left_out.append(plainly(tr("{file} is left out: {error}", file=member.filename, error=why)))

    def _no_export(self, why: str) -> str:
        return plainly(tr("{file} wasn't exported by this program: {reason}", file=self.path, reason=why))

    # -- checking

    def _members(self, archive: ZipFile, most: int) -> list[tuple[FileKind, ZipInfo]]:
        """Return the files in the archive with their kinds. Raises TransferError if one does not belong there.

        Entries for folders, which other programs add, are ignored.
        """
        members = [member for member in archive.infolist() if not member.filename.endswith("/")]  # is_dir raises for ""
        names = {member.filename for member in members}
        if MANIFEST not in names:
            raise TransferError(self._no_export(tr("{file} isn't in it", file=MANIFEST)))
        whole = sum(member.file_size for member in members)
        if len(members) > MOST_FILES or whole > LARGEST_IN_ALL:
            raise TransferError(self._no_export(tr("it holds more data than any player could have made")))
        if whole > most:
            # Translators: of a zip file that was made to fill the disk.
            why = tr("it would unpack to {number} MB, far more than such a file should hold", number=whole // 1_000_000)
            raise TransferError(self._no_export(why))
        if len(names) < len(members):
            raise TransferError(self._no_export(tr("two files in it have the same name")))
        self._read_manifest(_content(archive, archive.getinfo(MANIFEST), LARGEST_MANIFEST))
        unwanted = {MANIFEST} if "settings" in self._kinds else {MANIFEST, f"settings/{SETTINGS}"}
        return [(self._kind_of(member), member) for member in members if member.filename not in unwanted]

    def _read_manifest(self, data: bytes) -> None:
        try:
            about = msgspec.json.decode(data, type=_Manifest)
        except DAMAGED:
            raise TransferError(self._no_export(tr("{file} in it can't be read", file=MANIFEST))) from None
        self._changed = about.changed
        if about.format != 1:
            raise TransferError(tr("{file} comes from a newer version of the program", file=self.path))

    def _kind_of(self, member: ZipInfo) -> FileKind:
        folder, _, name = member.filename.rpartition("/")
        kind = self._kinds.get(folder)
        mode = member.external_attr >> 16
        if kind is None or not kind.has(name) or (stat.S_IFMT(mode) and not stat.S_ISREG(mode)):
            raise TransferError(self._no_export(tr("{file} doesn't belong in it", file=repr(member.filename))))
        if member.file_size > kind.largest:
            raise TransferError(self._no_export(tr("{file} in it is too large", file=repr(member.filename))))
        return kind

    # -- adding

    def _take(self, kind: FileKind, member: ZipInfo, data: bytes) -> None:
        name = member.filename.rpartition("/")[2]
        try:
            if kind.is_record:
                is_new = self._take_record(kind, member, data)
            elif kind.name == "settings":
                is_new = _take_settings(kind, kind.folder / name, data)
            elif kind.name == RESULTS:
                is_new = self._take_lines(kind, name, data)
            else:
                is_new = self._take_file(kind, name, data)
        except LeftOut as error:
            self._leave_out(member, error)
        except OSError as error:
            is_too_long = error.errno == errno.ENOENT and kind.folder.is_dir()  # on Windows
            if error.errno not in BAD_NAME_ERRORS and not is_too_long:
                why = tr(
                    "{folder} can't be written to: {error}; what's been imported so far stays, and importing again "
                    "goes on from there",
                    folder=kind.folder, error=system_says(error),
                )  # fmt: skip
                raise TransferError(why) from None
            self._leave_out(member, tr("no file can have this name"))
        else:
            if is_new:
                self.taken[kind.name] += 1
            else:
                self.there_already += 1

    def _take_record(self, kind: FileKind, member: ZipInfo, data: bytes) -> bool:
        """Add a record that is not here yet. If a continuation of it is here, it counts as here."""
        *_, whole = beginnings = [*_beginnings(data)]
        here = self._known(_digest(data.partition(b"\n")[0]))
        if whole in here:
            return False
        here.update(beginnings)
        path = create_record(kind.folder, record_name(parse_record(data).header))
        write_atomic(path, data)
        with suppress(*DAMAGED, KeyError):
            changed = msgspec.json.decode(self._changed[member.filename], type=int)
            if 0 < changed < time.time_ns():
                os.utime(path, ns=(changed, changed))
        return True

    def _known(self, first: bytes) -> set[bytes]:
        """Return the digests of all beginnings of the records here whose first line has this digest."""
        if self._group[0] != first:
            here = (in_utf8(read_or_nothing(path, LARGEST_FILE)) for path in self._records.get(first, ()))
            self._group = first, {beginning for data in here for beginning in _beginnings(data)}
        return self._group[1]

    def _take_lines(self, kind: FileKind, name: str, data: bytes) -> bool:
        """Append the lines that are not here yet, whatever they contain."""
        path, found = kind.folder / name, lines_of(data)
        if len(found) < sum(map(bool, data.split(b"\n"))):
            self.left_out.append(tr("Some lines of {file} can't be read and are left out.", file=name))
        known = {*_existing(kind, path).split(b"\n")}
        new = [line for line in found if line not in known]
        if new:
            append_lines(path, new)
        return bool(new)

    def _take_file(self, kind: FileKind, name: str, data: bytes) -> bool:
        """Add a file, under another name if its name is taken by a different one; tell whether it was new."""
        known = self._files.get(kind.name)
        if known is None:
            here = files_in(kind.folder, f"*{kind.ending}")
            known = self._files[kind.name] = {_digest(in_utf8(read_or_nothing(path, kind.largest))) for path in here}
        if _digest(data) in known:
            return False
        if kind.folder.name == LANGUAGES and is_there(kind.folder / name):  # its name is the language
            raise LeftOut(tr("there's a different one here"))
        write_atomic(free_path(kind.folder, Path(name).stem, Path(name).suffix), data)
        known.add(_digest(data))
        return True


class _Manifest(msgspec.Struct):
    """The part of the manifest that is read."""

    export: Literal["topping-out"]
    format: int
    changed: dict[str, msgspec.Raw]
    """By name, the time of each record's last change in nanoseconds, not yet decoded."""


class _LimitedReader:
    """Wraps a zip file, and refuses to read more at once than the largest table of contents."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int = -1) -> bytes:
        if size > LARGEST_CONTENTS:
            raise BadZipFile("its table of contents is larger than any player's could be")
        return self._file.read(size)

    def seekable(self) -> bool:
        return True


@contextmanager
def _reading() -> Iterator[None]:
    """Turn anything that `zipfile` and its decompressors raise for a damaged or malicious file into BadZipFile.

    Raises OSError if the disk failed.
    """
    try:
        yield
    except BadZipFile:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise BadZipFile(str(error) or type(error).__name__) from None


def _open_zip(file: IO[bytes]) -> ZipFile:
    """Open an export. Raises BadZipFile or OSError."""
    with _reading():
        return ZipFile(cast(IO[bytes], _LimitedReader(file)))


def _content(archive: ZipFile, member: ZipInfo, largest: int) -> bytes:
    """Return a file of the export, without trusting its stated size. Raises BadZipFile or OSError."""
    most, data = min(largest, member.file_size), bytearray()
    with _reading(), archive.open(member) as file:
        while len(data) <= most and (part := file.read(CHUNK)):
            data += part
    if len(data) > most:
        raise BadZipFile("a file is larger than it says")
    return bytes(data)


def _first_lines(kinds: Iterable[FileKind]) -> dict[bytes, list[Path]]:
    """Return the records here by the digest of their first line, which is rarely the same for two."""
    found: dict[bytes, list[Path]] = {}
    for path in (path for kind in kinds for path in files_in(kind.folder, f"*{kind.ending}")):
        with suppress(OSError), open_file(path) as file:
            first = file.readline(SMALL)
            if in_utf8(first) != first:  # an editor has saved it in another encoding
                first = in_utf8(read_or_nothing(path, LARGEST_FILE))
            found.setdefault(_digest(first.partition(b"\n")[0]), []).append(path)
    return found


def _beginnings(data: bytes) -> Iterator[bytes]:
    """Yield for each line of a record a digest of everything up to its end. The last one is that of the whole."""
    so_far = blake2b(digest_size=16)
    for line in data.removesuffix(b"\n").split(b"\n", MOST_ENTRIES):
        so_far.update(line + b"\n")
        yield so_far.digest()


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def _existing(kind: FileKind, path: Path) -> bytes:
    """Return the content of a file that is to be extended. Raises LeftOut if it exists but cannot be read."""
    try:
        data = read_file(path, kind.largest)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise LeftOut(not_opened(path, error)) from None
    if len(data) > kind.largest:
        raise LeftOut(tr("{file} is too large to be added to", file=path))
    return in_utf8(data)


def _take_settings(kind: FileKind, path: Path, data: bytes) -> bool:
    """Add settings that are missing here; tell whether there were any. Raises LeftOut if those here are broken."""
    here = _existing(kind, path)
    try:
        kind.check(here or b"{}")
    except ValueError as error:
        raise LeftOut(tr("{file} can't be read: {error}", file=path, error=error)) from None
    together = _merged(in_utf8(here) or b"{}", in_utf8(data))
    if together is None:
        return False
    write_atomic(path, msgspec.json.format(together, indent=1) if here else data)
    return True


def _merged(mine: bytes | msgspec.Raw, theirs: bytes | msgspec.Raw) -> bytes | None:
    """Return the JSON table `mine` with values added that only `theirs` has, at any depth; None if there are none.

    Values are copied unchanged, because they may come from a newer version.
    """
    try:
        own, others = (msgspec.json.decode(each, type=dict[str, msgspec.Raw]) for each in (mine, theirs))
    except DAMAGED:  # not a table but a value
        return None
    found = {key: value if key not in own else _merged(own[key], value) for key, value in others.items()}
    new = {key: msgspec.Raw(value) for key, value in found.items() if value is not None}
    return msgspec.json.encode({**own, **new}) if new else None
