"""The page with the rules of a game and their figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import pygame

from topping_out.game.language import tr, tr_count
from topping_out.game.options import Value
from topping_out.game.rules_text import Block, RulesText
from topping_out.game.storage.translations import rules_in_play
from topping_out.game.text import commas, labelled, paragraph

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.city import dusk
from ..kit.kit import Kit, Prose, lay_prose
from ..kit.ornament import put_heading
from ..kit.stage import Stage
from ..kit.theme import Colour, mix
from ..manager import Pop, Push, Transition
from ..match.definition import table_of
from ..match.start import begin_guided, has_guided
from ..system.context import Context
from ..ui.column import EDGE, HEAD, ColumnPage
from ..ui.fields import MARGIN, MIN_SEARCH_LENGTH, NOTCH, SearchField, TextField
from ..ui.layout import Box, Rect, Widget, column, fill, row, space
from ..ui.page import nearest
from ..ui.widgets import PAD, Button, Words
from .printing import PrintPage, can_print

# -- sheet


TEXT, TITLE, SMALL = 17.0, 25.0, 15.0
GAP = 12.0
INDENT = 26.0
CELL_PADDING = 30.0
"""Padding of a table's cell, left and right together."""
SHADOW_SIDE, SHADOW_TOP = 12.0, 8.0
"""How far the paper's shadow reaches beyond its sides and above it."""


@dataclass(frozen=True)
class SheetItem:
    """A block of the sheet; `y` is counted from the sheet's top."""

    y: float
    height: float
    under: Callable[[Stage, float, float], None] | None = None
    """Draws everything but prose, with the upper left corner at the given place."""
    prose: Prose | None = None
    colour: Colour = (0, 0, 0)
    x: float = 0.0
    """Left edge of the prose."""
    dy: float = 0.0
    """Top of the prose, from the item's top."""
    parts: tuple[Semantics, ...] = ()
    """The item's parts for screen readers, all of the same height."""


@dataclass(frozen=True)
class SearchHit:
    """A match of the search; `bars` mark its letters as (x, y, width, height) from the sheet's corner."""

    y: float
    bars: tuple[tuple[float, float, float, float], ...]


def _row_words(heads: Sequence[str], row: Sequence[str]) -> Semantics:
    """Return a row of a table in words, each cell after the heading of its column."""
    if row is heads:
        return Semantics(Role.TEXT, commas(heads))
    cells = (labelled(head, cell) if head else cell for head, cell in zip(heads, row))
    return Semantics(Role.ITEM, commas(cells))


class RulesSheet:
    """The whole text, laid out for one width."""

    def __init__(
        self,
        kit: Kit,
        rules: RulesText,
        figures: dict[str, Callable[[Kit], pygame.Surface]],
        width: float,
        seen: float = math.inf,
    ) -> None:
        """Lay the text out. Figures further down than `seen` that have not been painted yet go to `missing`."""
        self.missing: list[Callable[[], pygame.Surface]] = []
        """Functions that paint the figures left out; call them all, then lay out another sheet."""
        self._seen = seen
        self.kit, self.width, self._figures = kit, width, figures
        self.items: list[SheetItem] = []
        self.section_tops: list[float] = []
        self.height = 0.0
        for block in rules.opening:
            self._add(block)
        for section in rules.sections:
            self.height += GAP
            self.section_tops.append(self.height)
            self._add_title(section.title)
            for block in section.blocks:
                self._add(block)

    # -- laying out

    def _add(self, block: Block) -> None:
        match block.kind:
            case "text":
                self._add_prose(block.text, 0.0, Role.TEXT)
            case "item":
                self._add_prose(block.text, INDENT, Role.ITEM, self._bullet)
            case "ruling":
                self._add_ruling(block)
            case "figure":
                self._add_figure(block)
            case "table":
                self._add_table(block.rows)

    def _put(self, item: SheetItem, gap: float = GAP) -> None:
        self.items.append(item)
        self.height += item.height + gap * self.kit.text_scale

    def _add_title(self, title: str) -> None:
        theme = self.kit.theme
        prose = lay_prose(self.kit, title, self.width, TITLE)
        brown = mix(theme.brass, theme.ink, 0.62)

        def draw(stage: Stage, left: float, top: float) -> None:
            for number, line in enumerate(self.kit.wrap(title, self.width, TITLE, "title")):
                stage.blit(self.kit.text(line, TITLE, "title", brown), left, top + number * prose.step)
            bar = self.kit.plate(self.width, 1.6, theme.brass, theme.brass, 0.5, 0)
            stage.blit(bar, left, top + prose.height - 4)

        self._put(SheetItem(self.height, prose.height, draw, parts=(Semantics(Role.HEADING, title, level=2),)), 8)

    def _add_prose(
        self, text: str, x: float, role: Role, under: Callable[[Stage, float, float], None] | None = None
    ) -> None:
        prose = lay_prose(self.kit, text, self.width - x, TEXT)
        parts = (Semantics(role, prose.plain),)
        self._put(SheetItem(self.height, prose.height, under, prose, self.kit.theme.ink, x, parts=parts), 9)

    def _bullet(self, stage: Stage, left: float, top: float) -> None:
        kit = self.kit
        brass = kit.theme.brass

        def make() -> pygame.Surface:
            return kit.canvas(9, 9, brass).polygon([(4.5, 0), (9, 4.5), (4.5, 9), (0, 4.5)], brass).done()

        stage.blit_centred(kit.cached(("bullet",), make), left + 10, top + TEXT * 0.7 * kit.text_scale)

    def _add_ruling(self, block: Block) -> None:
        kit, theme = self.kit, self.kit.theme
        pad = 12.0
        # Translators: the asterisks make it bold.
        head = tr("**Our ruling {name}.**", name=block.name)
        prose = lay_prose(kit, paragraph([head, block.text]), self.width - INDENT - 2 * pad, SMALL + 1)
        height = prose.height + 2 * pad - 4

        def under(stage: Stage, left: float, top: float) -> None:
            tint = mix(theme.paper, theme.dusk, 0.1)
            stage.blit(kit.plate(self.width - INDENT, height, tint, tint, 1, 6), left + INDENT, top)
            stage.blit(kit.plate(4, height, theme.dusk, theme.dusk, 1, 2), left + INDENT, top)

        parts = (Semantics(Role.TEXT, prose.plain),)
        self._put(SheetItem(self.height, height, under, prose, theme.ink, INDENT + pad + 4, pad - 2, parts))

    def _add_figure(self, block: Block) -> None:
        kit = self.kit
        make = self._figures.get(block.name)
        if make is None:
            return
        key = ("figure", make)
        paint = partial(kit.cached, key, partial(make, kit))
        if self.height > self._seen and not kit.has(key):
            self.missing.append(paint)
            return
        picture = paint()
        wide, high = kit.size_of(picture)
        prose = lay_prose(kit, block.text, min(self.width, max(wide, 640.0) * kit.text_scale), SMALL)
        x = (self.width - prose.width(kit)) / 2

        def under(stage: Stage, left: float, top: float) -> None:
            stage.blit(picture, left + (self.width - wide) / 2, top)

        colour = mix(kit.theme.ink, kit.theme.paper, 0.12)
        parts = (Semantics(Role.FIGURE, prose.plain, description=block.shows),)
        self._put(SheetItem(self.height, high + 6 + prose.height, under, prose, colour, x, high + 6, parts), 16)

    def _add_table(self, rows: Sequence[Sequence[str]]) -> None:
        kit, theme = self.kit, self.kit.theme
        step, widths = 30 * kit.text_scale, self._column_widths(rows)

        def draw(stage: Stage, left: float, top: float) -> None:
            for number, cells in enumerate(rows):
                if number % 2:
                    tint = mix(theme.paper, theme.brass, 0.16)
                    stage.blit(kit.plate(sum(widths), step, tint, tint, 1, 4), left, top + number * step)
                for place, cell in enumerate(cells):
                    face = "body" if number else "bold"
                    sign = kit.text(kit.fit(cell, widths[place] - CELL_PADDING / 2, TEXT, face), TEXT, face, theme.ink)
                    y = top + (number + 0.5) * step - kit.size_of(sign)[1] / 2
                    stage.blit(sign, left + CELL_PADDING / 3 + sum(widths[:place]), y)

        self._put(SheetItem(self.height, step * len(rows), draw, parts=tuple(map(partial(_row_words, rows[0]), rows))))

    def _column_widths(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Return the width of each column: that of its longest cell, shrunk if the table would be too wide."""
        wanted = [
            CELL_PADDING + max(self.kit.text_size(cell, TEXT, "bold")[0] for cell in column) for column in zip(*rows)
        ]
        shrink = min(1.0, self.width / sum(wanted))
        return [width * shrink for width in wanted]

    # -- searching

    def find(self, words: str) -> list[SearchHit]:
        """Return all matches of some words from top to bottom, ignoring case."""
        wanted = words.casefold()
        found = []
        for item in self.items:
            place = item.prose.plain.casefold().find(wanted) if item.prose else -1
            while place >= 0 and item.prose:
                top = item.y + item.dy
                marks = item.prose.marks(self.kit, place, place + len(wanted))
                bars = tuple((item.x + x, top + y, width, item.prose.step) for x, y, width in marks)
                if bars:
                    found.append(SearchHit(bars[0][1], bars))
                place = item.prose.plain.casefold().find(wanted, place + len(wanted))
        return found

    # -- drawing

    def draw(
        self,
        stage: Stage,
        x: float,
        y: float,
        seen: tuple[float, float],
        matches: Sequence[SearchHit],
        current: SearchHit | None,
    ) -> None:
        """Draw the part between the two heights `seen`, with the sheet's corner at (x, y)."""
        shown = [item for item in self.items if item.y < seen[1] and item.y + item.height > seen[0]]
        for item in shown:
            if item.under:
                item.under(stage, x, y + item.y)
            for match in (m for m in matches if item.y <= m.y < item.y + item.height):
                self._mark(stage, x, y, match, match is current)
            if item.prose:
                item.prose.draw(stage, self.kit, x + item.x, y + item.y + item.dy, item.colour)

    def _mark(self, stage: Stage, x: float, y: float, match: SearchHit, is_current: bool) -> None:
        brass = self.kit.theme.brass
        for left, top, width, height in match.bars:
            bar = self.kit.plate(width + 4, height - 2, (*brass, 190 if is_current else 70), brass, 1.4, 4)
            stage.blit(bar, x + left - 2, y + top - 1)


def draw_paper(stage: Stage, kit: Kit, place: pygame.FRect) -> None:
    """Draw a sheet of paper with rim and shadow, as one picture instead of three that fill the window."""
    theme, (width, height) = kit.theme, place.size

    def draw(wide: float, high: float) -> pygame.Surface:
        picture = kit.shadow(wide, high, 8, SHADOW_SIDE, 0.45).copy()
        rim = kit.outline(wide - 12, high - 12, mix(theme.paper, theme.brass, 0.6), 1.2, 5)
        for part, inset in ((kit.plate(wide, high, theme.paper, theme.paper, 1, 8), 0), (rim, 6)):
            picture.blit(part, (round((SHADOW_SIDE + inset) * kit.scale), round((SHADOW_TOP + inset) * kit.scale)))
        return picture

    key = ("paper", round(width, 1), round(height, 1))
    stage.blit(
        kit.cached(key, lambda: kit.framed(width, height, 3 * SHADOW_SIDE, draw)),
        place.x - SHADOW_SIDE,
        place.y - SHADOW_TOP,
    )


# -- rules


PAPER_EDGE = 26.0
SEARCH = ("search", "before", "found", "after")
"""The names of the search's widgets."""


class SectionLink(Widget):
    """A section's title in the list, with a brass mark on the section being read."""

    radius = 7.0
    is_current = False

    def __init__(self, name: str, title: str, press: Callable[[], Transition]) -> None:
        super().__init__(name, None, press)
        self.title = title
        self.group = Group("sections", tr("Sections: press Enter to read one"), is_list=True)

    def semantics(self) -> Semantics:
        return Semantics(Role.OPTION, self.title, is_selected=self.is_current)

    def height_for(self, kit: Kit, width: float) -> float:
        return PAD + kit.line(16)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        if hovered or self.is_current:
            fill = (*theme.plate, 245) if self.is_current else (*theme.plate, 170)
            stage.blit(kit.plate(r.w, r.h, fill, theme.rim, 1, 7), r.x, r.y)
        if self.is_current:
            stage.blit(kit.plate(4, r.h - 12, theme.brass, theme.brass, 1, 2), r.x + 5, r.y + 6)
        ink = theme.paper if hovered or self.is_current else theme.mist
        sign = kit.text(kit.fit(self.title, r.w - 26, 16), 16, "body", ink)
        stage.blit(sign, r.x + 16, r.centery - kit.size_of(sign)[1] / 2)


class TextBody(Widget):
    """The text as a focusable widget, which up and down scroll."""

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        """Draw nothing: a frame around the paper shows the focus, because the text is longer than the window."""


class Passage(Widget):
    """A heading, paragraph, figure or table row for the screen reader; the sheet draws it."""

    def __init__(self, name: str, rect: Rect, semantics: Semantics) -> None:
        super().__init__(name, rect)
        self.group, self._semantics = Group("text", tr("The rules")), semantics
        self.is_title = semantics.role is Role.HEADING

    def semantics(self) -> Semantics:
        return self._semantics


class RulesPage(ColumnPage):
    """The rules of a game with a search.

    `options` are those of the game that is played. `offers_guided` adds a button to its guided game, if it has one.
    """

    def __init__(
        self,
        context: Context,
        game_name: str,
        options: Mapping[str, Value] = MappingProxyType({}),
        offers_guided: bool = False,
    ) -> None:
        super().__init__(context)
        self.game_name = game_name
        self.offers_guided = offers_guided and has_guided(game_name)
        self.rules = rules_in_play(game_name, options)
        self.heading = self.rules.title
        self.figures = table_of(game_name).figures(options)
        self.words = ""
        """The text to search for."""
        self.matches: list[SearchHit] = []
        self.match = 0
        """The index of the current match."""
        self.focus = "text"
        self._has_all_figures = False
        """Whether all figures are laid out; those out of sight are painted in the frames after the first."""
        self._is_shown = False

    # -- layout

    def viewport_rect(self) -> Rect:
        """Lay out the side at the left and the paper at the right; return the area of the text on the paper."""
        kit = self.kit
        area = Rect(EDGE, HEAD, kit.width - 2 * EDGE - 26, kit.height - HEAD - 24)
        self._side, paper = space(min(kit.wide(296), kit.width * 0.3)), fill()
        row(self._side, paper, gap=28).place(kit, area)
        self._paper = paper.rect
        width = min(paper.rect.w - 2 * PAPER_EDGE, 780 * kit.text_scale)
        return Rect(paper.rect.centerx - width / 2, paper.rect.y + 14, width, paper.rect.h - 28)

    def column(self, width: float) -> list[Widget]:
        is_heard = self.context.announcer.is_heard
        seen = math.inf if is_heard or self._has_all_figures else self.viewport_rect().h
        self.sheet = RulesSheet(self.kit, self.rules, self.figures, width, seen)
        self._find()
        if is_heard:
            return [*self._passages(width)]
        return [TextBody("text", Rect(0, 0, width, self.sheet.height))]

    def _passages(self, width: float) -> Iterator[Passage]:
        for number, item in enumerate(self.sheet.items):
            for part, semantics in enumerate(item.parts):
                high = item.height / len(item.parts)
                yield Passage(f"passage {number} {part}", Rect(0, item.y + part * high, width, high), semantics)

    def build(self) -> list[Widget]:
        """Return the widgets with those of the search first, so that screen readers read them first."""
        return sorted(super().build(), key=lambda widget: widget.name not in SEARCH)

    def initial_focus(self) -> Widget | None:
        return self.find("text") or self.find("passage 0 0")

    def fixed_widgets(self) -> list[Widget]:
        """Return the widgets of the side: the search with its matches, the sections, and the buttons."""
        search = SearchField("search", self.words, self.rules.keywords, self._search_for)
        search.hint = tr("Enter goes to the next match; Esc leaves you there.")
        links = [
            SectionLink(f"section{number}", section.title, partial(self._jump, number))
            for number, section in enumerate(self.rules.sections)
        ]
        begin = partial(begin_guided, self.context, self.game_name)
        buttons = [Button("guided", tr("Guided game"), begin)] if self.offers_guided else []
        if can_print():
            buttons.append(
                Button("print", tr("Print this game"), lambda: Push(PrintPage(self.context, self.game_name)))
            )
        back = Button("back", tr("Back"), Pop, Verb.RULES, self.key(Verb.CANCEL))
        sections = column(*links, gap=3)
        side = column(search, self._found_row(), sections, fill(), *buttons, back, gap=10)
        return side.lay(self.kit, self._side.rect.inflate(0, -24))

    def _found_row(self) -> Box:
        """Return the row with the number of matches and, if there are several, buttons to step through them."""
        high = PAD + self.kit.line(18)
        if len(self.words.strip()) < MIN_SEARCH_LENGTH:
            return space(high)
        ends: list[Box] = [space(high), space(high)]
        if len(self.matches) > 1:
            before = Button("before", "‹", lambda: self._step(-1))
            after = Button("after", "›", lambda: self._step(1))
            before.spoken, after.spoken = tr("Previous match"), tr("Next match")
            ends = [before, after]
        words = Words("found", self._match_words(), 16, colour=self.kit.theme.mist, most=1)
        return row(ends[0], fill(words), ends[1])

    def _match_words(self) -> str:
        if not self.matches:
            return tr("Not found")
        # Translators: which of the places that were found is shown.
        return tr("{number} of {total}", number=self.match + 1, total=len(self.matches))

    # -- searching and jumping

    def _find(self) -> None:
        wanted = self.words.strip()
        self.matches = self.sheet.find(wanted) if len(wanted) >= MIN_SEARCH_LENGTH else []
        self.match = min(self.match, max(0, len(self.matches) - 1))

    def _search_for(self, words: str) -> None:
        self.words, self.match = words, 0
        self.rebuild()
        self._show_match()
        if len(words.strip()) >= MIN_SEARCH_LENGTH:
            found = tr_count("{number} found.", "{number} found.", len(self.matches))
            self.context.announcer.reply(paragraph([found, self._read_match()]))

    def _step(self, by: int) -> Transition:
        if self.matches:
            self.match = (self.match + by) % len(self.matches)
            self._show_match()
            self.rebuild()
            self.context.announcer.reply(self._read_match())
        return None

    def _item_of_match(self) -> int:
        """Return the index of the item that contains the current match."""
        place = self.matches[self.match].y
        return next(n for n, item in enumerate(self.sheet.items) if item.y <= place < item.y + item.height)

    def _read_match(self) -> str:
        """Return the number of the current match and the text around it; empty if there are no matches."""
        return (
            labelled(self._match_words(), self.sheet.items[self._item_of_match()].parts[0].label)
            if self.matches
            else ""
        )

    def written(self, field: TextField) -> str:
        """Move the screen reader's focus to the current match."""
        passage = self.find(f"passage {self._item_of_match()} 0") if self.matches else None
        if passage is None:
            return super().written(field)
        self.focus_on(passage)
        return ""

    def _show_match(self) -> None:
        if self.matches:
            self.scroll_to(self.matches[self.match].y - self.viewport.h * 0.35)

    def _jump(self, section: int) -> None:
        self.scroll_to(self.sheet.section_tops[section] - 4)
        titles = [widget for widget in self.widgets if isinstance(widget, Passage) and widget.is_title]
        if titles:
            self.focus_on(titles[section])

    @property
    def current_section(self) -> int:
        """The index of the section being read; -1 before the first, always the last at the end of the text."""
        if self.max_offset and self.target >= self.max_offset - 1:
            return len(self.sheet.section_tops) - 1
        return sum(top <= self.target + self.viewport.h * 0.25 for top in self.sheet.section_tops) - 1

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is not Verb.POINT:
            self._add_all_figures()
        return super().on_intent(intent)

    def update(self, ms: float) -> Transition:
        if self._is_shown and self.sheet.missing:
            self.sheet.missing.pop()()
        if not self.sheet.missing:
            self._add_all_figures()
        return super().update(ms)

    def _add_all_figures(self) -> None:
        if not self._has_all_figures:
            self._has_all_figures = True
            self.rebuild()

    @property
    def at_rest(self) -> bool:
        return self._has_all_figures and super().at_rest

    def _write(self, intent: Intent) -> Transition:
        if intent.verb is Verb.CONFIRM and self.matches:
            return self._step(1)
        return super()._write(intent)

    def activate(self, widget: Widget | None) -> Transition:
        return None if isinstance(widget, TextBody) else super().activate(widget)

    def _move(self, verb: Verb) -> Transition:
        if self.focus == "text" and verb in (Verb.UP, Verb.DOWN):
            self.scroll_to(self.target + (NOTCH if verb is Verb.DOWN else -NOTCH))
            return None
        return super()._move(verb)

    def neighbour(self, here: Widget | None, way: tuple[int, int]) -> Widget | None:
        """Return the neighbouring widget; the text lies to the right of all others."""
        if here and here.name == "text":
            section = max(0, self.current_section)
            return self.find(f"section{section}") if way[0] < 0 else None
        beside = [stop for stop in self.focusable if stop.name != "text" and stop is not here]
        found = nearest(here.rect, way, beside) if here else None
        return found or (self.find("text") if way[0] > 0 else None)

    def next_group(self, here: Widget, by: int) -> Widget | None:
        """Return the next section's title or the text's beginning; beyond them, the next group of the page."""
        passages = [stop for stop in self.focusable if isinstance(stop, Passage)]
        if isinstance(here, Passage):
            titles = [passage for passage in passages if passage.is_title or passage is passages[0]]
            ahead = [t for t in titles if (t.rect.y - here.rect.y) * by > 0]
            if ahead:
                return ahead[0 if by > 0 else -1]
        return super().next_group(here, by)

    def reveal(self, widget: Widget | None, at_once: bool = False) -> None:
        """Scroll only to passages, which a screen reader reads one by one; other widgets do not scroll the text."""
        if isinstance(widget, Passage):
            super().reveal(widget, at_once)

    # -- drawing

    def paint(self, stage: Stage) -> None:
        self._is_shown = True
        kit, theme, paper, side = self.kit, self.kit.theme, self._paper, self._side.rect
        stage.blit(dusk(kit, kit.height - 24), 0, 0)
        put_heading(stage, kit, self.heading, kit.width / 2, 22, kit.width - 80)
        shade = (*theme.night, 150)
        stage.blit(kit.plate(side.w + 24, side.h, shade, shade, 0, 10), side.x - 12, side.y)
        draw_paper(stage, kit, paper)
        if self.focus == "text" and self.context.devices.active != "mouse" and self.is_top:
            ring = kit.outline(paper.w + 10, paper.h + 10, theme.brass, 3, 13)
            stage.blit(ring, paper.x - 5, paper.y - 5)
        for number in range(len(self.rules.sections)):
            link = self.find(f"section{number}")
            if isinstance(link, SectionLink):
                link.is_current = number == self.current_section

    def paint_column(self, stage: Stage) -> None:
        current = self.matches[self.match] if self.matches else None
        top = self.viewport.y - self.offset
        seen = self.offset - MARGIN, self.offset + self.viewport.h + MARGIN
        self.sheet.draw(stage, self.viewport.x, top, seen, self.matches, current)
