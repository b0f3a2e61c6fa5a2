"""Reads the texts on the printed sheets of a game, page by page."""

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
    """The printed texts of a game with these options."""

    options: Mapping[str, Value]
    cards: list[str]
    """The texts of all cards, in the order of pages."""
    further: list[str]
    rows: list[str]
    """The rows of the score sheet between its head and the total."""

    @property
    def texts(self) -> list[Text]:
        """All texts except the rows of the score sheet."""
        return [*(Text("a card", text) for text in self.cards), *(Text("a sheet", text) for text in self.further)]


class RecordedDocument(Document):
    """A document that records the texts on each page, before they are broken into lines."""

    made: "RecordedDocument"
    """The last document."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.written: list[list[str]] = []
        self._is_writing = False
        RecordedDocument.made = self

    def draw(self, context: Any) -> None:
        """Draw nothing: shapes take long."""

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
    """Print a game, and return its texts."""
    monkeypatch.setattr(paper, "Document", RecordedDocument)
    order = PrintOrder(game, folder / "it.pdf", options, has_backs=False, may_replace=True)
    for _ in print_into(order, table_of(game).printing):
        pass
    *pages, score_sheet, _ = RecordedDocument.made.written
    count = math.ceil(len(table_of(game).make_printing().faces(options)) / CARDS_ON_A_PAGE)
    return Sheets(
        options,
        [text for page in pages[:count] for text in page],
        [text for page in pages[count:] for text in page],
        score_sheet[2:-1],
    )


def printed_rules(game: str) -> str:
    """Return the text of the page of rules, as one line."""
    sheets = RecordedDocument("a4", "")
    put_rules(sheets, load_rules(game))
    return re.sub(r" (?=[.,:;])", "", " ".join(sheets.written[-1][1:]))


def most_players(game: str) -> int:
    return max(registry.load(game).seats)


def number(words: str) -> int:
    """Return a number written as a word or in figures."""
    words = words.lower()
    return int(words) if words.isdigit() else TENS.get(words) or NUMBERS.index(words)


def numbers(*words: str) -> list[int]:
    return [number(word) for word in words]
