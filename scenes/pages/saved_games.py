"""The unfinished games: take one up, or put it away."""

from __future__ import annotations

from functools import partial

from game.language import mark
from game.record import RecordError
from game.registry import load
from game.storage.library import Saved
from scenes.manager import Pop, Push, Transition
from scenes.match.start import resume, unfinished
from scenes.system.context import Context
from scenes.ui.column import GAP, ColumnPage
from scenes.ui.dialog import Notice
from scenes.ui.phrases import date_and_time, player_names, progress
from scenes.ui.widgets import Button, Rect, Widget


class SavedGamesPage(ColumnPage):
    """A list of the unfinished games, the last played first."""

    heading = "Unfinished games"
    column_width = 820.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.saved = unfinished(context)

    def column(self, width: float) -> list[Widget]:
        high = 28 + 40 * self.kit.text_scale
        side = self.kit.text_size("Put away", 16, "head")[0] + 44
        rows: list[Widget] = []
        for number, saved in enumerate(self.saved):
            y = number * (high + GAP)
            go, away = Rect(0, y, width - side - GAP, high), Rect(width - side, y + 8, side, high - 16)
            begun = date_and_time(saved.header.started)
            detail = load(saved.header.game).title + (f" · begun {begun}" if begun else "")
            rows.append(Button(f"go{number}", go, progress(saved), partial(resume, self.context, saved), detail=detail))
            rows.append(Button(f"away{number}", away, "Put away", partial(self._ask, saved), size=16))
            rows[-1].hint = f"The game of {progress(saved)}."
        return rows

    def _ask(self, saved: Saved) -> Transition:
        text = f"The game of {player_names(saved)} will not be offered again. Its file is kept in a folder of its own."
        answers = (("Keep it here", None), ("Put it away", lambda: self._put_away(saved)))
        return Push(Notice(self.context, "Put this game away?", text, answers))

    def _put_away(self, saved: Saved) -> Transition:
        try:
            self.context.library.abandon(saved.path)
        except RecordError as error:
            return Push(Notice(self.context, "It stays here", str(error)))
        self.saved = unfinished(self.context)
        self.rebuild()
        return None if self.saved else Pop()
