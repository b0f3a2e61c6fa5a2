"""The registry of games: packages register games, our own in the same way as others."""

import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from topping_out.game import registry
from topping_out.game.assets import GAMES, ROOT
from topping_out.game.registry import UnknownGame

OURS = ("wyoming", "towering", "towers", "icetowers")
MODULE = """
from pathlib import Path
from topping_out.game.registry import GameEntry
ENTRY = GameEntry("{rules}", Path(__file__).parent, order={order})
"""

HEAP = """
from topping_out.game.towers.rules import Towers
class Heap(Towers):
    name = "heap"
GAME = Heap()
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that registers additional games, given by name and source of their modules."""

    def install(**modules: str) -> None:
        points = list(registry.entry_points(group=registry.GROUP))
        for name, text in modules.items():
            (tmp_path / f"its_{name}.py").write_text(text)
            points.append(EntryPoint(name, f"its_{name}:ENTRY", registry.GROUP))
        monkeypatch.setattr(registry, "entry_points", lambda group: points)
        forget()

    monkeypatch.syspath_prepend(tmp_path)
    yield install
    forget()
    for name in [name for name in sys.modules if name.startswith("its_")]:
        del sys.modules[name]


def forget() -> None:
    registry._find_entries.cache_clear()
    registry.load.cache_clear()
    registry._failed.clear()


def test_our_own_games_are_found_in_order() -> None:
    assert registry.names()[: len(OURS)] == OURS
    assert [game.name for game in registry.games()][: len(OURS)] == list(OURS)
    assert registry.problems() == ()


def test_every_folder_of_game_data_is_registered() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    assert sorted(groups[registry.GROUP]) == sorted(folder.name for folder in GAMES.iterdir())


def test_a_game_of_another_package_is_listed_with_ours(install: Install) -> None:
    install(heap=MODULE.format(rules="its_heap:GAME", order=3) + HEAP)
    assert registry.names() == ("wyoming", "towering", "heap", "towers", "icetowers")
    assert registry.load("heap").name == "heap"
    assert registry.problems() == ()


@pytest.mark.parametrize(("name", "module", "reason"), [
    ("heap", "import nowhere_to_be_found", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
    ("heap", "1 / 0", "ZeroDivisionError: division by zero"),
    ("heap", "ENTRY = 7", "it is a int, not a GameEntry"),
    (
        "heap",
        "from topping_out.game.registry import GameEntry\nfrom pathlib import Path\n"
        'ENTRY = GameEntry("its_heap:GAME", Path(), interface=7)',
        "it is written for interface 7 of games, and this program has 1",
    ),
    ("heap", "", "AttributeError: module 'its_heap' has no attribute 'ENTRY'"),
    ("Heap", MODULE.format(rules="its_Heap:GAME", order=9), "its name may have small letters"),
    ("towers", MODULE.format(rules="its_towers:GAME", order=0), "another game has this name already"),
])  # fmt: skip
def test_a_broken_entry_is_left_out_and_reported(install: Install, name: str, module: str, reason: str) -> None:
    install(**{name: module})
    assert registry.names() == OURS
    (problem,) = registry.problems()
    assert problem.startswith(f"the game '{name}' of its_{name}:ENTRY is left out: {reason}")


@pytest.mark.parametrize("loop", ["while True: pass", "while True:\n    try: 1 / 0\n    except Exception: pass"])
def test_a_module_that_never_finishes_loading_is_left_out_and_reported(
    install: Install, loop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topping_out.game.children.LONGEST", 0.5)
    install(heap=loop)
    assert registry.names() == OURS
    (problem,) = registry.problems()
    assert problem.endswith("is left out: TooLong: it had not ended after 0.5 s of computing")


@pytest.mark.parametrize(("rules", "reason"), [
    ("its_heap:GAME", "AttributeError: module 'its_heap' has no attribute 'GAME'"),
    ("its_heap.rules:GAME", "ModuleNotFoundError: No module named 'its_heap.rules'; 'its_heap' is not a package"),
    ("topping_out.game.towers.rules:GAME", "topping_out.game.towers.rules:GAME is called 'towers'"),
    ("its_heap:ENTRY", "its_heap:ENTRY is a GameEntry, not a Game"),
    ("its_heap", "AttributeError: module 'its_heap' has no attribute ''"),
])  # fmt: skip
def test_a_game_whose_rules_cannot_be_loaded_is_left_out_and_reported(
    install: Install, rules: str, reason: str
) -> None:
    install(heap=MODULE.format(rules=rules, order=9))
    assert [game.name for game in registry.games()] == list(OURS)
    assert registry.problems() == (f"the game 'heap' can't be loaded: {reason}",)
    with pytest.raises(UnknownGame, match="'heap' can't be loaded"):
        registry.load("heap")


def test_an_unknown_game_is_refused_with_a_list_of_the_games() -> None:
    with pytest.raises(UnknownGame, match="there's no game 'chess': choose from wyoming, towering, towers, icetowers"):
        registry.load("chess")


def test_without_any_registered_game_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: ())
    forget()
    try:
        assert registry.names() == registry.games() == ()
        with pytest.raises(UnknownGame, match=r"run `pip install \.`"):
            registry.load("towers")
    finally:
        forget()


def test_the_path_of_a_missing_data_file_is_none() -> None:
    assert registry.data_file("towers", "rules.md") == GAMES / "towers" / "rules.md"
    assert registry.data_file("towers", "values-of-nobody.toml") is None
