"""Checksums of the frames of a match of each game: do changes alter the picture, and from which frame on?

    python build/measure/frames.py                       # a line for each game
    python build/measure/frames.py --keep before.json    # before a change …
    python build/measure/frames.py --compare before.json # … and after it
    python build/measure/frames.py --than ../before      # compares the processor time with that of another checkout

Both checkouts play alternately, so that other load on the machine affects both; of each frame the shortest time counts.
A frame is busy while something moves on the table.

The match is that of `tests/golden/traces`, with idle animation, at 1280 × 720. Checksums are reproducible on one
machine, but may differ on another, where the edges of letters are different.
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
REPEATS = 4
"""How often each checkout plays when times are compared."""


class Enough(Exception):
    """The requested number of frames has been seen."""


class Camera:
    """Takes the place of a `Trace`, and sees each frame while a match is played."""

    def __init__(self, app: App, most: int, picture: int = -1, folder: Path = Path()) -> None:
        """Take `most` frames, and save the one with the number `picture` in a folder."""
        self.app, self.ms, self.moves, self.sums = app, 0.0, True, list[int]()
        self.times: list[tuple[float, bool]] = []
        """For each frame, its processor time in milliseconds, and whether it is busy."""
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
        """Ignore what is not visible."""

    def sketch(self) -> None:
        """Do nothing, because every frame is seen anyway."""


def played(name: str, most: int, picture: int = -1, folder: Path = Path()) -> Camera:
    """Play the match of a game; return the camera that saw each frame."""
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
    """Play the match of a game here and in another checkout; return the ratio of their frame times in words."""
    shortest: dict[Path, list[tuple[float, bool]]] = {}
    for _ in range(REPEATS):
        for tree in (other, TREE):
            command = [sys.executable, __file__, "--games", name, "--frames", str(most), "--times"]
            env = os.environ | {"MEASURED_CHECKOUT": str(tree.resolve())}
            done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
            times = [(float(took), bool(is_busy)) for took, is_busy in json.loads(done.stdout.splitlines()[-1])]
            shortest[tree] = [*map(min, times, shortest.get(tree, times))]
    parts = []
    for what, average, wanted in (
        ("median", median, (False, True)),
        ("busy median", median, (True,)),
        ("busy mean", mean, (True,)),
    ):
        before, now = (average([took for took, busy in shortest[tree] if busy in wanted]) for tree in (other, TREE))
        parts.append(f"{what} {before:.2f} -> {now:.2f} ms, {now / before:.2f}")
    return f"{name:10} {len(shortest[TREE])} frames, processor time: {'; '.join(parts)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--frames", type=int, default=FRAMES, help="the most frames of each game (default: %(default)s)"
    )
    parser.add_argument("--games", nargs="*", default=registry.names(), choices=registry.names())
    parser.add_argument("--keep", type=Path, help="write the checksums to this file")
    parser.add_argument("--compare", type=Path, help="report the first frame that differs from this file's")
    parser.add_argument("--pictures", type=Path, help="folder in which the new picture of that frame is saved")
    parser.add_argument("--than", type=Path, help="a checkout whose processor time is compared with this one's")
    parser.add_argument("--times", action="store_true", help="print the processor time of each frame as JSON")
    arguments = parser.parse_args()
    if arguments.than:
        for name in arguments.games:
            print(compare_times(name, arguments.frames, arguments.than), flush=True)
        return
    pygame.display.init()
    pygame.font.init()
    sprites.perf_counter = lambda: 0.0  # pictures painted ahead are finished at once, however slow the machine is
    before = json.loads(arguments.compare.read_text()) if arguments.compare else {}
    found, differs = {}, False
    for name in arguments.games:
        camera = played(name, arguments.frames)
        if arguments.times:
            print(json.dumps(camera.times))
            continue
        sums = found[name] = camera.sums
        text = f"{name:10} {len(sums)} frames, {zlib.crc32(json.dumps(sums).encode()):08x}"
        if name in before and sums != before[name]:
            differs = True
            pairs = enumerate(zip(sums, before[name]))
            first = next((number for number, (now, then) in pairs if now != then), min(len(sums), len(before[name])))
            text += f", differs from frame {first} on"
            if arguments.pictures:
                played(name, first + 1, first, arguments.pictures)
        print(text, flush=True)
    if arguments.keep:
        arguments.keep.write_text(json.dumps(found))
    sys.exit(differs)


if __name__ == "__main__":
    main()
