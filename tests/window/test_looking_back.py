"""Looking back: the log, the table after the end, and records gone through step by step."""

from pathlib import Path

import pytest

from tests.unfinished import leave_unfinished
from tests.window.games.turn_player import by_mouse, play_on, tab_to
from tests.window.program import Look, Program, Start
from topping_out.game.cli import main

pytestmark = pytest.mark.window


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game that bots have played."""
    folder = tmp_path / "played"
    arguments = ["simulate", "wyoming", "--seats", "easy,easy", "--games", "1", "--seed", "3", "--records", str(folder)]
    assert main.main(arguments) == 0
    (path,) = folder.iterdir()
    return path


def wait_for_step(program: Program, step: int) -> Look:
    return program.wait_until(lambda look: look["page"].get("at_step") == step, f"step {step}")


def test_a_record_is_gone_through_by_mouse(start: Start, record: Path) -> None:
    program = start("replay", str(record), speed="instant")
    steps = program.wait_for_scene("ReplayScene")["page"]["steps"]
    program.click("step", "step", "step")
    wait_for_step(program, 3)
    program.click("back")
    wait_for_step(program, 2)
    program.click_at("bar", 0.5)
    half = program.wait_until(lambda look: look["page"]["at_step"] > 3, "the middle")["page"]["at_step"]
    assert abs(half - steps / 2) <= 2
    program.drag_across("bar", 0.5, 1.0)
    wait_for_step(program, steps)
    program.click("start")
    wait_for_step(program, 0)
    program.click("play")
    wait_for_step(program, steps)
    program.click("leave", to="TitlePage")


def test_a_record_is_gone_through_by_keys(start: Start, record: Path) -> None:
    before = record.read_bytes()
    program = start("replay", str(record), speed="instant")
    steps = program.wait_for_scene("ReplayScene")["page"]["steps"]
    program.key("Tab", "Tab", "Tab", "z")
    wait_for_step(program, 2)
    program.key("p")
    wait_for_step(program, steps)
    program.key("z")
    wait_for_step(program, steps - 1)
    program.key("Escape", to="TitlePage")
    assert record.read_bytes() == before


def test_the_log_and_the_table_can_be_read_after_the_end(start: Start, home: Path) -> None:
    leave_unfinished(home, "wyoming", 1, {"tidal": True, "short": True})
    program = start(speed="instant", to="TitlePage")
    program.click("continue", to="TurnScene")
    play_on(program, by_mouse)
    program.wait_for_scene("ResultsPage")
    program.click("look", to="TurnScene")
    program.click("log")
    log = program.wait_for_scene("LogPage")
    assert len(log["page"]["lines"]) > 5
    program.click("close", to="TurnScene")
    program.click("results", to="ResultsPage")
    program.click("replay", to="ReplayScene")
    program.click("leave", to="ResultsPage")
    tab_to(program, "setup", "Return", to="SetupPage")
