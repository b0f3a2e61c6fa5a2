"""A puzzle, and the files in which each game brings its own."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from topping_out.game import registry
from topping_out.game.bots.puzzles.analysis import Analysis, Line
from topping_out.game.bots.reasons import Difference
from topping_out.game.engine import Seat
from topping_out.game.record import Entry, Header, Record, fold
from topping_out.game.text_files import in_utf8

FILE = "puzzles.jsonl"
"""In a game's folder: a head, then a puzzle a line."""


class Head(msgspec.Struct, frozen=True):
    """How a file of puzzles was made."""

    game: str
    rules: int
    """The version of the rules."""
    command: str
    """It makes the file anew."""
    games: int
    """How many games were looked through."""
    levels: dict[str, float] = {}
    """What the levels' finds say of them, on the scale of the puzzles' ratings; the deep puzzles left out."""
    tries: dict[str, int] = {}
    """How often each level was asked each puzzle."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position in which some lines are clearly best, with the proof."""

    header: Header
    entries: tuple[Entry, ...]
    """Of the game, up to the position."""
    seat: Seat
    """Who is to play."""
    lines: tuple[Line, ...]
    """Best first."""
    finds: dict[str, float]
    """By level: how often its bot finds a right line, 0 to 1."""
    motif: str
    """A key of `MOTIFS`."""
    rating: float = 0.0
    """How hard it is, as an opponent."""
    is_deep: bool = False
    """Whether only a long search finds it, so that bots' finds say nothing of how hard it is."""
    tempting: tuple[str, ...] = ()
    """What is most often done instead: not right."""
    differences: tuple[Difference, ...] = ()
    """What the best line comes to that the tempting one does not."""

    @property
    def mistake(self) -> tuple[str, ...]:
        """The line that the answer is compared with: what tempts, or the best of those that are not right."""
        return (
            self.tempting or max((line for line in self.lines if not line.is_right), key=lambda line: line.value).steps
        )

    @property
    def name(self) -> str:
        """What tells it from all others of its game."""
        return f"{self.header.seed}.{len(self.entries)}"

    @property
    def lead(self) -> float:
        """By how much the best line is better than the best of those that are not right."""
        wrong = (line.value for line in self.lines if not line.is_right)
        return self.lines[0].value - max(wrong, default=self.lines[0].value)

    @property
    def record(self) -> Record:
        return Record(self.header, list(self.entries))

    def state(self) -> Any:
        """Return the position. Raises RecordError."""
        return fold(self.record)


def read_puzzles(data: bytes) -> tuple[Head, list[Puzzle]]:
    """Read a file of puzzles. Raises msgspec.MsgspecError."""
    head, *lines = data.splitlines()
    return msgspec.json.decode(head, type=Head), [msgspec.json.decode(line, type=Puzzle) for line in lines]


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that a game brings; none where it has no file of them."""
    path = registry.data_file(game, FILE)
    if path is None or analysis_or_none(game) is None:
        return ()
    return registry.read(game, FILE, lambda: tuple(read_puzzles(in_utf8(path.read_bytes()))[1]), ())


@cache
def analysis_of(game: str) -> Analysis:
    """Return what values a game's positions for puzzles. Raises ValueError where the game brings none."""
    analysis = analysis_or_none(game)
    if analysis is None:
        raise ValueError(f"{game} has no puzzles")
    return analysis


def analysis_or_none(game: str) -> Analysis | None:
    """Return what values a game's positions for puzzles; None where the game brings nothing that can be used."""
    analysis: Analysis | None = registry.part(game, "puzzles", Analysis)
    return analysis
