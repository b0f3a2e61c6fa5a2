"""The players' scores in the results of a game: the table of the board, in rows from the winners down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.text import commas, dots, labelled
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import SMALLEST_TEXT, Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.board import Board
from topping_out.scenes.ui.card import Card, result_paints
from topping_out.scenes.ui.layout import Box, Text, column, fill, fitting, level, row
from topping_out.scenes.ui.widgets import Rect

GAP = 6.0
"""Room between two rows."""


class FinishedTable(Protocol):
    """What the results need of the table whose game is over."""

    match: Match
    board: Board

    @property
    def view(self) -> Any: ...
    @property
    def humans(self) -> Sequence[Seat]: ...


class Scores:
    """What the board says of each player; its first row are the headings, so players are numbered from 1."""

    def __init__(self, table: FinishedTable) -> None:
        self.table, self.board = table, table.board
        self.rows = table.board.results(table.view)

    def has_won(self, number: int) -> bool:
        return self.board.has_won(number - 1, self.table.view)

    def figure(self, number: int) -> str:
        """Return the figure that decides."""
        return str(self.rows[number][self.board.main_column])

    def ranked(self) -> list[int]:
        """Return the numbers of the rows: the winners, then the others by the figure that decides."""

        def value(number: int) -> int:
            cell = self.figure(number).replace("−", "-")
            return int(cell) if cell.lstrip("-").isdigit() else 0

        return sorted(range(1, len(self.rows)), key=lambda number: (not self.has_won(number), -value(number)))

    def details(self, number: int) -> str:
        """Return what stands below the name: all figures but the one that decides."""
        main, heads = self.board.main_column % len(self.rows[0]), self.rows[0]
        cells = enumerate(zip(heads, self.rows[number]))
        return dots(
            tr("{heading}: {value}", heading=head, value=cell)
            for place, (head, cell) in cells if place not in (0, main)
        )  # fmt: skip


class ScoreRow(Card):
    """A player's result: who, the figure that decides, and the others in a line below.

    `counted` returns what is shown of the figure while the scores count up.
    """

    pad = 10.0

    def __init__(self, scores: Scores, number: int, counted: Callable[[str], str]) -> None:
        super().__init__(f"row {number}")
        self.is_focusable = False
        self.scores, self.number, self.counted = scores, number, counted
        self.group = Group("scores", tr("Scores"), is_list=True)
        self.cells = scores.rows[number]

    @property
    def has_won(self) -> bool:
        return self.scores.has_won(self.number)

    def semantics(self) -> Semantics:
        heads = self.scores.rows[0][1:]
        cells = commas(f"{head} {cell}" for head, cell in zip(heads, self.cells[1:]))
        return Semantics(Role.ITEM, labelled(self.cells[0], cells), tr("winner") if self.has_won else "")

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 48.0, 14.0

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return result_paints(kit, self.has_won)

    def words(self, kit: Kit, width: float) -> Box:
        """Return the name with the figure that decides, and below it the others: in one line if that can be read."""
        figure = Text(self.counted(self.scores.figure(self.number)), 26, "title")
        name, words = Text(self.cells[0], 17, "bold", most=1), self.scores.details(self.number)
        sizes = [size for size in (13.5, 12, 10.5, 9.5) if size * kit.text_scale >= SMALLEST_TEXT]
        details = [Text(words, size, colour=kit.theme.mist, most=2) for size in sizes]
        in_a_line = Rect(0, 0, width, kit.line(13.5))
        below = fitting(kit, in_a_line, [*details, details[0]])
        return column(row(fill(level(name)), figure), below, gap=0)

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r = self.rect
        stage.blit_centred(self.scores.board.badge(self.number - 1, 15), r.x + 26, r.y + 5 + kit.line(26) / 2)
