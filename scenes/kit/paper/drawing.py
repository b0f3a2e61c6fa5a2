"""Sheets of paper and what is drawn on them, as a PDF. Places and sizes are millimetres from the top left corner."""

from __future__ import annotations

import http.client
import logging
import math
import sys
import urllib.request
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from types import ModuleType
from typing import Literal

from topping_out.game.assets import ASSETS
from topping_out.scenes.kit.breaks import breakable, pieces
from topping_out.scenes.kit.canvas import Paint, Point
from topping_out.scenes.kit.paper.outlines import save_as_truetype
from topping_out.scenes.kit.theme import Colour, Theme, load_theme, luminance
from topping_out.scenes.kit.typefaces import runs

# What fpdf imports, for pictures from the web and for signatures, and the packed program leaves out.
if find_spec("ssl") is None:
    setattr(urllib.request, "HTTPSHandler", urllib.request.HTTPHandler)  # noqa: B010
    setattr(http.client, "HTTPSConnection", http.client.HTTPConnection)  # noqa: B010
if find_spec("unittest") is None:
    sys.modules["unittest.mock"] = ModuleType("unittest.mock")
    setattr(sys.modules["unittest.mock"], "patch", None)  # noqa: B010
with warnings.catch_warnings():  # that it can add no photographs where Pillow is not
    warnings.simplefilter("ignore")
    from fpdf import FPDF
    from fpdf.drawing import ClippingPath, GraphicsContext, PaintedPath
    from fpdf.enums import PathPaintRule
logging.getLogger("fpdf").setLevel(logging.ERROR)  # a letter that no font has is drawn as an empty box

BLACK: Colour = (0, 0, 0)
POINT = 25.4 / 72
"""Millimetres of a point, in which letters are measured."""
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers, by their names."""
STEPS = 16
"""Bands of a gradient."""
LEADING = 1.28
"""From line to line, in sizes of the letters."""
Align = Literal["left", "middle", "right"]
SHARES = {"left": 0.0, "middle": 0.5, "right": 1.0}


@dataclass(frozen=True)
class PaperBox:
    """A rectangle on paper."""

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
    """Pages of one kind of paper. In grey, where the printer has no colours."""

    def __init__(self, paper: str, title: str, is_grey: bool = False) -> None:
        self.paper, self.is_grey = PAPERS[paper], is_grey
        self.theme: Theme = load_theme("distinct" if is_grey else "usual")
        self._pdf = FPDF(unit="mm", format=self.paper)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_title(title)
        self._pdf.set_creator("Topping Out")

    def add_page(self, is_landscape: bool = False) -> PaperBox:
        """Begin a page; return it."""
        self._pdf.add_page(orientation="landscape" if is_landscape else "portrait")
        return PaperBox(0, 0, *(reversed(self.paper) if is_landscape else self.paper))

    @property
    def pages(self) -> int:
        return int(self._pdf.page_no())

    def content(self) -> bytes:
        """Return the file; nothing can be drawn any more."""
        return bytes(self._pdf.output())

    def ink(self, paint: Paint) -> Colour:
        """Return a colour as it is printed."""
        red, green, blue = paint[:3]
        if not self.is_grey:
            return red, green, blue
        light = luminance((red, green, blue))
        grey = round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))
        return grey, grey, grey

    # -- shapes

    def draw(self, context: GraphicsContext) -> None:
        """Put shapes on the page."""
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
        """Set a line of letters of a size in points, the middle of its capitals at `y`; at `x` is what `align` says."""
        x -= self.width_of(text, size, face) * SHARES[align]
        self._pdf.set_text_color(*self.ink(paint))
        for number, (file, part) in enumerate(runs(text, face)):
            self._set_font(file, size)
            if not number:
                y += size * POINT * float(self._pdf.current_font.desc.cap_height) / 2000
            self._pdf.text(x, y, part)
            x += self._pdf.get_string_width(part)

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

    def wrap(self, text: str, width: float, size: float, face: str = "body") -> list[str]:
        """Return the lines into which a text breaks; a word that is too long is broken too."""
        lines: list[str] = []
        line = ""
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

    def write(
        self,
        text: str,
        box: PaperBox,
        sizes: Sequence[float],
        face: str = "body",
        paint: Colour = BLACK,
        align: Align = "left",
    ) -> float:
        """Set a text in a box, as large as fits of the sizes; return how high it is. The last size is taken anyhow."""
        for size in sizes:
            lines = self.wrap(text, box.width, size, face)
            step = size * POINT * LEADING
            if len(lines) * step <= box.height:
                break
        x = box.x + box.width * SHARES[align]
        for number, line in enumerate(lines):
            self.text(line, x, box.y + (number + 0.5) * step, size, face, paint, align)
        return len(lines) * step


class Ink:
    """A part of a page to paint on, in units of its own: the same shapes as on a canvas of pixels (see `Drawing`).

    `box` is where it is, `k` the millimetres of a unit. Nothing shows outside `clip`. `done` puts it on the page.
    """

    def __init__(self, document: Document, x: float, y: float, k: float = 1.0, clip: PaperBox | None = None) -> None:
        self.document, self.x, self.y, self.k = document, x, y, k
        self._shapes = GraphicsContext()
        if clip is not None:
            path = ClippingPath()
            path.rectangle(clip.x, clip.y, clip.width, clip.height)
            self._shapes.clipping_path = path

    def at(self, x: float, y: float) -> Ink:
        """Return the same with another corner, `x` and `y` of its units away; what it paints goes with this."""
        part = Ink(self.document, self.x + x * self.k, self.y + y * self.k, self.k)
        self._shapes.add_item(part._shapes, clone=False)
        return part

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
        """Draw a rectangle; an outline lies inside it, as on a canvas."""
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
        return self._put(self._path(points), paint, width)

    def _path(self, points: Sequence[Point]) -> PaintedPath:
        (x, y), *rest = [(self.x + x * self.k, self.y + y * self.k) for x, y in points]
        path = PaintedPath(x, y)
        for point in rest:
            path.line_to(*point)
        return path

    def gradient(self, x: float, y: float, width: float, height: float, stops: Sequence[tuple[float, Paint]]) -> Ink:
        """Fill a rectangle from top to bottom through `stops` of (share from the top, paint), in bands."""
        for number in range(STEPS):
            share = (number + 0.5) / STEPS
            (low, first), (high, last) = next(
                (pair for pair in pairwise(stops) if share <= pair[1][0]), (stops[-1], stops[-1])
            )
            part = (share - low) / (high - low) if high > low else 0.0
            paint = tuple(round(a + (b - a) * part) for a, b in zip(first, last))
            # each band reaches under the next, so that no paper shines through between them
            top, foot = y + height * number / STEPS, y + height * min(STEPS, number + 1.5) / STEPS
            self.rect(x, top, width, foot - top, paint)  # type: ignore[arg-type]
        return self


def fan(middle: Point, radius: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Return points on an arc round a middle, from one angle to another in degrees, 0 to the right, clockwise."""
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
