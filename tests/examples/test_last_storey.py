"""The example of a fifth game works, and broken games are reported."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.examples.conftest import EXAMPLE, Environment, Shell
from tests.golden import sampled
from tests.window.program import Start
from topping_out.game.assets import GAMES, ROOT
from topping_out.game.registry import GROUP

# -- broken games


pytestmark = pytest.mark.xdist_group("example")
OURS = [folder.name for folder in GAMES.iterdir()]
NOWHERE = """
from pathlib import Path
from topping_out.game.registry import GameEntry
ENTRY = GameEntry("nowhere:GAME", Path(__file__).parent)
"""
BROKEN = {
    "heap": ("import nowhere_to_be_found", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
    "pile": ("ENTRY = 21", "it is a int, not a GameEntry"),
    "wyoming": ("from topping_out.game.towers import ENTRY", "another game has this name already"),
    "stack": (NOWHERE, "ModuleNotFoundError: No module named 'nowhere'"),
}
"""By name: the source of the module, and the reported fault."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("environment") / "broken")
    for name, (module, _) in BROKEN.items():
        environment.add_game(name, module)
    return environment


@pytest.fixture(scope="module")
def python(broken: Environment) -> str:
    return str(broken.python)


def test_doctor_names_each_broken_game_and_its_fault(broken: Environment, tmp_path: Path) -> None:
    lines = Shell(broken, tmp_path).run("scenes", "doctor").stdout.splitlines()
    for name, (_, reason) in BROKEN.items():
        assert [line for line in lines if f"the game '{name}'" in line and reason in line]


@sampled("game", OURS, ["wyoming", "icetowers"])
def test_broken_games_do_not_affect_the_others(broken: Environment, tmp_path: Path, game: str) -> None:
    assert Shell(broken, tmp_path)("simulate", game, "--seats", "easy,easy", "--games", "1", "--options", "")


@pytest.mark.parametrize("game", ["heap", "pile", "stack"])
def test_a_broken_game_cannot_be_played(broken: Environment, tmp_path: Path, game: str) -> None:
    done = Shell(broken, tmp_path).run("scenes", "play", game)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"'{game}'" in done.stderr


@pytest.mark.window
def test_the_title_page_names_broken_games_and_offers_the_others(start: Start) -> None:
    program = start(speed="instant")
    title = program.wait_for_scene("TitlePage")
    text = " ".join(title["page"]["warnings"])
    assert all(f"'{name}'" in text for name in BROKEN)
    assert {*OURS, "new"} <= set(title.widgets)
    assert not {"heap", "pile", "stack"} & set(title.widgets)
    program.click("towers", to="SetupPage")
    program.click("start", to="TurnScene")


# -- last storey


@pytest.fixture
def topping_out(installed: Environment, tmp_path: Path) -> Shell:
    return Shell(installed, tmp_path)


@pytest.mark.long
def test_the_example_passes_the_conformance_suite(installed: Environment, tmp_path: Path) -> None:
    suite = ["pytest", "-p", "no:cacheprovider", "--rootdir", str(ROOT), str(EXAMPLE / "test_last_storey.py")]
    done = Shell(installed, tmp_path).run(*suite)
    assert done.returncode == 0, done.stdout


# -- commands


def test_games_of_bots_can_be_played_and_replayed(topping_out: Shell) -> None:
    records = topping_out.home / "played"
    seats = ["--seats", "hard,easy,gentle", "--options", "mixed"]
    output = topping_out("simulate", "last_storey", *seats, "--games", "4", "--seed", "1", "--records", str(records))
    assert "4 games" in output
    for record in records.iterdir():
        assert ", the last one." in topping_out("replay", str(record), "--text")
    (first, *_) = sorted(records.iterdir())
    assert json.loads(topping_out("replay", str(first), "--json").splitlines()[-1])


def test_the_arena_measures_its_bots(topping_out: Shell) -> None:
    output = topping_out("arena", "last_storey", "--seats", "hard,random", "--pairs", "4", "--seed", "1")
    assert "hard" in output
    assert "Elo +" in output


PLAN = """
from topping_out.game.city import plan
print(plan().problems, [stage.name for stage in plan().find("brickyard").stages])
"""


def test_its_match_in_the_city_is_placed_before_the_last_of_a_district(installed: Environment) -> None:
    output = subprocess.run(
        [str(installed.python), "-c", PLAN], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    assert output.stdout.split("\n")[0].endswith("'tall_cargo', 'last_storey_last_brick', 'otto']")
    assert output.stdout.startswith("() ")


def test_doctor_reports_no_fault(topping_out: Shell) -> None:
    assert "'last_storey'" not in topping_out.run("scenes", "doctor").stdout


def test_the_example_uses_the_entry_point_group_of_the_registry() -> None:
    assert f'[project.entry-points."{GROUP}"]' in (EXAMPLE / "pyproject.toml").read_text()
