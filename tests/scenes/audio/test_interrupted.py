"""The program can be interrupted while music plays."""

import os
import subprocess
import sys
from pathlib import Path

from topping_out.game.assets import ROOT

INTERRUPTED = """
from topping_out.game.cli.frontend import WindowRequest
from topping_out.scenes.app import start
from topping_out.scenes.audio import music

music.STEP_SECONDS = music.REST_SECONDS = 0.00001  # it hardly ever sleeps

def wait_for_music(app):
    frame = app.frame
    def interrupted(events, ms):
        frame(events, ms)
        if app.context.audio.music.now and app.context.audio.music.now.next:
            raise KeyboardInterrupt
    app.frame = interrupted

start(WindowRequest("title"), wait_for_music)
"""


def test_a_program_interrupted_during_music_exits_cleanly(home: Path) -> None:
    """The thread that plays music once used the device after it was closed: a crash instead of the error."""
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TOPPING_OUT_HOME": str(home)}
    path = {"PYTHONPATH": os.pathsep.join([str(ROOT / "build" / "editable"), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-c", INTERRUPTED]
    ended = subprocess.run(
        command, env={**os.environ, **dummies, **path}, capture_output=True, encoding="utf-8", timeout=120
    )
    assert ended.stderr.rstrip().endswith("KeyboardInterrupt")
    assert ended.returncode in (1, 130, -2, 0xC000013A)  # the last under Windows
