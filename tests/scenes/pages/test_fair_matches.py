"""Opponents of the player's strength, and offers of weaker ones."""

from pathlib import Path

import pytest

from tests.scenes.robot import FakeTable, Robot
from topping_out.game.engine import Outcome
from topping_out.game.progress import rating
from topping_out.game.record import Header, Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Push
from topping_out.scenes.pages import setup_seats
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.setup_seats import ChooserPage, begin_or_offer, gentler
from topping_out.scenes.system.settings import SELF, SettingsStore, Setup
from topping_out.scenes.ui.column import Notice

YOU, ANA = Player(SELF), Player("Ana")
NELL, HARD = Player("Nell Nettle", "bot", "nell", 1), Player("Gable", "bot", "hard", 2)
STRENGTHS = {"gentle": 600.0, "easy": 800.0, "medium": 1040.0, "hard": 1200.0, "master": 1400.0, "nell": 1000.0}


@pytest.fixture(autouse=True)
def _strengths(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rating, setup_seats):
        monkeypatch.setattr(module, "bots_of", lambda game: STRENGTHS if game == "wyoming" else {})


def header(*players: Player, number: int = 1) -> Header:
    return new_header(load("wyoming"), players, {}, number, f"2026-11-{number:02}T12:00:00")


def saved(number: int, *players: Player, won: bool = False) -> Saved:
    outcome = Outcome((0,) if won else (1,), (11, 4) if won else (4, 11), "tower")
    return Saved(Path(f"{number}.jsonl"), header(*players, number=number), 30, outcome)


def remember(app: App, monkeypatch: pytest.MonkeyPatch, *finished: Saved) -> None:
    monkeypatch.setattr(app.context.library, "finished", lambda: list(reversed(finished)))


def lost(*numbers: int, player: Player = YOU) -> list[Saved]:
    return [saved(number, player, NELL) for number in numbers]


# -- an even match


def open_chooser(robot: Robot, *players: Player) -> tuple[SetupPage, ChooserPage]:
    robot.app.context.settings.setups = {"wyoming": Setup(players)}
    page = SetupPage(robot.app.context, "wyoming")
    robot.open(page)
    robot.press(f"kind{page.seating.chairs.index(page.seating.taken[1])}")
    assert isinstance(robot.app.manager.top, ChooserPage)
    return page, robot.app.manager.top


@pytest.mark.parametrize("used", ["keys", "mouse", "pad"])
def test_an_equal_opponent_can_be_chosen_for_a_chair(app: App, monkeypatch: pytest.MonkeyPatch, used: str) -> None:
    games = [saved(number, YOU, HARD, won=number % 4 < 3) for number in range(1, 25)]
    remember(app, monkeypatch, *games)
    robot = Robot(app, used)
    page, chooser = open_chooser(robot, YOU, NELL)
    assert chooser.even.kind == "master"
    assert "Master, 1400: the closest to your rating in Towers of Wyoming, 13" in chooser.even.why
    robot.click("even") if used == "mouse" else robot.press("even")
    assert page.seating.taken[1].kind == "master"


def test_a_player_without_a_rating_is_matched_by_the_first_rating(robot: Robot) -> None:
    _, chooser = open_chooser(robot, ANA, HARD)
    assert chooser.even.kind == "easy"
    assert "Ana has no rating in Towers of Wyoming yet; ratings begin at 800 ± 588." in chooser.even.why


def test_a_player_in_another_chair_is_not_suggested(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(robot.app, monkeypatch, *(saved(n, YOU, NELL, won=n % 2 > 0) for n in range(1, 25)))
    gable = Player("Gable", "bot", "easy", 2)
    assert (open_chooser(robot, YOU, gable)[1].even or ("",))[0] == "nell"
    assert (open_chooser(robot, YOU, gable, NELL)[1].even or ("",))[0] == "medium"


def test_no_equal_opponent_is_suggested_among_bots(robot: Robot) -> None:
    _, chooser = open_chooser(robot, NELL, HARD)
    assert chooser.even is None
    assert chooser.find("even") is None


# -- weaker opponents


def offered(app: App, *players: Player) -> list[Header]:
    """Start a game of these players; return its header in a list, empty if a question comes first."""
    begun: list[Header] = []
    transition = begin_or_offer(app.context, header(*players, number=9), begun.append)  # type: ignore[arg-type]
    assert (transition is None) == bool(begun)
    return begun


def test_a_weaker_opponent_is_offered_once_after_three_losses(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(app, monkeypatch, *lost(1, 2))
    assert offered(app, YOU, NELL)
    remember(app, monkeypatch, *lost(1, 2, 3))
    assert not offered(app, YOU, NELL)
    assert offered(app, YOU, NELL), "asked only once"
    stored = SettingsStore().load()
    assert stored.gentler_offered == (("wyoming", SELF),)


def test_no_weaker_opponent_is_offered_after_a_win_or_to_others(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(app, monkeypatch, *lost(1, 2, 3), saved(4, YOU, NELL, won=True))
    assert offered(app, YOU, NELL)
    remember(app, monkeypatch, *lost(1, 2, 3))
    assert offered(app, ANA, NELL)
    assert offered(app, YOU, ANA, NELL)
    assert offered(app, YOU, Player("Pia Pebble", "bot", "pia", 1)), "nobody is weaker"


def test_the_strongest_bot_is_replaced_by_one_a_level_lower() -> None:
    easier = gentler(header(YOU, NELL, HARD))
    assert [player.level for player in easier.seats] == ["", "nell", "medium"]
    easier = gentler(header(YOU, NELL))
    assert (easier.seats[1].level, easier.seats[1].name, easier.seats[1].colour) == ("otto", "Otto Overreach", 1)
    assert gentler(header(YOU, ANA)) is None


def test_a_bot_named_after_its_level_is_named_without_the_level(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(app, monkeypatch, *lost(1, 2, 3))
    pushed = begin_or_offer(app.context, header(YOU, Player("Medium 2", "bot", "medium", 1), number=9), lambda _: None)
    assert isinstance(pushed, Push)
    assert isinstance(pushed.scene, Notice)
    assert "You've lost three games of Towers of Wyoming in a row." in pushed.scene.text
    assert "Play Easy 2 instead of Medium 2?" in pushed.scene.text


@pytest.mark.parametrize("used", ["keys", "mouse", "pad"])
@pytest.mark.parametrize(("button", "kind"), [("answer0", "nell"), ("answer1", "otto")])
def test_the_game_starts_with_the_chosen_opponent(
    app: App, fake_tables: None, monkeypatch: pytest.MonkeyPatch, used: str, button: str, kind: str
) -> None:
    remember(app, monkeypatch, *lost(1, 2, 3))
    app.context.settings.setups = {"wyoming": Setup((YOU, NELL))}
    robot = Robot(app, used)
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("start")
    assert isinstance(app.manager.top, Notice)
    text = app.manager.top.text
    assert "Play Otto Overreach (easy) instead of Nell Nettle (medium)? This is asked only once." in text
    robot.click(button) if used == "mouse" else robot.press(button)
    robot.wait(400)
    assert isinstance(app.manager.top, FakeTable)
    assert app.manager.top.match.header.seats[1].level == kind
    assert app.context.settings.setups["wyoming"].seats[1].level == kind


def test_cancelling_the_question_starts_no_game(
    app: App, robot: Robot, fake_tables: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(app, monkeypatch, *lost(1, 2, 3))
    app.context.settings.setups = {"wyoming": Setup((YOU, NELL))}
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("start")
    robot.do(Verb.CANCEL)
    assert isinstance(app.manager.top, SetupPage)
    robot.press("start")
    robot.wait(400)
    assert isinstance(app.manager.top, FakeTable)
