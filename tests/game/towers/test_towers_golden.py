"""Games of Towers written down once: they must come out the same for ever.

`TOPPING_OUT_RERECORD=1` writes the move log and the counts anew; look at what changed before keeping it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from towers_table import GAME, NAMES, do, new

from game.match import replay
from game.record import read_record
from game.towers.state import State

HERE = Path(__file__).parent
RERECORD = bool(os.environ.get("TOPPING_OUT_RERECORD"))
PERFT = HERE / "perft.json"


def move_log() -> str:
    """Return the golden game's log: each action, and under it what came of it."""
    lines = []
    for entry, _, events, _ in replay(read_record(HERE / "golden.jsonl")):
        lines.append(f"{NAMES[entry.seat or 0]}: {entry.text}")
        lines += [f"    {told}" for event in events if (told := GAME.describe(event, NAMES))]
    return "\n".join(lines) + "\n"


def test_the_golden_game_plays_out_as_it_did() -> None:
    if RERECORD:
        (HERE / "golden.txt").write_text(move_log(), encoding="utf-8")
    assert move_log() == (HERE / "golden.txt").read_text(encoding="utf-8")


def perft(state: State, depth: int) -> int:
    """Return the number of action sequences of that length."""
    actions = GAME.actions(state, state.turn) if state.outcome is None else ()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = state.copy()
        GAME.apply(after, state.turn, action)
        count += perft(after, depth - 1)
    return count


def position(case: dict[str, Any]) -> State:
    state = new(case["seats"], case["seed"], **case["options"])
    do(state, *case["moves"])
    return state


CASES: list[dict[str, Any]] = json.loads(PERFT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_perft_counts(case: dict[str, Any]) -> None:
    counts = [perft(position(case), depth) for depth in range(1, len(case["counts"]) + 1)]
    if RERECORD:
        case["counts"] = counts
        PERFT.write_text("[\n" + ",\n".join(map(json.dumps, CASES)) + "\n]\n", encoding="utf-8")
    assert counts == case["counts"]
