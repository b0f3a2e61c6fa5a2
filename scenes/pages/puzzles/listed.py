"""All puzzles of one game, the easiest first."""

from __future__ import annotations

from functools import partial

from game import roster
from game.bots.puzzles.motifs import MOTIFS
from game.bots.puzzles.progress import Progress
from game.bots.puzzles.puzzle import Puzzle
from game.language import mark, tr
from game.registry import load
from game.storage.puzzle_tries import PuzzleTries
from scenes import routes
from scenes.manager import Push, Transition
from scenes.pages.puzzles.overview import standing
from scenes.system.context import Context
from scenes.ui.column import ColumnLayout, ColumnPage
from scenes.ui.widgets import Button, Rect, Row, Widget


class PuzzleListPage(ColumnPage):
    """A button for each puzzle. What it is about is told once it is solved."""

    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game = game
        self.progress = Progress(game, PuzzleTries())

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Puzzles of {game}", game=load(self.game).title)

    def enter(self) -> None:
        self.progress = Progress(self.game, PuzzleTries())
        super().enter()

    def initial_focus(self) -> Widget | None:
        """Begin with the puzzle that fits the player."""
        puzzle = self.progress.next()
        return self.find(f"puzzle {self.progress.number_of(puzzle)}") if puzzle else super().initial_focus()

    def column(self, width: float) -> list[Widget]:
        stack = ColumnLayout(self.kit, width)
        stack.row(Row("standing", Rect(0, 0, 0, 0), standing(self.progress), tr("First tries count for the rating.")))
        for number, puzzle in enumerate(self.progress.puzzles.values(), 1):
            label = tr("Puzzle {number} · rating {rating}", number=number, rating=round(puzzle.rating))
            press = partial(self._open, puzzle.name)
            button = Button(f"puzzle {number}", Rect(0, 0, 0, 0), label, press, detail=self._about(puzzle))
            stack.put(button, 28 + 40 * self.kit.text_scale)
        return stack.widgets

    def _about(self, puzzle: Puzzle) -> str:
        """Return how it went so far, and what the puzzle is about."""
        motif = tr(MOTIFS[puzzle.motif][0])
        if puzzle.name in self.progress.solved:
            if self.progress.first.get(puzzle.name):
                return tr("{motif}: solved at the first try", motif=motif)
            return tr("{motif}: solved", motif=motif)
        if puzzle.name in self.progress.first:
            return tr("Tried, and not solved yet")
        levels = [level for level, share in puzzle.finds.items() if share >= 0.5]
        if not levels:
            return tr("New: no bot finds it more often than not")
        return tr("New: found by a bot of level {level}", level=roster.level_words(levels[0]))

    def _open(self, name: str) -> Transition:
        return Push(routes.PUZZLE(self.context, self.game, name))
