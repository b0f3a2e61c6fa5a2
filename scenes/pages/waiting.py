"""Opening a replay: very long games are replayed in a thread, while a dialog says so."""

from __future__ import annotations

from threading import Thread
from typing import Any

from topping_out.game.bots.review import Timeline
from topping_out.game.engine import Advice
from topping_out.game.language import tr
from topping_out.game.record import Record, RecordError
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import Saved

from .. import routes
from ..manager import Pop, Push, Transition
from ..system.context import Context
from ..ui.column import Dialog, Notice
from ..ui.widgets import Button

MAX_ENTRIES_AT_ONCE = 3000
"""Records with at most this many entries are replayed at once, in less than a second. Hardly any game has more."""


def open_replay(context: Context, record: Record, at_step: int = 0, better: Advice[Any] | None = None) -> Transition:
    """Open the replay of a record, for a very long game after a dialog that can be cancelled.

    The replay begins after `at_step` entries. `better` is the better play at that step, if it is to be shown.

    Raises RecordError if the record breaks the rules; for a long record, a notice says so instead.
    """
    if len(record.entries) > MAX_ENTRIES_AT_ONCE:
        return Push(WaitingDialog(context, record, at_step, better))
    return Push(routes.REPLAY(context, Timeline(record), at_step, better))


def watch_again(context: Context, saved: Saved) -> Transition:
    """Open the replay of a saved game, or a notice if it cannot be read."""
    try:
        return open_replay(context, read_record(saved.path))
    except RecordError as error:
        return Push(Notice(context, tr("Can't be replayed"), str(error)))


class WaitingDialog(Dialog):
    """Stays until the record has been replayed. Cancel and Esc close it without opening the replay."""

    timeline: Timeline | None = None

    def __init__(self, context: Context, record: Record, at_step: int, better: Advice[Any] | None) -> None:
        super().__init__(context)
        self.heading = tr("Please wait")
        self.text = tr("This is a very long game. One moment, please.")
        self._problem = ""
        self._record, self._at_step, self._better = record, at_step, better
        self.work = Thread(target=self._make_timeline, daemon=True)
        self.work.start()

    def _make_timeline(self) -> None:
        try:
            self.timeline = Timeline(self._record)
        except RecordError as error:
            self._problem = str(error)

    @property
    def at_rest(self) -> bool:
        return False

    def update(self, ms: float) -> Transition:
        return None if self.work.is_alive() else Pop(self._open)

    def _open(self) -> Transition:
        if self.timeline is None:
            return Push(Notice(self.context, tr("Can't be replayed"), self._problem))
        return Push(routes.REPLAY(self.context, self.timeline, self._at_step, self._better))

    def buttons(self) -> list[Button]:
        return [Button("cancel", tr("Cancel"), self.cancel, primary=True)]
