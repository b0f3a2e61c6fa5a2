"""What is left of a fault: a report on the disk and, where the program cannot go on, a message for its last words."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pygame

from topping_out.game import __version__
from topping_out.game.boundary import said
from topping_out.game.cli.frontend import Stopped
from topping_out.game.language import tr
from topping_out.game.record import LARGEST_FILE
from topping_out.game.storage.files import keep_newest, log_folder, read_or_nothing, write_atomic
from topping_out.game.text import paragraph
from topping_out.game.text_files import in_utf8
from topping_out.scenes.system.context import Context

LONGEST_RECORD = 200_000
"""Bytes of the game's record that a report takes over."""
KEPT = 20
"""Reports; older ones go."""


def write_report(error: BaseException, context: Context) -> Path | None:
    """Write what happened, the versions and the record of the newest game; return where, None where nothing can be."""
    parts = [
        _attempt(part)
        for part in (_versions, lambda: describe_error(error), lambda: _events(context), _record_of(context))
    ]
    try:
        path = log_folder() / f"report-{datetime.now():%Y%m%d-%H%M%S}.txt"
        write_atomic(path, "\n\n".join(filter(None, parts)).encode(errors="backslashreplace"))
        keep_newest(path.parent, "report-*.txt", KEPT)
    except Exception:  # a full disk, or whatever: that there is no report must not be a fault of its own
        return None
    return path


def describe_error(error: BaseException) -> str:
    """Return an error with the way to it."""
    return "".join(traceback.format_exception(error))


def stopped(error: BaseException, context: Context) -> Stopped:
    """Return what ends the program, after a report has been written: it says what happened, and where the report is."""
    report = write_report(error, context)
    if report:
        where = tr("A report is in {file}.", file=report)
    else:
        where = " ".join([tr("No report could be saved."), describe_error(error)])
    return Stopped(paragraph([tr("The program had to stop ({error}).", error=said(error)), where]))


def _attempt(part: Callable[[], str]) -> str:
    """Return a part of a report, or why there is none."""
    try:
        return part()
    except Exception as error:
        return said(error)


def _versions() -> str:
    versions = f"Topping Out {__version__}, Python {platform.python_version()}, pygame-ce {pygame.version.ver}"
    return f"{versions}, {platform.platform()}"


def _events(context: Context) -> str:
    return "\n\n".join(context.reports[-20:])


def _record_of(context: Context) -> Callable[[], str]:
    def record() -> str:
        games = context.library.unfinished()
        if not games:
            return ""
        text = in_utf8(read_or_nothing(games[0].path, LARGEST_FILE)).decode(errors="replace")
        return f"Record {games[0].path.name}:\n\n{text[-LONGEST_RECORD:]}"

    return record
