"""The way to a replay: a very long game is gone through beside the window, which says so meanwhile."""

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

LONG = 3000
"""Entries of a record that is gone through in less than a second; hardly a game has more."""


def go_through(context: Context, record: Record, at_step: int = 0, better: Advice[Any] | None = None) -> Transition:
    """Open a record's replay; the record of a very long game is gone through first, and that can be given up.

    The replay begins after `at_step` entries, with what was `better` there.

    Raises RecordError where a record that is not long does not fit the rules; of a long one a notice says so.
    """
    if len(record.entries) > LONG:
        return Push(WaitingDialog(context, record, at_step, better))
    return Push(routes.REPLAY(context, Timeline(record), at_step, better))


def watch_again(context: Context, saved: Saved) -> Transition:
    """Open the replay of a game that is kept; say so where it cannot be read."""
    try:
        return go_through(context, read_record(saved.path))
    except RecordError as error:
        return Push(Notice(context, tr("Cannot be replayed"), str(error)))


class WaitingDialog(Dialog):
    """Stands until the record has been gone through; Cancel and Esc give it up."""

    timeline: Timeline | None = None

    def __init__(self, context: Context, record: Record, at_step: int, better: Advice[Any] | None) -> None:
        super().__init__(context)
        self.heading = tr("Please wait")
        self.text = tr("This is a very long game. One moment, please.")
        self._refusal = ""
        self._record, self._at_step, self._better = record, at_step, better
        self.work = Thread(target=self._go_through, daemon=True)
        self.work.start()

    def _go_through(self) -> None:
        try:
            self.timeline = Timeline(self._record)
        except RecordError as error:
            self._refusal = str(error)

    @property
    def at_rest(self) -> bool:
        return False

    def update(self, ms: float) -> Transition:
        return None if self.work.is_alive() else Pop(self._open)

    def _open(self) -> Transition:
        if self.timeline is None:
            return Push(Notice(self.context, tr("Cannot be replayed"), self._refusal))
        return Push(routes.REPLAY(self.context, self.timeline, self._at_step, self._better))

    def buttons(self) -> list[Button]:
        return [Button("cancel", tr("Cancel"), self.cancel, primary=True)]
