"""Everything that a player has gathered, put into one file for another machine, and added from one."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from topping_out.game.language import mark, tr
from topping_out.game.storage.transfer.exporting import Export, TransferError
from topping_out.game.storage.transfer.importing import Import
from topping_out.game.text import paragraph, plainly, sentence
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.pages.transfer import places
from topping_out.scenes.pages.transfer.fields import add_file
from topping_out.scenes.pages.transfer.report import pack_report
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import Settings, read_settings
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.progress import ProgressDialog
from topping_out.scenes.ui.widgets import Button


class TransferPage(ColumnPage):
    """Three groups: where the export goes, which file is imported, and what helps to find a fault."""

    heading = mark("Export and import")
    column_width = 820.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._look()

    def _look(self) -> None:
        """Look anew at what lies in the usual folders."""
        self._target, self._source = places.short(places.new_export()), ""
        self._exports = places.exports()

    def put_rows(self, rows: Rows) -> None:
        rows.label("export", tr("Export"))
        text = tr("All your games, settings, own decks and languages and your results go into one file.")
        rows.words("about export", text)
        add_file(rows, "target", self._target, tr("Export"), partial(self._type, "target"), self._export)
        rows.label("import", tr("Import"))
        text = tr("What the file holds is added; nothing here is changed or duplicated.")
        rows.words("about import", text)
        for number, path in enumerate(self._exports):
            label = tr("Import {file}", file=path.name)
            press = partial(self._import, path)
            rows.put(Button(f"found{number}", label, press, size=16, detail=places.short(path.parent)))
        add_file(rows, "source", self._source, tr("Import"), partial(self._type, "source"), self._use_source)
        rows.label("fault", tr("Report a fault"))
        text = tr(
            "What helps to find it goes into one file: what the program finds on this computer, its reports on errors "
            "and your last game. Nothing is sent."
        )
        rows.words("about fault", text)
        rows.put(Button("pack", tr("Pack a report"), partial(pack_report, self.context), size=16))

    def _type(self, name: str, text: str) -> Transition:
        before = self._source
        setattr(self, f"_{name}", text)
        if bool(before.strip()) != bool(self._source.strip()):
            self.rebuild()
        return None

    # -- doing it

    def _export(self) -> Transition:
        try:
            work = Export(places.long(self._target))
        except TransferError as error:
            return self._refuse(error)
        return Push(ProgressDialog(self.context, tr("Export"), work.steps(), partial(self._exported, work)))

    def _exported(self, work: Export, error: Exception | None) -> Transition:
        self._look()
        self.rebuild()
        if error:
            return self._refuse(error)
        return self._tell(tr("Exported"), [work.summary(), *work.problems])

    def _use_source(self) -> Transition:
        return self._import(places.long(self._source))

    def _import(self, path: Path) -> Transition:
        work = Import(path, read_settings)
        self.context.save_settings()
        return Push(ProgressDialog(self.context, tr("Import"), work.steps(), partial(self._imported, work)))

    def _imported(self, work: Import, error: Exception | None) -> Transition:
        if work.taken["settings"]:
            now, new = self.context.settings, self.context.store.load()
            for field in msgspec.structs.fields(Settings):
                setattr(now, field.name, getattr(new, field.name))
            self.context.save_settings()
        self.rebuild()
        return self._refuse(error) if error else self._tell(tr("Imported"), [work.summary(), *work.left_out])

    def _refuse(self, error: Exception) -> Transition:
        return Push(Notice(self.context, tr("That didn't work"), sentence(plainly(error))))

    def _tell(self, title: str, sentences: list[str]) -> Transition:
        return Push(Notice(self.context, title, plainly(paragraph(sentences))))
