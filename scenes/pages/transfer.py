"""Exporting and importing all of a player's data, exporting statistics, packing a report, opening pasted codes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import platformdirs

from topping_out.game.bots.puzzles import puzzles_of
from topping_out.game.cli.doctor import examine
from topping_out.game.language import mark, tr
from topping_out.game.storage import faults
from topping_out.game.storage.codes import (
    CodeError,
    CodeKind,
    from_code,
    read_deal,
    read_deck_value,
    read_game,
    read_puzzle,
)
from topping_out.game.storage.files import cannot_write, files_in, free_path, write_atomic
from topping_out.game.storage.history import csv_text
from topping_out.game.storage.library import Saved
from topping_out.game.storage.transfer import Export, Import, TransferError
from topping_out.game.text import full_stop, paragraph, plainly, sentence, sift_path

from .. import routes
from ..manager import Push, Transition
from ..match import definition
from ..match.start import open_replay
from ..system.context import Context
from ..system.settings import Settings, read_settings
from ..system.window import copied_text
from ..ui.column import ColumnPage, Notice, ProgressDialog, Rows
from ..ui.fields import TextField
from ..ui.layout import Press
from ..ui.widgets import Button
from .setup import SetupPage

# -- places


NAME = "topping-out"
MAX_EXPORTS_SHOWN = 6


def folders() -> list[Path]:
    """Return the existing folders that are searched: documents, downloads, desktop, home."""
    named = (platformdirs.user_documents_dir(), platformdirs.user_downloads_dir(), platformdirs.user_desktop_dir())
    return [folder for folder in dict.fromkeys((*map(Path, named), Path.home())) if folder.is_dir()]


def folder() -> Path:
    """Return the folder for new files."""
    return next(iter(folders()), Path.cwd())


def exports() -> list[Path]:
    """Return the newest files that are named like exports, newest first."""
    files = [path for folder in folders() for path in files_in(folder, f"{NAME}-????-??-??*.zip") if path.is_file()]
    return sorted(files, key=lambda path: -path.stat().st_mtime_ns)[:MAX_EXPORTS_SHOWN]


def short(path: Path) -> str:
    """Return a path as players see it, with `~` for the home folder."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def long(text: str) -> Path:
    """Return the path that a player typed, with `~` expanded; the `~name` of an unknown user stays as it is."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except (RuntimeError, ValueError):
        return path


# -- fields


class PathField(TextField):
    """A text field for the path of a file."""

    longest = 400
    placeholder = mark("File")
    sift = staticmethod(sift_path)

    def pasted(self, text: str) -> str:
        """Return a pasted path without the quotes that Windows adds or the `file://` that some desktops add."""
        path = super().pasted(text).strip().strip('"')
        if not path.startswith("file://"):
            return path
        host, slash, name = path.removeprefix("file://").partition("/")
        path = unquote(slash + name)
        if sys.platform == "win32":
            return path.lstrip("/") if host in ("", "localhost") else f"//{host}{path}"
        return path


def add_file(rows: Rows, name: str, text: str, label: str, change: Callable[[str], Transition], press: Press) -> None:
    """Add the field `name` and beside it the button `use name`, which is disabled while the field is empty."""
    field = PathField(name, text, [], change)
    field.hint = tr("The full path of the file; ~ is your home folder.")
    rows.put(field, Button(f"use {name}", label, press, size=16, enabled=bool(text.strip())))


# -- report


def pack_report(context: Context) -> Transition:
    """Save a fault report in the first of the folders, and say where it is and what it contains."""
    path = folder() / faults.new_name()
    try:
        sentences = faults.pack(path, "".join(f"{finding}\n" for finding in examine()))
    except Exception as error:  # a program that needs a report may fail at anything
        return Push(Notice(context, tr("That didn't work"), sentence(plainly(error))))
    return Push(Notice(context, tr("Report packed"), paragraph(map(full_stop, sentences)), file=path))


# -- transfer


class TransferPage(ColumnPage):
    """The page to export, to import, and to pack a fault report."""

    heading = mark("Export and import")
    column_width = 820.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._search_folders()

    def _search_folders(self) -> None:
        """Find a free path for the export, and the exports in the usual folders."""
        self._target, self._source = short(free_path(folder(), f"{NAME}-{date.today():%Y-%m-%d}", ".zip")), ""
        self._exports = exports()

    def put_rows(self, rows: Rows) -> None:
        rows.label("export", tr("Export"))
        text = tr("Your games, settings, decks, languages and results all go into one file.")
        rows.words("about export", text)
        add_file(rows, "target", self._target, tr("Export"), partial(self._type, "target"), self._export)
        rows.label("import", tr("Import"))
        text = tr("What the file holds is added; nothing here is changed or duplicated.")
        rows.words("about import", text)
        for number, path in enumerate(self._exports):
            label = tr("Import {file}", file=path.name)
            press = partial(self._import, path)
            rows.put(Button(f"found{number}", label, press, size=16, detail=short(path.parent)))
        add_file(rows, "source", self._source, tr("Import"), partial(self._type, "source"), self._use_source)
        rows.label("codes", tr("Codes"))
        text = tr("A deck, a deal, a puzzle or a game that came as a line of text: copy it, and press here.")
        rows.words("about codes", text)
        rows.put(Button("paste code", tr("Paste a code"), partial(paste_code, self.context), size=16))
        rows.label("fault", tr("Report a problem"))
        text = tr(
            "Everything that helps to find the problem goes into one file: details about the program and this "
            "computer, error reports and your last game. Nothing is sent."
        )
        rows.words("about fault", text)
        rows.put(Button("pack", tr("Pack a report"), partial(pack_report, self.context), size=16))

    def _type(self, name: str, text: str) -> None:
        before = self._source
        setattr(self, f"_{name}", text)
        if bool(before.strip()) != bool(self._source.strip()):
            self.rebuild()

    # -- export and import

    def _export(self) -> Transition:
        try:
            work = Export(long(self._target))
        except TransferError as error:
            return self._refuse(error)
        return Push(ProgressDialog(self.context, tr("Export"), work.steps(), partial(self._exported, work)))

    def _exported(self, work: Export, error: Exception | None) -> Transition:
        self._search_folders()
        self.rebuild()
        if error:
            return self._refuse(error)
        return self._report(tr("Exported"), [work.summary(), *work.problems], work.path)

    def _use_source(self) -> Transition:
        return self._import(long(self._source))

    def _import(self, path: Path) -> Transition:
        work = Import(path, read_settings)
        self.context.save_settings()
        return Push(ProgressDialog(self.context, tr("Import"), work.steps(), partial(self._imported, work)))

    def _imported(self, work: Import, error: Exception | None) -> Transition:
        if work.taken["settings"]:
            settings, imported = self.context.settings, self.context.store.load()
            for field in msgspec.structs.fields(Settings):
                setattr(settings, field.name, getattr(imported, field.name))
            self.context.save_settings()
        self.rebuild()
        return self._refuse(error) if error else self._report(tr("Imported"), [work.summary(), *work.left_out])

    def _refuse(self, error: Exception) -> Transition:
        return Push(Notice(self.context, tr("That didn't work"), sentence(plainly(error))))

    def _report(self, title: str, sentences: list[str], file: Path | None = None) -> Transition:
        return Push(Notice(self.context, title, plainly(paragraph(sentences)), file=file))


# -- codes


def paste_code(context: Context) -> Transition:
    """Open what the code in the clipboard holds, or say why that is not possible."""
    try:
        kind, content = from_code(copied_text())
        return OPENED[kind](context, content)
    except ValueError as error:  # what the code holds may be refused by its game
        return Push(Notice(context, tr("That didn't work"), sentence(plainly(error))))


def _check_game(game: str) -> None:
    """Raise CodeError if there is no such game here, or if it has no table."""
    if game not in definition.playable():
        raise CodeError(tr("this version of the program doesn't have that game"))


def _open_deck(context: Context, content: bytes) -> Transition:
    deck = read_deck_value(content)
    _check_game(deck.game)
    if not definition.table_of(deck.game).workshop:
        raise CodeError(tr("this version of the program has no decks for that game"))
    workshop: Any = routes.WORKSHOP(context, deck.game)
    workshop.take(deck.value)
    return Push(workshop)


def _open_deal(context: Context, content: bytes) -> Transition:
    deal = read_deal(content)
    _check_game(deal.game)
    page = SetupPage(context, deal.game)
    page.take_deal(deal)
    return Push(page)


def _open_puzzle(context: Context, content: bytes) -> Transition:
    puzzle = read_puzzle(content)
    _check_game(puzzle.game)
    if all(known.name != puzzle.name for known in puzzles_of(puzzle.game)):
        raise CodeError(tr("this version of the program doesn't have that puzzle"))
    return Push(routes.PUZZLE(context, puzzle.game, puzzle.name))


def _open_game(context: Context, content: bytes) -> Transition:
    record = read_game(content)
    _check_game(record.header.game)
    return open_replay(context, record)


OPENED: dict[CodeKind, Callable[[Context, bytes], Transition]] = {
    CodeKind.DECK: _open_deck,
    CodeKind.DEAL: _open_deal,
    CodeKind.PUZZLE: _open_puzzle,
    CodeKind.GAME: _open_game,
}


# -- statistics


STATISTICS_NAME = "topping-out-statistics"


def export_statistics(context: Context, finished: Iterable[Saved]) -> Transition:
    """Write the table to a free name in the first of the usual folders; say where it is or what failed."""
    path = free_path(folder(), f"{STATISTICS_NAME}-{date.today():%Y-%m-%d}", ".csv")
    try:
        write_atomic(path, csv_text(finished).encode())
    except OSError as error:
        why = cannot_write(short(path), error)
        return Push(Notice(context, tr("Not exported"), why))
    text = tr("{file}: a line for each game and player, for spreadsheet programs.", file=short(path))
    return Push(Notice(context, tr("Exported"), text, file=path))
