"""Cards on sheets: as many as fit, with marks for the knife, and their backs for the other side of the paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from topping_out.scenes.kit.paper.drawing import Document, Ink, PaperBox

CARD_SIZES = {"poker": (63.0, 88.0), "mini": (44.0, 68.0)}
"""Width and height of upright cards, by name."""
MARGIN = 5.0
"""What most printers leave white at the rim of a page."""
MARK, GAP = 3.0, 0.6
"""Length of the knife's marks, and how far they stay away from the cards' colour."""
HAIR = 0.15

PaintCard = Callable[[Document, PaperBox, PaperBox], None]
"""Paints a card that fills the first box; where its colour runs to the edge, up to the rim of the second one."""


def grid(page: PaperBox, size: tuple[float, float], bleed: float) -> list[PaperBox]:
    """Return where cards lie on a page, row by row, the whole in its middle."""
    width, height = size[0] + 2 * bleed, size[1] + 2 * bleed
    columns = max(1, math.floor((page.width - 2 * MARGIN) / width))
    rows = max(1, math.floor((page.height - 2 * MARGIN) / height))
    left, top = (page.width - columns * width) / 2 + bleed, (page.height - rows * height) / 2 + bleed
    return [PaperBox(left + x * width, top + y * height, *size) for y in range(rows) for x in range(columns)]


def cards_to_a_page(document: Document, size: tuple[float, float], bleed: float) -> int:
    width, height = document.paper if size[0] < size[1] else reversed(document.paper)
    return len(grid(PaperBox(0, 0, width, height), size, bleed))


def put_cards(
    document: Document, faces: Sequence[PaintCard], back: PaintCard | None, size: tuple[float, float], bleed: float
) -> Iterator[None]:
    """Put cards on as many pages as they need; with a back, each page is followed by one for its other side.

    Yields after each page. Backs lie in the middle of the page too, so they meet the faces however the paper is turned.
    """
    is_landscape = size[0] > size[1]
    done = 0
    while done < len(faces):
        page = document.add_page(is_landscape)
        places = grid(page, size, bleed)
        _put_marks(document, page, places, bleed)
        for face, box in zip(faces[done:], places):
            face(document, box, box.grown(bleed))
        yield
        if back:
            document.add_page(is_landscape)
            for box in places:
                back(document, box, box.grown(bleed))
            yield
        done += len(places)


def _put_marks(document: Document, page: PaperBox, places: Sequence[PaperBox], bleed: float) -> None:
    """Draw short lines at the rim of the page, where the knife goes."""
    grey = (120, 120, 120)
    ink = Ink(document, 0, 0)
    left, top = min(box.x for box in places) - bleed - GAP, min(box.y for box in places) - bleed - GAP
    right, foot = max(box.right for box in places) + bleed + GAP, max(box.foot for box in places) + bleed + GAP
    for x in sorted({edge for box in places for edge in (box.x, box.right)}):
        ink.line([(x, top - MARK), (x, top)], grey, HAIR).line([(x, foot), (x, foot + MARK)], grey, HAIR)
    for y in sorted({edge for box in places for edge in (box.y, box.foot)}):
        ink.line([(left - MARK, y), (left, y)], grey, HAIR).line([(right, y), (right + MARK, y)], grey, HAIR)
    ink.done()
