"""Plays guided games, with their lessons."""

import random
from collections.abc import Callable
from typing import Any

from tests.scenes.robot import PromptWorker, Robot
from topping_out.game.bots.weights import bot_named
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.manager import Pop
from topping_out.scenes.match.coach import Lesson
from topping_out.scenes.match.scene import LessonContext
from topping_out.scenes.match.start import begin_guided

FRAME = 100
PATIENCE = 1000
"""Number of frames within which something has to happen."""
AnyTable = Any
"""The scene of a match, with turns or live."""


def sit_down(app: App, name: str, used: str = "keys") -> tuple[Robot, Any]:
    """Begin a guided game at instant speed; return once the first lesson is shown."""
    app.context.worker = PromptWorker()
    app.context.settings.speed, app.context.settings.idle_life = "instant", False
    robot = Robot(app, used)
    app.manager.go(begin_guided(app.context, name))
    table = app.manager.top
    wait_for(app, lambda: table.coach.lesson is not None)
    return robot, table


def wait_for(app: App, condition: Callable[[], bool]) -> None:
    for _ in range(PATIENCE):
        if condition():
            return
        app.manager.update(FRAME)
    raise AssertionError(f"the condition has not become true at {app.manager.top}")


LEARNERS = {"wyoming": "gentle"}
"""Levels of bots that play for the learner where an easy bot would win before all lessons are due."""


def play(table: AnyTable, now: LessonContext, level: str = "") -> None:
    """Play what a bot would play."""
    seed, name = f"{len(table.match.record.entries)}", table.match.header.game
    action = bot_named(load(name), level or LEARNERS.get(name, "easy")).choose(
        now.view, now.actions, random.Random(seed)
    )
    if table.match.game.live:
        table.driver.submit(now.seat, now.actions[-1] if action is None else action, round(table.clock.now))
    else:
        table.act(action)


def play_until(app: App, table: AnyTable, condition: Callable[[], bool], look: Callable[[Lesson], None]) -> None:
    """Play until the condition is true or the game over; call `look` with each lesson and close it."""
    for _ in range(40 * PATIENCE):
        app.manager.update(FRAME)
        if condition() or table.match.outcome:
            return
        if app.manager.top is not table:
            app.manager.go(Pop())
        elif table.coach.lesson:
            look(table.coach.lesson)
            table.coach.got_it()
        elif (now := table.lesson_context()) and now.seat not in getattr(now.view, "done", ()):
            play(table, now)
    raise AssertionError("the game does not end")


def play_to_the_end(app: App, table: AnyTable) -> None:
    """Play to the end of the game and of the lessons."""
    play_until(app, table, lambda: False, lambda lesson: None)
    for _ in range(PATIENCE):
        if not table.coach.is_on:
            return
        if app.manager.top is not table:
            app.manager.go(Pop())
        app.manager.update(FRAME)
    raise AssertionError("the lessons do not end with the game")
