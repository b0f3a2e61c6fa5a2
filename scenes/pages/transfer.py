"""Exporting and importing all of a player's data, statistics, reports and pasted codes, and the page of saved games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import platformdirs
import pygame

from topping_out.game.bots.puzzles import puzzles_of
from topping_out.game.cli.doctor import examine
from topping_out.game.language import mark, tr
from topping_out.game.progress.daily import is_counted
from topping_out.game.record import RecordError
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
from ..accessibility.semantics import Role, Semantics
from ..kit import built
from ..kit.city import halo
from ..kit.kit import Kit
from ..kit.stage import Stage
from ..manager import Pop, Push, Transition
from ..match import definition
from ..match.phrases import player_names, progress, title_and_beginning
from ..match.start import open_replay, resume, unfinished
from ..system.context import Context
from ..system.settings import Settings, read_settings
from ..system.window import copied_text
from ..ui.column import ColumnPage, Notice, ProgressDialog, Rows
from ..ui.fields import TextField
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, grid, row
from ..ui.widgets import Button
from .daily_pictures import TablePicture
from .setup import SetupPage
from .skyline_street import built_of

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


# -- games to continue


PAD = 12.0
"""Room round the words below a table, in logical units."""
MIN_WIDTH = 300.0
"""Of a game, at the usual text size."""


class TableCard(Widget):
    """A game that can be continued: its table, and below it who plays and when it was started."""

    def __init__(self, name: str, saved: Saved, picture: TablePicture, press: Press) -> None:
        super().__init__(name, None, press)
        self.title, self.about, self.picture = progress(saved), title_and_beginning(saved), picture

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.title, description=self.about)

    def _words(self, kit: Kit) -> Box:
        return column(Text(self.title, 16, "bold"), Text(self.about, 14, "body", kit.theme.mist), gap=2)

    def height_for(self, kit: Kit, width: float) -> float:
        return width * 9 / 16 + self._words(kit).height_for(kit, width - 2 * PAD) + 2 * PAD

    def place(self, kit: Kit, area: Rect) -> None:
        super().place(kit, area)
        self.picture.lay(area.w, area.w * 9 / 16)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        table = Rect(r.x, r.y, r.w, r.w * 9 / 16)
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 235), theme.plate, 0, self.radius), r.x, r.y)
        stage.blit(kit.plate(table.w, table.h, theme.dusk, theme.dusk, 0, 2), table.x, table.y)
        if picture := self.picture.picture:
            stage.blit_centred(picture, *table.center)
        words, room = self._words(kit), r.w - 2 * PAD
        words.show(stage, kit, Rect(r.x + PAD, table.bottom + PAD, room, words.height_for(kit, room)))
        rim = theme.brass if hovered else theme.rim
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 0), rim, 2 if hovered else 1, self.radius), r.x, r.y)


class SavedGamesPage(ColumnPage):
    """The tables of the unfinished games, the most recently played first."""

    heading = mark("Unfinished games")
    column_width = 1040.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.saved = unfinished(context)
        self._pictures: dict[str, TablePicture] = {}

    def refresh(self) -> None:
        self.saved = unfinished(self.context)
        self.rebuild()

    def put_rows(self, rows: Rows) -> None:
        cells = [self._cell(number, saved) for number, saved in enumerate(self.saved)]
        across = max(1, int(self.viewport.w // (MIN_WIDTH * self.kit.text_scale)))
        rows.append(grid(across, cells, gap=18))

    def _cell(self, number: int, saved: Saved) -> Box:
        """Return a game's table, and below it the button that puts it away."""
        picture = self._pictures.setdefault(saved.path.name, TablePicture(self.context, saved.header, saved))
        picture.saved = saved
        card = TableCard(f"go{number}", saved, picture, partial(resume, self.context, saved))
        away = Button(f"away{number}", tr("Put away"), partial(self._ask, saved), size=16)
        away.hint = tr("The game with {players}.", players=progress(saved))
        return column(card, row(fill(), away), gap=6)

    # -- painting, one table after the other

    def _unpainted(self) -> Iterator[TablePicture]:
        """Yield the tables in sight that are still to be painted."""
        for widget in self.widgets:
            if isinstance(widget, TableCard) and self.viewport.colliderect(widget.rect) and not widget.picture.picture:
                yield widget.picture

    def update(self, ms: float) -> Transition:
        if picture := next(self._unpainted(), None):
            picture.paint_next()
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return super().at_rest and next(self._unpainted(), None) is None

    # -- putting away

    def _ask(self, saved: Saved) -> Transition:
        text = tr(
            "The game with {player_names} won't be offered again. Its file is kept in a folder of its own.",
            player_names=player_names(saved),
        )
        if is_counted(saved.header):
            text += "\n" + tr("This is your first try at a daily deal. Putting it away leaves it without a result.")
        answers = ((tr("Keep it here"), None), (tr("Put it away"), lambda: self._put_away(saved)))
        return Push(Notice(self.context, tr("Put this game away?"), text, answers))

    def _put_away(self, saved: Saved) -> Transition:
        try:
            self.context.library.abandon(saved.path)
        except RecordError as error:
            return Push(Notice(self.context, tr("It stays here"), str(error)))
        self.refresh()
        return None if self.saved else Pop()


# -- a game to watch again


TOWER_HEIGHT = 190.0
"""Of the sheet of a tower in `TowerCard`, and of the sky around it, in logical units."""
CARD_WIDTH = 160.0
"""Least width of a `TowerCard` at the usual text size."""


class TowerCard(Widget):
    """A game to watch again: the best tower built in it, and below it what is notable about the game."""

    def __init__(self, name: str, label: str, detail: str, saved: Saved, press: Press) -> None:
        super().__init__(name, None, press)
        self.label, self.detail, self.saved = label, detail, saved
        self.hint = tr("Watch it again, step by step.")

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, description=paragraph([full_stop(self.detail), self.hint]))

    def _words(self, kit: Kit) -> Box:
        detail = Text(self.detail, 13.5, "body", kit.theme.mist, align=0.5)
        return column(Text(self.label, 15, "bold", align=0.5), detail, gap=2)

    def height_for(self, kit: Kit, width: float) -> float:
        return TOWER_HEIGHT + self._words(kit).height_for(kit, width - 16) + 20

    def is_painted(self, kit: Kit) -> bool:
        has_tower = self.saved.summary.tower is not None
        return not has_tower or built.is_painted(kit, built_of(kit, self.saved), TOWER_HEIGHT, False)

    def paint(self, kit: Kit) -> pygame.Surface | None:
        """Return the picture of the tower; None if the game names none."""
        return built.picture(kit, built_of(kit, self.saved), TOWER_HEIGHT) if self.saved.summary.tower else None

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        ground = r.y + TOWER_HEIGHT
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.mist if hovered else theme.rim, 1, 8), r.x, r.y)
        stage.blit(kit.plate(r.w - 20, 2, theme.brass, theme.brass, 0, 1), r.x + 10, ground)
        if self.is_painted(kit) and (picture := self.paint(kit)):
            with stage.clip(r.x + 1, r.y, r.w - 2, TOWER_HEIGHT):
                if hovered:
                    stage.blit_centred(halo(kit, TOWER_HEIGHT), r.centerx, ground - TOWER_HEIGHT * 0.42)
                wide, high = kit.size_of(picture)
                stage.blit(picture, r.centerx - wide / 2, ground - high)
        words = self._words(kit)
        words.show(stage, kit, Rect(r.x + 8, ground + 10, r.w - 16, words.height_for(kit, r.w - 16)))
