"""The kit: text, plates, shadows and signs for one window size, cached for later frames.

Running text is in two weights, broken into lines, and passages can be marked in it.
"""

from __future__ import annotations

import math
import re
from bisect import bisect, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import pygame

from topping_out.game.assets import ASSETS

from .sprites import PictureCache, painted_once
from .stage import SMALL_PIXELS, Canvas, Paint, Stage, stretched
from .theme import Colour, Theme, breakable, load_theme, pieces, runs

# -- kit


REFERENCE = (1280, 720)
SMALLEST_SCALE = 0.15
"""Smallest scale. Below it nothing is legible, and letters, at least six pixels high, would cover everything else."""
SMALLEST_TEXT = 13
"""Least size of legible letters, in logical units."""
MAX_FONTS = 64
"""Most fonts open at once: each keeps its file open, and some systems limit a program to 256 files."""
MAX_MEASURED = 1000
"""Most lines of text whose size is cached: a table asks for the sizes of some dozens in each frame."""
MIN_HIGH_CONTRAST_LINE = 2.0
"""Least width of a plate's outline in high contrast, in logical units."""
ROUNDING = 0.01
"""Tolerance for a line's width, as places are stored in single precision, in logical units."""
LEADING = 1.35
"""Distance between lines, as a multiple of the letter size."""
LIFT = {"title": 0.09, "head": 0.09, "bold": 0.0, "body": 0.0}
"""How far below the middle of its line box a face's letters sit, as a share of the size."""


def rise(font: pygame.font.Font, text: str) -> int:
    """Return by how many pixels a line, such as one with accented capitals, is higher than its font's ascent.

    When rendered, the baseline of this line is lower by as many pixels.
    """
    if text.isascii():
        return 0
    highest = max((metrics[3] for metrics in font.metrics(text) if metrics), default=0)
    return max(0, highest - font.get_ascent())


def on_one_line(signs: Sequence[tuple[pygame.font.Font, str, pygame.Surface]], gap: int = 0) -> pygame.Surface:
    """Join rendered parts of a line side by side, `gap` pixels apart, on one baseline.

    The baseline is as far from the picture's middle as in all lines of the first part's font.
    """
    bases = [font.get_ascent() + rise(font, part) for font, part, _ in signs]
    above, high = signs[0][0].get_ascent(), signs[0][0].get_height()
    below = max(sign.get_height() - base for (*_, sign), base in zip(signs, bases))
    more = max(0, max(bases) - above, below - high + above)
    if len(signs) == 1 and not more:
        return signs[0][2]
    width = sum(sign.get_width() + gap for *_, sign in signs) - gap
    sheet = pygame.Surface((max(1, width), high + 2 * more), pygame.SRCALPHA)
    x = 0
    for (*_, sign), base in zip(signs, bases):
        sheet.blit(sign, (x, more + above - base))
        x += sign.get_width() + gap
    return sheet


@dataclass(frozen=True)
class Metrics:
    """The size of a window of `pixels`, and its logical units: at least 1280 × 720 of them.

    They all fit into the window, unless it is so tiny that SMALLEST_SCALE applies.
    """

    pixels: tuple[int, int]

    @property
    def scale(self) -> float:
        return max(SMALLEST_SCALE, min(self.pixels[0] / REFERENCE[0], self.pixels[1] / REFERENCE[1]))

    @property
    def width(self) -> float:
        return max(float(REFERENCE[0]), self.pixels[0] / self.scale)

    @property
    def height(self) -> float:
        return max(float(REFERENCE[1]), self.pixels[1] / self.scale)


class Kit(PictureCache):
    """Makes and caches surfaces, in device pixels, from sizes in logical units."""

    def __init__(
        self,
        metrics: Metrics,
        text_scale: float = 1.0,
        theme: Theme | None = None,
        pointer_size: float = 1.0,
        is_mirrored: bool = False,
    ) -> None:
        super().__init__(metrics.pixels)
        self.metrics = metrics
        self.scale = metrics.scale
        self.width, self.height = metrics.width, metrics.height
        self.text_scale = text_scale
        self.pointer_size = pointer_size
        """Size of pointers, as a factor of the usual size."""
        self.is_mirrored = is_mirrored
        """Whether tables are mirrored for the left hand."""
        self._font = lru_cache(MAX_FONTS)(lambda file, pixels: pygame.font.Font(ASSETS / "fonts" / file, pixels))
        self._measured = lru_cache(MAX_MEASURED)(self._measure)
        self.theme = theme or load_theme()

    @cached_property
    def closer(self) -> Kit:
        """A kit that makes everything twice as large, for close-ups."""
        width, height = self.metrics.pixels
        return Kit(Metrics((2 * width, 2 * height)), *self.looks)

    @property
    def looks(self) -> tuple[float, Theme, float, bool]:
        """What the player has chosen: text size, theme, pointer size, and whether tables are mirrored."""
        return self.text_scale, self.theme, self.pointer_size, self.is_mirrored

    def flip(self, place: pygame.FRect) -> pygame.FRect:
        """Return the place of something on a table, or if tables are mirrored its place on the other side.

        What is placed by a game's layout is mirrored already: for that, the result is its place on the usual table.
        """
        if not self.is_mirrored:
            return place
        return pygame.FRect(self.width - place.right, place.y, place.w, place.h)

    def flip_x(self, x: float) -> float:
        """Return an x-coordinate on a table, or if tables are mirrored that on the other side (see `flip`)."""
        return self.width - x if self.is_mirrored else x

    def canvas(
        self, width: float, height: float, tint: Colour = (0, 0, 0), detail: int = 4, zoom: float = 1.0
    ) -> Canvas:
        """Return a canvas whose picture is `zoom` times as large (see `Canvas`)."""
        return Canvas(width, height, self.scale * zoom, tint, detail)

    def blank(self, size: tuple[float, float], ground: Colour = (0, 0, 0)) -> pygame.Surface:
        """Return a transparent sheet to put pictures on, of a size in pixels. Their edges fade into the ground."""
        sheet = pygame.Surface((max(1, math.ceil(size[0])), max(1, math.ceil(size[1]))), pygame.SRCALPHA)
        sheet.fill((*ground, 0))
        return sheet

    def framed(
        self, width: float, height: float, corner: float, draw: Callable[[float, float], pygame.Surface]
    ) -> pygame.Surface:
        """Return the result of `draw(width, height)`, stretched from a smaller drawing.

        The drawing must be uniform between its corners, which are `corner` units large. Drawing a plate as large as the
        window directly would take a second on screens with small pixels.
        """
        columns, rows = (max(0, int((units - 2 * corner) * self.scale) - 3) for units in (width, height))
        small = draw(width - columns / self.scale, height - rows / self.scale)
        return stretched(small, columns, rows) if columns or rows else small

    def soft(
        self, width: float, height: float, paint: Callable[[float], pygame.Surface], small: float = SMALL_PIXELS
    ) -> pygame.Surface:
        """Return the result of `paint(scale)` for a soft shape, at half the resolution from the scale `small` on."""
        if self.scale < small:
            return paint(self.scale)
        size = max(1, math.ceil(width * self.scale)), max(1, math.ceil(height * self.scale))
        return pygame.transform.smoothscale(paint(self.scale / 2), size)

    def size_of(self, surface: pygame.Surface) -> tuple[float, float]:
        """Return a surface's size in logical units."""
        return surface.get_width() / self.scale, surface.get_height() / self.scale

    def clear(self) -> None:
        """Empty the caches, that of fonts too."""
        super().clear()
        self._font.cache_clear()
        self._measured.cache_clear()
        self.__dict__.pop("closer", None)

    def pan(self, x: float) -> float:
        """Return the stereo position of an x-coordinate, from left (-1) to right (1)."""
        return 2 * x / self.width - 1

    # -- text

    def runs(self, text: str, face: str, size: float) -> list[tuple[pygame.font.Font, str]]:
        """Return a line as it is shown, in parts of one font each (see `theme.runs`)."""
        pixels = max(6, round(size * self.scale))
        return [(self._font(file, pixels), part) for file, part in runs(text, face)]

    def _measure(self, text: str, face: str, size: float) -> tuple[int, int]:
        sizes = [font.size(part) for font, part in self.runs(text, face, size)]
        return sum(width for width, _ in sizes), max(height for _, height in sizes)

    def text(
        self, text: str, size: float = 15, face: str = "body", colour: Colour | None = None, fixed: bool = False
    ) -> pygame.Surface:
        """Return one line of text. If `fixed`, it is part of a picture and ignores the text-size setting."""
        ink = colour or self.theme.paper
        real = size if fixed else size * self.text_scale
        return self.cached(("text", text, real, face, ink), lambda: self._render(text, real, face, ink))

    def _render(self, text: str, size: float, face: str, ink: Colour) -> pygame.Surface:
        signs = [(font, part, font.render(part, True, ink)) for font, part in self.runs(text, face, size)]
        return on_one_line(signs)

    def text_size(self, text: str, size: float = 15, face: str = "body", fixed: bool = False) -> tuple[float, float]:
        """Return the width and height of a line of text, in logical units."""
        width, height = self._measured(text, face, size if fixed else size * self.text_scale)
        return width / self.scale, height / self.scale

    def line(self, size: float) -> float:
        """Return the height of a line with letters of that size."""
        return LEADING * size * self.text_scale

    def wide(self, width: float) -> float:
        """Return a width for the current text size, given that for the usual one. It grows half as fast as text."""
        return width * (1 + self.text_scale) / 2

    @painted_once
    def wrap(self, text: str, width: float, size: float = 15, face: str = "body") -> list[str]:
        """Return the text as lines no wider than `width` plus `ROUNDING`, broken where its script allows it."""
        width += ROUNDING
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for gap, piece in self._pieces(paragraph, width, size, face):
                longer = line + gap + piece if line else piece
                if line and self.text_size(longer, size, face)[0] > width:
                    lines.append(line.removesuffix(" ·"))  # no separator of facts at a line's end
                    line = piece
                else:
                    line = longer
            lines.append(line)
        return lines

    def _pieces(self, text: str, width: float, size: float, face: str) -> Iterator[tuple[str, str]]:
        """Yield the unbreakable pieces of a text (words, phrases, parts of long ones), each with the gap before it."""
        for gap, rest in pieces(text):
            while len(rest) > 1 and not self._fits(rest, width, size, face):
                count = breakable(rest, max(1, self._letters_in(rest, "", width, size, face)))
                yield gap, rest[:count]
                gap, rest = "", rest[count:]
            yield gap, rest

    def _max_letters(self, width: float) -> int:
        """Return an upper bound for the letters in a line of that width: none is narrower than half a pixel."""
        return 2 * max(1, math.ceil(width * self.scale)) + 1

    def _fits(self, text: str, width: float, size: float, face: str, fixed: bool = False) -> bool:
        return len(text) <= self._max_letters(width) and self.text_size(text, size, face, fixed)[0] <= width

    def _letters_in(self, text: str, end: str, width: float, size: float, face: str, fixed: bool = False) -> int:
        """Return how many letters of a text, followed by `end`, fit into `width`; 0 if not even one does."""
        letters = range(1, min(len(text), self._max_letters(width)) + 1)
        return bisect_right(letters, width, key=lambda count: self.text_size(text[:count] + end, size, face, fixed)[0])

    def fit(self, text: str, width: float, size: float = 15, face: str = "body", fixed: bool = False) -> str:
        """Return the text, cut off with an ellipsis if it is wider than `width`."""
        if self._fits(text, width, size, face, fixed):
            return text
        return text[: self._letters_in(text, "…", width, size, face, fixed)].rstrip() + "…"

    @painted_once
    def size_for(self, text: str, width: float, size: float = 15, face: str = "body") -> float:
        """Return the largest size up to `size` at which a line fits into `width`, but none too small to be legible."""
        least = min(size, SMALLEST_TEXT / self.text_scale)
        pixel = 1 / (self.scale * self.text_scale)
        while size > least and self.text_size(text, size, face)[0] > width:
            size = max(least, size - pixel)
        return size

    def first_fitting(
        self, texts: Sequence[str], width: float, size: float = 15, face: str = "body"
    ) -> tuple[str, float]:
        """Return the first text that fits into `width`, and `size`; if none does, the last, made smaller or cut off."""
        for text in texts:
            if self.text_size(text, size, face)[0] <= width:
                return text, size
        smaller = self.size_for(texts[-1], width, size, face)
        return self.fit(texts[-1], width, smaller, face), smaller

    def lift(self, face: str, size: float) -> float:
        """Return how far down a line must move so that its letters are in the middle of its box."""
        return LIFT[face] * size * self.text_scale

    # -- plates and shadows

    @painted_once
    def plate(
        self, width: float, height: float, fill: Paint | None = None, rim: Paint | None = None, line: float = 1.2,
        radius: float = 10,
    ) -> pygame.Surface:  # fmt: skip
        """Return a rounded plate with an outline."""
        inside = fill if fill is not None else (*self.theme.plate, 235)
        edge = rim if rim is not None else self.theme.rim
        if self.theme.is_high:
            inside, edge, line = inside[:3], edge[:3], max(line, MIN_HIGH_CONTRAST_LINE)

        def draw(wide: float, high: float) -> pygame.Surface:
            canvas = self.canvas(wide, high, edge[:3])
            canvas.rect(0, 0, wide, high, edge, radius)
            canvas.cut(line, line, wide - 2 * line, high - 2 * line, inside, max(0, radius - line))
            return canvas.done()

        return self.framed(width, height, radius + line, draw)

    @painted_once
    def shadow(
        self, width: float, height: float, radius: float = 8, blur: float = 8, depth: float = 0.4,
        colour: Colour = (0, 0, 0),
    ) -> pygame.Surface:  # fmt: skip
        """Return a soft shadow (or glow, by its colour) of a rounded rectangle, larger by `blur` on every side."""

        def draw(wide: float, high: float) -> pygame.Surface:
            across, down = wide + 2 * blur, high + 2 * blur

            def paint(scale: float) -> pygame.Surface:
                canvas = Canvas(across, down, scale, colour, detail=1)
                canvas.rect(blur, blur, wide, high, (*colour, round(255 * depth)), radius)
                return pygame.transform.gaussian_blur(canvas.done(), max(1, round(blur * scale / 2)))

            return self.soft(across, down, paint)

        return self.framed(width, height, radius + 2 * blur, draw)

    @painted_once
    def veil(self, depth: float = 0.6) -> pygame.Surface:
        """Return a dark sheet over the whole window."""
        sheet = pygame.Surface(self.metrics.pixels, pygame.SRCALPHA)
        sheet.fill((*self.theme.night, round(255 * depth)))
        return sheet

    @painted_once
    def outline(
        self, width: float, height: float, colour: Colour, line: float = 3, radius: float = 8
    ) -> pygame.Surface:
        """Return the outline of a rounded rectangle, for a selection."""

        def draw(wide: float, high: float) -> pygame.Surface:
            return self.canvas(wide, high, colour).rect(0, 0, wide, high, colour, radius, line).done()

        return self.framed(width, height, radius + line, draw)

    def focus_ring(self, width: float, height: float, radius: float = 8) -> pygame.Surface:
        """Return the focus ring: light with a dark rim, so that it is visible on any background."""

        def draw(wide: float, high: float) -> pygame.Surface:
            light, dark = self.theme.brass if self.theme.is_high else self.theme.paper, self.theme.night
            canvas = self.canvas(wide, high, dark).rect(0, 0, wide, high, dark, radius, thick + 2)
            return canvas.rect(1, 1, wide - 2, high - 2, light, radius - 1, thick).done()

        thick = 5 if self.theme.is_high else 3
        key = ("focus ring", round(width, 1), round(height, 1), radius)
        return self.cached(key, lambda: self.framed(width, height, radius + thick + 2, draw))

    @painted_once
    def dashed(self, width: float, height: float, colour: Colour, line: float = 2, radius: float = 8) -> pygame.Surface:
        inset = line / 2 + 0.5
        canvas = self.canvas(width, height, colour)
        return canvas.dashes(inset, inset, width - 2 * inset, height - 2 * inset, colour, line, 7, radius).done()

    @painted_once
    def disc(self, radius: float, colour: Colour, letter: str = "") -> pygame.Surface:
        """Return a disc, perhaps with one or two letters in it."""
        face = self.canvas(2 * radius, 2 * radius, colour).circle(radius, radius, radius, colour).done()
        if letter:
            size = radius * 0.85 if len(letter) > 1 else max(radius * 1.15, min(SMALLEST_TEXT, radius * 1.45))
            sign = self.text(letter, size, "bold", self.theme.text_on(colour), fixed=True)
            face.blit(sign, sign.get_rect(center=face.get_rect().center))
        return face

    def shrunk(self, surface: pygame.Surface, scale: float) -> pygame.Surface:
        """Return the surface scaled by a factor below 1."""
        return pygame.transform.smoothscale_by(surface, scale)

    def tilted(
        self, surface: pygame.Surface, angle: float, scale: float = 1.0, turn: float = 1.0, flies: bool = False
    ) -> pygame.Surface:
        """Return the surface rotated by `angle` degrees, scaled, and narrowed to the share `turn` (for flipping cards).

        If `flies`, angle and scale are rounded more, to make fewer pictures, and these are coarser if pixels are small.
        """
        angle, scale, turn = round(angle * 2) / 2, round(scale * 50) / 50, round(abs(turn) * 12) / 12
        if flies:
            angle, scale = float(round(angle)), round(scale * 16) / 16
        if not angle and scale == 1 and turn == 1:
            return surface
        less = 2 if flies and self.scale >= SMALL_PIXELS else 1

        def make() -> tuple[pygame.Surface, pygame.Surface]:
            source = _padded(surface) if angle else surface
            if turn != 1 or less != 1:
                width, height = source.get_size()
                size = max(1, round(width * turn / less)), max(1, round(height / less))
                source = pygame.transform.smoothscale(source, size)
            return pygame.transform.scale_by(pygame.transform.rotozoom(source, angle, scale), less), surface

        return self.cached(("tilt", id(surface), angle, scale, turn, flies), make)[0]


def _padded(surface: pygame.Surface) -> pygame.Surface:
    """Return the surface with a transparent rim, without which rotated edges are jagged."""
    width, height = surface.get_size()
    sheet = pygame.Surface((width + 4, height + 4), pygame.SRCALPHA)
    sheet.fill((*surface.get_at((width // 2, 1))[:3], 0))
    sheet.blit(surface, (2, 2))
    return sheet


# -- running text


PROSE_LEADING = 1.5
"""Distance between lines, as a multiple of the letter size."""
SLACK = 24.0
"""Within this distance of a line's end, in logical units, its words are measured together, which is exact."""

WEIGHTS = "body", "bold"
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
        return max((_end_of(kit, self.size, run) for line in self.lines for run in line), default=0.0)

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


def at_most(lines: list[str], count: int) -> list[str]:
    """Return the first `count` lines. If there are more, the last one returned ends with an ellipsis."""
    if len(lines) <= count:
        return lines
    return [*lines[: count - 1], lines[count - 1].rstrip(" .,;:") + " …"]


@painted_once
def lay_prose(kit: Kit, text: str, width: float, size: float) -> Prose:
    """Break a text, which is bold between `**`, into lines no wider than `width`, unless a single word is wider."""
    lines: list[list[Run]] = [[]]
    about = 0.0  # the sum of the words' widths, which rounding makes wrong by a few pixels
    for unit in _units(text):
        longer = _with_unit(kit, size, lines[-1], unit)
        wide = sum(kit.text_size(words, size, face)[0] for words, face, _ in unit)
        if lines[-1] and about + wide > width - SLACK and _end_of(kit, size, longer[-1]) > width:
            lines.append(_with_unit(kit, size, [], unit))
            about = wide
        else:
            lines[-1] = longer
            about += wide
    plain, step = text.replace("**", ""), size * PROSE_LEADING * kit.text_scale
    return Prose(plain, tuple(tuple(line) for line in lines if line), size, step)


def _end_of(kit: Kit, size: float, run: Run) -> float:
    return run.x + kit.text_size(run.text.rstrip(), size, run.face)[0]


def _with_unit(kit: Kit, size: float, line: Sequence[Run], unit: Unit) -> list[Run]:
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
        yield [(plain[a:b], WEIGHTS[bisect(turns, a) % 2], a) for a, b in pairwise(cuts)]
        first = end


def _beginnings(plain: str) -> Iterator[int]:
    """Yield the places at which a line may begin."""
    place = -1  # the first piece has a gap before it, too
    for gap, piece in pieces(plain):
        place += len(gap)
        yield place
        place += len(piece)
