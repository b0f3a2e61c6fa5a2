"""Whatever a part of another package's game does: it is named, and the program's own games are played as ever.

The matrix is made of what there is: the fields of an entry and of a table, and whatever the program's classes let a
package say differently. A new one is in it by itself.
"""

import sys
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
from topping_out.game.city.city import plan
from topping_out.game.cli.main import main
from topping_out.game.encoding import NoEncoding, class_for
from topping_out.game.progress import daily, rating
from topping_out.game.progress.summary import FeatFinder, finder_of
from topping_out.game.record import Player, new_header
from topping_out.game.registry import GameEntry
from topping_out.game.storage import translations
from topping_out.scenes.app import App
from topping_out.scenes.kit.sprites import OutOfTime
from topping_out.scenes.match import coach, definition
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.definition import TableDefinition
from topping_out.scenes.match.simple_board import SimpleBoard
from topping_out.scenes.match.table.game import TableGame
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.feats import FeatsPage
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.title import TitlePage

OURS = {folder.name for folder in GAMES.iterdir()}
FAST = 0.3
"""Seconds of computing until a function is ended."""


def raises(*values: Any, **named: Any) -> Any:
    raise RuntimeError("no such thing")


def leaves(*values: Any, **named: Any) -> Any:
    raise SystemExit


def hangs(*values: Any, **named: Any) -> Any:
    while True:
        pass


class Nonsense:
    """What no annotation says."""


def talks_nonsense(*values: Any, **named: Any) -> Any:
    return Nonsense()


FAILURES: dict[str, Callable[..., Any] | None] = {
    "missing": None, "raises": raises, "leaves": leaves, "nonsense": talks_nonsense, "hangs": hangs,
}  # fmt: skip
PLACES = [field.name for field in fields(GameEntry) if field.type == "str"]
"""What an entry names."""
TABLE_PLACES = [field.name for field in fields(TableDefinition) if field.type == "str" and field.name != "game"]
FILES = {
    "bots.toml", "gauntlet.toml", "daily.toml", "lessons.toml", "rules.md", "districts.toml", "puzzles.jsonl",
    "ratings.toml", "accuracy.toml", "languages/de.po",
}  # fmt: skip


def hooks_of(kind: type) -> list[str]:
    """Return the names of the methods and properties that a class of the program has."""
    members = {name: getattr_static(kind, name) for name in dir(kind) if not name.startswith("_")}
    return [name for name, member in members.items() if isinstance(member, (FunctionType, property))]


def each_fails(hooks: Iterable[str], failures: Iterable[Any] = FAILURES, every: int = 1) -> pytest.MarkDecorator:
    """Have a test take each hook with each failure; in the quick run `every` second or third hook with one of them."""
    hooks, failures = [*hooks], [*failures]
    return sampled("hook, failure", product(hooks, failures), in_turn(hooks[::every], failures))


class Package:
    """A game of another package, which can be made anew and changed."""

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

    def register(self, **places: Any) -> None:
        """Register its entry, in which some fields are otherwise; as a program that has just been started."""
        usual = {"table": "its_heap:TABLE", "feats": "its_heap:Finder"}
        self.table()
        self.put(ENTRY=GameEntry(**{"rules": "its_heap:GAME", "data": self.data, **usual, **places}))
        points = [point for point in registry.entry_points(group=registry.GROUP) if point.name in OURS]
        points.append(EntryPoint("heap", "its_heap:ENTRY", registry.GROUP))
        self._patch.setattr(registry, "entry_points", lambda group: points)
        forget()

    def table(self, **places: Any) -> None:
        self.put(TABLE=TableDefinition(**{"board": "its_heap:TheBoard", **places}))
        forget()

    def breaks(self, kind: type, name: str, failure: Callable[..., Any] | None) -> None:
        """Have a method or property of one of its classes fail; None: it is nothing that can be called."""
        is_property = isinstance(getattr_static(kind, name), property)
        self._patch.setattr(kind, name, property(failure) if is_property and failure else failure, raising=False)


def forget() -> None:
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
    forget()


def use(app: App, only_at_its_table: bool = False) -> None:
    """Do with the game whatever the program does, as far as it goes."""
    app.context.worker, app.context.settings.speed = PromptWorker(), "instant"
    Robot(app).resize((640, 360))  # a small picture is soon painted
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
    """Do something as a player's press would."""
    app._has_acted = True
    app._attempt(work, *values)


def table(app: App) -> Any:
    players = [Player("Mesa", "bot", "easy"), Player("You", colour=1)]
    header = new_header(registry.load("heap"), players, {"first": 0}, 1)
    return definition.table_of("heap").make_scene(app.context, app.context.library.start(header))


def _bots() -> None:
    import random

    game = registry.load("heap")
    state = game.setup(2, {"first": 0, "mixed": False}, 1)
    bot_named(game, "easy").choose(game.view(state, 0), game.actions(state, 0), random.Random(1))


def _chances() -> None:
    import random

    game = registry.load("heap")
    if has_chances(game):
        chances(game, game.setup(2, {"first": 0, "mixed": False}, 1), 2, random.Random(1))


def _encoding() -> None:
    try:
        class_for(registry.load("heap"))
    except NoEncoding:
        return


def _figures() -> None:
    definition.table_of("heap").make_printing()
    finder_of("heap")


def others_play_on(app: App) -> None:
    """See that the title offers the program's own games, and that one of them is begun."""
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


def told() -> str:
    """Return what `doctor` looks at, as far as it tells of the game."""
    registry.try_parts()
    return " ".join(problem for problem in (*registry.problems(), *definition.problems()) if "game 'heap'" in problem)


@each_fails(PLACES)
def test_whatever_a_part_of_an_entry_does_is_its_own_affair(
    hook: str, failure: str, package: Package, app: App
) -> None:
    does = FAILURES[failure]
    if does:
        package.put(Failing=Nonsense() if does is talks_nonsense else does)
    package.register(**{hook: "its_heap:Failing"})
    if hook == "bots":
        (package.data / "bots.toml").write_text("[easy]\nweight = 1\n")
    use(app)
    others_play_on(app)
    assert main(["heap", "--help"]) in (0, 2)
    assert told()


@each_fails(PLACES, ["import nowhere_to_be_found", "raise SystemExit", "while True: pass", "1 / 0"])
def test_whatever_its_module_does_when_it_is_imported_is_its_own_affair(
    hook: str, failure: str, package: Package, app: App, tmp_path: Path
) -> None:
    (tmp_path / "its_module.py").write_text(failure)
    sys.path.insert(0, str(tmp_path))
    try:
        package.register(**{hook: "its_module:NAME"})
        use(app)
        others_play_on(app)
        assert told()
    finally:
        sys.path.remove(str(tmp_path))


@each_fails(TABLE_PLACES)
def test_whatever_a_part_of_a_table_does_is_its_own_affair(hook: str, failure: str, package: Package, app: App) -> None:
    does = FAILURES[failure]
    if does:
        package.put(Failing=Nonsense() if does is talks_nonsense else does)
    package.table(**{hook: "its_heap:Failing" if hook not in ("puzzle_question", "patterns") else Nonsense()})
    use(app)
    others_play_on(app)


@each_fails(hooks_of(SimpleBoard), every=3)
def test_whatever_a_board_does_is_its_own_affair(hook: str, failure: str, package: Package, app: App) -> None:
    package.breaks(package.board, hook, FAILURES[failure])
    use(app, only_at_its_table=True)
    others_play_on(app)


@each_fails(hooks_of(TableGame), every=3)
def test_whatever_a_table_of_cards_does_is_its_own_affair(hook: str, failure: str, package: Package, app: App) -> None:
    package.table(table="its_heap:TheCards")
    package.breaks(package.cards, hook, FAILURES[failure])
    use(app, only_at_its_table=True)
    others_play_on(app)


def test_a_table_of_cards_of_a_package_is_played_at(package: Package, app: App) -> None:
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
    assert (app.context.reports, told()) == ([], "")


@each_fails(hooks_of(FeatFinder))
def test_whatever_a_finder_of_feats_does_is_its_own_affair(hook: str, failure: str, package: Package, app: App) -> None:
    package.breaks(package.finder, hook, FAILURES[failure])
    use(app)
    others_play_on(app)


@each_fails(sorted(FILES), [b"= rubbish [", b"\x00\xff\xfe", b"", None])
def test_whatever_stands_in_its_files_is_its_own_affair(
    hook: str, failure: bytes | None, package: Package, app: App
) -> None:
    path = package.data / hook
    if failure is None:
        path.mkdir()
    else:
        path.write_bytes(failure)
    package.register()
    use(app)
    others_play_on(app)
    assert main(["statistics"]) == 0


def test_doctor_names_it(package: Package, capsys: pytest.CaptureFixture[str]) -> None:
    package.register(feats="its_heap:Nowhere")
    assert main(["doctor"]) == 1
    assert "the game 'heap' goes without its feats" in " ".join(capsys.readouterr().out.split())


def test_the_matrix_has_all_that_a_package_may_say() -> None:
    assert {*PLACES} == {"rules", "bots", "table", "puzzles", "chances", "feats", "encoding", "command"}
    assert {*hooks_of(Board)} <= {*hooks_of(SimpleBoard)}
    assert {"paint", "label", "status", "facts", "place", "mood", "draw"} <= {*hooks_of(SimpleBoard)}


# -- the fence itself


@pytest.mark.skipif(sys.platform == "win32", reason="nothing wakes a thread that waits there")
def test_what_waits_instead_of_computing_is_ended_too(package: Package, app: App) -> None:
    import time

    package.breaks(package.board, "paint", lambda *values: time.sleep(3600))
    use(app)
    others_play_on(app)
    assert "paint raised TooLong" in " ".join(registry.problems())


def test_nobody_is_kept_from_interrupting_the_program(package: Package, app: App) -> None:
    def interrupted(*values: Any) -> None:
        raise KeyboardInterrupt

    package.breaks(package.board, "paint", interrupted)
    with pytest.raises(KeyboardInterrupt):
        use(app)


def test_what_the_program_itself_breaks_off_is_nobodys_fault() -> None:
    """Pictures are made ahead until a frame's time is over, in the midst of a package's painting too."""

    def paints() -> None:
        raise OutOfTime

    with pytest.raises(OutOfTime):
        boundary.call("its painting", paints, (), {}, AssertionError)


@pytest.mark.parametrize(
    ("hint", "fitting_value", "other"),
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
def test_what_fits_an_annotation(hint: Any, fitting_value: Any, other: Any) -> None:
    assert boundary.fits(hint)(fitting_value)
    assert not boundary.fits(hint)(other)
