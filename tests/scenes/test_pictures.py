"""Every picture that the program paints is like the recorded one: its mean colour, and where its light and dark lie."""

import re
import zlib

import pygame
import pytest

from tests.golden import check_portrayals
from tests.scenes.pages.stories import PAGES
from tests.scenes.robot import Robot
from tests.scenes.tables import TURN_GAMES, open_table, play
from tests.scenes.trace import kind_of
from topping_out.game.roster import characters
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.floors import Floor
from topping_out.game.towers.rooms import PARTS
from topping_out.scenes.app import App
from topping_out.scenes.kit.pictures.faces import portrait
from topping_out.scenes.towers import art

OTHERS = frozenset((
    "text", "wrap", "size for", "lettering", "lines", "_key", "testkey", "disc", "section", "prose", "bullet",  # texts
    "plate", "panel", "outline", "dashed", "focus ring", "halo", "rule", "shadow", "veil",  # sized by texts
    "tilt", "face", "part", "room",  # made of others, or tested below
))  # fmt: skip
"""Kinds of cached things that are not recorded on pages."""
SMALLEST = 12
"""Smaller pictures are left out, in pixels."""
GROUPS = 4
"""Number of groups of pages, which are tested beside each other."""


def cached(app: App) -> dict[str, pygame.Surface]:
    """Return the pictures that are cached now, by kind, a checksum of what they were made from, and size."""
    found = {}
    for key, made in app.context.kit._made.items():
        kind = kind_of(key)
        if isinstance(made, pygame.Surface) and kind not in OTHERS and min(made.get_size()) >= SMALLEST:
            text = re.sub(r" at 0x[0-9a-f]+", "", repr(key))  # the address of a function
            text = re.sub(r"\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}", text)
            found[f"{kind} {zlib.crc32(text.encode()):08x} {made.get_width()}x{made.get_height()}"] = made
    return found


@pytest.mark.parametrize("game", TURN_GAMES)
def test_pictures_on_a_table_are_as_recorded(app: App, game: str) -> None:
    robot, scene = open_table(app, game)
    play(robot, scene, 12)
    robot.see()
    check_portrayals(cached(app), game)


@pytest.mark.parametrize("group", range(GROUPS))
def test_pictures_on_pages_are_as_recorded(app: App, group: int) -> None:
    robot, found = Robot(app), dict[str, pygame.Surface]()
    for name in [*PAGES][group::GROUPS]:
        robot.open(PAGES[name](app))
        robot.see()
        found |= cached(app)
    check_portrayals(found, f"pages {group}")


def test_rooms_and_their_parts_are_as_recorded(app: App) -> None:
    kit = app.context.kit
    rooms = {
        f"{deck.title} {floor.name} {phase}": art.room(kit, floor, 120.0, 57.0, phase)
        for deck in find_decks().built_in.values()
        for floor in deck.floors
        for phase in art.IDLE_PHASES
    }
    for part in PARTS:
        rooms[part] = art.part(kit, part, (200, 80, 60), (120.0, 57.0))
        for phase in art.IDLE_PHASES:
            rooms[f"room with {part} {phase}"] = art.room(kit, Floor("ROOM", 1, (), picture=part), 120.0, 57.0, phase)
    check_portrayals(rooms, "rooms")


def test_faces_are_as_recorded(app: App) -> None:
    faces = {
        f"{who} {size:g}": portrait(app.context.kit, character.face, size, (90, 90, 90))
        for who, character in characters().items()
        for size in (40.0, 96.0)
    }
    check_portrayals(faces, "faces")
