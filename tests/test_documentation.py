"""The documentation, its site, the marking of translatable texts, and the weekly run."""

import ast
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.rules_text import parse_rules

sys.path.append(str(ROOT / "build" / "docs"))

import pages

# -- documentation


def test_the_documentation_builds_without_warnings_or_dead_links(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "dummy", "-d", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, "-c", "build/docs", ".", str(tmp_path / "site")], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "cache" / "build" / "docs" / "api.doctree").is_file()


@pytest.mark.skipif(not ((ROOT / ".git").exists() and shutil.which("git")), reason="needs a Git checkout")
def test_the_subjects_of_the_latest_commits_are_as_contributing_asks() -> None:
    command = ["git", "log", "-20", "--no-merges", "--format=%s"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    subjects = [subject for subject in done.stdout.splitlines() if not subject.startswith("Merge ")]
    assert [s for s in subjects if len(s) > 72 or not s[:1].isupper() or s.endswith(".")] == []


def test_the_picture_of_the_imports_is_up_to_date() -> None:
    command = [sys.executable, "build/house.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, "run `python build/house.py`"


# -- translatable


LITERALS = {"tr_count": 2, "tr_context": 2, "tr_count_context": 3, "mark": 1, "mark_count": 2, "Own": 2, "own_count": 4}
"""How many of a function's first arguments must be string literals."""


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def unmarked_names(tree: ast.AST) -> set[str]:
    """Return the names assigned an unmarked string literal, as in `text = "{name} wins."`."""
    plain = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and is_text(node.value)]
    return {target.id for node in plain for target in node.targets if isinstance(target, ast.Name)}


def faults(source: str) -> Iterator[str]:
    """Yield the calls in a module whose texts the extraction tool cannot find, with their lines."""
    if not re.search(r"\b(tr|mark|[Oo]wn)(_\w+)?\(", source):
        return
    tree = ast.parse(source)
    formatted = {value for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in ast.walk(node)}
    unmarked = unmarked_names(tree)
    for name, call in calls(tree):
        wanted = call.args[: LITERALS.get(name, 0)]
        if not all(map(is_text, wanted)):
            yield f"line {call.lineno}: {name} is given a text that is not written out there"
        if name == "tr" and isinstance(call.args[0], ast.Name) and call.args[0].id in unmarked:
            yield f"line {call.lineno}: {call.args[0].id} is not marked where it is written"
        if name in ("tr", "tr_count", "tr_context", "tr_count_context") and call in formatted and is_text(call.args[0]):
            yield f"line {call.lineno}: {name} stands within an f-string"


def test_every_translatable_text_can_be_extracted() -> None:
    files = [path for room in ("game", "scenes") for path in (ROOT / room).rglob("*.py")]
    found = [f"{path.relative_to(ROOT)}, {fault}" for path in files for fault in faults(path.read_text("utf-8"))]
    assert found == []


# -- weekly


CHECK = runpy.run_path(str(ROOT / "build" / "check.py"))


def test_the_weekly_run_covers_every_part() -> None:
    text = (ROOT / ".github" / "workflows" / "weekly.yml").read_text("utf-8")
    assert f"part: [{', '.join(CHECK['PARTS'])}]" in text
    assert "cron:" in text


def test_every_test_belongs_to_exactly_one_part() -> None:
    folders = [ROOT / folder for of_part in CHECK["FOLDERS"].values() for folder in of_part]
    assert all(folder.is_dir() for folder in folders)
    assert not [inner for inner in folders for outer in folders if inner != outer and inner.is_relative_to(outer)]
    (rest,) = CHECK["checks"](True, False, "rest").values()
    assert {word.removeprefix("--ignore=") for word in rest if word.startswith("--ignore=")} == {
        str(folder.relative_to(ROOT)).replace("\\", "/") for folder in folders
    }
    assert "tests" in rest


def test_a_part_runs_all_its_tests_and_not_only_the_long_ones() -> None:
    for part in CHECK["PARTS"]:
        for command in CHECK["checks"](True, False, part).values():
            assert (
                "-m" not in command[command.index("pytest") + 1 :]
                if "pytest" in command
                else Path(command[1]).is_file()
            )


# -- pages of the site that are made of something else than their sources


GAMES = list(registry.names())


def rules(name: str) -> str:
    return (ROOT / "assets" / "games" / name / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_have_real_tables_figures_and_notes(name: str) -> None:
    text, parsed = rules(name), parse_rules(rules(name))
    page = pages.rules_page(name, text)
    assert "keywords:" not in page
    assert "only: screen" not in page
    kinds = [block.kind for section in parsed.sections for block in section.blocks]
    assert len(re.findall(r"^(?:\| --- )+\|$", page, re.MULTILINE)) == kinds.count("table")
    assert page.count("<figure>") == kinds.count("figure") == page.count("<figcaption>")
    assert page.count(":::{admonition} Our ruling ") == kinds.count("ruling")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == [section.title for section in parsed.sections]


def test_each_figure_of_the_rules_is_painted(tmp_path: Path) -> None:
    pages.paint_figures(tmp_path)
    for name in GAMES:
        for figure in re.findall(r"_static/figures/(\S+)\"", pages.rules_page(name, rules(name))):
            with Image.open(tmp_path / figure) as picture:
                assert picture.width > 300, figure


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_a_page_with_its_figures_at_a_glance(name: str) -> None:
    game = registry.load(name)
    page = (ROOT / "build" / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {game.title}\n")
    assert f"{{{{ glance_{name} }}}}" in page
    table = pages.glance(game)
    players = str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]}–{game.seats[-1]}"
    assert f"| players | {players} |" in table
    assert f"`topping-out play {name}`" in table


@pytest.mark.parametrize(
    ("annotated", "plain"),
    [
        ("Annotated[int, Meta(ge=0)]", "int"),
        ("tuple[typing.Annotated[str, Meta(max_length=3)], ...] | None", "tuple[str, ...] | None"),
        ("dict[str, Annotated[list[Annotated[int, 1]], 2]]", "dict[str, list[int]]"),
        ("list[int]", "list[int]"),
    ],
)
def test_types_are_shown_without_conditions(annotated: str, plain: str) -> None:
    assert pages.plain_type(annotated) == plain
