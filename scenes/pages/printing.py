"""Printing a game to a PDF."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from topping_out.game import registry
from topping_out.game.cli.frontend import BACKS, CARDS, LARGEST_SHIFT, PAPERS, PrintOrder
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.options import Value
from topping_out.game.registry import load
from topping_out.game.storage.files import cannot_write, free_path, why_not_at, write_atomic
from topping_out.game.storage.translations import rules_in_play
from topping_out.game.text import plainly, sentence, with_minus

from ..manager import Push, Transition
from ..match.definition import table_of
from ..system.context import Context
from ..ui.column import ColumnPage, Notice, ProgressDialog, Rows
from ..ui.widgets import Stepper, Switch
from . import transfer
from .transfer import add_file

# -- order


PAGES_AFTER_CARDS = 5
"""Estimate of how many pages follow the cards, for the progress bar."""


class PrintError(ValueError):
    """A game could not be printed; the message says why."""


def can_print() -> bool:
    """Tell whether fpdf2 is installed, which the `print` extra brings."""
    return find_spec("fpdf") is not None


def print_into(order: PrintOrder, place: str) -> Generator[tuple[int, int], None, int]:
    """Make the file from the `GamePrinting` at `place`; yield the pages done and an estimate of their total.

    Returns the number of pages. Raises PrintError, and then leaves no file.
    """
    if not can_print():
        raise PrintError(tr("printing needs fpdf2: run `pip install 'topping-out[print]'`"))
    from ..kit.paper import CARD_SIZES, Backs, Document, GamePrinting, best_page, put_cards, put_score_sheet
    from ..kit.paper_rules import put_figures, put_rules

    if problem := why_not_at(order.path, order.may_replace):
        raise PrintError(problem)
    game = registry.load(order.game)
    printing = registry.make(order.game, place, GamePrinting)
    document = Document(order.paper, game.title, order.is_grey)
    width, height = CARD_SIZES[order.cards]
    size = (height, width) if printing.is_landscape else (width, height)
    faces, is_folded = printing.faces(order.options), order.backs == "fold"
    sheets = math.ceil(len(faces) / best_page(document, len(faces), size, order.bleed, is_folded)[1])
    total = sheets * (2 if order.backs == "duplex" else 1) + PAGES_AFTER_CARDS
    backs = None if order.backs == "none" else Backs(printing.back, is_folded, order.shift)
    for _ in put_cards(document, faces, backs, size, order.bleed, printing.unbacked):
        yield document.pages, total
    for _ in printing.further(document, order.options):
        yield min(document.pages, total - 1), total
    put_score_sheet(document, game.title, max(game.seats), printing.score_rows(order.options))
    rules = rules_in_play(order.game, order.options, for_paper=True)
    put_rules(document, rules)
    put_figures(document, rules, table_of(order.game).figures(order.options))
    yield total - 1, total
    try:
        write_atomic(order.path, document.content(), order.may_replace)
    except OSError as error:
        message = cannot_write(order.path, error)
        raise PrintError(message) from None
    return document.pages


# -- printing


PAPER_NAMES = (mark("A4"), mark("US Letter"))
CARD_NAMES = (mark("Poker size, 63 by 88 mm"), mark("Mini size, 44 by 68 mm"))
BACK_NAMES = (mark("On the other side"), mark("Beside the faces, to fold over"), mark("No backs"))
SHIFTS = [step / 2 for step in range(-2 * LARGEST_SHIFT, 2 * LARGEST_SHIFT + 1)]
"""The choices for moving the backs, in millimetres."""


class PrintPage(ColumnPage):
    """The options of a printout, and a button that makes the PDF."""

    heading = mark("Print this game")
    column_width = 820.0

    def __init__(self, context: Context, game_name: str) -> None:
        super().__init__(context)
        self.game_name = game_name
        self.printing = table_of(game_name).make_printing()
        self.paper, self.cards, self.backs, self.is_grey = 0, 0, 0, False
        self.right, self.down = (SHIFTS.index(0),) * 2
        game = load(game_name)
        offered = {option.key: option for seats in game.seats for option in game.options(seats)}
        self.offered = [offered[key] for key in self.printing.options if key in offered]
        self.options: dict[str, Value] = {option.key: option.default for option in self.offered}
        self._target = transfer.short(free_path(transfer.folder(), f"{transfer.NAME}-{game_name}", ".pdf"))
        self.pages = 0

    def put_rows(self, rows: Rows) -> None:
        rows.words("about", tr("A PDF to print and play away from the computer, with a score sheet and the rules."))
        names = [tr(name) for name in PAPER_NAMES]
        rows.put(Stepper("paper", tr("Paper"), "", names, self.paper, partial(self._choose, "paper")))
        if self.printing.faces(self.options):
            self._put_card_rows(rows)
        text = tr("All in shades of grey, with symbols and colours that differ in lightness.")
        rows.put(Switch("grey", tr("Black and white"), text, self.is_grey, partial(self._choose, "is_grey")))
        add_file(rows, "target", self._target, tr("Save"), partial(setattr, self, "_target"), self._save)

    def _put_card_rows(self, rows: Rows) -> None:
        names = [tr(name) for name in CARD_NAMES]
        text = tr("Marks at the edge of each page show where to cut.")
        rows.put(Stepper("cards", tr("Cards"), text, names, self.cards, partial(self._choose, "cards")))
        for option in self.offered:
            values = [value for value, _ in option.choices]
            labels = [tr(label) for _, label in option.choices]
            at = values.index(self.options[option.key])
            change = partial(self._choose_option, option.key, values)
            rows.put(Stepper(option.key, option.title, "", labels, at, change))
        text = tr("For printing on both sides, each page of cards is followed by their backs.")
        names = [tr(name) for name in BACK_NAMES]
        rows.put(Stepper("backs", tr("Backs"), text, names, self.backs, partial(self._choose, "backs")))
        if BACKS[self.backs] == "duplex":
            labels = [tr("{number} mm", number=with_minus(f"{shift:g}")) for shift in SHIFTS]
            text = tr("If your printer puts the backs too far to the left, move them to the right.")
            change = partial(self._choose, "right")
            rows.put(Stepper("right", tr("Move backs to the right"), text, labels, self.right, change))
            rows.put(Stepper("down", tr("Move backs down"), "", labels, self.down, partial(self._choose, "down")))

    def _choose(self, field: str, value: int | bool) -> None:
        setattr(self, field, value)
        self.rebuild()

    def _choose_option(self, key: str, values: list[Value], place: int) -> None:
        self.options[key] = values[place]
        self.rebuild()

    def _save(self) -> Transition:
        order = PrintOrder(
            self.game_name, transfer.long(self._target), self.options, PAPERS[self.paper], CARDS[self.cards],
            backs=BACKS[self.backs], shift=(SHIFTS[self.right], SHIFTS[self.down]), is_grey=self.is_grey,
        )  # fmt: skip
        return Push(ProgressDialog(self.context, tr("Print"), self._steps(order), partial(self._saved, order.path)))

    def _steps(self, order: PrintOrder) -> Iterator[tuple[int, int]]:
        self.pages = yield from print_into(order, table_of(self.game_name).printing)

    def _saved(self, path: Path, error: Exception | None) -> Transition:
        if error:
            return Push(Notice(self.context, tr("Not saved"), sentence(plainly(error))))
        text = tr_count("Created {file} (1 page).", "Created {file} ({number} pages).", self.pages, file=self._target)
        return Push(Notice(self.context, tr("Saved"), text, file=path))
