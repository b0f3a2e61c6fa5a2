"""Who imports whom, for every game there is (import contracts in `pyproject.toml` would have to list them), and what
classes are called."""

import ast
import importlib
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from inspect import isclass
from itertools import permutations
from pathlib import Path

import grimp
import pytest

from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.ui.layout import Box
from topping_out.scenes.wyoming.board import WyomingBoard

GAMES = [name for name in registry.names() if registry.entry(name).rules.startswith("topping_out.game.")]


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("topping_out")


def packages(name: str) -> set[str]:
    """Return the packages of a game: of its rules and of its table."""
    entry = registry.entry(name)
    return {".".join(place.partition(":")[0].split(".")[:3]) for place in (entry.rules, entry.table) if place}


def imports(*importers: str) -> set[tuple[str, str]]:
    """Return the imports, made by these modules and all below them, of modules elsewhere."""
    modules = {found for name in importers for found in (name, *graph().find_descendants(name))}
    return {(one, other) for one in modules for other in graph().find_modules_directly_imported_by(one)}


def into(packages: set[str], found: set[tuple[str, str]]) -> set[tuple[str, str]]:
    return {(one, other) for one, other in found if any(f"{other}.".startswith(f"{name}.") for name in packages)}


def test_the_program_is_one_package_and_nobody_imports_a_folder_by_itself() -> None:
    """From a checkout the folders could be imported too, and all in them would be there twice."""
    by_itself = re.compile(r"^\s*(from|import) (game|scenes|assets)\b", re.MULTILINE)
    files = [path for room in ("game", "scenes", "build", "tests") for path in (ROOT / room).rglob("*.py")]
    assert len(files) > 500
    assert [path for path in files if by_itself.search(path.read_text(encoding="utf-8"))] == []


def test_the_modules_at_the_top_of_game_import_nothing_that_lies_deeper() -> None:
    top = {name for name in graph().find_children("topping_out.game") if not graph().find_children(name)}
    assert "topping_out.game.engine" in top
    assert {(one, other) for one, other in imports(*top) if other.startswith("topping_out.game.")} <= {
        (one, other) for one in top for other in top
    }


def test_what_games_share_imports_none_of_them() -> None:
    games = set().union(*map(packages, GAMES))
    shared = {
        name for root in ("topping_out.game", "topping_out.scenes") for name in graph().find_children(root)
    } - games
    assert {"topping_out.game.engine", "topping_out.game.bots", "topping_out.scenes.kit"} <= shared
    assert into(games, imports(*shared)) == set()


@pytest.mark.parametrize(("one", "other"), list(permutations(GAMES, 2)))
def test_a_game_knows_no_other(one: str, other: str) -> None:
    assert into(packages(other), imports(*packages(one))) == set()


@pytest.mark.parametrize("game", GAMES)
def test_sentences_about_a_game_read_no_number_of_the_rules(game: str) -> None:
    """An option may change such a number: the view, the variant and the events know the one that holds."""
    package = registry.entry(game).rules.rpartition(".")[0]
    rules = {name for name in graph().modules if name.startswith(package) and name.endswith(".numbers")}
    assert into(rules, imports(f"{package}.words")) == set()


def test_what_an_extra_brings_is_imported_only_where_it_is_asked_for() -> None:
    found = grimp.build_graph("topping_out", include_external_packages=True, cache_dir=None)
    for package in ("numpy", "gymnasium", "pettingzoo"):
        importers = found.find_modules_that_directly_import(package)
        assert importers <= {f"topping_out.game.environments.{name}" for name in ("environment", "opponents", "single")}
    assert found.find_modules_that_directly_import("distributed") == {"topping_out.game.arena.cluster"}
    assert found.find_modules_that_directly_import("topping_out.game.arena.cluster") == {
        "topping_out.game.cli.contests"
    }
    deeper = {name for name in found.modules if name.startswith("topping_out.game.environments")}
    assert all(name in deeper for one in deeper for name in found.find_modules_that_directly_import(one))


PLAIN = """
import importlib, pkgutil, sys
import topping_out

NEEDED = {"topping_out", "accesskit", "budoux", "msgspec", "platformdirs", "pygame", *sys.stdlib_module_names}


class Needed:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, *more):
        return self.finder.find_spec(name, *more) if name.partition(".")[0] in NEEDED else None

    def __getattr__(self, name):
        return getattr(self.finder, name)


sys.meta_path[:] = map(Needed, sys.meta_path)
for found in pkgutil.walk_packages(topping_out.__path__, "topping_out."):
    if ".assets" not in found.name:
        try:
            importlib.import_module(found.name)
        except ModuleNotFoundError:
            print(found.name)
"""


def test_without_any_extra_all_can_be_imported_but_what_needs_one() -> None:
    """`pip install .` brings no extra: what a game shows must not stand beside what it prints."""
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, encoding="utf-8", check=True)
    missing, printing, shown = {*done.stdout.split()}, set[str](), set[str]()
    for name in GAMES:
        for part, place in vars(table_of(name)).items():
            if isinstance(place, str) and place.startswith("topping_out."):
                (printing if part == "printing" else shown).add(place.partition(":")[0])
    environments = {"topping_out.game.environments", *graph().find_descendants("topping_out.game.environments")}
    assert len(printing) == len(GAMES)
    assert len(shown) >= len(GAMES)
    assert missing & shown == set()
    cluster, paper = "topping_out.game.arena.cluster", "topping_out.scenes.kit.paper"
    assert missing - environments == {cluster, paper, *printing}


def test_no_class_of_the_window_has_more_than_two_of_ours_above_it() -> None:
    """Pages and tables are composed. (Widgets are not asked: they are boxes first.)"""
    modules = [name for name in graph().find_descendants("topping_out.scenes") if not name.endswith("__main__")]
    classes = {kind for name in modules for kind in vars(importlib.import_module(name)).values() if isclass(kind)}
    above = {kind: [base for base in kind.__mro__ if base.__module__.startswith("topping_out.")] for kind in classes}
    assert {TurnScene, WyomingBoard} <= classes
    assert [kind for kind, line in above.items() if len(line) > 3 and not issubclass(kind, Box)] == []


# -- names of classes


@cache
def classes() -> dict[str, list[Path]]:
    """Return the files in which a class of each name is made."""
    found = defaultdict(list)
    for room in ("game", "scenes"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(path.relative_to(ROOT))
    return found


def names_of_parts() -> set[str]:
    """Return the names that the page on architecture explains as those of parts that several games have."""
    text = (ROOT / "build" / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("## Names that several games use", 1)[1].split("\n## ", 1)[0]
    return {
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall("`(\\w+)`", row.split("|")[1])
    }


def test_a_name_stands_for_one_class_or_for_the_same_part_of_several_games() -> None:
    again = {name: paths for name, paths in classes().items() if len(paths) > 1}
    assert len(classes()) > 500
    assert again.keys() == names_of_parts()


def test_a_game_has_each_part_once_and_nothing_shared_has_its_name() -> None:
    """`Ended` is the exception: all games share it, and IceTowers has its own with the totals."""
    for name in names_of_parts() - {"Ended"}:
        games = [path.parts[1] for path in classes()[name]]
        assert sorted(set(games)) == sorted(games), (name, games)
        shared = {"match"} if name == "Selection" else set()  # the table that games describe has one too
        assert set(games) <= {*GAMES, *shared}, (name, games)
