"""Readers of untrusted files: pages open with hostile settings, fuzzed input is read or refused, no content makes the
program run, read or write anything else, and a huge but well-formed file takes no more memory than a table with bots.
"""

import gc
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pygame
import pytest
from hypothesis import given

from tests.conftest import FACTOR, examples
from tests.golden import sampled
from tests.untrusted.test_files import hostile_settings
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.manager import Replace, Scene
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.keys import KeyboardPage
from topping_out.scenes.pages.settings import SECTIONS, SettingsPage, SettingsSectionPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.title import TitlePage

# -- pages


def open_every_page(folder: Path, data: bytes) -> None:
    """Start with these settings, and open every page that shows some of them."""
    (folder / "config").mkdir()
    (folder / "config" / "settings.json").write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(folder))
        pygame.display.init()
        pygame.font.init()
        app = App(audio=Audio.silent())
        pages: list[Scene] = [TitlePage(app.context), SettingsPage(app.context), KeyboardPage(app.context)]
        pages += [SettingsSectionPage(app.context, section) for section in SECTIONS]
        for page in (*pages, *(SetupPage(app.context, name) for name in registry.names())):
            app.manager.go(Replace(page))
            for _ in range(2):
                app.frame([], 50)
            if isinstance(app.manager.top, ErrorPage):
                pytest.fail(f"{type(page).__name__}: {app.manager.top.text}")
        app.close()
    gc.collect()  # pictures take much memory that the garbage collector does not count


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
def test_every_page_opens_with_extreme_settings(tmp_path: Path, data: bytes) -> None:
    open_every_page(tmp_path, data)


@given(data=hostile_settings)
@examples(6)
def test_every_page_opens_with_corrupt_settings(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    open_every_page(tmp_path_factory.mktemp("pages"), data)


# -- fuzz


INPUTS = 400 * FACTOR
MAX_SECONDS, MAX_MEGABYTES_FUZZED = 120, 2000
"""Limits of the fuzzing run: seconds for one input, and megabytes of the process."""
READERS = ("record", "deck", "catalogue", "import", "bot")


@pytest.mark.long
@pytest.mark.skipif(not find_spec("atheris"), reason="there is no Atheris for this system")
@pytest.mark.parametrize("reader", READERS)
def test_fuzzed_input_is_read_or_refused(reader: str, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    limits = f"-runs={INPUTS}", f"-timeout={MAX_SECONDS}", f"-rss_limit_mb={MAX_MEGABYTES}"
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


# -- nothing else is touched


on_unix = pytest.mark.skipif(sys.platform == "win32", reason="memory and time are limited by functions of Unix")

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(ROOT / "build")])}


@on_unix
def test_reading_hostile_files_does_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.untrusted.audited", str(tmp_path), str(60 * FACTOR)]
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr


@on_unix
def test_the_audit_hook_notices_forbidden_events(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from tests.untrusted.audited import Watch;"
        "watch = Watch(Path(sys.argv[1]));"
        "watch.is_on = True; open('/etc/hostname'); exec('1'); os.system('true');"
        "open(sys.argv[1] + '/new', 'w'); watch.is_on = False; print(len(watch.seen))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=True)
    assert int(done.stdout) >= 4


# -- memory


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
    "a manifest": ('pack("topping-out.json", b\'{"export":"topping-out","format":1,"changed":{\', b\'"a":1,\', b\'"b":1}}\', 60 * MB)', "take()"),  # noqa: E501
    "a manifest of lists": ('pack("topping-out.json", b\'{"export":"topping-out","format":1,"changed":{"a":[\', b"[],", b"1]}}", 7 * MB)', "take()"),  # noqa: E501
    "results": ('fill(user_folder("progress") / "puzzles.jsonl", b"", b\'{"game":"","puzzle":"","is_right":true}\\n\', b"", 31 * MB)', "PuzzleTries()"),  # noqa: E501
    "a record of lines": ('fill(path, b"", b"\\n", b"", 15 * MB)', "with suppress(ValueError): read_record(path)"),
    "a record of a header": ('fill(path, b\'{"record":"topping-out","options":{\', b\'"a":1,\', b\'"b":1}}\\n\', 15 * MB)', "with suppress(ValueError): read_record(path)"),  # noqa: E501
    "costs": ('fill(records_folder() / "costs.json", b"{", b\'"a":{},\', b\'"b":{}}\', 15 * MB)', "read_costs()"),
    "an index": ('fill(records_folder() / "index.ndjson", msgspec.json.encode(Heading()) + b"\\n", b\'{"type":"known","name":"a.jsonl","size":1,"changed":1,"header":{"game":"wyoming","rules":1,"seats":[],"options":{},"seed":1},"turns":1,"outcome":null,"summary":{}}\\n\', b"", 100 * MB)', 'Index(records_folder()).get(RecordFile("a", 1, 1))'),  # noqa: E501
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


@on_unix
@sampled("what", FILES, ["a manifest of lists", "a record of a header", "costs"])
def test_reading_a_huge_file_takes_little_memory(what: str, usual: int, tmp_path: Path) -> None:
    needed = peak(tmp_path / "home", *FILES[what]) - usual
    print(f"{what}: {needed} MB more than {usual} MB")
    assert needed < MAX_MEGABYTES
