"""The pause over a table: the clock stands still, since only the top scene lives."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from game.match import Match
from game.record import RecordError, new_header, new_seed
from scenes.devices.intents import Verb
from scenes.manager import Pop, Push, Replace, Transition
from scenes.match.coach import Coach
from scenes.opening import go_to_table
from scenes.pages.setup.guided import begin_guided
from scenes.ui.dialog import Dialog, Notice
from scenes.ui.widgets import Button

if TYPE_CHECKING:
    from scenes.app import App


class Table(Protocol):
    """What the pause needs of the table below it."""

    match: Match
    coach: Coach


class PausePage(Dialog):
    """Go on, look something up, begin afresh, or leave."""

    heading = "Paused"
    width = 520.0

    def __init__(self, app: App, table: Table) -> None:
        super().__init__(app)
        self.table = table

    @property
    def text(self) -> str:  # type: ignore[override]
        if self.table.match.outcome:
            return "The game is over."
        return self.app.shelf.problem or "The game is saved as it is played."

    def buttons(self) -> list[Button]:
        leave = "Leave" if self.app.shelf.problem or self.table.match.outcome else "Save and leave"
        return [
            self.button("resume", "Go on", Pop, True, self.key(Verb.CANCEL)),
            self.button("rules", "Rules", self._rules, key=self.key(Verb.RULES), verb=Verb.RULES),
            self.button("settings", "Settings", self._settings),
            *self._lessons(),
            self.button("afresh", "Begin afresh", self._ask),
            self.button("leave", leave, self._leave),
        ]

    def _lessons(self) -> list[Button]:
        """Return the button that ends the lessons of a guided game."""
        coach = self.table.coach
        return [self.button("skip lessons", "Skip the lessons", lambda: Pop(coach.skip))] if coach.is_on else []

    def _rules(self) -> Transition:
        from scenes.pages.rules.page import RulesPage

        return Push(RulesPage(self.app, self.table.match.game.name))

    def _settings(self) -> Transition:
        from scenes.pages.settings import SettingsPage

        return Push(SettingsPage(self.app))

    def _ask(self) -> Transition:
        guided = "The guided game from its first lesson on, dealt as before."
        what = guided if self.table.coach.is_on else "The same players and options, newly dealt."
        text = f"{what} This game will not be offered again; its file is kept."
        return Push(Notice(self.app, "Begin afresh?", text, (("Keep playing", None), ("Begin afresh", self._afresh))))

    def _afresh(self) -> Transition:
        shelf, match = self.app.shelf, self.table.match
        try:
            if shelf.path and not match.outcome:
                shelf.abandon(shelf.path)
        except RecordError as error:
            return Push(Notice(self.app, "Not begun", str(error)))
        if self.table.coach.is_on:
            self.table.coach.close()
            return begin_guided(self.app, match.game.name)
        old, started = match.header, datetime.now().isoformat(timespec="seconds")
        return go_to_table(self.app, shelf.start(new_header(match.game, old.seats, old.options, new_seed(), started)))

    def _leave(self) -> Transition:
        from scenes.pages.title.page import TitleScene

        self.app.shelf.close()
        return Replace(TitleScene(self.app))
