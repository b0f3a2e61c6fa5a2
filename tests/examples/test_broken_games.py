"""Games of other packages that cannot be used are named and left out; all others are played as ever."""

from pathlib import Path

import pytest

from tests.examples.environments import Environment, Shell
from tests.sampling import sampled
from tests.window.program import Start
from topping_out.game.assets import GAMES

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
"""For each name what its module says, and what is wrong with it."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("environment") / "broken")
    for name, (module, _) in BROKEN.items():
        environment.add_game(name, module)
    return environment


@pytest.fixture(scope="module")
def python(broken: Environment) -> str:
    return str(broken.python)


def test_doctor_names_each_and_what_is_wrong_with_it(broken: Environment, tmp_path: Path) -> None:
    lines = Shell(broken, tmp_path).run("scenes", "doctor").stdout.splitlines()
    for name, (_, reason) in BROKEN.items():
        assert [line for line in lines if f"the game '{name}'" in line and reason in line]


@sampled("game", OURS, ["wyoming", "icetowers"])
def test_the_others_are_played(broken: Environment, tmp_path: Path, game: str) -> None:
    assert Shell(broken, tmp_path)("simulate", game, "--seats", "easy,easy", "--games", "1", "--options", "")


@pytest.mark.parametrize("game", ["heap", "pile", "stack"])
def test_a_broken_one_cannot_be_played(broken: Environment, tmp_path: Path, game: str) -> None:
    done = Shell(broken, tmp_path).run("scenes", "play", game)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"'{game}'" in done.stderr


@pytest.mark.window
def test_the_title_names_them_and_the_others_are_played_in_the_window(start: Start) -> None:
    program = start(speed="instant")
    title = program.wait_for_scene("TitlePage")
    told = " ".join(title["page"]["warnings"])
    assert all(f"'{name}'" in told for name in BROKEN)
    assert {*OURS, "new"} <= set(title.widgets)
    assert not {"heap", "pile", "stack"} & set(title.widgets)
    program.click("towers", to="SetupPage")
    program.click("start", to="TurnScene")
