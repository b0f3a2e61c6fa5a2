"""The frames of a match of each game as checksums: whether a change altered what is seen, and from which frame on.

    python build/measure/frames.py                       # a line for each game
    python build/measure/frames.py --keep before.json    # before a change …
    python build/measure/frames.py --compare before.json # … and after it
    python build/measure/frames.py --than ../before      # how much processor time they take, and in another checkout

Both checkouts play in turn, so that what else runs on the machine slows both down; of each frame the shortest time
counts. A frame is busy while something moves on the table.

The match is the one of `tests/golden/traces`, with idle animation, at 1280 × 720. On one machine the checksums are the
same from run to run; on another they may not be, as letters have other edges there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, os.environ.get("MEASURED_CHECKOUT", str(Path(__file__).resolve().parents[2])))
sys.path.insert(0, os.path.join(sys.path[0], "build", "editable"))
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from tests.scenes.trace import Played, PlayedByTurns, PlayedLive
from topping_out.game import registry
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.kit import sprites

FRAMES = 2000
TREE = Path(__file__).resolve().parents[2]
TURNS = 4
"""How often each checkout plays where their times are compared."""


class Enough(Exception):
    """So many frames have been seen."""


class Camera:
    """Sees each frame while a match is played; takes the place of a `Trace`."""

    def __init__(self, app: App, most: int, picture: int = -1, folder: Path = Path()) -> None:
        """Take `most` frames, and save the one with the number `picture` in a folder."""
        self.app, self.ms, self.moves, self.sums = app, 0.0, True, list[int]()
        self.times: list[tuple[float, bool]] = []
        """Of each frame, its processor time in milliseconds, and whether it is busy."""
        self._most, self._picture, self._folder = most, picture, folder

    def pass_time(self, ms: float) -> None:
        self.ms += ms
        began = time.process_time()
        self.app.manager.update(ms)
        self.app.show()
        took, motion = (time.process_time() - began) * 1000, getattr(self.app.manager.top, "motion", None)
        self.times.append((took, self.moves and motion is not None and motion.busy))
        if len(self.sums) == self._picture:
            pygame.image.save(self.app.screen, self._folder / f"frame-{self._picture}.png")
        self.sums.append(zlib.crc32(self.app.screen.get_buffer().raw))
        if len(self.sums) == self._most:
            raise Enough

    def write(self, line: str) -> None:
        """Take no notice of what is not seen."""

    def sketch(self) -> None:
        """Take no notice: it is seen anyway."""


def played(name: str, most: int, picture: int = -1, folder: Path = Path()) -> Camera:
    """Play the match of a game; return who saw each frame."""
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        app = App(audio=Audio.silent())
        match: Played = PlayedLive(app) if registry.load(name).live else PlayedByTurns(app, name)
        match.robot.resize((1280, 720))
        app.context.settings.idle_life = True
        camera = Camera(app, most, picture, folder)
        try:
            match.play(camera)
        except Enough:
            pass
        finally:
            app.close()
        return camera


def compare_times(name: str, most: int, other: Path) -> str:
    """Play the match of a game here and in another checkout; return in words what share of its time frames take."""
    shortest: dict[Path, list[tuple[float, bool]]] = {}
    for _ in range(TURNS):
        for tree in (other, TREE):
            command = [sys.executable, __file__, "--games", name, "--frames", str(most), "--times"]
            env = os.environ | {"MEASURED_CHECKOUT": str(tree.resolve())}
            done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
            times = [(float(took), bool(is_busy)) for took, is_busy in json.loads(done.stdout.splitlines()[-1])]
            shortest[tree] = [*map(min, times, shortest.get(tree, times))]
    said = []
    for what, average, wanted in (
        ("median", median, (False, True)),
        ("busy median", median, (True,)),
        ("busy mean", mean, (True,)),
    ):
        before, now = (average([took for took, busy in shortest[tree] if busy in wanted]) for tree in (other, TREE))
        said.append(f"{what} {before:.2f} -> {now:.2f} ms, {now / before:.2f}")
    return f"{name:10} {len(shortest[TREE])} frames, processor time: {'; '.join(said)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--frames", type=int, default=FRAMES, help="of each game at most (default: %(default)s)")
    parser.add_argument("--games", nargs="*", default=registry.names(), choices=registry.names())
    parser.add_argument("--keep", type=Path, help="write the checksums to this file")
    parser.add_argument("--compare", type=Path, help="tell of the first frame that differs from this file's")
    parser.add_argument("--pictures", type=Path, help="where that frame is saved as it is now")
    parser.add_argument("--than", type=Path, help="a checkout whose processor time is compared with this one's")
    parser.add_argument("--times", action="store_true", help="tell the processor time of each frame, as JSON")
    given = parser.parse_args()
    if given.than:
        for name in given.games:
            print(compare_times(name, given.frames, given.than), flush=True)
        return
    pygame.display.init()
    pygame.font.init()
    sprites.perf_counter = lambda: 0.0  # what is painted ahead is there at once, however slow the machine is
    before = json.loads(given.compare.read_text()) if given.compare else {}
    found, differs = {}, False
    for name in given.games:
        camera = played(name, given.frames)
        if given.times:
            print(json.dumps(camera.times))
            continue
        sums = found[name] = camera.sums
        said = f"{name:10} {len(sums)} frames, {zlib.crc32(json.dumps(sums).encode()):08x}"
        if name in before and sums != before[name]:
            differs = True
            pairs = enumerate(zip(sums, before[name]))
            first = next((number for number, (now, then) in pairs if now != then), min(len(sums), len(before[name])))
            said += f", differs from frame {first} on"
            if given.pictures:
                played(name, first + 1, first, given.pictures)
        print(said, flush=True)
    if given.keep:
        given.keep.write_text(json.dumps(found))
    sys.exit(differs)


if __name__ == "__main__":
    main()
