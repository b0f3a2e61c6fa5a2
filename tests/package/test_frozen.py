"""The start of the packed program without a console, the specification of the package, and its compiled searches."""

import ast
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from compile import compile_copy, what_compiling_lacks
from distribution import frozen
from tests.package.conftest import missing
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.storage.faults import reports
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes import __main__ as program

# -- frozen


def ends(status: object = 0, output: str = "", warned: str = "") -> None:
    print(output, end="")
    print(warned, file=sys.stderr, end="")
    sys.exit(status)  # type: ignore[arg-type]


def breaks() -> None:
    raise RuntimeError("no such library")


RUNS: dict[str, tuple[Callable[[], None], int, str, str]] = {
    "nothing": (lambda: ends(), 0, "", ""),
    "no status": (lambda: ends(None), 0, "", ""),
    "returns": (lambda: None, 0, "", ""),
    "a warning": (lambda: ends(0, "", "Requested window was forcibly resized"), 0, "", "Requested window was"),
    "an answer": (lambda: ends(0, "topping-out 1.0\n"), 0, "topping-out 1.0", ""),
    "an answer and a warning": (lambda: ends(0, "Help.\n", "old font"), 0, "Help.", "old font"),
    "a failure": (lambda: ends(2, "", "unknown game chess"), 2, "unknown game chess", "unknown game chess"),
    "findings": (lambda: ends(1, "!!  sound: none\n"), 1, "!!  sound: none", ""),
    "a status in words": (lambda: ends("no display"), 1, "no display", "no display"),
    "an error": (breaks, 1, "RuntimeError: no such library", "RuntimeError: no such library"),
}
"""What the program does, and the expected exit status, text of the message window, and text of the report."""


@pytest.mark.parametrize("run", RUNS)
def test_a_message_window_opens_only_for_output_and_failures(
    run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    does, status, words, noted = RUNS[run]
    shown: list[str] = []
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(frozen, "tell_in_a_window", shown.append)
    monkeypatch.setattr(program, "main", does)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert frozen.run_without_console() == status
    assert len(shown) == bool(words)
    assert all(words in text for text in shown)
    assert len(reports()) == bool(noted)
    assert all(noted in text for text in reports())


# -- spec


SOURCES = ROOT / "build" / "editable"
IMPORT_PACKED_ONLY = """
import importlib, importlib.machinery, re, sys
unused, not_packed, modules, build = eval(sys.argv[1])
def is_left_out(name):
    return any(f"{name}.".startswith(f"{other}.") for other in unused) or re.fullmatch(not_packed, name)
class Packed(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if is_left_out(name) else super().find_spec(name, path, target)
sys.meta_path[:] = [*sys.meta_path[:2], Packed]  # after the finders of built-in and frozen modules
for name in [*filter(is_left_out, sys.modules)]:
    del sys.modules[name]
sys.path.append(build)
from distribution.frozen import BeforeFpdf
sys.meta_path.insert(0, BeforeFpdf())
for name in modules:
    importlib.import_module(name)
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend
from topping_out.scenes.__main__ import print_game
for line in ("print icetowers it.pdf", "simulate towers --seats easy,easy --games 1 --seed 5"):
    assert main.main(line.split(), Frontend(print_game=print_game)) == 0, line
"""
"""Script that imports all modules and runs two commands while the modules left out of the package are hidden."""


class Steps:
    """Stand-in for PyInstaller that records the arguments given by the spec."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}

    def analysis(self, scripts: list[str], **asked: Any) -> "Steps":
        self.asked |= {"scripts": scripts, **asked}
        self.scripts, self.pure, self.binaries, self.datas = scripts, [], [], []
        return self

    def other(self, *values: Any, **named: Any) -> "Steps":
        return self


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The global names of the spec, and under "asked" the arguments given to PyInstaller."""
    if find_spec("PyInstaller") is None:
        pytest.skip("PyInstaller is not installed: pip install '.[dev]'")
    steps, scratch, before, path = Steps(), tmp_path_factory.mktemp("spec"), [*sys.argv], [*sys.path]
    given = dict.fromkeys(("PYZ", "EXE", "COLLECT", "BUNDLE"), steps.other) | {"Analysis": steps.analysis}
    folder = ROOT / "build" / "distribution"
    sys.argv[1:] = [str(SOURCES)]
    try:
        named = runpy.run_path(
            str(folder / "package.spec"), {**given, "SPECPATH": str(folder), "workpath": str(scratch)}
        )
    finally:
        sys.argv[:], sys.path[:] = before, path
    return named | {"asked": steps.asked}


def test_all_modules_are_packed_except_those_that_need_extras(spec: dict[str, Any]) -> None:
    files = [path for part in ("game", "scenes") for path in (SOURCES / "topping_out" / part).rglob("*.py")]
    names = {".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__") for path in files}
    left_out = {name for name in names if name not in spec["asked"]["hiddenimports"]}
    extras = re.compile(r"topping_out\.(game|scenes)|.+\.(environments|cluster)")
    assert [name for name in left_out if not extras.fullmatch(name)] == []
    assert {"topping_out.game.environments", "topping_out.game.arena.cluster"} <= left_out


def test_every_file_named_by_the_spec_exists(spec: dict[str, Any]) -> None:
    entries = [*spec["asked"]["datas"], *spec["asked"]["binaries"]]
    assert [source for source, _ in entries if not Path(source).exists()] == []
    places = {place for _, place in entries}
    assert {"topping_out/assets", "prism/_native", "budoux", "budoux/models"} <= places
    assert [script for script in spec["asked"]["scripts"] if not Path(script).is_file()] == []


def test_all_registered_games_are_packed(spec: dict[str, Any]) -> None:
    source, _ = spec["games"]()
    assert {*re.findall(r"^(\w+) = topping_out\.game\.", Path(source).read_text("utf-8"), re.M)} == {*registry.names()}


def test_no_module_that_is_left_out_is_needed(spec: dict[str, Any], tmp_path: Path) -> None:
    packed = [name for name in spec["asked"]["hiddenimports"] if name.startswith("topping_out.")]
    argument = repr((spec["UNUSED"], spec["NOT_PACKED"].pattern, packed, str(ROOT / "build")))
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TOPPING_OUT_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_PACKED_ONLY, argument],
        cwd=tmp_path,
        env=os.environ | quiet,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "it.pdf").read_bytes().startswith(b"%PDF")


# -- the compiled searches: a table shows what is played by them, and they are written so that it can


CORES = sorted((ROOT / "game").glob("*/core.py"))
SCRIPT = """
import random, sys
from topping_out.game import registry
from topping_out.game.match import Match, WatchedLog
from topping_out.game.options import resolve
from topping_out.game.record import Player, new_header
for name in registry.names():
    game = registry.load(name)
    if game.live:
        continue
    match = Match.new(new_header(game, [Player("Ana"), Player("Ben")], {}, 7))
    rng, shown = random.Random(7), 0
    while not match.outcome:
        (seat,) = match.actors
        log = match.watch(0)
        match.act(seat, rng.choice(game.actions(match.state, seat)), log=log)
        assert len(log.seen) == len(log) > 0, (name, log)
        assert log.seen[-1].view == game.view(match.state, 0), name
        shown += len(log)
    core = sys.modules.get(f"topping_out.game.{name}.core")
    print(name, shown, core.__file__.rpartition(".")[2] if core else "")
"""


@pytest.mark.parametrize("core", CORES, ids=lambda path: path.parent.name)
def test_a_core_lets_a_log_note_what_is_seen(core: Path) -> None:
    """mypyc appends to what is called a list without the methods of its class."""
    tree = ast.parse(core.read_text(encoding="utf-8"))
    arguments = [each for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for each in node.args.args]
    assert {ast.unparse(each.annotation) for each in arguments if each.arg == "log" and each.annotation} <= {"Log"}
    defined = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "Log"]
    assert [ast.unparse(node.value) for node in defined] in ([], ["Any"])


@pytest.mark.package
@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.platform != "linux", reason="compiled only on Linux")
def test_compiled_games_show_each_event_with_the_view_after_it(tmp_path: Path) -> None:
    if what := what_compiling_lacks():
        missing(f"compiling needs {what}")
    compile_copy(tmp_path)
    found = {}
    for folder in (tmp_path, ROOT / "build" / "editable"):
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        command = [sys.executable, "-c", SCRIPT]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        found[folder] = [line.split() for line in done.stdout.splitlines()]
    compiled, plain = found.values()
    assert [line[:2] for line in compiled] == [line[:2] for line in plain]
    assert {line[2] for line in compiled} == {"so"}
    assert {line[2] for line in plain} == {"py"}
