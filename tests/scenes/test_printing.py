"""Printed games, measured in the PDF file."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise, product, takewhile
from pathlib import Path
from statistics import fmean, pstdev
from tempfile import TemporaryDirectory

import pytest
from pygame import Surface
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from tests.golden import check_section, in_turn, sampled
from tests.scenes.robot import Robot
from topping_out.game.cli import main as command_line
from topping_out.game.cli.frontend import BACKS, CARDS, PAPERS, Frontend, PrintOrder
from topping_out.game.icetowers.state import LARGE, MEDIUM, SMALL
from topping_out.game.storage import translations
from topping_out.game.storage.translations import load_rules
from topping_out.game.towering.actions import make_card
from topping_out.game.towers.decks import find_decks, own_decks_folder
from topping_out.scenes.__main__ import print_game
from topping_out.scenes.app import App
from topping_out.scenes.icetowers.printing import BASE, HEIGHT
from topping_out.scenes.kit import paper as flow
from topping_out.scenes.kit import paper_rules
from topping_out.scenes.kit.paper import CARD_SIZES, POINT, Document
from topping_out.scenes.kit.paper import PAPERS as PAPER_SIZES
from topping_out.scenes.kit.paper_rules import PaperKit, PaperPlace, put_figures
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.pages import printing as printing_order
from topping_out.scenes.pages.printing import BACK_NAMES, PrintError, PrintPage, print_into
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.ui.column import Notice

# -- what is on the pages, in millimetres from the top left corner


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


def fonts_of(reader: PdfReader) -> dict[str, tuple[str, bytes]]:
    """Return the fonts by name, each with what the file declares it as, such as "/FontFile2", and its first bytes.

    A font that is not embedded has neither.
    """
    found = {}
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = inner["/FontDescriptor"].get_object()
            files = [(key, file.get_object().get_data()[:4]) for key, file in descriptor.items() if "/FontFile" in key]
            found[str(font.get_object()["/BaseFont"])] = files[0] if files else ("", b"")
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


# -- printed games


GAMES = ("wyoming", "towering", "towers", "icetowers")
DECKS = {"wyoming": 100 + 6, "towering": 78, "towers": 64}
"""Number of cards printed for a game."""
SHEETS = [*product(PAPERS, CARDS)]
DECKS_OF_TOWERS = sorted(find_decks().built_in)
MANY_WORDS = ("de", "fr", "ja")
"""The languages with the longest rules, and one with other letters."""
PLAIN = "topping_out.scenes.kit.paper:GamePrinting"
"""The printing of a game without cards: a score sheet, its rules and their figures."""
NEAR = 0.2
"""Tolerance of sizes, in millimetres."""


def make(order: PrintOrder, printing: str = "") -> bytes:
    for _ in print_into(order, printing or table_of(order.game).printing):
        pass
    return order.path.read_bytes()


@cache
def printed(game: str, backs: str = BACKS[0]) -> bytes:
    """Return the PDF of a game printed with the default options, except for the backs."""
    with TemporaryDirectory() as folder:
        return make(PrintOrder(game, Path(folder, "it.pdf"), backs=backs))


def assert_fonts_are_embedded_and_the_file_is_small(game: str) -> None:
    fonts = fonts_of(read(printed(game)))
    assert fonts
    assert all(data for _, data in fonts.values())
    assert len(printed(game)) < 3_000_000


def test_the_command_line_and_the_page_offer_the_same_sizes() -> None:
    assert tuple(PAPER_SIZES) == PAPERS
    assert tuple(CARD_SIZES) == CARDS
    assert len(BACK_NAMES) == len(BACKS)


def test_every_embedded_font_is_truetype_as_the_file_says(tmp_path: Path) -> None:
    """The files of Japanese fonts have PostScript curves; printers and viewers accept these only if declared so."""
    translations.use("ja")
    fonts = fonts_of(read(make(PrintOrder("icetowers", tmp_path / "it.pdf"), PLAIN)))
    assert sum("MPLUS1" in name for name in fonts) == 2
    assert set(fonts.values()) == {("/FontFile2", b"\0\1\0\0")}


def print_blank_cards(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Print nine blank cards, a score sheet and the rules only."""
    printing = type(table_of(game).make_printing())
    monkeypatch.setattr(printing, "faces", lambda self, options: [lambda document, box, rim: None] * 9)
    monkeypatch.setattr(printing, "further", lambda self, document, options: ())


@sampled("game, size", product(DECKS, SHEETS), in_turn(DECKS, SHEETS))
def test_cutting_marks_are_a_cards_width_and_height_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[str, str]
) -> None:
    """On a sheet of blank cards, where only the sizes of cards and paper matter."""
    paper, cards = size
    print_blank_cards(game, monkeypatch)
    reader = read(make(PrintOrder(game, tmp_path / "it.pdf", paper=paper, cards=cards, backs="none")))
    page = reader.pages[0]
    assert sorted(size_of(page)) == pytest.approx(PAPER_SIZES[paper], abs=NEAR)
    marks = list(takewhile(lambda shape: shape.is_line, shapes_on(page, reader)))  # marks are drawn first
    across = sorted({round(mark.middle[0], 3) for mark in marks if mark.size[0] < 0.01})
    down = sorted({round(mark.middle[1], 3) for mark in marks if mark.size[1] < 0.01})
    is_landscape = game == "towers"
    width, height = reversed(CARD_SIZES[cards]) if is_landscape else CARD_SIZES[cards]
    for edges, long in ((across, width), (down, height)):
        assert len(edges) >= 4
        assert [b - a for a, b in list(pairwise(edges))[::2]] == pytest.approx([long] * (len(edges) // 2), abs=NEAR)
        assert [b - a for a, b in list(pairwise(edges))[1::2]] == pytest.approx([2] * (len(edges) // 2 - 1), abs=NEAR)
    # marks are as far from both edges, so that backs on the other side of the paper align with the faces
    assert across[0] == pytest.approx(size_of(page)[0] - across[-1], abs=NEAR)
    assert down[0] == pytest.approx(size_of(page)[1] - down[-1], abs=NEAR)


@pytest.mark.parametrize(("game", "backs"), [*product(GAMES, BACKS[:1]), ("towers", "fold")])
def test_pages_have_the_recorded_shapes(game: str, backs: str) -> None:
    """By numbers of each page: its shapes, and where their points lie, in millimetres."""
    reader, lines = read(printed(game, backs)), []
    for number, page in enumerate(reader.pages, 1):
        shapes = [*shapes_on(page, reader)]
        points = [point for shape in shapes for point in shape.points]
        places = (f"{fmean(axis):.2f} ± {pstdev(axis):.2f}" for axis in zip(*points))
        outlines = sum(shape.is_line for shape in shapes)
        counts = f"{len(shapes)} shapes, {outlines} of them lines, {len(points)} points at {', '.join(places)}"
        lines.append(f"page {number}: {counts}\n")
    check_section("".join(lines), "printed", f"{game}, {backs}")


@pytest.mark.parametrize("game", DECKS)
def test_all_cards_of_a_deck_are_printed(game: str) -> None:
    assert len(table_of(game).make_printing().faces({})) == DECKS[game]


@sampled("game", DECKS, ["towers"])
def test_every_card_is_printed_once_with_its_back_on_the_next_page(game: str) -> None:
    assert_fonts_are_embedded_and_the_file_is_small(game)
    reader, sheets = read(printed(game)), math.ceil(DECKS[game] / 9)
    faces, backs = (reader.pages[first : 2 * sheets : 2] for first in (0, 1))
    lines = "\n".join(page.extract_text() for page in faces)
    ranks = Counter(re.sub(r"hold\s+\d+\s+cards", "", lines).split())
    if game == "wyoming":
        assert [ranks[rank] for rank in "23456789"] == [8] * 8
        assert (ranks["10"], ranks["J"], ranks["Q"], ranks["K"]) == (8, 8, 8, 4)
    elif game == "towering":
        assert [ranks[rank] for rank in ("M", "2", "7", "10")] == [24, 6, 6, 6]
    else:
        assert lines.count("NOISE COMPLAINT") == 8
    numbers = "1234" * 8 if game == "towers" else ""
    assert {"".join(sorted(page.extract_text().replace("\n", ""))) for page in backs} == {"".join(sorted(numbers))}
    assert all(any(not shape.is_line for shape in shapes_on(page, reader)) for page in backs)


@sampled("size", SHEETS, [("a4", "poker")])
def test_a_back_of_towers_has_each_players_number_at_an_edge_of_its_own(size: tuple[str, str]) -> None:
    """Turned with that edge to the right, the number is upright and all of it sticks out by 13.6 mm of 88."""
    paper, cards = size
    document = Document(paper, "")
    document.add_page(is_landscape=True)
    width, height = reversed(CARD_SIZES[cards])
    box = flow.PaperBox(20, 30, width, height)
    table_of("towers").make_printing().back(document, box, box.grown(1))
    reader = read(document.content())
    radius, depth = 13 * width / 220, 17 * width / 220
    discs = [s for s in shapes_on(reader.pages[0], reader) if s.size == pytest.approx((2 * radius,) * 2, abs=0.02)]
    places = [disc.middle for disc in discs]
    x, y = box.middle
    assert places == [
        pytest.approx(place, abs=NEAR)
        for place in ((box.right - depth, y), (box.x + depth, y), (x, box.y + depth), (x, box.foot - depth))
    ]
    turns = re.findall(rb"([-\d.]+) ([-\d.]+) [-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ cm\nBT", stream_of(reader))
    assert [(round(float(a)), round(float(b))) for a, b in turns] == [(1, 0), (-1, 0), (0, 1), (0, -1)]


def stream_of(reader: PdfReader) -> bytes:
    return b"".join(page.get_contents().get_data() for page in reader.pages)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_score_track_and_its_tokens_have_their_sizes_and_lie_on_the_paper(paper: str) -> None:
    document = Document(paper, "")
    list(table_of("towers").make_printing().further(document, {}))
    reader = read(document.content())
    page = reader.pages[1]
    shapes = [*shapes_on(page, reader)]
    lines = [shape for shape in shapes if shape.is_line and shape.size[0] < 0.01]
    track, tokens = (
        [line.middle[0] for line in lines if line.size[1] == pytest.approx(high, abs=NEAR)] for high in (180, 48)
    )
    for edges, count, side in ((track, 10, 18), (tokens, 15, 12)):
        assert [b - a for a, b in pairwise(sorted(edges))] == pytest.approx([side] * count, abs=NEAR)
    assert_within_margins(page, shapes)
    numbers = Counter(page.extract_text().split())
    assert all(numbers[str(number)] for number in range(100))


@sampled("game", DECKS, ["wyoming"])
def test_sheets_are_packed_and_backs_only_where_cards_need_them(game: str) -> None:
    """No sheet but the last has an empty place, and the last has fewer places than twice its cards."""
    document, painted = Document("a4", ""), []
    printing = table_of(game).make_printing()
    count = len(printing.faces({}))
    width, height = CARD_SIZES["poker"]
    size = (height, width) if printing.is_landscape else (width, height)
    _, most = flow.best_page(document, count, size, 1)
    faces, back = [lambda document, box, rim: None] * count, lambda document, box, rim: painted.append(document.pages)
    list(flow.put_cards(document, faces, flow.Backs(back), size, 1, printing.unbacked))
    backs, last = Counter(painted), 2 * math.ceil(count / most)
    assert document.pages == last
    assert [backs[page] for page in range(2, last, 2)] == [most] * (last // 2 - 1)
    needed = count - printing.unbacked - most * (last // 2 - 1)
    assert needed <= backs[last] <= 4 * needed


@sampled("game, size", product(DECKS, SHEETS), in_turn(DECKS, SHEETS))
def test_a_folded_sheet_has_each_back_behind_its_face(game: str, size: tuple[str, str]) -> None:
    """The faces are to the left of the middle; folded there, each back lies exactly behind its face."""
    paper, cards = size
    document, fronts, behind = Document(paper, ""), Counter(), Counter()
    printing = table_of(game).make_printing()
    count = len(printing.faces({}))
    width, height = CARD_SIZES[cards]
    card = (height, width) if printing.is_landscape else (width, height)
    is_landscape, most = flow.best_page(document, count, card, 1, is_folded=True)
    middle = document.paper[is_landscape] / 2

    def painter(found: Counter[tuple[float, ...]], at_right: bool) -> flow.PaintCard:
        def paint(document: Document, box: flow.PaperBox, rim: flow.PaperBox) -> None:
            assert (rim.x >= middle) if at_right else (rim.right <= middle)
            found[document.pages, round(abs(box.middle[0] - middle), 3), round(box.middle[1], 3)] += 1

        return paint

    backs = flow.Backs(painter(behind, True), is_folded=True)
    list(flow.put_cards(document, [painter(fronts, False)] * count, backs, card, 1, 0))
    assert fronts == behind
    assert fronts.total() == count
    assert document.pages == math.ceil(count / most)


def test_backs_are_shifted_against_the_faces_as_ordered() -> None:
    document, fronts, behind = Document("a4", ""), list[flow.Point](), list[flow.Point]()
    faces = [lambda document, box, rim: fronts.append(box.middle)] * 9
    backs = flow.Backs(lambda document, box, rim: behind.append(box.middle), shift=(1.5, -2))
    list(flow.put_cards(document, faces, backs, CARD_SIZES["poker"], 1))
    assert behind == [pytest.approx((x + 1.5, y - 2)) for x, y in fronts]


@pytest.mark.parametrize("paper", PAPERS)
def test_nets_of_pyramids_share_sheets_and_lie_on_the_paper(paper: str) -> None:
    document = Document(paper, "")
    list(table_of("icetowers").make_printing().further(document, {}))
    assert document.pages == {"a4": 5, "letter": 6}[paper]
    reader = read(document.content())
    for page in reader.pages:
        boxes = [shape.box for shape in shapes_on(page, reader) if shape.is_line and min(shape.size) > 20]
        assert min(min(box[:2]) for box in boxes) >= 5 - NEAR
        assert max(box[2] for box in boxes) <= size_of(page)[0] - 5 + NEAR
        for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
            assert c < e or g < a or d < f or h < b, "nets don't overlap"


def test_braille_has_its_standard_size() -> None:
    """Dots are 1.5 mm wide and 2.5 mm apart, cells 6 mm and lines 10 mm, as usual for slates and embossers."""
    document = Document("a4", "")
    printing = table_of("towering").make_printing()
    list(printing.further(document, {}))
    reader = read(document.content())
    shapes = shapes_on(reader.pages[0], reader)
    dots = [s for s in shapes if not s.is_line and s.size == pytest.approx((1.5, 1.5), abs=0.02)]
    columns = sorted({round(dot.middle[0], 2) for dot in dots})
    steps = {round(b - a, 1) for a, b in pairwise(columns)}
    assert steps <= {2.5, 3.5, 9.5, 6.0, 8.5, 12.0}
    assert {2.5, 3.5} <= steps
    rows = sorted({round(dot.middle[1], 2) for dot in dots})
    assert {round(b - a, 1) for a, b in pairwise(rows)} == {2.5, 5.0}
    # blue 7: b, number sign, g; mirrored, as it is punched from behind
    row, column = divmod(make_card(0, 7), 6)
    left = (210 - 6 * 30) / 2 + column * 30
    label = [d for d in dots if left < d.middle[0] < left + 30 and 38 + row * 10 < d.middle[1] < 48 + row * 10]
    assert Counter(round((d.middle[0] - left - 3) / 6) for d in label) == {0: 4, 1: 4, 2: 2}


def test_folded_pyramids_have_their_true_height() -> None:
    assert_fonts_are_embedded_and_the_file_is_small("icetowers")
    reader = read(printed("icetowers"))
    outlines = [s for page in reader.pages for s in shapes_on(page, reader) if s.is_line and min(s.size) > 20]
    assert len(outlines) == 5 * 15
    found: Counter[int] = Counter()
    for outline in outlines:
        apex, *corners = outline.points[:6]
        edges = [math.dist(apex, corner) for corner in corners]
        bases = [math.dist(a, b) for a, b in pairwise(corners)]
        base, edge = sum(bases) / 4, sum(edges) / 5
        assert max(bases) - min(bases) < NEAR
        assert max(edges) - min(edges) < NEAR
        height = math.sqrt(edge**2 - base**2 / 2)
        (size,) = [s for s in (SMALL, MEDIUM, LARGE) if abs(base - BASE[s]) < NEAR]
        assert height == pytest.approx(HEIGHT[size], abs=NEAR)
        found[size] += 1
    assert found == {SMALL: 25, MEDIUM: 25, LARGE: 25}


@sampled("game, code", product(GAMES, translations.languages()), in_turn(GAMES, MANY_WORDS))
def test_the_rules_fit_on_a_page_in_readable_letters(game: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    translations.use(code)
    chosen = []
    lines = paper_rules._lines

    def noted(*values):  # type: ignore[no-untyped-def]
        chosen.append(values[-1])
        return lines(*values)

    monkeypatch.setattr(paper_rules, "_lines", noted)
    document = Document("letter", "")
    paper_rules.put_rules(document, load_rules(game, for_paper=True))
    assert document.pages == 1
    assert chosen[-1] >= 7


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, float, float, float]]:
    """Return a list that collects page, place and size of letters of each text on paper."""
    found: list[tuple[int, float, float, float]] = []
    text = Document.text

    def noted(self, words, x, y, size, *more):  # type: ignore[no-untyped-def]
        found.append((self.pages, x, y, size))
        text(self, words, x, y, size, *more)

    monkeypatch.setattr(Document, "text", noted)
    return found


@sampled(
    "game, code, paper",
    product(GAMES, translations.languages(), PAPERS),
    [(game, code, "letter") for game, code in in_turn(GAMES, MANY_WORDS)],
)
def test_every_figure_of_the_rules_is_drawn_with_its_caption_in_readable_letters(
    game: str, code: str, paper: str, written: list[tuple[int, float, float, float]]
) -> None:
    translations.use(code)
    document, rules = Document(paper, ""), load_rules(game, for_paper=True)
    put_figures(document, rules, table_of(game).figures())
    reader = read(document.content())
    words = re.sub(r"\s", "", "".join(page.extract_text() for page in reader.pages))
    figures = [block for section in rules.sections for block in section.blocks if block.kind == "figure"]
    assert [block.name for block in figures if re.sub(r"\s|\*", "", block.text) not in words] == []
    assert len(reader.pages) == 1 + any(paper_rules.is_pictures(section) for section in rules.sections)
    assert min(size for *_, size in written) >= 6.5
    for page in reader.pages:
        assert_within_margins(page, shapes_on(page, reader))


def assert_within_margins(page: PageObject, shapes: Iterable[Shape]) -> None:
    boxes = [shape.box for shape in shapes]
    assert min(min(box[:2]) for box in boxes) >= 5
    assert max(box[2] for box in boxes) <= size_of(page)[0] - 5
    assert max(box[3] for box in boxes) <= size_of(page)[1] - 5


@sampled("deck, code", product(DECKS_OF_TOWERS, translations.languages()), in_turn(DECKS_OF_TOWERS, MANY_WORDS))
def test_the_words_beside_the_floors_of_examples_do_not_overlap(
    deck: str, code: str, written: list[tuple[int, float, float, float]]
) -> None:
    translations.use(code)
    options = {"deck": deck}
    document, rules = Document("letter", ""), translations.rules_in_play("towers", options, for_paper=True)
    put_figures(document, rules, table_of("towers").figures(options))
    assert document.pages == 2
    columns = sorted((page, round(x, 1), y, size * POINT) for page, x, y, size in written)
    for (*column, upper, _), (*same, lower, size) in pairwise(columns):
        assert column != same or lower - upper > 0.95 * size


def test_a_picture_is_placed_turned_and_clipped_on_paper_as_in_a_window() -> None:
    document = Document("a4", "")
    document.add_page()
    kit = PaperKit(document)
    sheet = kit.blank((100 * kit.scale, 100 * kit.scale))
    bar = kit.canvas(40, 10).rect(0, 0, 40, 10, (200, 0, 0)).done()
    for angle, y in ((0, 20), (90, 60)):
        turned = kit.tilted(bar, angle, 0.5)
        sheet.blit(turned, turned.get_rect(center=(50 * kit.scale, y * kit.scale)))
    sheet.put(PaperPlace(document, 10, 30, 1 / kit.scale))
    reader = read(document.content())
    assert [shape.box for shape in shapes_on(reader.pages[0], reader)] == [
        pytest.approx((50, 47.5, 70, 52.5), abs=NEAR),
        pytest.approx((57.5, 80, 62.5, 100), abs=NEAR),
    ]


def test_a_figure_made_of_pixels_is_left_out() -> None:
    document, rules = Document("a4", ""), load_rules("wyoming", for_paper=True)
    put_figures(document, rules, {name: lambda kit: Surface((9, 9)) for name in rules.figures})
    assert document.pages == 0


def test_a_line_with_corners_is_not_closed_on_paper() -> None:
    document = Document("a4", "")
    document.add_page()
    flow.Ink(document, 0, 0).line([(10, 10), (20, 20), (30, 10)], (0, 0, 0)).done()
    operators = re.findall(rb"\b[hsS]\b", stream_of(read(document.content())))
    assert operators == [b"S"]


# -- wrong requests and errors


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (["print"], "GAME"),
        (["print", "chess"], "there's no game 'chess'"),
        (["print", "towers", "--paper", "a5"], "a5"),
        (["print", "towers", "--bleed", "9"], "'9' isn't a number from 0 to 3"),
        (["print", "towers", "--options", "deck=none"], "there's no deck 'none'"),
        (["print", "towers", "--options", "dck=none"], "no option 'dck'"),
        (["print", "towers", "no/where.pdf"], "there's no folder"),
        (["print", "towers", "there.pdf"], "already exists"),
    ],
)
def test_a_wrong_print_command_is_refused_with_a_reason(
    line: list[str], error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.pdf").write_bytes(b"mine")
    assert command_line.main(line, Frontend(print_game=print_game)) in (1, 2)
    assert error in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["there.pdf"]
    assert (tmp_path / "there.pdf").read_bytes() == b"mine"


def test_a_missing_print_library_is_explained_and_hides_the_button(
    app: App, robot: Robot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printing_order, "find_spec", lambda name: None)
    line = ["print", "towers", str(tmp_path / "it.pdf")]
    assert command_line.main(line, Frontend(print_game=print_game)) == 1
    assert "pip install 'topping-out[print]'" in capsys.readouterr().err
    robot.open(RulesPage(app.context, "towers"))
    assert robot.page.find("print") is None


def test_a_game_without_cards_prints_a_score_sheet_and_rules_with_figures(tmp_path: Path) -> None:
    assert len(read(make(PrintOrder("wyoming", tmp_path / "it.pdf"), PLAIN)).pages) == 3


def test_a_players_own_deck_is_printed_with_any_floor_names(home: Path, tmp_path: Path) -> None:
    own_decks_folder().mkdir(parents=True)
    names = ["W" * 20, "屋上庭園", "ПІДВАЛ", "ÉCOLE"]
    floors = "".join(
        f'[[floor]]\nname = "{name}"\ncount = 5\neffect = ["score 2", "draw 1", "score 1 per floor above"]\n'
        for name in names
    )
    (own_decks_folder() / "mine.toml").write_text(f'title = "Mine"\n{floors}', encoding="utf-8")
    target = tmp_path / "it.pdf"
    line = ["print", "towers", str(target), "--options", "deck=mine", "--cards", "mini", "--grey", "--no-backs"]
    assert command_line.main(line, Frontend(print_game=print_game)) == 0
    reader = read(target.read_bytes())
    texts = [page.extract_text() for page in reader.pages]
    words = "\n".join(texts[:-2])
    assert [words.count(name) for name in names] == [5 + 1] * 4, "on its cards and in the rules"
    assert any(f"{name}\n" in texts[-1] for name in names), "in its examples"
    lines = [line for page in reader.pages for line in page.get_contents().get_data().split(b"\n")]
    colours = {line for line in lines if line.endswith(b" rg")}
    assert all(len(set(colour.split()[:3])) == 1 for colour in colours)


def test_the_print_page_writes_the_file_and_reports_it(
    app: App, robot: Robot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_blank_cards("towers", monkeypatch)
    robot.open(RulesPage(app.context, "towers"))
    robot.click("print")
    assert isinstance(robot.page, PrintPage)
    robot.press("grey")
    robot.press("backs")
    robot.press("backs")  # from both sides over folding to none
    robot.widget("target").set_value(str(tmp_path / "it.pdf"))
    robot.press("use target")
    notice = robot.wait_for_top(Notice)
    assert notice.heading == "Saved", notice.text
    assert "(5 pages)" in notice.text
    assert len(read((tmp_path / "it.pdf").read_bytes()).pages) == 5
    robot.press("answer0")
    robot.press("use target")
    assert "already exists" in robot.wait_for_top(Notice).text


@pytest.mark.parametrize("name", ["a\0b.pdf", "no/where.pdf", "x" * 300])
def test_an_impossible_path_is_refused_and_leaves_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(PrintError):
        make(PrintOrder("icetowers", tmp_path / name), PLAIN)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("height", [30, 34, 41, 55, 76, 200])
def test_columns_of_printed_rules_are_full_and_keep_headings_with_their_text(height: float) -> None:
    words = [((0.0, f"line {number}", "text"),) if number % 5 else () for number in range(1, 40)]
    lines = [
        paper_rules.TextLine(each, 10.0 if each else 4.0, is_last=number % 5 != 1)
        for number, each in enumerate(words, start=1)
    ]
    columns = paper_rules._columns(lines, height)
    assert [line for column in columns for line in column if line.words] == [line for line in lines if line.words]
    for column in columns:
        assert column[0].words
        assert column[-1].is_last
        assert sum(line.height for line in column) <= height
    for column, following in pairwise(columns):
        taken, start = lines.index(column[0]), lines.index(following[0])
        together = 1 + next(number for number, line in enumerate(following) if line.is_last)
        assert sum(line.height for line in lines[taken : start + together]) > height
