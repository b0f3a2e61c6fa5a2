"""Pages with hostile settings, and a fuzzing run of every reader."""

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
MAX_SECONDS, MAX_MEGABYTES = 120, 2000
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
