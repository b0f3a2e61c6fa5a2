"""Other programs get the environment that ours was started with, whoever starts them."""

import ast
import os
import sys
from pathlib import Path

import pytest

from topping_out.game import children
from topping_out.game.assets import ROOT

STARTS = {
    "subprocess": {"Popen", "run", "call", "check_call", "check_output", "getoutput", "getstatusoutput"},
    "os": {"system", "popen", "startfile", "posix_spawn", "posix_spawnp", "fork", "forkpty"},
    "webbrowser": {"open", "open_new", "open_new_tab", "get"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
    "pty": {"spawn", "fork"},
}
"""What starts a program, by the module that has it."""
PACKED = {
    "PATH": "/usr/bin", "LD_LIBRARY_PATH": "/game/_internal", "LD_LIBRARY_PATH_ORIG": "/home/me/lib",
    "_PYI_ARCHIVE_FILE": "/game/topping-out", "_PYI_PARENT_PROCESS_LEVEL": "1", "_MEIPASS2": "/game",
}  # fmt: skip


def starts_of(source: str) -> list[str]:
    """Return where a module starts other programs, however it has imported what does so."""
    tree, found = ast.parse(source), []
    modules = {name: name for name in STARTS}
    types = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}  # as in Popen[bytes]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.asname: alias.name for alias in node.names if alias.asname and alias.name in STARTS}
        elif isinstance(node, ast.ImportFrom) and node.module in STARTS:
            found += [f"{node.lineno}: {alias.name}" for alias in node.names if is_start(node.module, alias.name)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and id(node) not in types:
            module = modules.get(node.value.id, "")
            if is_start(module, node.attr):
                found.append(f"{node.lineno}: {module}.{node.attr}")
    return found


def is_start(module: str, name: str) -> bool:
    return name in STARTS.get(module, ()) or (module == "os" and name.startswith(("exec", "spawn")))


def test_programs_are_started_at_one_place_only() -> None:
    files = [file for part in ("game", "scenes") for file in (ROOT / part).rglob("*.py")]
    found = {
        file.relative_to(ROOT).as_posix(): starts
        for file in files
        if any(module in (source := file.read_text(encoding="utf-8")) for module in STARTS)
        and (starts := starts_of(source))
    }
    assert list(found) == ["game/children.py"], found


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess\nsubprocess.run([])", "import subprocess as s\ns.Popen([])", "from os import system",
        "import os\nos.execv('a', [])", "import os\nos.spawnlp(0, 'a')", "import webbrowser\nwebbrowser.open('a')",
    ],
)  # fmt: skip
def test_the_search_for_starts_finds_them(source: str) -> None:
    assert starts_of(source)


def test_a_packed_program_gives_others_their_own_libraries() -> None:
    assert children.environment(PACKED, is_packed=True) == {"PATH": "/usr/bin", "LD_LIBRARY_PATH": "/home/me/lib"}


def test_where_there_was_no_path_of_libraries_others_get_none() -> None:
    now = {name: value for name, value in PACKED.items() if name != "LD_LIBRARY_PATH_ORIG"}
    assert children.environment(now, is_packed=True) == {"PATH": "/usr/bin"}


def test_what_is_not_packed_passes_its_environment_on() -> None:
    assert children.environment(PACKED, is_packed=False) == PACKED


def test_what_is_set_for_us_stays_here_and_what_was_set_before_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "_set_here", set())
    monkeypatch.setenv("A_HINT_OF_THE_PLAYER", "theirs")
    monkeypatch.setenv("A_HINT", "")
    monkeypatch.delenv("A_HINT")
    children.set_for_us("A_HINT", "ours")
    children.set_for_us("A_HINT_OF_THE_PLAYER", "ours")
    assert os.environ["A_HINT"] == "ours"
    said = children.run([sys.executable, "-c", "import os; print(sorted(os.environ.items()))"], 60)
    assert "('A_HINT_OF_THE_PLAYER', 'theirs')" in said
    assert "'A_HINT'" not in said


@pytest.mark.parametrize(
    "command", [["there is no such program"], [sys.executable, "-c", "raise SystemExit(3)"], ["a\0b"]]
)
def test_a_program_that_is_not_there_or_fails_says_nothing(command: list[str]) -> None:
    assert children.run(command, 60) == ""


def test_a_program_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    program = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)"
    note = tmp_path / "process"
    assert children.run([sys.executable, "-c", program, str(note)], 1) == ""
    if sys.platform != "win32" and note.exists():  # it may not even have come so far
        with pytest.raises(ProcessLookupError):
            os.kill(int(note.read_text()), 0)
