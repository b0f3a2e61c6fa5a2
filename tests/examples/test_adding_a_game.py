"""ADDING_A_GAME.md agrees with the code and with the example."""

import os
import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from textwrap import indent

import pytest

from tests.examples.conftest import EXAMPLE
from tests.golden import sampled
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.cli import main
from topping_out.game.engine import Game
from topping_out.game.registry import GameEntry
from topping_out.scenes.match.definition import TableDefinition
from topping_out.scenes.match.simple_board import SimpleBoard

# -- adding a game


PAGE = (ROOT / "game" / "ADDING_A_GAME.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def methods(*kinds: type) -> list[str]:
    return [name for kind in kinds for name in vars(kind) if not name.startswith("_")]


@pytest.mark.parametrize(("file", "excerpt"), EXCERPTS, ids=[excerpt.split("\n")[0].strip() for _, excerpt in EXCERPTS])
def test_every_excerpt_on_the_page_is_in_the_example(file: str, excerpt: str) -> None:
    """Indentation and blank lines may differ."""
    text, wanted = (re.sub(r"\n{2,}", "\n\n", each) for each in ((EXAMPLE / file).read_text(encoding="utf-8"), excerpt))
    assert wanted in text or indent(wanted, "    ") in text


def test_the_page_shows_a_part_of_every_source_file() -> None:
    files = {str(path.relative_to(EXAMPLE)) for path in EXAMPLE.rglob("*.py")} | {"pyproject.toml"}
    assert {file for file, _ in EXCERPTS} == files


def test_the_page_names_every_file_of_the_example() -> None:
    names = {path.name for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml", ".md")}
    assert [name for name in names if name not in PAGE] == []


@pytest.mark.parametrize("name", [*methods(Game), *(field.name for field in fields(GameEntry))])
def test_the_page_names_every_method_of_a_game_and_field_of_an_entry(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_the_page_names_everything_a_table_may_define() -> None:
    ours = {"game"}  # set by the program
    hooks = [*({field.name for field in fields(TableDefinition)} - ours), "paint", "label", "status"]
    assert [name for name in hooks if f"`{name}`" not in PAGE] == []
    assert {"paint", "label", "status"} <= set(methods(SimpleBoard))


def test_every_command_on_the_page_exists() -> None:
    commands = re.findall(r"^topping-out (\w+)", PAGE, re.MULTILINE)
    assert {"play", "simulate", "arena", "doctor"} <= set(commands)
    for command in commands:
        assert main.main([command, "--help"]) == 0


# -- the bot in C


SOURCE = Path(__file__).with_name("any_action.c")


@pytest.fixture(scope="session")
def any_action(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        missing = "needs a C compiler: apt-get install gcc libc6-dev"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    program = tmp_path_factory.mktemp("c") / "any_action"
    warned = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([str(compiler), *warned, "-O1", "-o", str(program), str(SOURCE)], check=True)
    return program


@sampled("name", registry.names(), ["wyoming", "icetowers"])
def test_the_bot_in_c_plays_every_game(name: str, any_action: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = f"exec:{any_action.as_posix()},random"
    assert main.main(["arena", name, "--seats", seats, "--pairs", "1", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "1 pair of 2 games" in out
    assert "fault" not in out
