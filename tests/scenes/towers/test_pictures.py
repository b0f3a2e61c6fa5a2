"""Pictures of Towers: covers of decks wherever they are shown, and rooms, told apart in grey too, and moving."""

import random
from datetime import date
from itertools import combinations

import pygame
import pytest

from tests.scenes.robot import Robot
from topping_out.game.towers.actions import HEIGHT
from topping_out.game.towers.decks import deck_text, find_decks
from topping_out.game.towers.floors import COLOURS, Deck, Floor, deck_of
from topping_out.game.towers.rooms import (
    MAIN_PARTS,
    MOTIONS,
    PARTS,
    PartPlace,
    RoomPlan,
    parts_at,
    room_by_lot,
    shown_floors,
)
from topping_out.game.towers.state import MOST_FLOORS, Variant
from topping_out.scenes.app import App
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.theme import load_theme
from topping_out.scenes.match.definition import COVER_SHAPE, table_of
from topping_out.scenes.pages.daily import DailyPage
from topping_out.scenes.pages.daily_result import MonthPoster
from topping_out.scenes.towers import art
from topping_out.scenes.towers.art import painters
from topping_out.scenes.towers.pictures import (
    LEAST_TITLED,
    SMALL_HEIGHT,
    cover,
    cover_colour,
    cover_floors,
    value_cover,
)
from topping_out.scenes.towers.places import Layout
from topping_out.scenes.towers.room import PHASES

BUILT_IN = find_decks().built_in


# -- covers of decks


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(pygame.transform.grayscale(picture), "RGB")[::3]


def difference(a: bytes, b: bytes) -> float:
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


def test_the_covers_of_our_decks_have_nine_colours() -> None:
    theme = load_theme()
    assert len({cover_colour(theme, deck) for deck in BUILT_IN.values()}) == len(BUILT_IN) == 9


@pytest.mark.parametrize("height", [84.0, 240.0])
def test_no_two_covers_look_alike_in_grey(kit: Kit, height: float) -> None:
    seen = {name: pixels(cover(kit, deck, height)) for name, deck in BUILT_IN.items()}
    for a, b in combinations(seen, 2):
        assert difference(seen[a], seen[b]) > 8, (a, b)


def test_a_cover_shows_a_tower_of_the_decks_own_floors_before_standard_ones() -> None:
    floors = cover_floors(BUILT_IN["wild"], HEIGHT)
    assert len(floors) == HEIGHT
    assert not {floor.name for floor in floors} & {floor.name for floor in BUILT_IN["standard"].floors}
    assert floors[0].name == "CELLAR"  # it scores for floors above it
    assert len(cover_floors(BUILT_IN["wild"], SMALL_HEIGHT)) == SMALL_HEIGHT


def test_a_cover_is_painted_once_and_has_its_shape(kit: Kit) -> None:
    picture = cover(kit, BUILT_IN["two"], 240.0)
    assert cover(kit, BUILT_IN["two"], 240.0) is picture
    assert kit.size_of(picture) == pytest.approx((240 * COVER_SHAPE, 240), abs=1)


@pytest.mark.parametrize("title", ["X", "A very long title of", "Zwanzig Buchstaben!!"])
def test_any_deck_has_a_cover(kit: Kit, title: str) -> None:
    deck: Deck = deck_of(title, BUILT_IN["standard"].floors[:2])
    for height in (60.0, LEAST_TITLED, 300.0):
        cover(kit, deck, height)


def test_the_cover_of_a_value_is_that_of_its_deck_and_empty_without_one(kit: Kit) -> None:
    assert value_cover(kit, "wild", 90.0) is cover(kit, BUILT_IN["wild"], 90.0)
    week = find_decks().week(date(2026, 11, 29))
    assert pixels(value_cover(kit, deck_text(week), 90.0)) == pixels(cover(kit, week, 90.0))
    assert value_cover(kit, "none such", 90.0).get_size() == (1, 1)


def test_a_deal_with_another_deck_shows_its_cover(app: App, robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.progress.daily.today", lambda: date(2026, 3, 22))
    robot.open(DailyPage(app.context))
    poster = next(widget for widget in robot.page.widgets if isinstance(widget, MonthPoster))
    assert poster._special["deck"] == "heights"
    assert table_of("towers").cover(app.context.kit, poster._special, 90.0) is not None


def test_a_game_without_covers_has_none(app: App) -> None:
    assert table_of("wyoming").cover(app.context.kit, {"deck": "wild"}, 90.0) is None
    assert table_of("towers").cover(app.context.kit, {"end": "deck"}, 90.0) is None


# -- rooms of floors


LEAST_DIFFERENCE = 20.0
"""Least mean difference in lightness between two rooms of a deck, from 0 to 255, at the size in a tower."""
NARROW, WIDE = (67.5, 59.8), (106.6, 59.8)
"""The sizes of rooms in towers of a window of 1280 × 720, with four seats and with fewer."""
ROOM = WIDE


def closest(kit: Kit, deck: Deck) -> tuple[float, str, str]:
    """Return the smallest difference between two rooms of a deck, and the names of the floors."""
    found = []
    for size in (NARROW, WIDE):
        rooms = {floor.name: pixels(art.room(kit, floor, *size)) for floor in shown_floors(deck)}
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
def test_rooms_are_measured_at_the_sizes_that_they_have_in_towers(
    kit: Kit, seats: int, size: tuple[float, float]
) -> None:
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
def test_each_part_moves_and_returns(kit: Kit, part: str) -> None:
    parts = (part,) if part in MAIN_PARTS else ("stove", part)
    floor = Floor("X", 1, (), False, str(RoomPlan(parts, len(parts) - 1, PARTS[part].motion)), "copper")
    pictures = {pygame.image.tobytes(art.room(kit, floor, *ROOM, phase), "RGB") for phase in range(PHASES)}
    assert len(pictures) >= 2


@pytest.mark.parametrize("motion", [motion for motion in MOTIONS if motion not in ("works", "rests")])
def test_any_part_moves_as_its_room_says(kit: Kit, motion: str) -> None:
    floor = floor_with("stove", "cactus", motion=motion, moving=1)
    still = pygame.image.tobytes(art.room(kit, floor, *ROOM, 0), "RGB")
    assert any(pygame.image.tobytes(art.room(kit, floor, *ROOM, phase), "RGB") != still for phase in range(1, PHASES))


def test_only_the_moving_part_moves(kit: Kit) -> None:
    floor = floor_with("bar", "cactus", motion="sways", moving=1)
    halves = [art.room(kit, floor, *ROOM, phase).subsurface((32, 0, 70, 59)) for phase in range(PHASES)]
    assert len({pygame.image.tobytes(half, "RGB") for half in halves}) == 1


@pytest.mark.parametrize("width", [66.0, 84.0, 140.0, 220.0])
def test_every_part_can_be_painted_in_rooms_of_all_widths(kit: Kit, width: float) -> None:
    for part in MAIN_PARTS:
        art.room(kit, floor_with(part, "guest", "window", "palm", "lamp"), width, 59.8)
    for place in (PartPlace.FLOOR, PartPlace.WALL, PartPlace.CEILING, PartPlace.BACK):
        for part in parts_at(place):
            art.room(kit, floor_with("stove", part), width, 59.8)


def test_a_room_is_painted_once_for_each_size_and_phase(kit: Kit) -> None:
    floor = floor_with("bar")
    assert art.face(kit, floor, (192.0, 62.0), 2) is art.face(kit, floor, (192.0, 62.0), 2)
