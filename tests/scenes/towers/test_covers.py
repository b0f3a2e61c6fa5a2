"""The covers of decks: in the set-up, the list of decks, deals with another deck, and print."""

from datetime import date
from itertools import combinations

import pygame
import pytest

from tests.scenes.robot import Robot
from topping_out.game.towers.decks import deck_text, find_decks
from topping_out.game.towers.floors import Deck, deck_of
from topping_out.game.towers.numbers import HEIGHT
from topping_out.scenes.app import App
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.theme import load_theme
from topping_out.scenes.match.definition import COVER_SHAPE, table_of
from topping_out.scenes.pages.daily import DailyPage
from topping_out.scenes.pages.daily_result import MonthPoster
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.towers.decks import DecksPage
from topping_out.scenes.towers.pictures import (
    LEAST_TITLED,
    SMALL_HEIGHT,
    cover,
    cover_colour,
    cover_floors,
    value_cover,
)
from topping_out.scenes.ui.column import PictureRow

BUILT_IN = find_decks().built_in


@pytest.fixture
def kit() -> Kit:
    pygame.font.init()
    return Kit(Metrics((1280, 720)))


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(pygame.transform.grayscale(picture), "RGB")[::3]


def test_the_covers_of_our_decks_have_nine_colours() -> None:
    theme = load_theme()
    assert len({cover_colour(theme, deck) for deck in BUILT_IN.values()}) == len(BUILT_IN) == 9


@pytest.mark.parametrize("height", [84.0, 240.0])
def test_no_two_covers_look_alike_in_grey(kit: Kit, height: float) -> None:
    seen = {name: pixels(cover(kit, deck, height)) for name, deck in BUILT_IN.items()}
    for a, b in combinations(seen, 2):
        assert sum(abs(x - y) for x, y in zip(seen[a], seen[b])) / len(seen[a]) > 8, (a, b)


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


def test_the_set_up_shows_the_cover_of_the_chosen_deck(app: App) -> None:
    robot = Robot(app)
    robot.open(SetupPage(app.context, "towers"))
    row = robot.page.find("workshop")
    assert isinstance(row, PictureRow)
    before = row._paint(app.context.kit)
    assert before is value_cover(app.context.kit, "standard", row.size[1])
    robot.page.find("option deck").adjust(1)
    assert robot.page.find("workshop")._paint(app.context.kit) is not before


def test_every_deck_in_the_workshop_has_its_cover(app: App) -> None:
    robot = Robot(app)
    robot.open(SetupPage(app.context, "towers"))
    robot.press("workshop")
    assert isinstance(robot.page, DecksPage)
    rows = [widget for widget in robot.page.widgets if isinstance(widget, PictureRow)]
    assert [row.name for row in rows] == ["week", *(f"deck {name}" for name in BUILT_IN)]
    assert len({id(row._paint(app.context.kit)) for row in rows}) == len(rows)


def test_a_deal_with_another_deck_shows_its_cover(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.progress.daily.today", lambda: date(2026, 3, 22))
    robot = Robot(app)
    robot.open(DailyPage(app.context))
    poster = next(widget for widget in robot.page.widgets if isinstance(widget, MonthPoster))
    assert poster._special["deck"] == "heights"
    assert table_of("towers").cover(app.context.kit, poster._special, 90.0) is not None


def test_a_game_without_covers_has_none(app: App) -> None:
    assert table_of("wyoming").cover(app.context.kit, {"deck": "wild"}, 90.0) is None
    assert table_of("towers").cover(app.context.kit, {"end": "deck"}, 90.0) is None
