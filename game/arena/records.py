"""Records of games between bots as files: each named after what was played, by whom, and from which seed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from topping_out.game.arena.contest import Contest, Pair
from topping_out.game.storage.files import write_atomic

LONGEST_WORD = 40
"""Letters of a contender in a file's name."""


def record_path(folder: Path, game: str, words: Sequence[str], number: str) -> Path:
    """Return the file of a game between these contenders, by seat."""
    named = (re.sub(r"[^A-Za-z0-9.]+", "_", word).strip("_")[:LONGEST_WORD] for word in words)
    return folder / f"{'-'.join((game, *named, number))}.jsonl"


def save_pair(contest: Contest, pair: Pair, folder: Path) -> None:
    """Write the records of a pair, each with its seed and its number in the pair. Raises OSError."""
    number = pair.seed - contest.header.seed
    for turn, game in enumerate(pair.games):
        _, seating = contest.deal(number, turn)
        words = [contest.contenders[who].word for who in seating]
        write_atomic(record_path(folder, contest.header.game, words, f"{pair.seed}-{turn + 1}"), game.record)
