"""On every table, at every window and text size and with all seats, no label is cut off or overlaps another."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest

from tests.scenes.robot import Eye, Robot, SilentWorker
from topping_out.game import registry
from topping_out.game.bots.review import Timeline
from topping_out.game.match import Match
from topping_out.game.record import Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.roster import characters
from topping_out.scenes.app import App
from topping_out.scenes.manager import Scene
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import open_table
from topping_out.scenes.match.turns import TurnScene

Look = tuple[tuple[int, int], float, bool]
"""The size of the window, the text size, and whether the table is mirrored."""
WINDOWS: list[Look] = [((1280, 720), 1.0, False), ((1024, 768), 1.5, False), ((1024, 768), 1.5, True)]
"""A usual window, and the smallest window with the largest text."""
ALL_WINDOWS = [*product([(1280, 720), (1920, 1080), (1024, 768)], [1.0, 1.3, 1.5], [False, True])]
every_window = pytest.mark.parametrize("windows", [WINDOWS, pytest.param(ALL_WINDOWS, marks=pytest.mark.long)], ids=len)
ACTIONS = (0, 9, 40)
"""Numbers of actions before the table is opened; a few more follow, until the human's turn."""
ACTION_MS = 700
"""Milliseconds between actions in a live game."""
MOVING_NAMES = ("Wilhelmina Tom", *(person.name for person in characters().values()))
"""Players' names, which in IceTowers move with the cursors."""
LONG_HINT = (
    "Your purple floors add up to 2, short of the 20 that a tower costs; your rival has not begun in purple. "
    "Played out many times, it comes to some 5 points more than to build the blue 2, and that is a lot."
)
"""About the longest possible hint."""


def players(count: int) -> list[Player]:
    """Return a human and the characters with the longest names."""
    longest = sorted(characters(), key=lambda kind: -len(characters()[kind].name))
    bots = [Player(characters()[kind].name, "bot", kind, seat) for seat, kind in enumerate(longest[: count - 1], 1)]
    return [Player("Wilhelmina Tom"), *bots]


@cache
def played(name: str, actions: int) -> Record:
    """Return a game after this many random actions, and more until the human's turn."""
    game, rng = load(name), random.Random(3)
    match = Match.new(new_header(game, players(max(game.seats)), {}, 3))
    for n in range(actions + 40):
        match.tick(n * ACTION_MS if game.live else 0)
        busy = [seat for seat in sorted(match.actors) if game.actions(match.state, seat)]
        if not busy or (n >= actions and 0 in busy):
            break
        seat = busy[n % len(busy)]
        match.act(seat, rng.choice(game.actions(match.state, seat)[:6]), n * ACTION_MS if game.live else 0)
    return match.record


@pytest.fixture
def robot(app: App) -> Robot:
    app.context.settings.idle_life, app.context.settings.speed, app.context.worker = False, "instant", SilentWorker()
    return Robot(app, "mouse")


def faults(app: App, eye: Eye) -> Iterator[str]:
    """Yield faults of the texts on the screen."""
    yield from (f"{words!r} is cut short" for words in eye.cut)
    shown, window = eye.shown(app), app.screen.get_rect()
    yield from (f"{words!r} is cut off" for words, item in shown if not window.contains(item.rect))
    fixed = [(words, item) for words, item in shown if words not in MOVING_NAMES]
    places = [(words, item.rect.inflate(-2, -item.rect.h * 0.4)) for words, item in fixed]
    yield from (f"{a!r} overlaps {b!r}" for (a, here), (b, there) in combinations(places, 2) if here.colliderect(there))


def look(robot: Robot, eye: Eye) -> list[str]:
    eye.forget()
    robot.see()
    return list(faults(robot.app, eye))


def table(app: App, name: str, actions: int) -> Scene:
    return open_table(app.context, Match(played(name, actions)))


@every_window
@pytest.mark.parametrize("name", registry.names())
def test_no_label_of_a_table_is_cut_or_covered(
    robot: Robot, monkeypatch: pytest.MonkeyPatch, name: str, windows: list[Look]
) -> None:
    eye = Eye(monkeypatch)
    for actions in ACTIONS:
        scene = table(robot.app, name, actions)
        robot.open(scene)
        for window in windows:
            robot.resize(*window)
            assert look(robot, eye) == [], (actions, window)
            if isinstance(scene, TurnScene) and scene.board.turn:
                assert list(hint_faults(robot, eye, scene)) == [], (actions, window)


def hint_faults(robot: Robot, eye: Eye, scene: TurnScene) -> Iterator[str]:
    """Yield faults while a long hint is shown and marked."""
    for action in {*scene.board.turn.actions[:1], *scene.board.turn.actions[-1:]}:
        scene.board.suggest(action)
        scene.say(LONG_HINT)
        yield from (fault for fault in look(robot, eye) if "is cut" in fault)
    scene.board.clear_selection()
    scene.say("")


@every_window
@pytest.mark.parametrize("name", registry.names())
def test_no_label_of_a_replay_is_cut_or_covered(
    robot: Robot, monkeypatch: pytest.MonkeyPatch, name: str, windows: list[Look]
) -> None:
    eye = Eye(monkeypatch)
    scene = ReplayScene(robot.app.context, Timeline(played(name, ACTIONS[-1])))
    monkeypatch.setattr(scene.master, "words", lambda step: f"Ana builds the green 7. {LONG_HINT}")
    robot.open(scene)
    for window in windows:
        robot.resize(*window)
        for step in (0, len(scene.playback.steps) // 2, len(scene.playback.steps)):
            scene.go_to(step)
            assert look(robot, eye) == [], (step, window)
