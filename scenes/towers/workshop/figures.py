"""What bots have shown of one deck or two, as a table: a row for each figure and each floor, a column for each deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topping_out.game.language import tr, tr_context
from topping_out.game.text import dots, labelled, semicolons
from topping_out.game.towers.floors import Deck
from topping_out.game.towers.workshop.measure import Measures
from topping_out.game.towers.workshop.words import measure_rows
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.ui.layout import Box, Text, fill, row, sized
from topping_out.scenes.ui.widgets import ListRow

CELL, ONLY_CELL = 0.3, 0.6
"""A column's share of the width: of two, and of one."""

Found = Sequence[tuple[Deck, Measures]]


class FigureRow(ListRow):
    """A row of the table; `help` is what a listener hears of its cells."""

    def __init__(self, name: str, title: str, cells: Sequence[str], help: str, is_head: bool = False) -> None:
        super().__init__(name, title, help)
        self.cells, self.is_head = cells, is_head

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 16.0, 16.0

    def words(self, kit: Kit, width: float) -> Box:
        theme = kit.theme
        face, ink = ("bold", theme.brass) if self.is_head else ("body", theme.paper)
        wide = width * (CELL if len(self.cells) > 1 else ONLY_CELL)
        cells = (sized(Text(cell, 14.5, face, ink, align=1), wide) for cell in self.cells)
        return row(fill(Text(self.title, 14.5, "bold")), *cells, gap=14)

    def height_for(self, kit: Kit, width: float) -> float:
        room = width - sum(self.sides(kit, width))
        return self.words(kit, room).height_for(kit, room) + self.pad


def figure_rows(found: Found) -> Iterator[FigureRow]:
    """Yield the rows that tell what was measured: the decks as wholes, then every floor of them."""
    titles = [tr(deck.title) for deck, _ in found]
    if len(found) > 1:
        yield FigureRow("decks compared", tr("Deck"), titles, semicolons(titles), is_head=True)
    told = [dict(measure_rows(measures)) for _, measures in found]
    for number, title in enumerate(told[0]):
        cells = [each[title] for each in told]
        yield FigureRow(f"figure {number}", title, cells, _beside(titles, cells))
    heads = dots((
        tr_context("heading of a column", "built"), tr_context("heading of a column", "claimed"),
        tr_context("heading of a column", "points"),
    ))  # fmt: skip
    about = tr("How often each is built per game, how often it's then claimed, and its points each time.")
    yield FigureRow("floors compared", tr("Floors"), [heads] * len(found), about, is_head=True)
    names = dict.fromkeys(floor.name for deck, _ in found for floor in deck.floors)
    for number, name in enumerate(names):
        has = [any(floor.name == name for floor in deck.floors) for deck, _ in found]
        cells = [_cell(measures, name) if there else "–" for (_, measures), there in zip(found, has)]
        words = [_in_words(measures, name) if there else "" for (_, measures), there in zip(found, has)]
        yield FigureRow(f"figure of {number}", tr(name), cells, _beside(titles, words))


def _cell(found: Measures, name: str) -> str:
    claimed = tr("{percent}%", percent=round(100 * found.claimed(name)))
    return dots([f"{found.built(name):.1f}", claimed, f"{found.per_card(name):.1f}"])


def _in_words(found: Measures, name: str) -> str:
    return tr(
        "built {times} times a game, claimed {share}% of the time, {points} points each time",
        times=f"{found.built(name):.1f}", share=round(100 * found.claimed(name)), points=f"{found.per_card(name):.1f}",
    )  # fmt: skip


def _beside(titles: Sequence[str], words: Sequence[str]) -> str:
    """Return what there is of one deck, or of each of several with its title."""
    if len(titles) == 1:
        return words[0]
    return semicolons(labelled(title, each) for title, each in zip(titles, words) if each)
