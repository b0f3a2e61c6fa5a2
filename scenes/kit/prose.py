"""Running text in two weights, broken into lines, in which passages can be marked."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .kit import Kit
from .stage import Stage
from .theme import Colour, pieces

STEP = 1.5
"""Distance between lines, as a multiple of the letter size."""
SLACK = 24.0
"""Within this distance of a line's end, in logical units, its words are measured together, which is exact."""

FACES = "body", "bold"
Unit = Sequence[tuple[str, str, int]]
"""A unit that is not broken: its parts, each as text, face and place in the plain text."""


@dataclass(frozen=True)
class Run:
    """A part of a line in one weight."""

    text: str
    face: str
    x: float
    start: int
    """Place of its first letter in the plain text."""


@dataclass(frozen=True)
class Prose:
    """A paragraph broken into lines of runs."""

    plain: str
    lines: tuple[tuple[Run, ...], ...]
    size: float
    step: float
    """Height of a line."""

    @property
    def height(self) -> float:
        return self.step * len(self.lines)

    def width(self, kit: Kit) -> float:
        """Return the width of the longest line."""
        return max((_end(kit, self.size, run) for line in self.lines for run in line), default=0.0)

    def draw(self, stage: Stage, kit: Kit, x: float, y: float, colour: Colour) -> None:
        for number, line in enumerate(self.lines):
            for run in line:
                stage.blit(kit.text(run.text, self.size, run.face, colour), x + run.x, y + number * self.step)

    def marks(self, kit: Kit, start: int, end: int) -> Iterator[tuple[float, float, float]]:
        """Yield (x, y, width) of the areas of the letters from `start` to `end` (exclusive), line by line."""
        for number, line in enumerate(self.lines):
            for run in line:
                first, last = max(start, run.start), min(end, run.start + len(run.text))
                if first < last:
                    left = kit.text_size(run.text[: first - run.start], self.size, run.face)[0]
                    right = kit.text_size(run.text[: last - run.start], self.size, run.face)[0]
                    yield run.x + left, number * self.step, right - left


def lay_prose(kit: Kit, text: str, width: float, size: float) -> Prose:
    """Break a text, which is bold between `**`, into lines no wider than `width`, unless a single word is wider."""
    key = ("prose", text, round(width, 1), size)
    return kit.cached(key, lambda: _lay(kit, text, width, size))


def at_most(lines: list[str], count: int) -> list[str]:
    """Return the first `count` lines. If there are more, the last one returned ends with an ellipsis."""
    if len(lines) <= count:
        return lines
    return [*lines[: count - 1], lines[count - 1].rstrip(" .,;:") + " …"]


def _lay(kit: Kit, text: str, width: float, size: float) -> Prose:
    lines: list[list[Run]] = [[]]
    about = 0.0  # the sum of the words' widths, which rounding makes wrong by a few pixels
    for unit in _units(text):
        longer = _with(kit, size, lines[-1], unit)
        wide = sum(kit.text_size(words, size, face)[0] for words, face, _ in unit)
        if lines[-1] and about + wide > width - SLACK and _end(kit, size, longer[-1]) > width:
            lines.append(_with(kit, size, [], unit))
            about = wide
        else:
            lines[-1] = longer
            about += wide
    plain, step = text.replace("**", ""), size * STEP * kit.text_scale
    return Prose(plain, tuple(tuple(line) for line in lines if line), size, step)


def _end(kit: Kit, size: float, run: Run) -> float:
    return run.x + kit.text_size(run.text.rstrip(), size, run.face)[0]


def _with(kit: Kit, size: float, line: Sequence[Run], unit: Unit) -> list[Run]:
    """Return the line with a unit appended; parts in the same weight as the line's last run are added to it."""
    runs = [*line]
    for words, face, start in unit:
        last = runs[-1] if runs else Run("", face, 0.0, start)
        if last.face == face:
            runs[-1:] = [Run(last.text + words, face, last.x, last.start)]
        else:
            runs.append(Run(words, face, last.x + kit.text_size(last.text, size, last.face)[0], start))
    return runs


def _units(text: str) -> Iterator[Unit]:
    """Yield the units of a text: words, or phrases in scripts without spaces, with the space after them."""
    marks = [match.start() for match in re.finditer(r"\*\*", text)]
    turns = [mark - 2 * number for number, mark in enumerate(marks)]
    plain = text.replace("**", "")
    first, *ends = [*_beginnings(plain), len(plain)]
    for end in filter(None, ends):
        cuts = [first, *(turn for turn in turns if first < turn < end), end]
        yield [(plain[a:b], FACES[bisect(turns, a) % 2], a) for a, b in pairwise(cuts)]
        first = end


def _beginnings(plain: str) -> Iterator[int]:
    """Yield the places at which a line may begin."""
    place = -1  # the first piece has a gap before it, too
    for gap, piece in pieces(plain):
        place += len(gap)
        yield place
        place += len(piece)
