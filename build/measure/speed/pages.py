"""How fast the pages of saved games open, and what the skyline costs the title, in a home full of games.

    python build/measure/make_home.py FOLDER --games 10000
    python build/measure/speed/pages.py FOLDER

Times are of the processor, in milliseconds: others may use the machine. A page's is that until it is drawn for the
first time; the first look at the saved games reads their index, the others do not.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "editable"))
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.manager import Replace
from topping_out.scenes.pages.title.page import TitlePage

ROUTES = {
    "title": routes.TITLE, "title again": routes.TITLE, "your skyline": routes.SKYLINE,
    "statistics": routes.STATISTICS, "unfinished games": routes.SAVED_GAMES,
    "deals of today": routes.DAILY, "calendar of deals": routes.CALENDAR,
}  # fmt: skip
FRAMES, ROUNDS = 60, 7


def timed(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return (process_time() - began) * 1000


def title_frames(app: App, page: TitlePage, has_skyline: bool) -> float:
    """Return what a frame of the title costs that is drawn whole."""
    app.context.settings.skyline = has_skyline
    page.enter()
    while not page.at_rest:
        page.update(40)

    def draw() -> None:
        for _ in range(FRAMES):
            app.stage.invalidate()
            app.show()

    return timed(draw) / FRAMES


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast pages open in a home full of games.")
    parser.add_argument("home", type=Path)
    os.environ[HOME_VARIABLE] = str(parser.parse_args().home)
    pygame.display.init()
    pygame.font.init()
    app = App(audio=Audio.silent())
    for name, route in ROUTES.items():

        def opened(route: routes.Route = route) -> None:
            app.manager.go(Replace(route(app.context)))
            app.show()

        print(f"{name:<22} {timed(opened):8.1f} ms")
    app.context.library.read_all()
    page = TitlePage(app.context)
    app.manager.go(Replace(page))
    pairs = [(title_frames(app, page, False), title_frames(app, page, True)) for _ in range(ROUNDS)]
    without, beside = (median(each) for each in zip(*pairs))
    print(
        f"a frame of the title, without the skyline and with {len(page.towers)} towers: {without:.2f} {beside:.2f} ms"
    )
    app.close()


if __name__ == "__main__":
    main()
