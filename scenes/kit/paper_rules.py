"""Rules on paper: the page of their text, and the pages of their figures.

A kit makes pictures of the program of shapes and letters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import pygame

from topping_out.game.language import tr
from topping_out.game.rules_text import Block, RulesText, Section

from .kit import Kit, Metrics
from .paper import LEADING, POINT, Document, Ink, PaperBox
from .stage import Canvas
from .theme import Colour, mix, pieces

# -- text


COLUMNS, GUTTER, MARGIN = 2, 8.0, 12.0
"""Number of columns; distance between them and margin of the page in millimetres."""
TITLE, TITLE_ROOM = 22.0, 14.0
"""Size of the title in points, and its height in millimetres."""
SIZES = tuple(10 - step / 4 for step in range(21))
"""Letter sizes in points, from 10 down to 5; the first that fits is used."""


@dataclass(frozen=True)
class TextLine:
    """A line of text, or a gap."""

    words: tuple[tuple[float, str, str], ...]
    """Its words, each as x-coordinate, text and face."""
    height: float
    is_quiet: bool = False
    """Whether it is printed in a lighter colour."""
    is_last: bool = True
    """Whether a column may end after it."""


def put_rules(document: Document, rules: RulesText) -> None:
    """Put the rules of a game on a page, without figures and sections about the program."""
    page = document.add_page()
    body = PaperBox(MARGIN, MARGIN + TITLE_ROOM, page.width - 2 * MARGIN, page.height - 2 * MARGIN - TITLE_ROOM)
    width = (body.width - (COLUMNS - 1) * GUTTER) / COLUMNS
    for size in SIZES:
        columns = _columns(list(_lines(document, rules, width, size)), body.height)
        if len(columns) <= COLUMNS:
            break
    ink = document.theme.palette["ink"]
    document.text(rules.title, page.width / 2, MARGIN + 4, TITLE, "title", ink, "middle")
    for number, lines in enumerate(columns):
        x, y = body.x + number * (width + GUTTER), body.y
        for line in lines:
            paint = mix(ink, (255, 255, 255), 0.3) if line.is_quiet else ink
            for left, word, face in line.words:
                growth = 1.25 if face == "head" else 1.0
                document.text(word, x + left, y + line.height / 2, size * growth, face, paint)
            y += line.height


def is_pictures(section: Section) -> bool:
    """Return whether a section consists of figures."""
    return all(block.kind == "figure" for block in section.blocks)


def _columns(lines: list[TextLine], height: float) -> list[list[TextLine]]:
    """Divide lines into columns of a height, keeping headings together with the line after them."""
    columns: list[list[TextLine]] = [[]]
    room = height
    for number, line in enumerate(lines):
        kept = line.height
        for after, follower in zip(lines[number:], lines[number + 1 :]):
            if after.is_last:
                break
            kept += follower.height
        if kept > room and columns[-1]:
            columns.append([])
            room = height
        if line.words or columns[-1]:  # columns don't begin with a gap
            columns[-1].append(line)
            room -= line.height
    return columns


def _lines(document: Document, rules: RulesText, width: float, size: float) -> Iterator[TextLine]:
    step = size * POINT * LEADING
    for block in rules.opening:
        yield from _block(document, block, width, size)
    for section in rules.sections:
        if section.is_for_screen or is_pictures(section):
            continue
        yield TextLine((), step * 0.5)
        yield TextLine(((0.0, section.title, "head"),), step * 1.35, is_last=False)
        for block in section.blocks:
            yield from _block(document, block, width, size)


def _block(document: Document, block: Block, width: float, size: float) -> Iterator[TextLine]:
    step = size * POINT * LEADING
    if block.kind == "figure":
        return
    if block.kind == "table":
        yield from _table(document, block.rows, width, size)
        return
    indent = {"item": 3.0, "ruling": 3.0}.get(block.kind, 0.0)
    first = "•" if block.kind == "item" else ""
    text = f"**{block.name}** {block.text}" if block.kind == "ruling" else block.text
    for number, words in enumerate(_wrapped(document, text, width - indent, size)):
        shifted = tuple((indent + left, word, face) for left, word, face in words)
        if number == 0 and first:
            shifted = ((0.8, first, "body"), *shifted)
        yield TextLine(shifted, step, is_quiet=block.kind == "ruling")
    yield TextLine((), step * 0.25)


def _wrapped(document: Document, text: str, width: float, size: float) -> Iterator[tuple[tuple[float, str, str], ...]]:
    """Yield the lines of a text, each as its words with x-coordinates and faces."""
    line: list[tuple[float, str, str]] = []
    x = 0.0
    space = document.width_of(" ", size)
    for number, run in enumerate(text.split("**")):
        face = "bold" if number % 2 else "body"
        for at, (gap, word) in enumerate(pieces(run)):
            if not word:
                x += space if gap and at else 0.0
                continue
            before = space if gap and at else 0.0
            long = document.width_of(word, size, face)
            if line and x + before + long > width:
                yield tuple(line)
                line, x, before = [], 0.0, 0.0
            line.append((x + before, word, face))
            x += before + long
    if line:
        yield tuple(line)


def _table(document: Document, rows: tuple[tuple[str, ...], ...], width: float, size: float) -> Iterator[TextLine]:
    """Yield a table's lines. Columns are as wide as their longest cell, but at most 40 %; the last takes the rest."""
    step, gap = size * POINT * LEADING, 3.0
    wide = [max(document.width_of(cell, size, "bold") for cell in cells) + gap for cells in zip(*rows)]
    most = width * 0.4
    lefts = [sum(min(most, w) for w in wide[:column]) for column in range(len(wide))]
    for number, row in enumerate(rows):
        face = "body" if number else "bold"
        rooms = [end - left - 1 for left, end in zip(lefts, [*lefts[1:], width + 1])]
        cells = [document.wrap(cell.replace("**", ""), room, size, face) for cell, room in zip(row, rooms)]
        for line in range(max(map(len, cells))):
            words = tuple((left, cell[line], face) for left, cell in zip(lefts, cells) if line < len(cell))
            yield TextLine(words, step)
    yield TextLine((), step * 0.25)


# -- pictures


FINE = (10_240, 5_760)
"""The size of the kit's window in pixels: many, as pictures are placed at whole pixels."""


class PaperPlace(NamedTuple):
    """A place on a page: the top left corner of a picture, and the length of its pixels, in millimetres."""

    document: Document
    x: float
    y: float
    k: float

    def at(self, x: float, y: float, scale: float = 1.0) -> PaperPlace:
        """Return the place of a part whose corner is at (x, y), in pixels, scaled."""
        return PaperPlace(self.document, self.x + x * self.k, self.y + y * self.k, self.k * scale)


class PaperPicture(pygame.Surface):
    """A picture made of shapes, letters and other pictures; its `parts` put them on a page.

    It has a size in pixels and is put together like surfaces made of pixels, of which it has none.
    """

    def __init__(self, size: tuple[float, float], *parts: Callable[[PaperPlace], None]) -> None:
        super().__init__((1, 1))
        self._size = math.ceil(size[0]), math.ceil(size[1])
        self.parts = [*parts]

    def put(self, place: PaperPlace) -> None:
        for part in self.parts:
            part(place)

    def blit(self, source: Any, dest: Any = (0, 0), *_: Any, **__: Any) -> pygame.Rect:
        x, y = dest[0], dest[1]
        self.parts.append(lambda place: source.put(place.at(x, y)))
        return pygame.Rect(x, y, *source.get_size())

    def copy(self) -> PaperPicture:
        return PaperPicture(self._size, *self.parts)

    def get_size(self) -> tuple[int, int]:
        return self._size

    def get_width(self) -> int:
        return self._size[0]

    def get_height(self) -> int:
        return self._size[1]

    def get_rect(self, **places: Any) -> pygame.Rect:
        rect = pygame.Rect((0, 0), self._size)
        for name, value in places.items():
            setattr(rect, name, value)
        return rect


def _keeps(shape: str) -> Callable[..., Sketch]:
    """Return a method of `Sketch` that keeps a shape, which the method of this name of `Ink` draws."""

    def keep(sketch: Sketch, *values: Any, **named: Any) -> Sketch:
        sketch._shapes.append(lambda ink: getattr(ink, shape)(*values, **named))
        return sketch

    return keep


class Sketch(Canvas):
    """A canvas that keeps its shapes for paper. What lies outside of it is hidden."""

    rect = cut = _keeps("rect")
    ellipse, polygon, line, gradient = _keeps("ellipse"), _keeps("polygon"), _keeps("line"), _keeps("gradient")

    def __init__(self, width: float, height: float, scale: float) -> None:
        self.size = math.ceil(width * scale), math.ceil(height * scale)
        self._scale, self._radius = scale, 0.0
        self._shapes: list[Callable[[Ink], object]] = []

    @contextmanager
    def clip(self, x: float, y: float, width: float, height: float) -> Iterator[Sketch]:
        part = Sketch(0, 0, self._scale)
        yield part

        def draw(ink: Ink) -> None:
            with ink.clip(x, y, width, height) as inner:
                part._draw(inner)

        self._shapes.append(draw)

    def mask(self, radius: float) -> Sketch:
        self._radius = radius
        return self

    def done(self) -> PaperPicture:
        return PaperPicture(self.size, self._put)

    def _put(self, place: PaperPlace) -> None:
        k = place.k * self._scale
        box = PaperBox(place.x, place.y, self.size[0] * place.k, self.size[1] * place.k)
        ink = Ink(place.document, place.x, place.y, k, box, self._radius * k)
        self._draw(ink)
        ink.done()

    def _draw(self, ink: Ink) -> None:
        for shape in self._shapes:
            shape(ink)


class PaperKit(Kit):
    """A kit that makes pictures for a document. Shadows and other soft shapes are left out."""

    def __init__(self, document: Document) -> None:
        super().__init__(Metrics(FINE), theme=document.theme)
        self.document = document

    def canvas(
        self, width: float, height: float, tint: Colour = (0, 0, 0), detail: int = 4, zoom: float = 1.0
    ) -> Sketch:
        return Sketch(width, height, self.scale * zoom)

    def blank(self, size: tuple[float, float], ground: Colour = (0, 0, 0)) -> PaperPicture:
        return PaperPicture(size)

    def framed(
        self, width: float, height: float, corner: float, draw: Callable[[float, float], pygame.Surface]
    ) -> pygame.Surface:
        return draw(width, height)

    def soft(self, width: float, height: float, *_: Any, **__: Any) -> PaperPicture:
        return PaperPicture((width * self.scale, height * self.scale))

    def shrunk(self, surface: pygame.Surface, scale: float) -> PaperPicture:
        return self.tilted(surface, 0, scale)

    def tilted(
        self, surface: pygame.Surface, angle: float, scale: float = 1.0, turn: float = 1.0, flies: bool = False
    ) -> PaperPicture:
        assert isinstance(surface, PaperPicture)
        wide, high = (length * scale for length in surface.get_size())
        across, up = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
        size = wide * across + high * up, wide * up + high * across

        def put(place: PaperPlace) -> None:
            middle = place.at(size[0] / 2, size[1] / 2)
            with place.document.turned(-angle, (middle.x, middle.y)):
                surface.put(middle.at(-wide / 2, -high / 2, scale))

        return PaperPicture(size, put)

    def _measure(self, text: str, face: str, size: float) -> tuple[int, int]:
        pixels = size * self.scale
        width = self.document.width_of(text, pixels, face) / POINT
        return math.ceil(width), math.ceil(self.document.line_box(text, face)[0] * pixels)

    def _render(self, text: str, size: float, face: str, ink: Colour) -> PaperPicture:
        pixels = size * self.scale
        middle = self.document.line_box(text, face)[1] * pixels

        def put(place: PaperPlace) -> None:
            at = place.at(0, middle)
            self.document.text(text, at.x, at.y, pixels * place.k / POINT, face, ink)

        return PaperPicture(self._measure(text, face, size), put)


# -- pages


LARGEST = 0.26
"""The largest length of a figure's unit, in millimetres."""
FIGURE_WIDTH, APART = 118.0, 6.0
"""The most width of figures, and the distance to captions and other figures, in millimetres."""
CAPTION_SIZES = tuple(10 - step / 2 for step in range(8))
"""Letter sizes in points."""


def put_figures(document: Document, rules: RulesText, figures: Mapping[str, Callable[[Kit], pygame.Surface]]) -> None:
    """Put the figures of the rules on pages, each with its caption beside it.

    Those of a section that consists of figures have a page of their own. A figure made of pixels is left out.
    """
    kit, others = PaperKit(document), list[Block]()
    pages = [(tr("Examples"), others)]
    for section in rules.sections:
        if is_pictures(section):
            pages.append((section.title, section.blocks))
        elif not section.is_for_screen:
            others += section.blocks
    for title, blocks in pages:
        found = ((figures[block.name](kit), block.text) for block in blocks if block.name in figures)
        if shown := [(picture, words) for picture, words in found if isinstance(picture, PaperPicture)]:
            _put_page(document, kit, title, shown)


def _put_page(document: Document, kit: Kit, title: str, shown: Sequence[tuple[PaperPicture, str]]) -> None:
    """Put pictures with captions on a page, below each other, as large as they fit."""
    page, ink = document.add_page(), document.theme.palette["ink"]
    document.text(title, page.width / 2, MARGIN + 4, TITLE, "title", ink, "middle")
    sizes = [kit.size_of(picture) for picture, _ in shown]
    room = page.height - 2 * MARGIN - TITLE_ROOM - APART * len(shown)
    k = min(LARGEST, FIGURE_WIDTH / max(width for width, _ in sizes), room / sum(height for _, height in sizes))
    column, y = MARGIN + k * max(width for width, _ in sizes), MARGIN + TITLE_ROOM
    for (picture, words), (width, height) in zip(shown, sizes):
        picture.put(PaperPlace(document, MARGIN + (column - MARGIN - width * k) / 2, y, k / kit.scale))
        words, left = words.replace("**", ""), column + APART
        box = PaperBox(left, y, page.width - MARGIN - left, height * k + APART / 2)
        lines, size, step = document.fitting(words, box, CAPTION_SIZES)
        high = len(lines) * step
        document.write(words, PaperBox(left, y + (height * k - high) / 2, box.width, high + 1), (size,), paint=ink)
        y += height * k + APART
