"""Captions of sounds: each sound has its words, and they cover nothing that is played with."""

import pygame
import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import open_table
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import SOUNDS, Audio
from topping_out.scenes.system.captions import SHOWN, WORDS, Captions


def test_every_sound_of_the_table_has_words() -> None:
    told_otherwise = {"button", "focus", "refuse", "score_tick"}
    assert WORDS.keys() == SOUNDS.keys() - told_otherwise


def test_the_last_sounds_show_for_a_while_where_the_player_wants_it() -> None:
    audio = Audio.silent()
    captions = Captions(audio)
    for name in ("penny_drop", "button", "knock", "win"):
        audio.play(name)
    assert captions.update(16, is_on=True)
    assert captions.words == "A knock on wood  ·  A fanfare"
    assert not captions.update(SHOWN - 1, is_on=True)
    assert captions.update(2, is_on=True)
    assert captions.words == ""
    audio.play("win")
    assert not captions.update(16, is_on=False)


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_captions_cover_nothing_of_a_table(app: App, game: str, size: tuple[int, int]) -> None:
    robot, scene = open_table(app, game)
    robot.resize(size, 1.5)
    app.context.settings.captions = True
    app.context.audio.play("penny_drop")
    app.context.audio.play("sky_settle")
    app.frame([], 16)
    plate, reading = app.captions._plate, scene.reading()
    assert plate
    assert reading
    assert pygame.FRect(0, 0, app.context.kit.width, app.context.kit.height).contains(plate)
    assert plate.collidelist([pygame.FRect(element.rect) for element in reading.elements]) < 0


def test_captions_go_by_themselves_from_a_page_at_rest(robot: Robot, app: App) -> None:
    app.context.settings.captions = True
    app.context.settings.idle_life = False
    open_table(app, "wyoming")
    app.context.audio.play("penny_drop")
    app.frame([], 16)
    before = app.frames
    app.frame([], SHOWN + 1)
    assert app.captions.words == ""
    assert app.frames == before + 1
