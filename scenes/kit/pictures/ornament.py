"""Ornament: golden lettering, rules with a diamond, panels with stepped corners, rays of light."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from topping_out.game.letters import clusters
from topping_out.scenes.kit.canvas import Canvas, Paint, vertical_gradient
from topping_out.scenes.kit.kit import Kit, on_one_line
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix

SOFT_SCALE = 0.5
"""Device pixels to a logical unit in which soft light is drawn, before it is made as large as the window."""


def lettering(kit: Kit, text: str, size: float, spacing: float = 0.12, fixed: bool = True) -> pygame.Surface:
    """Return a golden headline, its letters `spacing` of the size apart. `fixed`: whatever the text-size setting."""
    real = size if fixed else size * kit.text_scale
    return kit.cached(("lettering", text, real, spacing), lambda: _paint_lettering(kit, text, real, spacing))


def _paint_lettering(kit: Kit, text: str, size: float, spacing: float) -> pygame.Surface:
    gap = round(size * spacing * kit.scale)
    letters = [(font, letter) for font, part in kit.runs(text, "title", size) for letter in clusters(part) or [""]]
    signs = [(font, letter, font.render(letter, True, (255, 255, 255))) for font, letter in letters]
    sheet = on_one_line(signs, gap)
    above = (sheet.get_height() - (high := signs[0][0].get_height())) // 2
    theme = kit.theme
    stops: list[tuple[float, Paint]] = [
        (0.0, theme.paper), (0.34, mix(theme.paper, theme.brass, 0.35)), (0.58, theme.brass), (1.0, theme.glow)
    ]  # fmt: skip
    placed = [((above + share * high) / sheet.get_height(), paint) for share, paint in stops]
    sheet.blit(vertical_gradient(sheet.get_size(), placed), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return sheet


def rule(kit: Kit, width: float) -> pygame.Surface:
    """Return a brass line that thins out to both ends, with a diamond in its middle; 10 units high."""

    def make() -> pygame.Surface:
        brass, middle = kit.theme.brass, width / 2
        canvas = kit.canvas(width, 10, brass)
        canvas.polygon([(0, 5), (middle - 12, 4.2), (middle - 12, 5.8)], brass)
        canvas.polygon([(width, 5), (middle + 12, 4.2), (middle + 12, 5.8)], brass)
        canvas.polygon([(middle - 5, 5), (middle, 0), (middle + 5, 5), (middle, 10)], brass)
        return canvas.done()

    return kit.cached(("rule", round(width, 1)), make)


def panel(kit: Kit, width: float, height: float, opacity: int = 235) -> pygame.Surface:
    """Return a dark plate framed in brass, its corners stepped."""

    def make() -> pygame.Surface:
        theme = kit.theme
        canvas = kit.canvas(width, height, theme.brass, detail=3)
        for inset, paint in ((0.0, theme.brass), (1.5, (*theme.plate, opacity))):
            for step in (0, 8, 16):  # three overlapping rectangles make the steps
                _cut_corners(kit, canvas, width, height, inset, step, paint)
        for x, y in ((22, 22), (width - 22, 22), (22, height - 22), (width - 22, height - 22)):
            canvas.polygon([(x - 3, y), (x, y - 3), (x + 3, y), (x, y + 3)], theme.brass)
        return canvas.done()

    return kit.cached(("panel", round(width, 1), round(height, 1), opacity), make)


def _cut_corners(kit: Kit, canvas: object, width: float, height: float, inset: float, step: int, paint: Paint) -> None:
    x, y = inset + step, inset + 16 - step
    canvas.cut(x, y, width - 2 * x, height - 2 * y, paint)  # type: ignore[attr-defined]


def paint_rays(kit: Kit, picture: pygame.Surface, x: float, y: float, count: int = 13, strength: int = 26) -> None:
    """Paint beams of light that fan out upwards from a point on a picture of the whole window."""
    width, height = kit.width, kit.height
    canvas = Canvas(width, y, SOFT_SCALE, kit.theme.glow, detail=2)
    far = math.hypot(width, height)
    half = math.pi / count / 2.6
    for number in range(count):
        angle = math.pi * (number + 0.5) / count
        sides = [(x + math.cos(a) * far, y - math.sin(a) * far) for a in (angle - half, angle + half)]
        canvas.polygon([(x, y), *sides], (*kit.theme.glow, 255))
    beams = canvas.done()
    fade: Sequence[tuple[float, Paint]] = [
        (0.0, (255, 255, 255, 0)), (0.45 * height / y, (255, 255, 255, strength // 2)), (1.0, (255, 255, 255, strength))
    ]  # fmt: skip
    beams.blit(vertical_gradient(beams.get_size(), fade), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    size = picture.get_width(), round(beams.get_height() / SOFT_SCALE * kit.scale)
    picture.blit(pygame.transform.smoothscale(beams, size), (0, 0))


def softened(surface: pygame.Surface, radius: float) -> pygame.Surface:
    """Return the surface blurred by about `radius` device pixels: shrunk and grown, much faster than a true blur."""
    width, height = surface.get_size()
    less = max(1.0, radius)
    small = pygame.transform.smoothscale(surface, (max(1, round(width / less)), max(1, round(height / less))))
    return pygame.transform.smoothscale(small, (width, height))


def put_heading(stage: Stage, kit: Kit, text: str, x: float, y: float, room: float) -> None:
    """Show a heading over its rule, round `x` and down from `y`, in letters that fit into `room`. 50 units high."""
    size = next((size for size in range(34, 14, -2) if _width(kit, text.upper(), size) <= room), 14)
    sign = lettering(kit, text.upper(), size, 0.1)
    width = kit.size_of(sign)[0]
    stage.blit_centred(sign, x, y + 17)
    stage.blit_centred(rule(kit, min(room, max(280.0, width + 120))), x, y + 42)


def _width(kit: Kit, text: str, size: float) -> float:
    return kit.text_size(text, size, "title", fixed=True)[0] + len(text) * size * 0.1
