"""Bots at a table: hints and pace."""

import os
import signal
import sys
import time
from collections import deque

import pytest

from tests.game.matches import played_by_chance
from tests.scenes.robot import PromptWorker, Robot, SilentWorker
from tests.scenes.tables import TURN_GAMES, table
from topping_out.game import registry
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.weights import take_over
from topping_out.game.bots.worker import BotAnswer, BotQuestion, BotWorker, think
from topping_out.game.match import Match
from topping_out.game.record import Player, Record
from topping_out.game.registry import load
from topping_out.game.storage.faults import add_report, reports, reports_file
from topping_out.game.storage.library import read_record
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.match.bots import ONE_TOO_MANY, UNDO_PAUSE
from topping_out.scenes.match.phrases import progress
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import open_table as opened_table
from topping_out.scenes.match.start import unfinished
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.pause import OpponentsPage, PausePage
from topping_out.scenes.ui.column import Notice

FRAME = 40
YOU, ADA = Player("You"), Player("Ada Apex", "bot", "ada", 1)


def open_table(app: App, name: str) -> tuple[Robot, TurnScene]:
    """Open a table with a bot; return once the player may act."""
    robot, scene = Robot(app), table(app, name, seed=5, worker=app.context.worker)
    robot.open(scene)
    for _ in range(400):
        if scene.board.turn:
            return robot, scene
        app.manager.update(FRAME)
    raise AssertionError("the player may not act")


# -- hints


def ask_for_hint(robot: Robot) -> None:
    robot.do(Verb.HINT)
    robot.wait(3 * FRAME)


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_hint_is_the_masters_choice_with_its_reason(app: App, name: str) -> None:
    app.context.worker = worker = PromptWorker()
    robot, scene = open_table(app, name)
    ask_for_hint(robot)
    (question,) = worker.asked
    assert (question.kind, question.level) == ("advise", "master")
    advice = think(question)
    play, reason = scene.last_words.text.split(": ", 1)
    assert play
    assert reason == advice.reason != ""
    main = scene.board.main_button()
    assert str(main.action).split(" #")[0] == str(advice.action).split(" #")[0]
    assert scene.match.record.entries == []


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_play_after_a_hint_is_marked_in_the_record(app: App, name: str) -> None:
    app.context.worker = PromptWorker()
    robot, scene = open_table(app, name)
    ask_for_hint(robot)
    scene.act(scene.board.turn.actions[0])
    (entry,) = [entry for entry in scene.match.record.entries if entry.seat == 0]
    assert entry.is_hinted


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_hint_too_many_is_given_only_after_a_warning(app: App, name: str) -> None:
    app.context.worker = worker = PromptWorker()
    robot, scene = open_table(app, name)
    scene.match.is_last_hint_over = lambda seat: True
    ask_for_hint(robot)
    assert worker.asked == []
    assert scene.last_words.text == ONE_TOO_MANY
    ask_for_hint(robot)
    assert [question.kind for question in worker.asked] == ["advise"]


@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_table_stays_usable_while_the_master_thinks(app: App, name: str) -> None:
    app.context.worker = SilentWorker()
    robot, scene = open_table(app, name)
    assert robot.widget("hint").enabled
    robot.do(Verb.HINT)
    robot.wait(2000)
    assert scene.last_words.text == "Let me think…"
    hint = robot.widget("hint")
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
        return BotAnswer(question.ticket, failed="The bot couldn't decide: it is late")

    app.context.worker = PromptWorker(fails)
    robot, scene = open_table(app, "wyoming")
    ask_for_hint(robot)
    assert scene.last_words.text == "The bot couldn't decide: it is late"
    assert robot.widget("hint").enabled


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


def announced(app: App) -> list[str]:
    return [announcement.text for announcement in app.context.announcer.said]


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_preliminary_hint_is_shown_and_only_the_better_one_announced(app: App, name: str) -> None:
    """The announcement begins with the play."""
    robot, scene, worker = first_hint(app, name)
    assert scene.last_words.text.endswith(": It may do.")
    assert robot.widget("hint").label == "Thinking…"
    assert not {"It may do.", "Let me think…"} & {text.split(": ")[-1] for text in announced(app)}
    worker.answers.append(BotAnswer(worker._tickets, scene.board.turn.actions[-1], "It is better."))
    app.manager.update(FRAME)
    assert scene.last_words.text.endswith(": It is better.")
    assert [text for text in announced(app) if "It is better." in text] == [scene.last_words.text]
    assert robot.widget("hint").label == "Hint"


def test_a_slow_hint_announces_once_that_the_master_is_thinking(app: App) -> None:
    robot, _, _ = first_hint(app, "wyoming")
    robot.wait(3000)
    assert announced(app).count("Let me think…") == 1


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_player_who_moves_on_hears_the_preliminary_hint_and_gets_no_other(app: App, name: str) -> None:
    robot, scene, worker = first_hint(app, name)
    robot.do(Verb.NEXT)
    assert [text for text in announced(app) if "It may do." in text] == [scene.last_words.text]
    assert worker.dropped == [worker._tickets]
    worker.answers.append(BotAnswer(worker._tickets, scene.board.turn.actions[-1], "It is better."))
    robot.wait(3 * FRAME)
    assert scene.last_words.text.endswith(": It may do.")
    assert robot.widget("hint").enabled


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


# -- pauses


LONG = 60_000.0


@pytest.fixture
def reading_app(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    """Return a program with a screen reader on that speaks at the usual pace."""
    monkeypatch.setattr(app.reader, "speaks", True)
    app.context.announcer.is_heard = True
    return app


def sit_down(app: App, game: str, seats: str = "hb") -> tuple[Robot, TurnScene]:
    robot, scene = Robot(app), table(app, game, seats, worker=PromptWorker())
    robot.open(scene)
    robot.wait(200)
    return robot, scene


def end_turn(robot: Robot, scene: TurnScene) -> None:
    """Play until the turn ends, finishing every motion."""
    seat = scene.actor
    while scene.actor == seat and scene.board.turn:
        scene.act(scene.board.turn.actions[0])
        scene.motion.finish()
        robot.app.manager.update(16)


def pass_time(app: App, ms: float) -> None:
    """Let time pass for the table and for announcements."""
    for _ in range(int(ms // 40)):
        app.context.announcer.pass_time(40)
        app.manager.update(40)


def count_plays(scene: TurnScene) -> int:
    return len(scene.match.record.effective())


@pytest.mark.parametrize("game", TURN_GAMES)
def test_with_a_screen_reader_a_bot_plays_when_its_key_is_pressed(reading_app: App, game: str) -> None:
    """This is the default with a screen reader; the key is announced and shown on the main button."""
    robot, scene = sit_down(reading_app, game)
    end_turn(robot, scene)
    before = count_plays(scene)
    pass_time(reading_app, LONG)
    assert count_plays(scene) == before
    assert reading_app.manager.at_rest
    assert reading_app.context.announcer.history[-1].startswith(
        "P lets Cornice play." if game != "wyoming" else "P lets Mesa"
    )
    assert robot.widget("play").semantics().label.startswith("Let ")
    robot.do(Verb.PLAY)
    pass_time(reading_app, 2000)
    assert count_plays(scene) > before


@pytest.mark.parametrize("used", ["mouse", "pad"])
def test_the_main_button_lets_a_bot_play(app: App, used: str) -> None:
    """Without a screen reader, a setting makes bots wait."""
    app.context.settings.bots_wait = "key"
    robot, scene = sit_down(app, "wyoming")
    app.context.devices.active = used
    end_turn(robot, scene)
    pass_time(app, 2000)
    before = count_plays(scene)
    robot.click("play") if used == "mouse" else robot.do(Verb.PLAY)
    pass_time(app, 2000)
    assert count_plays(scene) > before


def test_a_bot_waits_until_announcements_have_been_heard(reading_app: App) -> None:
    """The time for taking back a play begins after the announcement of its end."""
    reading_app.context.settings.bots_wait = "moment"
    robot, scene = sit_down(reading_app, "towers")
    end_turn(robot, scene)
    before, announcer = count_plays(scene), reading_app.context.announcer
    announcer.say("x" * 300)
    pass_time(reading_app, announcer.left - 100)
    assert count_plays(scene) == before
    pass_time(reading_app, 100 + UNDO_PAUSE + 200)
    assert count_plays(scene) > before


def test_that_a_play_can_be_taken_back_while_a_bot_waits_is_said_once(reading_app: App) -> None:
    reading_app.context.settings.bots_wait = "key"
    robot, scene = sit_down(reading_app, "wyoming")
    for _ in range(2):
        end_turn(robot, scene)
        pass_time(reading_app, 4000)
        robot.do(Verb.PLAY)
        robot.wait_for(lambda: scene.board.turn is not None)
    lets = [text for text in reading_app.context.announcer.history if "lets Mesa play" in text]
    assert ["takes your play back" in text for text in lets] == [True, False]


@pytest.mark.parametrize("is_asked", [False, True])
def test_the_deadline_for_taking_back_a_play_is_announced(reading_app: App, is_asked: bool) -> None:
    """There is no deadline if plays are confirmed first."""
    settings = reading_app.context.settings
    settings.bots_wait, settings.ask_first = "moment", is_asked
    robot, scene = sit_down(reading_app, "wyoming")
    reading_app.manager.go(scene.act(scene.board.turn.actions[0]))  # type: ignore[union-attr]
    if is_asked:
        robot.do(Verb.CONFIRM)
    assert scene.match.can_undo()
    assert ("Z takes it back until Mesa plays." in reading_app.context.announcer.history) is not is_asked
    if not is_asked:
        pass_time(reading_app, reading_app.context.announcer.left + UNDO_PAUSE - 200)
        assert scene.match.can_undo()


# -- confirming plays


@pytest.mark.parametrize("game", TURN_GAMES)
@pytest.mark.parametrize("seats", ["hb", "hh"])
def test_a_play_counts_after_it_was_confirmed(app: App, game: str, seats: str) -> None:
    """The question names the play; Esc changes nothing."""
    app.context.settings.ask_first, app.context.settings.curtain = True, False
    robot, scene = sit_down(app, game, seats)
    before, action = count_plays(scene), scene.board.turn.actions[0]  # type: ignore[union-attr]
    for verb in (Verb.CANCEL, Verb.CONFIRM):
        app.manager.go(scene.act(action))
        assert isinstance(robot.page, Notice)
        assert len(robot.page.text) > 8
        assert count_plays(scene) == before
        robot.do(verb)
    assert count_plays(scene) == before + 1


# -- takeovers


NELL = Player("Nell Nettle", "bot", "nell", 1)


def table_with(app: App, name: str, entries: int) -> tuple[Robot, Match]:
    """Open a table_with at which this many entries have been played."""
    app.context.worker = SilentWorker()
    app.context.settings.speed, app.context.settings.idle_life = "instant", False
    record = played_by_chance(name, YOU, ADA)
    match = app.context.library.begin(Record(record.header, record.entries[:entries]))
    robot = Robot(app)
    robot.open(opened_table(app.context, match))
    robot.wait(1000)
    return robot, match


def change(robot: Robot) -> None:
    """Replace Ada by the master on the pause page, with keys only."""
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, PausePage)
    robot.press("opponents")
    assert isinstance(robot.page, OpponentsPage)
    assert not robot.widget("play").enabled
    robot.step_to("bot1", "Master")
    robot.do(Verb.PLAY)
    robot.wait(500)
    if robot.app.manager.top and not isinstance(robot.app.manager.top, TurnScene | LiveScene):
        robot.press("go")  # the page asks for devices first
        robot.wait(500)


@pytest.mark.parametrize("name", registry.names())
def test_a_bot_can_take_over_during_any_game(app: App, name: str) -> None:
    robot, match = table_with(app, name, 12)
    change(robot)
    scene = app.manager.top
    assert scene.match.header.seats[1].level == "master"
    assert scene.match.header.seats[1].name == "Master"
    assert [entry.text for entry in scene.match.record.actions()] == [entry.text for entry in match.record.actions()]
    assert "Ada Apex" in robot.widget("origin").semantics().label  # type: ignore[union-attr]
    assert any("instead of Ada Apex" in text for text in app.context.announcer.history)
    if isinstance(scene, TurnScene):
        assert "Master" not in scene.last_words.text, "Ada's last play was ascribed to the master"
    path = app.context.library.path
    assert [change.player.name for change in read_record(path).header.purpose.changes] == ["Ada Apex"]
    app.context.library.close()
    (saved,) = unfinished(app.context)
    assert "Ada Apex" in progress(saved)


@pytest.mark.parametrize("name", registry.names())
def test_a_replay_names_the_player_of_each_step(app: App, name: str) -> None:
    whole = played_by_chance(name, YOU, ADA)
    record = take_over(Record(whole.header, whole.entries[:12]), {1: NELL})
    record.entries += whole.entries[12:]
    app.context.worker = SilentWorker()
    scene = Robot(app).open(ReplayScene(app.context, Timeline(record)))
    for step, name in ((12, "Ada Apex"), (13, "Nell Nettle"), (3, "Ada Apex"), (len(record.entries), "Nell Nettle")):
        scene.go_to(step)
        assert scene.board.names[1] == name


def test_with_the_mouse_a_bot_can_take_over_before_the_first_play_and_the_game_counts(app: App) -> None:
    robot, _ = table_with(app, "wyoming", 0)
    app.context.devices.active = "mouse"
    robot.do(Verb.CANCEL)
    for name, share in (("opponents", 0.5), ("bot1", 0.97), ("play", 0.5)):
        robot.click(name, (share, 0.5))
    robot.wait(500)
    header = robot.top(TurnScene).match.header
    assert not header.occasion
    assert header.seats[1] != ADA
