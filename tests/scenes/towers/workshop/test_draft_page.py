"""The draft in the window: by keys, by mouse, with bots, taken back, and what comes of it in the set-up."""

from tests.scenes.robot import Robot
from tests.scenes.towers.workshop.shop import open_workshop
from topping_out.game.towers.decks import find_decks
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.pages.setup.page import SetupPage
from topping_out.scenes.towers.workshop.draft import DraftPage


def draft(app: App, used: str = "keys") -> tuple[Robot, DraftPage]:
    robot = open_workshop(app, used)
    robot.click("draft") if used == "mouse" else robot.press("draft")
    page = robot.page
    assert isinstance(page, DraftPage)
    return robot, page


def choose(robot: Robot, page: DraftPage, button: str, used: str = "keys") -> None:
    """Take or strike the first open floor, and wait for the bots."""
    name = page.draft.open[0].name
    for thing in (name, button):
        robot.click(thing) if used == "mouse" else robot.press(thing)
    robot.wait(2000)


def test_a_draft_with_a_bot_leads_to_the_deck_that_is_played(app: App) -> None:
    robot, page = draft(app)
    while not page.draft.is_over:
        choose(robot, page, "take")
    robot.do(Verb.PLAY)
    assert isinstance(robot.page, SetupPage)
    assert robot.label("option deck") == "Drafted deck"
    deck = find_decks().find(str(robot.page.header().options["deck"]))
    assert len(deck.floors) == 8
    assert [deck.title for deck in find_decks().own.values()] == ["Drafted deck"]


def test_a_draft_by_mouse_strikes_floors(app: App) -> None:
    robot, page = draft(app, "mouse")
    while not page.draft.is_over:
        choose(robot, page, "strike", "mouse")
    robot.click("play")
    assert robot.label("option deck") == "Drafted deck"


def test_a_choice_is_taken_back_with_those_of_the_bots_after_it(app: App) -> None:
    robot, page = draft(app)
    before = page.draft
    choose(robot, page, "take")
    assert len(page.draft.picks) == 2
    robot.do(Verb.UNDO)
    assert page.draft == before


def test_a_floor_says_what_it_does_and_what_became_of_it(app: App) -> None:
    robot, page = draft(app)
    first = page.draft.offered[0].name
    choose(robot, page, "take")
    assert any(first in line and "taken" in line for line in robot.heard().splitlines())
    assert "Taken: " in robot.heard()
