"""The six sites as landscapes: on the cards by day, on the table by dusk. Everything in shares of a box."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from topping_out.game.towering.cards import Colour
from topping_out.scenes.kit.canvas import Drawing, Point
from topping_out.scenes.kit.theme import Colour as Rgb
from topping_out.scenes.kit.theme import Theme, mix

Bounds = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True)
class Land:
    """A box to draw a landscape in; points are shares of its width, and of its height from the foot up."""

    canvas: Drawing
    box: Bounds
    theme: Theme
    back: Rgb
    front: Rgb
    bright: Rgb
    """Snow, sun, lit edges."""
    sun: bool = True

    def at(self, x: float, up: float) -> Point:
        left, top, width, height = self.box
        return left + x * width, top + (1 - up) * height

    def shape(self, points: list[Point], paint: Rgb) -> None:
        self.canvas.polygon([self.at(*point) for point in points], paint)

    def disc(self, x: float, up: float, size: float, paint: Rgb) -> None:
        """Draw a disc, its size a share of the height."""
        self.canvas.circle(*self.at(x, up), size * self.box[3], paint)


def paint_landscape(canvas: Drawing, theme: Theme, colour: Colour, box: Bounds, day: bool, sun: bool = True) -> None:
    """Paint a site: on paper with its sky by day; by dusk its outlines only, for a sky that is there already."""
    base = tuple(theme.sites.values())[colour]
    if day:
        sky = mix(theme.paper, base, 0.2)
        canvas.gradient(*box, [(0.0, sky), (1.0, mix(theme.paper, theme.window, 0.3))])
        land = Land(canvas, box, theme, mix(base, theme.paper, 0.68), mix(base, theme.paper, 0.46), theme.paper)
    else:
        back, front = (
            mix(mix(theme.hills, theme.rose, 0.42), base, 0.34),
            mix(mix(theme.hills, base, 0.4), theme.night, 0.18),
        )
        land = Land(canvas, box, theme, back, front, mix(back, theme.paper, 0.42))
    PAINTERS[colour](replace(land, sun=sun))


def _ice(land: Land) -> None:
    peaks = ((0.0, 0.3), (0.13, 0.52), (0.22, 0.34), (0.4, 0.86), (0.54, 0.42), (0.66, 0.66), (0.8, 0.36), (1.0, 0.5))
    land.shape([(0, 0), *peaks, (1, 0)], land.back)
    for (ax, ay), (x, y), (bx, by) in zip(peaks, peaks[1:], peaks[2:]):
        if y > ay and y > by:
            left, right = (x - (x - ax) * 0.3, y - (y - ay) * 0.3), (x + (bx - x) * 0.3, y - (y - by) * 0.3)
            land.shape([left, (x, y), right, (x + 0.02, y - 0.11), (x - 0.03, y - 0.15)], land.bright)
    floes = ((0.0, 0.16), (0.18, 0.2), (0.26, 0.1), (0.5, 0.13), (0.62, 0.24), (0.78, 0.21), (0.86, 0.1), (1.0, 0.13))
    land.shape([(0, 0), *floes, (1, 0)], land.front)
    for (ax, ay), (bx, by) in ((floes[0], floes[1]), (floes[4], floes[5])):
        land.shape([(ax, ay), (bx, by), (bx, by - 0.04), (ax, ay - 0.05)], land.bright)


def _canyon(land: Land) -> None:
    mesas = (
        (0.0, 0.44), (0.1, 0.44), (0.13, 0.74), (0.32, 0.74), (0.36, 0.3), (0.56, 0.3), (0.6, 0.52), (0.66, 0.52),
        (0.69, 0.84), (0.82, 0.84), (0.85, 0.46), (1.0, 0.46),
    )  # fmt: skip
    land.shape([(0, 0), *mesas, (1, 0)], land.back)
    for left, right, up in ((0.135, 0.32, 0.66), (0.14, 0.33, 0.56), (0.695, 0.825, 0.74), (0.7, 0.83, 0.62)):
        land.shape([(left, up), (right, up), (right, up - 0.025), (left, up - 0.025)], mix(land.back, land.bright, 0.4))
    walls = ((0.0, 0.34), (0.12, 0.34), (0.2, 0.12), (0.46, 0.08), (0.74, 0.1), (0.84, 0.28), (1.0, 0.3))
    land.shape([(0, 0), *walls, (1, 0)], land.front)


def _desert(land: Land) -> None:
    if land.sun:
        land.disc(0.74, 0.74, 0.13, mix(land.bright, land.theme.glow, 0.55))
    land.shape([(0.1, 0.2), (0.3, 0.66), (0.5, 0.2)], land.back)
    land.shape([(0.3, 0.66), (0.5, 0.2), (0.36, 0.2)], mix(land.back, land.front, 0.6))
    land.shape([(0.42, 0.2), (0.56, 0.48), (0.7, 0.2)], land.back)
    for phase, high, paint in ((0.4, 0.26, land.back), (2.4, 0.17, land.front)):
        dune = [(s / 24, high * (1 + 0.42 * math.sin(s / 24 * math.tau + phase))) for s in range(25)]
        land.shape([(0, 0), *dune, (1, 0)], paint)


def _forest(land: Land) -> None:
    land.shape([(0, 0), (0, 0.36), (0.3, 0.56), (0.6, 0.4), (1, 0.54), (1, 0)], land.back)
    firs = ((0.04, 0.5), (0.16, 0.66), (0.28, 0.46), (0.4, 0.34), (0.58, 0.4), (0.7, 0.56), (0.83, 0.74), (0.95, 0.52))
    for x, up in firs:
        for level in range(3):
            foot = up * (0.16 + 0.26 * level)
            wide = 0.085 - 0.02 * level
            left, right = max(0.0, x - wide), min(1.0, x + wide)
            land.shape([(left, foot), (x, min(up, foot + up * 0.46)), (right, foot)], land.front)
    land.shape([(0, 0), (0, 0.14), (0.5, 0.1), (1, 0.15), (1, 0)], land.front)


def _city(land: Land) -> None:
    blocks = (
        (0.0, 0.13, 0.5),
        (0.14, 0.1, 0.72),
        (0.25, 0.13, 0.42),
        (0.62, 0.12, 0.6),
        (0.75, 0.09, 0.86),
        (0.85, 0.15, 0.48),
    )
    for x, wide, up in blocks:
        land.shape([(x, 0), (x, up), (x + wide, up), (x + wide, 0)], land.back)
    land.shape([(0.79, 0.86), (0.795, 0.98), (0.8, 0.86)], land.back)
    for x, wide, up in ((0.0, 0.2, 0.24), (0.22, 0.12, 0.36), (0.4, 0.16, 0.2), (0.58, 0.14, 0.3), (0.74, 0.26, 0.22)):
        land.shape([(x, 0), (x, up), (x + wide, up), (x + wide, 0)], land.front)
        for pane in range(2):
            left = x + wide * (0.25 + 0.4 * pane)
            land.shape(
                [(left, up - 0.06), (left + 0.025, up - 0.06), (left + 0.025, up - 0.1), (left, up - 0.1)], land.bright
            )


def _heath(land: Land) -> None:
    for phase, high, wave, paint in ((0.2, 0.46, 0.2, land.back), (2.0, 0.24, 0.3, land.front)):
        hill = [(s / 24, high * (1 + wave * math.sin(s / 24 * 4.4 + phase))) for s in range(25)]
        land.shape([(0, 0), *hill, (1, 0)], paint)
    for x, up, size in ((0.08, 0.24, 0.09), (0.2, 0.26, 0.07), (0.72, 0.2, 0.1), (0.86, 0.22, 0.08), (0.94, 0.2, 0.06)):
        land.disc(x, up, size, land.front)
        land.disc(x + 0.01, up + size * 0.6, size * 0.35, mix(land.front, land.bright, 0.35))
    for x, up in ((0.3, 0.66), (0.37, 0.6)):
        land.shape(
            [(x, 0.4), (x + 0.008, up), (x + 0.042, up - 0.02), (x + 0.05, 0.4)], mix(land.back, land.front, 0.75)
        )


PAINTERS: tuple[Callable[[Land], None], ...] = (_ice, _canyon, _desert, _forest, _city, _heath)
"""By colour."""


# -- roofs


def paint_roof(canvas: Drawing, theme: Theme, colour: Colour, box: Bounds) -> None:
    """Paint the roof of a tower that pays for itself: an outline of its own for every site."""
    base = mix(tuple(theme.sites.values())[colour], theme.ink, 0.18)
    left, top, width, height = box
    roof = Roof(canvas, left + width / 2, top + height * 0.8, width * 0.36, height, base, mix(base, theme.paper, 0.35))
    ROOFS[colour](roof)
    ledge = mix(theme.brass, theme.night, 0.25)
    canvas.rect(roof.middle - roof.half * 1.2, roof.foot, roof.half * 2.4, height * 0.2, ledge)


@dataclass(frozen=True)
class Roof:
    """Where a roof is drawn, and with what."""

    canvas: Drawing
    middle: float
    foot: float
    half: float
    """Half its width."""
    height: float
    base: Rgb
    lit: Rgb


def _dome(roof: Roof) -> None:
    angles = [math.pi * step / 16 for step in range(17)]
    wide, high = roof.half * 0.8, roof.height * 0.55
    arc = [(roof.middle + wide * math.cos(angle), roof.foot - high * math.sin(angle)) for angle in angles]
    roof.canvas.polygon(arc, roof.lit)


def _steps(roof: Roof) -> None:
    for step in range(3):
        wide = roof.half * (2 - step * 0.5)
        y = roof.foot - (step + 1) * roof.height * 0.22
        roof.canvas.rect(roof.middle - wide / 2, y, wide, roof.height * 0.23, mix(roof.base, roof.lit, step / 2))


def _onion(roof: Roof) -> None:
    shoulder = roof.foot - roof.height * 0.2
    tip = (roof.middle, roof.foot - roof.height * 0.8)
    roof.canvas.polygon(
        [tip, (roof.middle + roof.half * 0.55, shoulder), (roof.middle - roof.half * 0.55, shoulder)], roof.lit
    )
    wide = roof.half * 1.24
    roof.canvas.ellipse(roof.middle - wide / 2, roof.foot - roof.height * 0.5, wide, roof.height * 0.5, roof.lit)


def _gable(roof: Roof) -> None:
    left, right = (roof.middle - roof.half, roof.foot), (roof.middle + roof.half, roof.foot)
    tip = (roof.middle, roof.foot - roof.height * 0.7)
    roof.canvas.polygon([left, tip, right], roof.base).polygon([left, tip, (roof.middle, roof.foot)], roof.lit)


def _mast(roof: Roof) -> None:
    thick = max(1.0, roof.half * 0.1)
    for wide, high in ((1.2, 0.3), (0.5, 0.5)):
        x = roof.middle - roof.half * wide / 2
        roof.canvas.rect(x, roof.foot - roof.height * high, roof.half * wide, roof.height * high, roof.lit)
    roof.canvas.rect(roof.middle - thick / 2, roof.foot - roof.height * 0.8, thick, roof.height * 0.8, roof.lit)


def _battlements(roof: Roof) -> None:
    roof.canvas.rect(
        roof.middle - roof.half, roof.foot - roof.height * 0.34, 2 * roof.half, roof.height * 0.34, roof.base
    )
    for tooth in range(5):
        x = roof.middle - roof.half + tooth * roof.half * 0.44
        roof.canvas.rect(x, roof.foot - roof.height * 0.56, roof.half * 0.24, roof.height * 0.24, roof.lit)


ROOFS: tuple[Callable[[Roof], None], ...] = (_dome, _steps, _onion, _gable, _mast, _battlements)
"""By colour."""
