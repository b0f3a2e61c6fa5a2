"""What a long session has in memory: pictures of windows that are gone go back to the system."""

import platform
import subprocess
import sys

import pytest

from tests.scenes.robot import Robot
from topping_out.game.assets import ROOT
from topping_out.scenes.app import App
from topping_out.scenes.pages.title.page import TitlePage

FREED = """
import pygame
from pathlib import Path
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio

def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20

pygame.display.init()
pygame.font.init()
app = App(audio=Audio.silent())
del pygame
from pygame import Surface
Surface((4000, 2000)), Surface((4000, 2000))  # glibc learns by those that are freed which blocks are large
before, between = megabytes(), []
for _ in range(3):
    large = []
    for _ in range(60):
        large.append(Surface((1000, 1000)))
        large[-1].fill((1, 2, 3))
        between.append(Surface((8, 8)))
    most = megabytes()
    large.clear()
    print(round(most - before), round(megabytes() - before))
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries do so by themselves, or never")
def test_freed_pictures_go_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    figures = [
        tuple(map(int, line.split())) for line in done.stdout.splitlines() if line[0].isdigit() or line[0] == "-"
    ]
    assert len(figures) == 3
    for most, left in figures:
        assert most > 200
        assert left < 40


def test_another_window_leaves_no_pictures_of_the_one_before(app: App) -> None:
    robot = Robot(app)
    robot.open(TitlePage(app.context))
    app.frame([], 16)
    before = app.context.kit
    before.cached("a picture", object)
    robot.resize((1024, 768))
    assert app.context.kit is not before
    assert not before.has("a picture")
