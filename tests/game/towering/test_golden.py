"""Games of Towering written down once: they must come out the same for ever.

`TOPPING_OUT_RERECORD=1` writes the move log and the counts anew; look at what changed before keeping it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.match import replay
from game.storage.journal import read_record
from game.towering.state import State
from tests.game.perft import RERECORD, Case, Perft
from tests.game.towering.positions import GAME, NAMES, do, new

HERE = Path(__file__).parent
PERFT = Perft(HERE / "perft.json")


def move_log() -> str:
    """Return the golden game's log: each action, what came of it, and at the end the accounts."""
    lines, state = [], None
    for entry, _, events, after in replay(read_record(HERE / "golden.jsonl")):
        told = [GAME.describe(event, NAMES) for event in events]
        lines.append(f"{entry.text}: {' '.join(filter(None, told))}")
        state = after
    assert state is not None
    for account in state.accounts:
        for name, scores in zip(NAMES, account.scores):
            towers = [f"{score.text}{' + 20' * bool(score.bonus)}" for score in scores]
            lines.append(f"round {account.round + 1}, {name}: {', '.join(towers)}")
        lines.append(f"after it: {account.totals[0]} to {account.totals[1]}")
    return "\n".join(lines) + "\n"


def test_the_golden_game_plays_out_as_it_did() -> None:
    if RERECORD:
        (HERE / "golden.txt").write_text(move_log(), encoding="utf-8")
    assert move_log() == (HERE / "golden.txt").read_text(encoding="utf-8")


def position(case: Case) -> State:
    state = new(case["seed"], **case["options"])
    do(state, *case["moves"])
    return state


@pytest.mark.parametrize("case", PERFT.cases, ids=lambda case: case["name"])
def test_perft_counts(case: Case) -> None:
    assert PERFT.counts(GAME, position(case), case) == case["counts"]
