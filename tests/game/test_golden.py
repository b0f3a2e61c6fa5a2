"""Games written down once, and counts of action sequences, of every game that has them: the same for ever.

They lie in `tests/game/NAME/`. `TOPPING_OUT_RERECORD=1` writes events and counts anew; look at what changed before
keeping it.
"""

import os
from pathlib import Path

import pytest

from tests.game.perft import Case, counts, read_cases, write_cases
from topping_out.game import registry
from topping_out.game.match import replay
from topping_out.game.record import UNDO
from topping_out.game.storage.journal import read_record

HERE = Path(__file__).parent
RERECORD = bool(os.environ.get("TOPPING_OUT_RERECORD"))


def games_with(file: str) -> list[str]:
    return [name for name in registry.names() if (HERE / name / file).exists()]


def story(record: Path) -> str:
    """Return a recorded game as text: each action, and under it its events, whole and in words."""
    read, lines = read_record(record), []
    game, names = registry.load(read.header.game), [player.name for player in read.header.seats]
    for step in replay(read):
        entry = step.entry
        lines.append(f"{entry.ms} {entry.seat}: {entry.text}" if game.live else f"{entry.seat}: {entry.text}")
        for event in step.events:
            told = game.describe(event, names)
            lines += [f"    {event!r}", *([f"      {told}"] if told else [])]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", games_with("golden.jsonl"))
def test_the_golden_game_plays_out_as_it_did(name: str) -> None:
    told = HERE / name / "golden.txt"
    if RERECORD:
        told.write_text(story(HERE / name / "golden.jsonl"), encoding="utf-8")
    assert story(HERE / name / "golden.jsonl") == told.read_text(encoding="utf-8")


def test_a_golden_game_holds_an_undo() -> None:
    records = [read_record(HERE / name / "golden.jsonl") for name in games_with("golden.jsonl")]
    assert any(UNDO in [entry.text for entry in record.entries] for record in records)


def cases() -> list[tuple[str, Case]]:
    return [(name, case) for name in games_with("perft.json") for case in read_cases(HERE / name / "perft.json")]


@pytest.mark.parametrize(
    ("name", "case"), cases(), ids=lambda value: value["name"] if isinstance(value, dict) else value
)
def test_perft_counts(name: str, case: Case) -> None:
    found = counts(registry.load(name), case)
    if RERECORD:
        path = HERE / name / "perft.json"
        write_cases(path, [old | {"counts": found} if old["name"] == case["name"] else old for old in read_cases(path)])
    else:
        assert found == case["counts"]
