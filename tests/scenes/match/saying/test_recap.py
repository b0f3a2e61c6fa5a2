"""What opponents did since the player's last turn stays visible and can be read again."""

import random
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from tests.scenes.eye import Eye
from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Robot
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.talk import MessagePlate, RecapDialog
from topping_out.scenes.ui.layout import Rect


def play(robot: Robot, scene: Any, until: int) -> None:
    """Play random actions until it is this seat's turn again."""
    rng = random.Random(7)
    while True:
        seat = scene.actor
        scene.do(seat, rng.choice(scene.game.actions(scene.match.state, seat)))
        robot.wait(120)
        if scene.actor == until and seat != until:
            return


@pytest.mark.parametrize("game", ["wyoming", "towers"])
def test_the_recap_tells_what_every_opponent_did(app: App, robot: Robot, game: str) -> None:
    scene = table(app, game, 12, "hbb")
    play(robot, scene, 0)
    play(robot, scene, 0)
    robot.do(Verb.RECAP)
    dialog = robot.page
    assert isinstance(dialog, RecapDialog)
    assert [any(name in line for line in dialog.sentences) for name in ("Ana 1", "Ana 2")] == [True, True]
    assert dialog.text.splitlines() == dialog.sentences[-len(dialog.text.splitlines()) :]
    robot.do(Verb.CANCEL)
    assert robot.page is scene


def test_the_recap_leaves_out_the_players_own_turn(app: App, robot: Robot) -> None:
    scene = table(app, "towers", 12, "hb")
    play(robot, scene, 0)
    before = scene.narrator.recap(0)
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    assert scene.actor == 0
    assert scene.narrator.recap(0) == before


def test_opponents_last_plays_are_tagged_until_the_player_plays(app: App, robot: Robot) -> None:
    scene = table(app, "wyoming", 12, "hbb")
    play(robot, scene, 0)
    play(robot, scene, 0)
    tags = dict(scene.board.game.last_plays)
    assert {1, 2} <= tags.keys()
    scene.board.sync(scene.view)
    assert scene.board.game.last_plays == tags, "syncing with the view changed the tags"
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    robot.wait(120)
    scene.motion.finish()
    assert scene.board.game.last_plays.keys() == {0}


def turn_of(scene: Any, seat: int) -> list[str]:
    """Return sentences about the last steps of a match, all of them by this seat."""
    steps = scene.match.steps
    begin = len(steps)
    while begin and steps[begin - 1].entry.seat == seat:
        begin -= 1
    return [scene.narrator.describe(step.events) for step in steps[begin:]]


def test_the_message_tells_all_of_an_opponents_turn_until_the_player_plays(app: App, robot: Robot) -> None:
    """A turn of Towering is a play and a draw."""
    scene = table(app, "towering", 12, "hb")
    play(robot, scene, 0)
    theirs = turn_of(scene, 1)
    assert len(theirs) == 2
    assert scene.last_words.written == scene.last_words.text == " ".join(theirs)
    scene.board.selection.toggle(scene.view.hand[0])
    robot.wait(120)
    assert scene.last_words.text == " ".join(theirs)
    for _ in range(2):
        scene.do(0, scene.game.actions(scene.match.state, 0)[0])
        robot.wait(120)
        assert scene.last_words.text == turn_of(scene, 0)[-1]


def test_the_message_leaves_out_the_earliest_turns_if_not_all_fit(app: App, robot: Robot) -> None:
    last = table(app, "towers", 12, "hbbb").last_words
    last.parts = ["Ana 1 builds and builds. " * 20, "Ana 2 builds.", "Ana 3 draws."]
    assert last.written == "Ana 2 builds. Ana 3 draws."
    last.parts = last.parts[::-1]
    assert last.written.startswith("Ana 1 builds and builds. Ana 1")
    assert last.written.endswith("[…]")


def test_a_message_about_a_choice_goes_with_it(app: App, robot: Robot) -> None:
    scene = table(app, "wyoming", 12, "hb")
    play(robot, scene, 0)
    before, chosen = scene.last_words.text, scene.board.selection
    chosen.toggle(scene.view.hand[0])
    scene.board.turn.say("Not there.")
    assert scene.last_words.shown == "Not there."
    chosen.toggle(scene.view.hand[0])
    assert not chosen.cards
    assert scene.last_words.shown == before


@pytest.mark.parametrize("text_size", [1.0, 1.25, 1.5])
def test_the_key_on_the_message_plate_does_not_cover_the_text(app: App, text_size: float) -> None:
    kit = app.context.kit
    kit.text_scale = text_size
    drawn: list[pygame.FRect] = []

    class Paper:
        def blit_centred(self, picture: pygame.Surface, x: float, y: float) -> None:
            wide, high = kit.size_of(picture)
            drawn.append(pygame.FRect(x - wide / 2, y - high / 2, wide, high))

    last = SimpleNamespace(shown="words", is_covered=False, open_recap=None)
    plate = MessagePlate(Rect(20, 500, 240, 90), last, "E")  # type: ignore[arg-type]
    plate.draw(Paper(), kit, False)  # type: ignore[arg-type]
    assert [round(key.bottom - plate.rect.y, 1) <= 11 for key in drawn] == [True]


def shown(robot: Robot, eye: Eye, game: str, text_size: float, hint: str) -> str:
    """Return what a table shows of a hint, and check that all of it has the usual text size."""
    scene, kit = table(robot.app, game, 12, "hb"), robot.app.context.kit
    kit.text_scale = text_size
    scene.board.resize(kit)
    scene.say(hint)
    robot.wait(120)
    eye.forget()
    scene.last_words.draw(Stage())
    assert {size for _, size in eye.sizes} == {14.0}
    return " ".join(words for words, _ in eye.sizes)


HINT = (
    "Play 2 clubs on Mesa's diamonds tower of 5: it comes down to 3, with 6 to go. With 4 diamonds it would have won."
    " In 100 trial games this wins about 12 more than playing 3 spades on your hearts tower of 5."
)


@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("game", ["wyoming", "towering"])
def test_a_long_hint_is_shortened_and_shown_in_full_by_its_plate(
    robot: Robot, eye: Eye, game: str, text_size: float
) -> None:
    text = shown(robot, eye, game, text_size, HINT)
    assert text.startswith("Play 2 clubs on Mesa's diamonds tower of 5: it comes down to 3, with 6 to go.")
    assert (text == HINT) is (text_size == 1.0)
    assert text == HINT or text.endswith(". […]")
    robot.do(Verb.RECAP)
    assert isinstance(robot.page, RecapDialog)
    assert (HINT in robot.page.sentences) is (text != HINT)


LONG = (
    "Build NOISE COMPLAINT on tower 2: tuck 2 cards there, and tower 2 then needs only 1 more floor to be scored, with"
    " 16 for you and 8 for the others as it stands. In trial turns it is about 3 points better than ending the turn."
)


@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_a_hint_with_a_long_first_sentence_is_cut_at_a_clause(robot: Robot, eye: Eye, text_size: float) -> None:
    text = shown(robot, eye, "towers", text_size, LONG)
    assert text.startswith("Build NOISE COMPLAINT on tower 2: ")
    assert text.endswith((". […]", ", […]"))
    robot.do(Verb.RECAP)
    assert isinstance(robot.page, RecapDialog)
    assert LONG in robot.page.sentences
