"""What is written on the sheets that the program prints of a game, page by page."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.scenes.rules_shown.walk import Text
from topping_out.game import registry
from topping_out.game.cli.frontend import PrintOrder
from topping_out.game.options import Value
from topping_out.game.storage.translations import load_rules
from topping_out.scenes.kit import paper
from topping_out.scenes.kit.paper import Document, put_rules
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.pages.printing import print_into

CARDS_ON_A_PAGE = 9
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen",
)  # fmt: skip
TENS = {"thirty": 30, "sixty": 60}


@dataclass
class Sheets:
    """What is printed of a game with these options, as whole texts."""

    options: Mapping[str, Value]
    cards: list[str]
    """In the order of the pages: the texts of all cards."""
    further: list[str]
    rows: list[str]
    """Of the score sheet, between its head and the total."""

    @property
    def texts(self) -> list[Text]:
        """All but the rows."""
        return [*(Text("a card", text) for text in self.cards), *(Text("a sheet", text) for text in self.further)]


class Watched(Document):
    """A document that keeps what is written on each page; what breaks into lines is kept whole."""

    made: "Watched"
    """The last one."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.written: list[list[str]] = []
        self._is_writing = False
        Watched.made = self

    def draw(self, context: Any) -> None:
        """Leave out shapes, which take long."""

    def add_page(self, is_landscape: bool = False) -> Any:
        self.written.append([])
        return super().add_page(is_landscape)

    def text(self, text: str, *more: Any, **named: Any) -> None:
        if not self._is_writing:
            self.written[-1].append(text)
        super().text(text, *more, **named)

    def write(self, text: str, *more: Any, **named: Any) -> float:
        self.written[-1].append(text)
        self._is_writing = True
        try:
            return super().write(text, *more, **named)
        finally:
            self._is_writing = False


def printed(monkeypatch: pytest.MonkeyPatch, game: str, options: Mapping[str, Value], folder: Path) -> Sheets:
    """Print a game, and return what is written."""
    monkeypatch.setattr(paper, "Document", Watched)
    order = PrintOrder(game, folder / "it.pdf", options, has_backs=False, may_replace=True)
    for _ in print_into(order, table_of(game).printing):
        pass
    *pages, score_sheet, _ = Watched.made.written
    count = math.ceil(len(table_of(game).make_printing().faces(options)) / CARDS_ON_A_PAGE)
    return Sheets(
        options,
        [text for page in pages[:count] for text in page],
        [text for page in pages[count:] for text in page],
        score_sheet[2:-1],
    )


def printed_rules(game: str) -> str:
    """Return what is written on the page of rules, word by word."""
    sheets = Watched("a4", "")
    put_rules(sheets, load_rules(game))
    return re.sub(r" (?=[.,:;])", "", " ".join(sheets.written[-1][1:]))


def most_players(game: str) -> int:
    return max(registry.load(game).seats)


def number(words: str) -> int:
    """Return a number that is written as a word or in figures."""
    words = words.lower()
    return int(words) if words.isdigit() else TENS.get(words) or NUMBERS.index(words)


def numbers(*words: str) -> list[int]:
    return [number(one) for one in words]
