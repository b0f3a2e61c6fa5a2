"""A page of text in columns: headings, paragraphs with bold words, lists, notes and tables, as large as fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from topping_out.game.rules_text import Block, RulesText
from topping_out.scenes.kit.breaks import pieces
from topping_out.scenes.kit.paper.drawing import LEADING, POINT, Document, PaperBox
from topping_out.scenes.kit.theme import mix

COLUMNS, GUTTER, MARGIN = 2, 8.0, 12.0
TITLE, TITLE_ROOM = 22.0, 14.0
SIZES = tuple(10 - step / 4 for step in range(21))
"""Sizes of the letters in points, down to 5; the largest that fits is taken."""


@dataclass(frozen=True)
class TextLine:
    """A line of the text: its words, each with where it begins and its face, and how much room it takes."""

    words: tuple[tuple[float, str, str], ...]
    height: float
    is_quiet: bool = False
    is_last: bool = True
    """Whether a column may end after it."""


def put_rules(document: Document, rules: RulesText) -> None:
    """Put the rules of a game on a page, without pictures and without what only the program has."""
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


def _columns(lines: list[TextLine], height: float) -> list[list[TextLine]]:
    """Return the lines by columns of a height; a heading stays with what follows it."""
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
        if line.words or columns[-1]:  # no column begins with a gap
            columns[-1].append(line)
            room -= line.height
    return columns


def _lines(document: Document, rules: RulesText, width: float, size: float) -> Iterator[TextLine]:
    step = size * POINT * LEADING
    for block in rules.opening:
        yield from _block(document, block, width, size)
    for section in rules.sections:
        if section.is_for_screen:
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
    """Yield the lines of a text, each as its words with their places and faces."""
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
    """Yield a table's lines; each column is as wide as its longest cell needs, the last takes what is left."""
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
