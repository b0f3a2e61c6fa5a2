"""A film on its way into a file: how far it has come, and what came of it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from topping_out.game.language import tr, tr_count
from topping_out.game.record import Record
from topping_out.game.storage.files import pictures_folder
from topping_out.game.text import paragraph, plainly, sentence
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.film.chapters import Chapter
from topping_out.scenes.match.film.process import FilmProcess
from topping_out.scenes.pages.transfer import places
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.progress import ProgressDialog


def new_film(record: Record, kind: str = "") -> Path:
    """Return where a new film of a game goes: among the pictures."""
    return places.free_name([pictures_folder()], f"{places.NAME}-{record.header.game}{kind}", ".webp")


def save_film(
    context: Context, record: Record, path: Path, last: float | None = None, chapters: tuple[Chapter, ...] = ()
) -> Transition:
    """Make a film beside the window, and say where it is, or why there is none."""
    if path.parent == pictures_folder():
        with suppress(OSError):  # then the film says that there is no such folder
            path.parent.mkdir(parents=True, exist_ok=True)
    film = FilmProcess(record, path, last, chapters)

    def saved(error: Exception | None) -> Transition:
        if error or film.made is None:
            return Push(Notice(context, tr("There is no film"), sentence(plainly(error))))
        made = film.made
        sentences = [tr("Created {file}.", file=places.short(path))]
        sentences.append(tr_count("It is {number} second long.", "It is {number} seconds long.", round(made.seconds)))
        if made.manner.pace > 1:
            sentences.append(tr("To stay small enough, it plays faster than usual and has fewer frames."))
        if not made.is_whole:
            sentences.append(tr("Its beginning was left out to make it fit."))
        return Push(Notice(context, tr("Saved"), paragraph(sentences)))

    return Push(ProgressDialog(context, tr("Film"), film.steps(), saved))
