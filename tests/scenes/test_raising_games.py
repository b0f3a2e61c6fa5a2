"""When a game of another package raises an error, the error is reported and the program's own games stay playable."""

import random
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from itertools import product
from pathlib import Path

import pytest

from tests.golden import in_turn, sampled
from tests.scenes.robot import PromptWorker, Robot
from topping_out.game import children, registry
from topping_out.game.assets import GAMES, ROOT
from topping_out.game.cli.main import main
from topping_out.game.record import Player, new_header
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.app import App
from topping_out.scenes.manager import Scene
from topping_out.scenes.match import definition
from topping_out.scenes.pages.daily import DailyPage
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.skyline import SkylinePage
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.pages.title import TitlePage

OURS = {folder.name for folder in GAMES.iterdir()}
MODULE = """
from pathlib import Path
from topping_out.game.progress.summary import FeatFinder
from topping_out.game.registry import GameEntry
from last_storey.rules import LastStorey

BROKEN, HANGS = "", False
ENTRY = GameEntry("its_heap:GAME", Path(__file__).parent, feats="its_heap:Finder")

class Heap(LastStorey):
    name = "heap"

class Finder(FeatFinder):
    pass

def breakable(kind, name):
    whole = getattr(kind, name)
    def method(*values, **named):
        while BROKEN == name and HANGS:
            pass
        if BROKEN == name:
            raise RuntimeError("no such thing")
        return whole(*values, **named)
    setattr(kind, name, method)

for kind in (Heap, Finder):
    for name in dir(kind):
        if not name.startswith("_") and callable(getattr(kind, name)):
            breakable(kind, name)
GAME = Heap()
"""
HOOKS = (
    "options", "setup", "actors", "actions", "check", "apply", "outcome", "parse", "tick", "best_tower",
    "number_turns", "count_turns", "view", "redact", "close",
)  # fmt: skip
WORDS = ("title", "seats", "blurb", "designer", "levels")

Break = Callable[[str], None]


@pytest.fixture
def heap(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a game of another package, with one finished and one unfinished game saved."""
    monkeypatch.syspath_prepend(ROOT / "tests" / "examples" / "last_storey")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "its_heap.py").write_text(MODULE)
    points = [*registry.entry_points(group=registry.GROUP), EntryPoint("heap", "its_heap:ENTRY", registry.GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    clear_caches()
    save_game(3)
    save_game(100)
    yield
    del sys.modules["its_heap"]
    clear_caches()


def clear_caches() -> None:
    """Clear all caches, as in a program that has just started."""
    registry._find_entries.cache_clear()
    registry.load.cache_clear()
    registry._failed.clear()
    definition._table.cache_clear()


def save_game(most: int) -> None:
    """Play at most this many actions and save the game."""
    library = SaveLibrary()
    game = registry.load("heap")
    match = library.start(new_header(game, [Player("You"), Player("Mesa", "bot", "easy", 1)], {}, most))
    for _ in range(most):
        for seat in match.actors:
            match.act(seat, random.Random(1).choice(game.actions(match.state, seat)))
    library.close()


def break_from_start(hook: str) -> None:
    """Make a function of the game raise from the start of the program on."""
    sys.modules["its_heap"].BROKEN = hook  # type: ignore[attr-defined]
    clear_caches()


def break_after_loading(hook: str) -> None:
    """Make a function of the game raise only after the game was loaded and offered."""
    break_from_start("")
    definition.playable()
    sys.modules["its_heap"].BROKEN = hook  # type: ignore[attr-defined]


def check_page(robot: Robot, page: type[Scene]) -> None:
    """Open a page, draw it, and check that no error page has replaced it."""
    robot.resize((640, 360))  # a small picture is painted quickly
    robot.open(page(robot.app.context))  # type: ignore[call-arg]
    robot.app.frame([], 16)
    assert type(robot.app.manager.top) is page


PAGES = (TitlePage, DailyPage, StatisticsPage, SkylinePage)


@pytest.mark.usefixtures("heap")
@sampled(
    "hook, when",
    product(HOOKS, [break_from_start, break_after_loading]),
    in_turn(HOOKS, [break_from_start, break_after_loading]),
)
def test_every_page_and_every_other_game_works_though_a_game_raises(hook: str, when: Break, app: App) -> None:
    when(hook)
    robot = Robot(app)
    for page in PAGES:
        check_page(robot, page)
    check_page(robot, TitlePage)
    assert {*OURS, "new"} <= {widget.name for widget in robot.page.widgets}


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize("word", WORDS)
def test_a_game_without_a_title_or_another_text_is_left_out(
    word: str, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["its_heap"].Heap, word, None)  # type: ignore[attr-defined]
    clear_caches()
    check_page(Robot(app), TitlePage)
    assert set(definition.playable()) == OURS
    assert f"its {word}" in " ".join(registry.problems())


@pytest.mark.usefixtures("heap")
@sampled("hook", HOOKS, HOOKS[1::4])
def test_doctor_names_the_function_that_raised(hook: str, capsys: pytest.CaptureFixture[str]) -> None:
    break_from_start(hook)
    main(["doctor"])
    found = [line for line in capsys.readouterr().out.splitlines() if "'heap'" in line]
    message = f"{hook} raised RuntimeError: no such thing (its_heap.py, line "
    assert [line for line in found if message in line], found


@pytest.mark.usefixtures("heap")
@sampled("hook", HOOKS, HOOKS[::8])
def test_a_function_that_hangs_is_stopped_and_named(
    hook: str, app: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(children, "LONGEST", 0.25)
    monkeypatch.setattr(sys.modules["its_heap"], "HANGS", True)
    break_from_start(hook)
    for page in PAGES:
        check_page(Robot(app), page)
    main(["doctor"])
    message = f"{hook} raised TooLong: it had not ended after 0.25 s of computing (its_heap.py, line "
    assert f"the game 'heap' is left out: {message}" in " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize("hook", HOOKS)
def test_saved_games_can_be_exported_and_imported_though_a_game_raises(hook: str, tmp_path: Path) -> None:
    break_from_start(hook)
    file = tmp_path / "all.zip"
    assert main(["export", str(file)]) == 0
    assert main(["import", str(file)]) == 0
    assert main(["statistics"]) == 0


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize("hook", ["actions", "view", "redact", "describe"])
def test_a_game_that_fails_during_play_is_named_and_left_out(hook: str, app: App) -> None:
    robot = Robot(app)
    app.context.worker, app.context.settings.speed = PromptWorker(), "instant"
    bots = [Player("Mesa", "bot", "easy"), Player("Ana", "bot", "easy", 1)]
    header = new_header(registry.load("heap"), [*bots, Player("You")], {"first": 0}, 1)
    app.open(definition.table_of("heap").make_scene(app.context, app.context.library.start(header)))
    sys.modules["its_heap"].BROKEN = hook  # type: ignore[attr-defined]
    for _ in range(100):
        app.frame([], 16)
    assert isinstance(app.manager.top, ErrorPage)
    assert "'heap'" in app.manager.top.text
    check_page(robot, TitlePage)
    assert set(definition.playable()) == OURS
