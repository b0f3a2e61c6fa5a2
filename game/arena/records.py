"""Records of games between bots as files: each named after what was played, by whom, and from which seed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from topping_out.game.arena.contest import Contest, Pair
from topping_out.game.storage.files import write_atomic

LONGEST_WORD = 40
"""Letters of a contender in a file's name."""


def record_path(folder: Path, game: str, words: Sequence[str], number: str) -> Path:
    """Return the file of a game between these contenders, by seat."""
    named = (re.sub(r"[^A-Za-z0-9.]+", "_", word).strip("_")[:LONGEST_WORD] for word in words)
    return folder / f"{'-'.join((game, *named, number))}.jsonl"


def pair_paths(folder: Path, contest: Contest, number: int) -> Iterator[Path]:
    """Yield the files of a pair's games, each with its seed and its number in the pair."""
    for turn in range(len(contest.contenders)):
        _, seating = contest.deal(number, turn)
        words = [contest.contenders[who].word for who in seating]
        yield record_path(folder, contest.header.game, words, f"{contest.header.seed + number}-{turn + 1}")


def save_pair(contest: Contest, pair: Pair, folder: Path, may_replace: bool = True) -> None:
    """Write the records of a pair. Raises OSError."""
    paths = pair_paths(folder, contest, pair.seed - contest.header.seed)
    for path, game in zip(paths, pair.games, strict=True):
        write_atomic(path, game.record, may_replace)
