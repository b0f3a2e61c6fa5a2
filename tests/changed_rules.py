"""Run pytest with changed rules: constants in the program's source are replaced while it is imported.

    CHANGED_RULES="topping_out.game.towers.actions:HEIGHT=5" python -m pytest -p tests.changed_rules tests/...

Everything computed from a changed constant changes too, as if that one line of the source had been edited.
"""

import ast
import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

VARIABLE = "CHANGED_RULES"


def constants(source: str) -> dict[str, ast.Constant]:
    """Return the integer constants of a module by name: module-level names in capitals, also those of `A, B = 1, 2`."""
    found: dict[str, ast.Constant] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.AnnAssign) and node.value:
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.Assign):
            pairs = [(node.targets[0], node.value)]
        else:
            continue
        if isinstance(pairs[0][0], ast.Tuple) and isinstance(pairs[0][1], ast.Tuple):
            pairs = [*zip(pairs[0][0].elts, pairs[0][1].elts)]
        for target, value in pairs:
            is_number = isinstance(value, ast.Constant) and type(value.value) is int
            if isinstance(target, ast.Name) and target.id.isupper() and is_number:
                found[target.id] = value
    return found


def changed(source: str, values: dict[str, int]) -> str:
    """Return a module's source with new values for its constants. Raise KeyError for an unknown name."""
    lines = source.splitlines(keepends=True)
    nodes = constants(source)
    for name, value in values.items():
        node = nodes[name]
        assert node.lineno == node.end_lineno
        line = lines[node.lineno - 1].encode()
        lines[node.lineno - 1] = (line[: node.col_offset] + str(value).encode() + line[node.end_col_offset :]).decode()
    return "".join(lines)


class _Loader(SourceFileLoader):
    """Compiles the changed source, ignoring Python's cached bytecode of the original."""

    values: dict[str, int]

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        source = changed(self.get_data(path).decode(), self.values)
        return compile(source, path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def __init__(self, changes: dict[str, dict[str, int]]) -> None:
        self._changes = changes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._changes or (spec := PathFinder.find_spec(fullname, path)) is None:
            return None
        loader = _Loader(fullname, str(spec.origin))
        loader.values = self._changes[fullname]
        spec.loader = loader
        return spec


def parse_changes(text: str) -> dict[str, dict[str, int]]:
    """Parse `module:NAME=1,module:OTHER=2` into the changed constants of each module."""
    changes: dict[str, dict[str, int]] = defaultdict(dict)
    for change in filter(None, text.split(",")):
        place, _, value = change.partition("=")
        module, _, name = place.partition(":")
        changes[module][name] = int(value)
    return changes


if VARIABLE in os.environ:
    _changes = parse_changes(os.environ[VARIABLE])
    assert not _changes.keys() & sys.modules.keys(), "the program was imported before its rules were changed"
    sys.meta_path.insert(0, _Finder(_changes))
