"""Every page fits any window and text size, can be reached and read out as a whole, and looks like its pictures."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.golden import RECORD, check_golden, compare, in_turn, sampled
from tests.scenes.pages.every.every_page import PAGES, text_faults, widget_faults
from tests.scenes.pages.stories import PAGES as ALL_PAGES
from tests.scenes.robot import SCENES_WITH_A_BOARD, Eye, Robot
from topping_out import scenes
from topping_out.game import registry
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import DOUBLE, Intent, Verb
from topping_out.scenes.kit.built import dark_facade, facade
from topping_out.scenes.kit.city import dusk
from topping_out.scenes.kit.kit import SMALLEST_TEXT
from topping_out.scenes.manager import Pop, Push
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import design_of
from topping_out.scenes.pages.keys import KeyTestPage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.ui.column import ColumnPage
from topping_out.scenes.ui.layout import Widget
from topping_out.scenes.ui.page import DIRECTIONS, Page
from topping_out.scenes.ui.widgets import Slider, Stepper

SIZES = [(1280, 720), (1024, 768), (1920, 1080), (2560, 1080), (640, 360)]
TEXTS = [1.0, 1.5]
TINY = [(320, 180), (200, 700), (1280, 60)]
TURNING = (Stepper, Slider)
"""Widgets whose value the left and right keys change, instead of moving the focus."""


def _open(app: App, name: str, size: tuple[int, int], text: float, used: str = "keys") -> Robot:
    robot = Robot(app, used)
    robot.resize(size, text)
    robot.open(PAGES[name](app))
    robot.see()
    return robot


def _visible(page: Page, widget: Widget) -> bool:
    return (
        not isinstance(page, ColumnPage)
        or not page.is_in_column(widget)
        or page.viewport.inflate(1, 1).contains(widget.rect)
    )


# -- what is seen


@sampled("size, text", product(SIZES, TEXTS), [((1280, 720), 1.0)])  # `test_languages` tries narrower windows
def test_nothing_is_cut_off_and_nothing_overlaps(app: App, eye: Eye, size: tuple[int, int], text: float) -> None:
    robot = Robot(app)
    robot.resize(size, text)
    for name, make in PAGES.items():
        robot.forget_games()
        eye.forget()
        robot.open(make(app))
        if robot.page.see_through:
            app.manager.stack = [robot.page]
        robot.see()
        assert [*widget_faults(robot.page), *text_faults(app, eye, robot.page)] == [], name


@sampled("name, text", product(PAGES, TEXTS), in_turn(PAGES, TEXTS))
def test_a_page_is_readable_and_all_its_widgets_can_be_reached(app: App, eye: Eye, name: str, text: float) -> None:
    """Its text is large enough, an unchanged frame is not drawn again, and every device reaches every widget."""
    robot = _open(app, name, (1280, 720), text)
    page, frames = robot.page, app.frames
    assert text > 1 or [words for words, size in eye.sizes if size < SMALLEST_TEXT] == []
    app.show()
    assert app.frames == frames, "an unchanged page was drawn again"
    assert reached_by_arrows(page) == {w.name for w in page.focusable}
    for _ in page.focusable:
        robot.do(Verb.NEXT)
        robot.wait(1000)
        focused = page.focused
        assert focused.rect.h > page.kit.height or _visible(page, focused), (
            f"{focused.name} has the focus, but is out of sight"
        )
    app.context.devices.active = "mouse"
    app.relayout()
    for widget in page.widgets:
        if isinstance(page, ColumnPage):
            page.reveal(widget, at_once=True)
        if _visible(page, widget):
            assert page.at(widget.rect.center) is widget, f"the mouse does not find {widget.name} where it is shown"


def reached_by_arrows(page: Page) -> set[str]:
    """Return the names of the widgets that the arrow keys lead to."""
    reached, fresh = {page.focus}, [page.focus]
    while fresh:
        here = page.find(fresh.pop())
        ways = [
            way
            for verb, way in DIRECTIONS.items()
            if not (isinstance(here, TURNING) and verb in (Verb.LEFT, Verb.RIGHT))
        ]
        for target in (page.neighbour(here, way) for way in ways):
            if target and target.name not in reached:
                reached.add(target.name)
                fresh.append(target.name)
    return reached


@sampled("name, size", product(PAGES, TINY), in_turn([*PAGES][::3], TINY))
def test_a_tiny_or_narrow_window_causes_no_error(app: App, name: str, size: tuple[int, int]) -> None:
    robot = _open(app, name, size, 1.5)
    robot.do(*([Verb.NEXT] * 5), Verb.DOWN, Verb.UP)
    robot.see()


@sampled("name, text", product(PAGES, TEXTS), in_turn(PAGES, TEXTS))
def test_a_reply_covers_no_heading(app: App, eye: Eye, name: str, text: float) -> None:
    robot = _open(app, name, (1280, 720), text)
    app.context.reply("To leave the program, press Quit.")
    robot.see()
    reply = next((item for words, item in eye.shown(app) if words == "To leave the program, press Quit."), None)
    if reply:  # tables and what lies over them show replies elsewhere
        top, bottom = (y / app.context.kit.scale for y in (reply.rect.top, reply.rect.bottom))
        over = [area for area in robot.page.headings() if top < area.bottom and bottom > area.y]
        assert not [area for area in over if area.x < 640 < area.right]


# -- what can be reached


LEADING_ON = ["title with games", "chooser", "unfinished games"]
"""Pages on which most buttons open another page."""


@sampled("name", PAGES, LEADING_ON)
def test_a_double_click_that_opens_another_page_presses_nothing_there(app: App, name: str, fake_tables: None) -> None:
    """The second click at the same place counts only when it can't belong to the first one any more."""
    opened = set()
    for number, widget in enumerate(_open(app, name, (1280, 720), 1.0, "mouse").page.focusable):
        robot = _open(app, name, (1280, 720), 1.0, "mouse")
        page, where = robot.page, [*robot.page.focusable][number].rect.center
        robot.wait(DOUBLE)
        robot.click_at(where)
        top = app.manager.top
        if not isinstance(top, Page) or top is page:
            continue
        opened.add(widget.name)
        app.on_intent(Intent(Verb.POINT, where))
        stack, shown = [*app.manager.stack], robot.page_text()
        robot.click_at(where)
        assert [*app.manager.stack] == stack, widget.name
        assert robot.page_text() == shown, widget.name
    assert opened or name not in LEADING_ON


def test_shift_tab_goes_from_the_first_widget_to_the_last(app: App) -> None:
    robot = _open(app, "settings sound", (1280, 720), 1.0)
    for stop in [*robot.page.focusable[::-1], robot.page.focusable[-1]]:
        robot.do(Verb.PREVIOUS)
        assert robot.page.focus == stop.name


def test_widgets_scrolled_out_of_sight_cannot_be_clicked(app: App) -> None:
    page = _open(app, "settings screen", (1280, 720), 1.5, used="mouse").page
    hidden = [w for w in page.widgets if page.is_in_column(w) and w.rect.y > page.viewport.bottom + 20]
    assert hidden
    assert all(page.at(w.rect.center) is not w for w in hidden)


def test_a_button_below_a_column_is_reached_where_a_widget_of_the_column_lies_under_it(app: App) -> None:
    page = _open(app, "settings screen", (1280, 720), 1.5, used="mouse").page
    back = page.find("back")
    covered = 0
    for offset in range(0, round(page.max_offset), 20):
        page.offset = page.target = float(offset)
        page.rebuild()
        covered += any(w.rect.collidepoint(back.rect.center) for w in page.widgets if page.is_in_column(w))
        found = page.at(back.rect.center)
        assert found.name == "back"
    assert covered


def test_the_wheel_and_the_scroll_bar_reach_both_ends(app: App) -> None:
    robot = _open(app, "settings screen", (1280, 720), 1.5, used="mouse")
    page = robot.top(ColumnPage)
    for notch, end in ((-1, page.max_offset), (1, 0)):
        for _ in range(60):
            page.on_intent(Intent(Verb.SCROLL, (640, 360), amount=notch))
        robot.wait()
        assert page.offset == end
    assert page.max_offset > 0
    robot.click("scrollbar", (0.5, 0.99))
    assert page.offset == page.max_offset


# -- what is read out


def tokens(text: str) -> set[str]:
    return {*re.findall(r"\w+", text.casefold())}


def texts(page: Page) -> Iterator[str]:
    """Yield the whole text of each element."""
    reading = page.reading()
    yield reading.title
    for element in reading.elements:
        what = element.semantics
        group = element.group.label if element.group else ""
        yield " ".join((what.label, what.value, what.description, what.key, group))


def is_read_out(words: str, page: Page) -> bool:
    """Tell whether an element contains this text or all its words; an ellipsis at the end is ignored."""
    shown = words.rstrip("…")
    return any(shown in text or tokens(shown) <= tokens(text) for text in texts(page))


@pytest.mark.parametrize("name", ALL_PAGES)
def test_all_visible_text_is_read_out_and_keys_reach_every_widget(
    app: App, robot: Robot, name: str, eye: Eye, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.context.announcer.is_heard, app.context.settings.idle_life = True, False
    page = robot.open(ALL_PAGES[name](app))
    if isinstance(page, SCENES_WITH_A_BOARD):
        robot.see()  # the table's texts have their own tests
    else:
        assert [*not_read_out(robot, eye, monkeypatch)] == []
    if not isinstance(page, KeyTestPage):  # this page takes every key but Esc
        check_keys(robot)
    app.on_intent(Intent(Verb.KEY, text="escape", amount=1) if isinstance(page, KeyTestPage) else Intent(Verb.CANCEL))
    assert isinstance(page, TitlePage) or app.manager.top is not page, "Esc does not leave the page"


def not_read_out(robot: Robot, eye: Eye, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the visible texts that no element reads out."""
    app, page, below = robot.app, robot.page, robot.app.manager.stack
    if isinstance(page, ResultsPage):
        monkeypatch.setattr(page.board, "draw", lambda *_: None)  # the texts of the board beside it don't count
    app.manager.stack = [page]
    app.context.kit._made.clear()
    robot.wait(1500)
    eye.forget()
    app.context.kit._made.clear()
    robot.see()
    app.manager.stack = below
    yield from (words for words in eye.words if not is_read_out(words, page))


def check_keys(robot: Robot) -> None:
    """Check that Tab reaches every widget, and that the focus never gets stuck."""
    page = robot.page
    wanted = {widget.name for widget in page.focusable}
    found = set()
    for _ in range(2 * len(page.widgets) + 2):
        robot.do(Verb.NEXT)
        found.add(page.focus)
    assert wanted <= found
    for verb in (Verb.DOWN, Verb.UP, Verb.LAST, Verb.FIRST, Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP):
        for _ in range(4):
            robot.do(verb)
            assert robot.app.manager.top is page
            assert page.find(page.focus)
    robot.do(Verb.FIRST)
    groups = [page.focus]
    for _ in range(6):
        robot.do(Verb.NEXT_GROUP)
        groups.append(page.focus)
    for group in reversed(groups[:-1]):
        robot.do(Verb.PREVIOUS_GROUP)
        assert page.focus == group
    before = {page.focus}
    for _ in range(40):
        robot.do(Verb.NEXT)
        before.add(page.focus)
    assert len(before) > 1 or len(page.focusable) == 1


@pytest.mark.parametrize("name", ALL_PAGES)
def test_a_page_is_laid_out_anew_when_the_player_comes_back_to_it(
    app: App, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    robot = Robot(app)
    robot.open(ALL_PAGES[name](app))
    page: Any = app.manager.top
    app.manager.go(Push(PAGES["pause"](app)))
    built: list[Any] = []
    monkeypatch.setattr(page, "build" if hasattr(page, "build") else "rebuild", lambda: built.append(page) or [])
    app.manager.go(Pop())
    assert app.manager.top is page
    assert built


def test_every_page_of_the_program_is_among_the_tested_pages(app: App) -> None:
    """A new page must be added to the pages that the tests open; base classes and tables don't count."""
    for module in pkgutil.walk_packages(scenes.__path__, f"{scenes.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    opened: set[str] = set()
    for make in ALL_PAGES.values():
        opened |= {*(kind.__name__ for kind in type(make(app)).__mro__)}
        app.manager.clear()
    pages = {kind.__name__ for kind in subclasses(Page) if kind.__module__.startswith(scenes.__name__)}
    tables = {kind.__name__ for scene in SCENES_WITH_A_BOARD for kind in (scene, *subclasses(scene))}
    assert pages - opened - tables == set()
    for name, route in vars(routes).items():
        if isinstance(route, routes.Route) and name not in ("TABLE", "PUZZLE", "LISTENING", "WORKSHOP"):
            assert route.load().__name__ in opened, name


def subclasses(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from subclasses(kind)


# -- golden pictures


SMALL = (640, 360)
"""The size of the pictures, to keep the files small."""


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the title with one game, however many there are."""
    monkeypatch.setattr(definition, "playable", lambda: ("wyoming",))


with_one_game = pytest.mark.usefixtures("one_game")


def _picture(app: App, name: str, text: float = 1.0, size: tuple[int, int] = SMALL) -> pygame.Surface:
    app.context.settings.idle_life = False
    robot = Robot(app)
    robot.resize(size, text)
    robot.open(PAGES[name](app))
    return robot.see()


@with_one_game
@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("page", ["title with games", "set-up of four", "rules", "settings"])
def test_pages_look_like_their_golden_pictures(app: App, tmp_path: Path, page: str, text: int) -> None:
    check_golden(_picture(app, page, text / 100), f"{page.replace(' ', '-')}-{text}", tmp_path)


@with_one_game
def test_the_set_up_on_a_4_to_3_screen_looks_like_its_golden_picture(app: App, tmp_path: Path) -> None:
    check_golden(_picture(app, "set-up", size=(640, 480)), "set-up-4-to-3", tmp_path)


@with_one_game
@pytest.mark.parametrize("text", [100, 150])
def test_the_choice_of_a_player_looks_like_its_golden_picture(app: App, tmp_path: Path, text: int) -> None:
    _picture(app, "set-up with characters", text / 100)
    robot = Robot(app)
    robot.press("kind2")
    check_golden(robot.see(), f"chooser-{text}", tmp_path)


@with_one_game
def test_lit_and_dark_towers_look_like_their_golden_picture(app: App, tmp_path: Path) -> None:
    Robot(app).resize((640, 360))
    sheet = pygame.Surface((640, 360))
    sheet.blit(dusk(app.context.kit, 660), (0, 0))
    for number, name in enumerate(registry.names()):
        lit, dark = (
            facade(app.context.kit, design_of(name), 560).lit,
            dark_facade(app.context.kit, design_of(name), 160),
        )
        sheet.blit(lit, (number * 160, 330 - lit.get_height()))
        sheet.blit(dark, (number * 160 + 118, 330 - dark.get_height()))
    check_golden(sheet, "towers", tmp_path)


@with_one_game
def test_the_title_lights_the_towers_of_all_games(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another game only needs its name in the list: its tower is lit, and the others make room."""
    alone = _picture(app, "title").copy()
    monkeypatch.setattr(definition, "playable", lambda: ("wyoming", "towering"))
    different, _ = compare(alone, _picture(app, "title"))
    assert different > 0.05


@with_one_game
def test_a_picture_that_differs_fails_and_the_difference_is_saved(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(RECORD, raising=False)
    picture = _picture(app, "settings").copy()
    picture.fill((255, 0, 0), (0, 0, 100, 100))
    with pytest.raises(AssertionError, match="of the pixels differ"):
        check_golden(picture, "settings-100", tmp_path)
    shown = pygame.image.load(tmp_path / "settings-100.png")
    assert shown.get_size() == (3 * 640, 360)
    with pytest.raises(AssertionError, match="record it"):
        check_golden(picture, "no-such-picture", tmp_path)
