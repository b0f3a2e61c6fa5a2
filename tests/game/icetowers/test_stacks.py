"""The rules of a single stack stand in `core/stacks.py` only: everybody else asks there."""

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.game.icetowers.positions import piece, table
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.bots.boards import board_of
from topping_out.game.icetowers.core import stacks
from topping_out.game.icetowers.pieces import stack_of
from topping_out.game.icetowers.state import Held

VALUES = {ROOT / "game" / "icetowers" / "bots" / "core" / name for name in ("board.py", "search.py", "values.py")}
"""They put colours and sizes together, and look values up by size."""


def readers() -> Iterator[tuple[Path, ast.AST]]:
    """Yield each node of the modules that are to ask."""
    for folder in ("game", "scenes"):
        for path in (ROOT / folder / "icetowers").rglob("*.py"):
            if path.name != "stacks.py" and path not in VALUES:
                yield from ((path, node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_nobody_else_takes_a_code_apart_to_see_whose_it_is() -> None:
    found = [f"{path.relative_to(ROOT)}:{node.lineno}" for path, node in readers() if _takes_apart(node)]
    assert not found, "ask `owner`, `inside` or another function of stacks.py"


def _takes_apart(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.RShift) and ast.unparse(node.right) == "2"


@pytest.mark.parametrize("name", [f"{colour}{size}" for colour, size in product("ac", (1, 2, 3))])
def test_rules_reasons_and_search_agree_on_every_cap(name: str) -> None:
    """Every piece, of a seat and of the ghost, on every top, of a single piece and of a tower."""
    tops = [f"{colour}{size}" for colour, size in product("abc", (1, 2, 3))]
    state = table(" | ".join([*tops, *(f"b3 {top}" for top in tops)]), ghost=True)
    held = Held(piece(name, 4), False, frozenset(), 0, 0, 0, None)
    free = {tower.stack for tower in state.towers if not legality.why_not_cap(state.variant, held, tower)}
    assert free == {tower.stack for tower in legality.targets(state, held)}
    assert free == set(board_of(state).targets(stack_of([held.piece])[0]))
    assert 0 < len(free) < len(state.towers)


@pytest.mark.parametrize(
    ("text", "mined", "split"),
    [
        ("a3", [], []),
        ("a3 a2", [], []),
        ("a3 a2 b1", [0, 1], []),
        ("a3 b2 a1 b1", [0, 2], []),
        ("a3 b2 b1", [], [1]),
        ("a3 b2 b2 a1 b1", [0, 3], [1]),
        ("b3 b3 c2 c2", [], [0, 2]),
    ],
)
def test_what_a_stack_lets_a_colour_mine_and_a_seat_split(text: str, mined: list[int], split: list[int]) -> None:
    state = table(text, seats=3)
    tower = state.towers[0]
    assert stacks.mines(tower.stack, 0) == mined
    assert stacks.splits(tower.stack, 0) == split
    assert stacks.spare(tower.stack, 0) == max(0, len(mined) - 1)
    assert legality.mineable(state, 0) == [tower.pieces[index] for index in mined]
    assert legality.gaps(state, 0) == [tower.pieces[index] for index in split]
    assert board_of(state).splits(tower.stack, 0) == split


@pytest.mark.parametrize(
    ("totals", "leaders"), [([3, 1], [0]), ([3, 3, 1], [0, 1]), ([1, 2, 3], [2]), ([0, 0], [0, 1])]
)
def test_who_has_most_leads_and_equals_share(totals: list[int], leaders: list[int]) -> None:
    assert stacks.leaders(totals) == leaders
