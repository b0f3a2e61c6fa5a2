"""The line of warnings on a page, and the page shown after an error."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from topping_out.game.boundary import error_text
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.storage.library import Saved
from topping_out.game.text import paragraph

from .. import routes
from ..manager import Push, Quit, Replace, Transition
from ..match.start import resume, unfinished
from ..system.context import Context
from ..system.fault import write_report
from ..ui.column import Dialog, Notice
from ..ui.widgets import Button
from .transfer import pack_report

# -- warning


def warning_line(context: Context, warnings: Sequence[str]) -> list[Button]:
    """Return a button that shows the first warning and opens all of them; an empty list if there are none."""
    if not warnings:
        return []
    first, *further = warnings
    if further:
        first = tr_count(
            "{warning}   (and {number} more)", "{warning}   (and {number} more)", len(further), warning=first
        )

    def explain() -> Transition:
        return Push(Notice(context, tr("Please note"), "\n".join(warnings)))

    return [Button("warning", first, explain, size=14)]


# -- error


class ErrorPage(Dialog):
    """Says what happened and where the report is, and offers to continue the game or go to the title page."""

    heading = mark("Something went wrong")
    see_through = False
    width = 700.0

    def __init__(self, context: Context, error: BaseException, is_again: bool = False) -> None:
        """`is_again`: the error came from a choice on an earlier error page, so the game is not offered again."""
        super().__init__(context)
        with suppress(Exception):
            context.library.close()
        self.file = report = write_report(error, context)
        where = tr("A report is in {file}.", file=report) if report else tr("No report could be saved.")
        self.saved: list[Saved] = []
        """The games that can be continued; none if finding them raises an error."""
        with suppress(Exception):
            self.saved = [] if is_again else unfinished(context)
        kept = tr("The game is saved.") if self.saved else ""
        kind, words = type(error).__name__, error_text(error).partition(": ")[2]
        # Translators: {kind} and {error} are what Python says of it, in English.
        what = tr("The program ran into an error ({kind}: {error}).", kind=kind, error=words)
        self.text = paragraph([what, kept, where])

    def buttons(self) -> list[Button]:
        # Translators: leads to the title page.
        title = Button("title", tr("Title"), self.cancel, primary=not self.saved)
        pack = Button("pack", tr("Pack a report"), partial(pack_report, self.context))
        others = [title, pack, Button("quit", tr("Quit"), Quit)]
        if not self.saved:
            return others
        go_on = partial(resume, self.context, self.saved[0])
        return [Button("continue", tr("Continue the game"), go_on, primary=True), *others]

    def cancel(self) -> Transition:
        return Replace(routes.TITLE(self.context))
