"""The rooms of floors as they look: told apart at the size that they have in a tower, in grey too, and moving."""

import random
from itertools import combinations

import pygame
import pytest

from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.floors import COLOURS, Deck, Floor, deck_of
from topping_out.game.towers.rooms import (
    MAIN_PARTS,
    MOTIONS,
    PARTS,
    Place,
    RoomPlan,
    parts_at,
    room_by_lot,
    shown_floors,
)
from topping_out.game.towers.state import MOST_FLOORS, Variant
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.theme import load_theme
from topping_out.scenes.towers import art
from topping_out.scenes.towers.art import painters
from topping_out.scenes.towers.moving import Layout
from topping_out.scenes.towers.parts.room import PHASES

BUILT_IN = find_decks().built_in
LEAST_DIFFERENCE = 20.0
"""Least mean difference in lightness between two rooms of a deck, from 0 to 255, at the size in a tower."""
NARROW, WIDE = (67.5, 59.8), (106.6, 59.8)
"""The sizes of rooms in towers of a window of 1280 × 720, with four seats and with fewer."""
ROOM = WIDE


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def grey(kit: Kit, floor: Floor, size: tuple[float, float]) -> bytes:
    picture = pygame.transform.grayscale(art.room(kit, floor, *size))
    return pygame.image.tobytes(picture, "RGB")[::3]


def difference(a: bytes, b: bytes) -> float:
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


def closest(kit: Kit, deck: Deck) -> tuple[float, str, str]:
    """Return the smallest difference between two rooms of a deck, and the names of the floors."""
    found = []
    for size in (NARROW, WIDE):
        rooms = {floor.name: grey(kit, floor, size) for floor in shown_floors(deck)}
        found += [(difference(rooms[a], rooms[b]), a, b) for a, b in combinations(rooms, 2)]
    return min(found)


def lot_deck(number: int) -> Deck:
    """Return a deck with as many floors as a deck may have, put together from parts by lot."""
    rng = random.Random(number)
    mains = rng.sample(MAIN_PARTS, MOST_FLOORS)
    return deck_of(f"Lot {number}", tuple(
        Floor(f"F{n}", 4, (), False, str(room_by_lot(rng, main)), rng.choice(COLOURS)) for n, main in enumerate(mains)
    ))  # fmt: skip


@pytest.mark.parametrize(("seats", "size"), [(2, WIDE), (3, WIDE), (4, NARROW)])
def test_rooms_are_measured_at_the_sizes_that_they_have_in_towers(seats: int, size: tuple[float, float]) -> None:
    kit = Kit(Metrics((1280, 720)))
    card = Layout(kit, Variant(seats, BUILT_IN["wild"])).card
    assert pytest.approx(size, abs=0.1) == (art._room_width(kit, card), card[1] - art.CEILING - art.SLAB)


@pytest.mark.parametrize("look", [("usual", False), ("distinct", False), ("distinct", True)])
@pytest.mark.parametrize("deck", BUILT_IN)
def test_no_two_floors_of_a_deck_look_alike_in_grey(deck: str, look: tuple[str, bool]) -> None:
    found = closest(Kit(Metrics((1280, 720)), theme=load_theme(*look)), BUILT_IN[deck])
    assert found[0] >= LEAST_DIFFERENCE, found


@pytest.mark.parametrize("number", range(10))
def test_no_two_floors_look_alike_in_a_deck_made_from_parts_by_lot(number: int) -> None:
    found = closest(Kit(Metrics((1280, 720))), lot_deck(number))
    assert found[0] >= LEAST_DIFFERENCE, found


def test_every_part_has_a_painter() -> None:
    assert painters().keys() == PARTS.keys()


def floor_with(*parts: str, motion: str = "", moving: int = 0) -> Floor:
    return Floor("X", 1, (), False, str(RoomPlan(parts, moving, motion)), "copper")


@pytest.mark.parametrize("part", [part for part in PARTS if PARTS[part].motion != "rests"])
def test_each_part_moves_and_returns(part: str) -> None:
    kit = Kit(Metrics((1280, 720)))
    parts = (part,) if part in MAIN_PARTS else ("stove", part)
    floor = Floor("X", 1, (), False, str(RoomPlan(parts, len(parts) - 1, PARTS[part].motion)), "copper")
    pictures = {pygame.image.tobytes(art.room(kit, floor, *ROOM, phase), "RGB") for phase in range(PHASES)}
    assert len(pictures) >= 2


@pytest.mark.parametrize("motion", [motion for motion in MOTIONS if motion not in ("works", "rests")])
def test_any_part_moves_as_its_room_says(motion: str) -> None:
    kit = Kit(Metrics((1280, 720)))
    floor = floor_with("stove", "cactus", motion=motion, moving=1)
    still = pygame.image.tobytes(art.room(kit, floor, *ROOM, 0), "RGB")
    assert any(pygame.image.tobytes(art.room(kit, floor, *ROOM, phase), "RGB") != still for phase in range(1, PHASES))


def test_only_the_moving_part_moves() -> None:
    kit = Kit(Metrics((1280, 720)))
    floor = floor_with("bar", "cactus", motion="sways", moving=1)
    halves = [art.room(kit, floor, *ROOM, phase).subsurface((32, 0, 70, 59)) for phase in range(PHASES)]
    assert len({pygame.image.tobytes(half, "RGB") for half in halves}) == 1


@pytest.mark.parametrize("width", [66.0, 84.0, 140.0, 220.0])
def test_every_part_can_be_painted_in_rooms_of_all_widths(width: float) -> None:
    kit = Kit(Metrics((1280, 720)))
    for part in MAIN_PARTS:
        art.room(kit, floor_with(part, "guest", "window", "palm", "lamp"), width, 59.8)
    for place in (Place.FLOOR, Place.WALL, Place.CEILING, Place.BACK):
        for part in parts_at(place):
            art.room(kit, floor_with("stove", part), width, 59.8)


def test_a_room_is_painted_once_for_each_size_and_phase() -> None:
    kit = Kit(Metrics((1280, 720)))
    floor = floor_with("bar")
    assert art.face(kit, floor, (192.0, 62.0), 2) is art.face(kit, floor, (192.0, 62.0), 2)
