"""The puzzles of all games: how many are solved, how good the player is at them, and which one comes next."""

from __future__ import annotations

from functools import partial

from topping_out.game.bots.puzzles.progress import Progress
from topping_out.game.bots.puzzles.puzzle import puzzles_of
from topping_out.game.language import mark, tr
from topping_out.game.registry import load
from topping_out.game.storage.puzzle_tries import PuzzleTries
from topping_out.scenes import routes
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.match.puzzles.task import title
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import GAP, ColumnLayout, ColumnPage
from topping_out.scenes.ui.widgets import Button, Rect, Row, Widget


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

    def column(self, width: float) -> list[Widget]:
        stack = ColumnLayout(self.kit, width)
        about = tr("Positions from games of masters, in which one way to play is clearly best.")
        stack.row(Row("about", Rect(0, 0, 0, 0), tr("What they are"), about))
        if self.tries.problem:
            stack.row(Row("problem", Rect(0, 0, 0, 0), tr("Good to know"), self.tries.problem))
        for name, progress in self.progress.items():
            self._put_game(stack, name, progress)
        return stack.widgets

    def _put_game(self, stack: ColumnLayout, name: str, progress: Progress) -> None:
        stack.label(f"label {name}", load(name).title)
        high = 28 + 40 * self.kit.text_scale
        side = self.kit.text_size(tr("All puzzles"), 16, "head")[0] + 44
        puzzle = progress.next()
        if puzzle is None:
            return
        label = title(puzzle, progress.number_of(puzzle))
        play = Button(
            f"next {name}", Rect(0, 0, 0, 0), label, partial(self._open, name, puzzle.name), detail=standing(progress)
        )
        y, wide = stack.y, stack.width - side - GAP
        stack.put(play, high)
        play.rect.w = wide
        stack.add(
            Button(
                f"all {name}",
                Rect(wide + GAP, y + 8, side, high - 16),
                tr("All puzzles"),
                partial(self._all, name),
                size=16,
            )
        )
        stack.widgets[-1].hint = tr("The puzzles of {game}, the easiest first.", game=load(name).title)

    def _open(self, game: str, name: str) -> Transition:
        return Push(routes.PUZZLE(self.context, game, name))

    def _all(self, game: str) -> Transition:
        return Push(routes.PUZZLE_LIST(self.context, game))


def standing(progress: Progress) -> str:
    """Return in words how many puzzles are solved, and the player's rating."""
    solved, total, rating = len(progress.solved), len(progress.puzzles), progress.rating
    if not progress.first:
        return tr("{solved} of {total} solved", solved=solved, total=total)
    return tr(
        "{solved} of {total} solved · rating {rating} ± {margin}",
        solved=solved, total=total, rating=round(rating.elo), margin=round(rating.margin),
    )  # fmt: skip
