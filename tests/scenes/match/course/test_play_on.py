"""A game that goes on from a point of another one: its record, its table, and what can be taken back."""

import pytest

from tests.game.matches import played_by_chance
from tests.scenes.robot import Robot, SilentWorker
from topping_out.game import registry
from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.record import Occasion, Player
from topping_out.game.storage.journal import read_record
from topping_out.scenes.app import App
from topping_out.scenes.icetowers.live.scene import LiveScene
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import unfinished
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.ui.phrases import progress

YOU, ADA = Player("You"), Player("Ada Apex", "bot", "ada", 1)


def replay_of(app: App, name: str) -> tuple[Robot, ReplayScene]:
    app.context.worker = SilentWorker()
    app.context.settings.speed, app.context.settings.idle_life = "instant", False
    scene = ReplayScene(app.context, Timeline(played_by_chance(name, YOU, ADA)))
    robot = Robot(app)
    robot.open(scene)
    return robot, scene


def middle(scene: ReplayScene) -> int:
    """Return a step in the middle at which the human is to act."""
    half = len(scene.playback.steps) // 2
    return next(step for step in range(half, len(scene.playback.steps)) if scene.playback.steps[step].entry.seat == 0)


@pytest.mark.parametrize("name", [name for name in registry.names() if not registry.load(name).live])
def test_a_game_goes_on_from_a_step_of_a_replay_and_says_so(app: App, name: str) -> None:
    robot, scene = replay_of(app, name)
    step = middle(scene)
    scene.go_to(step)
    robot.click("play on")
    robot.wait(1000)
    table = app.manager.top
    assert isinstance(table, TurnScene | LiveScene)
    assert table.match.state == scene.playback.states[step]
    assert table.match.header.occasion == Occasion(branch=step)
    assert not table.match.can_undo(), "what came from the other game cannot be taken back"
    assert "not counted" in robot.widget("origin").semantics().label  # type: ignore[union-attr]
    path = app.context.library.path
    assert path
    assert read_record(path).entries == scene.record.effective()[:step]
    app.context.library.close()
    (saved,) = unfinished(app.context)
    assert "from turn" in progress(saved)


def test_what_is_played_after_the_branch_can_be_taken_back_but_no_more(app: App) -> None:
    robot, scene = replay_of(app, "towers")
    scene.go_to(middle(scene))
    robot.click("play on")
    robot.wait(1000)
    table = app.manager.top
    assert isinstance(table, TurnScene | LiveScene)
    before = len(table.match.record.effective())
    table.match.act(0, table.game.actions(table.match.state, 0)[0])
    if table.match.can_undo():
        table.match.undo()
    assert not table.match.can_undo()
    assert len(table.match.record.effective()) == before


def test_a_live_game_goes_on_at_the_time_of_the_step(app: App) -> None:
    robot, scene = replay_of(app, "icetowers")
    step = middle(scene)
    scene.go_to(step)
    robot.click("play on")
    robot.click("go")  # who plays with what is asked first
    robot.wait(100)
    table = app.manager.top
    assert isinstance(table, TurnScene | LiveScene)
    assert table.match.ms == scene.playback.steps[step - 1].entry.ms
    assert table.match.state == scene.playback.states[step]
    assert "not counted" in robot.widget("origin").semantics().label  # type: ignore[union-attr]


def test_nothing_goes_on_from_the_beginning_or_the_end_or_in_a_game_that_is_not_over(app: App) -> None:
    robot, scene = replay_of(app, "wyoming")
    assert not robot.widget("play on").enabled
    scene.go_to(len(scene.playback.steps))
    assert not robot.widget("play on").enabled
    record = played_by_chance("wyoming", YOU, ADA)
    record.entries.pop()
    open_game = ReplayScene(app.context, Timeline(record))
    robot.open(open_game)
    open_game.go_to(5)
    assert not robot.widget("play on").enabled
