"""The puzzles of all games: how many are solved, how good the player is at them, and which one comes next."""

from __future__ import annotations

from topping_out.game.bots.puzzles.progress import Progress
from topping_out.game.bots.puzzles.puzzle import puzzles_of
from topping_out.game.language import mark, tr
from topping_out.game.registry import load
from topping_out.game.storage.history.puzzle_tries import PuzzleTries
from topping_out.scenes import routes
from topping_out.scenes.match import definition
from topping_out.scenes.match.puzzles.task import title
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.widgets import Button, ListRow, Widget


class PuzzlesPage(ColumnPage):
    """For each game the next puzzle, and the way to all of them."""

    heading = mark("Puzzles")
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._look()

    def _look(self) -> None:
        self.tries = PuzzleTries()
        games = (name for name in definition.playable() if puzzles_of(name))
        self.progress = {name: Progress(name, self.tries) for name in games}

    def enter(self) -> None:
        self._look()
        super().enter()

    def initial_focus(self) -> Widget | None:
        return next((widget for widget in self.widgets if widget.name.startswith("next ")), super().initial_focus())

    def put_rows(self, rows: Rows) -> None:
        about = tr("Positions from games between master bots, in which one play is clearly best.")
        rows.put(ListRow("about", tr("What they are"), about))
        if self.tries.problem:
            rows.put(ListRow("problem", tr("Good to know"), self.tries.problem))
        for name, progress in self.progress.items():
            self._put_game(rows, name, progress)

    def _put_game(self, rows: Rows, name: str, progress: Progress) -> None:
        rows.label(f"label {name}", load(name).title)
        puzzle = progress.next()
        if puzzle is None:
            return
        label = title(puzzle, progress.number_of(puzzle))
        play = self.opens(routes.PUZZLE, name, puzzle.name)
        every = Button(f"all {name}", tr("All puzzles"), self.opens(routes.PUZZLE_LIST, name), size=16)
        every.hint = tr("The puzzles of {game}, the easiest first.", game=load(name).title)
        rows.put(Button(f"next {name}", label, play, detail=standing(progress)), every)


def standing(progress: Progress) -> str:
    """Return in words how many puzzles are solved, and the player's rating."""
    solved, total, rating = len(progress.solved), len(progress.puzzles), progress.rating
    if not progress.first:
        return tr("{solved} of {total} solved", solved=solved, total=total)
    return tr(
        "{solved} of {total} solved · rating {rating} ± {margin}",
        solved=solved, total=total, rating=round(rating.elo), margin=round(rating.margin),
    )  # fmt: skip
