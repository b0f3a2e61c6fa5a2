"""A rules text laid out on paper: where each paragraph and picture stands, and where words are found."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from topping_out.game.language import tr
from topping_out.game.rules_text import Block, RulesText
from topping_out.game.text import commas, labelled, paragraph
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.prose import Prose, lay_prose
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix

TEXT, TITLE, SMALL = 17.0, 25.0, 15.0
GAP = 12.0
INDENT = 26.0
CELL = 30.0
"""Room round the words of a table's cell, left and right together."""
BLUR, FALL = 12.0, 8.0
"""Of the paper's shadow: how far it reaches to the sides of the paper, and above it."""


@dataclass(frozen=True)
class SheetItem:
    """Something on the sheet; `y` from its top."""

    y: float
    height: float
    under: Callable[[Stage, float, float], None] | None = None
    """Draws whatever is not prose, with its upper left corner at the given place."""
    prose: Prose | None = None
    colour: Colour = (0, 0, 0)
    x: float = 0.0
    """Of its prose, from the left."""
    dy: float = 0.0
    """Of its prose, from the item's top."""
    parts: tuple[Semantics, ...] = ()
    """What it says of itself, each part as high as the others."""


@dataclass(frozen=True)
class SearchHit:
    """Words that were found: bars over the letters, as (x, y, width, height) from the sheet's corner."""

    y: float
    bars: tuple[tuple[float, float, float, float], ...]


def _row_words(heads: Sequence[str], row: Sequence[str]) -> Semantics:
    """Return a row of a table in words: each cell after what stands over it."""
    if row is heads:
        return Semantics(Role.TEXT, commas(heads))
    cells = (labelled(head, cell) if head else cell for head, cell in zip(heads, row))
    return Semantics(Role.ITEM, commas(cells))


class RulesSheet:
    """The whole text for one width."""

    def __init__(
        self,
        kit: Kit,
        rules: RulesText,
        figures: dict[str, Callable[[Kit], pygame.Surface]],
        width: float,
        seen: float = math.inf,
    ) -> None:
        """Lay it out. Figures further down than `seen` that were not painted yet are left out: see `missing`."""
        self.missing: list[Callable[[], pygame.Surface]] = []
        """What paints the figures that are left out, for another sheet to have them."""
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
        make, key = self._figures.get(block.name), ("figure", block.name)
        if make is None:
            return
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
            for number, row in enumerate(rows):
                if number % 2:
                    tint = mix(theme.paper, theme.brass, 0.16)
                    stage.blit(kit.plate(sum(widths), step, tint, tint, 1, 4), left, top + number * step)
                for column, cell in enumerate(row):
                    face = "body" if number else "bold"
                    sign = kit.text(kit.fit(cell, widths[column] - CELL / 2, TEXT, face), TEXT, face, theme.ink)
                    y = top + (number + 0.5) * step - kit.size_of(sign)[1] / 2
                    stage.blit(sign, left + CELL / 3 + sum(widths[:column]), y)

        self._put(SheetItem(self.height, step * len(rows), draw, parts=tuple(map(partial(_row_words, rows[0]), rows))))

    def _column_widths(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Return how wide each column is: as its longest cell needs, all narrower where that is too much."""
        wanted = [CELL + max(self.kit.text_size(cell, TEXT, "bold")[0] for cell in column) for column in zip(*rows)]
        shrink = min(1.0, self.width / sum(wanted))
        return [width * shrink for width in wanted]

    # -- searching

    def find(self, words: str) -> list[SearchHit]:
        """Return where the words stand, whatever their capitals, from top to bottom."""
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
        """Show what lies between the heights `seen`, the sheet's corner at (x, y)."""
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
    """Draw a sheet of paper with its rim and its shadow, in one picture: each of the three would fill the window."""
    theme, (width, height) = kit.theme, place.size

    def draw(wide: float, high: float) -> pygame.Surface:
        picture = kit.shadow(wide, high, 8, BLUR, 0.45).copy()
        rim = kit.outline(wide - 12, high - 12, mix(theme.paper, theme.brass, 0.6), 1.2, 5)
        for part, inset in ((kit.plate(wide, high, theme.paper, theme.paper, 1, 8), 0), (rim, 6)):
            picture.blit(part, (round((BLUR + inset) * kit.scale), round((FALL + inset) * kit.scale)))
        return picture

    key = ("paper", round(width, 1), round(height, 1))
    stage.blit(kit.cached(key, lambda: kit.framed(width, height, 3 * BLUR, draw)), place.x - BLUR, place.y - FALL)
