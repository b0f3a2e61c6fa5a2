"""The program as a process of its own: pipes, interrupts, machines without a display, any way of starting it."""

import json
import os
import signal
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.game.processes import by_signals, hear_signals, running
from topping_out.game.assets import ROOT
from topping_out.game.storage.files import HOME_VARIABLE

PROGRAM = [sys.executable, "-m", "topping_out.scenes"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, HOME_VARIABLE: str(tmp_path / "home")}


def start(line: str, environment: dict[str, str], **pipes: Any) -> AbstractContextManager[subprocess.Popen[str]]:
    return running([*PROGRAM, *line.split()], cwd=ROOT, env=environment, encoding="utf-8", **pipes)


def test_no_library_of_the_screen_is_loaded_without_a_window(environment: dict[str, str]) -> None:
    script = (
        "import sys; from topping_out.game.cli.main import main; import topping_out.scenes.__main__; "
        "main('simulate wyoming --seats easy,easy --games 1'.split()); "
        "sys.exit('pygame' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)


@by_signals
def test_a_reader_that_goes_away_ends_it_quietly(environment: dict[str, str]) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start("simulate wyoming --seats easy,easy --games 5000 --json --jobs 2", environment, **pipes) as program:
        assert program.stderr is not None
        assert json.loads(program.stdout.readline())["seed"] == 1
        program.stdout.close()
        assert program.stderr.read() == ""
        assert program.wait() == 141


@by_signals
def test_an_interrupt_ends_it_quietly(environment: dict[str, str]) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True}
    pipes["preexec_fn"] = hear_signals
    with start("simulate wyoming --seats easy,easy --games 100000 --json --jobs 2", environment, **pipes) as program:
        program.stdout.readline()
        os.killpg(program.pid, signal.SIGINT)  # as Ctrl-C does: to its helpers too
        _, errors = program.communicate()
        assert errors == ""
        assert program.returncode == 130


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_is_full_is_told(environment: dict[str, str]) -> None:
    with (
        open("/dev/full", "w") as full,
        start(
            "simulate wyoming --seats easy,easy --games 1", environment, stdout=full, stderr=subprocess.PIPE
        ) as program,
    ):
        assert program.stderr.read() == "topping-out: cannot write: the output: No space left on device\n"
        assert program.wait() == 1


def test_doctor_looks_at_display_and_sound(environment: dict[str, str]) -> None:
    environment |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with start("doctor", environment, stdout=subprocess.PIPE) as program:
        lines = program.communicate()[0].splitlines()
    assert program.returncode == 0
    assert [line.partition(":")[0] for line in lines[-6:]] == [
        f"ok  {topic}" for topic in ("SDL", "display", "sound", "mice", "gamepads", "voice")
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("line", ["doctor", "", "play wyoming"])
def test_a_machine_without_a_display_is_told_what_to_do(line: str, environment: dict[str, str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR"):
        environment.pop(name, None)
    with start(line, environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        said, errors = program.communicate()
    assert program.returncode == 1
    assert "set DISPLAY" in said + errors
    assert len(errors.splitlines()) == (line != "doctor"), "one line, and it is ours"


def test_the_bots_process_starts_from_any_main_program(tmp_path: Path, environment: dict[str, str]) -> None:
    """A console script has no ending and is no module; spawned processes read it again all the same."""
    script = tmp_path / "topping-out"
    script.write_text(
        "import sys\nfrom topping_out.scenes.__main__ import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
    )
    line = "simulate wyoming --seats easy,easy --games 2 --jobs 2 --json"
    outputs = [
        subprocess.run([*program, *line.split()], cwd=cwd, env=environment, check=True, capture_output=True).stdout
        for program, cwd in (([sys.executable, str(script)], tmp_path), (PROGRAM, ROOT))
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"\n") == 2


def test_commands_without_a_window_start_at_once(environment: dict[str, str]) -> None:
    """No timing: what would make them slow is not loaded."""
    script = "import sys, topping_out.scenes.__main__; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8"
    )
    loaded = set(done.stdout.split())
    assert not loaded & {"pygame", "topping_out.scenes.app", "numpy", "topping_out.game.wyoming.bots.players"}
