"""Draw random one-line mutants of the program, and run the tests that execute the changed line against each.

    python build/measure/mutants.py map out/map                  # record which quick test executes which line, once
    python build/measure/mutants.py sample out/map --seed 7      # 44 mutants of each group; table and survivors
    python build/measure/mutants.py sample out/map --seed 7 --group pages --count 20
    python build/measure/mutants.py try out/map FILE:LINE        # every mutant of one line

A mutant that survives needs a look: a test may be missing, or the change may make no noticeable difference. The table
counts all of them, so read the survivors before you quote it. Ctrl-C ends a sample early, with the table so far.
Everything runs in copies of the last commit; the working tree is not touched.
"""

from __future__ import annotations

import argparse
import ast
import copy
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from xml.etree import ElementTree

import coverage

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("game", "scenes")
QUICK = "not long and not window and not package"
SHARED = ("match", "ui", "kit", "devices", "audio", "accessibility", "system")
STORED = ("storage", "progress", "city")
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
}  # fmt: skip
"""Replacements of operators."""


def group_of(file: str) -> str:
    """Return the group to which a file belongs in the table."""
    parts = Path(file).parts
    if parts[0] == "scenes":
        if len(parts) == 2 or parts[1] in SHARED:
            return "match, ui, kit, devices"
        return "pages" if parts[1] == "pages" else "tables"
    if "bots" in parts:
        return "hints and reasons"
    return "storage" if parts[1] in STORED else "rules"


@dataclass(frozen=True)
class Mutant:
    """A changed line of a file; `line` counts from 1."""

    file: str
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.before.strip()}  ->  {self.after.strip()}"


# -- mutants


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the possible replacements of a node of the syntax tree."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            yield _with(node, ops=[SWAPS[type(op)]()])
        case ast.BoolOp() | ast.BinOp() if type(node.op) in SWAPS:
            yield _with(node, op=SWAPS[type(node.op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Return(value=value) if value and not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(None)
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Call(args=[first, second, *rest]) if not isinstance(first, ast.Starred | ast.Constant):
            yield _with(node, args=[second, first, *rest])
        case ast.IfExp(body=body, orelse=other):
            yield _with(node, body=other, orelse=body)
        case ast.If(test=test) | ast.While(test=test):
            yield ast.UnaryOp(ast.Not(), test)


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def code_of(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: no annotations, decorators or parts of f-strings (whose positions are not known)."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list") or isinstance(tree, ast.JoinedStr):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST):
                yield node
                yield from code_of(node)


def mutants(file: str, root: Path = ROOT) -> list[Mutant]:
    """Return all mutants of a file."""
    text = (root / file).read_text(encoding="utf-8")
    lines, found = text.splitlines(), []
    for node in code_of(ast.parse(text)):
        place = node.test if isinstance(node, ast.If | ast.While) else node
        for changed in changes(node):
            if place.lineno != place.end_lineno:  # type: ignore[attr-defined]
                continue
            line = lines[place.lineno - 1].encode()  # type: ignore[attr-defined]
            begin, end = line[: place.col_offset], line[place.end_col_offset :]  # type: ignore[attr-defined]
            words = ast.unparse(ast.fix_missing_locations(changed))
            after = begin + (f"({words})" if isinstance(place, ast.expr) else words).encode() + end
            found.append(Mutant(file, place.lineno, line.decode(), after.decode()))  # type: ignore[attr-defined]
    return [mutant for mutant in found if mutant.after != mutant.before]


# -- map of tests


class Map:
    """Which test executes which line, and how long it takes, as written by `map` into `folder`."""

    def __init__(self, folder: Path) -> None:
        self._data = coverage.CoverageData(str(folder / "coverage"))
        self._data.read()
        self._files = {Path(file).relative_to(ROOT.resolve()).as_posix(): file for file in self._data.measured_files()}
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text())
        self.files = sorted(file for file in self._files if file.endswith(".py"))  # not documents with examples
        self._of: dict[str, dict[int, list[str]]] = {}

    def tests(self, file: str, line: int) -> list[str]:
        """Return the tests that execute a line: the fastest case of each test function first, then the second ..."""
        if file not in self._of:
            self._of[file] = self._data.contexts_by_lineno(self._files[file]) if file in self._files else {}
        contexts = {context.rsplit("|", 1)[0] for context in self._of[file].get(line, ())} - {""}
        fastest = sorted(contexts, key=lambda test: (self.seconds.get(test, 0.0), test))
        numbers: dict[str, Iterator[int]] = defaultdict(itertools.count)
        number = {test: next(numbers[test.partition("[")[0]]) for test in fastest}
        return sorted(fastest, key=number.__getitem__)


def draw_map(folder: Path, jobs: int) -> int:
    """Run the quick tests once, and store in `folder` which lines they execute and how long they take."""
    folder.mkdir(parents=True, exist_ok=True)
    settings, report = folder / "coveragerc", folder / "report.xml"
    settings.write_text(f"[run]\ndata_file = {folder / 'coverage'}\nsource =\n    game\n    scenes\n")
    command = [sys.executable, "-m", "pytest", "-q", "-m", QUICK, "-n", str(jobs), "--dist", "loadgroup", "--cov"]
    command += [f"--cov-config={settings}", "--cov-context=test", "--cov-report=", f"--junitxml={report}"]
    subprocess.run(command, cwd=ROOT, check=False)
    seconds: dict[str, float] = {}
    data = coverage.CoverageData(str(folder / "coverage"))
    data.read()
    by_name = {_as_in_report(test): test for run in data.measured_contexts() if (test := run.rsplit("|", 1)[0])}
    for case in _cases(report):
        if test := by_name.get(case[0]):
            seconds[test] = seconds.get(test, 0.0) + case[1]
    (folder / "seconds.json").write_text(json.dumps(seconds))
    print(f"{len(by_name)} tests, {sum(seconds.values()):.0f} s")
    return 0


def _as_in_report(test: str) -> str:
    file, _, name = test.partition("::")
    return f"{file.removesuffix('.py').replace('/', '.')}.{name.replace('::', '.')}"


def _cases(report: Path) -> Iterator[tuple[str, float]]:
    for case in ElementTree.parse(report).iter("testcase"):
        yield f"{case.get('classname')}.{case.get('name')}", float(case.get("time", 0))


# -- trials


def drawn(known: Map, group: str, count: int, rng: random.Random) -> list[Mutant]:
    """Return `count` mutants of a group: random lines that tests execute, with a random mutant of each."""
    by_line: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for file in known.files:
        for mutant in mutants(file) if group_of(file) == group else ():
            by_line[mutant.file, mutant.line].append(mutant)
    places = [place for place in sorted(by_line) if known.tests(*place)]
    return [rng.choice(by_line[place]) for place in rng.sample(places, min(count, len(places)))]


def verdict(mutant: Mutant, known: Map, tree: Path, most_seconds: float) -> str:
    """Run the mutant's tests in `tree`, up to `most_seconds` in all; return "killed" or "survived"."""
    chosen, left = [], most_seconds
    for test in known.tests(mutant.file, mutant.line):
        left -= known.seconds.get(test, 0.1)
        if chosen and left < 0:
            break
        chosen.append(test)
    path = tree / mutant.file
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    lines[mutant.line - 1] = mutant.after + "\n"
    (tree / "tests.txt").write_text("\n".join(chosen))
    path.write_text("".join(lines), encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", "@tests.txt"]
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, timeout=60 + 5 * most_seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "killed"
    finally:
        path.write_text(text, encoding="utf-8")
    return "survived" if done.returncode == 0 else "killed"


@contextmanager
def copies(count: int) -> Iterator[SimpleQueue[Path]]:
    """Provide this many copies of the last commit during the block."""
    trees: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as folder:
        made = [Path(folder) / str(number) for number in range(count)]
        for tree in made:
            subprocess.run(["git", "worktree", "add", "-q", "--detach", tree], cwd=ROOT, check=True)
            trees.put(tree)
        try:
            yield trees
        finally:
            for tree in made:
                subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=False)


def try_all(chosen: list[Mutant], known: Map, jobs: int, most_seconds: float) -> None:
    """Try each mutant; print survivors as they are found, then the table, also after Ctrl-C."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    with copies(jobs) as trees, ThreadPoolExecutor(jobs) as pool:

        def try_one(mutant: Mutant) -> tuple[Mutant, str]:
            tree = trees.get()
            try:
                return mutant, verdict(mutant, known, tree, most_seconds)
            finally:
                trees.put(tree)

        began = time.monotonic()
        try:
            for mutant, result in pool.map(try_one, chosen):
                counts[group_of(mutant.file)][result] += 1
                if result == "survived":
                    print(mutant, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    print(f"\n{'group':26}{'mutants':>8}{'killed':>8}{'share':>8}    ({time.monotonic() - began:.0f} s)")
    for group, count in sorted(counts.items()):
        print(f"{group:26}{count.total():8}{count['killed']:8}{count['killed'] / count.total():8.0%}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("map", "sample", "try"))
    parser.add_argument("folder", type=Path, help="folder in which `map` stores its results")
    parser.add_argument("place", nargs="?", help="for `try`: FILE:LINE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=44, help="mutants of each group (default 44)")
    parser.add_argument("--group", help="only this group")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=float, default=60.0, help="seconds of tests for a mutant (default 60)")
    arguments = parser.parse_args()
    if arguments.command == "map":
        return draw_map(arguments.folder.resolve(), arguments.jobs)
    known = Map(arguments.folder.resolve())
    if arguments.command == "try":
        found = mutants(arguments.place.partition(":")[0])
        chosen = [mutant for mutant in found if f"{mutant.file}:{mutant.line}" == arguments.place]
    else:
        groups = [arguments.group] if arguments.group else sorted({group_of(file) for file in known.files})
        by_group = [drawn(known, group, arguments.count, random.Random(arguments.seed)) for group in groups]
        chosen = [mutant for in_turn in itertools.zip_longest(*by_group) for mutant in in_turn if mutant]
    try_all(chosen, known, arguments.jobs, arguments.most)
    return 0


if __name__ == "__main__":
    sys.exit(main())
