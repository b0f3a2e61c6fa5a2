"""Every key of the key table answers in words, at every table and on a page without a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.scenes.icetowers.test_spoken import sit_down
from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import open_table, rest
from topping_out.scenes.app import App
from topping_out.scenes.devices.bindings import load_bindings
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.pages.title.page import TitlePage
from topping_out.scenes.ui.page import DIRECTIONS, LEAPS

KEYS = [(key, verb) for key, verb in load_bindings().keys.items() if key not in ("keypad enter", "space", "+")]
MOVES = frozenset((*DIRECTIONS, *LEAPS))
"""Keys that move what can be seen to stay, at an edge."""
GAMES = ["wyoming", "towering", "towers"]


def in_turn(app: App, game: str) -> None:
    robot, scene = open_table(app, game, used="keys")
    rest(robot, scene)
    robot.wait(400)
    assert scene.board.turn


def while_a_bot_thinks(app: App, game: str) -> None:
    robot, scene = open_table(app, game, used="keys")
    if app.context.announcer.is_heard:  # then the bot waits for a key, and plays
        app.context.worker = PromptWorker()
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    while scene.actor == 0:
        rest(robot, scene)
        scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    rest(robot, scene)
    app.manager.update(40)


def on_the_ice(app: App, game: str) -> None:
    sit_down(app)


def at_the_title(app: App, game: str) -> None:
    Robot(app).open(TitlePage(app.context))


PLACES: list[tuple[Callable[[App, str], None], str]] = [
    *((in_turn, game) for game in GAMES), *((while_a_bot_thinks, game) for game in GAMES), (on_the_ice, "icetowers"),
    (at_the_title, ""),
]  # fmt: skip


def strike(app: App, key: str, verb: Verb) -> None:
    app.on_intent(Intent(verb, text=key if verb in (Verb.PICK, Verb.PLACE) else ""))
    for _ in range(30 if verb in (Verb.HINT, Verb.PLAY) else 3):
        app.manager.update(40)


def noticed(app: App) -> tuple[object, ...]:
    """Return all that a listener notices of a key: what is said, where the focus is, and on which page."""
    top = app.manager.top
    reading = top.reading() if top else None
    element = reading.find(reading.focus) if reading else None
    return app.context.announcer.count, type(top), element and element.semantics.spoken()


@pytest.mark.parametrize("is_heard", [True, False], ids=["heard", "seen"])
@pytest.mark.parametrize(("place", "game"), PLACES, ids=lambda value: getattr(value, "__name__", value))
def test_no_key_is_silent(app: App, place: Callable[[App, str], None], game: str, is_heard: bool) -> None:
    app.context.announcer.is_heard = is_heard
    silent = []
    for key, verb in KEYS:
        app.manager.clear()
        place(app, game)
        app.context.announcer.is_heard = is_heard
        before = noticed(app)
        strike(app, key, verb)
        if noticed(app) == before and (is_heard or verb not in MOVES):
            silent.append(key)
    assert silent == []
