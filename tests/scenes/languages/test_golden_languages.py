"""Golden pictures in each language: a title page, a set-up, a table and the results."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tests.golden import check_golden, sampled
from tests.scenes.languages.test_real_languages import CODES
from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.robot import Robot
from tests.scenes.tables import play, table
from topping_out.game.language import ENGLISH
from topping_out.game.storage import translations
from topping_out.scenes.app import App
from topping_out.scenes.pages.results import ResultsPage

each_language = sampled("spoken", CODES, ["de", "ja"], indirect=True)


@pytest.fixture
def spoken(app: App, request: pytest.FixtureRequest) -> Iterator[str]:
    """Set the language, and return its code."""
    translations.use(request.param)
    yield request.param
    translations.use(ENGLISH)


@pytest.fixture
def robot(app: App, spoken: str) -> Robot:
    app.context.settings.idle_life = False
    robot = Robot(app, "mouse")
    robot.resize((1280, 720))
    return robot


@each_language
@pytest.mark.parametrize("page", ["title with games", "set-up of four"])
def test_pages_in_every_language_look_like_their_golden_pictures(
    app: App, robot: Robot, spoken: str, tmp_path: Path, page: str
) -> None:
    robot.resize((960, 540))
    robot.open(PAGES[page](app))
    check_golden(robot.see(), f"{spoken}-{page.replace(' ', '-')}", tmp_path)


@each_language
def test_the_table_in_every_language_looks_like_its_golden_picture(
    app: App, robot: Robot, spoken: str, tmp_path: Path
) -> None:
    scene = table(app, "wyoming", "hb", 5)
    robot.open(scene)
    play(robot, scene, 30, hurry=True)
    while not scene.match.outcome and not scene.match.is_human(scene.actor or 0):
        play(robot, scene, 1)
    robot.wait(400)
    check_golden(robot.see(), f"{spoken}-table", tmp_path)


@each_language
def test_results_in_every_language_look_like_their_golden_picture(
    app: App, robot: Robot, spoken: str, tmp_path: Path
) -> None:
    scene = table(app, "wyoming", "hb", 5)
    robot.open(scene)
    play(robot, scene, 400, hurry=True)
    while not isinstance(app.manager.top, ResultsPage):
        robot.wait(40)
    robot.wait(9000)  # until the scores are counted and all medals have appeared
    check_golden(robot.see(), f"{spoken}-results", tmp_path)


# -- contact sheets


SCRIPT = Path(__file__).resolve().parents[3] / "build" / "measure" / "contact_sheet.py"


def test_contact_sheets_show_pages_in_two_window_sizes(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "pl", str(tmp_path), "--only", "notice", "--width", "320", "--across", "2"]
    output = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert output.count("notice; long notice") == 2
    sheets = {file.name: pygame.image.load(file).get_size() for file in tmp_path.iterdir()}
    assert sheets == {"pl-1280x720-1.png": (656, 188), "pl-1024x768-1.png": (656, 248)}
