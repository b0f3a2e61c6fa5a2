"""A bot in C, written from the page on the protocol alone, plays every game."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.sampling import sampled
from topping_out.game import registry
from topping_out.game.cli import main

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
def test_it_plays_every_game(name: str, any_action: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = f"exec:{any_action.as_posix()},random"
    assert main.main(["arena", name, "--seats", seats, "--pairs", "1", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "1 pair of 2 games" in out
    assert "fault" not in out


def test_it_has_eighty_lines() -> None:
    assert len(SOURCE.read_text().splitlines()) <= 80
