"""Golden pictures of pages, which somebody has looked at and approved."""

from pathlib import Path

import pygame
import pytest

from tests.golden import RECORD, check_golden, compare
from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.robot import Robot
from topping_out.game import registry
from topping_out.scenes.app import App
from topping_out.scenes.kit.pictures.built import dark_facade, facade
from topping_out.scenes.kit.pictures.city import dusk
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import design_of

SMALL = (640, 360)
"""The size of the pictures, to keep the files small."""


@pytest.fixture(autouse=True)
def _one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the title with one game, however many there are."""
    monkeypatch.setattr(definition, "playable", lambda: ("wyoming",))


def _picture(app: App, name: str, text: float = 1.0, size: tuple[int, int] = SMALL) -> pygame.Surface:
    app.context.settings.idle_life = False
    robot = Robot(app)
    robot.resize(size, text)
    robot.open(PAGES[name](app))
    return robot.see()


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("page", ["title with games", "set-up of four", "rules", "settings"])
def test_pages_look_like_their_golden_pictures(app: App, tmp_path: Path, page: str, text: int) -> None:
    check_golden(_picture(app, page, text / 100), f"{page.replace(' ', '-')}-{text}", tmp_path)


def test_the_set_up_on_a_4_to_3_screen_looks_like_its_golden_picture(app: App, tmp_path: Path) -> None:
    check_golden(_picture(app, "set-up", size=(640, 480)), "set-up-4-to-3", tmp_path)


@pytest.mark.parametrize("text", [100, 150])
def test_the_choice_of_a_player_looks_like_its_golden_picture(app: App, tmp_path: Path, text: int) -> None:
    _picture(app, "set-up with characters", text / 100)
    robot = Robot(app)
    robot.press("kind2")
    check_golden(robot.see(), f"chooser-{text}", tmp_path)


def test_lit_and_dark_towers_look_like_their_golden_picture(app: App, tmp_path: Path) -> None:
    Robot(app).resize((640, 360))
    sheet = pygame.Surface((640, 360))
    sheet.blit(dusk(app.context.kit, 660), (0, 0))
    for number, name in enumerate(registry.names()):
        lit, dark = (
            facade(app.context.kit, design_of(name), 560).lit,
            dark_facade(app.context.kit, design_of(name), 160),
        )
        sheet.blit(lit, (number * 160, 330 - lit.get_height()))
        sheet.blit(dark, (number * 160 + 118, 330 - dark.get_height()))
    check_golden(sheet, "towers", tmp_path)


def test_the_title_lights_the_towers_of_all_games(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another game only needs its name in the list: its tower is lit, and the others make room."""
    alone = _picture(app, "title").copy()
    monkeypatch.setattr(definition, "playable", lambda: ("wyoming", "towering"))
    different, _ = compare(alone, _picture(app, "title"))
    assert different > 0.05


def test_a_picture_that_differs_fails_and_the_difference_is_saved(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(RECORD, raising=False)
    picture = _picture(app, "settings").copy()
    picture.fill((255, 0, 0), (0, 0, 100, 100))
    with pytest.raises(AssertionError, match="of the pixels differ"):
        check_golden(picture, "settings-100", tmp_path)
    shown = pygame.image.load(tmp_path / "settings-100.png")
    assert shown.get_size() == (3 * 640, 360)
    with pytest.raises(AssertionError, match="record it"):
        check_golden(picture, "no-such-picture", tmp_path)
