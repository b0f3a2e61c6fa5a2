"""A screen reader reads all texts that a page shows, and keys reach every widget."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.scenes.pages.stories import PAGES
from tests.scenes.robot import SCENES_WITH_A_BOARD, Robot
from topping_out import scenes
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Element
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.pages.keys import KeyTestPage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.ui.page import Page


@pytest.fixture(params=PAGES)
def page_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def listen(app: App, name: str) -> Robot:
    """Open a page with a screen reader on."""
    app.context.announcer.is_heard = True
    app.context.settings.idle_life = False
    page = PAGES[name](app)
    robot = Robot(app)
    robot.open(page)
    return robot


def elements(page: Page) -> list[Element]:
    """Return the elements of a page itself; those of a table have their own tests."""
    found = page.reading().elements
    if isinstance(page, ReplayScene):
        board = {widget.name for widget in page.board.widgets()}
        return [element for element in found if element.name not in board]
    return [*found]


def tokens(text: str) -> set[str]:
    return {*re.findall(r"\w+", text.casefold())}


def texts(page: Page) -> Iterator[str]:
    """Yield the whole text of each element."""
    yield page.reading().title
    for element in elements(page):
        what = element.semantics
        group = element.group.label if element.group else ""
        yield " ".join((what.label, what.value, what.description, what.key, group))


def is_read_out(words: str, page: Page) -> bool:
    """Tell whether an element contains this text or all its words; an ellipsis at the end is ignored."""
    shown = words.rstrip("…")
    return any(shown in text or tokens(shown) <= tokens(text) for text in texts(page))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return a set that collects the texts drawn from now on, except those in pictures, which have a description."""
    found: set[str] = set()
    text = Kit.text

    def watched(
        kit: Kit, words: str, size: float = 15, face: str = "body", colour: Any = None, fixed: bool = False
    ) -> Any:
        if not fixed:
            found.add(words)
        return text(kit, words, size, face, colour, fixed)

    monkeypatch.setattr(Kit, "text", watched)
    return found


def test_all_visible_text_is_read_out_and_keys_reach_every_widget(
    app: App, page_name: str, drawn: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = listen(app, page_name)
    page = robot.page
    if isinstance(page, SCENES_WITH_A_BOARD):
        robot.see()  # the table's texts have their own tests
    else:
        assert [*not_read_out(robot, drawn, monkeypatch)] == []
    if not isinstance(page, KeyTestPage):  # this page takes every key but Esc
        check_keys(robot)
    app.on_intent(Intent(Verb.KEY, text="escape", amount=1) if isinstance(page, KeyTestPage) else Intent(Verb.CANCEL))
    assert isinstance(page, TitlePage) or app.manager.top is not page, "Esc does not leave the page"


def not_read_out(robot: Robot, drawn: set[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the visible texts that no element reads out."""
    app, page, below = robot.app, robot.page, robot.app.manager.stack
    if isinstance(page, ResultsPage):
        monkeypatch.setattr(
            page.board, "draw", lambda stage, pointed: None
        )  # the texts of the board beside it don't count
    app.manager.stack = [page]
    app.context.kit._made.clear()
    robot.wait(1500)
    drawn.clear()
    app.context.kit._made.clear()
    robot.see()
    app.manager.stack = below
    yield from (words for words in drawn if not is_read_out(words, page))


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


def test_every_page_of_the_program_is_among_the_tested_pages(app: App) -> None:
    """A new page must be added to the pages that the tests open; base classes and tables don't count."""
    for module in pkgutil.walk_packages(scenes.__path__, f"{scenes.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    opened: set[str] = set()
    for make in PAGES.values():
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
