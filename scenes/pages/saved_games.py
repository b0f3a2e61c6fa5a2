"""Cards of saved games, and the page of unfinished ones, shown by their tables, to be continued or put away."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame

from topping_out.game.language import mark, tr
from topping_out.game.progress.daily import is_counted
from topping_out.game.record import RecordError
from topping_out.game.storage.library import Saved
from topping_out.game.text import full_stop, paragraph

from ..accessibility.semantics import Role, Semantics
from ..kit import built
from ..kit.city import halo
from ..kit.kit import Kit
from ..kit.stage import Stage
from ..manager import Pop, Push, Transition
from ..match.phrases import player_names, progress, title_and_beginning
from ..match.start import resume, unfinished
from ..system.context import Context
from ..ui.column import ColumnPage, Notice, Rows
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, grid, row
from ..ui.widgets import Button
from .daily_pictures import TablePicture
from .skyline_street import built_of

# -- games to continue


PAD = 12.0
"""Room round the words below a table, in logical units."""
MIN_WIDTH = 300.0
"""Of a game, at the usual text size."""


class TableCard(Widget):
    """A game that can be continued: its table, and below it who plays and when it was started."""

    def __init__(self, name: str, saved: Saved, picture: TablePicture, press: Press) -> None:
        super().__init__(name, None, press)
        self.title, self.about, self.picture = progress(saved), title_and_beginning(saved), picture

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.title, description=self.about)

    def _words(self, kit: Kit) -> Box:
        return column(Text(self.title, 16, "bold"), Text(self.about, 14, "body", kit.theme.mist), gap=2)

    def height_for(self, kit: Kit, width: float) -> float:
        return width * 9 / 16 + self._words(kit).height_for(kit, width - 2 * PAD) + 2 * PAD

    def place(self, kit: Kit, area: Rect) -> None:
        super().place(kit, area)
        self.picture.lay(area.w, area.w * 9 / 16)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        table = Rect(r.x, r.y, r.w, r.w * 9 / 16)
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 235), theme.plate, 0, self.radius), r.x, r.y)
        stage.blit(kit.plate(table.w, table.h, theme.dusk, theme.dusk, 0, 2), table.x, table.y)
        if picture := self.picture.picture:
            stage.blit_centred(picture, *table.center)
        words, room = self._words(kit), r.w - 2 * PAD
        words.show(stage, kit, Rect(r.x + PAD, table.bottom + PAD, room, words.height_for(kit, room)))
        rim = theme.brass if hovered else theme.rim
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 0), rim, 2 if hovered else 1, self.radius), r.x, r.y)


class SavedGamesPage(ColumnPage):
    """The tables of the unfinished games, the most recently played first."""

    heading = mark("Unfinished games")
    column_width = 1040.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.saved = unfinished(context)
        self._pictures: dict[str, TablePicture] = {}

    def refresh(self) -> None:
        self.saved = unfinished(self.context)
        self.rebuild()

    def put_rows(self, rows: Rows) -> None:
        cells = [self._cell(number, saved) for number, saved in enumerate(self.saved)]
        across = max(1, int(self.viewport.w // (MIN_WIDTH * self.kit.text_scale)))
        rows.append(grid(across, cells, gap=18))

    def _cell(self, number: int, saved: Saved) -> Box:
        """Return a game's table, and below it the button that puts it away."""
        picture = self._pictures.setdefault(saved.path.name, TablePicture(self.context, saved.header, saved))
        picture.saved = saved
        card = TableCard(f"go{number}", saved, picture, partial(resume, self.context, saved))
        away = Button(f"away{number}", tr("Put away"), partial(self._ask, saved), size=16)
        away.hint = tr("The game with {players}.", players=progress(saved))
        return column(card, row(fill(), away), gap=6)

    # -- painting, one table after the other

    def _unpainted(self) -> Iterator[TablePicture]:
        """Yield the tables in sight that are still to be painted."""
        for widget in self.widgets:
            if isinstance(widget, TableCard) and self.viewport.colliderect(widget.rect) and not widget.picture.picture:
                yield widget.picture

    def update(self, ms: float) -> Transition:
        if picture := next(self._unpainted(), None):
            picture.paint_next()
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return super().at_rest and next(self._unpainted(), None) is None

    # -- putting away

    def _ask(self, saved: Saved) -> Transition:
        text = tr(
            "The game with {player_names} won't be offered again. Its file is kept in a folder of its own.",
            player_names=player_names(saved),
        )
        if is_counted(saved.header):
            text += "\n" + tr("This is your first try at a daily deal. Putting it away leaves it without a result.")
        answers = ((tr("Keep it here"), None), (tr("Put it away"), lambda: self._put_away(saved)))
        return Push(Notice(self.context, tr("Put this game away?"), text, answers))

    def _put_away(self, saved: Saved) -> Transition:
        try:
            self.context.library.abandon(saved.path)
        except RecordError as error:
            return Push(Notice(self.context, tr("It stays here"), str(error)))
        self.refresh()
        return None if self.saved else Pop()


# -- a game to watch again


TOWER_HEIGHT = 190.0
"""Of the sheet of a tower in `TowerCard`, and of the sky around it, in logical units."""
CARD_WIDTH = 160.0
"""Least width of a `TowerCard` at the usual text size."""


class TowerCard(Widget):
    """A game to watch again: the best tower built in it, and below it what is notable about the game."""

    def __init__(self, name: str, label: str, detail: str, saved: Saved, press: Press) -> None:
        super().__init__(name, None, press)
        self.label, self.detail, self.saved = label, detail, saved
        self.hint = tr("Watch it again, step by step.")

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, description=paragraph([full_stop(self.detail), self.hint]))

    def _words(self, kit: Kit) -> Box:
        detail = Text(self.detail, 13.5, "body", kit.theme.mist, align=0.5)
        return column(Text(self.label, 15, "bold", align=0.5), detail, gap=2)

    def height_for(self, kit: Kit, width: float) -> float:
        return TOWER_HEIGHT + self._words(kit).height_for(kit, width - 16) + 20

    def is_painted(self, kit: Kit) -> bool:
        has_tower = self.saved.summary.tower is not None
        return not has_tower or built.is_painted(kit, built_of(kit, self.saved), TOWER_HEIGHT, False)

    def paint(self, kit: Kit) -> pygame.Surface | None:
        """Return the picture of the tower; None if the game names none."""
        return built.picture(kit, built_of(kit, self.saved), TOWER_HEIGHT) if self.saved.summary.tower else None

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        ground = r.y + TOWER_HEIGHT
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.mist if hovered else theme.rim, 1, 8), r.x, r.y)
        stage.blit(kit.plate(r.w - 20, 2, theme.brass, theme.brass, 0, 1), r.x + 10, ground)
        if self.is_painted(kit) and (picture := self.paint(kit)):
            with stage.clip(r.x + 1, r.y, r.w - 2, TOWER_HEIGHT):
                if hovered:
                    stage.blit_centred(halo(kit, TOWER_HEIGHT), r.centerx, ground - TOWER_HEIGHT * 0.42)
                wide, high = kit.size_of(picture)
                stage.blit(picture, r.centerx - wide / 2, ground - high)
        words = self._words(kit)
        words.show(stage, kit, Rect(r.x + 8, ground + 10, r.w - 16, words.height_for(kit, r.w - 16)))
