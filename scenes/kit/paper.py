"""Printing: pages of cards, shapes and text as PDF."""

from __future__ import annotations

import logging
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any, Literal

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable

from topping_out.game.assets import ASSETS
from topping_out.game.language import tr
from topping_out.game.options import Value

from .ornament import paint_back
from .stage import Paint, Point
from .theme import Colour, Theme, breakable, load_theme, luminance, mix, pieces, runs

# -- outlines


MAX_ERROR = 0.5
"""Largest deviation of a converted curve, in font units (about a thousand to a letter's height)."""
ZERO_FIELDS = (
    "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
    "maxSizeOfInstructions", "maxComponentElements", "maxPoints", "maxContours", "maxCompositePoints",
    "maxCompositeContours", "maxComponentDepth",
)  # fmt: skip
"""Fields of the table `maxp` that TrueType requires and that are 0 for fonts without instructions."""


def save_as_truetype(font: Any) -> None:
    """Make a font with PostScript outlines convert itself to TrueType when saved, after fpdf2 has subset it.

    fpdf2 declares every font as TrueType; if that is wrong, some PDF readers show no letters.
    """
    write = font.save

    def save(*arguments: Any, **options: Any) -> None:
        if "CFF " in font:
            _convert(font)
        write(*arguments, **options)

    font.save = save


def _convert(font: Any) -> None:
    glyphs, made = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, MAX_ERROR, reverse_direction=True))
        made[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), made
    widths = font["hmtx"].metrics
    for name, glyph in made.items():
        glyph.recalcBounds(font["glyf"])
        widths[name] = widths[name][0], getattr(glyph, "xMin", 0)
    largest = font["maxp"]
    largest.tableVersion, largest.maxZones = 0x00010000, 1
    for key in ZERO_FIELDS:
        setattr(largest, key, 0)
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    font.sfntVersion = "\x00\x01\x00\x00"


# -- drawing


with warnings.catch_warnings():  # fpdf warns that it cannot add photographs without Pillow
    warnings.simplefilter("ignore")
    from fpdf import FPDF
    from fpdf.drawing import ClippingPath, GraphicsContext, PaintedPath
    from fpdf.enums import PathPaintRule
logging.getLogger("fpdf").setLevel(logging.ERROR)  # a letter that no font has is drawn as an empty box

BLACK: Colour = (0, 0, 0)
POINT = 25.4 / 72
"""Millimetres in a point, the unit of letter sizes."""
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper in millimetres."""
GRADIENT_BANDS = 16
"""Number of bands of one colour that make up a gradient."""
LEADING = 1.28
"""Distance between lines, as a multiple of the letter size."""
Align = Literal["left", "middle", "right"]
SHARES = {"left": 0.0, "middle": 0.5, "right": 1.0}


@dataclass(frozen=True)
class PaperBox:
    """A rectangle on paper, in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def foot(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> PaperBox:
        return PaperBox(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


class Document:
    """A PDF with pages of one paper size, in colours or, for printers without colours, in grey."""

    def __init__(self, paper: str, title: str, is_grey: bool = False) -> None:
        self.paper, self.is_grey = PAPERS[paper], is_grey
        self.theme: Theme = load_theme("distinct" if is_grey else "usual")
        self._pdf = FPDF(unit="mm", format=self.paper)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_title(title)
        self._pdf.set_creator("Topping Out")

    def add_page(self, is_landscape: bool = False) -> PaperBox:
        """Begin a page. Return its rectangle."""
        self._pdf.add_page(orientation="landscape" if is_landscape else "portrait")
        return PaperBox(0, 0, *(reversed(self.paper) if is_landscape else self.paper))

    @property
    def pages(self) -> int:
        return int(self._pdf.page_no())

    def content(self) -> bytes:
        """Return the content of the file. Nothing can be drawn afterwards."""
        return bytes(self._pdf.output())

    def ink(self, paint: Paint) -> Colour:
        """Return a paint's colour as it is printed, without its opacity."""
        red, green, blue = paint[:3]
        if not self.is_grey:
            return red, green, blue
        light = luminance((red, green, blue))
        grey = round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))
        return grey, grey, grey

    # -- shapes

    def draw(self, context: GraphicsContext) -> None:
        with self._pdf.drawing_context() as page:
            page.add_item(context, clone=False)

    # -- letters

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        face: str = "body",
        paint: Colour = BLACK,
        align: Align = "left",
    ) -> None:
        """Set a line, of `size` points, with the middle of its capitals at `y` and its left, middle or right at `x`."""
        x -= self.width_of(text, size, face) * SHARES[align]
        self._pdf.set_text_color(*self.ink(paint))
        for number, (file, part) in enumerate(runs(text, face)):
            self._set_font(file, size)
            if not number:
                y += size * POINT * float(self._pdf.current_font.desc.cap_height) / 2000
            self._pdf.text(x, y, part)
            x += self._pdf.get_string_width(part)

    def turned(self, degrees: float, at: Point) -> AbstractContextManager[None]:
        """Turn everything that is set within the context clockwise around a point."""
        turned: AbstractContextManager[None] = self._pdf.rotation(-degrees, *at)
        return turned

    def _set_font(self, file: str, size: float) -> None:
        if file.lower() not in self._pdf.fonts:
            self._pdf.add_font(file, fname=ASSETS / "fonts" / file)
            save_as_truetype(self._pdf.fonts[file.lower()].ttfont)
        self._pdf.set_font(file, size=size)

    def width_of(self, text: str, size: float, face: str = "body") -> float:
        width = 0.0
        for file, part in runs(text, face):
            self._set_font(file, size)
            width += float(self._pdf.get_string_width(part))
        return width

    def line_box(self, text: str, face: str = "body") -> tuple[float, float]:
        """Return the height of a line's box, and how far below its top the middle of its capitals is.

        Both are multiples of the letter size.
        """
        self._set_font(next(iter(runs(text, face)))[0], 10)
        font = self._pdf.current_font.desc
        above = float(font.ascent)
        return (above - float(font.descent)) / 1000, (above - float(font.cap_height) / 2) / 1000

    def wrap(self, text: str, width: float, size: float, face: str = "body") -> list[str]:
        """Break a text into lines no wider than `width`. Words that are too long are broken too."""
        lines, line = list[str](), ""
        for gap, piece in pieces(text):
            longer = line + gap + piece if line else piece
            if self.width_of(longer, size, face) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = piece
            while self.width_of(line, size, face) > width and len(line) > 1:
                count = max(n for n in range(1, len(line)) if n == 1 or self.width_of(line[:n], size, face) <= width)
                count = breakable(line, count)
                lines.append(line[:count])
                line = line[count:]
        return [*lines, line] if line else lines

    def fitting(
        self, text: str, box: PaperBox, sizes: Sequence[float], face: str = "body"
    ) -> tuple[list[str], float, float]:
        """Return the lines of a text in a box, their size, and their distance in millimetres.

        The size is the first in which they fit, or else the last.
        """
        for size in sizes:
            lines, step = self.wrap(text, box.width, size, face), size * POINT * LEADING
            if len(lines) * step <= box.height:
                break
        return lines, size, step

    def write(
        self,
        text: str,
        box: PaperBox,
        sizes: Sequence[float],
        face: str = "body",
        paint: Colour = BLACK,
        align: Align = "left",
    ) -> float:
        """Set a text in a box, in the first size that fits, or else in the last size. Return the text's height."""
        lines, size, step = self.fitting(text, box, sizes, face)
        x = box.x + box.width * SHARES[align]
        for number, line in enumerate(lines):
            self.text(line, x, box.y + (number + 0.5) * step, size, face, paint, align)
        return len(lines) * step


class Ink:
    """A part of a page to paint on, with the same shapes as a canvas of pixels (see `Drawing`).

    Its origin is at `x` and `y`; `k` is the length of its unit in millimetres. Everything outside `clip` is hidden.
    `done` puts it on the page. The clip's corners are rounded by `radius` millimetres.
    """

    def __init__(
        self, document: Document, x: float, y: float, k: float = 1.0, clip: PaperBox | None = None, radius: float = 0.0
    ) -> None:
        self.document, self.x, self.y, self.k = document, x, y, k
        self._shapes = GraphicsContext()
        if clip is not None:
            path = ClippingPath()
            path.rectangle(clip.x, clip.y, clip.width, clip.height, radius, radius)
            self._shapes.clipping_path = path

    def at(self, x: float, y: float) -> Ink:
        """Return a part of this with its origin at (x, y). What it paints is put on the page with this one."""
        part = Ink(self.document, self.x + x * self.k, self.y + y * self.k, self.k)
        self._shapes.add_item(part._shapes, clone=False)
        return part

    @contextmanager
    def clip(self, x: float, y: float, width: float, height: float) -> Iterator[Ink]:
        """Return a part of this, of which everything outside a rectangle is hidden."""
        box = PaperBox(self.x + x * self.k, self.y + y * self.k, width * self.k, height * self.k)
        part = Ink(self.document, self.x, self.y, self.k, box)
        yield part
        self._shapes.add_item(part._shapes, clone=False)

    def done(self) -> None:
        self.document.draw(self._shapes)

    def _put(self, path: PaintedPath, paint: Paint, line: float = 0) -> Ink:
        red, green, blue = self.document.ink(paint)
        colour = f"#{red:02x}{green:02x}{blue:02x}"
        style = path.style
        opacity = paint[3] / 255 if len(paint) == 4 else 1.0
        if line:
            style.fill_color, style.stroke_color = None, colour
            style.stroke_width = line * self.k
            style.stroke_cap_style, style.stroke_join_style = "round", "round"
            style.stroke_opacity = opacity
            style.paint_rule = PathPaintRule.STROKE
        else:
            style.fill_color, style.stroke_color = colour, None
            style.fill_opacity = opacity
            style.paint_rule = PathPaintRule.FILL_NONZERO
        self._shapes.add_item(path, clone=False)
        return self

    def rect(
        self, x: float, y: float, width: float, height: float, paint: Paint, radius: float = 0, line: float = 0
    ) -> Ink:
        """Draw a rectangle, filled or as an outline `line` wide inside it, as on a canvas."""
        inset, k = line / 2, self.k
        radius = min(radius, width / 2, height / 2)
        path = PaintedPath()
        path.rectangle(
            self.x + (x + inset) * k, self.y + (y + inset) * k, max(0.0, width - line) * k, max(0.0, height - line) * k,
            max(0.0, radius - inset) * k, max(0.0, radius - inset) * k,
        )  # fmt: skip
        return self._put(path, paint, line)

    def circle(self, x: float, y: float, radius: float, paint: Paint, line: float = 0) -> Ink:
        return self.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, paint, line)

    def ellipse(self, x: float, y: float, width: float, height: float, paint: Paint, line: float = 0) -> Ink:
        k, path = self.k, PaintedPath()
        path.ellipse(
            self.x + (x + width / 2) * k, self.y + (y + height / 2) * k,
            max(0.0, width - line) / 2 * k, max(0.0, height - line) / 2 * k,
        )  # fmt: skip
        return self._put(path, paint, line)

    def polygon(self, points: Sequence[Point], paint: Paint) -> Ink:
        path = self._path(points)
        path.close()
        return self._put(path, paint)

    def line(self, points: Sequence[Point], paint: Paint, width: float = 1) -> Ink:
        path = self._path(points)
        path.style.auto_close = False
        return self._put(path, paint, width)

    def _path(self, points: Sequence[Point]) -> PaintedPath:
        (x, y), *rest = [(self.x + x * self.k, self.y + y * self.k) for x, y in points]
        path = PaintedPath(x, y)
        for point in rest:
            path.line_to(*point)
        return path

    def gradient(self, x: float, y: float, width: float, height: float, stops: Sequence[tuple[float, Paint]]) -> Ink:
        """Fill a rectangle from top to bottom through `stops` of (share from the top, paint), in bands."""
        for number in range(GRADIENT_BANDS):
            share = (number + 0.5) / GRADIENT_BANDS
            around = (pair for pair in pairwise(stops) if share <= pair[1][0])
            (low, first), (high, last) = next(around, (stops[-1], stops[-1]))
            part = (share - low) / (high - low) if high > low else 0.0
            paint = tuple(round(a + (b - a) * part) for a, b in zip(first, last))
            # each band extends under the next, so that no paper is visible between them
            top = y + height * number / GRADIENT_BANDS
            foot = y + height * min(GRADIENT_BANDS, number + 1.5) / GRADIENT_BANDS
            self.rect(x, top, width, foot - top, paint)  # type: ignore[arg-type]
        return self


def fan(middle: Point, radius: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Return points on an arc from `start` to `end`, in degrees clockwise from the right."""
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]


# -- cards


CARD_SIZES = {"poker": (63.0, 88.0), "mini": (44.0, 68.0)}
"""Width and height of upright cards in millimetres, by name."""
CARD_MARGIN = 5.0
"""Margin in millimetres that most printers cannot print on."""
MARK, GAP = 3.0, 0.6
"""Length of the crop marks, and their distance from the cards' colour, in millimetres."""
HAIR, MARK_GREY = 0.15, (120, 120, 120)
"""Width in millimetres, and colour, of the crop marks and of the line to fold along."""

PaintCard = Callable[[Document, PaperBox, PaperBox], None]
"""Paints a card into the first box. Colour that runs to the card's edge extends to the second box, with the bleed."""


def grid(page: PaperBox, size: tuple[float, float], bleed: float, count: int | None = None) -> list[PaperBox]:
    """Return the places of cards on a page, row by row, centred together; with a count, as few as hold that many."""
    width, height = size[0] + 2 * bleed, size[1] + 2 * bleed
    columns, rows = _most(page, size, bleed)
    if count is not None and count < columns * rows:
        fitting = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1) if c * r >= count]
        columns, rows = min(fitting, key=lambda shape: (shape[0] * shape[1], abs(shape[0] - shape[1])))
    left, top = (page.width - columns * width) / 2 + bleed, (page.height - rows * height) / 2 + bleed
    return [PaperBox(left + x * width, top + y * height, *size) for y in range(rows) for x in range(columns)]


def _most(page: PaperBox, size: tuple[float, float], bleed: float) -> tuple[int, int]:
    """Return how many columns and rows of cards fit on a page."""
    width, height = size[0] + 2 * bleed, size[1] + 2 * bleed
    columns = max(1, math.floor((page.width - 2 * CARD_MARGIN) / width))
    return columns, max(1, math.floor((page.height - 2 * CARD_MARGIN) / height))


def best_page(
    document: Document, count: int, size: tuple[float, float], bleed: float, is_folded: bool = False
) -> tuple[bool, int]:
    """Return whether cards fill the fewest sheets, and those best, if the paper is turned; and how many fit on one.

    `is_folded`: on the left half of each sheet.
    """
    options = []
    for is_landscape in (False, True):
        width, height = reversed(document.paper) if is_landscape else document.paper
        columns, rows = _most(PaperBox(0, 0, width / 2 if is_folded else width, height), size, bleed)
        options.append((math.ceil(count / (columns * rows)), columns * rows, is_landscape))
    _, most, is_landscape = min(options)
    return is_landscape, most


@dataclass(frozen=True)
class Backs:
    """Where the backs of cards go, and what paints them."""

    paint: PaintCard
    is_folded: bool = False
    """Whether they are beside the faces, on a sheet to be folded in the middle; else on a page after the faces."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Millimetres by which backs on a page of their own are moved to the right and down."""


def put_cards(
    document: Document,
    faces: Sequence[PaintCard],
    backs: Backs | None,
    size: tuple[float, float],
    bleed: float,
    unbacked: int = 0,
) -> Iterator[None]:
    """Put cards on as few pages as they need. The last `unbacked` cards need no back. Yield after each page."""
    is_folded = backs is not None and backs.is_folded
    is_landscape, most = best_page(document, len(faces), size, bleed, is_folded)
    done = 0
    while done < len(faces):
        page = document.add_page(is_landscape)
        room = PaperBox(0, 0, page.width / 2, page.height) if is_folded else page
        places = grid(room, size, bleed, min(most, len(faces) - done))
        _put_marks(document, places, bleed)
        for face, box in zip(faces[done:], places):
            face(document, box, box.grown(bleed))
        if backs:
            backed = places[: max(0, len(faces) - unbacked - done)]
            if is_folded:
                _put_folded(document, page, backed, backs, bleed)
            else:
                yield
                document.add_page(is_landscape)
                _put_duplex(document, page, places, backed, backs, bleed)
        yield
        done += len(places)


def _put_folded(document: Document, page: PaperBox, backed: Sequence[PaperBox], backs: Backs, bleed: float) -> None:
    """Put each back where it comes to lie behind its face once the sheet is folded along the line in the middle."""
    for box in backed:
        place = replace(box, x=page.width - box.right)
        backs.paint(document, place, place.grown(bleed))
    middle = page.width / 2
    ink = Ink(document, middle, 0)
    for y in range(0, int(page.height), 4):
        ink.line([(0, y), (0, y + 2)], MARK_GREY, HAIR)
    ink.done()
    with document.turned(-90, (middle + 3, page.height / 2)):
        words = tr("Fold along this line, glue the halves together, and cut the cards out.")
        document.text(words, middle + 3, page.height / 2, 9, paint=MARK_GREY, align="middle")


def _put_duplex(
    document: Document,
    page: PaperBox,
    places: Sequence[PaperBox],
    backed: Sequence[PaperBox],
    backs: Backs,
    bleed: float,
) -> None:
    """Put backs wherever a card may come to lie. As everything is centred, the paper may be turned over either way."""
    middles = {(round(x, 3), round(y, 3)) for x, y in (box.middle for box in backed)}
    for box in places:
        x, y = box.middle
        turned = product((x, page.width - x), (y, page.height - y))
        if any((round(across, 3), round(down, 3)) in middles for across, down in turned):
            place = replace(box, x=box.x + backs.shift[0], y=box.y + backs.shift[1])
            backs.paint(document, place, place.grown(bleed))


def _put_marks(document: Document, places: Sequence[PaperBox], bleed: float) -> None:
    ink = Ink(document, 0, 0)
    left, top = min(box.x for box in places) - bleed - GAP, min(box.y for box in places) - bleed - GAP
    right, foot = max(box.right for box in places) + bleed + GAP, max(box.foot for box in places) + bleed + GAP
    for x in sorted({edge for box in places for edge in (box.x, box.right)}):
        ink.line([(x, top - MARK), (x, top)], MARK_GREY, HAIR).line([(x, foot), (x, foot + MARK)], MARK_GREY, HAIR)
    for y in sorted({edge for box in places for edge in (box.y, box.foot)}):
        ink.line([(left - MARK, y), (left, y)], MARK_GREY, HAIR).line([(right, y), (right + MARK, y)], MARK_GREY, HAIR)
    ink.done()


# -- game


HEAD, ROW = 16.0, 8.5
"""Height of a score sheet's head and rows in millimetres."""
LABEL = 46.0
"""Width of the rows' labels in millimetres."""


class GamePrinting:
    """What a game can print. This base class is for games without cards and without scores."""

    is_landscape = False
    """Whether its cards are wider than high."""
    unbacked = 0
    """Number of cards, the last ones, that need no back."""
    card_width = 104.0
    """Width of a card in the units in which its back is painted."""
    options: tuple[str, ...] = ()
    """Keys of the game's options that change what is printed."""

    def faces(self, options: Mapping[str, Value]) -> Sequence[PaintCard]:
        """Return the painter of each card's face, in the order on the sheets."""
        return ()

    def back(self, document: Document, box: PaperBox, rim: PaperBox) -> None:
        """Paint the back of a card, by default that of cards on the screen."""
        theme, k = document.theme, box.width / self.card_width
        ink = Ink(document, box.x, box.y, k, rim)
        ink.rect(-20, -20, 40 + box.width / k, 40 + box.height / k, mix(theme.dusk, theme.night, 0.25))
        paint_back(ink, theme, self.card_width, box.height / k)
        ink.done()

    def further(self, document: Document, options: Mapping[str, Value]) -> Iterator[None]:
        """Put further pages after the cards. Yield after each page."""
        yield from ()

    def score_rows(self, options: Mapping[str, Value]) -> Sequence[str]:
        """Return the labels of a score sheet's rows; a label may be empty."""
        return [tr("Game {number}", number=number + 1) for number in range(12)]


def put_score_sheet(document: Document, title: str, players: int, rows: Sequence[str]) -> None:
    """Put a score sheet on a page, with a column for each player, `rows`, and a row for the total."""
    page = document.add_page()
    ink_colour, rim = document.theme.palette["ink"], (150, 150, 150)
    document.text(title, page.width / 2, 18, 22, "title", ink_colour, "middle")
    left, top, right = 14.0, 30.0, page.width - 14.0
    step = (right - left - LABEL) / players
    lines = [tr("Players"), *rows, tr("Total")]
    row = min(ROW, (page.height - top - 14 - HEAD) / (len(lines) - 1))
    ink = Ink(document, 0, 0)
    tops = [top, *(top + HEAD + number * row for number in range(len(lines)))]
    foot = tops[-1]
    shade = (236, 238, 242)
    ink.rect(left, top, right - left, HEAD, shade).rect(left, foot - row, right - left, row, shade)
    for number, y in enumerate(tops):
        ink.line([(left, y), (right, y)], rim, 0.4 if number in (0, 1, len(tops) - 2, len(tops) - 1) else 0.15)
    for x in (left, *(left + LABEL + number * step for number in range(players + 1))):
        ink.line([(x, top), (x, foot)], rim, 0.2)
    ink.done()
    for number, words in enumerate(lines):
        bold = "bold" if number in (0, len(lines) - 1) else "body"
        size = next((s for s in (11, 10, 9, 8, 7) if document.width_of(words, s, bold) <= LABEL - 5), 7)
        document.text(words, left + 2.5, (tops[number] + tops[number + 1]) / 2, size, bold, ink_colour)
