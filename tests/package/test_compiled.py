"""The compiled searches: a table shows what is played by them, and they are written so that it can."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from compile import compile_copy, what_compiling_lacks
from tests.package.packed import missing
from topping_out.game.assets import ROOT

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
