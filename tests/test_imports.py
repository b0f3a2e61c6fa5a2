"""Rules of the source that hold for every installed game: what it may import, and what may read its options.

(Import contracts in `pyproject.toml` would have to list the games.)
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import permutations
from pathlib import Path

import grimp
import pytest

from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.scenes.match.definition import table_of

# -- imports


GAMES = [name for name in registry.names() if registry.entry(name).rules.startswith("topping_out.game.")]


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("topping_out")


def packages(name: str) -> set[str]:
    """Return the packages of a game: those of its rules and of its table."""
    entry = registry.entry(name)
    return {".".join(place.partition(":")[0].split(".")[:3]) for place in (entry.rules, entry.table) if place}


def imports(*importers: str) -> set[tuple[str, str]]:
    """Return the direct imports of these modules and of all their submodules, as pairs (importer, imported)."""
    modules = {found for name in importers for found in (name, *graph().find_descendants(name))}
    return {
        (importer, imported) for importer in modules for imported in graph().find_modules_directly_imported_by(importer)
    }


def into(packages: set[str], found: set[tuple[str, str]]) -> set[tuple[str, str]]:
    return {
        (importer, imported)
        for importer, imported in found
        if any(f"{imported}.".startswith(f"{name}.") for name in packages)
    }


def test_no_module_imports_a_folder_outside_its_package() -> None:
    """In a checkout the folders can also be imported directly, and then every module would exist twice."""
    by_itself = re.compile(r"^\s*(from|import) (game|scenes|assets)\b", re.MULTILINE)
    files = [path for room in ("game", "scenes", "build", "tests") for path in (ROOT / room).rglob("*.py")]
    assert len(files) > 500
    assert [path for path in files if by_itself.search(path.read_text(encoding="utf-8"))] == []


ABOVE_FOLDERS = {"topping_out.game.city", "topping_out.game.environments"}
"""Modules beside the folders of `game` that import from them; `pyproject.toml` says from which."""


def test_other_top_level_modules_of_game_import_only_each_other() -> None:
    top = {name for name in graph().find_children("topping_out.game") if not graph().find_children(name)}
    top -= ABOVE_FOLDERS
    assert "topping_out.game.engine" in top
    assert {pair for pair in imports(*top) if pair[1].startswith("topping_out.game.")} <= {
        (importer, imported) for importer in top for imported in top
    }


def test_shared_code_imports_no_game() -> None:
    games = set().union(*map(packages, GAMES))
    shared = {
        name for root in ("topping_out.game", "topping_out.scenes") for name in graph().find_children(root)
    } - games
    assert {"topping_out.game.engine", "topping_out.game.bots", "topping_out.scenes.kit"} <= shared
    assert into(games, imports(*shared)) == set()


@pytest.mark.parametrize(("game", "other_game"), list(permutations(GAMES, 2)))
def test_no_game_imports_another(game: str, other_game: str) -> None:
    assert into(packages(other_game), imports(*packages(game))) == set()


@pytest.mark.parametrize("game", GAMES)
def test_sentences_about_a_game_do_not_import_its_rules_constants(game: str) -> None:
    """An option may change such a number, so sentences take it from the view, the variant or the event."""
    package = registry.entry(game).rules.rpartition(".")[0]
    rules = {name for name in graph().modules if name.startswith(package) and name.endswith(".numbers")}
    assert into(rules, imports(f"{package}.words")) == set()


def test_optional_packages_are_imported_only_by_the_code_that_needs_them() -> None:
    found = grimp.build_graph("topping_out", include_external_packages=True, cache_dir=None)
    for package in ("numpy", "gymnasium", "pettingzoo"):
        importers = found.find_modules_that_directly_import(package)
        assert importers <= {"topping_out.game.environments"}
    assert found.find_modules_that_directly_import("distributed") == {"topping_out.game.arena.cluster"}
    assert found.find_modules_that_directly_import("topping_out.game.arena.cluster") == {"topping_out.game.cli.bots"}
    assert found.find_modules_that_directly_import("topping_out.game.environments") == set()


IMPORT_WITHOUT_EXTRAS = """
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


def test_everything_else_can_be_imported_without_extras() -> None:
    """`pip install .` installs no extras, so a game's table must not be in the same module as its printing."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_WITHOUT_EXTRAS], capture_output=True, text=True, encoding="utf-8", check=True
    )
    missing, printing, shown = {*done.stdout.split()}, set[str](), set[str]()
    for name in GAMES:
        for part, place in vars(table_of(name)).items():
            if isinstance(place, str) and place.startswith("topping_out."):
                (printing if part == "printing" else shown).add(place.partition(":")[0])
    assert len(printing) == len(GAMES)
    assert len(shown) >= len(GAMES)
    assert missing & shown == set()
    extras, paper = {"topping_out.game.environments", "topping_out.game.arena.cluster"}, "topping_out.scenes.kit.paper"
    assert missing == {*extras, paper, f"{paper}_rules", *printing}


# -- options


SIZES = {"seats", "foundations", "colours", "deck", "limit", "rounds", "ghost_colour"}
"""Fields that say what is on the table and how much of it. Layouts may read these."""
RULES = {
    "rules.py", "core.py", "state.py", "legality.py", "words.py", "feats.py", "course.py", "results.py",
}  # fmt: skip
"""Modules of a game that may read its options: the rules and their messages, and code that gets a state, not a view."""


def outside(name: str) -> Iterator[Path]:
    """Yield the modules of a game that may not read its options."""
    yield from (ROOT / "scenes" / name).rglob("*.py")
    for path in (ROOT / "game" / name).rglob("*.py"):
        if path.name not in RULES and "bots" not in path.relative_to(ROOT / "game" / name).parts:
            yield path


@pytest.mark.parametrize("name", registry.names())
def test_only_the_rules_read_the_options(name: str) -> None:
    game = load(name)
    variant = game.setup(game.seats[0], resolve(game.options(game.seats[0]), {}), 1).variant
    settled = {field.name for field in fields(variant)} - SIZES
    assert settled, "a game without options would always pass"
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in outside(name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in settled and ast.unparse(node.value).endswith("variant")
    ]
    assert not found, "ask the view instead, or give it a property:\n" + "\n".join(found)


# -- names


def test_class_names_are_unique_except_those_that_the_architecture_page_lists() -> None:
    found: dict[str, list[str]] = {}
    for folder in ("game", "scenes"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, []).append(str(path))
    page = (ROOT / "build" / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## Names that several games use")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert {name for name, places in found.items() if places[1:]} == listed
