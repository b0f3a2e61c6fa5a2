"""The unfinished games: take one up, or put it away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game import registry
from game.record import RecordError
from game.registry import load
from game.storage.library import Saved
from scenes.manager import Pop, Push, Transition
from scenes.opening import go_on
from scenes.ui.column import GAP, ColumnPage
from scenes.ui.dialog import Notice
from scenes.ui.phrases import how_far, players, when
from scenes.ui.widgets import Button, Rect, Widget

if TYPE_CHECKING:
    from scenes.app import App


def unfinished(app: App) -> list[Saved]:
    """Return the games that a table here can take up, the last played first."""
    return [saved for saved in app.shelf.unfinished() if saved.header.game in registry.names()]


class SavedPage(ColumnPage):
    """A list of the unfinished games, the last played first."""

    heading = "Unfinished games"
    wide = 820.0
    back = "Back"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.saved = unfinished(app)

    def column(self, width: float) -> list[Widget]:
        high = 28 + 40 * self.kit.text_scale
        side = self.kit.text_size("Put away", 16, "head")[0] + 44
        rows: list[Widget] = []
        for number, saved in enumerate(self.saved):
            y = number * (high + GAP)
            go, away = Rect(0, y, width - side - GAP, high), Rect(width - side, y + 8, side, high - 16)
            begun = when(saved.header.started)
            detail = load(saved.header.game).title + (f" · begun {begun}" if begun else "")
            rows.append(Button(f"go{number}", go, how_far(saved), partial(go_on, self.app, saved), detail=detail))
            rows.append(Button(f"away{number}", away, "Put away", partial(self._ask, saved), size=16))
        return rows

    def _ask(self, saved: Saved) -> Transition:
        text = f"The game of {players(saved)} will not be offered again. Its file is kept in a folder of its own."
        answers = (("Keep it here", None), ("Put it away", lambda: self._put_away(saved)))
        return Push(Notice(self.app, "Put this game away?", text, answers))

    def _put_away(self, saved: Saved) -> Transition:
        try:
            self.app.shelf.abandon(saved.path)
        except RecordError as error:
            return Push(Notice(self.app, "It stays here", str(error)))
        self.saved = unfinished(self.app)
        self.rebuild()
        return None if self.saved else Pop()
