"""The example game in its own environment: its rules, and what commands do with it."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.examples.environments import EXAMPLE, Environment, Shell
from topping_out.game.assets import ROOT
from topping_out.game.registry import GROUP

pytestmark = pytest.mark.xdist_group("example")
MOST_LINES = 350


@pytest.fixture
def topping_out(installed: Environment, tmp_path: Path) -> Shell:
    return Shell(installed, tmp_path)


def test_it_is_small() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".md", ".toml")]
    assert sum(len(path.read_text().splitlines()) for path in files) <= MOST_LINES


@pytest.mark.long
def test_it_keeps_what_every_game_keeps(installed: Environment, tmp_path: Path) -> None:
    suite = ["pytest", "-p", "no:cacheprovider", "--rootdir", str(ROOT), str(EXAMPLE / "test_last_storey.py")]
    done = Shell(installed, tmp_path).run(*suite)
    assert done.returncode == 0, done.stdout


# -- commands


def test_bots_play_it_and_their_games_are_replayed(topping_out: Shell) -> None:
    records = topping_out.home / "played"
    seats = ["--seats", "hard,easy,gentle", "--options", "mixed"]
    told = topping_out("simulate", "last_storey", *seats, "--games", "4", "--seed", "1", "--records", str(records))
    assert "4 games" in told
    for record in records.iterdir():
        assert ", the last one." in topping_out("replay", str(record), "--text")
    (first, *_) = sorted(records.iterdir())
    assert json.loads(topping_out("replay", str(first), "--json").splitlines()[-1])


def test_its_bots_are_measured(topping_out: Shell) -> None:
    told = topping_out("arena", "last_storey", "--seats", "hard,random", "--pairs", "4", "--seed", "1")
    assert "hard" in told
    assert "Elo +" in told


PLAN = """
from topping_out.game.city.districts import plan
print(plan().problems, [stage.name for stage in plan().find("brickyard").stages])
"""


def test_it_has_a_match_in_the_city_before_the_last_one_of_its_district(installed: Environment) -> None:
    told = subprocess.run(
        [str(installed.python), "-c", PLAN], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    assert told.stdout.split("\n")[0].endswith("'tall_cargo', 'last_storey_last_brick', 'otto']")
    assert told.stdout.startswith("() ")


def test_doctor_finds_nothing_wrong_with_it(topping_out: Shell) -> None:
    assert "'last_storey'" not in topping_out.run("scenes", "doctor").stdout


def test_the_group_is_that_of_the_registry() -> None:
    assert f'[project.entry-points."{GROUP}"]' in (EXAMPLE / "pyproject.toml").read_text()
