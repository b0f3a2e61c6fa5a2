# ruff: noqa: E501
"""Reading a huge but well-formed file takes no more memory than a table with bots does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden import sampled
from topping_out.game.storage.files import HOME_VARIABLE

if sys.platform == "win32":
    pytest.skip("Windows does not report peak memory this way", allow_module_level=True)

MAX_MEGABYTES = 200
"""Most megabytes that reading a file may need in addition to the program itself."""
PREAMBLE = """
import msgspec, os, resource, sys
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile
from topping_out.game import __version__, registry
from topping_out.game.storage.files import config_folder, records_folder, user_folder
from topping_out.game.storage.history import read_costs
from topping_out.game.storage.history import PuzzleTries
from topping_out.game.storage.library import Heading, Index, RecordFile
from topping_out.game.storage.library import read_record
from topping_out.game.storage.transfer import Import
from topping_out.game.storage.translations import load_catalogue
from topping_out.scenes.__main__ import check_settings
from topping_out.scenes.system.settings import SettingsStore
MB = 1 << 20
path = Path("huge")
def put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
def fill(path, begin, unit, end, size):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.write(begin)
        for _ in range(size // len(unit) // 1000):
            file.write(unit * 1000)
        file.write(end)
def pack(name, *parts):
    with ZipFile("x.zip", "w", ZIP_STORED) as archive:
        if name != "topping-out.json":
            archive.writestr("topping-out.json", '{"export":"topping-out","format":1,"changed":{}}')
        fill(path, *parts)
        archive.write(path, name)
def take():
    with suppress(ValueError):
        for _ in Import(Path("x.zip"), check_settings).steps():
            pass
registry.games()
"""
FILES = {
    "a manifest": ('pack("topping-out.json", b\'{"export":"topping-out","format":1,"changed":{\', b\'"a":1,\', b\'"b":1}}\', 60 * MB)', "take()"),
    "a manifest of lists": ('pack("topping-out.json", b\'{"export":"topping-out","format":1,"changed":{"a":[\', b"[],", b"1]}}", 7 * MB)', "take()"),
    "results": ('fill(user_folder("progress") / "puzzles.jsonl", b"", b\'{"game":"","puzzle":"","is_right":true}\\n\', b"", 31 * MB)', "PuzzleTries()"),
    "a record of lines": ('fill(path, b"", b"\\n", b"", 15 * MB)', "with suppress(ValueError): read_record(path)"),
    "a record of a header": ('fill(path, b\'{"record":"topping-out","options":{\', b\'"a":1,\', b\'"b":1}}\\n\', 15 * MB)', "with suppress(ValueError): read_record(path)"),
    "costs": ('fill(records_folder() / "costs.json", b"{", b\'"a":{},\', b\'"b":{}}\', 15 * MB)', "read_costs()"),
    "an index": ('fill(records_folder() / "index.ndjson", msgspec.json.encode(Heading()) + b"\\n", b\'{"type":"known","name":"a.jsonl","size":1,"changed":1,"header":{"game":"wyoming","rules":1,"seats":[],"options":{},"seed":1},"turns":1,"outcome":null,"summary":{}}\\n\', b"", 100 * MB)', 'Index(records_folder()).get(RecordFile("a", 1, 1))'),
}  # fmt: skip
"""By kind of file: the code that makes it, and the code that reads it."""


def peak(home: Path, make: str, read: str) -> int:
    """Make a file in one process and read it in another. Return the peak memory of the second in megabytes."""
    environment = {**os.environ, HOME_VARIABLE: str(home)}
    home.mkdir(exist_ok=True)
    for script in (make, f"{read}\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"):
        done = subprocess.run(
            [sys.executable, "-c", PREAMBLE + script],
            cwd=home,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    return int(done.stdout) // (1024 * 1024 if sys.platform == "darwin" else 1024)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> int:
    return peak(tmp_path_factory.mktemp("usual"), "pass", "pass")


@sampled("what", FILES, ["a manifest of lists", "a record of a header", "costs"])
def test_reading_a_huge_file_takes_little_memory(what: str, usual: int, tmp_path: Path) -> None:
    needed = peak(tmp_path / "home", *FILES[what]) - usual
    print(f"{what}: {needed} MB more than {usual} MB")
    assert needed < MAX_MEGABYTES
