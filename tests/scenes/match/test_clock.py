"""The clock of players in games with turns: when it runs, what happens when time is up, and what is saved of it."""

import random
import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tests.scenes.robot import PromptWorker, Robot, SilentWorker
from tests.scenes.tables import TURN_GAMES, table
from tests.scenes.trace import things_shown
from topping_out.game.bots.review import Review, Timeline
from topping_out.game.bots.weights import take_over
from topping_out.game.bots.worker import BotAnswer
from topping_out.game.match import Match
from topping_out.game.progress.daily import deal_of
from topping_out.game.record import Clock, Player, Record, branch_of, new_header
from topping_out.game.registry import load
from topping_out.game.wyoming.actions import PlayKind
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Replace
from topping_out.scenes.match import clock as clocks
from topping_out.scenes.match.clock import LAST_SECONDS, OVERTIME
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.start import (
    begin_guided,
    begin_stage,
    city_of,
    play_again,
    resume,
    unfinished,
)
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.pause import LogPage, PausePage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.towering.rounds import RoundPage

TURN = Clock("turn", 30)
GAME = Clock("game", 60)
FRAME = 40


@pytest.fixture(autouse=True)
def attended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the window have the keyboard."""
    monkeypatch.setattr(clocks, "is_attended", lambda: True)


def open_clocked(
    app: App, game: str, clock: Clock = TURN, seats: str = "hb", worker: Any = None
) -> tuple[Robot, TurnScene]:
    """Open a table with a clock; "h" is a human, "b" a bot. Return once the first player may act."""
    robot, scene = Robot(app), table(app, game, seats, worker=worker, clock=clock)
    app.manager.go(Replace(scene))
    begin(robot, scene)
    return robot, scene


def begin(robot: Robot, scene: TurnScene) -> None:
    """Wait until a player may act; lift curtains, and close the pages after rounds."""
    watch(robot, scene, lambda: bool(scene.board.turn) and robot.app.manager.top is scene)


def spend(robot: Robot, scene: TurnScene, seconds: float) -> None:
    """Let the player to move think."""
    for _ in range(round(1000 * seconds / FRAME)):
        robot.app.manager.update(FRAME)


def left(scene: TurnScene, seat: int = 0) -> float:
    """Return the seconds that a seat has left."""
    return round(scene.clock.left(seat) / 1000, 2)


def play_first(scene: TurnScene) -> None:
    scene.act(scene.board.turn.actions[0])


def play_and_take_back(robot: Robot, scene: TurnScene) -> None:
    play_first(scene)
    robot.wait(200)
    robot.do(Verb.UNDO)
    begin(robot, scene)


# -- when it runs


def waits_for_a_hint(robot: Robot, scene: TurnScene) -> None:
    robot.do(Verb.HINT)
    assert scene.hints.is_thinking


def sees_the_own_play_move(robot: Robot, scene: TurnScene) -> None:
    play_first(scene)
    scene.motion.speed = 1e-6
    assert scene.motion.busy


def waits_for_a_bot(robot: Robot, scene: TurnScene) -> None:
    play_first(scene)
    while scene.actor == 0:
        begin(robot, scene)
        play_first(scene)


def is_asked_whether_the_play_is_meant(robot: Robot, scene: TurnScene) -> None:
    scene.context.settings.ask_first = True
    robot.app.manager.go(scene.act(scene.board.turn.actions[0]))
    assert robot.page is not scene


STATES: dict[str, tuple[Callable[[Robot, TurnScene], Any], bool]] = {
    "does nothing": (lambda robot, scene: None, True),
    "chooses a card": (lambda robot, scene: robot.press("card 0"), True),
    "waits for a hint": (waits_for_a_hint, True),
    "sees the own play move": (sees_the_own_play_move, False),
    "waits for a bot": (waits_for_a_bot, False),
    "paused": (lambda robot, scene: (robot.do(Verb.CANCEL), robot.top(PausePage)), False),
    "reads the rules": (lambda robot, scene: (robot.do(Verb.RULES), robot.top(RulesPage)), False),
    "reads the log": (lambda robot, scene: (robot.do(Verb.LOG), robot.top(LogPage)), False),
    "is asked whether the play is meant": (is_asked_whether_the_play_is_meant, False),
    "uses another window": (lambda robot, scene: setattr(clocks, "is_attended", lambda: False), False),
    "hears an announcement": (lambda robot, scene: setattr(scene.context.announcer, "left", 1e9), False),
}
"""What a player does, and whether that time counts."""


@pytest.mark.parametrize(("state", "counts"), STATES.values(), ids=STATES)
@pytest.mark.parametrize("clock", [TURN, GAME], ids=["turn", "game"])
def test_only_time_in_which_a_player_may_decide_counts(
    app: App, clock: Clock, state: Callable[[Robot, TurnScene], None], counts: bool
) -> None:
    robot, scene = open_clocked(app, "wyoming", clock)
    state(robot, scene)
    before = sum(scene.match.record.thought(seat) + scene.clock.thought(seat) for seat in (0, 1))
    spend(robot, scene, 2)
    after = sum(scene.match.record.thought(seat) + scene.clock.thought(seat) for seat in (0, 1))
    assert after - before == (2000 if counts else 0)


def test_no_time_counts_while_cards_are_dealt_or_a_hand_is_passed_on(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", GAME, "hh")
    first = scene.clock.thought(0)
    assert first <= FRAME, "the deal took longer"
    play_first(scene)
    while not scene.viewer.is_looking:
        robot.app.manager.update(FRAME)
    spend(robot, scene, 3)
    robot.press("done")
    assert isinstance(robot.page, HandoverPage)
    spend(robot, scene, 3)
    assert [scene.match.record.thought(seat) for seat in (0, 1)] == [first, 0]
    assert scene.clock.thought(1) == 0


def test_a_long_frame_hardly_counts_because_nobody_could_play(app: App) -> None:
    _, scene = open_clocked(app, "wyoming")
    before = left(scene)
    app.manager.update(60_000)
    assert before - left(scene) < 1


def test_each_player_at_the_screen_has_their_own_time(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", GAME, "hh")
    spend(robot, scene, 10)
    play_first(scene)
    begin(robot, scene)
    assert scene.board.turn.seat == 1
    spend(robot, scene, 20)
    assert left(scene, 0) == pytest.approx(50, abs=0.2)
    assert left(scene, 1) == pytest.approx(40, abs=0.2)


# -- time is up


def watch(robot: Robot, scene: TurnScene, until: Callable[[], bool]) -> None:
    """Let time pass, with pages after rounds closed, until a condition is true."""
    for _ in range(60_000):
        if until():
            return
        if isinstance(robot.app.manager.top, HandoverPage | RoundPage):
            robot.do(Verb.CONFIRM)
        elif scene.viewer.is_looking and scene.viewer.may_be_done and robot.app.manager.top is scene:
            robot.press("done")
        robot.app.manager.update(FRAME)
    raise AssertionError("the condition has not become true")


KINDS = {
    "wyoming": {"Play"},
    "towering": {"Build", "Draw"},
    "towers": {"Build", "Claim", "End"},
}
"""The kinds of decisions that come up in each game."""


@pytest.mark.parametrize("game", TURN_GAMES)
def test_a_game_goes_to_its_end_although_a_player_is_away(app: App, game: str) -> None:
    app.context.settings.speed, app.context.settings.pace = "instant", "brisk"
    robot, scene = open_clocked(app, game, Clock("turn", 1), worker=PromptWorker())
    watch(robot, scene, lambda: scene.match.outcome is not None)
    own = [step for step in scene.match.steps if step.entry.seat == 0]
    assert own
    assert all(step.entry.is_by_clock for step in own)
    assert KINDS[game] <= {type(step.action).__name__ for step in own}
    assert not any(step.entry.is_by_clock or step.entry.thought for step in scene.match.steps if step.entry.seat)
    assert Review(scene.match.record).decisions == (), "what the clock played is not held against the player"
    assert scene.match.record.helped() == (0,)
    watch(robot, scene, lambda: isinstance(app.manager.top, ResultsPage))
    assert "because time was up" in robot.page_text()
    assert app.context.reports == []


@pytest.mark.parametrize("game", TURN_GAMES)
def test_a_gentle_bot_finishes_the_turn_and_the_player_is_told(app: App, game: str) -> None:
    worker = PromptWorker()
    robot, scene = open_clocked(app, game, worker=worker)
    view = scene.match.game.view(scene.match.state, 0)
    spend(robot, scene, 29)
    assert scene.match.steps == []
    watch(robot, scene, lambda: scene.actor == 1)
    own = [step.entry for step in scene.match.steps]
    assert {entry.seat for entry in own} == {0}
    assert all(entry.is_by_clock for entry in own)
    assert own[0].thought == 30_000
    assert sum(entry.thought for entry in own[1:]) == 0, "the rest of the turn gets no time of its own"
    assert worker.asked[0].view == view, "the bot knows only what the player sees"
    gentle = [question for question in worker.asked if question.kind == "choose"][: len(own)]
    assert {question.level for question in gentle} == {"gentle"}
    told = "Ana's time is up: a bot plays instead."
    assert scene.last_words.text.startswith(told)
    assert [words for words in app.context.announcer.history if told in words] != []
    robot.do(Verb.LOG)
    assert [text for _, text in robot.page._sentences].count(told) == 1  # type: ignore[attr-defined]


def test_a_half_played_turn_is_finished_too(app: App) -> None:
    robot, scene = open_clocked(app, "towering", worker=PromptWorker())
    play_first(scene)
    begin(robot, scene)
    assert scene.actor == 0
    watch(robot, scene, lambda: scene.actor == 1)
    assert [step.entry.is_by_clock for step in scene.match.steps] == [False, True]


def test_a_wyoming_player_who_can_only_discard_gets_a_bot_too(app: App, robot: Robot) -> None:
    app.context.worker = PromptWorker()
    record = before_a_discard()
    scene = TurnScene(app.context, app.context.library.begin(record))
    app.manager.go(Replace(scene))
    done = len(record.effective())
    watch(robot, scene, lambda: len(scene.match.steps) > done)
    step = scene.match.steps[done]
    assert (step.action.kind, step.entry.is_by_clock) == (PlayKind.DISCARD, True)


def before_a_discard() -> Record:
    """Return a game of chance, with a clock, in which the human can only discard now."""
    game = load("wyoming")
    players = [Player("Ana"), Player("Mesa", "bot", "easy", 1)]
    for seed in range(100):
        rng = random.Random(seed)
        match = Match.new(replace(new_header(game, players, {"first": "0"}, seed), clock=TURN))
        while not match.outcome:
            seat = min(match.actors)
            actions = game.actions(match.state, seat)
            if seat == 0 and all(action.kind is PlayKind.DISCARD for action in actions):
                return match.record
            match.act(seat, rng.choice(actions))
    raise AssertionError("nobody had to discard")


@pytest.mark.parametrize("game", TURN_GAMES)
@pytest.mark.parametrize("is_dragged", [False, True])
def test_a_card_that_is_chosen_or_in_the_air_when_time_is_up_is_put_back(app: App, game: str, is_dragged: bool) -> None:
    robot, scene = open_clocked(app, game, worker=PromptWorker())
    if is_dragged:
        app.context.devices.active = "mouse"
        start = robot.widget("card 0").rect.center
        for verb, place in ((Verb.PRESS, start), (Verb.POINT, (600, 300)), (Verb.POINT, (610, 310))):
            app.context.devices.pointer = place
            app.on_intent(Intent(verb, place))
    else:
        robot.press("card 0")
    assert scene.pointing.dragged if is_dragged else scene.board.choice
    watch(robot, scene, lambda: bool(scene.match.steps))
    assert (scene.board.choice, scene.pointing.dragged) == (None, None)
    if is_dragged:
        app.on_intent(Intent(Verb.RELEASE, (610, 310)))
    watch(robot, scene, lambda: scene.course.is_over)
    assert app.context.reports == []
    assert all(step.entry.is_by_clock for step in scene.match.steps)


def test_a_hint_that_comes_after_time_is_up_is_not_shown(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", worker=SilentWorker())
    robot.do(Verb.HINT)
    assert scene.questions.is_asked("advise")
    scene._play_by_clock(0)
    assert not scene.questions.is_asked("advise")


def test_the_play_of_the_bot_stays(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", worker=PromptWorker())
    watch(robot, scene, lambda: bool(scene.match.steps))
    assert not scene.match.can_undo()
    assert scene.why_not(Verb.UNDO) == "Time was up: what a bot has played for somebody can't be taken back."


def test_a_bot_that_fails_does_not_stop_the_turn(app: App) -> None:
    worker = PromptWorker(lambda question: BotAnswer(question.ticket, failed="it broke"))
    robot, scene = open_clocked(app, "wyoming", worker=worker)
    watch(robot, scene, lambda: bool(scene.match.steps))
    assert scene.match.steps[0].entry.is_by_clock
    assert app.context.reports == ["it broke"]


def test_with_the_time_of_a_game_used_up_each_turn_still_has_some(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", GAME, worker=PromptWorker())
    watch(robot, scene, lambda: bool(scene.match.steps))
    assert scene.match.steps[0].entry.is_by_clock
    watch(robot, scene, lambda: scene.board.turn is not None)
    assert left(scene) == pytest.approx(OVERTIME, abs=0.1)
    spend(robot, scene, 5)
    play_first(scene)
    assert not scene.match.steps[-1].entry.is_by_clock
    watch(robot, scene, lambda: scene.board.turn is not None)
    assert left(scene) == pytest.approx(OVERTIME, abs=0.1)


# -- taking back, saving, continuing


@pytest.mark.parametrize("clock", [TURN, GAME], ids=["turn", "game"])
def test_taking_back_gives_no_time_back(app: App, clock: Clock) -> None:
    robot, scene = open_clocked(app, "wyoming", clock)
    spend(robot, scene, 12)
    play_and_take_back(robot, scene)
    assert scene.match.steps == []
    assert left(scene) == pytest.approx(clock.seconds - 12, abs=0.2)


@pytest.mark.parametrize("game", TURN_GAMES)
@pytest.mark.parametrize("clock", [TURN, GAME], ids=["turn", "game"])
def test_a_saved_game_goes_on_with_its_clock(app: App, game: str, clock: Clock) -> None:
    robot, scene = open_clocked(app, game, clock)
    spend(robot, scene, 5)
    if game == "wyoming":
        play_and_take_back(robot, scene)
    else:
        play_first(scene)
        begin(robot, scene)
    spend(robot, scene, 7)
    before = left(scene)
    assert before == pytest.approx(clock.seconds - 12, abs=0.3)
    app.manager.clear()
    (saved,) = unfinished(app.context)
    assert saved.header.clock == clock
    app.manager.go(resume(app.context, saved))
    again = robot.top(TurnScene)
    assert left(again) == before
    begin(robot, again)
    assert again.match.record.effective() == scene.match.record.effective()
    assert left(again) == pytest.approx(before, abs=0.1)


def test_time_is_written_down_whenever_something_covers_the_table(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming")
    spend(robot, scene, 4)
    robot.do(Verb.CANCEL)
    (entry,) = scene.match.record.entries
    assert (entry.seat, entry.is_thinking) == (0, True)
    assert entry.thought == pytest.approx(4000, abs=100)
    assert scene.match.steps == []
    assert scene.match.record.effective() == []


def test_other_bots_change_nothing_about_the_time(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", GAME)
    spend(robot, scene, 12)
    play_and_take_back(robot, scene)
    play_first(scene)
    scene.suspend()
    record = take_over(scene.match.record, {1: Player("Pia", "bot", "hard", 1)})
    assert record.header.clock == GAME
    assert record.thought(0) == scene.match.record.thought(0) > 11_000


def test_a_game_continued_from_a_replay_has_the_time_of_that_moment(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", GAME, "hh")
    for seconds in (3, 5, 8):
        spend(robot, scene, seconds)
        play_first(scene)
        begin(robot, scene)
    branch = branch_of(scene.match.record, 2)
    assert branch.header.clock == GAME
    assert branch.thought(0) == pytest.approx(3000, abs=100)
    assert branch.thought(1) == pytest.approx(5000, abs=100)


def test_another_game_has_the_same_clock(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", GAME)
    robot.do(Verb.CANCEL)
    app.manager.go(play_again(app.context, scene.match.header))
    again = robot.top(TurnScene)
    assert again.match.header.clock == GAME
    assert left(again) == 60


# -- where there is none


def test_lessons_deals_and_matches_of_the_city_have_no_clock(app: App) -> None:
    assert {deal_of(game, date(2026, 11, 22)).header.clock for game in TURN_GAMES} == {UNSET}
    for begun in (begin_guided(app.context, "wyoming"), begin_stage(app.context, city_of(app.context)[0].stages[0])):
        app.manager.go(begun)
        assert app.manager.top.match.header.clock is UNSET  # type: ignore[union-attr]


def test_a_replay_shows_no_clock(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", GAME)
    play_first(scene)
    replay = robot.open(routes.REPLAY(app.context, Timeline(scene.match.record)))
    assert replay.board.clocks == {}  # type: ignore[attr-defined]


def test_without_a_clock_nothing_is_written_or_shown(app: App, robot: Robot) -> None:
    scene = robot.open(table(app, "wyoming", "hh"))
    begin(robot, scene)
    spend(robot, scene, 60)
    play_first(scene)
    assert scene.board.clocks == {}
    assert scene.match.record.entries[0].thought == 0
    assert b"clock" not in scene.match.record.to_bytes()


# -- signs and words


def test_the_plate_shows_the_seconds_of_whoever_is_to_move(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming")
    assert {seat: sign.text for seat, sign in scene.board.clocks.items()} == {0: "0:30"}
    assert scene.at_rest
    spend(robot, scene, 10.5)
    assert scene.board.clocks[0].text == "0:20"
    assert not scene.board.clocks[0].is_last
    spend(robot, scene, 30 - LAST_SECONDS - 10)
    assert scene.board.clocks[0].is_last


def test_with_a_clock_for_the_game_every_plate_of_a_player_shows_one(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", Clock("game", 300), "hhb")
    spend(robot, scene, 2.5)
    assert {seat: sign.text for seat, sign in scene.board.clocks.items()} == {0: "4:58", 1: "5:00"}


@pytest.mark.parametrize("is_reduced", [False, True])
def test_the_last_seconds_beat_unless_motion_is_reduced(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    robot, scene = open_clocked(app, "wyoming")
    spend(robot, scene, 18)
    sizes = set[float]()
    for _ in range(100):
        app.manager.update(FRAME)
        sizes.add(scene.board.clocks[0].size)
    assert sizes == {1.0} if is_reduced else max(sizes) > 1.1


@pytest.mark.parametrize("game", TURN_GAMES)
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((1024, 768), 1.5)])
def test_the_clock_is_drawn_on_every_table(app: App, game: str, size: tuple[int, int], text: float, eye: Any) -> None:
    seats = "hh" if game == "towering" else "hhhh"
    robot, _ = open_clocked(app, game, Clock("game", 1200), seats)
    robot.resize(size, text)
    robot.see()
    assert [words for words, _ in eye.shown(app)].count("20:00") >= len(seats)


def test_the_time_left_is_told_on_demand_and_when_little_is_left(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming", Clock("turn", 90))
    said = app.context.announcer
    assert "Clock: 90 seconds a turn." in said.history
    robot.do(Verb.ASK_TURN)
    assert said.said[-1].text.endswith("1:30 left.")
    said.history.clear()
    spend(robot, scene, 80.2)
    assert [*said.history] == ["60 seconds left.", "10 seconds left."]
    robot.do(Verb.ASK_TURN)
    assert said.said[-1].text.endswith("10 seconds left.")


@pytest.mark.parametrize(("amount", "announced"), [("short", ["10 seconds left."]), ("off", [])])
def test_listeners_choose_how_often_time_is_told(app: App, amount: str, announced: list[str]) -> None:
    app.context.settings.time_said = amount
    robot, scene = open_clocked(app, "wyoming", Clock("turn", 90))
    app.context.announcer.history.clear()
    spend(robot, scene, 85)
    assert [*app.context.announcer.history] == announced


def test_the_last_five_seconds_tick(app: App) -> None:
    robot, scene = open_clocked(app, "wyoming")
    app.context.audio.recent.clear()
    spend(robot, scene, 24.5)
    assert "tick" not in app.context.audio.recent
    spend(robot, scene, 6)
    assert [*app.context.audio.recent].count("tick") == 5


@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_the_digits_of_a_clock_stand_beside_its_dial_on_the_plate(app: App, text_size: float) -> None:
    robot, scene = open_clocked(app, "wyoming")
    robot.resize((1280, 720), text_size)
    robot.wait(400)
    robot.see()
    shown = things_shown(app)
    (dial,) = (one for one in shown if one.what.startswith("_dial"))
    (digits,) = (one for one in shown if re.fullmatch(r"text '\d+:\d\d'", one.what))
    size = int(dial.what.split()[-1].split("x")[0])
    plate = scene.board.layout.plate(0)
    assert size <= digits.x - dial.x <= size + 12
    assert abs(digits.y - dial.y) <= size
    assert plate.left < dial.x < digits.x < plate.right
