"""The bots' searches in the package: on Linux they are compiled, and they decide what those of the checkout do."""

import io
import random
import subprocess
import sys

import pytest

from compile import what_compiling_lacks
from tests.game.by_luck.random_games import Deal, play
from tests.package.packed import Folder, missing
from topping_out.game import registry, roster
from topping_out.game.arena.contenders import read_contender
from topping_out.game.arena.external.content import action_data, raw
from topping_out.game.arena.external.protocol import Act, Hello, to_line
from topping_out.game.arena.external.server import BotServer
from topping_out.game.cli import main
from topping_out.game.options import resolve

pytestmark = [pytest.mark.package, pytest.mark.xdist_group("package"), pytest.mark.timeout(3600)]
MASTER = roster.LEVELS[-1]
QUESTIONS = 6


def questions(name: str) -> list[Act]:
    """Return what the first seat is asked in a random game, a few times on the way."""
    found = []
    for step in play(deal := deal_of(name)):
        if 0 in deal.game.actors(step.state) and len(actions := deal.game.actions(step.state, 0)) > 1:
            view = raw(deal.game.view(step.state, 0))
            found.append(Act(view, tuple(map(action_data, actions)), seed=len(found)))
    return random.Random(name).sample(found, QUESTIONS)


def deal_of(name: str) -> Deal:
    game = registry.load(name)
    return Deal(name, game.seats[0], resolve(game.options(game.seats[0]), {}), seed=7, luck=7)


@pytest.mark.parametrize("name", registry.names())
def test_the_master_decides_what_that_of_the_checkout_does(folder: Folder, name: str) -> None:
    deal = deal_of(name)
    names = tuple(f"Player {seat}" for seat in range(deal.seats))
    hello = Hello(name, deal.game.version, 0, names, deal.options, patience=600)
    lines = b"".join(map(to_line, [hello, *questions(name)]))
    expected = io.BytesIO()
    assert BotServer(deal.game, read_contender(deal.game, MASTER), expected).play(io.BytesIO(lines)) == ""
    command = [*folder.command(), "bot", name, "--level", MASTER]
    done = subprocess.run(command, input=lines, env=folder.environment(), capture_output=True, check=True)
    assert done.stdout == expected.getvalue()
    assert done.stdout.count(b"\n") == 1 + QUESTIONS


@pytest.mark.skipif(sys.platform != "linux", reason="compiled on Linux alone")
def test_doctor_says_that_the_searches_of_every_game_are_compiled(folder: Folder) -> None:
    if what := what_compiling_lacks():
        missing(f"compiling needs {what}")
    assert f"ok  searches: compiled: {', '.join(registry.names())}\n" in folder.run("doctor").stdout


def test_doctor_says_that_those_of_the_checkout_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    main.main(["doctor"])
    assert "ok  searches: in plain Python\n" in capsys.readouterr().out
