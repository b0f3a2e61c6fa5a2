"""How cards answer to the pointer: quickly, by the theme's numbers, and not at all with reduced motion."""

from dataclasses import replace

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.sprites import Pose, Sprite
from topping_out.scenes.kit.theme import load_theme
from topping_out.scenes.match.cards.touch import Touch
from topping_out.scenes.match.turns import TurnScene

FEEL = load_theme().feel


def _pass(touch: Touch, ms: float, *, card: Sprite | None = None, is_reduced: bool = False) -> None:
    cards = {7: card or Sprite(7, Pose(0, 0))}
    for _ in range(round(ms / 10)):
        touch.update(10, cards, {7} if card else (), is_reduced)


def test_a_card_under_the_pointer_rises_and_leans_to_it_within_a_third_of_a_second() -> None:
    touch = Touch(FEEL)
    touch.aim(7, 1.0)
    _pass(touch, 60)
    assert 0.3 * FEEL.rise < touch.of(7)[0] < 0.9 * FEEL.rise
    _pass(touch, 240)
    assert touch.is_still
    assert touch.of(7) == (FEEL.rise, -FEEL.tilt)
    touch.aim(None, 0.0)
    _pass(touch, 300)
    assert touch.is_still
    assert touch.of(7) == (0.0, 0.0)


def test_what_is_carried_swings_behind_and_hangs_straight_again() -> None:
    touch, card = Touch(FEEL), Sprite(7, Pose(0, 0))
    for _ in range(12):
        card.x += 8
        _pass(touch, 10, card=card)
    assert -FEEL.most_swing <= touch.of(7)[1] < -2
    _pass(touch, 400)
    assert touch.of(7) == (0.0, 0.0)


def test_with_reduced_motion_a_card_is_up_at_once_and_nothing_tilts() -> None:
    touch, card = Touch(FEEL), Sprite(7, Pose(0, 0))
    touch.aim(7, 1.0)
    _pass(touch, 10, is_reduced=True)
    assert touch.of(7) == (FEEL.rise, 0.0)
    card.x += 50
    _pass(touch, 10, card=card, is_reduced=True)
    assert touch.of(7)[1] == 0.0


def test_the_feel_is_small_and_quick() -> None:
    assert FEEL.rise <= 12
    assert FEEL.tilt <= 6
    assert 100 <= 4.6 * FEEL.reach <= 300
    assert 100 <= FEEL.jolt_time <= 300
    assert replace(FEEL, notes=tuple(sorted(FEEL.notes))) == FEEL


def _table(app: App, name: str) -> tuple[Robot, TurnScene]:
    robot, scene = Robot(app, "mouse"), table(app, name)
    app.context.settings.idle_life = True
    robot.open(scene)
    robot.wait(9000)
    return robot, scene


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_a_table_comes_to_rest_with_a_card_under_the_pointer(app: App, name: str) -> None:
    robot, scene = _table(app, name)
    card = robot.widget("card 1")
    app.context.devices.pointer = card.rect.x + 14, card.rect.centery
    robot.wait(40)
    assert not scene.board.at_rest
    robot.wait(400)
    assert scene.board.at_rest
    rise, tilt = scene.board.tokens.touch.of(card.card)  # type: ignore[attr-defined]
    assert rise == FEEL.rise
    assert tilt > 0


@pytest.mark.parametrize("is_reduced", [False, True])
def test_a_topping_out_gives_the_whole_table_one_jolt_and_none_with_reduced_motion(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    _, scene = _table(app, "wyoming")
    scene.board.shake()
    falls = []
    for _ in range(40):
        scene.motion.update(10)
        falls.append(scene.board.fall)
    assert max(falls) == (0.0 if is_reduced else pytest.approx(FEEL.jolt, abs=0.5))
    assert falls[-1] == 0.0


def test_a_hint_marks_cards_unlike_a_choice_of_ones_own(app: App) -> None:
    _, scene = _table(app, "wyoming")
    scene.board.suggest(scene.board.turn.actions[0])  # type: ignore[union-attr]
    tokens = scene.board.tokens  # type: ignore[attr-defined]
    assert tokens.hinted == tokens.raised != set()
    scene.on_intent(Intent(Verb.PICK, text="1"))
    assert tokens.hinted == set()
