"""Aiming, hints, dragging and keys at a table."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from tests.golden import sampled
from tests.scenes.icetowers.test_spoken import sit_down
from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import TURN_GAMES, rest, table, take_step
from tests.scenes.tables import open_table as table_with
from topping_out.game.bots.weights import bot_named
from topping_out.game.bots.worker import BotAnswer
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Done, Lift, SetDown, Split
from topping_out.game.icetowers.state import PIPS_OF, Tower
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load, names
from topping_out.game.towering.actions import Draw
from topping_out.game.towers.actions import Build, Claim, End
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import PLACE_KEYS
from topping_out.scenes.devices.intents import DOUBLE, Intent, Verb
from topping_out.scenes.icetowers import spoken
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.icetowers.spoken import TOWERS
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.sprites import Pose, Sprite
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import load_theme
from topping_out.scenes.match.phrases import rules_in_force
from topping_out.scenes.match.table.selection import HitArea, Selection
from topping_out.scenes.match.table.table import Table
from topping_out.scenes.match.table.tokens import Touch
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.towers.places import Target, places_in
from topping_out.scenes.ui.column import Notice
from topping_out.scenes.ui.layout import Rect, Widget
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Button

# -- aim


def open_table(app: App, name: str, plies: int = 12) -> tuple[Robot, TurnScene, Table]:
    """Open a table after some random plies; return once the player may act."""
    scene, rng, robot = table(app, name, seed=5), random.Random(4), Robot(app, "mouse")
    match = scene.match
    while len(match.record.entries) < plies or min(match.actors) != 0:
        seat = min(match.actors)
        match.act(seat, rng.choice(scene.game.actions(match.state, seat)), 0)
    robot.open(scene)
    assert scene.board.turn
    return robot, scene, scene.board


def move(robot: Robot, position: tuple[float, float]) -> None:
    robot.app.context.devices.pointer = position
    robot.app.on_intent(Intent(Verb.POINT, position))
    robot.wait(40)
    robot.see()


def rest_on(robot: Robot, target: Any) -> tuple[float, float]:
    """Put the pointer on a target; return its position."""
    areas = [area for area in robot.page.widgets if getattr(area, "target", None) == target]
    position = areas[0].rect.center
    move(robot, position)
    return position


def two_plays(board: Table) -> tuple[Any, Any]:
    """Return a play, and another target of its cards that is not aimed at by default."""
    for action in board.turn.actions:
        board.selection.choose(action)
        targets = [target for target in board.selection.targets() if target != board.selection.aim]
        if board.selection.cards and targets:
            return action, targets[0]
    raise AssertionError("no cards have two targets")


def hint(robot: Robot, action: Any) -> None:
    """Ask for a hint, and answer with this action."""
    robot.app.context.worker = PromptWorker(lambda asked: BotAnswer(asked.ticket, action, "It is best."))
    robot.do(Verb.HINT)
    robot.wait(1000)


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_hint_stays_while_the_pointer_does_not_really_move(app: App, name: str) -> None:
    robot, _, board = open_table(app, name)
    action, alternative = two_plays(board)
    board.clear_selection()
    board.begin_turn(board.turn)  # type: ignore[arg-type]
    x, y = rest_on(robot, alternative)
    hint(robot, action)
    for jitter in (0, 2, -2):
        move(robot, (x + jitter, y))
    main = board.main_button()
    assert str(main.action).split(" #")[0] == str(action).split(" #")[0]
    assert board.aimed == board.selection.aim


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_moved_pointer_aims_until_it_leaves_and_then_the_hint_is_back(app: App, name: str) -> None:
    robot, _, board = open_table(app, name)
    action, alternative = two_plays(board)
    hint(robot, action)
    hinted = board.selection.aim
    rest_on(robot, alternative)
    assert board.aimed == alternative
    main = board.main_button()
    assert main.action == board.selection.action_at(alternative)
    move(robot, (2.0, 300.0))
    assert board.aimed == hinted


@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_focused_target_is_aimed_at_wherever_the_pointer_is(app: App, name: str) -> None:
    robot, _, board = open_table(app, name)
    action, alternative = two_plays(board)
    hint(robot, action)
    hinted = board.selection.aim
    rest_on(robot, hinted)
    app.context.devices.active = "keys"
    robot.go_to(next(area.name for area in robot.page.widgets if getattr(area, "target", None) == alternative))
    robot.see()
    assert board.aimed == alternative
    x, y = app.context.devices.pointer
    move(robot, (x + 1, y))
    assert board.aimed == alternative


@pytest.mark.parametrize("name", TURN_GAMES)
def test_drawing_the_table_changes_no_aim(app: App, name: str) -> None:
    robot, _, board = open_table(app, name)
    action, alternative = two_plays(board)
    rest_on(robot, alternative)
    hint(robot, action)
    before = board.selection.aim, board.selection.pointed, board.main_button(), board.at_rest
    robot.see()
    assert (board.selection.aim, board.selection.pointed, board.main_button(), board.at_rest) == before


# -- hurrying


def show_the_bots_play(scene: TurnScene, rng: random.Random) -> None:
    """Play the player's turn and the bot's; return while the bot's play is moving."""
    game = scene.game
    while scene.actor == 0:
        scene.do(0, rng.choice(game.actions(scene.match.state, 0)))
        scene.motion.finish()
    while scene.actor == 1:
        scene.do(1, rng.choice(game.actions(scene.match.state, 1)))
    assert scene.motion.busy
    assert scene.board.turn is None


@pytest.mark.parametrize("verb", [Verb.CONFIRM, Verb.PLAY, Verb.PICK])
@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_key_during_a_bots_play_only_hurries_it(app: App, name: str, verb: Verb) -> None:
    robot, scene, board = open_table(app, name)
    app.context.devices.active = "keys"
    show_the_bots_play(scene, random.Random(1))
    played = len(scene.match.record.entries)
    for _ in range(20):  # pages such as the end of a round come in between
        if scene.board.turn or robot.page is not scene:
            break
        app.on_intent(Intent(verb, text="1"))
    assert not scene.motion.busy
    assert len(scene.match.record.entries) == played
    if robot.page is scene:
        assert board.selection.cards == []


@pytest.mark.parametrize("is_named", [False, True])
def test_a_hint_can_be_asked_for_during_a_bots_play(app: App, is_named: bool) -> None:
    """By its key, or by a screen reader's press on its button."""
    _, scene, _ = open_table(app, "wyoming")
    show_the_bots_play(scene, random.Random(1))
    intents = [Intent(Verb.FOCUS, text="hint"), Intent(Verb.CONFIRM)] if is_named else [Intent(Verb.HINT)]
    for intent in intents:
        app.on_intent(intent)
    assert scene.questions.is_asked("advise")


def test_a_click_during_a_bots_play_is_not_lost(app: App) -> None:
    robot, scene, board = open_table(app, "wyoming")
    show_the_bots_play(scene, random.Random(1))
    position = robot.widget("card 1").rect.center
    robot.click_at(position)
    assert board.selection.cards == [robot.page.at(position).card]


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_click_hurries_a_motion_or_plays_but_never_both(app: App, name: str) -> None:
    robot, scene, board = open_table(app, name)
    app.on_intent(Intent(Verb.PICK, text="1"))
    board.selection.aim = board.selection.targets()[0]
    scene.rebuild()
    place, played = robot.widget("play").rect.center, len(scene.match.record.effective())
    scene.motion.then(lambda: None, hold=5000)
    robot.click_at(place)
    assert not scene.motion.busy
    assert len(scene.match.record.effective()) == played
    robot.click_at(place)
    assert len(scene.match.record.effective()) == played + 1


Change = Callable[[Robot, TurnScene], None]


def let_a_turn_begin(robot: Robot, scene: TurnScene) -> None:
    scene.board.end_turn()
    scene.go_on(0)
    app = robot.app
    app.on_intent(Intent(Verb.PICK, text="1"))
    scene.board.selection.aim = scene.board.selection.targets()[0]
    scene.rebuild()


def choose_something_else(robot: Robot, scene: TurnScene) -> None:
    action = scene.board.turn.actions[-1]
    scene.board.suggest(action)
    scene.rebuild()


@pytest.mark.parametrize("change", [let_a_turn_begin, choose_something_else])
@pytest.mark.parametrize("where", ["play", "place"])
@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_press_plays_nothing_that_came_after_it(app: App, name: str, where: str, change: Change) -> None:
    """Such as when a turn begins, or a hint is chosen, while the finger is down."""
    robot, scene, board = open_table(app, name)
    app.on_intent(Intent(Verb.PICK, text="1"))
    board.selection.aim = board.selection.targets()[0]
    scene.rebuild()
    spot = robot.widget("play") if where == "play" else board.spot(board.selection.aim)
    played = len(scene.match.record.effective())
    app.on_intent(Intent(Verb.PRESS, spot.rect.center))
    change(robot, scene)
    app.on_intent(Intent(Verb.RELEASE, spot.rect.center))
    assert len(scene.match.record.effective()) == played
    robot.wait(DOUBLE)
    robot.click("play")
    assert len(scene.match.record.effective()) == played + 1, "a new click plays it"


@pytest.mark.parametrize("change", ["label", "enabled", "rect", "thing"])
def test_a_press_does_nothing_if_something_else_is_there_when_it_is_released(app: App, change: str) -> None:
    pressed: list[str] = []

    class Changing(Page):
        def build(self) -> list[Widget]:
            place = Rect(900, 300, 90, 40) if is_changed and change == "rect" else Rect(860, 300, 90, 40)
            label = "Go" if is_changed and change == "label" else "Wait"
            button = Button("b", label, lambda: pressed.append("b"), enabled=is_changed or change != "enabled")
            button.thing = f"thing {is_changed}" if change == "thing" else ""
            return [button.placed(place)]

    is_changed = False
    page = Robot(app).open(Changing(app.context))
    app.on_intent(Intent(Verb.PRESS, (905 if change != "rect" else 880, 320)))
    is_changed = True
    page.rebuild()
    app.on_intent(Intent(Verb.RELEASE, (905, 320)))
    assert pressed == []
    Robot(app).click_at((920, 320))
    assert pressed == ["b"]


# -- the hand


def play_a_card(robot: Robot, scene: TurnScene) -> dict[int, tuple[float, float]]:
    """Play a card from the middle of the hand by mouse; return where the others were."""
    tokens, selection = scene.board.tokens, scene.board.selection
    chosen, place = None, ""
    for card in tokens.hand[1:-1]:
        selection.take(card)
        if targets := selection.targets():
            chosen, place = card, scene.board.spot(targets[0]).name
        selection.drop()
    assert chosen is not None
    before = {token: (tokens.sprites[token].x, tokens.sprites[token].y) for token in tokens.hand if token != chosen}
    robot.click(f"card {tokens.hand.index(chosen)}")
    robot.wait(DOUBLE)
    robot.click(place)
    rest(robot, scene)
    return before


def hand_of(scene: TurnScene) -> dict[int, tuple[float, float]]:
    tokens = scene.board.tokens
    return {token: (tokens.sprites[token].x, tokens.sprites[token].y) for token in tokens.hand}


@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_focus_ring_stays_around_its_card_while_cards_move(
    app: App, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """From frame to frame the ring moves as its card does, and there is none around a place without the card."""
    robot, scene, board = open_table(app, name)
    app.context.devices.active = "keys"
    rings, most = list[tuple[float, float]](), app.context.kit.theme.feel.rise + 1
    focus_ring, blit = Kit.focus_ring, Stage.blit_centred

    def watched_ring(kit: Kit, *size: float) -> pygame.Surface:
        rings.append((-1.0, -1.0))
        return focus_ring(kit, *size)

    def watched_blit(stage: Stage, surface: pygame.Surface, x: float, y: float, alpha: float = 1.0) -> None:
        if rings and rings[-1] == (-1.0, -1.0):
            rings[-1] = x, y
        blit(stage, surface, x, y, alpha)

    monkeypatch.setattr(Kit, "focus_ring", watched_ring)
    monkeypatch.setattr(Stage, "blit_centred", watched_blit)
    rng, in_motion = random.Random(1), 0
    for _ in range(250):
        if board.turn:
            take_step(scene, rng)
        robot.wait(40)
        if held := [widget for widget in scene.focusable if isinstance(widget, HitArea) and widget.card is not None]:
            scene.focus_on(held[-1])
        rings.clear()
        robot.see()
        focused = scene.focused
        if isinstance(focused, HitArea) and focused.card is not None:
            card = board.tokens.sprites.get(focused.card)
            assert all(card and math.dist(ring, (card.x, card.y)) < most for ring in rings)
            in_motion += len(rings) * scene.motion.busy
    assert in_motion or name == "towers"  # whose cards can't be chosen then


@pytest.mark.parametrize("name", ["towering", "towers"])
def test_cards_keep_their_places_until_the_pointer_has_left_the_hand(app: App, name: str) -> None:
    """In Wyoming a play ends the turn, so that no card can be dragged before the next one."""
    robot, scene, _ = open_table(app, name, 0)
    before = play_a_card(robot, scene)
    assert scene.actor == 0
    assert hand_of(scene) == before
    card = robot.widget("card 0")
    for position, stays in ((card.rect.center, True), (NOWHERE, False)):
        move(robot, position)
        robot.wait(40)
        rest(robot, scene)
        assert (hand_of(scene) == before) is stays
    closed_up = hand_of(scene)
    scene.board.sync(scene.view)
    assert hand_of(scene) == closed_up


def test_a_drawn_card_takes_the_empty_place_until_the_next_turn(app: App) -> None:
    robot, scene, board = open_table(app, "towering", 0)
    places = {token: board.tokens.hand_place(token) for token in play_a_card(robot, scene)}
    robot.click("pile")
    seen = []
    for _ in range(100):
        robot.wait(40)
        if len(board.tokens.hand) == 8:
            seen.append({token: board.tokens.hand_place(token) for token in places} == places)
    assert seen[0], "the drawn card is in the hand, and no other has moved"
    assert not board.tokens.kept, "the next turn has begun"


@pytest.mark.parametrize("name", ["towering", "towers"])
def test_cards_close_up_at_once_after_a_play_by_keys(app: App, name: str) -> None:
    robot, scene, board = open_table(app, name)
    app.context.devices.active = "keys"
    app.on_intent(Intent(Verb.PICK, text="1"))
    board.selection.aim = board.selection.targets()[0]
    robot.do(Verb.PLAY)
    rest(robot, scene)
    assert not board.tokens.kept


# -- dragging


NOWHERE = 1270.0, 20.0


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_chosen_card_dropped_nowhere_goes_back_to_its_place(app: App, name: str) -> None:
    robot, scene = table_with(app, name)
    app.manager.on_intent(Intent(Verb.PICK, text="1"))
    rest(robot, scene)
    tokens, card = scene.board.tokens, scene.board.tokens.hand[0]
    home = tokens.sprites[card].place
    for verb, at in ((Verb.PRESS, (home.x, home.y)), (Verb.POINT, NOWHERE), (Verb.RELEASE, NOWHERE)):
        app.manager.on_intent(Intent(verb, at))
    rest(robot, scene)
    assert (tokens.sprites[card].place, app.context.reports) == (home, [])


@pytest.mark.parametrize("name", TURN_GAMES)
def test_escape_drops_a_dragged_card(app: App, name: str) -> None:
    _, scene = table_with(app, name)
    tokens, card = scene.board.tokens, scene.board.tokens.hand[0]
    home = tokens.sprites[card].place
    app.manager.on_intent(Intent(Verb.PRESS, (home.x, home.y)))
    app.manager.on_intent(Intent(Verb.POINT, NOWHERE))
    app.manager.on_intent(Intent(Verb.CANCEL))
    app.manager.on_intent(Intent(Verb.POINT, (640.0, 300.0)))
    assert (app.manager.top, tokens.is_dragging) == (scene, False)


# -- right click


RIGHT_CLICK = Intent(Verb.CANCEL, (640.0, 300.0), text="pointer")


@pytest.mark.parametrize("name", TURN_GAMES)
def test_right_clicks_during_bots_plays_do_no_harm(app: App, name: str) -> None:
    """Bots play at normal speed while a spectator clicks in every frame."""
    scene, rng = table(app, name, "bb"), random.Random(2)
    Robot(app).open(scene)
    for _ in range(12):
        (seat,) = scene.match.actors
        scene.do(seat, rng.choice(scene.game.actions(scene.match.state, seat)))
        while scene.motion.busy or not scene.course.is_over:
            app.manager.on_intent(RIGHT_CLICK)
            app.manager.update(30)
    assert app.context.reports == []


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_right_click_puts_the_chosen_cards_down(app: App, name: str) -> None:
    _, scene = table_with(app, name)
    before = scene.board.main_button()
    app.manager.on_intent(Intent(Verb.PICK, text="1"))
    assert scene.board.main_button() != before
    app.manager.on_intent(RIGHT_CLICK)
    assert scene.board.main_button() == before


# -- touch


FEEL = load_theme().feel


def _pass(touch: Touch, ms: float, *, card: Sprite | None = None, is_reduced: bool = False) -> None:
    cards = {7: card or Sprite(7, Pose(0, 0))}
    for _ in range(round(ms / 10)):
        touch.update(10, cards, {7} if card else (), is_reduced)


def test_a_card_under_the_pointer_rises_and_tilts_quickly() -> None:
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


def test_a_dragged_card_swings_and_comes_to_hang_straight() -> None:
    touch, card = Touch(FEEL), Sprite(7, Pose(0, 0))
    for _ in range(12):
        card.x += 8
        _pass(touch, 10, card=card)
    assert -FEEL.most_swing <= touch.of(7)[1] < -2
    _pass(touch, 400)
    assert touch.of(7) == (0.0, 0.0)


def test_a_card_rises_at_once_without_tilting_with_reduced_motion() -> None:
    touch, card = Touch(FEEL), Sprite(7, Pose(0, 0))
    touch.aim(7, 1.0)
    _pass(touch, 10, is_reduced=True)
    assert touch.of(7) == (FEEL.rise, 0.0)
    card.x += 50
    _pass(touch, 10, card=card, is_reduced=True)
    assert touch.of(7)[1] == 0.0


def test_effects_of_touch_are_small_and_quick() -> None:
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
def test_topping_out_shakes_the_table_once_unless_motion_is_reduced(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    _, scene = _table(app, "wyoming")
    scene.board.shake()
    falls = []
    for _ in range(40):
        scene.motion.update(10)
        falls.append(scene.board.fall)
    assert max(falls) == (0.0 if is_reduced else pytest.approx(FEEL.jolt, abs=0.5))
    assert falls[-1] == 0.0


# -- numbers of key presses


MOST_KEYS = 6
"""Upper limit of the median number of keys in a turn."""
GAMES, TURNS = 3, 16
ICETOWERS_TURNS = 24
"""Number of turns of IceTowers that are counted."""
Keys = Iterator[Intent]


def pick(scene: TurnScene, *cards: int) -> Keys:
    for card in cards:
        yield Intent(Verb.PICK, text=str(scene.board.tokens.hand.index(card) + 1))


def to_place(scene: TurnScene, target: Any, ends: bool = False) -> Intent:
    return on_plot([area.target for area in scene.board.places].index(target), ends)


def on_plot(plot: int, ends: bool) -> Intent:
    """Return the press of a place's key; with Ctrl it also ends the turn."""
    return Intent(Verb.PLACE, text=PLACE_KEYS[plot], amount=float(ends))


def wyoming(scene: TurnScene, action: Any, after: Any) -> Keys:
    selection = scene.board.selection
    selection.choose(action)
    cards, target = [*selection.cards], selection.aim
    selection.drop()
    yield from pick(scene, *cards)
    yield Intent(Verb.PLAY) if selection.aim == target else to_place(scene, target)


def towering(scene: TurnScene, action: Any, after: Any) -> Keys:
    selection, verb = scene.board.selection, Verb.FINISH if after == Draw(None) else Verb.PLAY
    selection.choose(action)
    target, card = selection.aim, None if isinstance(action, Draw) else scene.board.in_hand(action.card)
    selection.drop()
    if card is not None:
        yield from pick(scene, card)
    if selection.aim == target:
        yield Intent(verb)
    else:
        yield to_place(scene, target)


def towers(scene: TurnScene, action: Any, after: Any) -> Keys:
    selection = scene.board.selection
    if isinstance(action, Build | Claim):
        selection.choose(action)
        card, target = selection.card, selection.aim
        selection.drop()
        yield from pick(scene, card)
    ends = after == End()
    if isinstance(action, Build):
        yield to_place(scene, target, ends)
        return
    while isinstance(action, Claim) and selection.aim != target:
        is_last = ends and next_aim(selection, action.plot) == target
        yield on_plot(action.plot, is_last)
        if is_last:
            return
    yield Intent(Verb.FINISH if ends else Verb.PLAY)


def next_aim(selection: Selection, plot: int) -> Target:
    """Return what the key of a tower would aim at."""
    floors = places_in(selection, Target(plot))
    return floors[(floors.index(selection.aim) + 1) % len(floors) if selection.aim in floors else 0]


KEYS_FOR: dict[str, Callable[[TurnScene, Any, Any], Keys]] = {
    "wyoming": wyoming, "towering": towering, "towers": towers
}  # fmt: skip


class KeyPlayer:
    """Plays like a medium bot with keys, and counts them turn by turn."""

    def __init__(self, app: App, game: str, seed: int) -> None:
        self.app, self.game, self.rng = app, load(game), random.Random(seed)
        self.bot = bot_named(self.game, "medium")
        app.context.settings.speed = "instant"
        self.scene = table(app, game, seed=seed, worker=PromptWorker())
        self.robot = Robot(app)
        app.manager.clear()
        self.robot.open(self.scene)
        self.keys = KEYS_FOR[game]

    def wait(self) -> bool:
        """Wait for the player's turn; return False if the game is over."""
        for _ in range(4000):
            if self.scene.board.turn:
                return True
            if isinstance(self.robot.page, ResultsPage):
                return False
            if self.robot.page is not self.scene:
                self.robot.do(Verb.CONFIRM)
            self.app.manager.update(40)
        raise AssertionError("neither a turn nor the results appear")

    def turn(self) -> int:
        """Play a turn; return the number of keys that it took."""
        pressed, played = 0, len(self.scene.match.record.entries)
        state, actions = self.scene.match.state.copy(), list[Any]()
        while self.game.actors(state) == {0} and not self.game.outcome(state):
            actions.append(self.bot.choose(self.game.view(state, 0), self.game.actions(state, 0), self.rng))
            self.game.apply(state, 0, actions[-1])
        for place, action in enumerate(actions):
            if len(self.scene.match.record.entries) - played > place:  # the action before has included this one
                continue
            assert self.wait()
            after = actions[place + 1] if place + 1 < len(actions) else None
            for intent in self.keys(self.scene, action, after):
                self.app.on_intent(intent)
                pressed += 1
            self.robot.wait(200)
        own = [entry.text for entry in self.scene.match.record.entries[played:] if entry.seat == 0]
        assert [text.partition(" #")[0] for text in own][: len(actions)] == [
            str(action).partition(" #")[0] for action in actions
        ]
        return pressed


@sampled("game", sorted(KEYS_FOR), ["wyoming"])
def test_half_of_all_turns_take_few_keys(app: App, game: str) -> None:
    counts = list[int]()
    for seed in range(GAMES):
        player = KeyPlayer(app, game, seed)
        counts += [player.turn() for _ in range(TURNS) if player.wait()]
    assert_are_few(game, counts, 20)


def assert_are_few(game: str, counts: list[int], turns: int) -> None:
    print(f"{game}: {len(counts)} turns, median {statistics.median(counts)}, most {max(counts)}")
    assert len(counts) > turns
    assert statistics.median(counts) <= MOST_KEYS


def strike(robot: Robot, verb: Verb, text: str) -> int:
    robot.app.on_intent(Intent(verb, text=text))
    robot.wait(80)
    return 1


def take(robot: Robot, scene: LiveScene, action: Any) -> int:
    """Lift, mine or split a piece with keys; return their number."""
    if isinstance(action, Lift):
        return strike(robot, Verb.PICK, str(PIPS_OF[action.piece]))
    view, table = scene.view, scene.board.spoken
    name = f"gap {action.piece}" if isinstance(action, Split) else f"piece {action.piece}"
    for number, key in enumerate(PLACE_KEYS):
        if spoken.play_to(table, 0, view, number):
            break
        if action.piece in legality.tower_by_id(view, table.opened).pieces:
            pressed = strike(robot, Verb.PLACE, key) + robot.walk_to(name)
            robot.do(Verb.CONFIRM)
            robot.wait(80)
            return pressed + 1
    raise AssertionError(f"no key leads to the tower of {action}")


def place(robot: Robot, scene: LiveScene, action: Any) -> int:
    """Put the held piece on a tower or down with keys; return their number."""
    if isinstance(action, SetDown):
        return strike(robot, Verb.CANCEL, "")
    view, table = scene.view, scene.board.spoken
    towers = [entry.tower for entry in spoken.entries(view, 0, table.sorting, table.choice)]
    same = next(
        n for n, t in enumerate(towers) if t.id == action.tower or alike(t, legality.tower_by_id(view, action.tower))
    )
    if same < len(PLACE_KEYS):
        return strike(robot, Verb.PLACE, PLACE_KEYS[same])
    pressed = robot.walk_to([w.name for w in robot.page.widgets if w.group and w.group.name == TOWERS][same])
    robot.do(Verb.CONFIRM)
    robot.wait(80)
    return pressed + 1


def alike(first: Tower, second: Tower) -> bool:
    return (
        first.is_free_stander
        and second.is_free_stander
        and (first.controller, first.size) == (second.controller, second.size)
    )


def test_half_of_all_turns_of_icetowers_take_at_most_six_keys(app: App, bots_here: None) -> None:
    robot, scene, match = sit_down(app)
    strike(robot, Verb.PICK, "1")
    counts = list[int]()
    while len(counts) < ICETOWERS_TURNS and not match.outcome:
        if scene.view.turn != 0:
            robot.wait(400)
            continue
        game, state, rng = match.game, match.state.copy(), random.Random(len(match.steps))
        bot = bot_named(game, "medium")
        actions = list[Any]()
        while not actions or state.hands[0] is not None:
            actions.append(bot.choose(game.view(state, 0), game.actions(state, 0), rng))
            game.apply(state, 0, actions[-1])
        first, *rest = actions
        if isinstance(first, Done):
            break
        counts.append(take(robot, scene, first) + sum(place(robot, scene, action) for action in rest))
    assert_are_few("icetowers", counts, 12)


# -- rules in force


@pytest.mark.parametrize("used", ["mouse", "keys", "pad"])
def test_optional_rules_are_named_and_explained(app: App, used: str) -> None:
    robot, scene = table_with(app, "wyoming", used=used, tidal="on", wheel="on")
    button = scene.find("in force")
    assert button.label == "2 rules", "the names do not fit"
    assert button.semantics().label == "Tidal Influences · Wheel of Opposition"
    assert button.semantics().description.startswith("8 pennies, tossed at each reshuffle")
    robot.press("in force")
    notice = robot.top(Notice)
    assert [line.partition(":")[0] for line in notice.text.splitlines()] == ["Tidal Influences", "Wheel of Opposition"]
    assert "Each suit knocks down only the next" in notice.text


def test_a_preset_is_named_instead_of_its_rules(app: App) -> None:
    _, scene = table_with(app, "wyoming", seats="hbb", short="on", scaffolding="on")
    assert scene.find("in force").label == "With scaffolding"


# -- the rules in force


@pytest.mark.parametrize("name", names())
def test_each_changed_option_is_named_with_its_title_and_value(name: str) -> None:
    game = load(name)
    presets = {preset.title for preset in game.presets}
    for option in game.options(2):
        for value, label in option.choices:
            header = new_header(game, [Player("Ana"), Player("Ben")], {option.key: value}, 1)
            found = {words for words, _ in rules_in_force(header)}
            if value == option.default or option.key == "first":
                assert found <= presets
            elif not found & presets:
                assert found == {option.title if option.is_switch else f"{option.title}: {label}"}
