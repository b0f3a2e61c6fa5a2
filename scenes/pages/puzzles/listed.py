"""The puzzles of one game, or of one of its packs, as the windows of a tower: the easiest first."""

from __future__ import annotations

import math

from topping_out.game.bots.puzzles.packs import about, title_of
from topping_out.game.bots.puzzles.progress import PuzzleProgress
from topping_out.game.bots.puzzles.puzzle import Puzzle
from topping_out.game.language import mark, tr
from topping_out.game.registry import load
from topping_out.game.storage.history.puzzle_tries import PuzzleTries
from topping_out.game.text import full_stop, labelled, paragraph
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.puzzles.task import rules_of, title
from topping_out.scenes.match.puzzles.tower import lights_of
from topping_out.scenes.pages.puzzles.cards import WindowTile
from topping_out.scenes.pages.puzzles.words import pack_standing, rating_words, standing, state_of
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.layout import Rect, grid
from topping_out.scenes.ui.text import put_in
from topping_out.scenes.ui.widgets import Widget

TILE = 104.0
"""Width of a window at least, at the usual text size."""
TOLD = 16.0
"""Size of the line about the window that is pointed at."""


class PuzzleListPage(ColumnPage):
    """A window for each puzzle; a line at the foot tells of the one that is pointed at."""

    column_width = 900.0
    back_label = mark("Back")

    def __init__(self, context: Context, game: str, pack: str = "") -> None:
        super().__init__(context)
        self.game, self.pack = game, pack
        self._look()

    def _look(self) -> None:
        self.progress = PuzzleProgress(self.game, PuzzleTries())
        all_of_them = [*self.progress.puzzles.values()]
        self.puzzles = self.progress.packs[self.pack] if self.pack else all_of_them

    @property
    def heading(self) -> str:  # type: ignore[override]
        game = load(self.game).title
        return labelled(game, title_of(self.pack)) if self.pack else tr("Puzzles of {game}", game=game)

    def enter(self) -> None:
        self._look()
        super().enter()

    def initial_focus(self) -> Widget | None:
        """Begin with the puzzle that fits the player; in a pack with the first that is not solved."""
        puzzle = self.progress.next_in(self.pack, "") if self.pack else self.progress.next()
        return self.find(f"puzzle {self.progress.number_of(puzzle)}") if puzzle else super().initial_focus()

    # -- layout

    def viewport_rect(self) -> Rect:
        """Leave room for the line at the foot."""
        whole = super().viewport_rect()
        return Rect(whole.x, whole.y, whole.w, whole.h - self.kit.line(TOLD) - 10)

    def put_rows(self, rows: Rows) -> None:
        counts = tr("Your first try at each counts towards your rating.")
        deep = tr("Only a long search finds their answers. Their rating shows how clearly the best play stands out.")
        has_deep = any(puzzle.is_deep for puzzle in self.puzzles)
        told = pack_standing(self.progress, self.pack) if self.pack else standing(self.progress)
        hint = about(self.pack) if self.pack else ""
        rows.words("standing", paragraph([hint, full_stop(told), counts]))
        if has_deep:
            rows.words("deep", labelled(tr("Deep puzzles"), deep))
        most = max(3, int((self.viewport.w + 10) / (self.kit.wide(TILE) + 10)))
        across = min(most, max(4, math.ceil(math.sqrt(2 * len(self.puzzles)))))
        tiles = [self._tile(puzzle) for puzzle in self.puzzles]
        put_in(Group("puzzles", tr("Puzzles"), is_list=True), *tiles)
        rows.append(grid(across, tiles, 10))

    def _tile(self, puzzle: Puzzle) -> WindowTile:
        number, (light,) = self.progress.number_of(puzzle), lights_of(self.progress, [puzzle])
        notes = [rating_words(puzzle), rules_of(puzzle)]
        press = self.opens(routes.PUZZLE, self.game, puzzle.name, False, self.pack)
        return WindowTile(
            number, title(puzzle, number), state_of(self.progress, puzzle), [*filter(None, notes)], light, press
        )

    # -- drawing

    def paint(self, stage: Stage) -> None:
        super().paint(stage)
        if isinstance(self.pointed, WindowTile):
            kit, room = self.kit, self.viewport
            words, size = kit.first_fitting((self.pointed.description,), room.w, TOLD)
            stage.blit_centred(kit.text(words, size), room.centerx, room.bottom + 12 + kit.line(TOLD) / 2)
