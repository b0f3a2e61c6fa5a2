"""A game on paper: which paper, which cards, and the file into which they go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from topping_out.game.cli.frontend import CARDS, PAPERS, PrintOrder
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.options import Value
from topping_out.game.registry import load
from topping_out.game.text import plainly, sentence
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.pages.printing.order import print_into
from topping_out.scenes.pages.transfer import places
from topping_out.scenes.pages.transfer.fields import add_file
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.progress import ProgressDialog
from topping_out.scenes.ui.widgets import Stepper, Switch

PAPER_NAMES = (mark("A4"), mark("US Letter"))
CARD_NAMES = (mark("Poker size, 63 by 88 mm"), mark("Mini size, 44 by 68 mm"))


class PrintPage(ColumnPage):
    """A row for each choice, and a button that makes the PDF."""

    heading = mark("Print this game")
    column_width = 820.0
    back_label = mark("Back")

    def __init__(self, context: Context, game_name: str) -> None:
        super().__init__(context)
        self.game_name = game_name
        self.printing = table_of(game_name).make_printing()
        self.paper, self.cards, self.has_backs, self.is_grey = 0, 0, True, False
        game = load(game_name)
        offered = {option.key: option for seats in game.seats for option in game.options(seats)}
        self.offered = [offered[key] for key in self.printing.options if key in offered]
        self.options: dict[str, Value] = {option.key: option.default for option in self.offered}
        self._target = places.short(places.free_name(places.folders(), f"{places.NAME}-{game_name}", ".pdf"))
        self.pages = 0

    def put_rows(self, rows: Rows) -> None:
        rows.words("about", tr("A PDF to print and play away from the computer: with a score sheet and the rules."))
        names = [tr(name) for name in PAPER_NAMES]
        rows.put(Stepper("paper", tr("Paper"), "", names, self.paper, partial(self._choose, "paper")))
        if self.printing.faces(self.options):
            self._put_card_rows(rows)
        text = tr("All in shades of grey, with signs and colours that differ in lightness.")
        rows.put(Switch("grey", tr("Black and white"), text, self.is_grey, partial(self._choose, "is_grey")))
        add_file(rows, "target", self._target, tr("Save"), self._type, self._save)

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
        text = tr("Each page of cards is followed by their backs, for printing on both sides.")
        rows.put(Switch("backs", tr("Backs"), text, self.has_backs, partial(self._choose, "has_backs")))

    def _choose(self, field: str, value: int | bool) -> Transition:
        setattr(self, field, value)
        self.rebuild()
        return None

    def _choose_option(self, key: str, values: list[Value], place: int) -> Transition:
        self.options[key] = values[place]
        self.rebuild()
        return None

    def _type(self, text: str) -> Transition:
        self._target = text
        return None

    def _save(self) -> Transition:
        order = PrintOrder(
            self.game_name, places.long(self._target), self.options, PAPERS[self.paper], CARDS[self.cards],
            has_backs=self.has_backs, is_grey=self.is_grey,
        )  # fmt: skip
        return Push(ProgressDialog(self.context, tr("Print"), self._steps(order), self._saved))

    def _steps(self, order: PrintOrder) -> Iterator[tuple[int, int]]:
        self.pages = yield from print_into(order, table_of(self.game_name).printing)

    def _saved(self, error: Exception | None) -> Transition:
        if error:
            return Push(Notice(self.context, tr("Not saved"), sentence(plainly(error))))
        text = tr_count("Created {file} (1 page).", "Created {file} ({number} pages).", self.pages, file=self._target)
        return Push(Notice(self.context, tr("Saved"), text))
