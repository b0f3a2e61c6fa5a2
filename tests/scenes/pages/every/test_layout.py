"""At every window and text size, no page is cut off or overlaps itself, and every widget can be reached."""

from itertools import product
from typing import Any

from tests.golden import in_turn, sampled
from tests.scenes.pages.every.every_page import PAGES, text_faults, widget_faults
from tests.scenes.robot import Eye, Robot
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import SMALLEST_TEXT
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


def test_shift_tab_goes_from_the_first_widget_to_the_last(app: App) -> None:
    robot = _open(app, "settings sound", (1280, 720), 1.0)
    for stop in [*robot.page.focusable[::-1], robot.page.focusable[-1]]:
        robot.do(Verb.PREVIOUS)
        assert robot.page.focus == stop.name


def test_widgets_scrolled_out_of_sight_cannot_be_clicked(app: App) -> None:
    page = _open(app, "settings screen", (1280, 720), 1.5, used="mouse").page
    assert isinstance(page, ColumnPage)
    hidden = [w for w in page.widgets if page.is_in_column(w) and w.rect.y > page.viewport.bottom + 20]
    assert hidden
    assert all(page.at(w.rect.center) is not w for w in hidden)


def test_a_button_below_a_column_is_reached_where_a_widget_of_the_column_lies_under_it(app: App) -> None:
    page = _open(app, "settings screen", (1280, 720), 1.5, used="mouse").page
    assert isinstance(page, ColumnPage)
    back = page.find("back")
    assert back
    covered = 0
    for offset in range(0, round(page.max_offset), 20):
        page.offset = page.target = float(offset)
        page.rebuild()
        covered += any(w.rect.collidepoint(back.rect.center) for w in page.widgets if page.is_in_column(w))
        found = page.at(back.rect.center)
        assert found
        assert found.name == "back"
    assert covered


def test_the_wheel_and_the_scroll_bar_reach_both_ends(app: App) -> None:
    robot = _open(app, "settings screen", (1280, 720), 1.5, used="mouse")
    page = robot.page
    assert isinstance(page, ColumnPage)
    for _ in range(60):
        page.on_intent(_wheel(-1))
    robot.wait()
    assert page.offset == page.max_offset > 0
    for _ in range(60):
        page.on_intent(_wheel(1))
    robot.wait()
    assert page.offset == 0
    robot.click("scrollbar", (0.5, 0.99))
    assert page.offset == page.max_offset


def _wheel(amount: float) -> Any:
    from topping_out.scenes.devices.intents import Intent

    return Intent(Verb.SCROLL, (640, 360), amount=amount)
