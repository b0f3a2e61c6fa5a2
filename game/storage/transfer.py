"""Everything that a player has gathered, written to one file and read from one."""

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
from ..assets import decoded, in_utf8
from ..language import tr, tr_count
from ..record import LARGEST_FILE, LONGEST_LINE, MOST_ENTRIES, parse_record
from ..rules_text import parse_rules
from ..text import not_opened, plainly
from . import history, translations
from .files import (
    append_lines,
    cannot_write,
    config_folder,
    files_in,
    is_there,
    open_file,
    read_file,
    read_or_nothing,
    records_folder,
    tidy_up_beside,
    user_folder,
    whole_file,
    write_atomic,
)
from .journal import create_record, record_name
from .library import ABANDONED, DAMAGED
from .translations import read_messages

# -- kinds


MANIFEST = "topping-out.json"
"""The file in every export that says what it is, and when its records were last changed."""
SETTINGS = "settings.json"
SMALL = 1024 * 1024
"""Bytes; settings, decks and the like are far smaller."""
LANGUAGES = "languages"
RESULTS = "progress"
"""The folder of what else is remembered: JSON lines, to which only is added."""
PLAIN_NAME = re.compile(r"(?!(con|prn|aux|nul|(com|lpt)[\d¹²³]) *\.)[^\W_][\w .()+-]{0,98}\.[a-z]+", re.IGNORECASE)
"""A file's name that is one on every system."""

Check = Callable[[bytes], object]
"""Raises ValueError where the content is not ours."""


@dataclass(frozen=True)
class FileKind:
    """Files of one folder: their name in the export begins with `name`."""

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
        """Tell whether a file of that name may be one of these."""
        if self.name == "settings":
            return name == SETTINGS
        return name.endswith(self.ending) and bool(PLAIN_NAME.fullmatch(name))


def kinds(check_settings: Check | None = None) -> dict[str, FileKind]:
    """Return all kinds by name; the settings only with what tells whether they are any."""
    games = records_folder()
    options = (option for game in registry.games() for option in game.options(game.seats[-1]))
    own_folders = dict.fromkeys(option.folder for option in options if option.folder)  # such as decks
    found = [
        FileKind("games", games, ".jsonl", record.LARGEST_FILE, parse_record),
        FileKind(f"games/{ABANDONED}", games / ABANDONED, ".jsonl", record.LARGEST_FILE, parse_record),
        FileKind(LANGUAGES, user_folder(LANGUAGES), ".po", translations.LARGEST_CATALOGUE, _check_catalogue),
        FileKind(
            f"{LANGUAGES}/rules",
            user_folder(LANGUAGES),
            ".md",
            translations.LARGEST_TEXT,
            _check_rules,
        ),
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
        raise ValueError(tr("it is nested too deep")) from None


def lines_of(data: bytes) -> list[bytes]:
    """Return the lines that are JSON objects. Raises ValueError where there are only others."""
    found, is_empty = [], True
    for line in map(bytes.rstrip, io.BytesIO(in_utf8(data)), repeat(b"\n")):
        is_empty &= not line
        with suppress(ValueError, RecursionError):  # those of msgspec are such too
            if len(line) <= LONGEST_LINE:
                line.decode()  # nobody else looks at the letters of a value that is kept as it is
                msgspec.json.decode(line, type=dict[str, msgspec.Raw])
                found.append(line)
    if not is_empty and not found:
        raise ValueError(tr("none of its lines can be read"))
    return found


# -- exporting


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


# -- importing


MOST_FILES = 100_000
LARGEST_CONTENTS = MOST_FILES * 100
"""Bytes of a zip file's table of contents: it is read at once, and takes many times its size."""
LARGEST_IN_ALL = 4 * 1024 * 1024 * 1024
"""Bytes of all files together, unpacked."""
MOST_TIMES, SPARE = 40, 4 * 1024 * 1024
"""A file may unpack to this many times its size plus this many bytes; real exports unpack to ten times."""
LARGEST_MANIFEST = 8 * 1024 * 1024
"""Bytes; that of ten thousand games has less than one million."""
AT_ONCE = 4096
"""Bytes that are unpacked in one step: of some kinds of packing `zipfile` unpacks whatever it reads to its end."""

NO_NAME = (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)
"""What systems say of names that they do not take."""


class LeftOut(ValueError):
    """A file cannot be taken; the message says why."""


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
        self._records = _first_lines(kind for kind in self._kinds.values() if kind.is_record)
        self._group: tuple[bytes, set[bytes]] = b"", set()
        self._files: dict[str, set[bytes]] = {}
        self._changed: dict[str, msgspec.Raw] = {}

    def steps(self) -> Progress:
        """Look at everything, then write what is new; yield after each part.

        Raises TransferError: nothing is changed then, unless the disk refused something on the way.
        """
        try:
            with open_file(self.path) as file:
                yield from self._read(file)
        except OSError as error:
            raise TransferError(not_opened(self.path, error)) from None

    def summary(self) -> str:
        """Return in sentences what was done."""
        games = sum(self.taken[name] for name, kind in self._kinds.items() if kind.is_record)
        others = self.taken.total() - games
        said = [tr_count("{number} new game added.", "{number} new games added.", games)]
        if others:
            said.append(tr_count("Added to {number} other file.", "Added to {number} other files.", others))
        if self.there_already:
            said.append(
                tr_count("{number} file was already here.", "{number} files were already here.", self.there_already)
            )
        return " ".join(said)

    def _read(self, file: IO[bytes]) -> Progress:
        size = os.fstat(file.fileno()).st_size
        try:
            with _open_zip(file) as archive:
                members = self._members(archive, SPARE + MOST_TIMES * size)
                fit = []
                for done, (kind, member) in enumerate(members, 1):
                    data = in_utf8(_content(archive, member, kind.largest))
                    try:
                        kind.check(data)
                        fit.append((_digest(data.partition(b"\n")[0]), kind, member))
                    except ValueError as error:
                        why = tr("{file} is left out: {error}", file=member.filename, error=error)
                        self.left_out.append(plainly(why))
                    yield done, 2 * len(members)
                fit.sort(key=lambda each: each[0])  # records of one first line, which are compared, one after another
                for done, (_, kind, member) in enumerate(fit, 1):
                    self._take(kind, member, in_utf8(_content(archive, member, kind.largest)))
                    yield len(members) + done, len(members) + len(fit)
        except BadZipFile as error:
            raise TransferError(
                self._no_export(tr("it is incomplete, or not a zip file ({error})", error=error))
            ) from None

    def _no_export(self, why: str) -> str:
        return plainly(tr("{file} wasn't exported by this program: {reason}", file=self.path, reason=why))

    # -- looking

    def _members(self, archive: ZipFile, most: int) -> list[tuple[FileKind, ZipInfo]]:
        """Return the files in it, each with its kind. Raises TransferError where one has no business there.

        Other programs also write an entry for each folder, which says nothing.
        """
        members = [member for member in archive.infolist() if not member.filename.endswith("/")]  # is_dir fails at ""
        names = {member.filename for member in members}
        if MANIFEST not in names:
            raise TransferError(self._no_export(tr("{file} is not in it", file=MANIFEST)))
        whole = sum(member.file_size for member in members)
        if len(members) > MOST_FILES or whole > LARGEST_IN_ALL:
            raise TransferError(self._no_export(tr("it holds more than any player could have")))
        if whole > most:
            # Translators: of a zip file that was made to fill the disk.
            why = tr("it would unpack to {number} MB, far more than games of its size do", number=whole // 1_000_000)
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
            raise TransferError(self._no_export(tr("{file} in it cannot be read", file=MANIFEST))) from None
        self._changed = about.changed
        if about.format != 1:
            raise TransferError(tr("{file} comes from a newer version of the program", file=self.path))

    def _kind_of(self, member: ZipInfo) -> FileKind:
        folder, _, name = member.filename.rpartition("/")
        kind = self._kinds.get(folder)
        mode = member.external_attr >> 16
        if kind is None or not kind.has(name) or (stat.S_IFMT(mode) and not stat.S_ISREG(mode)):
            raise TransferError(self._no_export(tr("{file} does not belong in it", file=repr(member.filename))))
        if member.file_size > kind.largest:
            raise TransferError(self._no_export(tr("{file} in it is too large", file=repr(member.filename))))
        return kind

    # -- taking over

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
            self.left_out.append(plainly(tr("{file} is left out: {error}", file=member.filename, error=error)))
            return
        except OSError as error:
            if error.errno in NO_NAME or (error.errno == errno.ENOENT and kind.folder.is_dir()):  # Windows: too long
                why = tr("no file can have this name")
                self.left_out.append(plainly(tr("{file} is left out: {error}", file=member.filename, error=why)))
                return
            why = tr(
                "{folder} can't be written to: {error}; what has been imported so far stays, and "
                "importing again goes on from there",
                folder=kind.folder, error=error.strerror or error,
            )  # fmt: skip
            raise TransferError(why) from None
        if is_new:
            self.taken[kind.name] += 1
        else:
            self.there_already += 1

    def _take_record(self, kind: FileKind, member: ZipInfo, data: bytes) -> bool:
        """Add a record that is not here yet. One that is, and was gone on with here, counts as here."""
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
        """Return all beginnings of the records whose first line has that digest."""
        if self._group[0] != first:
            here = (in_utf8(read_or_nothing(path, LARGEST_FILE)) for path in self._records.get(first, ()))
            self._group = first, {beginning for data in here for beginning in _beginnings(data)}
        return self._group[1]

    def _take_lines(self, kind: FileKind, name: str, data: bytes) -> bool:
        """Add the lines that are not here yet, below those that are, whatever they hold."""
        path, found = kind.folder / name, lines_of(data)
        if len(found) < sum(map(bool, data.split(b"\n"))):
            self.left_out.append(tr("Some lines of {file} can't be read and are left out.", file=name))
        known = {*_here(kind, path).split(b"\n")}
        new = [line for line in found if line not in known]
        if new:
            append_lines(path, new)
        return bool(new)

    def _take_file(self, kind: FileKind, name: str, data: bytes) -> bool:
        """Add a file, under another name where a different one has its own; tell whether it was new."""
        known = self._files.get(kind.name)
        if known is None:
            here = files_in(kind.folder, f"*{kind.ending}")
            known = self._files[kind.name] = {_digest(in_utf8(read_or_nothing(path, kind.largest))) for path in here}
        if _digest(data) in known:
            return False
        if kind.folder.name == LANGUAGES and is_there(kind.folder / name):  # its name says which language it is
            raise LeftOut(tr("there's a different one here"))
        write_atomic(next(path for path in _names(kind.folder, name) if not is_there(path)), data)
        known.add(_digest(data))
        return True


class _Manifest(msgspec.Struct):
    """What is read of the manifest."""

    export: Literal["topping-out"]
    format: int
    changed: dict[str, msgspec.Raw]
    """When each record was last changed, in nanoseconds, by its name; not yet looked at."""


class _Table:
    """A zip file of which not more is read at once than a table of contents may have."""

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
    """Raise BadZipFile for whatever `zipfile` and its unpackers raise at a file that is torn, encrypted or made up.

    Raises OSError where the disk refused.
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
    """Open an export. Raises BadZipFile, OSError."""
    with _reading():
        return ZipFile(cast(IO[bytes], _Table(file)))


def _content(archive: ZipFile, member: ZipInfo, largest: int) -> bytes:
    """Return what is in a file of the export, whatever it says of its size. Raises BadZipFile, OSError."""
    most, data = min(largest, member.file_size), bytearray()
    with _reading(), archive.open(member) as file:
        while len(data) <= most and (part := file.read(AT_ONCE)):
            data += part
    if len(data) > most:
        raise BadZipFile("a file is larger than it says")
    return bytes(data)


def _first_lines(kinds: Iterable[FileKind]) -> dict[bytes, list[Path]]:
    """Return the records that are here by the digest of their first line, which hardly two have in common."""
    found: dict[bytes, list[Path]] = {}
    for path in (path for kind in kinds for path in files_in(kind.folder, f"*{kind.ending}")):
        with suppress(OSError), open_file(path) as file:
            first = file.readline(SMALL)
            if in_utf8(first) != first:  # an editor has saved it
                first = in_utf8(read_or_nothing(path, LARGEST_FILE))
            found.setdefault(_digest(first.partition(b"\n")[0]), []).append(path)
    return found


def _beginnings(data: bytes) -> Iterator[bytes]:
    """Yield a digest for each line of a record: of all up to its end. The last is of the whole."""
    so_far = blake2b(digest_size=16)
    for line in data.removesuffix(b"\n").split(b"\n", MOST_ENTRIES):
        so_far.update(line + b"\n")
        yield so_far.digest()


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def _here(kind: FileKind, path: Path) -> bytes:
    """Return what a file holds that is to be added to. Raises LeftOut where there is one that cannot be read."""
    try:
        data = read_file(path, kind.largest)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise LeftOut(not_opened(path, error)) from None
    if len(data) > kind.largest:
        raise LeftOut(tr("{file} is too large to be added to", file=path))
    return in_utf8(data)


def _names(folder: Path, name: str) -> Iterator[Path]:
    path = folder / name
    yield path
    for number in range(2, MOST_FILES):
        yield path.with_stem(f"{path.stem}-{number}")


def _take_settings(kind: FileKind, path: Path, data: bytes) -> bool:
    """Add what is set there but not here; tell whether there was any. Raises LeftOut where those here are broken."""
    here = _here(kind, path)
    try:
        kind.check(here or b"{}")
    except ValueError as error:
        raise LeftOut(tr("{file} cannot be read: {error}", file=path, error=error)) from None
    together = _united(in_utf8(here) or b"{}", in_utf8(data))
    if together is None:
        return False
    write_atomic(path, msgspec.json.format(together, indent=1) if here else data)
    return True


def _united(mine: bytes | msgspec.Raw, theirs: bytes | msgspec.Raw) -> bytes | None:
    """Return JSON with what only `theirs` has added to it, however deep; None where that is nothing.

    Values are taken as they are written: nobody here knows what a newer version has put there.
    """
    try:
        own, others = (msgspec.json.decode(each, type=dict[str, msgspec.Raw]) for each in (mine, theirs))
    except DAMAGED:  # a value, not a table
        return None
    found = {key: value if key not in own else _united(own[key], value) for key, value in others.items()}
    new = {key: msgspec.Raw(value) for key, value in found.items() if value is not None}
    return msgspec.json.encode({**own, **new}) if new else None
