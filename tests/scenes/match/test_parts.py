"""The parts of a table by themselves, without the page that puts them together."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.scenes.robot import Blank, PromptWorker
from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.match import Match, SeenEvent
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.kit.motion import Motion
from topping_out.scenes.manager import Push
from topping_out.scenes.match.bots.asking import BotPlayers
from topping_out.scenes.match.bots.questions import BotQuestions
from topping_out.scenes.match.course.course import Course
from topping_out.scenes.match.course.ending import Ending, Steps
from topping_out.scenes.match.playback import Playback
from topping_out.scenes.match.seats.viewer import Viewer


class FakeBoard:
    """Shows one number after the other; 3 has a scene of its own, and 4 is shown wrongly."""

    at_rest = True

    def __init__(self) -> None:
        self.motion, self.shown = Motion(), 0

    def animate(self, event: int, view: int) -> None:
        self.motion.then(lambda: setattr(self, "shown", 0 if view == 4 else view), hold=100)

    def interlude(self, event: int, by_itself: bool) -> Blank | None:
        return Blank() if event == 3 else None

    def is_synced(self, view: int) -> bool:
        return self.shown == view

    def sync(self, view: int) -> None:
        self.shown = view

    def update(self, ms: float) -> None:
        pass


def course_of(app: App, *events: int) -> tuple[Any, FakeBoard, list[int]]:
    board, rests = FakeBoard(), list[int]()
    course = Course(app.context, board, lambda: events[-1], lambda: rests.append(board.shown))  # type: ignore[arg-type]
    course.show(SeenEvent(event, event) for event in events)
    return course, board, rests


def test_a_course_shows_events_one_after_the_other_and_then_rests(app: App) -> None:
    course, board, rests = course_of(app, 1, 2)
    course.advance(50)
    assert (board.shown, course.is_over, rests) == (1, False, [])
    while not course.advance(50):
        assert course.go_on() is None
    assert rests == [2]


def test_a_scene_in_between_comes_before_what_follows_on_it(app: App) -> None:
    course, board, rests = course_of(app, 3, 5)
    assert not course.hurry()
    assert isinstance(course.go_on(), Push)
    assert (board.shown, rests) == (3, [])
    assert course.go_on() is None
    assert course.hurry()
    assert rests == [5]


def test_a_table_out_of_step_is_set_right_and_reported(app: App) -> None:
    course, board, _ = course_of(app, 4)
    assert course.hurry()
    assert board.shown == 4
    assert "out of step" in app.context.reports[-1]


def test_what_has_not_been_shown_can_be_forgotten(app: App) -> None:
    course, _, rests = course_of(app, 3, 5)
    course.stop()
    assert course.is_over
    assert rests == []


def match_of(*kinds: str) -> Match:
    players = [Player(f"P{seat}", kind, "easy" if kind == "bot" else "", seat) for seat, kind in enumerate(kinds)]
    return Match.new(new_header(load("wyoming"), players, {"first": "0"}, 5))


@pytest.mark.parametrize(("kinds", "first", "then"), [
    (("human", "bot"), 0, None), (("human", "human"), None, 0), (("bot", "bot"), None, None),
])  # fmt: skip
def test_the_screen_goes_from_player_to_player(kinds: tuple[str, ...], first: int | None, then: int | None) -> None:
    viewer, board = Viewer(match_of(*kinds)), SimpleNamespace(is_out=lambda seat: False)
    assert viewer.seat == first
    assert viewer.next(board) == then  # type: ignore[arg-type]


def test_a_bot_is_asked_once_and_what_it_chooses_is_there_once(app: App) -> None:
    worker = app.context.worker = PromptWorker()
    match = match_of("bot", "human")
    questions = BotQuestions(app.context, "wyoming")
    bots = BotPlayers(app.context, match, questions)
    for _ in range(3):
        bots.think(0)
    assert len(worker.asked) == 1
    questions.listen()
    assert bots.choice(0) in match.game.actions(match.state, 0)
    assert bots.choice(0) is None


def test_an_ending_goes_on_frame_by_frame_and_only_once() -> None:
    frames: list[float] = []

    def steps() -> Steps:
        while sum(frames) < 100:
            frames.append((yield))
        return Push(Blank())

    ending = Ending(steps, Blank)
    assert not ending.is_under_way
    assert [ending.go_on(40) for _ in range(3)] == [None] * 3
    assert ending.is_under_way
    assert isinstance(ending.go_on(40), Push)
    assert frames == [40, 40, 40]
    assert ending.go_on(40) is None


def test_a_playback_shows_each_step_to_whoever_acts_there() -> None:
    match, rng = match_of("human", "human"), random.Random(1)
    for _ in range(6):
        seat = min(match.actors)
        match.act(seat, rng.choice(match.game.actions(match.state, seat)))
    playback = Playback(Timeline(match.record), 0)
    assert playback.history() == []
    while not playback.is_at_end:
        assert playback.view.seat == playback.steps[playback.at_step].entry.seat
        playback.forward()
    assert playback.share == 1
    playback.go_to(-3)
    assert playback.at_step == 0
