"""The button that writes the statistics for spreadsheet programs, and says where."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from topping_out.game.language import tr
from topping_out.game.storage.files import write_atomic
from topping_out.game.storage.library import Saved
from topping_out.game.storage.transfer.statistics_csv import csv_text
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.pages.transfer.places import folders, free_name, short
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice

NAME = "topping-out-statistics"


def export_statistics(context: Context, finished: Iterable[Saved]) -> Transition:
    """Write the table where people keep files, beside older ones; tell what came of it."""
    path = free_name(folders(), f"{NAME}-{date.today():%Y-%m-%d}", ".csv")
    try:
        write_atomic(path, csv_text(finished).encode())
    except OSError as error:
        why = tr("{file} cannot be written: {error}", file=short(path), error=error.strerror or error)
        return Push(Notice(context, tr("Not exported"), why))
    text = tr("{file}: a line for each game and player, for spreadsheet programs.", file=short(path))
    return Push(Notice(context, tr("Exported"), text))
