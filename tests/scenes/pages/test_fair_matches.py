"""Matches that are even by handicaps."""

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
from topping_out.scenes.pages import setup_seats as even_matches
from topping_out.scenes.pages.setup import SetupPage, begin_or_offer, gentler
from topping_out.scenes.pages.setup_seats import ChooserPage
from topping_out.scenes.system.settings import SELF, SettingsStore, Setup
from topping_out.scenes.ui.column import Notice

YOU, ANA = Player(SELF), Player("Ana")
NELL, HARD = Player("Nell Nettle", "bot", "nell", 1), Player("Gable", "bot", "hard", 2)
STRENGTHS = {"gentle": 600.0, "easy": 800.0, "medium": 1040.0, "hard": 1200.0, "master": 1400.0, "nell": 1000.0}


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rating, even_matches):
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
def test_an_even_match_takes_the_chair(app: App, monkeypatch: pytest.MonkeyPatch, used: str) -> None:
    games = [saved(number, YOU, HARD, won=number % 4 < 3) for number in range(1, 25)]
    remember(app, monkeypatch, *games)
    robot = Robot(app, used)
    page, chooser = open_chooser(robot, YOU, NELL)
    assert chooser.even.kind == "master"
    assert "Master, 1400: the closest to your rating in Towers of Wyoming, 13" in chooser.even.why
    robot.click("even") if used == "mouse" else robot.press("even")
    assert page.seating.taken[1].kind == "master"


def test_without_a_rating_it_goes_by_where_ratings_begin(robot: Robot) -> None:
    _, chooser = open_chooser(robot, ANA, HARD)
    assert chooser.even.kind == "easy"
    assert "Ana has no rating in Towers of Wyoming yet; ratings begin at 800 ± 588." in chooser.even.why


def test_whoever_sits_elsewhere_is_no_even_match(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(robot.app, monkeypatch, *(saved(n, YOU, NELL, won=n % 2 > 0) for n in range(1, 25)))
    other = Player("Gable", "bot", "easy", 2)
    assert (open_chooser(robot, YOU, other)[1].even or ("",))[0] == "nell"
    assert (open_chooser(robot, YOU, other, NELL)[1].even or ("",))[0] == "medium"


def test_among_bots_alone_nobody_is_an_even_match(robot: Robot) -> None:
    _, chooser = open_chooser(robot, NELL, HARD)
    assert chooser.even is None
    assert chooser.find("even") is None


# -- somebody gentler


def offered(app: App, *players: Player) -> list[Header]:
    """Begin a game of these players; return with whom it began, nobody while there is a question."""
    begun: list[Header] = []
    transition = begin_or_offer(app.context, header(*players, number=9), begun.append)  # type: ignore[arg-type]
    assert (transition is None) == bool(begun)
    return begun


def test_after_three_losses_in_a_row_a_gentler_opponent_is_offered_once(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(app, monkeypatch, *lost(1, 2))
    assert offered(app, YOU, NELL)
    remember(app, monkeypatch, *lost(1, 2, 3))
    assert not offered(app, YOU, NELL)
    assert offered(app, YOU, NELL), "asked only once"
    stored = SettingsStore().load()
    assert stored.gentler_offered == (("wyoming", SELF),)


def test_a_win_since_another_player_and_several_humans_are_not_asked(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(app, monkeypatch, *lost(1, 2, 3), saved(4, YOU, NELL, won=True))
    assert offered(app, YOU, NELL)
    remember(app, monkeypatch, *lost(1, 2, 3))
    assert offered(app, ANA, NELL)
    assert offered(app, YOU, ANA, NELL)
    assert offered(app, YOU, Player("Pia Pebble", "bot", "pia", 1)), "nobody is gentler"


def test_the_strongest_bot_is_exchanged_for_one_a_level_lower() -> None:
    easier = gentler(header(YOU, NELL, HARD))
    assert [player.level for player in easier.seats] == ["", "nell", "medium"]
    easier = gentler(header(YOU, NELL))
    assert (easier.seats[1].level, easier.seats[1].name, easier.seats[1].colour) == ("otto", "Otto Overreach", 1)
    assert gentler(header(YOU, ANA)) is None


def test_a_bot_that_is_named_by_its_level_is_asked_about_by_that_alone(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(app, monkeypatch, *lost(1, 2, 3))
    pushed = begin_or_offer(app.context, header(YOU, Player("Medium 2", "bot", "medium", 1), number=9), lambda _: None)
    assert isinstance(pushed, Push)
    assert isinstance(pushed.scene, Notice)
    assert "You've lost three games of Towers of Wyoming in a row." in pushed.scene.text
    assert "Play Easy 2 instead of Medium 2?" in pushed.scene.text


@pytest.mark.parametrize("used", ["keys", "mouse", "pad"])
@pytest.mark.parametrize(("answer", "kind"), [("answer0", "nell"), ("answer1", "otto")])
def test_the_set_up_begins_with_whom_was_answered(
    app: App, fake_tables: None, monkeypatch: pytest.MonkeyPatch, used: str, answer: str, kind: str
) -> None:
    remember(app, monkeypatch, *lost(1, 2, 3))
    app.context.settings.setups = {"wyoming": Setup((YOU, NELL))}
    robot = Robot(app, used)
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("start")
    assert isinstance(app.manager.top, Notice)
    text = app.manager.top.text
    assert "Play Otto Overreach (easy) instead of Nell Nettle (medium)? This is asked only once." in text
    robot.click(answer) if used == "mouse" else robot.press(answer)
    robot.wait(400)
    assert isinstance(app.manager.top, FakeTable)
    assert app.manager.top.match.header.seats[1].level == kind
    assert app.context.settings.setups["wyoming"].seats[1].level == kind


def test_the_question_can_be_left_and_nothing_begins(
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
