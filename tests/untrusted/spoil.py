"""Spoilt and interrupted exports and imports, and records that are nearly right: how many, and what came of them.

Nothing that a machine had may be lost, nothing may fail but with a plain refusal, and nothing may hang.
"""

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
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from tests.durability.faults import DYING, Faults
from tests.untrusted.hostile import ANYTHING, LITERALS, changed, places, real_record
from topping_out.game import registry
from topping_out.game.storage.files import HOME_VARIABLE, config_folder, records_folder, tidy_up, user_folder
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.storage.transfer.exporting import Export, TransferError
from topping_out.game.storage.transfer.importing import Import
from topping_out.game.storage.transfer.kinds import MANIFEST
from topping_out.scenes.__main__ import check_settings

HANGS_AFTER = 300
"""Seconds that one export or import may take; they take hundredths of one."""
ERRORS = ("ENOSPC", "EIO", "EACCES", "EROFS", "EMFILE")
WORKED_OUT = ("index.ndjson", "costs.json", "daily.lock")
"""Files that may be deleted."""
Luck = random.Random
Content = dict[str, bytes]


class Hang(BaseException):
    """It took so long that nobody would wait for it."""


# -- spoiling


def spoilt_bytes(luck: Luck, data: bytes) -> bytes:
    """Return bytes some of which are lost, changed, doubled or rubbish."""
    for _ in range(luck.randint(1, 4)):
        start = luck.randrange(len(data) + 1)
        end = min(len(data), start + luck.choice((0, 1, 1, 2, 9, 300)))
        between = luck.choice((b"", b"\0", b"\xff", b"\n", b"}", data[start:end] * 2, luck.randbytes(3)))
        data = data[:start] + between + data[end:]
    return data if luck.random() < 0.7 else data[: luck.randrange(len(data) + 1)]


def spoilt_json(luck: Luck, line: bytes) -> bytes:
    value = json.loads(line)
    path = luck.choice(places(value))
    if luck.random() < 0.3:
        marked = json.dumps(changed(value, path, "@@here@@")).encode()
        return marked.replace(b'"@@here@@"', luck.choice(LITERALS[:19]))
    return json.dumps(changed(value, path, luck.choice(ANYTHING))).encode()


def spoilt_record(luck: Luck) -> bytes:
    """Return a real record with one thing in it changed."""
    data = real_record(luck.choice(registry.names()), luck.randrange(4)).to_bytes()
    if luck.random() < 0.3:
        return spoilt_bytes(luck, data)
    lines = data.splitlines()
    number = 0 if luck.random() < 0.5 else luck.randrange(len(lines))
    lines[number] = spoilt_json(luck, lines[number])
    return b"\n".join([*lines, b""])


def spoilt_zip(luck: Luck, members: Content) -> bytes:
    """Return a zip file whose bytes are spoilt, or one that is whole, with files in it that are not."""
    names = list(members)
    with tempfile.TemporaryFile() as file:
        with ZipFile(file, "w", luck.choice((ZIP_DEFLATED, 0))) as archive:
            for name in names:
                kept = luck.random() < (0.95 if name == MANIFEST else 0.5)
                if luck.random() < 0.95:
                    archive.writestr(name, members[name] if kept else spoilt_bytes(luck, members[name]))
            for number in range(luck.randrange(4)):
                archive.writestr(f"games/more-{number}.jsonl", spoilt_record(luck))
            if luck.random() < 0.05:
                archive.writestr(luck.choice(("games/../x.jsonl", "decks/NUL.toml", "settings/x.json", "x/y")), b"{}")
        file.seek(0)
        data = file.read()
    return spoilt_bytes(luck, data) if luck.random() < 0.5 else data


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


def put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def tries(luck: Luck, count: int) -> bytes:
    numbers = (luck.randrange(10**6) for _ in range(count))
    return b"".join(b'{"game":"wyoming","puzzle":"%d","is_right":true,"when":""}\n' % number for number in numbers)


def fill(luck: Luck) -> None:
    """Leave on this machine what a player may have, some of it damaged."""
    for number in range(luck.randrange(1, 4)):
        put(records_folder() / f"{number}.jsonl", real_record("wyoming", luck.randrange(4)).to_bytes())
    put(records_folder() / "abandoned" / "a.jsonl", real_record("towers", luck.randrange(4)).to_bytes())
    if luck.random() < 0.3:
        put(records_folder() / "spoilt.jsonl", spoilt_record(luck))
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
    """Return what a machine had and has no longer."""
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
    """Do something; count what it ends in, and tell whether it came to its end."""
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
    """Return the action in a process of its own, with a disk that refuses at some moment, or takes the process down."""
    faults = Faults(luck.choice((DYING, *ERRORS)), share=luck.random())
    faults.first = luck.randrange(40)
    faults.last = faults.first if luck.random() < 0.5 else sys.maxsize

    def broken() -> None:
        process = os.fork()
        if process:
            status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            if status == 1:
                raise AssertionError("it failed: see above")
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


def try_export(luck: Luck, folder: Path, tally: Counter[str]) -> None:
    """Spoil an export or its import, or break one off; then look at what is left, and do it again undisturbed."""
    with machine(folder / "old"):
        fill(luck)
        before, file = content(folder / "old"), folder / "all.zip"
        if luck.random() < 0.2 and hasattr(os, "fork"):
            watched(tally, interrupted(luck, lambda: run_through(Export(folder / "broken.zip").steps())))
        run_through(Export(file).steps(), sys.maxsize)
        tally["LOSSES"] += len(losses(before, content(folder / "old")))
    with ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    how = luck.choice(("spoilt", "spoilt", "interrupted", "given up"))
    if how == "spoilt":
        file.write_bytes(spoilt_zip(luck, members))
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


def spoil_exports(count: int, seed: int = 1) -> Counter[str]:
    """Try so many exports and imports; return what came of them. What should be none is in capitals."""
    tally = Counter[str]()
    for number in range(count):
        with tempfile.TemporaryDirectory() as folder:
            try_export(random.Random(f"{seed} {number}"), Path(folder), tally)
    return tally


def spoil_records(count: int, seed: int = 1) -> Counter[str]:
    """Put so many records that are nearly right among the games, and take them to another machine."""
    tally, luck = Counter[str](), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        home, file = Path(folder), Path(folder) / "all.zip"
        with machine(home / "old"):
            for number in range(count):
                put(records_folder() / f"{number}.jsonl", spoilt_record(luck))
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
