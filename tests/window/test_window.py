"""The window itself: tiny, stretched, full screen, or not to be had at all."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.window.games.turn_player import by_digits, by_mouse, play_on, wait_for_turn
from tests.window.program import Program, Start, environment, has_ended, records, write_settings
from tests.window.screen import PATIENCE, Screen, Size
from topping_out.game.assets import ROOT
from topping_out.game.storage.files import HOME_VARIABLE

pytestmark = pytest.mark.window

LARGE = (1600, 1000)


def wait_for_size(program: Program, width: int, height: int) -> None:
    program.wait_until(lambda look: look["size"] == [width, height], f"{width} x {height}")


def test_a_window_of_any_size_can_be_played_in(start: Start) -> None:
    program = start("play", "wyoming", "--seats", "human,easy", screen=LARGE, speed="instant")
    wait_for_turn(program)
    for width, height in ((200, 120), (1, 1), (1500, 300)):
        program.resize(width, height)
        wait_for_size(program, width, height)
        play_on(program, by_digits, turns=1)
    for width, height in ((640, 900), LARGE, (640, 360)):
        program.resize(width, height)
        wait_for_size(program, width, height)
        play_on(program, by_mouse, turns=1)
    assert program.look()["reports"] == []
    assert program.close() == 0
    assert program.said == ""


def test_full_screen_and_back_in_mid_game(start: Start) -> None:
    program = start("play", "wyoming", "--seats", "human,easy", screen=LARGE, speed="instant")
    play_on(program, by_mouse, turns=1)
    program.key("F11")
    wait_for_size(program, *LARGE)
    assert play_on(program, by_mouse, turns=1)["settings"]["fullscreen"]
    program.key("F11")
    wait_for_size(program, 1280, 720)
    assert not play_on(program, by_mouse, turns=1)["settings"]["fullscreen"]


@pytest.mark.parametrize(
    ("screen", "left", "size"),
    [((1920, 1080), None, (1280, 720)), ((1024, 768), None, (1024, 680)), ((1024, 768), (1920, 1000), (1024, 768))],
)
def test_a_window_is_never_larger_than_the_screen_and_the_first_leaves_room_for_its_title(
    start: Start, screen: Size, left: Size | None, size: Size
) -> None:
    assert start(screen=screen, window=left).look()["size"] == [*size]


def test_a_window_that_was_covered_is_drawn_again(start: Start) -> None:
    program = start("play", "wyoming", "--seats", "human,easy", "--seed", "5", speed="instant", idle_life=False)
    wait_for_turn(program)
    program.wait_until(lambda look: look["at_rest"], "the table to come to rest")
    before = program.picture()
    program.screen.do("windowunmap", "--sync", program.window)
    program.screen.do("windowmap", "--sync", program.window)
    program.wait_until_shown(before)


def test_the_program_itself_runs_with_nothing_of_the_tests_in_it(
    screens: Callable[[Size], Screen], home: Path, tmp_path: Path
) -> None:
    write_settings(home, {"speed": "instant"})
    screen, errors = screens((1280, 720)), tmp_path / "errors.txt"
    command = [sys.executable, "-m", "topping_out.scenes", "play", "wyoming", "--seats", "easy,easy", "--seed", "1"]
    with errors.open("w") as log, subprocess.Popen(command, cwd=ROOT, env=environment(screen, home), stderr=log) as run:
        try:
            window = int(screen.do("search", "--sync", "--onlyvisible", "--pid", run.pid).split()[0])
            until = time.monotonic() + PATIENCE
            while not any(map(has_ended, records(home))):
                assert time.monotonic() < until, "the bots do not finish their game"
            screen.ask_to_close(window)
            assert run.wait(PATIENCE) == 0
        finally:
            run.kill()
    assert errors.read_text() == ""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("display", ["", ":4747"])
@pytest.mark.parametrize("line", ["", "play wyoming --seed 1"])
def test_without_a_display_it_says_so_and_ends(line: str, display: str, tmp_path: Path) -> None:
    others = ("WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in others}
    variables = kept | {"DISPLAY": display, HOME_VARIABLE: str(tmp_path), "PYTHONPATH": os.environ["PYTHONPATH"]}
    command = [sys.executable, "-m", "topping_out.scenes", *line.split()]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""
    (only,) = done.stderr.splitlines()
    assert only.startswith("topping-out: ")
    assert "DISPLAY" in only
