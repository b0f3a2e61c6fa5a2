"""Remarks of characters at a table, shown and announced."""

import random

import pytest

from tests.scenes.eye import Eye
from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.game.roster import characters
from topping_out.scenes.app import App
from topping_out.scenes.match.turns import TurnScene

LINES = {line for lines in characters()["nell"].says.values() for line in lines}


def _table(app: App, name: str, seed: int = 3) -> TurnScene:
    scene = table(app, name, ["h", "nell"], seed)
    Robot(app).open(scene)
    return scene


def _remarks(app: App) -> list[str]:
    return [text for text in app.context.announcer.history if any(line in text for line in LINES)]


def _play_out(scene: TurnScene, seed: int) -> None:
    rng, match = random.Random(seed), scene.match
    while not match.outcome:
        seat = min(match.actors)
        scene.remarks.happened(seat, match.act(seat, rng.choice(scene.game.actions(match.state, seat)), 0), ())
    scene.remarks.ended(match.outcome)


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_a_character_makes_a_few_different_remarks_in_a_game(app: App, name: str) -> None:
    scene = _table(app, name)
    _play_out(scene, 5)
    remarks = _remarks(app)
    assert 2 <= len(remarks) <= 9
    assert len({*remarks}) == len(remarks)


def test_remarks_can_be_switched_off(app: App) -> None:
    app.context.settings.remarks = False
    _play_out(_table(app, "wyoming"), 5)
    assert _remarks(app) == []


def test_a_continued_game_does_not_begin_with_the_greeting(app: App) -> None:
    scene = _table(app, "wyoming")
    assert len(_remarks(app)) == 1
    scene.match.act(0, scene.game.actions(scene.match.state, 0)[0], 0)
    app.context.announcer.forget()
    again = TurnScene(app.context, scene.match)
    Robot(app).open(again)
    assert _remarks(app) == []


@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_a_remark_appears_and_disappears(app: App, monkeypatch: pytest.MonkeyPatch, name: str, text: float) -> None:
    scene = _table(app, name)
    robot = Robot(app)
    robot.resize((1280, 720), text)
    eye = Eye(monkeypatch)
    first = characters()["nell"].says["hello"][0].split()[0]
    scene.remarks.enter()
    robot.see()
    assert any(first in words and words.startswith("“") for words, _ in eye.shown(app))
    scene.remarks.update(60_000)
    robot.see()
    assert not any(words.startswith("“") for words, _ in eye.shown(app))
