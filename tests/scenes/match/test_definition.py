"""Definitions of tables, boards of cards in step with their views, and the parts of a table scene."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from tests.scenes.robot import Blank, PromptWorker, Robot
from tests.scenes.tables import TURN_GAMES, open_table
from topping_out.game import registry
from topping_out.game.bots.review import Timeline
from topping_out.game.match import Match, SeenEvent
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage import translations
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.built import facade
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.sprites import Motion, Pose, Sprite
from topping_out.scenes.kit.stage import Item
from topping_out.scenes.manager import Push
from topping_out.scenes.match import coach, definition
from topping_out.scenes.match.bots import BotPlayers, BotQuestions
from topping_out.scenes.match.course import Course, Ending, Steps
from topping_out.scenes.match.definition import TableDefinition, design_of, problems, table_of
from topping_out.scenes.match.replay import Playback
from topping_out.scenes.match.scene import Viewer
from topping_out.scenes.match.start import has_guided, told_apart
from topping_out.scenes.match.table.table import Table
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.title import TitlePage

# -- definition


TABLE_ONLY = TableDefinition(table="topping_out.scenes.wyoming.table:WyomingTable")

Change = Callable[..., None]


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Iterator[Change]:
    """Return a function that changes fields of the entry of Towers of Wyoming."""
    real, caches = registry.entry, (definition._table, translations._load_rules, coach._load_tutorial)

    def _change(**what: object) -> None:
        entry = replace(real("wyoming"), **what)  # type: ignore[arg-type]
        monkeypatch.setattr(registry, "entry", lambda name: entry if name == "wyoming" else real(name))
        for cache in caches:
            cache.cache_clear()

    yield _change
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize("name", registry.names())
def test_everything_that_a_table_definition_names_exists(name: str) -> None:
    table = table_of(name)
    for place in (table.board, table.table, table.scene, table.facade, table.illustrations, table.lessons):
        assert not place or registry.load_object(place)


@pytest.mark.parametrize("name", [name for name in vars(routes) if name.isupper()])
def test_every_route_can_be_loaded(name: str) -> None:
    assert getattr(routes, name).load()


@pytest.mark.parametrize(
    "place", ["topping_out.scenes.no_such_package:TABLE", "topping_out.scenes.wyoming:NO_TABLE", "math:pi"]
)
def test_a_game_whose_table_cannot_be_loaded_is_named_and_left_out(
    app: App, robot: Robot, change: Change, place: str
) -> None:
    change(table=place)
    robot.open(TitlePage(app.context))
    assert robot.page.find("wyoming") is None
    assert robot.page.find("towering")
    (problem,) = problems()
    assert "'wyoming'" in problem
    robot.press("warning")
    assert "'wyoming'" in robot.page.text  # type: ignore[attr-defined]
    assert registry.load("wyoming")


def test_a_table_with_a_broken_facade_is_left_out(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "topping_out.scenes.wyoming.TABLE", replace(TABLE_ONLY, facade="topping_out.scenes.wyoming.table:nothing")
    )
    change()
    assert "wyoming" not in definition.playable()


def test_a_game_with_only_rules_and_a_board_is_offered_like_others(
    app: App, change: Change, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("topping_out.scenes.wyoming.TABLE", TABLE_ONLY)
    change(data=tmp_path)
    robot, rules = Robot(app), registry.load("wyoming")
    robot.open(TitlePage(app.context))
    assert robot.widget("wyoming")
    assert not has_guided("wyoming")
    robot.press("rules")
    assert isinstance(robot.page, RulesPage)
    assert [block.text for block in robot.page.rules.opening] == [rules.blurb, rules.designer]
    assert robot.page.find("guided") is None
    robot.press("back")
    robot.click("new")  # with keys, the focus would pass the towers of other games
    assert isinstance(robot.page, SetupPage)
    assert robot.page.find("guided") is None


def test_a_plain_tower_shows_the_first_letter_of_its_game(
    app: App, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topping_out.scenes.wyoming.TABLE", TABLE_ONLY)
    change()
    design = design_of("wyoming")
    assert design.letter == "T"
    designs = design, replace(design, letter="")
    with_letter, without = (facade(Kit(Metrics((1280, 720))), each, 300).lit for each in designs)
    assert pygame.image.tobytes(with_letter, "RGBA") != pygame.image.tobytes(without, "RGBA")


def test_nobody_is_called_you_if_several_humans_share_the_screen() -> None:
    alone = new_header(load("wyoming"), [Player("You"), Player("Mesa", "bot", "easy", 1)], {}, 1)
    assert told_apart(alone) == alone
    together = new_header(load("wyoming"), [Player("You"), Player("Ana", colour=1)], {}, 1)
    assert [player.name for player in told_apart(together).seats] == ["Player 1", "Ana"]


# -- close up


def large(app: App, board: Table) -> list[Item]:
    """Return the items on the screen that are twice as large as the cards of the hand."""
    card = next(iter(board.tokens.sprites.values())).key
    size = board.face(card, app.context.kit.closer).get_size()
    return [item for item in app.stage._shown if item.surface.get_size() == size]


@pytest.mark.parametrize("game", TURN_GAMES)
@pytest.mark.parametrize("used", ["mouse", "keys"])
def test_the_card_pointed_at_can_be_shown_twice_as_large(app: App, game: str, used: str) -> None:
    robot, scene = open_table(app, game, used=used)
    board = scene.board
    hand = board.tokens.hand
    area = next(widget for widget in scene.widgets if getattr(widget, "card", None) == hand[0])
    if used == "keys":
        robot.go_to(area.name)
    else:
        app.context.devices.pointer = area.rect.center
        app.on_intent(Intent(Verb.POINT, area.rect.center))
    robot.wait(40)
    robot.see()
    assert not large(app, board)
    app.context.settings.close_up = True
    robot.wait(40)
    robot.see()
    (item,) = large(app, board)
    assert app.screen.get_rect().contains(item.rect)
    assert item.surface is board.face(board.tokens.sprites[hand[0]].key, app.context.kit.closer)


# -- card tables


TABLES = [
    ("wyoming", 2, {}),
    ("wyoming", 4, {"deadlines": True, "tidal": True, "wheel": True}),
    ("wyoming", 3, {"foundations": 2, "finicky": True}),
    ("towering", 2, {}),
    ("towering", 2, {"materials": "4", "rounds": 1, "take_back": True}),
    ("towers", 2, {}),
    ("towers", 4, {"end": "deck"}),
]
every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
every_viewer = pytest.mark.parametrize("viewer", [0, 1, None])


def start(app: App, name: str, seats: int, options: dict[str, object]) -> tuple[Match, Any, Any]:
    """Return a match that begins, and two boards for it."""
    header = new_header(load(name), [Player(f"Player {seat}") for seat in range(seats)], options, 7)
    match = Match.new(header)
    view = match.game.view(match.state, None)
    return match, *(table_of(name).make_board(app.context, header, Motion(), view) for _ in range(2))


def plays(match: Match, viewer: int | None, longest: int = 150) -> Iterator[list[SeenEvent]]:
    """Play at random; yield what a seat sees of each action."""
    rng = random.Random(3)
    for _ in range(longest):
        if match.outcome:
            return
        seat, log = min(match.actors), match.watch(viewer)
        match.act(seat, rng.choice(match.game.actions(match.state, seat)), 0, log)
        yield log.seen


def animated(match: Match, viewer: int | None, board: Any, anew: Any) -> Iterator[None]:
    """Play at random; check after each action that animated events have led to what a board shows that is laid anew."""
    for seen in plays(match, viewer):
        for event, view in seen:
            board.animate(event, view)
        board.motion.finish()
        view = match.game.view(match.state, viewer)
        assert board.is_synced(view)
        anew.sync(view)
        assert faces(board) == faces(anew)
        yield


def faces(board: Table) -> list[object]:
    """Return the place of each card with its face, and of each card that lies face down, in a hand or tucked."""
    sprites = board.tokens.sprites
    backs = ((lies(sprite), sprite.key) for token, sprite in sprites.items() if token < 0)
    known = {card: lies(sprite) for card, sprite in sprites.items() if card >= 0}
    return [known, sorted(backs, key=lambda back: (back[0][0].x, back[0][0].y))]


def lies(sprite: Sprite) -> tuple[Pose, float, float]:
    return sprite.place, sprite.turn, sprite.alpha


@every_table
@every_viewer
def test_animated_events_lead_to_what_the_next_view_shows(
    app: App, name: str, seats: int, options: dict[str, object], viewer: int | None
) -> None:
    match, board, anew = start(app, name, seats, options)
    board.sync(match.game.view(match.state, viewer))
    assert [*animated(match, viewer, board, anew)]


@every_table
@every_viewer
def test_every_element_of_a_table_has_a_name_and_a_group(
    app: App, name: str, seats: int, options: dict[str, object], viewer: int | None
) -> None:
    match, board, _ = start(app, name, seats, options)
    for seen in plays(match, viewer, 40):
        board.sync(seen[-1].view)
        names = Counter(widget.name for widget in board.widgets())
        assert max(names.values()) == 1
        for widget in board.widgets():
            semantics = widget.semantics()
            assert semantics, f"{widget.name} has no semantics"
            assert semantics.label
            assert widget.group, f"{widget.name} has no group"
        groups = [group for group, _ in groupby(widget.group for widget in board.widgets())]
        assert len(groups) == len({group.name for group in groups if group}), "a group is interrupted by another"


@every_table
def test_a_missed_event_or_moved_card_is_noticed(app: App, name: str, seats: int, options: dict[str, object]) -> None:
    match, board, _ = start(app, name, seats, options)
    board.sync(match.game.view(match.state, 0))
    for seen in plays(match, 0, 40):
        view = match.game.view(match.state, 0)
        for event, between in seen[:-1]:
            if between != view:  # nothing visible comes after this event
                board.animate(event, between)
        board.motion.finish()
        assert not board.is_synced(view)
        board.sync(view)
        assert board.is_synced(view)
        next(iter(board.tokens.sprites.values())).x += 1
        assert not board.is_synced(view)
        board.sync(view)


# -- parts


class FakeBoard:
    """Shows numbers one after another; 3 has a scene of its own, and 4 is shown wrongly."""

    at_rest = True
    is_replay = False

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
    scene = SimpleNamespace(
        context=app.context, board=board, motion=board.motion, view=events[-1], rested=lambda: rests.append(board.shown)
    )
    course = Course(scene)  # type: ignore[arg-type]
    course.show(SeenEvent(event, event) for event in events)
    return course, board, rests


def test_a_course_shows_events_one_after_another_and_then_rests(app: App) -> None:
    course, board, rests = course_of(app, 1, 2)
    course.advance(50)
    assert (board.shown, course.is_over, rests) == (1, False, [])
    while not course.advance(50):
        assert course.go_on() is None
    assert rests == [2]


def test_a_scene_in_between_comes_before_the_next_event(app: App) -> None:
    course, board, rests = course_of(app, 3, 5)
    assert not course.hurry()
    assert isinstance(course.go_on(), Push)
    assert (board.shown, rests) == (3, [])
    assert course.go_on() is None
    assert course.hurry()
    assert rests == [5]


def test_a_table_out_of_step_is_corrected_and_reported(app: App) -> None:
    course, board, _ = course_of(app, 4)
    assert course.hurry()
    assert board.shown == 4
    assert "out of step" in app.context.reports[-1]


def test_events_that_were_not_shown_can_be_dropped(app: App) -> None:
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
def test_the_screen_belongs_to_the_human_who_acts_next(
    kinds: tuple[str, ...], first: int | None, then: int | None
) -> None:
    viewer, board = Viewer(match_of(*kinds)), SimpleNamespace(is_out=lambda seat: False)
    assert viewer.seat == first
    assert viewer.next(board) == then  # type: ignore[arg-type]


def test_a_bot_is_asked_once_and_its_choice_returned_once(app: App) -> None:
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


class LongEnding(Ending):
    """An ending that takes 100 milliseconds."""

    def __init__(self) -> None:
        super().__init__(SimpleNamespace(context=None, board=None))  # type: ignore[arg-type]
        self.frames: list[float] = []

    def steps(self) -> Steps:
        while sum(self.frames) < 100:
            self.frames.append((yield))
        return Push(Blank())


def test_an_ending_runs_frame_by_frame_and_only_once() -> None:
    ending = LongEnding()
    assert ending.is_still
    assert [ending.go_on(40) for _ in range(3)] == [None] * 3
    assert not ending.is_still
    assert isinstance(ending.go_on(40), Push)
    assert ending.frames == [40, 40, 40]
    assert ending.go_on(40) is None


def test_a_playback_shows_each_step_to_the_seat_that_acts() -> None:
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
