"""When a scene fails: a report on disk, and a plain page that offers to go on. Never a vanished window."""

from __future__ import annotations

import platform
import traceback
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame

from topping_out.game import __version__
from topping_out.game.language import mark, tr
from topping_out.game.record import LARGEST_FILE
from topping_out.game.storage.files import keep_newest, log_folder, read_or_nothing, write_atomic
from topping_out.game.text import paragraph
from topping_out.game.text_files import in_utf8
from topping_out.scenes import routes
from topping_out.scenes.manager import Quit, Replace, Transition
from topping_out.scenes.match.start import resume, unfinished
from topping_out.scenes.pages.transfer.report import pack_report
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Dialog
from topping_out.scenes.ui.widgets import Button

LONGEST_RECORD = 200_000
"""Bytes of the game's record that a report takes over."""
KEPT = 20
"""Reports; older ones go."""


class ErrorPage(Dialog):
    """Says what happened, where the report lies, and offers the game or the title."""

    heading = mark("Something went wrong")
    see_through = False
    width = 700.0

    def __init__(self, context: Context, error: BaseException) -> None:
        super().__init__(context)
        context.library.close()
        report = write_report(error, context)
        where = tr("A report is in {file}.", file=report) if report else tr("No report could be saved.")
        self.saved = unfinished(context)
        kept = tr("The game is saved.") if self.saved else ""
        # Translators: {kind} and {error} are what Python says of it, in English.
        what = tr("The program ran into an error ({kind}: {error}).", kind=type(error).__name__, error=error)
        self.text = paragraph([what, kept, where])

    def buttons(self) -> list[Button]:
        # Translators: leads to the title page.
        title = Button("title", tr("Title"), self._title, primary=not self.saved)
        pack = Button("pack", tr("Pack a report"), partial(pack_report, self.context))
        leave = Button("quit", tr("Quit"), Quit)
        if not self.saved:
            return [title, pack, leave]
        return [
            Button("continue", tr("Continue the game"), lambda: resume(self.context, self.saved[0]), primary=True),
            title,
            pack,
            leave,
        ]

    def _title(self) -> Transition:
        return Replace(routes.TITLE(self.context))

    def cancel(self) -> Transition:
        return self._title()


def write_report(error: BaseException, context: Context) -> Path | None:
    """Write what happened, the versions and the record of the newest game; return where, None where nothing can be."""
    path = log_folder() / f"report-{datetime.now():%Y%m%d-%H%M%S}.txt"
    versions = f"Topping Out {__version__}, Python {platform.python_version()}, pygame-ce {pygame.version.ver}"
    parts = [
        f"{versions}, {platform.platform()}",
        "".join(traceback.format_exception(error)),
        *context.reports[-20:],
    ]
    games = unfinished(context)
    if games:
        parts += [f"Record {games[0].path.name}:", _text_of(games[0].path)]
    try:
        write_atomic(path, "\n\n".join(parts).encode(errors="backslashreplace"))
    except OSError:
        return None
    keep_newest(path.parent, "report-*.txt", KEPT)
    return path


def _text_of(path: Path) -> str:
    return in_utf8(read_or_nothing(path, LARGEST_FILE)).decode(errors="replace")[-LONGEST_RECORD:]
