"""Making a film of a game and saving it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from topping_out.game.language import mark, tr, tr_count
from topping_out.game.record import Record
from topping_out.game.registry import load
from topping_out.game.storage.files import pictures_folder
from topping_out.game.text import paragraph, plainly, reason_sentence, sentence

from ..kit.sprites import encoder
from ..manager import Push, Transition
from ..match.film import Chapter, FilmProcess
from ..system.context import Context
from ..ui.column import ColumnPage, Notice, ProgressDialog, Rows
from ..ui.widgets import Stepper
from . import transfer
from .transfer import add_file

# -- saving


def new_film(record: Record, kind: str = "") -> Path:
    """Return a free path for a new film of a game, in the pictures folder."""
    return transfer.free_name([pictures_folder()], f"{transfer.NAME}-{record.header.game}{kind}", ".webp")


def save_film(
    context: Context, record: Record, path: Path, last: float | None = None, chapters: tuple[Chapter, ...] = ()
) -> Transition:
    """Make a film in another process, then say where it is or why it could not be made."""
    if path.parent == pictures_folder():
        with suppress(OSError):  # writing the film then reports that the folder is missing
            path.parent.mkdir(parents=True, exist_ok=True)
    film = FilmProcess(record, path, last, chapters)

    def saved(error: Exception | None) -> Transition:
        if error or film.made is None:
            return Push(Notice(context, tr("There's no film"), sentence(plainly(error))))
        made = film.made
        sentences = [tr("Created {file}.", file=transfer.short(path))]
        sentences.append(tr_count("It's {number} second long.", "It's {number} seconds long.", round(made.seconds)))
        if made.manner.pace > 1:
            sentences.append(tr("To stay small enough, it plays faster than usual and has fewer frames."))
        if not made.is_whole:
            sentences.append(tr("Its beginning was left out to make it fit."))
        return Push(Notice(context, tr("Saved"), paragraph(sentences), file=path))

    return Push(ProgressDialog(context, tr("Film"), film.steps(), saved))


# -- film


LENGTHS: tuple[float | None, ...] = (None, 60.0, 20.0)
"""In seconds; None for the whole game."""
LENGTH_NAMES = (mark("The whole game"), mark("The last minute"), mark("The last 20 seconds"))


class FilmPage(ColumnPage):
    """The settings of a film, and a button that makes it."""

    heading = mark("Save as a film")
    column_width = 820.0
    back_label = mark("Back")

    def __init__(self, context: Context, record: Record) -> None:
        super().__init__(context)
        self.record, self.length = record, 1
        self._target = transfer.short(new_film(record))

    def put_rows(self, rows: Rows) -> None:
        game = load(self.record.header.game).title
        text = tr(
            "{game} as a moving picture (WebP), 960 by 540 pixels, at most 8 MB. Any browser can show it.", game=game
        )
        rows.words("about", text)
        try:
            encoder()
        except ImportError as error:
            rows.words("missing", reason_sentence(str(error)), is_bad=True)
        names = [tr(name) for name in LENGTH_NAMES]
        text = tr("To stay small enough, a long film has fewer frames or plays faster.")
        rows.put(Stepper("length", tr("Length"), text, names, self.length, self._choose))
        add_file(rows, "target", self._target, tr("Save"), self._type, self._save)

    def _choose(self, place: int) -> Transition:
        self.length = place
        self.rebuild()
        return None

    def _type(self, text: str) -> Transition:
        self._target = text
        return None

    def _save(self) -> Transition:
        return save_film(self.context, self.record, transfer.long(self._target), LENGTHS[self.length])
