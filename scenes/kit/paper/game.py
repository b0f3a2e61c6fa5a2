"""What a game has to print: its cards or pieces, further pages of its own, and the rows of its score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from topping_out.game.language import tr
from topping_out.game.options import Value
from topping_out.scenes.kit.paper.cards import PaintCard
from topping_out.scenes.kit.paper.drawing import Document, Ink, PaperBox

HEAD, ROW = 16.0, 8.5
"""Height of a score sheet's head and of its rows."""
LABEL = 46.0
"""Width of what stands before a row."""


class GamePrinting:
    """What a game has to print; this is one without cards, whose games count as won or lost."""

    is_landscape = False
    """Whether its cards lie on their side."""
    options: tuple[str, ...] = ()
    """Keys of the game's options that change what is printed."""

    def faces(self, options: Mapping[str, Value]) -> Sequence[PaintCard]:
        """Return what paints each of the cards, in the order of the sheets."""
        return ()

    def back(self, document: Document, box: PaperBox, rim: PaperBox) -> None:
        """Paint the back of a card."""

    def further(self, document: Document, options: Mapping[str, Value]) -> Iterator[None]:
        """Put further pages after the cards; yield after each."""
        yield from ()

    def score_rows(self, options: Mapping[str, Value]) -> Sequence[str]:
        """Return what stands before the rows of a score sheet; an empty one is a row of its own without words."""
        return [tr("Game {number}", number=number + 1) for number in range(12)]


def put_score_sheet(document: Document, title: str, players: int, rows: Sequence[str]) -> None:
    """Put a table on a page: a column for each player, a row for each line, and the total."""
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
