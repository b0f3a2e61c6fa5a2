"""The page of unfinished games, each of which can be continued or put away."""

from __future__ import annotations

from functools import partial

from topping_out.game.language import mark, tr
from topping_out.game.progress.daily import is_counted
from topping_out.game.record import RecordError
from topping_out.game.storage.library import Saved

from ..manager import Pop, Push, Transition
from ..match.phrases import player_names, progress, title_and_beginning
from ..match.start import resume, unfinished
from ..system.context import Context
from ..ui.column import ColumnPage, Notice, Rows
from ..ui.widgets import Button


class SavedGamesPage(ColumnPage):
    """A list of the unfinished games, the most recently played first."""

    heading = mark("Unfinished games")
    column_width = 820.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.saved = unfinished(context)

    def refresh(self) -> None:
        self.saved = unfinished(self.context)
        self.rebuild()

    def put_rows(self, rows: Rows) -> None:
        for number, saved in enumerate(self.saved):
            detail = title_and_beginning(saved)
            go = Button(f"go{number}", progress(saved), partial(resume, self.context, saved), detail=detail)
            away = Button(f"away{number}", tr("Put away"), partial(self._ask, saved), size=16)
            away.hint = tr("The game of {players}.", players=progress(saved))
            rows.put(go, away)

    def _ask(self, saved: Saved) -> Transition:
        text = tr(
            "The game of {player_names} won't be offered again. Its file is kept in a folder of its own.",
            player_names=player_names(saved),
        )
        if is_counted(saved.header):
            text += "\n" + tr("This try counts for a daily deal, and would be left without a result.")
        answers = ((tr("Keep it here"), None), (tr("Put it away"), lambda: self._put_away(saved)))
        return Push(Notice(self.context, tr("Put this game away?"), text, answers))

    def _put_away(self, saved: Saved) -> Transition:
        try:
            self.context.library.abandon(saved.path)
        except RecordError as error:
            return Push(Notice(self.context, tr("It stays here"), str(error)))
        self.refresh()
        return None if self.saved else Pop()
