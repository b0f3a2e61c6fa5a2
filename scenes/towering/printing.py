"""Printing Towering: cards with braille in its true size, and labels to punch with a slate and stylus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from topping_out.game.language import tr
from topping_out.game.options import Value, resolve
from topping_out.game.towering.actions import (
    COLOUR_LETTERS,
    DECK,
    CardId,
    Dots,
    braille_cells,
    card_words,
    colour_name,
    colour_of,
    number_of,
)
from topping_out.game.towering.core import SEATS
from topping_out.game.towering.rules import GAME

from ..kit.paper import POINT, Document, GamePrinting, Ink, PaintCard, PaperBox
from ..kit.theme import mix
from .art import (
    CARD_H,
    CARD_W,
    HEAD_HEIGHT,
    STRIP_HEIGHT,
    SUBJECT,
    SUBJECT_AT,
    ink_on,
    paint_blank,
    paint_subject,
    sign_of,
    site_colour,
)

DOT_RADIUS, DOT_PITCH, CELL_PITCH, LINE_PITCH = 0.75, 2.5, 6.0, 10.0
"""Radius of a braille dot, and distances of dots, cells and lines, in millimetres, as on slates and embossers."""
CELLS_PER_LABEL = 5
"""Width of a label, in cells."""


class ToweringPrinting(GamePrinting):
    options = ("colours", "rounds")
    card_width = CARD_W

    def faces(self, options: Mapping[str, Value]) -> Sequence[PaintCard]:
        """Return the cards of the colours in play, with all materials, although not every round uses all of them."""
        return [partial(_paint_card, card) for card in _cards(options)]

    def further(self, document: Document, options: Mapping[str, Value]) -> Iterator[None]:
        cards = _cards(options)
        while cards:
            cards = cards[_put_labels(document, cards) :]
            yield

    def score_rows(self, options: Mapping[str, Value]) -> Sequence[str]:
        colours = [f"   {colour_name(colour)}" for colour in range(_chosen(options, "colours"))]
        rows = []
        for number in range(_chosen(options, "rounds")):
            rows += [tr("Round {number}", number=number + 1), *colours]
        return rows


def _chosen(options: Mapping[str, Value], key: str) -> int:
    """Return the value of a numeric option, or its default if it is not among `options`."""
    return int(resolve(GAME.options(SEATS), options)[key])


def _cards(options: Mapping[str, Value]) -> list[CardId]:
    return [card for card in DECK if colour_of(card) < _chosen(options, "colours")]


def _paint_card(card: CardId, document: Document, box: PaperBox, rim: PaperBox) -> None:
    """Paint a card with braille in its true size; head and storey extend beyond its edges for the cutting."""
    theme, colour = document.theme, colour_of(card)
    k = min(box.width / CARD_W, box.height / CARD_H)
    left, top = box.x + (box.width - CARD_W * k) / 2, box.y + (box.height - CARD_H * k) / 2
    base = site_colour(theme, colour)
    ink = Ink(document, left, top, k, rim)
    ink.rect(-20, -20, CARD_W + 40, 20 + HEAD_HEIGHT - 2.6, base)
    ink.rect(-20, CARD_H - STRIP_HEIGHT, CARD_W / 2 + 20, STRIP_HEIGHT + 20, base)
    ink.rect(CARD_W / 2, CARD_H - STRIP_HEIGHT, CARD_W / 2 + 20, STRIP_HEIGHT + 20, mix(base, theme.ink, 0.3))
    paint_blank(ink, theme, colour, not number_of(card))
    ink.rect(-20, -20, 20.8, 20 + HEAD_HEIGHT - 2.6, base).rect(
        CARD_W - 0.8, -20, 20, 20 + HEAD_HEIGHT - 2.6, mix(base, theme.ink, 0.14)
    )
    paint_subject(ink.at(*SUBJECT_AT), theme, colour, number_of(card), SUBJECT)
    ink.done()
    _paint_braille(document, card, box.middle[0], top + (CARD_H - STRIP_HEIGHT / 2) * k)
    paint, size = ink_on(theme, colour), 29 * k / POINT
    y = top + (HEAD_HEIGHT / 2) * k
    document.text(sign_of(card), left + 9 * k, y, size, "title", paint)
    beside = left + 9 * k + document.width_of(sign_of(card), size, "title") + 5 * k
    document.text(COLOUR_LETTERS[colour], beside, y + 1.5 * k, 20 * k / POINT, "head", paint)


def _paint_braille(document: Document, card: CardId, x: float, y: float) -> None:
    """Paint a card's braille cells on a pale plate, centred at (x, y)."""
    theme, cells = document.theme, braille_cells(card)
    wide, high = (len(cells) - 1) * CELL_PITCH + DOT_PITCH, 2 * DOT_PITCH
    ink = Ink(document, x - wide / 2, y - high / 2)
    ink.rect(-2.5, -2.2, wide + 5, high + 4.4, theme.paper, 1.4)
    for number, dots in enumerate(cells):
        _paint_cell(ink, number * CELL_PITCH, 0, dots, theme.palette["ink"])
    ink.done()


def _paint_cell(
    ink: Ink, x: float, y: float, dots: Dots, paint: tuple[int, int, int], is_mirrored: bool = False
) -> None:
    """Paint a cell with dot 1 (if mirrored, dot 4) at (x, y); missing dots are specks."""
    for dot in range(1, 7):
        column, row = divmod(dot - 1, 3)
        if is_mirrored:
            column = 1 - column
        radius = DOT_RADIUS if dot in dots else 0.16
        ink.circle(x + column * DOT_PITCH, y + row * DOT_PITCH, radius, paint)


def _put_labels(document: Document, cards: Sequence[CardId]) -> int:
    """Put labels on a new page, each with the mirror image of a card's braille; return how many fitted.

    All cells of the page are on one grid, like those of a slate.
    """
    page = document.add_page()
    ink_colour, rim = document.theme.palette["ink"], (150, 150, 150)
    document.text(tr("Labels in braille"), page.width / 2, 16, 20, "title", ink_colour, "middle")
    words = PaperBox(18, 22, page.width - 36, 14)
    text = tr(
        "Punch the dots from this side with a slate and stylus: they rise on the other. "
        "Cut out the labels and stick them on the cards."
    )
    document.write(text, words, (11, 10, 9, 8), paint=ink_colour, align="middle")
    wide = CELLS_PER_LABEL * CELL_PITCH
    columns, rows = int((page.width - 16) // wide), int((page.height - 38 - 10) // LINE_PITCH)
    left = (page.width - columns * wide) / 2
    ink = Ink(document, 0, 0)
    shown = cards[: columns * rows]
    for number, card in enumerate(shown):
        row, column = divmod(number, columns)
        x, y = left + column * wide, 38 + row * LINE_PITCH
        ink.rect(x, y, wide, LINE_PITCH, rim, line=0.12)
        cells = braille_cells(card)
        for place, dots in enumerate(reversed(cells)):
            _paint_cell(
                ink, x + (place + 0.5) * CELL_PITCH - DOT_PITCH / 2, y + 3.7, dots, ink_colour, is_mirrored=True
            )
    ink.done()
    for number, card in enumerate(shown):
        row, column = divmod(number, columns)
        document.text(card_words(card), left + column * wide + 1.2, 38 + row * LINE_PITCH + 1.6, 5.5, paint=ink_colour)
    return len(shown)
