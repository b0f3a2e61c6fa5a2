"""Another bot takes over a seat from the pause page, in every game."""

import pytest

from tests.game.matches import played_by_chance
from tests.scenes.match.test_course import ADA, YOU
from tests.scenes.robot import Robot, SilentWorker
from topping_out.game import registry
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.weights import take_over
from topping_out.game.match import Match
from topping_out.game.record import Player, Record, changes_of
from topping_out.game.storage.journal import read_record
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.match.phrases import progress
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import open_table, unfinished
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.opponents import OpponentsPage
from topping_out.scenes.pages.pause import PausePage

NELL = Player("Nell Nettle", "bot", "nell", 1)


def table(app: App, name: str, entries: int) -> tuple[Robot, Match]:
    """Open a table at which this many entries have been played."""
    app.context.worker = SilentWorker()
    app.context.settings.speed, app.context.settings.idle_life = "instant", False
    record = played_by_chance(name, YOU, ADA)
    match = app.context.library.begin(Record(record.header, record.entries[:entries]))
    robot = Robot(app)
    robot.open(open_table(app.context, match))
    robot.wait(1000)
    return robot, match


def change(robot: Robot) -> None:
    """Replace Ada by the master on the pause page, with keys only."""
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, PausePage)
    robot.press("opponents")
    assert isinstance(robot.page, OpponentsPage)
    assert not robot.widget("play").enabled
    robot.go_to("bot1")
    for _ in range(12):
        if robot.widget("bot1").semantics().value == "Master":  # type: ignore[union-attr]
            break
        robot.do(Verb.RIGHT)
    robot.do(Verb.PLAY)
    robot.wait(500)
    if robot.app.manager.top and not isinstance(robot.app.manager.top, TurnScene | LiveScene):
        robot.press("go")  # the page asks for devices first
        robot.wait(500)


@pytest.mark.parametrize("name", registry.names())
def test_a_bot_can_take_over_during_any_game(app: App, name: str) -> None:
    robot, match = table(app, name, 12)
    change(robot)
    scene = app.manager.top
    assert isinstance(scene, TurnScene | LiveScene)
    assert scene.match.header.seats[1].level == "master"
    assert scene.match.header.seats[1].name == "Master"
    assert [entry.text for entry in scene.match.record.actions()] == [entry.text for entry in match.record.actions()]
    assert "Ada Apex" in robot.widget("origin").semantics().label  # type: ignore[union-attr]
    assert any("Ada Apex (master) did before" in text for text in app.context.announcer.history)
    if isinstance(scene, TurnScene):
        assert "Master" not in scene.last_words.text, "Ada's last play was ascribed to the master"
    path = app.context.library.path
    assert path
    assert [change.player.name for change in changes_of(read_record(path).header)] == ["Ada Apex"]
    app.context.library.close()
    (saved,) = unfinished(app.context)
    assert "Ada Apex" in progress(saved)


def test_a_takeover_before_the_first_play_lets_the_game_count(app: App) -> None:
    robot, _ = table(app, "wyoming", 0)
    change(robot)
    scene = app.manager.top
    assert isinstance(scene, TurnScene)
    assert not scene.match.header.occasion
    assert scene.match.header.seats[1].level == "master"


@pytest.mark.parametrize("name", registry.names())
def test_a_replay_names_the_player_of_each_step(app: App, name: str) -> None:
    whole = played_by_chance(name, YOU, ADA)
    record = take_over(Record(whole.header, whole.entries[:12]), {1: NELL})
    record.entries += whole.entries[12:]
    app.context.worker = SilentWorker()
    scene = ReplayScene(app.context, Timeline(record))
    Robot(app).open(scene)
    for step, name in ((12, "Ada Apex"), (13, "Nell Nettle"), (3, "Ada Apex"), (len(record.entries), "Nell Nettle")):
        scene.go_to(step)
        assert scene.board.names[1] == name


def test_a_bot_can_take_over_with_the_mouse(app: App) -> None:
    robot, _ = table(app, "wyoming", 12)
    app.context.devices.active = "mouse"
    robot.do(Verb.CANCEL)
    for name, share in (("opponents", 0.5), ("bot1", 0.97), ("play", 0.5)):
        robot.click(name, (share, 0.5))
    robot.wait(500)
    scene = app.manager.top
    assert isinstance(scene, TurnScene)
    assert scene.match.header.seats[1] != ADA
