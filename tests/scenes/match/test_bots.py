"""Bots at a table: hints and pace."""

import os
import signal
import sys
import time
from collections import deque

import pytest

from tests.scenes.robot import PromptWorker, Robot, SilentWorker
from tests.scenes.tables import TURN_GAMES
from topping_out.game.bots.worker import BotAnswer, BotQuestion, BotWorker, think
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.faults import add_report, reports, reports_file
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match.bots import UNDO_PAUSE
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.ui.widgets import Button

FRAME = 40


def open_table(app: App, name: str) -> tuple[Robot, TurnScene]:
    """Open a table with a bot; return once the player may act."""
    players = [Player("You"), Player("Mesa", "bot", "easy", 1)]
    scene = TurnScene(app.context, app.context.library.start(new_header(load(name), players, {"first": "0"}, 5)))
    robot = Robot(app)
    robot.open(scene)
    for _ in range(400):
        if scene.board.turn:
            return robot, scene
        app.manager.update(FRAME)
    raise AssertionError("the player may not act")


def button(robot: Robot, name: str) -> Button:
    found = robot.widget(name)
    assert isinstance(found, Button)
    return found


# -- hints


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_hint_is_the_masters_choice_with_its_reason(app: App, name: str) -> None:
    app.context.worker = worker = PromptWorker()
    robot, scene = open_table(app, name)
    robot.do(Verb.HINT)
    robot.wait(3 * FRAME)
    (question,) = worker.asked
    assert (question.kind, question.level) == ("advise", "master")
    advice = think(question)
    play, reason = scene.last_words.text.split(": ", 1)
    assert play
    assert reason == advice.reason != ""
    main = scene.board.main_button()
    assert main.action
    assert str(main.action).split(" #")[0] == str(advice.action).split(" #")[0]
    assert scene.match.record.entries == []


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_play_after_a_hint_is_marked_in_the_record(app: App, name: str) -> None:
    app.context.worker = PromptWorker()
    robot, scene = open_table(app, name)
    robot.do(Verb.HINT)
    robot.wait(3 * FRAME)
    scene.act(scene.board.turn.actions[0])
    (entry,) = [entry for entry in scene.match.record.entries if entry.seat == 0]
    assert entry.is_hinted


@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_table_stays_usable_while_the_master_thinks(app: App, name: str) -> None:
    app.context.worker = SilentWorker()
    robot, scene = open_table(app, name)
    assert button(robot, "hint").enabled
    robot.do(Verb.HINT)
    robot.wait(2000)
    assert scene.last_words.text == "Let me think…"
    hint = button(robot, "hint")
    assert (hint.label, hint.enabled) == ("Thinking…", False)
    assert not scene.at_rest
    robot.do(Verb.LOG)
    assert robot.page is not scene


def test_a_hint_that_comes_too_late_is_dropped(app: App) -> None:
    app.context.worker = worker = PromptWorker()
    robot, scene = open_table(app, "wyoming")
    robot.do(Verb.HINT)
    scene.act(load("wyoming").actions(scene.match.state, 0)[0])
    before = scene.last_words.text
    robot.wait(3 * FRAME)
    assert worker.asked[0].kind == "advise"
    assert scene.last_words.text == before


def test_a_bot_that_fails_to_give_a_hint_says_so(app: App) -> None:
    def fails(question: BotQuestion) -> BotAnswer:
        return BotAnswer(question.ticket, failed="The bot could not decide: it is late")

    app.context.worker = PromptWorker(fails)
    robot, scene = open_table(app, "wyoming")
    robot.do(Verb.HINT)
    robot.wait(3 * FRAME)
    assert scene.last_words.text == "The bot could not decide: it is late"
    assert button(robot, "hint").enabled


class AnswersWorker(SilentWorker):
    """A worker that returns what a test puts into `answers`; `dropped` lists the tickets of dropped questions."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: deque[BotAnswer] = deque()
        self.dropped: list[int] = []

    def poll(self) -> BotAnswer | None:
        return self.answers.popleft() if self.answers else None

    def drop(self, ticket: int) -> None:
        self.dropped.append(ticket)


def first_hint(app: App, name: str) -> tuple[Robot, TurnScene, AnswersWorker]:
    """Ask for a hint, and give a first, preliminary answer."""
    app.context.worker = worker = AnswersWorker()
    robot, scene = open_table(app, name)
    robot.do(Verb.HINT)
    worker.answers.append(BotAnswer(worker._tickets, scene.board.turn.actions[0], "It may do.", is_final=False))
    robot.wait(3 * FRAME)
    return robot, scene, worker


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_preliminary_hint_is_shown_and_replaced_by_a_better_one(app: App, name: str) -> None:
    robot, scene, worker = first_hint(app, name)
    assert scene.last_words.text.endswith(": It may do.")
    assert button(robot, "hint").label == "Thinking…"
    worker.answers.append(BotAnswer(worker._tickets, scene.board.turn.actions[-1], "It is better."))
    robot.wait(3 * FRAME)
    assert scene.last_words.text.endswith(": It is better.")
    assert button(robot, "hint").label == "Hint"


def announced(app: App) -> list[str]:
    return [announcement.text for announcement in app.context.announcer.said]


@pytest.mark.parametrize("name", TURN_GAMES)
def test_only_the_final_hint_is_announced_beginning_with_the_play(app: App, name: str) -> None:
    _, scene, worker = first_hint(app, name)
    assert not any("It may do." in text for text in announced(app))
    action = scene.board.turn.actions[-1]
    worker.answers.append(BotAnswer(worker._tickets, action, "It is better."))
    app.manager.update(FRAME)
    assert [text for text in announced(app) if "It is better." in text] == [scene.last_words.text]
    assert not scene.last_words.text.startswith("It is better.")
    assert "Let me think…" not in announced(app)


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_player_who_moves_on_hears_the_preliminary_hint(app: App, name: str) -> None:
    robot, scene, _ = first_hint(app, name)
    robot.do(Verb.NEXT)
    assert [text for text in announced(app) if "It may do." in text] == [scene.last_words.text]


def test_a_slow_hint_announces_once_that_the_master_is_thinking(app: App) -> None:
    robot, _, _ = first_hint(app, "wyoming")
    robot.wait(3000)
    assert announced(app).count("Let me think…") == 1


def test_a_player_who_moves_on_gets_no_further_hint(app: App) -> None:
    robot, scene, worker = first_hint(app, "wyoming")
    robot.do(Verb.NEXT)
    assert worker.dropped == [worker._tickets]
    worker.answers.append(BotAnswer(worker._tickets, scene.board.turn.actions[-1], "It is better."))
    robot.wait(3 * FRAME)
    assert scene.last_words.text.endswith(": It may do.")
    assert button(robot, "hint").enabled


def stop_once(question: BotQuestion) -> BotAnswer:
    """Suspend this process the first time, else think as usual."""
    if not reports_file().exists():
        add_report("Stopped for the first time.")
        os.kill(os.getpid(), signal.SIGSTOP)
    return think(question)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells that a process is suspended")
def test_a_suspended_process_of_bots_is_replaced(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.bots.process.OVERDUE", 0.3)
    app.context.worker = worker = BotWorker(stop_once)
    _, scene = open_table(app, "wyoming")
    scene.act(load("wyoming").actions(scene.match.state, 0)[0])
    deadline = time.monotonic() + 60
    messages = set()
    while len(scene.match.record.entries) < 2:
        assert time.monotonic() < deadline
        app.manager.update(FRAME)
        messages.add(scene.last_words.text)
        time.sleep(0.005)
    worker.close()
    assert "The bots' process hung, so another one has taken over." in messages
    assert reports()[-1].endswith("hung, so another one has taken over.")


# -- the bots' pace


def waits(app: App, name: str, pace: str) -> int:
    """Return the number of frames from the end of the player's turn to the bot's play, if thinking takes no time."""
    app.context.settings.pace = pace
    app.context.worker = PromptWorker()
    _, scene = open_table(app, name)
    while scene.actor == 0:
        scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    played = len(scene.match.record.entries)
    for frame in range(1000):
        if len(scene.match.record.entries) > played:
            return frame
        app.manager.update(FRAME)
    raise AssertionError("the bot does not play")


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_bots_pause_depends_on_the_pace_and_not_on_its_thinking(app: App, name: str) -> None:
    brisk, normal, thoughtful = (waits(app, name, pace) for pace in ("brisk", "normal", "thoughtful"))
    assert brisk < normal < thoughtful
    assert (thoughtful - normal) * FRAME == pytest.approx(1.5 * UNDO_PAUSE, abs=2 * FRAME)


def test_bots_do_not_pause_at_instant_speed(app: App) -> None:
    app.context.settings.speed = "instant"
    assert waits(app, "wyoming", "thoughtful") <= 3
