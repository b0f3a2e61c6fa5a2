"""The course of a match: handing over, playing on from a replay, recorded traces, finales, a file that is removed."""

import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.game.matches import played_by_chance
from tests.golden import check_text
from tests.scenes.match.test_bots import ADA, FRAME, YOU
from tests.scenes.match.test_bots import open_table as table_with_bot
from tests.scenes.pages.every.every_page import table as table_at
from tests.scenes.robot import Eye, Robot, SilentWorker
from tests.scenes.tables import TURN_GAMES, rest, table, take_step
from tests.scenes.tables import open_table as opened
from tests.scenes.trace import played
from tests.untrusted.hostile import real_record
from topping_out.game import registry
from topping_out.game.bots.review import Timeline
from topping_out.game.engine import Outcome
from topping_out.game.record import Occasion, Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.library import read_record
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import SOUNDS
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.icetowers.live_seats import CountPage
from topping_out.scenes.manager import Pop
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.phrases import progress
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import unfinished
from topping_out.scenes.match.table.table import Table
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.wyoming.finale import LENGTH

# -- handover


SECOND = 1000


def open_table(app: App, name: str, speed: str = "instant") -> tuple[Robot, TurnScene]:
    """Open a table of two humans; the first has lifted the curtain."""
    app.context.settings.speed = speed
    robot, scene = Robot(app), table(app, name, "hh")
    robot.open(scene)
    lift(robot)
    return robot, scene


def lift(robot: Robot) -> None:
    assert isinstance(robot.page, HandoverPage)
    robot.wait(SECOND + 200)
    robot.do(Verb.CONFIRM)
    robot.wait()


def end_turn(robot: Robot, scene: TurnScene) -> None:
    """Play the first possible action until the turn ends."""
    seat = scene.viewer.seat
    while scene.actor == seat:
        scene.act(scene.board.turn.actions[0])  # type: ignore[union-attr]
        robot.wait(200)


def pass_on(robot: Robot, scene: TurnScene) -> None:
    """End the turn, and lift the curtain for the next player."""
    end_turn(robot, scene)
    robot.wait(600)
    robot.do(Verb.CONFIRM)
    lift(robot)


@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_curtain_falls_only_after_the_player_has_finished_looking(app: App, name: str) -> None:
    robot, scene = open_table(app, name)
    end_turn(robot, scene)
    robot.wait(30_000)
    assert robot.page is scene
    assert scene.viewer.seat == 0
    assert robot.page.focus == "done"
    assert app.manager.at_rest
    assert robot.widget("done").label == "Done"  # type: ignore[attr-defined]
    assert "press Enter" in scene.describe_turn()
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, HandoverPage)


def test_the_key_for_drawing_does_not_end_the_turn_when_held(app: App) -> None:
    robot, scene = open_table(app, "towering", "normal")
    scene.act(scene.board.turn.actions[0])  # type: ignore[union-attr]
    robot.wait()
    for _ in range(60):
        robot.do(Verb.PLAY)
        robot.wait(40)
    assert robot.page is scene
    assert scene.viewer.is_looking
    robot.click("done")
    for _ in range(60):
        robot.do(Verb.PLAY)
        robot.wait(40)
    assert isinstance(robot.page, HandoverPage)
    assert scene.viewer.seat == 0


def test_a_key_held_at_the_end_of_a_turn_does_not_show_the_next_hand(app: App) -> None:
    robot, scene = open_table(app, "towering")
    end_turn(robot, scene)
    robot.wait(600)
    robot.do(Verb.CONFIRM)
    for _ in range(SECOND // 40 - 2):
        robot.do(Verb.CONFIRM)
        robot.wait(40)
    assert isinstance(robot.page, HandoverPage)
    lift(robot)
    assert scene.viewer.seat == 1


@pytest.mark.parametrize(("used", "key"), [("keys", "Enter"), ("mouse", "Enter"), ("pad", "A")])
def test_the_curtain_names_the_key_that_lifts_it(app: App, used: str, key: str) -> None:
    robot, scene = open_table(app, "towers")
    end_turn(robot, scene)
    robot.wait(600)
    app.context.devices.active = used
    robot.click("done")
    assert f"Press {key} when nobody else is looking." in robot.page_text()
    assert f"Press {key} when nobody else is looking." in app.context.announcer.history[-1]


@pytest.mark.parametrize("name", TURN_GAMES)
def test_cards_drawn_since_the_last_turn_are_marked_and_read_out(app: App, name: str) -> None:
    robot, scene = open_table(app, name)
    board = scene.board
    assert isinstance(board, Table)
    assert not board.tokens.fresh
    for _ in range(4):
        before = Counter(scene.view.hand)
        seat = scene.viewer.seat
        pass_on(robot, scene)
        assert scene.viewer.seat != seat
        pass_on(robot, scene)
        new = Counter(scene.view.hand) - before
        places = [place for place, card in enumerate(board.tokens.hand) if card in board.tokens.fresh]
        assert Counter(scene.view.hand[place] for place in places) == new
        marked = [w.name for w in robot.page.widgets if (read := w.semantics()) and read.value == "just drawn"]
        assert marked == [f"card {place}" for place in places]
        assert places


def test_a_play_can_be_taken_back_before_the_curtain_falls(app: App) -> None:
    robot, scene = open_table(app, "wyoming")
    end_turn(robot, scene)
    robot.do(Verb.UNDO)
    robot.wait(200)
    assert (scene.viewer.seat, scene.viewer.is_looking, scene.match.record.effective()) == (0, False, [])
    assert scene.board.turn


def test_the_curtain_looks_the_same_for_any_hand(app: App) -> None:
    pictures, hands = [], []
    for seed in (1, 2):
        scene = Robot(app).open(table(app, "wyoming", "hh", seed))
        assert scene.viewer.seat is None
        pictures.append(Robot(app).see().get_buffer().raw)
        lift(Robot(app))
        hands.append(scene.view.hand)
        assert Robot(app).see().get_buffer().raw != pictures[-1]
    assert hands[0] != hands[1]
    assert pictures[0] == pictures[1]


def test_taking_back_another_players_play_drops_the_curtain_first(app: App) -> None:
    """It can be taken back as nothing was drawn yet, and the next player must not see that hand."""
    robot, scene = open_table(app, "wyoming")
    pass_on(robot, scene)
    assert scene.viewer.seat == 1
    robot.do(Verb.UNDO)
    robot.wait()
    assert isinstance(robot.page, HandoverPage)
    assert robot.page.seat == 0
    assert scene.match.record.effective() == []


# -- playing on from a replay


def replay_of(app: App, name: str) -> tuple[Robot, ReplayScene]:
    app.context.worker = SilentWorker()
    app.context.settings.speed, app.context.settings.idle_life = "instant", False
    scene = ReplayScene(app.context, Timeline(played_by_chance(name, YOU, ADA)))
    robot = Robot(app)
    robot.open(scene)
    return robot, scene


def middle(scene: ReplayScene) -> int:
    """Return a step in the middle of the game at which the human acts."""
    half = len(scene.playback.steps) // 2
    return next(step for step in range(half, len(scene.playback.steps)) if scene.playback.steps[step].entry.seat == 0)


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_game_can_be_continued_from_a_step_of_a_replay(app: App, name: str) -> None:
    robot, scene = replay_of(app, name)
    step = middle(scene)
    scene.go_to(step)
    robot.click("play on")
    robot.wait(1000)
    table = app.manager.top
    assert table.match.state == scene.playback.states[step]
    assert table.match.header.occasion == Occasion(branch=step)
    assert not table.match.can_undo(), "actions of the other game can be taken back"
    assert "not counted" in robot.widget("origin").semantics().label  # type: ignore[union-attr]
    path = app.context.library.path
    assert read_record(path).entries == scene.record.effective()[:step]
    app.context.library.close()
    (saved,) = unfinished(app.context)
    assert "from turn" in progress(saved)


def test_only_plays_after_the_branch_can_be_taken_back(app: App) -> None:
    robot, scene = replay_of(app, "towers")
    scene.go_to(middle(scene))
    robot.click("play on")
    robot.wait(1000)
    table = app.manager.top
    before = len(table.match.record.effective())
    table.match.act(0, table.game.actions(table.match.state, 0)[0])
    if table.match.can_undo():
        table.match.undo()
    assert not table.match.can_undo()
    assert len(table.match.record.effective()) == before


def test_a_live_game_is_continued_at_the_time_of_the_step(app: App) -> None:
    robot, scene = replay_of(app, "icetowers")
    step = middle(scene)
    scene.go_to(step)
    robot.click("play on")
    robot.click("go")  # the page asks for devices first
    robot.wait(100)
    table = app.manager.top
    assert table.match.ms == scene.playback.steps[step - 1].entry.ms
    assert table.match.state == scene.playback.states[step]
    assert "not counted" in robot.widget("origin").semantics().label  # type: ignore[union-attr]


def test_a_replay_cannot_be_continued_from_its_ends_or_if_unfinished(app: App) -> None:
    robot, scene = replay_of(app, "wyoming")
    assert not robot.widget("play on").enabled
    scene.go_to(len(scene.playback.steps))
    assert not robot.widget("play on").enabled
    record = played_by_chance("wyoming", YOU, ADA)
    record.entries.pop()
    open_game = robot.open(ReplayScene(app.context, Timeline(record)))
    open_game.go_to(5)
    assert not robot.widget("play on").enabled


# -- traces


OFTEN, VARIED = 10, 3


@pytest.mark.parametrize("name", registry.names())
def test_a_match_moves_and_sounds_as_recorded(app: App, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    trace = str(played(app, name, monkeypatch))
    played_sounds = Counter(re.findall(r" sound (\w+) ", trace))
    assert played_sounds.total() > OFTEN
    few = [sound for sound, times in played_sounds.items() if times > OFTEN and SOUNDS[sound] < VARIED]
    assert few == [], "sounds played more than ten times in a match need at least three variants"
    check_text(trace, f"traces/{name}")


# -- finales


def to_last_play(app: App, game: str) -> tuple[Robot, TurnScene]:
    """Play at random to the end; the last play is still being shown."""
    robot, scene = opened(app, game, seed=5)
    rng = random.Random(0)
    while not scene.match.outcome:
        rest(robot, scene)
        take_step(scene, rng)
        if not scene.match.outcome:
            scene.motion.finish()
    return robot, scene


def test_pressing_results_during_the_last_play_hurries_the_finale(app: App) -> None:
    robot, scene = to_last_play(app, "towers")
    board: Any = scene.board
    robot.do(Verb.PLAY)
    grown, frames = [], 0
    while app.manager.top is scene and frames < 400:
        app.manager.update(40)
        frames += 1
        grown.append(board.topping.grown if board.topping else 0.0)
    check_is_topped_out(app, board)
    rising = sum(0 < share < 1 for share in grown)
    assert 3 < rising * 40 / 1000 * 10 < 13, "it should take about a third of its usual time"


def test_pressing_results_during_the_finale_completes_it_at_once(app: App) -> None:
    _, scene = to_last_play(app, "towers")
    board: Any = scene.board
    scene.motion.finish()
    while not (board.topping and board.topping.grown > 0.5):
        app.manager.update(40)
    scene.ending._just_over.finish()
    for intent in (Intent(Verb.FOCUS, text="results"), Intent(Verb.CONFIRM)):
        app.on_intent(intent)
    check_is_topped_out(app, board)


def test_the_finale_is_complete_at_once_at_instant_speed(app: App) -> None:
    app.context.settings.speed = "instant"
    robot, scene = to_last_play(app, "towers")
    robot.wait(1200)
    check_is_topped_out(app, scene.board)


def check_is_topped_out(app: App, board: Any) -> None:
    assert isinstance(app.manager.top, ResultsPage)
    assert (board.topping.grown, board.topping.rise) == (1.0, 1.0)


@pytest.mark.parametrize("game", ["towers", "icetowers"])
def test_the_end_of_a_replay_shows_the_finale_and_leaving_removes_it(app: App, robot: Robot, game: str) -> None:
    replay = robot.open(ReplayScene(app.context, Timeline(real_record(game))))
    board: Any = replay.board
    robot.click("end")
    finale = board.topping if game == "towers" else board.counted
    assert finale
    assert not replay.at_rest
    robot.wait(16_000)
    assert replay.at_rest
    assert finale.rise == 1 if game == "towers" else finale.shown == finale.length
    robot.click("back")
    assert not (board.topping if game == "towers" else board.counted)


def test_the_count_of_icetowers_always_comes_before_the_results(app: App) -> None:
    scene = table_at(app, "icetowers", 0)
    scene.match.state.outcome = Outcome((0,), (30, 20), "agreed")
    app.manager.go(scene.ending.hasten())
    assert isinstance(app.manager.top, CountPage)
    app.manager.go(Pop(scene.ending.hasten))
    assert isinstance(app.manager.top, ResultsPage)


@pytest.mark.parametrize("is_reduced", [False, True])
def test_the_sky_breaks_over_the_winning_tower(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    robot, scene = to_last_play(app, "wyoming")
    board: Any = scene.board
    shown: list[float] = []
    while app.manager.top is scene:
        app.manager.update(40)
        shown += [board.topping.ms] if board.topping else []
        robot.see()
    assert isinstance(app.manager.top, ResultsPage)
    assert max(shown) == LENGTH, "the finale ends with a still picture"
    assert any(0 < ms < LENGTH for ms in shown) is not is_reduced
    assert [target[0] for target in board.topping.winners] == list(scene.match.outcome.winners)  # type: ignore[union-attr]
    assert any("The Sky shatters" in text for text in app.context.announcer.history)


def test_the_sky_does_not_break_if_the_last_seat_wins_below_it(app: App) -> None:
    _, scene = to_last_play(app, "wyoming")
    board: Any = scene.board
    scene.match.state.pennies = 30
    board.tokens.set_view(scene.view)
    assert not board.celebrate()
    assert board.topping.heights
    assert not board.topping.breaks


def test_a_sign_is_shown_during_the_last_round_of_towers(app: App, eye: Eye) -> None:
    robot, scene = opened(app, "towers", "hb", 5)
    signs = {False: 0, True: 0}
    rng = random.Random(0)
    while not scene.match.outcome:
        rest(robot, scene)
        if scene.view.last_round or scene.view.draw_pile <= 6:
            robot.see()
            signs[scene.view.last_round] += 1
            shown = {text for text, _ in eye.shown(app)}
            assert ({"Last round"} <= shown or {"Last", "round"} <= shown) is scene.view.last_round
        take_step(scene, rng)
        scene.motion.finish()
    assert all(signs.values())


# -- a removed file


SAVED_AGAIN = "Another program changed or removed this game's file. It's been saved again, as "
not_on_windows = pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be deleted or moved there")


@pytest.fixture
def announced(app: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    announcements: list[str] = []
    say: Callable[..., None] = app.context.announcer.say
    monkeypatch.setattr(
        app.context.announcer, "say", lambda text, **more: (announcements.append(text), say(text, **more))
    )
    return announcements


@not_on_windows
@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_a_removed_file_is_saved_again_and_reported_at_a_table(app: App, game: str, announced: list[str]) -> None:
    app.context.worker = SilentWorker()
    robot, scene = table_with_bot(app, game)
    app.context.library.path.unlink()
    scene.do(0, scene.board.turn.actions[0])
    robot.wait(FRAME)
    assert scene.last_words.text == f"{SAVED_AGAIN}{app.context.library.path.name}."
    assert scene.last_words.text in announced
    assert app.context.reports == [scene.last_words.text]
    assert read_record(app.context.library.path) == scene.match.record


@not_on_windows
def test_a_removed_file_is_saved_again_and_reported_at_a_live_table(
    app: App, robot: Robot, bots_here: None, announced: list[str]
) -> None:
    seats = [Player("Ana"), Player("Frost", "bot", "medium", 1)]
    match = app.context.library.start(new_header(load("icetowers"), seats, {}, 7))
    robot.open(LiveScene(app.context, match, {0: "mouse"}))
    app.context.library.path.unlink()
    match.mark_time(10)
    robot.wait(FRAME)
    assert f"{SAVED_AGAIN}{app.context.library.path.name}." in announced
    assert read_record(app.context.library.path) == match.record
