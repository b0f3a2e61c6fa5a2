"""Memory and pages under strange files."""

import gc
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pygame
import pytest
from hypothesis import given

from tests.golden import sampled
from tests.properties import FACTOR, examples
from tests.untrusted.test_records import hostile_settings
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.manager import Replace, Scene
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.keys import KeyboardPage
from topping_out.scenes.pages.settings import SettingsPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.title import TitlePage

# -- memory


# ruff: noqa: E501


if sys.platform == "win32":
    pytest.skip("the system tells no peak of memory there", allow_module_level=True)

MOST = 200
"""Megabytes that a file may cost beyond what the program takes without it."""
BEFORE = """
import msgspec, os, resource, sys
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile
from topping_out.game import __version__, registry
from topping_out.game.storage.files import config_folder, records_folder, user_folder
from topping_out.game.storage.history import read_costs
from topping_out.game.storage.history import PuzzleTries
from topping_out.game.storage.library import Heading, Index, RecordFile
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.transfer import Import
from topping_out.game.storage.translations import texts
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
"""By what is read: what makes the file, and what reads it."""


def peak(home: Path, make: str, read: str) -> int:
    """Return the megabytes that a process has needed at most, once the file is there."""
    environment = {**os.environ, HOME_VARIABLE: str(home)}
    home.mkdir(exist_ok=True)
    for script in (make, f"{read}\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"):
        done = subprocess.run(
            [sys.executable, "-c", BEFORE + script],
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
def test_a_huge_file_costs_little_memory(what: str, usual: int, tmp_path: Path) -> None:
    needed = peak(tmp_path / "home", *FILES[what]) - usual
    print(f"{what}: {needed} MB more than {usual} MB")
    assert needed < MOST


# -- pages


def open_every_page(folder: Path, data: bytes) -> None:
    """Start with these settings, and look at every page that shows some of them."""
    (folder / "config").mkdir()
    (folder / "config" / "settings.json").write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(folder))
        pygame.display.init()
        pygame.font.init()
        app = App(audio=Audio.silent())
        pages: list[Scene] = [TitlePage(app.context), SettingsPage(app.context), KeyboardPage(app.context)]
        for page in (*pages, *(SetupPage(app.context, name) for name in registry.names())):
            app.manager.go(Replace(page))
            for _ in range(2):
                app.frame([], 50)
            if isinstance(app.manager.top, ErrorPage):
                pytest.fail(f"{type(page).__name__}: {app.manager.top.text}")
        app.close()
    gc.collect()  # pictures are large, and nobody else counts them


WILD = (
    b'{"window":[1,1]}',
    b'{"bindings":{"keys 1":{"up":"\\u0000"},"":{"":""},"keys 9":{"up":"e"}}}',
    b'{"player_names":["\\u0000\\u001b","%s"]}' % (b"A" * 5000),
    b'{"player_names":[]}',
    b'{"setups":{"wyoming":{"seats":[{"name":"","kind":"bot","level":"nobody"}]},"chess":{}}}',
    b'{"setups":{"icetowers":{"hands":["mouse","mouse","","keys 99"],"options":{"timer":"\\u0000","ghost":7}}}}',
    b'{"setups":{"towers":{"options":{"deck":"{"}}}}',
    b'{"text_size":1.2345,"speed":"warp","pace":"","fullscreen":true}',
)


@sampled("data", WILD, WILD[::3], ids=lambda data: repr(data[:40]))
def test_every_page_opens_with_wild_settings(tmp_path: Path, data: bytes) -> None:
    open_every_page(tmp_path, data)


@given(data=hostile_settings)
@examples(6)
def test_every_page_opens_whatever_is_wrong_in_the_settings(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    open_every_page(tmp_path_factory.mktemp("pages"), data)


# -- fuzz


INPUTS = 400 * FACTOR
LONGEST, MOST_MEMORY = 120, 2000
"""Seconds that no input may take, and megabytes that the process may have: it hangs, or its memory grows."""
READERS = ("record", "deck", "catalogue", "import", "bot")


@pytest.mark.long
@pytest.mark.skipif(not find_spec("atheris"), reason="there is no Atheris for this system")
@pytest.mark.parametrize("reader", READERS)
def test_whatever_bytes_reach_is_read_or_refused_plainly(reader: str, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    limits = f"-runs={INPUTS}", f"-timeout={LONGEST}", f"-rss_limit_mb={MOST_MEMORY}"
    done = subprocess.run(
        [sys.executable, "-m", "tests.untrusted.fuzzing", reader, "corpus", *limits],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), os.environ["PYTHONPATH"]))},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    found = [path.read_bytes() for path in tmp_path.iterdir() if path.is_file()]
    assert (done.returncode, found) == (0, []), done.stdout[-3000:] + done.stderr[-3000:]
    assert f"Done {INPUTS} runs" in done.stderr
