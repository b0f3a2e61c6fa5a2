"""Pictures of Towering: its tower on the title page, towers in the city, and the figures of its rules."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from topping_out.game.engine import Part
from topping_out.game.language import tr, tr_context
from topping_out.game.text import signed
from topping_out.game.towering.actions import (
    COLOUR_NAMES,
    CardId,
    Cards,
    braille_cells,
    colour_of,
    make_card,
    parse_card,
)
from topping_out.game.towering.state import score_tower

from ..kit.built import CENTRE, HEIGHT, MIDDLE, BuiltSheet, FacadeSheet
from ..kit.kit import Kit
from ..kit.ornament import Sheet, pile
from ..kit.stage import Canvas, Paint
from ..kit.theme import Colour, mix
from . import art
from .art import (
    CARD_H,
    CARD_W,
    paint_landscape,
    paint_roof,
)
from .words import site_name

# -- facade


def paint_facade(sheet: FacadeSheet) -> None:
    theme = sheet.theme
    stone = mix(theme.paper, theme.rose, 0.38)
    light, dark = stone, mix(stone, theme.dusk, 0.55)
    sheet.block(200, 408, 440, light, dark)
    sheet.block(176, 352, 408, light, dark)
    sheet.block(138, 150, 352, light, dark)
    for side in (-1, 1):
        sheet.block(38, 300, 352, light, dark, CENTRE + side * 69)
        sheet.cornice(44, 297, 3, CENTRE + side * 69)
    sheet.cornice(206, 405)
    sheet.cornice(182, 349)
    for number, colour in enumerate(theme.sites.values()):
        _pier(sheet, CENTRE - 57 + number * 22.8, colour)
    sheet.rows(CENTRE - 84, CENTRE + 84, 358, 404, 12, 3, (6, 9))
    for number in range(-4, 5):
        if number:
            sheet.pane(CENTRE + number * 21 - 6, 416, 12, 24, 0.8)
    sheet.lights.rect(CENTRE - 10, 412, 20, 28, theme.window).rect(CENTRE - 0.8, 412, 1.6, 28, dark)
    _crown(sheet, light, dark)


def _pier(sheet: FacadeSheet, x: float, colour: Colour) -> None:
    """Paint a bay: coloured spandrels, with windows arranged like the six dots of braille cells."""
    theme = sheet.theme
    sheet.walls.rect(x - 8.6, 162, 17.2, 186, mix(colour, theme.night, 0.42))
    sheet.walls.rect(x - 8.6, 162, 8.6, 186, mix(colour, theme.night, 0.12))
    for cell in range(5):
        for row in range(3):
            for column in (-1, 1):
                y = 172 + cell * 36 + row * 9.4
                sheet.walls.circle(x + column * 4.1, y, 3, mix(theme.night, colour, 0.2))
                if sheet.rng.random() < 0.6:
                    sheet.lights.circle(x + column * 4.1, y, 3, theme.window)
        sheet.walls.rect(x - 8.6, 197 + cell * 36, 17.2, 1.6, mix(theme.brass, theme.night, 0.15))


def _crown(sheet: FacadeSheet, light: Colour, dark: Colour) -> None:
    """Paint the crown: arches behind arches, each with a fan of triangular windows, and a needle."""
    theme, canvas = sheet.theme, sheet.walls
    canvas.polygon([(CENTRE - 6, 40), (CENTRE, 0), (CENTRE, 40)], mix(theme.mist, theme.paper, 0.4))
    canvas.polygon([(CENTRE + 6, 40), (CENTRE, 0), (CENTRE, 40)], mix(theme.mist, theme.dusk, 0.55))
    for number, (half, high) in enumerate(((15, 124), (29, 111), (42, 95), (54, 77), (65, 57))):
        metal = mix(theme.mist, theme.dusk, 0.5 - 0.08 * number)
        _arch(canvas, half, high, mix(metal, theme.paper, 0.45), mix(metal, theme.night, 0.3))
        _arch(canvas, half - 2.2, high - 2.4, mix(metal, theme.night, 0.12), mix(metal, theme.night, 0.5))
        spikes = (1, 3, 5, 5, 7)[number]
        for spike in range(spikes):
            _spike(sheet, half, high, math.pi / 2 + (spike - (spikes - 1) / 2) * 0.36)
    _arch(canvas, 40, 34, dark, mix(dark, theme.night, 0.4))
    for angle in range(-3, 4):
        _ray(sheet, 36, 30, math.pi / 2 + angle * 0.42)
    sheet.cornice(146, 147, 4)


CROWN_FOOT = 149.0


def _on_arch(half: float, high: float, angle: float) -> tuple[float, float]:
    return CENTRE - math.cos(angle) * half, CROWN_FOOT - math.sin(angle) * high


def _arch(canvas: Canvas, half: float, high: float, light: Paint, dark: Paint) -> None:
    """Paint the upper half of an ellipse, with its left half lit."""
    rim = [_on_arch(half, high, math.pi * step / 48) for step in range(49)]
    canvas.polygon(rim, dark)
    canvas.polygon([*rim[:25], (CENTRE, CROWN_FOOT)], light)


def _spike(sheet: FacadeSheet, half: float, high: float, angle: float) -> None:
    """Paint a triangular window that tapers towards the rim of its arch."""
    share = 1 - 15 / high
    foot = _on_arch(half * share, high * share, angle - 0.11), _on_arch(half * share, high * share, angle + 0.11)
    corners = [*foot, _on_arch(half - 3, high - 4, angle)]
    sheet.walls.polygon(corners, sheet.theme.night)
    sheet.lights.polygon(corners, sheet.theme.window)


def _ray(sheet: FacadeSheet, half: float, high: float, angle: float) -> None:
    corners = [(CENTRE, CROWN_FOOT - 2), _on_arch(half, high, angle - 0.12), _on_arch(half, high, angle + 0.12)]
    sheet.lights.polygon(corners, mix(sheet.theme.brass, sheet.theme.paper, 0.2))


# -- illustrations


STOREY_HEIGHT = 20.0
EXAMPLE = ("y5 y8 y10", "", "pm1", "gm1 g3 g5 g7", "rm1 rm2 r2 r3 r5 r7 r8 r10")
"""The towers of the example in the game's rules sheet, from left to right; the second site is empty."""
EXAMPLE_SITES = (2, 0, 5, 3, 1)
"""The colours of these towers."""


class CardSheet(Sheet):
    """A sheet for figures with cards and towers."""

    def card(self, name: str, x: float, y: float, scale: float = 0.8) -> None:
        for surface in (self.kit.shadow(CARD_W, CARD_H, 8, 8, 0.4), art.card_face(self.kit, parse_card(name))):
            self.put(self.kit.tilted(surface, 0, scale), x, y)

    def tower(self, cards: Cards, x: float, ground: float) -> None:
        """Put a tower on the ground, with a roof unless it is worth less than nothing."""
        for level, card in enumerate(cards):
            self.put(art.storey(self.kit, card, STOREY_HEIGHT), x, ground - (level + 0.5) * STOREY_HEIGHT)
        if cards and score_tower(cards).value >= 0:
            canvas = self.kit.canvas(58, 18, art.site_colour(self.kit.theme, colour_of(cards[0])))
            paint_roof(canvas, self.kit.theme, colour_of(cards[0]), (0, 0, 58, 18))
            self.put(canvas.done(), x, ground - len(cards) * STOREY_HEIGHT - 9)

    def mark(self, is_right: bool, x: float, y: float) -> None:
        """Put a tick or a cross."""
        theme = self.kit.theme
        colour = theme.suits[2] if is_right else theme.suits[1]
        canvas = self.kit.canvas(20, 20, colour)
        if is_right:
            canvas.line([(3, 11), (8, 16), (17, 4)], colour, 3)
        else:
            canvas.line([(4, 4), (16, 16)], colour, 3).line([(16, 4), (4, 16)], colour, 3)
        self.put(canvas.done(), x, y)


def cards(names: str) -> Cards:
    return bytes(map(parse_card, names.split()))


# -- figures


def turn(kit: Kit) -> pygame.Surface:
    """Return the figure of a turn: where a card goes, and where the next one comes from."""
    picture = CardSheet(kit, 560, 210)
    picture.card("r7", 80, 96, 0.9)
    picture.arrow(172, 66, 24)
    picture.arrow(172, 128, -24)
    picture.tower(cards("rm1 r2 r4"), 260, 80)
    picture.ground(80, 206, 314)
    picture.card("r3", 260, 146, 0.62)
    picture.write(tr("play one"), 80, 190)
    picture.write(tr_context("between two cards", "or"), 330, 96, "body")
    middle = 470
    picture.put(pile(kit, art.card_back(kit), 40, 0.62), middle - 54, 74)
    picture.card("y9", middle + 56, 74, 0.62)
    picture.write(tr_context("between two cards", "or"), middle, 74, "body")
    picture.arrow(middle, 144, -90, 40)
    picture.write(tr("draw one"), middle, 190)
    return picture.sheet


def building(kit: Kit) -> pygame.Surface:
    """Return the figure of which cards go onto a tower and which do not."""
    picture = CardSheet(kit, 540, 164)
    picture.tower(cards("gm1 g2 g5 g8"), 90, 134)
    picture.ground(134, 30, 150)
    for number, (name, fits) in enumerate((("g9", True), ("g10", True), ("g6", False), ("gm2", False))):
        x = 226 + number * 88
        picture.card(name, x, 66, 0.78)
        picture.mark(fits, x, 140)
    return picture.sheet


def example(kit: Kit) -> pygame.Surface:
    """Return the figure of the example in the rules sheet, tower by tower: 18 points."""
    text = kit.text_scale
    picture = CardSheet(kit, 600, 190 + 100 * text)
    ground, pitch = 184.0, 118.0
    towers = list(map(cards, EXAMPLE))
    for number, (tower, colour) in enumerate(zip(towers, EXAMPLE_SITES)):
        x = 64 + number * pitch
        land = kit.canvas(pitch - 8, 70, kit.theme.paper, detail=3)
        paint_landscape(land, kit.theme, colour, (0, 0, pitch - 8, 70), day=True)
        picture.put(land.mask(6).done(), x, ground - 35)
        picture.tower(tower, x, ground)
        score = score_tower(tower)
        picture.write(score.text if tower else site_name(colour), x, ground + 14 * text, "body")
        picture.write(signed(score.product), x, ground + 35 * text, "bold", 17)
        if score.bonus:
            picture.write(tr("bonus +{points}", points=score.bonus), x, ground + 56 * text)
    picture.ground(ground, 8, 592)
    scores = [score_tower(tower) for tower in towers]
    parts = [
        str(scores[0].product),
        *(signed(score.product).replace("−", "− ").replace("+", "+ ") for score in scores[1:]),
    ]
    parts = [f"+ {part}" if part == "0" else part for part in parts]
    parts.append(f"+ {sum(score.bonus for score in scores)}")
    picture.write(f"{' '.join(parts)} = {sum(score.total for score in scores)}", 300, ground + 84 * text, "bold", 17)
    return picture.sheet


def braille(kit: Kit) -> pygame.Surface:
    """Return the figure of the red 7's three braille cells, enlarged."""
    picture = CardSheet(kit, 460, 150)
    card: CardId = parse_card("r7")
    picture.card("r7", 66, 74, 1.0)
    base = art.site_colour(kit.theme, colour_of(card))
    for number, (cell, words) in enumerate(
        zip(braille_cells(card), ("r", tr_context("sign of braille", "number"), "7"))
    ):
        x = 190 + number * 100
        picture.put(kit.plate(54, 76, base, base, 1, 7), x, 58)
        picture.put(art.braille_cell(kit, cell, 18, base), x, 58)
        picture.write(words, x, 114)
    return picture.sheet


FIGURES: dict[str, Callable[[Kit], pygame.Surface]] = {
    "turn": turn,
    "building": building,
    "example": example,
    "braille": braille,
}
"""By their names in `assets/games/towering/rules.md`."""


# -- skyline


ROOF_HEIGHT = 44.0
MAX_WIDTH, NARROWING = 120.0, 5.4
"""Width of a storey of materials, and how much narrower numbered storeys are per unit of their number."""


def paint_built(sheet: BuiltSheet) -> float:
    theme, step, top = sheet.theme, sheet.step(29, ROOF_HEIGHT), HEIGHT
    site = _site(sheet.parts[-1])
    base = mix(tuple(theme.sites.values())[site], theme.mist, 0.14)
    for part in sheet.parts:
        top -= step
        if part.number:
            _storey(sheet, part, base, top, step)
        else:
            _girders(sheet, base, top, step)
    paint_roof(sheet.walls, theme, site, (MIDDLE - 36, top - ROOF_HEIGHT + 4, 72, ROOF_HEIGHT - 2))
    return top - ROOF_HEIGHT * 0.62


def _site(part: Part) -> int:
    return COLOUR_NAMES.index(part.kind) if part.kind in COLOUR_NAMES else 0


def _girders(sheet: BuiltSheet, base: Colour, top: float, step: float) -> None:
    theme, canvas, left = sheet.theme, sheet.walls, MIDDLE - MAX_WIDTH / 2
    steel = mix(base, theme.paper, 0.22)
    canvas.rect(left, top, MAX_WIDTH, step, mix(base, theme.night, 0.62))
    count = 4
    for number in range(count):
        x, wide = left + number * MAX_WIDTH / count, MAX_WIDTH / count
        paint = mix(steel, theme.night, 0.0 if number < count / 2 else 0.35)
        canvas.line([(x + 1, top + step - 1), (x + wide / 2, top + 3), (x + wide - 1, top + step - 1)], paint, 2.4)
    canvas.rect(left - 2, top, MAX_WIDTH + 4, 3.4, steel).rect(left - 2, top + step - 2, MAX_WIDTH + 4, 2, steel)


def _storey(sheet: BuiltSheet, part: Part, base: Colour, top: float, step: float) -> None:
    theme, width = sheet.theme, MAX_WIDTH - NARROWING * min(part.number, 10)
    sheet.block(width, top, top + step, base, mix(base, theme.night, 0.42), MIDDLE)
    sheet.walls.rect(MIDDLE - width / 2 - 1.5, top, width + 3, 2, mix(base, theme.paper, 0.45))
    cells = braille_cells(make_card(_site(part), min(max(part.number, 2), 10)))
    pitch = min(step * 0.25, (width - 12) / (len(cells) * 2.9))
    left = MIDDLE - (len(cells) * 2.9 - 0.9) * pitch / 2
    for number, dots in enumerate(cells):
        for dot in range(1, 7):
            x = left + number * 2.9 * pitch + (dot > 3) * pitch + pitch / 2
            y = top + step * 0.54 + ((dot - 1) % 3 - 1) * pitch
            sheet.walls.circle(x, y, pitch * 0.36, mix(theme.night, base, 0.3))
            if dot in dots:
                sheet.lights.circle(x, y, pitch * 0.42, mix(theme.window, theme.paper, 0.3))
