"""Measures what is on the pages of a PDF, in millimetres from the top left corner."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

POINT = 25.4 / 72
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Shape:
    """A path that is filled or drawn as a line, and its bounding box."""

    is_line: bool
    points: tuple[tuple[float, float], ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        across, down = zip(*self.points)
        return min(across), min(down), max(across), max(down)

    @property
    def size(self) -> tuple[float, float]:
        left, top, right, foot = self.box
        return right - left, foot - top

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, foot = self.box
        return (left + right) / 2, (top + foot) / 2


def read(data: bytes) -> PdfReader:
    return PdfReader(BytesIO(data))


def size_of(page: PageObject) -> tuple[float, float]:
    return float(page.mediabox.width) * POINT, float(page.mediabox.height) * POINT


def fonts_of(reader: PdfReader) -> dict[str, bool]:
    """Return the fonts by name, and whether each is embedded in the file."""
    found = {}
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = inner["/FontDescriptor"].get_object()
            found[str(font.get_object()["/BaseFont"])] = any(key.startswith("/FontFile") for key in descriptor)
    return found


def font_files(reader: PdfReader) -> dict[str, bytes]:
    """Return the embedded TrueType fonts by name, as bytes."""
    found = {}
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            file = inner["/FontDescriptor"].get_object()["/FontFile2"]
            found[str(font.get_object()["/BaseFont"])] = file.get_object().get_data()
    return found


def shapes_on(page: PageObject, reader: PdfReader) -> Iterator[Shape]:
    """Yield the shapes on a page in the order of drawing, without what is outside of the clips in force."""
    wide, high = size_of(page)
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    clip = (0.0, 0.0, wide, high)
    is_clip = False
    kept: list[tuple[Matrix, tuple[float, float, float, float]]] = []
    points: list[tuple[float, float]] = []
    starts: list[tuple[float, float]] = []
    for numbers, operator in ContentStream(page.get_contents(), reader).operations:
        match operator:
            case b"q":
                kept.append((matrix, clip))
            case b"Q":
                matrix, clip = kept.pop()
            case b"W" | b"W*":
                is_clip = True
            case b"cm":
                matrix = _product(tuple(map(float, numbers)), matrix)
            case b"m":
                starts = [_at(matrix, *map(float, numbers), high)]  # a path that is not continued draws nothing
            case b"l" | b"c":
                places = [float(number) for number in numbers]
                points += starts + [_at(matrix, x, y, high) for x, y in zip(places[::2], places[1::2])]
                starts = []
            case b"re":
                x, y, across, tall = map(float, numbers)
                points += [_at(matrix, x, y, high), _at(matrix, x + across, y + tall, high)]
            case b"f" | b"F" | b"f*" | b"S" | b"s" | b"B" | b"n":
                if points and operator != b"n":
                    inside = tuple((_within(x, *clip[::2]), _within(y, *clip[1::2])) for x, y in points)
                    yield Shape(operator in (b"S", b"s"), inside)
                if points and is_clip:
                    left, top, right, foot = Shape(False, tuple(points)).box
                    clip = max(left, clip[0]), max(top, clip[1]), min(right, clip[2]), min(foot, clip[3])
                points, is_clip = [], False


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


def _product(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def _at(matrix: Matrix, x: float, y: float, high: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e) * POINT, high - (b * x + d * y + f) * POINT
