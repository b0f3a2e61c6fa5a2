"""All puzzles of one game, the easiest first."""

from __future__ import annotations

from topping_out.game import roster
from topping_out.game.bots.puzzles.motifs import MOTIFS
from topping_out.game.bots.puzzles.progress import Progress
from topping_out.game.bots.puzzles.puzzle import Puzzle
from topping_out.game.language import mark, tr
from topping_out.game.registry import load
from topping_out.game.storage.history.puzzle_tries import PuzzleTries
from topping_out.scenes import routes
from topping_out.scenes.match.puzzles.task import title
from topping_out.scenes.pages.puzzles.overview import standing
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.widgets import Button, ListRow, Widget


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

    def put_rows(self, rows: Rows) -> None:
        rows.put(ListRow("standing", standing(self.progress), tr("Your first try at each counts towards your rating.")))
        if any(puzzle.is_deep for puzzle in self.progress.puzzles.values()):
            about = tr(
                "Only a long search finds their answers. Their rating shows how clearly the best play stands out."
            )
            rows.put(ListRow("deep", tr("Deep puzzles"), about))
        for number, puzzle in enumerate(self.progress.puzzles.values(), 1):
            # Translators: {puzzle} is such as "Puzzle 7" or "Puzzle 7 · deep".
            label = tr("{puzzle} · rating {rating}", puzzle=title(puzzle, number), rating=round(puzzle.rating))
            press = self.opens(routes.PUZZLE, self.game, puzzle.name)
            rows.put(Button(f"puzzle {number}", label, press, detail=self._about(puzzle)))

    def _about(self, puzzle: Puzzle) -> str:
        """Return how it went so far, and what the puzzle is about."""
        motif = tr(MOTIFS[puzzle.motif][0])
        if puzzle.name in self.progress.solved:
            if self.progress.first.get(puzzle.name):
                return tr("{motif}: solved on the first try", motif=motif)
            return tr("{motif}: solved", motif=motif)
        if puzzle.name in self.progress.first:
            return tr("Tried, but not solved yet")
        if puzzle.is_deep:
            return tr("New: only a long search finds it")
        level = next((level for level, share in puzzle.finds.items() if share >= 0.5), [*puzzle.finds][-1])
        return tr("New: about level {level}", level=roster.level_words(level))
