"""No label on a table is cut off or overlaps another, and a mirrored table differs only by its sides."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import pygame
import pytest

from tests.golden import sampled
from tests.scenes.robot import Eye, Robot, SilentWorker
from tests.scenes.tables import TURN_GAMES, drag, open_table, play, rest, texts
from topping_out.game import registry
from topping_out.game.bots.puzzles import puzzles_of
from topping_out.game.bots.review import Timeline
from topping_out.game.match import Match
from topping_out.game.record import Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.roster import characters
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import DOUBLE, Intent, Verb
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.icetowers.cursors import KeyCursor
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.sprites import Pose
from topping_out.scenes.manager import Scene
from topping_out.scenes.match import start
from topping_out.scenes.match.film import film_context
from topping_out.scenes.match.puzzle_turns import open_puzzle
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.table.game import Span, X, mirrored, within
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.towering.rounds import RoundPage
from topping_out.scenes.ui.layout import Rect
from topping_out.scenes.ui.page import nearest
from topping_out.scenes.ui.widgets import Button

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


# -- labels


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
    return start.open_table(app.context, Match(played(name, actions)))


@every_window
@pytest.mark.parametrize("name", registry.names())
def test_no_label_of_a_table_is_cut_or_covered(
    robot: Robot, monkeypatch: pytest.MonkeyPatch, name: str, windows: list[Look]
) -> None:
    eye = Eye(monkeypatch)
    for actions in ACTIONS:
        scene = robot.open(table(robot.app, name, actions))
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


# -- mirrored tables


BUTTONS = "leave", "start", "back", "play", "step", "end", "speed", "film", "note"
"""The row of buttons of a replay, in the order of time."""
every_game = pytest.mark.parametrize("name", registry.names())
every_game_with_turns = pytest.mark.parametrize("name", TURN_GAMES)


def mirror(robot: Robot, is_mirrored: bool) -> None:
    """Change the setting, as its switch does."""
    robot.app.context.settings.mirrored = is_mirrored
    robot.app._follow_settings()


def scenes(app: App, name: str) -> Iterator[tuple[str, Any]]:
    """Yield tables of a game at some moments, a replay and a puzzle."""
    for actions in ACTIONS:
        yield f"after {actions} actions", start.open_table(app.context, Match(played(name, actions)))
    timeline = Timeline(played(name, ACTIONS[-1]))
    yield "replay", ReplayScene(app.context, timeline, len(timeline.steps) // 2)
    if puzzles := puzzles_of(name):
        yield "puzzle", open_puzzle(app.context, name, puzzles[0].name)


def spots(scene: Any) -> list[tuple[str, Rect]]:
    """Return the names and places of everything that can be pressed, chosen or read."""
    found = [(widget.name, Rect(widget.rect)) for widget in scene.widgets]
    if isinstance(scene.board, IceTowersBoard):
        view, layout = scene.view, scene.board.layout
        found += [(f"tower {tower.id}", place) for tower, place in zip(view.towers, layout.places(view.towers))]
        found += [(f"plate {seat}", layout.plate(seat)) for seat in range(view.variant.seats)]
    return found


def row_of(spot: str, name: str, is_replay: bool) -> str:
    """Return the row to which a spot belongs, if that moves to the other side as a whole, in the same order; or ""."""
    if spot.startswith("card "):
        return "hand"
    if spot.startswith(("plate ", "seat ")) and name == "icetowers":
        return "plates"
    return "buttons" if is_replay and spot in BUTTONS else ""


def flipped(robot: Robot, rect: Rect) -> Rect:
    return Rect(robot.app.context.kit.width - rect.right, rect.y, rect.w, rect.h)


def is_near(a: Rect, b: Rect, most: float = 0.2) -> bool:
    return max(abs(one - other) for one, other in zip((*a.topleft, *a.size), (*b.topleft, *b.size))) <= most


# -- where things are


@sampled(
    "name, window",
    [(name, window[:2]) for name in registry.names() for window in WINDOWS[:2]],
    [(name, window[:2]) for name in registry.names() for window in WINDOWS[:2]],
)
def test_mirrored_tables_have_the_same_spots_with_mirrored_rectangles(
    robot: Robot, name: str, window: tuple[tuple[int, int], float]
) -> None:
    for what, scene in scenes(robot.app, name):
        robot.open(scene)
        robot.resize(*window)
        usual = spots(scene)
        mirror(robot, True)
        found = spots(scene)
        assert [name for name, _ in found] == [name for name, _ in usual], "the order of reading changes"
        rows: dict[str, list[tuple[Rect, Rect]]] = {}
        for (spot, place), (_, before) in zip(found, usual):
            if row := row_of(spot, name, what == "replay"):
                rows.setdefault(row, []).append((place, before))
            else:
                assert is_near(place, flipped(robot, before)), f"{spot}, {what}"
        for row, places in rows.items():
            now, then = zip(*places)
            assert is_near(now[0].unionall(now[1:]), flipped(robot, then[0].unionall(then[1:]))), f"{row}, {what}"
            assert len({round(a.x - b.x) for a, b in places}) <= 2, f"{row}, {what}"  # 2 because of rounding


@every_game
def test_pictures_and_words_of_mirrored_tables_are_not_mirrored(robot: Robot, name: str) -> None:
    for what, scene in scenes(robot.app, name):
        robot.open(scene)
        robot.resize((1280, 720))
        robot.see()
        usual = pictures(robot.app)
        mirror(robot, True)
        robot.see()
        assert pictures(robot.app) == usual, what


def pictures(app: App) -> Counter[bytes]:
    """Count the pictures on the screen, except the background, which is as wide as the window."""
    shown = (item.surface for item in app.stage._shown)
    small = [surface for surface in shown if surface.get_width() < app.screen.get_width() / 2]
    return Counter(pygame.image.tobytes(surface, "RGBA") for surface in small)


@every_game_with_turns
def test_tooltips_of_mirrored_tables_are_on_the_other_side(robot: Robot, name: str) -> None:
    scene: Any = robot.open(start.open_table(robot.app.context, Match(played(name, 40))))
    robot.resize((1280, 720))
    usual = tips(robot, scene)
    mirror(robot, True)
    found = tips(robot, scene)
    assert len(usual) > 4
    assert usual.keys() == found.keys()
    assert [spot for spot in usual if not is_near(found[spot], flipped(robot, usual[spot]), 1.5)] == []


def tips(robot: Robot, scene: Any) -> dict[str, Rect]:
    """Return the place of the tooltip of each spot that has one, except cards of the hand."""

    def shown(position: tuple[float, float]) -> dict[Any, Rect]:
        robot.app.context.devices.pointer = position
        robot.app.on_intent(Intent(Verb.POINT, position))
        robot.see()
        return {item.key(): Rect(item.rect) for item in robot.app.stage._shown}

    found, before = {}, shown((robot.app.context.kit.width / 2, 4))
    for widget in scene.widgets:
        if widget.is_pointable and not isinstance(widget, Button) and not widget.name.startswith("card "):
            new = [rect for key, rect in shown(widget.rect.center).items() if key not in before]
            if new and (largest := max(new, key=lambda rect: rect.w * rect.h)).w > 60:
                found[widget.name] = largest
    return found


# -- playing


@every_game_with_turns
def test_a_mirrored_table_is_played_by_clicks_and_drags(robot: Robot, app: App, name: str) -> None:
    robot, scene = open_table(app, name)
    mirror(robot, True)
    play(robot, scene, 2)
    for turn in range(6):
        while (action := aimed_play(scene)) is None:
            play(robot, scene, 1)
            robot.wait(40)
        board, before = scene.board, len(texts(scene))
        cards, aim = [*board.selection.cards], board.selection.aim
        board.clear_selection()
        board.begin_turn(board.turn)
        scene.rebuild()
        goal = next(widget for widget in scene.widgets if getattr(widget, "target", None) == aim)
        if turn % 2 and len(cards) == 1:
            sprite = board.tokens.sprites[cards[0]]
            drag(app, (sprite.x, sprite.y), goal.goal.center)
        else:
            for card in cards:
                robot.click(f"card {board.tokens.hand.index(card)}", (0.2, 0.35))
                robot.wait(DOUBLE + 40)
            robot.click_at(goal.goal.center)
        assert len(texts(scene)) == before + 1, (turn, action)
        rest(robot, scene)
    assert app.context.reports == []


def aimed_play(scene: Any) -> Any:
    """Choose a play of the player that goes to a place, and return it; None if there is none now."""
    for action in scene.board.turn.actions if scene.board.turn else ():
        scene.board.selection.choose(action)
        if scene.board.selection.cards and scene.board.selection.aim is not None:
            return action
    return None


@every_game_with_turns
def test_left_goes_left_on_a_mirrored_table(robot: Robot, app: App, name: str) -> None:
    app.context.settings.mirrored = True
    robot, scene = open_table(app, name, used="keys")
    app._follow_settings()
    for verb, sign in ((Verb.LEFT, -1), (Verb.RIGHT, 1)):
        for widget in scene.focusable:
            scene.focus = widget.name
            if nearest(widget.rect, (sign, 0), scene.focusable):
                robot.do(verb)
                assert (scene.focused.rect.centerx - widget.rect.centerx) * sign > 0, (widget.name, scene.focus)


def test_cursors_and_pieces_of_icetowers_go_where_they_are_sent(robot: Robot, app: App) -> None:
    scene: Any = robot.open(start.open_table(app.context, Match(played("icetowers", 40))))
    mirror(robot, True)
    layout, view, cursor = scene.board.layout, scene.view, KeyCursor(0, (640, 360))
    tower = view.towers[0]
    assert layout.to_table(*layout.at(tower.x, tower.y)) == (tower.x, tower.y)
    moved = 0
    for verb, sign in ((Verb.LEFT, -1), (Verb.RIGHT, 1)):
        before = cursor.x
        cursor.on_intent(Intent(verb), view, layout)
        moved += (cursor.x - before) * sign > 0
    assert moved


@every_game
def test_the_setting_changes_a_table_at_once(robot: Robot, name: str) -> None:
    scene: Any = robot.open(start.open_table(robot.app.context, Match(played(name, 9))))
    place = Rect(scene.board.main_place)
    mirror(robot, True)
    assert is_near(scene.board.main_place, flipped(robot, place))
    robot.wait(400)
    assert scene.board.is_synced(scene.view)
    mirror(robot, False)
    assert is_near(scene.board.main_place, place)


def test_the_count_of_a_round_is_mirrored_too(robot: Robot, app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 400, hurry=True, stop_at_round=True)
    page = robot.top(RoundPage)
    usual = [(widget.name, Rect(widget.rect)) for widget in page.widgets]
    mirror(robot, True)
    for (name, before), widget in zip(usual, page.widgets):
        assert widget.name == name
        assert is_near(widget.rect, flipped(robot, before)), name


@every_game
def test_films_are_not_mirrored(robot: Robot, name: str) -> None:
    robot.app.context.settings.mirrored = True
    robot.app.context.save_settings()
    assert not film_context().kit.is_mirrored


# -- layouts


class Some:
    """A layout with each kind of place, on a table 1000 units wide."""

    height, room, middle = 20.0, Span(100, 300), X(200)

    def place(self, x: float) -> Rect:
        return Rect(x, 5, 50, 10)

    @within(lambda self, x: Rect(100, 0, 200, 20))
    def in_block(self, x: float) -> Rect:
        return Rect(x, 5, 50, 10)

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        return Pose(100 + 20 * index, 9 if raised else 10, -index)

    def pose(self) -> Pose:
        return Pose(100, 10, 5)


def test_a_mirrored_layout_mirrors_places_and_nothing_else() -> None:
    kit = Kit(Metrics((1280, 720)), is_mirrored=True)
    some = mirrored(Some(), kit)
    assert (some.height, some.room, some.middle) == (20, (980, 1180), 1080)
    assert some.place(100) == Rect(1130, 5, 50, 10)
    assert some.pose() == Pose(1180, 10, -5)
    some.place(100).x = 0
    assert some.place(100).x == 1130


def test_blocks_and_hands_keep_their_order_in_a_mirrored_layout() -> None:
    some = mirrored(Some(), Kit(Metrics((1280, 720)), is_mirrored=True))
    assert (some.in_block(100).x, some.in_block(250).x) == (980, 1130)
    assert [some.hand_place(index, 3) for index in range(3)] == [
        Pose(1140, 10, 0), Pose(1160, 10, -1), Pose(1180, 10, -2),
    ]  # fmt: skip
    assert some.hand_place(0, 3, True).y == 9


def test_the_usual_layout_is_not_wrapped() -> None:
    some = Some()
    assert mirrored(some, Kit(Metrics((1280, 720)))) is some
