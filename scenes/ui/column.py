"""Pages with a heading, a column of rows and buttons at the foot; dialogs, also for long work and for files."""

from __future__ import annotations

import io
import math
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from time import perf_counter

import pygame

from topping_out.game.children import start
from topping_out.game.language import mark, tr
from topping_out.game.storage.files import free_path, pictures_folder, write_atomic
from topping_out.game.text import system_says

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.city import dusk
from ..kit.kit import Kit
from ..kit.ornament import panel, put_heading
from ..kit.stage import Stage
from ..manager import Pop, Push, Transition
from ..system.context import Context
from ..system.window import copy_text
from .fields import EASE, MARGIN, NOTCH, Scrollbar
from .layout import Box, Press, Rect, Widget, column, fill, grid, level, row, sized, space
from .page import Page, nearest
from .widgets import PAD, Button, ListRow, Words, arrow, put_in

# -- frame


EDGE = 40.0
"""Distance of a page's content from the sides of the window, in logical units."""
HEAD = 84.0
"""Height of the heading."""
FOOT = 14.0
"""Distance below the buttons at the foot, and above them."""
PANEL_EDGE = 36.0
"""Distance of a panel's content from its sides."""


def foot_area(kit: Kit) -> Rect:
    """Return the area of the buttons at the foot of a page."""
    high = PAD + kit.line(18)
    return Rect(EDGE, kit.height - FOOT - high, kit.width - 2 * EDGE, high)


def body_area(kit: Kit, width: float) -> Rect:
    """Return the area between heading and foot, centred and at most `width` wide."""
    wide = min(width, kit.width - 2 * EDGE)
    return Rect((kit.width - wide) / 2, HEAD, wide, foot_area(kit).y - FOOT - HEAD)


def paint_frame(stage: Stage, kit: Kit, heading: str) -> None:
    """Draw the city at dusk, with the heading."""
    stage.blit(dusk(kit, foot_area(kit).y - FOOT), 0, 0)
    put_heading(stage, kit, heading, kit.width / 2, 22, kit.width - 2 * EDGE)


def paint_shade(stage: Stage, kit: Kit, area: Rect) -> None:
    """Draw a dark plate under the body of a page."""
    shade = (*kit.theme.night, 165)
    stage.blit(kit.plate(area.w + 56, area.h + 24, shade, shade, 0, 14), area.x - 28, area.y - 12)


def lay_panel(kit: Kit, content: Box, width: float) -> Rect:
    """Lay out a panel's content under its heading. Return the panel, which is `width` wide at the usual text size."""
    wide = min(kit.width - 60, kit.wide(width))
    inner = wide - 2 * PANEL_EDGE
    high = HEAD + content.height_for(kit, inner) + PANEL_EDGE
    place = Rect((kit.width - wide) / 2, max(6.0, (kit.height - high) / 2), wide, high)
    content.place(kit, Rect(place.x + PANEL_EDGE, place.y + HEAD, inner, high - HEAD - PANEL_EDGE))
    return place


def panel_foot(kit: Kit, place: Rect) -> Rect:
    """Return the area of the buttons at the foot of a panel."""
    high = PAD + kit.line(18)
    return Rect(place.x + PANEL_EDGE, place.bottom - 20 - high, place.w - 2 * PANEL_EDGE, high)


def paint_panel(stage: Stage, kit: Kit, place: Rect, heading: str) -> None:
    """Darken the scene below, and draw a panel with its heading."""
    stage.blit(kit.veil(), 0, 0)
    stage.blit(panel(kit, place.w, place.h, 250), place.x, place.y)
    put_heading(stage, kit, heading, place.centerx, place.y + 24, place.w - 2 * PANEL_EDGE)


# -- dialog


Choice = tuple[str, Callable[[], Transition] | None]
"""A button's label, and what is called after the dialog has closed; None: nothing."""
GAP = 12.0
MIN_BUTTON_WIDTH = 170.0
"""Least width of a button in logical units."""


class Dialog(Page):
    """A panel over the scene below, with a heading, a text, and a row or column of buttons."""

    see_through = True
    text = ""
    width = 560.0
    """The panel's width at the usual text size."""
    file: Path | None = None
    """The file that the text says has just been written; a button shows it in the system's file manager."""
    _showing: Showing | None = None
    _is_announced = False

    def enter(self) -> None:
        super().enter()
        if not self._is_announced:
            self._is_announced = True
            self.context.announcer.say(self.text)

    def buttons(self) -> list[Button]:
        """Return the buttons."""
        raise NotImplementedError

    def below(self) -> list[Box]:
        """Return the boxes below the buttons."""
        return []

    def build(self) -> list[Widget]:
        buttons, kit = self.buttons(), self.kit
        if self.file:
            buttons = [*buttons, Button("show file", tr("Show in folder"), self._show_file)]
        words = [Words("text", self.text, 17)] if self.text else []
        content = column(*words, self._choice(buttons), *self.below(), gap=20)
        self._panel = lay_panel(kit, content, self.width)
        return [*content.widgets()]

    def _show_file(self) -> None:
        if self.file and not self._showing:
            self._showing = Showing(self.file)

    def update(self, ms: float) -> Transition:
        if self._showing and self._showing.is_over:
            has_failed, self._showing = self._showing.has_failed, None
            if has_failed and self.file:
                text = tr(
                    "No program on this computer could show the folder {folder}.", folder=self.file.absolute().parent
                )
                return Push(Notice(self.context, tr("That didn't work"), text))
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return not self._showing and super().at_rest

    def _choice(self, buttons: Sequence[Button]) -> Box:
        """Return the buttons in a row if there is a text above and enough room, else in a column."""
        widths = [max(MIN_BUTTON_WIDTH, button.width_for(self.kit)) for button in buttons]
        beside = row(*map(sized, buttons, widths), gap=GAP)
        if self.text and beside.width_for(self.kit) <= self.kit.wide(self.width) - 2 * PANEL_EDGE:
            return row(fill(), beside, fill(), gap=0)
        below = column(*buttons, gap=GAP)
        return row(fill(), sized(below, max(widths)), fill(), gap=0)

    def headings(self) -> list[Rect]:
        return [*super().headings(), Rect(self._panel.x, self._panel.y, self._panel.w, HEAD)]

    def paint(self, stage: Stage) -> None:
        paint_panel(stage, self.kit, self._panel, tr(self.heading))


GOOD = mark("OK")


class Notice(Dialog):
    """A message with one button for each choice. Without choices, only Esc or `until` closes it."""

    def __init__(
        self,
        context: Context,
        title: str,
        text: str,
        buttons: Sequence[Choice] = ((GOOD, None),),
        until: Callable[[], bool] = lambda: False,
        file: Path | None = None,
    ) -> None:
        """Show `buttons` from left to right, with the focus on the first. `file` is the one that was written, if any.

        Esc closes the dialog and does nothing more. The dialog closes itself as soon as `until` returns true.
        """
        super().__init__(context)
        self.heading, self.text = title, text
        self._choices, self._until, self.file = buttons, until, file

    def update(self, ms: float) -> Transition:
        return Pop() if self._until() else super().update(ms)

    def buttons(self) -> list[Button]:
        return [
            Button(f"answer{number}", tr(label), partial(Pop, then), primary=number == 0)
            for number, (label, then) in enumerate(self._choices)
        ]


def copied(context: Context, text: str) -> Push:
    """Put a text into the clipboard and say so, or show it if there is no clipboard."""
    if copy_text(text):
        return Push(Notice(context, tr("Copied"), tr("Paste it wherever you like.")))
    return Push(Notice(context, tr("There's no clipboard here"), text))


def code_button(context: Context, make: Callable[[], str], size: float = 16) -> Button:
    """Return the button that copies the code that `make` returns (see `game.storage.codes`)."""
    button = Button("code", tr("Copy as a code"), lambda: copied(context, make()), size=size)
    button.hint = tr("One line of text for a friend, who pastes it under Export and import.")
    return button


# -- column


class Label(Widget):
    """The title of a group of rows. If it names the group, screen readers read it with the group."""

    is_heading = True

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name)
        self.is_focusable = False
        self.text = text
        self.names_group = False

    def semantics(self) -> Semantics | None:
        return None if self.names_group else Semantics(Role.HEADING, self.text, level=2)

    def height_for(self, kit: Kit, width: float) -> float:
        return kit.line(19)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        sign = kit.text(kit.fit(self.text, self.rect.w, 19, "head"), 19, "head", kit.theme.brass)
        stage.blit(sign, self.rect.x + 4, self.rect.bottom - kit.size_of(sign)[1])


class Paragraph(Words):
    """A paragraph of text between the rows."""

    def __init__(self, name: str, words: str, is_bad: bool = False) -> None:
        super().__init__(name, words, align=0)
        self.is_bad = is_bad

    def height_for(self, kit: Kit, width: float) -> float:
        return super().height_for(kit, width - 8) + 6

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        self._block.colour = kit.theme.bad if self.is_bad else kit.theme.mist
        self._block.show(stage, kit, Rect(self.rect.x + 4, self.rect.y, self.rect.w - 8, self.rect.h - 6))


Size = tuple[float, float]
"""Width and height in logical units."""


class LinkRow(ListRow):
    """A row that opens another page if it can be pressed."""

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        if self._press:
            stage.blit_centred(arrow(kit, 1, 14), self.rect.right - 26, self.rect.centery)


class PictureRow(LinkRow):
    """A row with a picture at its left."""

    def __init__(
        self, name: str, title: str, help: str, press: Press | None, paint: Callable[[Kit], pygame.Surface | None],
        size: Size,
    ) -> None:  # fmt: skip
        """`paint` returns a picture of this size, the same each time, or None for an empty space."""
        super().__init__(name, title, help, press)
        self._paint, self.size = paint, size

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        left, right = super().sides(kit, width)
        return left + self.size[0] + 6, right

    def height_for(self, kit: Kit, width: float) -> float:
        return max(super().height_for(kit, width), self.size[1] + 16)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        super().draw_value(stage, kit)
        if picture := self._paint(kit):
            stage.blit_centred(picture, self.rect.x + 8 + self.size[0] / 2, self.rect.centery)


class Rows(list[Box]):
    """The rows of a page from top to bottom. Rows after a label belong to its group."""

    group: Group | None = None
    _title: Label | None = None

    def put(self, widget: Widget, *beside: Box) -> None:
        """Add a row, with boxes to its right."""
        self._add(row(fill(widget), *map(level, beside)) if beside else widget)

    def grid(self, widgets: Sequence[Widget], across: int, gap: float = 8.0) -> None:
        """Add widgets of equal width, so many in a row."""
        self._add(grid(across, widgets, gap))

    def _add(self, box: Box) -> None:
        put_in(self.group, *box.widgets())
        if self._title:
            self._title.names_group = self._title.group is self.group
        self._title = None
        self.append(box)

    def put_group(self, name: str, words: str, widgets: Sequence[Widget]) -> None:
        """Add rows as a group with a title, unless there are none or the title is empty."""
        if words and widgets:
            self.label(name, words)
        for widget in widgets:
            self.put(widget)

    def words(self, name: str, words: str, is_bad: bool = False) -> None:
        """Add a paragraph."""
        self.put(Paragraph(name, words, is_bad))

    def label(self, name: str, words: str, *beside: Box) -> None:
        """Begin a group of rows with a title, with some room above it and boxes to its right."""
        if self:
            self.append(space(4))
        self.group, title = Group(name, words), Label(name, words)
        self.put(title, *beside)
        title.names_group = bool(beside)
        self._title = title


class ColumnPage(Page):
    """A page with one column of rows that scrolls. Esc and the button at the foot lead back."""

    column_width = 720.0
    """The column's width at the usual text size."""
    viewport = Rect(0, 0, 0, 0)
    """The part of the page that shows the column."""
    content_height = 0.0
    """Height of the whole column."""
    offset = 0.0
    """How far the column is scrolled, in logical units."""
    target = 0.0
    """The offset at which smooth scrolling will end."""
    _column_names: frozenset[str] = frozenset()
    _errors: frozenset[str] | None = None
    """The error messages in the column when it was last laid out; None before the first time."""

    # -- for subclasses to override

    def put_rows(self, rows: Rows) -> None:
        """Add the rows of the column."""

    def foot(self) -> list[Box]:
        """Return the boxes at the foot of the page, from left to right."""
        return [fill(), self.back_button(primary=True), fill()]

    # -- layout

    def viewport_rect(self) -> Rect:
        """Return the area in which the column is shown."""
        return body_area(self.kit, self.kit.wide(self.column_width)).inflate(0, -24)

    def column(self, width: float) -> list[Widget]:
        """Return the widgets of the column, from (0, 0) downwards."""
        rows = Rows()
        self.put_rows(rows)
        stack = column(*rows)
        return stack.lay(self.kit, Rect(0, 0, width, stack.height_for(self.kit, width)))

    def fixed_widgets(self) -> list[Widget]:
        """Return the widgets that do not scroll."""
        return row(*self.foot(), gap=12).lay(self.kit, foot_area(self.kit))

    def initial_focus(self) -> Widget | None:
        return next(iter(self.focusable), None)

    def build(self) -> list[Widget]:
        self.viewport = self.viewport_rect()
        column = self.column(self.viewport.w)
        self.content_height = max((w.rect.bottom for w in column), default=0.0)
        self.target = self.offset = self._within(self.target)
        for widget in column:
            widget.rect.move_ip(self.viewport.x, self.viewport.y - self.offset)
        self._column_names = frozenset(w.name for w in column)
        bar: list[Widget] = [self._bar()] if self.max_offset else []
        return [*column, *bar, *self.fixed_widgets()]

    def rebuild(self) -> None:
        super().rebuild()
        self.reveal(self.focused, at_once=True)
        self._show_new_errors()

    def _show_new_errors(self) -> None:
        """Show new error messages as replies too if they are scrolled out of sight."""
        errors = [widget for widget in self.widgets if isinstance(widget, Paragraph) and widget.is_bad]
        known = frozenset(paragraph.text for paragraph in errors) if self._errors is None else self._errors
        for paragraph in errors:
            if paragraph.text not in known and not self.viewport.contains(paragraph.rect):
                self.context.last_reply.show(paragraph.text)
        self._errors = frozenset(paragraph.text for paragraph in errors)

    def _bar(self) -> Scrollbar:
        rect = Rect(self.viewport.right + MARGIN + 4, self.viewport.y, 14, self.viewport.h)
        return Scrollbar(
            rect, self.viewport.h / self.content_height, lambda share: self.scroll_to(share * self.max_offset, True)
        )

    @property
    def max_offset(self) -> float:
        return max(0.0, self.content_height - self.viewport.h)

    def _within(self, offset: float) -> float:
        return max(0.0, min(offset, self.max_offset))

    def is_in_column(self, widget: Widget) -> bool:
        """Return whether a widget belongs to the column."""
        return widget.name in self._column_names

    # -- scrolling

    def scroll_to(self, target: float, at_once: bool = False) -> None:
        """Scroll to `target` units from the top of the column, or as near as possible."""
        self.target = self._within(target)
        if at_once or self.context.settings.reduced_motion or math.isinf(self.context.settings.speed_factor):
            self._shift(self.target)

    def reveal(self, widget: Widget | None, at_once: bool = False) -> None:
        """Scroll as little as possible to make a widget of the column fully visible."""
        if widget is None or not self.is_in_column(widget):
            return
        top = widget.rect.y - self.viewport.y + self.offset
        bottom = top + widget.rect.h
        if top < self.target:
            self.scroll_to(top - MARGIN, at_once)
        elif bottom > self.target + self.viewport.h:
            self.scroll_to(min(top, bottom - self.viewport.h + MARGIN), at_once)

    def _shift(self, offset: float) -> None:
        for widget in self.widgets:
            if self.is_in_column(widget):
                widget.rect.move_ip(0, self.offset - offset)
        self.offset = offset

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.SCROLL:
            self.scroll_to(self.target - intent.amount * NOTCH)
            return None
        return super().on_intent(intent)

    def neighbour(self, here: Widget | None, way: tuple[int, int]) -> Widget | None:
        """Return the nearest focusable widget. Up and down, widgets of the column come first, even out of sight."""
        if here and self.is_in_column(here) and way[1]:
            column = [widget for widget in self.focusable if self.is_in_column(widget) and widget is not here]
            beside = [widget for widget in self.focusable if not self.is_in_column(widget)]
            return nearest(here.rect, way, column) or nearest(here.rect.clamp(self.viewport), way, beside)
        return super().neighbour(here, way)

    def focus_on(self, widget: Widget) -> None:
        super().focus_on(widget)
        self.reveal(widget)

    def update(self, ms: float) -> Transition:
        if self.offset != self.target:
            rest = (self.target - self.offset) * math.exp(-ms / EASE)
            self._shift(self.target if abs(rest) < 0.5 else self.target - rest)
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self.offset == self.target and super().at_rest

    # -- drawing

    def at(self, position: tuple[float, float]) -> Widget | None:
        found = super().at(position)
        if found and self.is_in_column(found) and not self._visible_area.collidepoint(position):
            others = [w for w in self.widgets if not self.is_in_column(w)]
            return next((w for w in reversed(others) if w.rect.collidepoint(position)), None)
        return found

    @property
    def _visible_area(self) -> Rect:
        return self.viewport.inflate(2 * MARGIN, 2 * MARGIN)

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, tr(self.heading))
        paint_shade(stage, self.kit, self.viewport)

    def draw(self, stage: Stage) -> None:
        self.paint(stage)
        with stage.clip(*self._visible_area):
            self.paint_column(stage)
            self.draw_widgets(stage, [w for w in self.widgets if self.is_in_column(w)])
        for widget in self.widgets:
            if isinstance(widget, Scrollbar):
                widget.share = max(0.0, min(1.0, self.offset / self.max_offset)) if self.max_offset else 0.0
        self.draw_widgets(stage, [w for w in self.widgets if not self.is_in_column(w)])
        self.draw_reply(stage)

    def paint_column(self, stage: Stage) -> None:
        """Draw what is under the column's widgets, scrolled by `self.offset`."""


# -- progress


SLICE = 0.012
"""Seconds of work in each frame."""
BAR_HEIGHT = 10.0

Then = Callable[[Exception | None], Transition]
"""A function that is called when the work is done (None) or has failed (its error)."""


class ProgressDialog(Dialog):
    """Does a slice of long work in each frame. Cancel and Esc stop it by closing the iterator."""

    def __init__(self, context: Context, heading: str, steps: Iterator[tuple[int, int]], then: Then) -> None:
        """`steps` does the work: it yields how much is done, and of how much, or raises ValueError or OSError."""
        super().__init__(context)
        self.heading, self.text = heading, tr("One moment, please.")
        self.share = 0.0
        self._steps, self._then = steps, then

    @property
    def at_rest(self) -> bool:
        return False

    def update(self, ms: float) -> Transition:
        until = perf_counter() + SLICE
        try:
            while perf_counter() < until:
                done, total = next(self._steps)
                self.share = done / max(1, total)
        except StopIteration:
            return Pop(lambda: self._then(None))
        except (ValueError, OSError) as error:
            failed = error
            return Pop(lambda: self._then(failed))
        return None

    def leave(self) -> None:
        close = getattr(self._steps, "close", None)
        if close:
            close()

    def buttons(self) -> list[Button]:
        return [Button("cancel", tr("Cancel"), self.cancel, primary=True)]

    def below(self) -> list[Box]:
        return [Bar(self)]


class Bar(Widget):
    """A progress bar."""

    def __init__(self, dialog: ProgressDialog) -> None:
        super().__init__("progress")
        self.is_focusable = False
        self.dialog = dialog

    def height_for(self, kit: Kit, width: float) -> float:
        return BAR_HEIGHT

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, tr("{number}% done", number=round(100 * self.dialog.share)))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        stage.blit(kit.plate(r.w, BAR_HEIGHT, theme.rim, theme.rim, 1, BAR_HEIGHT / 2), r.x, r.y)
        full = round(r.w * min(1.0, self.dialog.share))
        if full >= BAR_HEIGHT:
            stage.blit(kit.plate(full, BAR_HEIGHT, theme.brass, theme.brass, 1, BAR_HEIGHT / 2), r.x, r.y)


# -- showing a file


REPLY = 10.0
"""Seconds that a file manager has to answer. A program that still runs then is taken for the file manager itself."""
_FILE_MANAGER = "org.freedesktop.FileManager1"


def ways(path: Path, platform: str = sys.platform) -> Iterator[Sequence[str]]:
    """Yield the commands that show a file, given by its absolute path, the best one first."""
    if platform == "win32":
        yield f'explorer /select,"{path}"'  # not a list: Explorer wants the quotation marks after the comma
    elif platform == "darwin":
        yield ["open", "-R", str(path)]
    else:
        # the address of a file has neither commas nor quotation marks, which dbus-send would not take as they are
        method = f"/{_FILE_MANAGER.replace('.', '/')}", f"{_FILE_MANAGER}.ShowItems"
        arguments = f"array:string:{path.as_uri()}", "string:"
        timeout = f"--reply-timeout={REPLY * 1000:.0f}"
        yield ["dbus-send", "--session", "--print-reply", timeout, f"--dest={_FILE_MANAGER}", *method, *arguments]
        yield ["xdg-open", str(path.parent)]


class Showing:
    """A file that is being shown, by a thread that tries all ways; the program goes on meanwhile."""

    def __init__(self, path: Path) -> None:
        self.is_over = self.has_failed = False
        Thread(target=self._show, args=(path.absolute(),), name="file manager", daemon=True).start()

    def _show(self, path: Path) -> None:
        self.has_failed = not any(map(self._works, ways(path)))
        self.is_over = True

    def _works(self, command: Sequence[str]) -> bool:
        silent = subprocess.DEVNULL
        try:
            process = start(command, stdin=silent, stdout=silent, stderr=silent, start_new_session=True)
        except (OSError, ValueError):
            return False
        try:
            code = process.wait(REPLY + 1)
        except subprocess.TimeoutExpired:
            Thread(target=process.wait, name="file manager", daemon=True).start()
            return True
        return code == 0 or sys.platform == "win32"  # Explorer returns 1 even if it shows the file


def keep_picture(context: Context, picture: pygame.Surface, name: str) -> Transition:
    """Save a picture as PNG in the pictures folder, under a free name; say where it is or what failed."""
    data = io.BytesIO()
    pygame.image.save(picture, data, "png")
    try:
        path = free_path(pictures_folder(), name, ".png")
        write_atomic(path, data.getvalue())
    except OSError as error:
        why = tr("The picture can't be saved: {error}", error=system_says(error))
        return Push(Notice(context, tr("Not saved"), why))
    return Push(Notice(context, tr("Saved"), tr("The picture is here: {file}", file=path), file=path))
