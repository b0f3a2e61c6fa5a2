"""A very long game is prepared for its replay in the background."""

from pathlib import Path
from threading import Event

import pytest

from tests.game.matches import played_by_chance
from tests.scenes.pages.test_results import ADA, YOU
from tests.scenes.robot import Robot, SilentWorker
from topping_out.game.bots.review import Timeline
from topping_out.game.record import Entry, Record, RecordError
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match import start
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import MAX_ENTRIES_AT_ONCE, WaitingDialog
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.ui.column import Notice


@pytest.fixture
def robot(app: App) -> Robot:
    app.context.worker = SilentWorker()
    return Robot(app)


def lengthened(record: Record) -> Record:
    """Return the game with enough further entries to be prepared in the background."""
    first, *rest = record.entries
    return Record(record.header, [first, *[Entry(first.ms, None, "tick")] * MAX_ENTRIES_AT_ONCE, *rest])


def press_replay(robot: Robot, record: Record) -> None:
    """Put a record into the library, and press Replay beside it in the statistics."""
    folder: Path = robot.app.context.library.folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "saved.jsonl").write_bytes(record.to_bytes())
    robot.open(StatisticsPage(robot.app.context))
    robot.press("replay 0")


def dialog_of(robot: Robot) -> WaitingDialog:
    top = robot.app.manager.top
    assert isinstance(top, WaitingDialog)
    return top


def test_the_replay_of_a_usual_game_opens_at_once(robot: Robot) -> None:
    press_replay(robot, played_by_chance("icetowers", YOU, ADA))
    assert isinstance(robot.app.manager.top, ReplayScene)


def test_a_long_game_is_prepared_in_the_background(robot: Robot) -> None:
    press_replay(robot, lengthened(played_by_chance("icetowers", YOU, ADA)))
    dialog_of(robot).work.join(60)
    robot.wait(40)
    assert isinstance(robot.app.manager.top, ReplayScene)
    robot.do(Verb.CANCEL)
    assert isinstance(robot.app.manager.top, StatisticsPage)


@pytest.mark.parametrize("used", ["button", "key"])
def test_preparing_a_long_game_can_be_cancelled(robot: Robot, monkeypatch: pytest.MonkeyPatch, used: str) -> None:
    go = Event()

    def slow(record: Record) -> Timeline:
        assert go.wait(60)
        return Timeline(record)

    monkeypatch.setattr(start, "Timeline", slow)
    press_replay(robot, lengthened(played_by_chance("icetowers", YOU, ADA)))
    robot.wait(200)
    work = dialog_of(robot).work
    assert not robot.app.manager.at_rest
    robot.press("cancel") if used == "button" else robot.do(Verb.CANCEL)
    assert isinstance(robot.app.manager.top, StatisticsPage)
    go.set()
    work.join(60)
    robot.wait(200)
    assert isinstance(robot.app.manager.top, StatisticsPage)


def test_a_long_record_that_breaks_the_rules_is_reported(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(record: Record) -> Timeline:
        raise RecordError("'done' does not fit the game so far")

    monkeypatch.setattr(start, "Timeline", refuse)
    press_replay(robot, lengthened(played_by_chance("icetowers", YOU, ADA)))
    dialog_of(robot).work.join(60)
    robot.wait(40)
    notice = robot.app.manager.top
    assert isinstance(notice, Notice)
    assert (notice.heading, notice.text) == ("Can't be replayed", "'done' does not fit the game so far")
