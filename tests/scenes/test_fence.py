"""However a game of another package fails, the failure is reported and the program's own games stay playable.

The cases are made from the fields of an entry and of a table definition, and from the methods that a package may
override; new ones are included automatically.
"""

import random
import subprocess
import sys
import textwrap
import typing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from importlib.metadata import EntryPoint
from inspect import getattr_static
from itertools import product
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pygame
import pytest

from tests.golden import in_turn, sampled
from tests.scenes.robot import PromptWorker, Robot
from topping_out.game import boundary, children, registry
from topping_out.game.assets import GAMES, ROOT
from topping_out.game.bots import puzzles
from topping_out.game.bots.review import chances, has_chances
from topping_out.game.bots.weights import _tables, bot_named
from topping_out.game.city import plan
from topping_out.game.cli.main import main
from topping_out.game.progress import daily, rating
from topping_out.game.progress.summary import FeatFinder, finder_of
from topping_out.game.record import Player, new_header
from topping_out.game.registry import GameEntry
from topping_out.game.storage import translations
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.app import App
from topping_out.scenes.kit.sprites import OutOfTime
from topping_out.scenes.manager import Scene
from topping_out.scenes.match import coach, definition
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.definition import TableDefinition
from topping_out.scenes.match.simple_board import SimpleBoard
from topping_out.scenes.match.table.game import TableGame
from topping_out.scenes.pages.daily import DailyPage
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.feats import FeatsPage
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.skyline import SkylinePage
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.pages.title import TitlePage

OURS = {folder.name for folder in GAMES.iterdir()}
FAST = 0.3
"""Seconds of computing after which a function is stopped."""


def raise_error(*values: Any, **named: Any) -> Any:
    raise RuntimeError("no such thing")


def exit_program(*values: Any, **named: Any) -> Any:
    raise SystemExit


def hang(*values: Any, **named: Any) -> Any:
    while True:
        pass


class Nonsense:
    """A value that fits no annotation."""


def return_nonsense(*values: Any, **named: Any) -> Any:
    return Nonsense()


FAILURES: dict[str, Callable[..., Any] | None] = {
    "missing": None, "raises": raise_error, "exits": exit_program, "nonsense": return_nonsense, "hangs": hang,
}  # fmt: skip
ENTRY_FIELDS = [field.name for field in fields(GameEntry) if field.type == "str"]
"""The fields of an entry that name an object."""
TABLE_FIELDS = [field.name for field in fields(TableDefinition) if field.type == "str" and field.name != "game"]
FILES = {
    "bots.toml", "gauntlet.toml", "daily.toml", "lessons.toml", "rules.md", "districts.toml", "puzzles.jsonl",
    "ratings.toml", "accuracy.toml", "languages/de.po",
}  # fmt: skip


def hooks_of(kind: type) -> list[str]:
    """Return the names of the public methods and properties of a class."""
    members = {name: getattr_static(kind, name) for name in dir(kind) if not name.startswith("_")}
    return [name for name, member in members.items() if isinstance(member, (FunctionType, property))]


def each_fails(hooks: Iterable[str], failures: Iterable[Any] = FAILURES, every: int = 1) -> pytest.MarkDecorator:
    """Run a test for each hook with each failure; the quick run takes each `every`-th hook with one failure."""
    hooks, failures = [*hooks], [*failures]
    return sampled("hook, failure", product(hooks, failures), in_turn(hooks[::every], failures))


class Package:
    """A game of another package that can be changed and registered again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.data, self._patch = folder / "data", monkeypatch
        (self.data / "languages").mkdir(parents=True)
        self.module = ModuleType("its_heap")
        monkeypatch.setitem(sys.modules, "its_heap", self.module)
        from last_storey.rules import LastStorey

        rules = type("Heap", (LastStorey,), {"name": "heap", "__module__": "its_heap"})
        from last_storey.cards import LastStoreyCards

        self.rules, self.board, self.finder = rules, self._own(SimpleBoard), self._own(FeatFinder)
        self.cards = self._own(LastStoreyCards)
        self.put(GAME=rules(), Finder=self.finder, TheBoard=self.board, TheCards=self.cards)
        self.register()

    @staticmethod
    def _own(kind: type) -> type:
        return type(f"Its{kind.__name__}", (kind,), {"__module__": "its_heap"})

    def put(self, **what: Any) -> None:
        for name, value in what.items():
            setattr(self.module, name, value)

    def register(self, **changed: Any) -> None:
        """Register the game's entry with these fields replaced, as in a program that has just started."""
        usual = {"table": "its_heap:TABLE", "feats": "its_heap:Finder"}
        self.table()
        self.put(ENTRY=GameEntry(**{"rules": "its_heap:GAME", "data": self.data, **usual, **changed}))
        points = [point for point in registry.entry_points(group=registry.GROUP) if point.name in OURS]
        points.append(EntryPoint("heap", "its_heap:ENTRY", registry.GROUP))
        self._patch.setattr(registry, "entry_points", lambda group: points)
        clear_caches()

    def table(self, **changed: Any) -> None:
        self.put(TABLE=TableDefinition(**{"board": "its_heap:TheBoard", **changed}))
        clear_caches()

    def break_hook(self, kind: type, name: str, failure: Callable[..., Any] | None) -> None:
        """Replace a method or property of one of the game's classes by a failure, or by None."""
        is_property = isinstance(getattr_static(kind, name), property)
        self._patch.setattr(kind, name, property(failure) if is_property and failure else failure, raising=False)

    def break_rules(self, name: str, failure: Callable[..., Any] | None) -> None:
        """Replace a method of the game's rules, or of its finder of feats."""
        self.break_hook(self.rules if hasattr(self.rules, name) else self.finder, name, failure)


def clear_caches() -> None:
    registry._find_entries.cache_clear()
    registry.load.cache_clear()
    for notes in (registry._failed, registry._noted):
        notes.clear()
    caches = (
        definition._table, definition._anyhow, _tables, puzzles.puzzles_of, puzzles.analysis_of, plan, daily._rota,
        rating.bots_of, translations._load_rules, coach._load_tutorial,
    )  # fmt: skip
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def package(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    monkeypatch.syspath_prepend(ROOT / "tests" / "examples" / "last_storey")
    monkeypatch.setattr(children, "LONGEST", FAST)
    monkeypatch.setattr(children, "LOOKS_EVERY", 0.02)
    yield Package(monkeypatch, tmp_path if sys.platform == "win32" else tmp_path / "C:")
    monkeypatch.undo()
    clear_caches()


def use(app: App, only_at_its_table: bool = False) -> None:
    """Use the game in all the ways that the program does, each as far as it works."""
    app.context.worker, app.context.settings.speed = PromptWorker(), "instant"
    Robot(app).resize((640, 360))  # a small picture is painted quickly
    pages = (
        lambda: TitlePage(app.context), lambda: FeatsPage(app.context), lambda: RulesPage(app.context, "heap"),
        lambda: SetupPage(app.context, "heap"), lambda: table(app),
    )  # fmt: skip
    for page in pages[-1:] if only_at_its_table else pages:
        attempt(app, app.open, page)
        for _ in range(5):
            app.frame([], 16)
    for ask in (_bots, _chances, _encoding, _figures, lambda: puzzles.analysis_or_none("heap")):
        attempt(app, ask)


def attempt(app: App, work: Callable[..., Any], *values: Any) -> None:
    """Call a function as the program does for a player's press."""
    app._has_acted = True
    app._attempt(work, *values)


def table(app: App) -> Any:
    players = [Player("Mesa", "bot", "easy"), Player("You", colour=1)]
    header = new_header(registry.load("heap"), players, {"first": 0}, 1)
    return definition.table_of("heap").make_scene(app.context, app.context.library.start(header))


def _bots() -> None:
    game = registry.load("heap")
    state = game.setup(2, {"first": 0, "mixed": False}, 1)
    bot_named(game, "easy").choose(game.view(state, 0), game.actions(state, 0), random.Random(1))


def _chances() -> None:
    game = registry.load("heap")
    if has_chances(game):
        chances(game, game.setup(2, {"first": 0, "mixed": False}, 1), 2, random.Random(1))


def _encoding() -> None:
    try:
        registry.encoding_of(registry.load("heap"))
    except registry.NoEncoding:
        return


def _figures() -> None:
    definition.table_of("heap").make_printing()
    finder_of("heap")


def check_our_games_work(app: App) -> None:
    """Check that the title page offers the program's own games, and that one of them can be started."""
    robot = Robot(app)
    robot.open(TitlePage(app.context))
    app.frame([], 16)
    assert type(app.manager.top) is TitlePage
    assert {widget.name for widget in robot.page.widgets} >= OURS
    assert set(definition.playable()) >= OURS
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("start")
    app.frame([], 16)
    assert app.manager.top is not None
    assert not isinstance(app.manager.top, ErrorPage)


def problems_of_heap() -> str:
    """Return the problems of the game that `doctor` reports."""
    registry.try_parts()
    return " ".join(problem for problem in (*registry.problems(), *definition.problems()) if "game 'heap'" in problem)


@each_fails(ENTRY_FIELDS)
def test_a_failing_part_of_an_entry_harms_no_other_game(hook: str, failure: str, package: Package, app: App) -> None:
    does = FAILURES[failure]
    if does:
        package.put(Failing=Nonsense() if does is return_nonsense else does)
    package.register(**{hook: "its_heap:Failing"})
    if hook == "bots":
        (package.data / "bots.toml").write_text("[easy]\nweight = 1\n")
    use(app)
    check_our_games_work(app)
    assert main(["heap", "--help"]) in (0, 2)
    assert problems_of_heap()


@each_fails(ENTRY_FIELDS, ["import nowhere_to_be_found", "raise SystemExit", "while True: pass", "1 / 0"])
def test_a_module_that_fails_on_import_harms_no_other_game(
    hook: str, failure: str, package: Package, app: App, tmp_path: Path
) -> None:
    (tmp_path / "its_module.py").write_text(failure)
    sys.path.insert(0, str(tmp_path))
    try:
        package.register(**{hook: "its_module:NAME"})
        use(app)
        check_our_games_work(app)
        assert problems_of_heap()
    finally:
        sys.path.remove(str(tmp_path))


@each_fails(TABLE_FIELDS)
def test_a_failing_part_of_a_table_harms_no_other_game(hook: str, failure: str, package: Package, app: App) -> None:
    does = FAILURES[failure]
    if does:
        package.put(Failing=Nonsense() if does is return_nonsense else does)
    package.table(**{hook: "its_heap:Failing" if hook not in ("puzzle_question", "patterns") else Nonsense()})
    use(app)
    check_our_games_work(app)


@each_fails(hooks_of(SimpleBoard), every=3)
def test_a_failing_board_harms_no_other_game(hook: str, failure: str, package: Package, app: App) -> None:
    package.break_hook(package.board, hook, FAILURES[failure])
    use(app, only_at_its_table=True)
    check_our_games_work(app)


@each_fails(hooks_of(TableGame), every=3)
def test_a_failing_table_of_cards_harms_no_other_game(hook: str, failure: str, package: Package, app: App) -> None:
    package.table(table="its_heap:TheCards")
    package.break_hook(package.cards, hook, FAILURES[failure])
    use(app, only_at_its_table=True)
    check_our_games_work(app)


def test_a_table_of_cards_of_a_package_can_be_played_to_the_end(package: Package, app: App) -> None:
    package.table(table="its_heap:TheCards")
    app.context.worker, app.context.settings.speed = PromptWorker(), "instant"
    scene: Any = Robot(app).open(table(app))
    for _ in range(400):
        if turn := scene.board.turn:
            scene.board.suggest(turn.actions[-1])
            turn.act(scene.board.main_button().action)
        Robot(app).wait(200)
        if scene.match.outcome:
            break
    assert scene.match.outcome
    assert scene.board.is_synced(scene.view)
    assert (app.context.reports, problems_of_heap()) == ([], "")


@each_fails(hooks_of(FeatFinder))
def test_a_failing_finder_of_feats_harms_no_other_game(hook: str, failure: str, package: Package, app: App) -> None:
    package.break_hook(package.finder, hook, FAILURES[failure])
    use(app)
    check_our_games_work(app)


@each_fails(sorted(FILES), [b"= rubbish [", b"\x00\xff\xfe", b"", None])
def test_a_bad_data_file_of_a_game_harms_no_other_game(
    hook: str, failure: bytes | None, package: Package, app: App
) -> None:
    path = package.data / hook
    if failure is None:
        path.mkdir()
    else:
        path.write_bytes(failure)
    package.register()
    use(app)
    check_our_games_work(app)
    assert main(["statistics"]) == 0


def test_doctor_names_a_game_whose_feats_fail(package: Package, capsys: pytest.CaptureFixture[str]) -> None:
    package.register(feats="its_heap:Nowhere")
    assert main(["doctor"]) == 1
    assert "the game 'heap' runs without its feats" in " ".join(capsys.readouterr().out.split())


def test_the_cases_cover_everything_that_a_package_may_define() -> None:
    assert {*ENTRY_FIELDS} == {"rules", "bots", "table", "puzzles", "chances", "feats", "encoding", "command"}
    assert {*hooks_of(Board)} <= {*hooks_of(SimpleBoard)}
    assert {"paint", "label", "status", "facts", "place", "mood", "draw"} <= {*hooks_of(SimpleBoard)}


# -- the fence itself


@pytest.mark.skipif(sys.platform == "win32", reason="nothing wakes a thread that waits there")
def test_a_function_that_sleeps_is_stopped_too(package: Package, app: App) -> None:
    import time

    package.break_hook(package.board, "paint", lambda *values: time.sleep(3600))
    use(app)
    check_our_games_work(app)
    assert "paint raised TooLong" in " ".join(registry.problems())


@pytest.mark.skipif(sys.platform == "win32", reason="nothing wakes a thread that waits there")
def test_a_function_that_sleeps_is_stopped_though_another_thread_was_watched_first() -> None:
    """Only the main thread can set the handler of the signal that wakes it."""
    sleeps = """
    import threading, time
    from topping_out.game import children
    first = threading.Thread(target=lambda: children.watched().__enter__())
    first.start()
    first.join()
    try:
        with children.watched(0.2):
            time.sleep(3600)
    except children.TooLong:
        print("stopped")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(sleeps)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout == "stopped\n", done.stderr


def test_a_keyboard_interrupt_reaches_the_program(package: Package, app: App) -> None:
    def interrupted(*values: Any) -> None:
        raise KeyboardInterrupt

    package.break_hook(package.board, "paint", interrupted)
    with pytest.raises(KeyboardInterrupt):
        use(app)


def test_painting_ahead_that_runs_out_of_time_is_no_fault() -> None:
    """Pictures are painted ahead until the frame's time is over, which may interrupt a package's painting too."""

    def paints() -> None:
        raise OutOfTime

    with pytest.raises(OutOfTime):
        boundary.call("its painting", paints, AssertionError)


@pytest.mark.parametrize(
    ("hint", "fitting_value", "unfitting_value"),
    [
        (list[int], (1, 2), ["1"]),
        (tuple[int, str], (1, "a"), (1, 2)),
        (tuple[int, ...], [1, 2], "12"),
        (dict[str, int], {"a": 1}, {"a": "b"}),
        (dict[str, Any], {"a": [1], "b": None}, [1]),
        (frozenset[int], {1}, [1]),
        (int | None, None, "1"),
        (float, 1, "1"),
        (typing.Literal["a"], "a", "b"),
        (Callable[[int], int], len, 7),
        (pygame.Surface, pygame.Surface((1, 1)), None),
    ],
)
def test_values_are_checked_against_annotations(hint: Any, fitting_value: Any, unfitting_value: Any) -> None:
    assert boundary.fits(hint)(fitting_value)
    assert not boundary.fits(hint)(unfitting_value)


# -- a game that raises errors


HOOKS = (
    "options", "setup", "actors", "actions", "check", "apply", "outcome", "parse", "tick", "best_tower",
    "number_turns", "count_turns", "view", "redact", "close",
)  # fmt: skip
WORDS = ("title", "seats", "blurb", "designer", "levels")

Break = Callable[[Package, str], None]


@pytest.fixture
def heap(package: Package) -> Package:
    """Return a package whose game has been saved twice, finished and unfinished."""
    for most in (3, 100):
        library, game = SaveLibrary(), registry.load("heap")
        match = library.start(new_header(game, [Player("You"), Player("Mesa", "bot", "easy", 1)], {}, most))
        for _ in range(most):
            for seat in match.actors:
                match.act(seat, random.Random(1).choice(game.actions(match.state, seat)))
        library.close()
    return package


def break_from_start(heap: Package, hook: str) -> None:
    """Make a function of the game raise from the start of the program on."""
    heap.break_rules(hook, raise_error)
    clear_caches()


def break_after_loading(heap: Package, hook: str) -> None:
    """Make a function of the game raise only after the game was loaded and offered."""
    definition.playable()
    heap.break_rules(hook, raise_error)


def check_page(robot: Robot, page: type[Scene]) -> None:
    """Open a page, draw it, and check that no error page has replaced it."""
    robot.resize((640, 360))  # a small picture is painted quickly
    robot.open(page(robot.app.context))  # type: ignore[call-arg]
    robot.app.frame([], 16)
    assert type(robot.app.manager.top) is page


PAGES = (TitlePage, DailyPage, StatisticsPage, SkylinePage)


@sampled(
    "hook, when",
    product(HOOKS, [break_from_start, break_after_loading]),
    in_turn(HOOKS, [break_from_start, break_after_loading]),
)
def test_every_page_and_every_other_game_works_though_a_game_raises(
    hook: str, when: Break, heap: Package, app: App, robot: Robot
) -> None:
    when(heap, hook)
    for page in PAGES:
        check_page(robot, page)
    check_page(robot, TitlePage)
    assert {*OURS, "new"} <= {widget.name for widget in robot.page.widgets}


@pytest.mark.parametrize("word", WORDS)
def test_a_game_without_a_title_or_another_text_is_left_out(word: str, heap: Package, app: App) -> None:
    heap.break_rules(word, None)
    clear_caches()
    check_page(Robot(app), TitlePage)
    assert set(definition.playable()) == OURS
    assert f"its {word}" in " ".join(registry.problems())


@sampled("hook", HOOKS, HOOKS[1::4])
def test_doctor_names_the_function_that_raised(hook: str, heap: Package, capsys: pytest.CaptureFixture[str]) -> None:
    break_from_start(heap, hook)
    main(["doctor"])
    found = [line for line in capsys.readouterr().out.splitlines() if "'heap'" in line]
    message = f"{hook} raised RuntimeError: no such thing (test_fence.py, line "
    assert [line for line in found if message in line], found


@sampled("hook", HOOKS, HOOKS[::8])
def test_a_function_that_hangs_is_stopped_and_named(
    hook: str, heap: Package, app: App, capsys: pytest.CaptureFixture[str]
) -> None:
    heap.break_rules(hook, hang)
    clear_caches()
    for page in PAGES:
        check_page(Robot(app), page)
    main(["doctor"])
    message = f"{hook} raised TooLong: it had not ended after {FAST} s of computing (test_fence.py, line "
    assert f"the game 'heap' is left out: {message}" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("hook", HOOKS)
def test_saved_games_can_be_exported_and_imported_though_a_game_raises(
    hook: str, heap: Package, tmp_path: Path
) -> None:
    break_from_start(heap, hook)
    file = tmp_path / "all.zip"
    assert main(["export", str(file)]) == 0
    assert main(["import", str(file)]) == 0
    assert main(["statistics"]) == 0


@pytest.mark.parametrize("hook", ["actions", "view", "redact", "describe"])
def test_a_game_that_fails_during_play_is_named_and_left_out(
    hook: str, package: Package, app: App, robot: Robot
) -> None:
    app.context.worker, app.context.settings.speed = PromptWorker(), "instant"
    bots = [Player("Mesa", "bot", "easy"), Player("Ana", "bot", "easy", 1)]
    header = new_header(registry.load("heap"), [*bots, Player("You")], {"first": 0}, 1)
    app.open(definition.table_of("heap").make_scene(app.context, app.context.library.start(header)))
    package.break_rules(hook, raise_error)
    for _ in range(100):
        app.frame([], 16)
    assert isinstance(app.manager.top, ErrorPage)
    assert "'heap'" in app.manager.top.text
    check_page(robot, TitlePage)
    assert set(definition.playable()) == OURS
