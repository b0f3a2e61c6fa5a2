"""From an order to a file: cards, further pages, score sheet and rules of a game, as a PDF."""

from __future__ import annotations

import math
from collections.abc import Generator
from importlib.util import find_spec

from topping_out.game import registry
from topping_out.game.cli.frontend import PrintOrder
from topping_out.game.language import tr
from topping_out.game.storage.files import cannot_write, is_there, write_atomic
from topping_out.game.storage.translations.texts import load_rules

FURTHER_PAGES = 4
"""About so many follow the cards."""


class PrintError(ValueError):
    """A game could not be printed; the message says why."""


def can_print() -> bool:
    """Tell whether the library is there, which an extra of the installation brings."""
    return find_spec("fpdf") is not None


def print_into(order: PrintOrder, place: str) -> Generator[tuple[int, int], None, int]:
    """Make the file from the `GamePrinting` at `place`; yield how many pages are made, of about how many.

    Returns the number of pages. Raises PrintError, with nothing left behind.
    """
    if not can_print():
        raise PrintError(tr("printing needs fpdf2: run `pip install 'topping-out[print]'`"))
    from topping_out.scenes.kit.paper.cards import CARD_SIZES, cards_to_a_page, put_cards
    from topping_out.scenes.kit.paper.drawing import Document
    from topping_out.scenes.kit.paper.flow import put_rules
    from topping_out.scenes.kit.paper.game import GamePrinting, put_score_sheet

    _check_place(order)
    game = registry.load(order.game)
    printing = registry.make(order.game, place, GamePrinting)
    document = Document(order.paper, game.title, order.is_grey)
    width, height = CARD_SIZES[order.cards]
    size = (height, width) if printing.is_landscape else (width, height)
    faces = printing.faces(order.options)
    sheets = math.ceil(len(faces) / cards_to_a_page(document, size, order.bleed))
    total = sheets * (1 + order.has_backs) + FURTHER_PAGES
    for _ in put_cards(document, faces, printing.back if order.has_backs else None, size, order.bleed):
        yield document.pages, total
    for _ in printing.further(document, order.options):
        yield min(document.pages, total - 1), total
    put_score_sheet(document, game.title, max(game.seats), printing.score_rows(order.options))
    put_rules(document, load_rules(order.game))
    yield total - 1, total
    try:
        write_atomic(order.path, document.content(), order.may_replace)
    except OSError as error:
        message = cannot_write(order.path, error)
        raise PrintError(message) from None
    return document.pages


def _check_place(order: PrintOrder) -> None:
    """Raise PrintError where the file cannot be."""
    try:
        if not order.may_replace and is_there(order.path):
            raise PrintError(tr("{file} already exists: name another file", file=order.path))
        if not order.path.absolute().parent.is_dir():
            raise PrintError(tr("there is no folder {folder}: name another", folder=order.path.absolute().parent))
    except OSError as error:
        raise PrintError(f"{order.path}: {error.strerror or error}") from None
