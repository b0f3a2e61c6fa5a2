"""A game of Towers of Wyoming written down once, and counts of plays: they must come out the same for ever.

`TOPPING_OUT_RERECORD=1` writes events and counts anew; look at what changed before keeping it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.match import replay
from game.storage.journal import read_record
from game.wyoming.state import State
from tests.game.perft import RERECORD, Case, Perft
from tests.game.wyoming.positions import GAME, new

HERE = Path(__file__).parent
PERFT = Perft(HERE / "perft.json")


def story() -> str:
    """Return the golden game as text: each action, and under it its events, whole and in words."""
    lines = []
    for entry, _, events, _ in replay(read_record(HERE / "golden.jsonl")):
        lines.append(f"{entry.seat}: {entry.text}")
        for event in events:
            told = GAME.describe(event, ("Ana", "Bo", "Cy"))
            lines += [f"    {event!r}", *([f"      {told}"] if told else [])]
    return "\n".join(lines) + "\n"


def test_the_golden_game_plays_out_as_it_did() -> None:
    if RERECORD:
        (HERE / "golden.txt").write_text(story(), encoding="utf-8")
    assert story() == (HERE / "golden.txt").read_text(encoding="utf-8")


def test_the_golden_game_holds_an_undo() -> None:
    record = read_record(HERE / "golden.jsonl")
    assert len(record.entries) == len(record.effective()) + 2


def position(case: Case) -> State:
    """Return the position `skip` plays into a game, each the middle one of those legal."""
    state = new(case["seats"], case["seed"], **case["options"])
    for _ in range(case["skip"]):
        actions = GAME.actions(state, state.turn)
        GAME.apply(state, state.turn, actions[len(actions) // 2])
    return state


@pytest.mark.parametrize("case", PERFT.cases, ids=lambda case: case["name"])
def test_perft_counts(case: Case) -> None:
    assert PERFT.counts(GAME, position(case), case) == case["counts"]
