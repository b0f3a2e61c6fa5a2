"""Every page and table in each of its states, compared with what somebody read and found good."""

import re
from pathlib import Path

import pytest

from tests.golden import check_section, check_titles, differences
from tests.scenes.pages import stories
from tests.scenes.pages.every.shown import shown
from tests.scenes.pages.every.states import STATES
from tests.scenes.robot import Robot
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.kit import sprites

ALL = [(page, state) for page, states in STATES.items() for state in states]


@pytest.fixture
def home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose name is always as long, as some pages show it."""
    monkeypatch.chdir(home.parent)
    monkeypatch.setenv(HOME_VARIABLE, home.name)
    return Path(home.name)


@pytest.mark.parametrize(("page", "state"), ALL, ids=[f"{page}: {state}" for page, state in ALL])
def test_it_shows_what_it_did(app: App, monkeypatch: pytest.MonkeyPatch, page: str, state: str) -> None:
    monkeypatch.setattr(sprites, "perf_counter", lambda: 0.0)  # what is painted ahead is there at once
    app.context.settings.idle_life = False
    Robot(app).resize((640, 360))
    position, _, deeds = STATES[page][state].partition(" > ")
    robot = stories.opened(Robot(app), position)
    for deed in filter(None, deeds.split("; ")):
        stories.act(robot, deed)
    robot.wait(400)
    check_section(re.sub(r"report-[\d-]+", "report-NOW", shown(app)), f"shown/{page}", state)


@pytest.mark.parametrize("page", STATES)
def test_no_text_is_left_of_a_state_that_is_gone(page: str) -> None:
    check_titles(f"shown/{page}", STATES[page])


def test_every_page_that_other_tests_open_has_its_state() -> None:
    opened = {re.split(r" > |, ", state)[0] for states in STATES.values() for state in states.values()}
    seen_otherwise = {"rules", "draft"}  # with a door to the guided game; with the same floors always
    assert stories.PAGES.keys() - opened == seen_otherwise


def test_words_of_a_story_mean_one_thing_whichever_files_are_imported() -> None:
    words = stories.Words({"press (.+)": print})
    with pytest.raises(ValueError, match="already"):
        words |= {"press (.+)": str}
    words |= {"press x": str}
    with pytest.raises(ValueError, match="more than one"):
        words.find("press x")


def test_a_line_more_and_a_place_of_a_sketch_that_is_much_brighter_are_told() -> None:
    golden = ["a page", "- a button", "|0123", "|0123"]
    assert [*differences(golden, ["a page", "- a button", "|1023", "|0123"])] == [], "a shade of difference may be"
    brighter = ["a page", "- a button", "|0123", "|0143"]
    assert [*differences(golden, brighter)][-2:] == ["- |0123", "+ |0143"]
    assert [*differences(golden, [*golden[:2], "- another", *golden[2:]])][-1] == "+ - another"
