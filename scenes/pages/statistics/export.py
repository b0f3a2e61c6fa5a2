"""The button that writes the statistics for spreadsheet programs, and says where."""

from __future__ import annotations

from collections.abc import Iterable

from game.language import tr
from game.storage.files import documents_folder, write_atomic
from game.storage.library import Saved
from game.storage.statistics_csv import csv_text
from scenes.manager import Push, Transition
from scenes.system.context import Context
from scenes.ui.dialog import Notice

NAME = "topping-out-statistics.csv"


def export_statistics(context: Context, finished: Iterable[Saved]) -> Transition:
    """Write the table into the user's folder of documents, over an older one of that name; tell what came of it."""
    path = documents_folder() / NAME
    try:
        write_atomic(path, csv_text(finished).encode())
    except OSError as error:
        why = tr("{file} cannot be written: {error}", file=path, error=error.strerror or error)
        return Push(Notice(context, tr("Not exported"), why))
    said = tr("{file}: a line for each game and player, for spreadsheet programs.", file=path)
    return Push(Notice(context, tr("Exported"), said))
