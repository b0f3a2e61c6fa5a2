"""What is wrong with this machine or its files, in sentences for the title screen. None of it stops play."""

from __future__ import annotations

import os
from pathlib import Path

from topping_out.game.language import tr, tr_count
from topping_out.game.storage.files import is_there
from topping_out.scenes.system.context import Context


def warnings_for(context: Context) -> list[str]:
    """Return a sentence for each warning. Call it after the library has been read, which finds unreadable files."""
    sentences = [
        context.store.problem,
        context.audio.problem or "",
        context.library.problem or _unsaved(context.library.folder),
    ]
    count = len(context.library.problems)
    if count:
        sentences.append(
            tr_count(
                "One saved game can't be read and stays as it is: {problem}",
                "{number} saved games can't be read and stay as they are: {problem}",
                count, problem=context.library.problems[0],
            )
        )  # fmt: skip
    return [sentence for sentence in sentences if sentence]


def _unsaved(folder: Path) -> str:
    """Return why games cannot be saved in a folder; empty if they can. The folder need not exist yet."""
    try:
        there = next(place for place in (folder, *folder.parents) if is_there(place))
        if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
            return ""
        why = tr("{folder} cannot be written to", folder=there)
    except OSError as error:
        why = f"{folder}: {error.strerror or error}"
    return tr("Games cannot be saved: {why}. You can still play.", why=why)
