"""Guided games with their lessons, and the listening lesson."""

import math
import random
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.game.matches import play_on
from tests.golden import check_section, sampled
from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import TURN_GAMES, rest, take_step
from tests.scenes.tables import open_table as with_table
from tests.scenes.tables import play as play_at
from topping_out.game import registry, roster
from topping_out.game.bots.weights import bot_named, bot_seed
from topping_out.game.icetowers.state import PIPS_OF
from topping_out.game.options import resolve
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.towering.actions import Build, is_material
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.animator import picture_place
from topping_out.scenes.manager import Pop
from topping_out.scenes.match.coach import AT_ONCE, Callout, Lesson, LessonCues, key_of, tutorial_of
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.scene import LessonContext
from topping_out.scenes.match.start import begin_guided, open_table, resume, unfinished
from topping_out.scenes.match.turns import STEPS, ListeningLesson, TurnScene
from topping_out.scenes.pages.keys import KeysPage
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.system.settings import MAX_GUIDED, Settings
from topping_out.scenes.ui.column import Notice
from topping_out.scenes.ui.layout import Rect
from topping_out.scenes.ui.widgets import Button

# -- guided


WINDOWS = [((1280, 720), 1.0, False), ((1024, 768), 1.5, False), ((1024, 768), 1.5, True)]
"""Sizes of the window and of the text, and whether the table is mirrored."""
ALL_WINDOWS = [*product([(1280, 720), (1920, 1080), (1024, 768)], [1.0, 1.5], [False, True])]

every_game = pytest.mark.parametrize("name", registry.names())


def cues(name: str) -> LessonCues:
    return table_of(name).cues


# -- the lessons' data


@every_game
def test_a_guided_game_has_valid_options_and_a_weak_opponent(name: str) -> None:
    guided = tutorial_of(name)
    header = new_header(load(name), [Player("You"), Player(guided.rival.name, "bot", guided.rival.level, 1)],
                        guided.options, guided.seed)  # fmt: skip
    assert header.options.items() >= guided.options.items()
    assert guided.rival.level in roster.LEVELS[:2]


@every_game
def test_the_moments_and_marks_of_lessons_exist(name: str) -> None:
    lessons = tutorial_of(name).lessons
    assert {lesson.when for lesson in lessons} <= cues(name).conditions.keys()
    assert {mark for lesson in lessons for mark in lesson.marks} <= cues(name).marks.keys()
    assert all(lesson.marks for lesson in lessons)


@every_game
def test_lessons_are_few_short_and_uniquely_named(name: str) -> None:
    lessons = tutorial_of(name).lessons
    assert len({lesson.name for lesson in lessons}) == len(lessons)
    assert 6 <= sum(lesson.must for lesson in lessons) <= len(lessons) <= 10
    for lesson in lessons:
        assert len(re.findall(r"[.?!](?= |$)", lesson.text)) <= 3, lesson.name
        assert len(lesson.text) <= 170, lesson.name
        assert len(lesson.title) <= 26, lesson.name


@pytest.mark.parametrize("name", TURN_GAMES)
def test_moments_and_marks_are_as_recorded_in_the_course_of_a_game(app: App, name: str) -> None:
    """Which moments for a lesson there are in a player's turns, and the places of all marks."""
    robot, scene = with_table(app, name)
    lines = []
    for step in range(9):
        play_at(robot, scene, step, seed=step)
        while scene.actor != 0 and not scene.match.outcome:
            take_step(scene, random.Random(step))
            rest(robot, scene)
        if (now := scene.lesson_context()) is None:
            break
        moments = [moment for moment, holds in cues(name).conditions.items() if holds(now)]
        lines.append(f"after {len(scene.match.record.effective())} plays: {', '.join(moments)}\n")
        for mark, places in cues(name).marks.items():
            rects = [f"{rect.x:.0f},{rect.y:.0f} {rect.w:.0f}x{rect.h:.0f}" for rect in places(scene.board, now)]
            lines.append(f"  {mark}: {', '.join(rects) or '-'}\n")
    assert len(lines) > 20
    check_section("".join(lines), "lessons", name)


@pytest.mark.parametrize("player", ["gentle", "easy"])
def test_the_opponent_of_towerings_guided_game_builds_two_towers(player: str) -> None:
    game, guided = load("towering"), tutorial_of("towering")
    bots = bot_named(game, player), bot_named(game, guided.rival.level)
    state, step = game.setup(2, resolve(game.options(2), guided.options), guided.seed), 0
    while game.outcome(state) is None:
        seat = state.turn
        view, actions = game.view(state, seat), game.actions(state, seat)
        game.apply(state, seat, bots[seat].choose(view, actions, random.Random(bot_seed(view, step))))
        step += 1
    assert sum(len(tower) >= 4 for tower in state.accounts[-1].towers[1]) >= 2


def test_towering_explains_materials_before_one_can_be_built(app: App) -> None:
    """Even to a player who plays at once, whatever the note says. Mesa builds in her first turns."""
    _, table = sit_down(app, "towering")
    while len(plays_of(table, 1)) < 4:
        app.manager.update(40)
        if app.manager.top is table and (now := table.lesson_context()):
            table.coach.attend()
            if any(isinstance(action, Build) and is_material(action.card) for action in now.actions):
                assert "material" in (*table.coach.shown, table.coach.lesson and table.coach.lesson.name)
            play(table, now)
    assert "material" in table.coach.shown
    assert plays_of(table, 1).count("build") >= 2


def plays_of(table: TurnScene, seat: int) -> list[str]:
    """Return what a seat has done with its cards, "build" or "discard" each time."""
    return [entry.text.split()[0] for entry in table.match.record.entries if entry.seat == seat][::2]


def test_lessons_are_numbered_in_the_order_in_which_they_appear(app: App) -> None:
    _, table = sit_down(app, "wyoming")
    total = len(tutorial_of("wyoming").lessons)
    assert table.find("lesson").aside == f"Lesson 1 of {total}"
    table.coach.got_it()
    assert table.find("lesson").aside == f"Lesson 2 of {total}"


# -- whole games


@every_game
@pytest.mark.parametrize("windows", [WINDOWS, pytest.param(ALL_WINDOWS, marks=pytest.mark.long)], ids=len)
def test_a_game_shows_every_lesson_in_order_without_covering_anything(
    app: App, name: str, windows: list[tuple[tuple[int, int], float, bool]]
) -> None:
    robot, table = sit_down(app, name)
    seen: list[Lesson] = []

    def look(lesson: Lesson) -> None:
        seen.append(lesson)
        for window in windows:
            robot.resize(*window)
            assert faults(table) == [], (lesson.name, window)

    musts = [lesson.name for lesson in tutorial_of(name).lessons if lesson.must]
    play_until(app, table, lambda: {*musts} <= {*table.coach.shown}, look)
    assert len({*seen}) == len(seen)
    assert [lesson.name for lesson in seen if lesson.must] == musts
    assert app.context.reports == []


def pieces(table: Any) -> list[Rect]:
    """Return the positions of the pieces of IceTowers."""
    layout = table.board.layout
    return [
        picture_place(PIPS_OF[piece], *foot)
        for tower in table.view.towers
        for piece, foot in zip(tower.pieces, layout.feet(tower))
    ]


def faults(table: Any) -> list[str]:
    """Return the faults of the note on the table."""
    kit, note = table.kit, table.find("lesson")
    assert isinstance(note, Callout)
    rest = [w for w in table.widgets if w not in table.coach.note]
    needed = [w for w in rest if isinstance(w, Button) or getattr(w, "card", None) is not None]
    found = [f"it covers {w.name}" for w in needed if w.rect.colliderect(note.rect)]
    found += ["it covers a text of the table" for words in table.board.text_areas if words.colliderect(note.rect)]
    found += ["it covers its mark" for mark in table.coach.marked if mark.colliderect(note.rect)]
    if table.match.header.game == "icetowers":
        found += ["it covers a piece" for p in pieces(table) if p.colliderect(note.rect)]
    found += [f"{b.name} sticks out" for b in table.coach.note[1:] if not note.rect.contains(b.rect)]
    found += [] if Rect(0, 0, kit.width, kit.height).contains(note.rect) else ["it sticks out of the window"]
    wide = [kit.text_size(line, 16)[0] for line in note.shape.lines] + [kit.text_size(note.title, 19, "title")[0]]
    found += ["its text sticks out"] if max(wide) > note.shape.room + 1 else []
    if not table.coach.marked:
        found.append("nothing that it explains is marked")
    return found


# -- starting


def test_the_rules_lead_to_the_guided_game_unless_a_game_is_open(app: App, robot: Robot) -> None:
    robot.open(SetupPage(app.context, "towering"))
    robot.press("rules")
    robot.press("guided")
    table = robot.top(TurnScene)
    assert table.match.game.name == "towering"
    assert table.coach.is_on
    robot.do(Verb.RULES)
    assert isinstance(app.manager.top, RulesPage)
    assert app.manager.top.find("guided") is None


# -- opening and closing lessons


@pytest.mark.parametrize(("name", "used"), [("wyoming", "mouse"), ("icetowers", "keys")])
def test_a_lesson_is_closed_by_a_click_or_cancel(app: App, name: str, used: str) -> None:
    robot, table = sit_down(app, name, used)
    if used == "mouse":
        first = table.coach.lesson
        robot.click("got it")
        assert table.coach.shown == (first.name,)
        assert table.coach.lesson not in (None, first)
    robot.do(Verb.CANCEL)
    assert table.coach.lesson is None
    assert app.manager.top is table
    robot.do(Verb.CANCEL)
    assert isinstance(app.manager.top, PausePage)


def test_the_focus_is_on_got_it_and_then_back_in_the_hand(app: App) -> None:
    robot, table = sit_down(app, "wyoming")
    assert table.focus == "got it"
    robot.do(Verb.CONFIRM)
    assert table.focus == "got it"
    robot.do(Verb.CONFIRM)
    assert table.focus == "card 0"


def test_only_some_lessons_appear_before_one_play(app: App) -> None:
    robot, table = sit_down(app, "towering")
    for _ in range(AT_ONCE):
        assert table.coach.lesson
        robot.do(Verb.CANCEL)
    robot.wait(1000)
    assert table.coach.lesson is None
    play(table, table.lesson_context())
    wait_for(app, lambda: table.coach.lesson is not None)
    play(table, table.lesson_context())
    assert table.coach.lesson is None, "playing closes a lesson too"


def test_a_lesson_is_not_repeated_after_undoing_a_play(app: App) -> None:
    app.context.settings.pace = "thoughtful"
    _, table = sit_down(app, "wyoming")
    table.coach.got_it()
    table.coach.got_it()
    before = table.coach.shown
    table.act(table.lesson_context().actions[0])
    table.undo()
    assert table.match.record.effective() == []
    assert table.coach.shown == before


def test_a_click_on_a_note_does_not_reach_the_table(app: App) -> None:
    robot, table = sit_down(app, "wyoming", "mouse")
    robot.click("lesson", (0.2, 0.5))
    assert table.coach.lesson
    assert table.board.selection.cards == []


def test_skipped_lessons_do_not_return_in_this_game(app: App) -> None:
    robot, table = sit_down(app, "wyoming", "mouse")
    robot.click("skip")
    assert not table.coach.is_on
    assert robot.page.focus == table.board.home, "the button that had the focus is gone"
    play(table, table.lesson_context())
    wait_for(app, lambda: table.lesson_context() is not None)
    robot.wait(500)
    assert table.coach.lesson is None
    assert table.find("got it") is None


def test_the_pause_page_can_end_or_restart_the_lessons(app: App) -> None:
    robot, table = sit_down(app, "wyoming")
    table.coach.got_it()
    for verb in (Verb.CANCEL, Verb.CANCEL):
        robot.do(verb)
    robot.press("afresh")
    robot.press("answer1")
    again = app.manager.top
    assert again is not table
    assert (again.coach.is_on, again.coach.shown) == (True, ())
    assert list(app.context.settings.guided) == [key_of(again.match.header)]
    wait_for(app, lambda: again.coach.lesson is not None)
    for verb in (Verb.CANCEL, Verb.CANCEL, Verb.CANCEL):
        robot.do(verb)
    robot.press("skip lessons")
    assert app.manager.top is again
    assert not again.coach.is_on


def test_an_ordinary_game_has_no_lessons(app: App, robot: Robot) -> None:
    app.context.worker = PromptWorker()
    header = new_header(load("wyoming"), [Player("You"), Player("Mesa", "bot", "gentle", 1)], {"first": 0}, 65)
    robot.open(open_table(app.context, app.context.library.start(header)))
    assert isinstance(robot.page, TurnScene)
    assert robot.page.coach.lesson is None
    robot.do(Verb.CANCEL)
    robot.press("resume")
    assert robot.page.find("skip lessons") is None


# -- continuing


@every_game
def test_a_continued_guided_game_continues_its_lessons(app: App, name: str) -> None:
    _, table = sit_down(app, name)
    play_until(app, table, lambda: len(table.coach.shown) > 1 and table.coach.lesson is not None, lambda lesson: None)
    before, lesson = table.coach.shown, table.coach.lesson
    app.manager.clear()
    app.context.library.close()
    app.context.settings = app.context.store.load()
    app.context.settings.speed = "instant"
    (saved,) = unfinished(app.context)
    app.manager.go(resume(app.context, saved))
    again = app.manager.top
    assert again.coach.shown == before
    wait_for(app, lambda: again.coach.lesson is not None)
    assert again.coach.lesson == lesson


def test_the_settings_remember_a_limited_number_of_guided_games() -> None:
    settings = Settings(guided={f"wyoming {n}": ("goal",) for n in range(3 * MAX_GUIDED)})
    assert list(settings.guided) == [f"wyoming {n}" for n in range(2 * MAX_GUIDED, 3 * MAX_GUIDED)]


# -- IceTowers, with a device for each seat


@pytest.mark.parametrize("how", ["back", "click"])
def test_in_icetowers_a_seats_device_closes_the_note(app: App, how: str) -> None:
    _, table = sit_down(app, "icetowers")
    if how == "back":
        table.on_intent(Intent(Verb.CANCEL, seat=0))
    else:
        x, y = table.find("got it").rect.center
        table.on_intent(Intent(Verb.PRESS, (x, y), seat=0))
    assert table.coach.shown == ("ready",)
    assert app.manager.top is table


# -- invitations


@every_game
def test_the_set_up_invites_to_the_guided_game(app: App, robot: Robot, name: str) -> None:
    app.context.worker = PromptWorker()
    robot.open(SetupPage(app.context, name))
    assert robot.widget("guided").is_invitation
    robot.press("guided")
    table: Any = app.manager.top
    assert table.coach.is_on
    assert table.match.header.seed == tutorial_of(name).seed


def test_there_is_no_invitation_after_a_finished_game(app: App, robot: Robot) -> None:
    _, table = sit_down(app, "wyoming")
    play_to_the_end(app, table)
    assert app.context.settings.guided == {}
    robot.open(SetupPage(app.context, "wyoming"))
    assert not robot.widget("guided").is_invitation
    robot.open(SetupPage(app.context, "towers"))
    assert robot.widget("guided").is_invitation  # type: ignore[attr-defined]


def test_a_guided_game_is_followed_by_a_game_with_the_gentlest_character(app: App) -> None:
    robot, table = sit_down(app, "wyoming")
    play_to_the_end(app, table)
    wait_for(app, lambda: isinstance(app.manager.top, ResultsPage) and app.manager.top.at_rest)
    assert "Now play Pia" in robot.page_text()
    robot.press("rematch")
    after: Any = app.manager.top
    assert [player.level for player in after.match.header.seats] == ["", "pia"]
    assert not after.coach.is_on
    assert after.match.header.options["short"] is True


def test_games_of_bots_do_not_end_the_invitation(app: App, robot: Robot) -> None:
    header = new_header(load("wyoming"), [Player("A", "bot", "gentle"), Player("B", "bot", "gentle", 1)], {}, 1)
    match = app.context.library.start(header)
    play_on(match, which=-1)
    app.context.library.close()
    robot.open(SetupPage(app.context, "wyoming"))
    assert robot.widget("guided").is_invitation  # type: ignore[attr-defined]


@every_game
def test_with_a_screen_reader_the_first_lesson_is_about_the_tables_keys(app: App, name: str) -> None:
    app.context.announcer.is_heard = True
    _, scene = sit_down(app, name)
    assert scene.coach.lesson.text.startswith("T tells you whose turn it is, S the scores, C what you hold")  # type: ignore[union-attr]
    total = len(tutorial_of(name).lessons) + 1
    assert scene.coach.note[0].aside == f"Lesson 1 of {total}"  # type: ignore[attr-defined]


# -- the listening lesson


@pytest.fixture
def reading_app(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    monkeypatch.setattr(app.reader, "speaks", True)
    app.context.announcer.is_heard, app.context.announcer.pace = True, math.inf
    app.context.settings.speed = "instant"
    return app


def test_the_listening_lesson_is_offered_once_to_screen_readers(reading_app: App) -> None:
    robot = Robot(reading_app)
    robot.open(TitlePage(reading_app.context))
    assert isinstance(robot.page, Notice)
    assert "F2" in robot.page.text
    robot.do(Verb.CANCEL)
    robot.open(TitlePage(reading_app.context))
    assert isinstance(robot.page, TitlePage)
    robot.open(KeysPage(reading_app.context))
    robot.press("lesson")
    assert isinstance(robot.page, ListeningLesson)


def test_the_listening_lesson_is_not_offered_without_a_screen_reader(app: App) -> None:
    assert isinstance(Robot(app).open(TitlePage(app.context)), TitlePage)


@sampled("language", ["", "de", "es", "fr", "ja", "pl", "uk"], ["de"])
def test_each_step_of_the_listening_lesson_ends_with_its_key(reading_app: App, home: Path, language: str) -> None:
    reading_app.context.worker = PromptWorker()
    reading_app.context.settings.language = language
    reading_app._follow_settings()
    robot = Robot(reading_app)
    robot.open(routes.LISTENING(reading_app.context))
    lesson = robot.top(ListeningLesson)
    for number, step in enumerate(STEPS):
        robot.wait()
        assert lesson.step == number
        assert reading_app.context.announcer.history.count(lesson.words) == 1, lesson.words
        assert "{" not in lesson.words
        robot.do(Verb.LOG, Verb.CANCEL)  # other keys do not continue
        assert lesson.step == number
        if step.verbs:
            reading_app.on_intent(Intent(step.verbs[-1], text="1"))
        elif step.is_own:
            robot.do(Verb.HINT)
            robot.wait()
            robot.do(Verb.PLAY)
        else:
            robot.do(Verb.PLAY)
            robot.wait()
    robot.wait()
    assert isinstance(robot.page, Notice)
    robot.do(Verb.CONFIRM)
    assert type(robot.page) is TurnScene
    assert robot.page.coach.is_on
    assert len([*home.rglob("*.jsonl")]) == 1, "the lesson was saved as a game"


# -- guided play


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
