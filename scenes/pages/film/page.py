"""A film of a replay: how much of it, and into which file."""

from __future__ import annotations

from topping_out.game.language import mark, tr
from topping_out.game.record import Record
from topping_out.game.registry import load
from topping_out.game.text import reason_sentence
from topping_out.scenes.kit.webp import encoder
from topping_out.scenes.manager import Transition
from topping_out.scenes.pages.film.saving import new_film, save_film
from topping_out.scenes.pages.transfer import places
from topping_out.scenes.pages.transfer.fields import add_file
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.widgets import Stepper

LENGTHS: tuple[float | None, ...] = (None, 60.0, 20.0)
"""Seconds; None: all of it."""
LENGTH_NAMES = (mark("The whole game"), mark("The last minute"), mark("The last 20 seconds"))


class FilmPage(ColumnPage):
    """Two rows, and a button that makes the film."""

    heading = mark("Save as a film")
    column_width = 820.0
    back_label = mark("Back")

    def __init__(self, context: Context, record: Record) -> None:
        super().__init__(context)
        self.record, self.length = record, 1
        self._target = places.short(new_film(record))

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
        return save_film(self.context, self.record, places.long(self._target), LENGTHS[self.length])
