"""Tables and texts ask the view about what options change; only the rules read the options themselves."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from tests.conftest import ROOT
from topping_out.game import registry
from topping_out.game.options import resolve
from topping_out.game.registry import load

SIZES = {"seats", "foundations", "colours", "deck", "limit", "rounds", "ghost_colour"}
"""Fields that say what is on the table and how much of it. Layouts may read these."""
RULES = {
    "rules.py", "core.py", "state.py", "legality.py", "words.py", "feats.py", "course.py", "results.py",
}  # fmt: skip
"""Modules of a game that may read its options: the rules and their messages, and code that gets a state, not a view."""


def outside(name: str) -> Iterator[Path]:
    """Yield the modules of a game that may not read its options."""
    yield from (ROOT / "scenes" / name).rglob("*.py")
    for path in (ROOT / "game" / name).rglob("*.py"):
        if path.name not in RULES and "bots" not in path.relative_to(ROOT / "game" / name).parts:
            yield path


@pytest.mark.parametrize("name", registry.names())
def test_only_the_rules_read_the_options(name: str) -> None:
    game = load(name)
    variant = game.setup(game.seats[0], resolve(game.options(game.seats[0]), {}), 1).variant
    settled = {field.name for field in fields(variant)} - SIZES
    assert settled, "a game without options would always pass"
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in outside(name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in settled and ast.unparse(node.value).endswith("variant")
    ]
    assert not found, "ask the view instead, or give it a property:\n" + "\n".join(found)
