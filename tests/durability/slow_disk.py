"""Measure how long a live table freezes on a slow disk. A preloaded library makes every sync slower.

    python -m tests.durability.slow_disk [--sync MS] [--seconds N]

It plays IceTowers with five bots in the real scene, without a window, frame by frame in real time. It prints the share
of the time that was lost because a frame took longer than two frames should.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = """
#include <unistd.h>
#include <sys/syscall.h>
int fsync(int handle) { usleep(%d * 1000); return syscall(SYS_fsync, handle); }
"""
FRAME = 1 / 60


def play(seconds: float) -> None:
    """Play in this process, and print the result."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    import pygame

    from topping_out.game.record import Player, new_header
    from topping_out.game.registry import load
    from topping_out.scenes.app import App
    from topping_out.scenes.audio.player import Audio
    from topping_out.scenes.match.definition import table_of

    pygame.display.init()
    pygame.font.init()
    app = App(audio=Audio.silent())
    seats = [Player(f"Bot {seat}", "bot", "gentle", seat) for seat in range(5)]
    match = app.context.library.start(new_header(load("icetowers"), seats, {}, 3))
    scene = table_of("icetowers").make_scene(app.context, match)
    app.manager.stack[:] = [scene]
    scene.enter()
    still = longest = 0.0
    began = last = time.monotonic()
    while time.monotonic() - began < seconds and match.outcome is None:
        start = time.monotonic()
        app.frame([], (start - last) * 1000)
        last, took = start, time.monotonic() - start
        still, longest = still + max(0.0, took - 2 * FRAME), max(longest, took)
        time.sleep(max(0.0, FRAME - took))
    whole = time.monotonic() - began
    entries = len(match.record.entries)
    print(f"{still / whole:.0%} of {whole:.0f} s still, longest {longest * 1000:.0f} ms, {entries} actions", flush=True)
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sync", type=int, default=400, metavar="MS", help="duration of each sync (400)")
    parser.add_argument("--seconds", type=float, default=30, metavar="N", help="duration of the game (30)")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.here:
        play(arguments.seconds)
        return
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "slow.so"
        compiler = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library]
        subprocess.run(compiler, input=SOURCE % arguments.sync, encoding="utf-8", check=True)
        environment = {**os.environ, "LD_PRELOAD": str(library), "TOPPING_OUT_HOME": folder}
        command = [sys.executable, "-m", "tests.durability.slow_disk", "--here", "--seconds", str(arguments.seconds)]
        subprocess.run(command, env=environment, check=True)


if __name__ == "__main__":
    main()
