"""The players' scores in the results of a game: the table of the board, in rows from the winners down."""

from __future__ import annotations

from collections.abc import Callable

from topping_out.game.language import tr
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.kit import SMALLEST_TEXT, Kit
from topping_out.scenes.kit.prose import at_most
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.scene import MatchScene
from topping_out.scenes.ui.widgets import Rect, Widget

GAP = 6.0
"""Room between two rows."""


class Scores:
    """What the board says of each player; its first row are the headings, so players are numbered from 1."""

    def __init__(self, table: MatchScene) -> None:
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

    def details(self, number: int, kit: Kit, width: float) -> list[tuple[str, float]]:
        """Return the lines below the name in a row of that width, each with its size."""
        main, heads = self.board.main_column % len(self.rows[0]), self.rows[0]
        cells = zip(heads, self.rows[number])
        parts = [
            tr("{heading}: {value}", heading=head, value=cell)
            for column, (head, cell) in enumerate(cells)
            if column not in (0, main)
        ]
        words = " · ".join(parts)
        size, least = 13.5, SMALLEST_TEXT / kit.text_scale
        while len(lines := kit.wrap(words, width - 62, size)) > 1 and size - 0.5 > least:
            size -= 0.5
        return [(line, size) for line in at_most(lines, 2)]

    def height(self, number: int, kit: Kit, width: float) -> float:
        """Return how high a row of that width must be."""
        return (30 + 18 * len(self.details(number, kit, width))) * kit.text_scale + 12


class ScoreRow(Widget):
    """A player's result: who, the figure that decides, and the others in a line below.

    `counted` returns what is shown of the figure while the scores count up.
    """

    def __init__(self, scores: Scores, number: int, rect: Rect, counted: Callable[[str], str]) -> None:
        super().__init__(f"row {number}", rect)
        self.is_focusable = False
        self.scores, self.number, self.counted = scores, number, counted
        self.group = Group("scores", tr("Scores"), is_list=True)
        self.cells = scores.rows[number]

    @property
    def has_won(self) -> bool:
        return self.scores.has_won(self.number)

    def semantics(self) -> Semantics:
        heads = self.scores.rows[0][1:]
        cells = ", ".join(f"{head} {cell}" for head, cell in zip(heads, self.cells[1:]))
        return Semantics(Role.ITEM, f"{self.cells[0]}: {cells}", tr("winner") if self.has_won else "")

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r, text, scores = kit.theme, self.rect, kit.text_scale, self.scores
        fill, rim = ((*theme.brass, 46), theme.brass) if self.has_won else ((*theme.plate, 150), theme.rim)
        stage.blit(kit.plate(r.w, r.h, fill, rim, 1.2, 9), r.x, r.y)
        line = r.y + 6 + 14 * text
        stage.blit_centred(scores.board.badge(self.number - 1, 15), r.x + 26, line + 2)
        figure = kit.text(self.counted(scores.figure(self.number)), 26, "title")
        wide = kit.size_of(figure)[0]
        stage.blit_centred(figure, r.right - 14 - wide / 2, line + kit.lift("title", 26))
        room = r.w - 50 - wide - 28
        name = kit.text(kit.fit(self.cells[0], room, 17, "bold"), 17, "bold")
        stage.blit(name, r.x + 48, line - kit.size_of(name)[1] / 2)
        for number, (words, size) in enumerate(scores.details(self.number, kit, r.w)):
            stage.blit(kit.text(words, size, "body", theme.mist), r.x + 48, r.y + 6 + (28 + 18 * number) * text)
