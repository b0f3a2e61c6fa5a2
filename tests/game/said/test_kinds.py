"""Every kind of clause that a hint can state has a check of its facts, or an evaluator of its sentence."""

import ast

import pytest

from tests.game.said import test_icetowers, test_towering, test_towers, test_wyoming
from topping_out.game.assets import ROOT

CHECKED = {
    "icetowers": test_icetowers.CHECKS,
    "towering": test_towering.CHECKS,
    "towers": test_towers.CHECKS,
    "wyoming": test_wyoming.CHECKS,
}
ELSEWHERE = {
    "icetowers": {"leads": "checked for each position", "waits": "checked for each position"},
    "towering": {},
    "towers": {},
    "wyoming": dict.fromkeys(("prevents", "prepares", "as good", "gains"), "read back from the forecasts it counts"),
}
"""Kinds without an entry among the checks, and why."""


def kinds(game: str) -> set[str]:
    """Return the kinds that stand as text in the modules of a game's hints."""
    found = set[str]()
    for name in ("hints", "prospects"):
        path = ROOT / "game" / game / "bots" / f"{name}.py"
        if path.is_file():
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                is_clause = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "clause"
                if is_clause and isinstance(node.args[0], ast.Constant):
                    found.add(str(node.args[0].value))
    return found


@pytest.mark.parametrize("game", CHECKED)
def test_every_kind_of_clause_is_checked(game: str) -> None:
    found = kinds(game)
    assert len(found) > 5
    assert found - {*CHECKED[game]} == {*ELSEWHERE[game]}
