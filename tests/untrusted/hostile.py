"""Hostile and corrupted files, and stress runs of exports and records with them."""

import json
import os
import random
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import strategies as st

from tests.durability.faults import DYING, Faults
from tests.game.by_luck.random_games import random_deal, whole_game
from topping_out.game import registry
from topping_out.game.record import Record
from topping_out.game.storage.files import HOME_VARIABLE, config_folder, records_folder, tidy_up, user_folder
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.storage.transfer import MANIFEST, Export, Import, TransferError
from topping_out.game.text import LONGEST_MESSAGE
from topping_out.scenes.__main__ import check_settings

# -- hostile values


Json = Any

DEEP = 100_000
"""Nested brackets; far more than any reader supports."""
WORDS = (
    "", " ", "\x00", "a\x00b", "\n", "\r\n", "\x1b[2J\x1b]0;gone\x07", "\u202e\u2066", "\ufeff", "undo", "tick",
    "../../../etc/passwd", "/dev/zero", "C:\\CON", "~", "$HOME", "`id`", "$(id)", "%s%n", "{0.__class__}", "🏗" * 50,
    "A" * 70_000, "__import__('os')", "NaN", "-1", "1e999", "٣", "construct", "construct 1S @", "place @", "set ,",
    "construct 1S @99999999999.0", "construct " + "9" * 5000 + "S @0.0", "place @" + "9" * 5000, "mine -1",
    "set 1e9,1", "set " + "9" * 5000 + ",1", "ready 999", "build LOBBY @99", "claim LOBBY @0.-1", "draw z", "split 0x1",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 2**64 - 1, 10**30, 1.5, -0.0, 1e308)
LITERALS = (
    b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999", b"1E-999", b"00", b"+1", b"0x10", b"1_000", b"9" * 5000,
    b'"\\ud800"', b'"\\udc00\\ud800"', b'"\xed\xa0\x80"', b'"\xff\xfe"', b'"\\u0000"', b"'a'", b"undefined", b"",
    b"[" * DEEP, b"{" * DEEP, b"[" * 500 + b"]" * 500, b'{"a":' * 500 + b"1" + b"}" * 500, b"// a remark", b"nul",
)  # fmt: skip
"""JSON literals and text that is not valid JSON."""
ANYTHING: tuple[Json, ...] = (*WORDS, *NUMBERS, None, True, False, [], {}, [[]], [None] * 9, {"": ""}, {"a": {"b": []}})


@cache
def real_record(game: str, number: int = 0) -> Record:
    """Return the record of a game that was really played. Each number stands for another set-up."""
    return whole_game(random_deal(game, random.Random(f"{game} {number}")))[0]


def assert_plain(error: Exception) -> str:
    """Check that the message of an error is readable: one line, not empty, of limited length. Return it."""
    assert str(error).isprintable()
    assert 0 < len(str(error)) < 2 * LONGEST_MESSAGE
    return str(error)


# -- changed values


def places(value: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every path in JSON data, that is, every place where something could be changed."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, item in inner for deeper in places(item, (*path, key)))]


def changed(value: Json, path: tuple[Any, ...], new: Json) -> Json:
    """Return a copy of JSON data with the value at `path` replaced."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = changed(copy[path[0]], path[1:], new)
    return copy


@st.composite
def changed_json(draw: st.DrawFn, value: Json) -> bytes:
    """Draw JSON in which one value is replaced, left out, or moved to another key."""
    path = draw(st.sampled_from(places(value)))
    kind = draw(st.sampled_from(("value", "literal", "key", "left out")))
    if kind == "literal":
        marked = json.dumps(changed(value, path, "@@here@@")).encode()
        return marked.replace(b'"@@here@@"', draw(st.sampled_from(LITERALS)))
    if kind == "value" or not path:
        return json.dumps(changed(value, path, draw(st.sampled_from(ANYTHING)))).encode()
    parent: Json = value
    for key in path[:-1]:
        parent = parent[key]
    smaller = parent.copy()
    item = smaller.pop(path[-1])
    if kind == "key" and isinstance(smaller, dict):
        smaller[draw(st.sampled_from(WORDS))] = item
    return json.dumps(changed(value, path[:-1], smaller)).encode()


# -- changed bytes


@st.composite
def changed_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw the data with a few bytes replaced, removed, doubled, or with garbage inserted."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from((0, 0, 1, 1, 2, 10, 100))))
        between = draw(
            st.sampled_from((b"", b"\x00", b"\xff", b"\n", b"\r\n", b"\xef\xbb\xbf", b",", b"]", data[start:end] * 2))
            | st.sampled_from(LITERALS)
            | st.binary(max_size=8)
        )
        data = data[:start] + between + data[end:]
    return data


@st.composite
def changed_lines(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw the data with some lines doubled, removed, swapped, or ended as on Windows."""
    lines = data.split(b"\n")
    luck = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(1, 4))):
        here, there = luck.randrange(len(lines)), luck.randrange(len(lines))
        match luck.randrange(4):
            case 0:
                lines[here], lines[there] = lines[there], lines[here]
            case 1:
                lines.insert(here, lines[there])
            case 2 if len(lines) > 1:
                del lines[here]
            case _:
                lines[here] += b"\r"
    return b"\n".join(lines)


@st.composite
def hostile_records(draw: st.DrawFn) -> bytes:
    """Draw a real record with something changed in it."""
    record = real_record(draw(st.sampled_from(registry.names())), draw(st.integers(0, 3)))
    data = record.to_bytes()
    kind = draw(st.sampled_from(("header", "header", "entry", "entry", "bytes", "lines")))
    if kind == "bytes":
        return draw(changed_bytes(data))
    if kind == "lines":
        return draw(changed_lines(data))
    lines = data.splitlines()
    number = 0 if kind == "header" else draw(st.integers(1, len(lines) - 1))
    lines[number] = draw(changed_json(json.loads(lines[number])))
    return b"\n".join([*lines, b""])


# -- things in place of a file


NOBODY = 65534


def loop(path: Path) -> None:
    path.symlink_to(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


TRICKS: dict[str, Callable[[Path], None]] = {"a folder": Path.mkdir}
if sys.platform != "win32":  # pipes, devices and links are different there
    TRICKS |= {
        "a pipe": os.mkfifo, "an endless device": endless, "a link to itself": loop, "a link to nowhere": nowhere,
    }  # fmt: skip
every_trick = pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)


@contextmanager
def shut(folder: Path) -> Iterator[None]:
    """Make a folder inaccessible meanwhile. Root, who can read anything, temporarily becomes another user."""
    folder.chmod(0)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
        folder.chmod(0o700)


# -- limits and errors


HANGS_AFTER = 300
"""Longest time for one export or import, in seconds. (Normally they take hundredths of a second.)"""
ERRORS = ("ENOSPC", "EIO", "EACCES", "EROFS", "EMFILE")
WORKED_OUT = ("index.ndjson", "costs.json", "daily.lock")
"""Files that may be deleted, because the program can rebuild them."""
Luck = random.Random
Content = dict[str, bytes]


class Hang(BaseException):
    """An action took longer than HANGS_AFTER."""


# -- corrupting


def corrupt_bytes(luck: Luck, data: bytes) -> bytes:
    """Return the data with some bytes removed, replaced, doubled or turned into garbage."""
    for _ in range(luck.randint(1, 4)):
        start = luck.randrange(len(data) + 1)
        end = min(len(data), start + luck.choice((0, 1, 1, 2, 9, 300)))
        between = luck.choice((b"", b"\0", b"\xff", b"\n", b"}", data[start:end] * 2, luck.randbytes(3)))
        data = data[:start] + between + data[end:]
    return data if luck.random() < 0.7 else data[: luck.randrange(len(data) + 1)]


def corrupt_json(luck: Luck, line: bytes) -> bytes:
    value = json.loads(line)
    path = luck.choice(places(value))
    if luck.random() < 0.3:
        marked = json.dumps(changed(value, path, "@@here@@")).encode()
        return marked.replace(b'"@@here@@"', luck.choice(LITERALS[:19]))
    return json.dumps(changed(value, path, luck.choice(ANYTHING))).encode()


def corrupt_record(luck: Luck) -> bytes:
    """Return a real record with something changed in it."""
    data = real_record(luck.choice(registry.names()), luck.randrange(4)).to_bytes()
    if luck.random() < 0.3:
        return corrupt_bytes(luck, data)
    lines = data.splitlines()
    number = 0 if luck.random() < 0.5 else luck.randrange(len(lines))
    lines[number] = corrupt_json(luck, lines[number])
    return b"\n".join([*lines, b""])


def corrupt_zip(luck: Luck, members: Content) -> bytes:
    """Return a corrupt zip file, or an intact one with corrupt files in it."""
    names = list(members)
    with tempfile.TemporaryFile() as file:
        with ZipFile(file, "w", luck.choice((ZIP_DEFLATED, 0))) as archive:
            for name in names:
                kept = luck.random() < (0.95 if name == MANIFEST else 0.5)
                if luck.random() < 0.95:
                    archive.writestr(name, members[name] if kept else corrupt_bytes(luck, members[name]))
            for number in range(luck.randrange(4)):
                archive.writestr(f"games/more-{number}.jsonl", corrupt_record(luck))
            if luck.random() < 0.05:
                archive.writestr(luck.choice(("games/../x.jsonl", "decks/NUL.toml", "settings/x.json", "x/y")), b"{}")
        file.seek(0)
        data = file.read()
    return corrupt_bytes(luck, data) if luck.random() < 0.5 else data


# -- a machine


@contextmanager
def machine(folder: Path) -> Iterator[Path]:
    before = os.environ.get(HOME_VARIABLE)
    os.environ[HOME_VARIABLE] = str(folder)
    try:
        yield folder
    finally:
        os.environ.pop(HOME_VARIABLE)
        if before:
            os.environ[HOME_VARIABLE] = before


def put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def tries(luck: Luck, count: int) -> bytes:
    numbers = (luck.randrange(10**6) for _ in range(count))
    return b"".join(b'{"game":"wyoming","puzzle":"%d","is_right":true,"when":""}\n' % number for number in numbers)


def fill(luck: Luck) -> None:
    """Write what a player may have into the home folder, some of it damaged."""
    for number in range(luck.randrange(1, 4)):
        put(records_folder() / f"{number}.jsonl", real_record("wyoming", luck.randrange(4)).to_bytes())
    put(records_folder() / "abandoned" / "a.jsonl", real_record("towers", luck.randrange(4)).to_bytes())
    if luck.random() < 0.3:
        put(records_folder() / "spoilt.jsonl", corrupt_record(luck))
    results = tries(luck, 17_000 if luck.random() < 0.03 else luck.randrange(40))
    end = luck.choice(
        (b"", b"", b'{"game":"tow', b'{"game":"towers","puzzle":"1","is_right":true,"when":""}', b"\xff\n")
    )
    put(user_folder("progress") / "puzzles.jsonl", results + end)
    settings = json.dumps({"speed": luck.choice(("fast", "relaxed")), "muted": True}).encode()
    put(config_folder() / "settings.json", luck.choice((settings, settings, settings[:-3], b"[]", b"\xff")))
    put(user_folder("decks") / "mine.toml", b'title = "%d"\n' % luck.randrange(3))


def content(home: Path) -> Content:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def losses(before: Content, after: Content) -> list[str]:
    """Return the names of the files whose content was lost."""
    return [name for name, data in before.items() if Path(name).name not in WORKED_OUT and is_lost(name, data, after)]


def is_lost(name: str, data: bytes, after: Content) -> bool:
    now = after.get(name)
    if now is None or Path(name).name == "puzzles.jsonl":
        return now is None or not now.startswith(data)
    if Path(name).name == "settings.json" and now != data:
        try:
            return not json.loads(data).items() <= json.loads(now).items()
        except (ValueError, AttributeError):
            return True
    return now != data


# -- runs


def watched(tally: Counter[str], action: Callable[[], object]) -> bool:
    """Do an action, count its result in `tally`, and tell whether it succeeded."""
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, hang)
        signal.alarm(HANGS_AFTER)
    try:
        action()
    except TransferError:
        tally["refused"] += 1
    except Hang:
        tally["HANGS"] += 1
    except Exception:
        tally["TRACEBACKS"] += 1
        traceback.print_exc(limit=-3)
    else:
        tally["done"] += 1
        return True
    finally:
        if sys.platform != "win32":
            signal.alarm(0)
    return False


def hang(*_: object) -> None:
    raise Hang


def run_through(steps: Iterator[object], most: int = sys.maxsize) -> None:
    for number, _ in enumerate(steps):
        if number >= most:
            break


def interrupted(luck: Luck, action: Callable[[], object]) -> Callable[[], object]:
    """Wrap an action to run in a forked process, on a disk that fails at some moment, or with a kill at that moment."""
    faults = Faults(luck.choice((DYING, *ERRORS)), share=luck.random())
    faults.first = luck.randrange(40)
    faults.last = faults.first if luck.random() < 0.5 else sys.maxsize

    def broken() -> None:
        process = os.fork()
        if process:
            status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            if status == 1:
                raise AssertionError("the forked process failed: see above")
            return
        end = 1
        try:
            faults.install()
            action()
            end = 0
        except TransferError:
            end = 0
        except BaseException:
            traceback.print_exc(limit=-3)
        finally:
            os._exit(end)

    return broken


def stress_export(luck: Luck, folder: Path, tally: Counter[str]) -> None:
    """Corrupt or interrupt an export or its import. Then check what is left, and repeat it undisturbed."""
    with machine(folder / "old"):
        fill(luck)
        before, file = content(folder / "old"), folder / "all.zip"
        if luck.random() < 0.2 and hasattr(os, "fork"):
            watched(tally, interrupted(luck, lambda: run_through(Export(folder / "broken.zip").steps())))
        run_through(Export(file).steps())
        tally["LOSSES"] += len(losses(before, content(folder / "old")))
    with ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    how = luck.choice(("spoilt", "spoilt", "interrupted", "given up"))
    if how == "spoilt":
        file.write_bytes(corrupt_zip(luck, members))
    with machine(folder / "new"):
        fill(luck)
        before = content(folder / "new")

        def take(most: int = sys.maxsize) -> None:
            run_through(Import(file, check_settings).steps(), most)

        if how == "interrupted" and hasattr(os, "fork"):
            watched(tally, interrupted(luck, take))
        elif how == "given up":
            watched(tally, lambda: take(luck.randrange(12)))
        tally["LOSSES"] += len(losses(before, content(folder / "new")))
        is_taken = watched(tally, take)
        after = content(folder / "new")
        tally["LOSSES"] += len(losses(before, after))
        if is_taken:
            watched(tally, take)
            tally["TWICE"] += content(folder / "new") != after
        watched(tally, SaveLibrary().games)
        tidy_up()
        tally["LEFT OVER"] += len([*(folder / "new").rglob("*.part")])


def stress_exports(count: int) -> Counter[str]:
    """Try `count` exports and imports. Return their results; those in capitals should be 0."""
    tally = Counter[str]()
    for number in range(count):
        with tempfile.TemporaryDirectory() as folder:
            stress_export(random.Random(f"1 {number}"), Path(folder), tally)
    return tally


def stress_records(count: int) -> Counter[str]:
    """Save `count` slightly wrong records, then export and import them. Return the results, capitals as above."""
    tally, luck = Counter[str](), random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        home, file = Path(folder), Path(folder) / "all.zip"
        with machine(home / "old"):
            for number in range(count):
                put(records_folder() / f"{number}.jsonl", corrupt_record(luck))
            before, library = content(home / "old"), SaveLibrary()
            watched(tally, library.read_all)
            tally["games"] = len(library.games())
            watched(tally, lambda: run_through(Export(file).steps()))
            tally["LOSSES"] += len(losses(before, content(home / "old")))
        with machine(home / "new"):
            work = Import(file, check_settings)
            watched(tally, lambda: run_through(work.steps()))
            tally["taken"], tally["left out"] = work.taken.total(), len(work.left_out)
            watched(tally, SaveLibrary().read_all)
    return tally
