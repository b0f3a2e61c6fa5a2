"""Make contact sheets of every page and table in a language, or of all floors of Towers, for review by eye.

    python build/measure/contact_sheet.py uk FOLDER
    python build/measure/contact_sheet.py uk FOLDER --only rules
    python build/measure/contact_sheet.py en FOLDER --floors          # of all decks that come with the program
    python build/measure/contact_sheet.py en FOLDER --floors --lot 10 # and ten decks made from the parts by lot

By default each sheet of pages has twelve pictures. There are two sizes: 1280×720, and 1024×768 with 1.5 times larger
text. The tests open the same pages and find text that is cut off; this is for what only people notice. Floors are shown
as cards in a tower of a window of 1280×720, each in a row: in the usual colours, in grey, in colours easy to tell
apart in high contrast, and in the further phases of its motion.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "editable"))
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from tests.scenes.pages.every.every_page import table
from tests.scenes.robot import Robot
from tests.scenes.test_languages import PAGES
from topping_out.game import registry
from topping_out.game.progress import daily
from topping_out.game.storage import translations
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.floors import COLOURS, Deck, Floor, deck_of
from topping_out.game.towers.rooms import MAIN_PARTS, room_by_lot, shown_floors
from topping_out.game.towers.state import MOST_FLOORS, Variant
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.theme import load_theme
from topping_out.scenes.manager import Scene
from topping_out.scenes.towers import art
from topping_out.scenes.towers.places import Layout
from topping_out.scenes.towers.room import PHASES

ROOMS = [((1280, 720), 1.0), ((1024, 768), 1.5)]
PLIES = 0, 12, 40
GAP = 8


def everything() -> dict[str, Callable[[App], Scene]]:
    """Return functions that open each page, and each table at the beginning and in mid-game."""

    def at(name: str, plies: int, app: App) -> Scene:
        scene: Scene = table(app, name, plies)
        return scene

    tables = {f"{name}, {plies} plays": partial(at, name, plies) for name in registry.names() for plies in PLIES}
    return dict(PAGES) | tables


def pictures(app: App, wanted: dict[str, Callable[[App], Scene]]) -> Iterator[tuple[str, pygame.Surface]]:
    """Yield a picture of each page, opened with nothing left of the one before."""
    for name, make in wanted.items():
        robot = Robot(app)
        robot.forget_games()
        app.manager.stack.clear()
        scene = make(app)
        if scene not in app.manager.stack:
            robot.open(scene)
        if getattr(scene, "see_through", False):
            app.manager.stack[:] = [scene]
        yield name, robot.see().copy()


def sheet(shown: Sequence[pygame.Surface], across: int, width: int) -> pygame.Surface:
    """Return the pictures side by side, each scaled to this width."""
    small = [pygame.transform.smoothscale_by(picture, width / picture.get_width()) for picture in shown]
    high = max(picture.get_height() for picture in small) + GAP
    paper = pygame.Surface((across * (width + GAP), -(-len(small) // across) * high))
    paper.fill("grey")
    for number, picture in enumerate(small):
        paper.blit(picture, (number % across * (width + GAP), number // across * high))
    return paper


def save_sheets(app: App, wanted: dict[str, Callable[[App], Scene]], arguments: argparse.Namespace, name: str) -> None:
    shown, number = pictures(app, wanted), 0
    while some := list(islice(shown, arguments.across * arguments.down)):
        number += 1
        file = arguments.folder / f"{arguments.language}-{name}-{number}.png"
        pygame.image.save(sheet([picture for _, picture in some], arguments.across, arguments.width), file)
        print(f"{file}: {'; '.join(name for name, _ in some)}", flush=True)


def lot_deck(number: int) -> Deck:
    """Return a deck of as many floors as a deck may have, with rooms by lot and no main part twice."""
    rng = random.Random(number)
    mains = rng.sample(MAIN_PARTS, MOST_FLOORS)
    floors = [
        Floor(f"FLOOR {n}", 4, (), False, str(room_by_lot(rng, main)), rng.choice(COLOURS))
        for n, main in enumerate(mains)
    ]
    return deck_of(f"Lot {number}", tuple(floors))


def floors_sheet(deck: Deck) -> pygame.Surface:
    """Return the cards of a deck's floors, each in all colours, in grey and in motion."""
    kits = [Kit(Metrics((1280, 720)), theme=load_theme(*look)) for look in (("usual", False), ("distinct", True))]
    size = Layout(kits[0], Variant(2, deck)).card
    wide, high = (math.ceil(length) + 4 for length in size)
    paper = pygame.Surface((wide * (3 + PHASES - 1), high * len(deck.floors)))
    paper.fill("grey30")
    for row, floor in enumerate(shown_floors(deck)):
        usual, distinct = (art.face(kit, floor, size) for kit in kits)
        moving = (art.face(kits[0], floor, size, phase) for phase in range(1, PHASES))
        for column, picture in enumerate((usual, pygame.transform.grayscale(usual), distinct, *moving)):
            paper.blit(picture, (column * wide, row * high))
    return paper


def save_floors(arguments: argparse.Namespace) -> None:
    decks = find_decks().built_in | {f"lot-{number}": lot_deck(number) for number in range(arguments.lot)}
    for name, deck in decks.items():
        file = arguments.folder / f"floors-{name}.png"
        pygame.image.save(floors_sheet(deck), file)
        print(f"{file}: {', '.join(floor.name for floor in deck.floors)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", help="code of a language, such as uk")
    parser.add_argument("folder", type=Path, help="folder for the sheets")
    parser.add_argument("--only", default="", help="pages with this in their name")
    parser.add_argument("--floors", action="store_true", help="the floors of the decks of Towers instead of pages")
    parser.add_argument("--lot", type=int, default=0, help="number of decks by lot among them (default: %(default)s)")
    parser.add_argument("--across", type=int, default=3, help="pictures side by side (default: %(default)s)")
    parser.add_argument("--down", type=int, default=4, help="rows of them (default: %(default)s)")
    parser.add_argument("--width", type=int, default=640, help="width of each picture (default: %(default)s)")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    wanted = {name: make for name, make in everything().items() if arguments.only in name}
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        daily.today = lambda: date(2026, 11, 22)
        pygame.display.init()
        pygame.font.init()
        translations.use(arguments.language)
        if arguments.floors:
            save_floors(arguments)
            return
        app = App(audio=Audio.silent())
        for size, text in ROOMS:
            translations.use(arguments.language)
            Robot(app).resize(size, text)
            save_sheets(app, wanted, arguments, f"{size[0]}x{size[1]}")
        app.close()


if __name__ == "__main__":
    main()
