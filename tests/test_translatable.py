"""What the tool that collects sentences for the translators must be able to find."""

import ast
import re
from collections.abc import Iterator

from topping_out.game.assets import ROOT

LITERALS = {"tr_count": 2, "tr_context": 2, "tr_count_context": 3, "mark": 1, "mark_count": 2, "Own": 2, "own_count": 4}
"""How many of a function's first arguments must be written out where it is called."""


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def sentences(tree: ast.AST) -> set[str]:
    """Return the names that hold a sentence which nothing marks: `text = "{name} wins."`."""
    plain = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and is_text(node.value)]
    return {target.id for node in plain for target in node.targets if isinstance(target, ast.Name)}


def faults(source: str) -> Iterator[str]:
    """Yield what the tool does not find in a module, with its line."""
    if not re.search(r"\b(tr|mark|[Oo]wn)(_\w+)?\(", source):
        return
    tree = ast.parse(source)
    formatted = {value for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in ast.walk(node)}
    unmarked = sentences(tree)
    for name, call in calls(tree):
        wanted = call.args[: LITERALS.get(name, 0)]
        if not all(map(is_text, wanted)):
            yield f"line {call.lineno}: {name} is given a text that is not written out there"
        if name == "tr" and isinstance(call.args[0], ast.Name) and call.args[0].id in unmarked:
            yield f"line {call.lineno}: {call.args[0].id} is not marked where it is written"
        if name in ("tr", "tr_count", "tr_context", "tr_count_context") and call in formatted and is_text(call.args[0]):
            yield f"line {call.lineno}: {name} stands within an f-string"


def test_every_sentence_to_translate_can_be_collected() -> None:
    files = [path for room in ("game", "scenes") for path in (ROOT / room).rglob("*.py")]
    found = [f"{path.relative_to(ROOT)}, {fault}" for path in files for fault in faults(path.read_text("utf-8"))]
    assert found == []
