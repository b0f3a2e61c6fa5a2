"""Draw the program's icon into assets/icon.

    python build/assets/make_icon.py

The icon is a tower of storeys with lit windows whose brass spire breaks through the Sky. Smaller sizes have fewer and
larger windows, and all their edges are on whole pixels.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pygame

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "icon"
SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256, 512)
SIDE, MIDDLE = 64, 32
"""Coordinates are in 64ths of the icon's side, with y downwards."""
GROUND, RADIUS = 56, 13

NIGHT, DUSK, GLOW = pygame.Color("#0d1626"), pygame.Color("#2b3a67"), pygame.Color("#f0a868")
PAPER, INK, BRASS = pygame.Color("#f6efe0"), pygame.Color("#1b2738"), pygame.Color("#d8a648")
PLUM = DUSK.lerp(pygame.Color("#c23b3b"), 0.35)
LIT, UNLIT = pygame.Color("#ffdc9c"), DUSK.lerp(INK, 0.3)
RAY = DUSK.lerp(PAPER, 0.35)
RAY.a = 34
BRIGHT_FACE, DARK_FACE = INK.lerp(DUSK, 0.35), NIGHT
JOINT = DUSK.lerp(NIGHT, 0.2)
COPPER = GLOW.lerp(pygame.Color("#a4570b"), 0.45)

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tier:
    """A tier of the stepped tower: half its width, its storeys, and the windows of each storey."""

    half: float
    storeys: int
    windows: int


@dataclass(frozen=True, slots=True)
class IconPlan:
    """The drawing for a range of sizes: tiers from the ground, storey height, window size, thickness of the Sky."""

    least: int
    tiers: tuple[Tier, ...]
    storey: float
    window: tuple[float, float]
    sky: float
    spire: float
    """Half the width of the spire at its foot."""
    ground: float = GROUND
    """Position of the ground; differs for sizes at which the usual one is not on a whole pixel."""

    @property
    def top(self) -> float:
        return self.ground - self.storey * sum(tier.storeys for tier in self.tiers)


PLANS = (
    IconPlan(128, (Tier(14.5, 3, 6), Tier(10.5, 3, 4), Tier(6, 2, 2)), 4.6, (2.2, 2.7), 0.8, 1.8),
    IconPlan(64, (Tier(16, 2, 4), Tier(12, 2, 4), Tier(6, 2, 2)), 6, (3, 3), 1, 2),
    IconPlan(48, (Tier(16, 2, 5), Tier(32 / 3, 2, 3), Tier(16 / 3, 1, 2)), 20 / 3, (8 / 3, 8 / 3), 4 / 3, 8 / 3),
    IconPlan(40, (Tier(16, 2, 4), Tier(12.8, 2, 4), Tier(6.4, 2, 2)), 6.4, (3.2, 3.2), 1.6, 1.6),
    IconPlan(32, (Tier(16, 2, 3), Tier(12, 2, 2), Tier(6, 2, 1)), 6, (4, 4), 2, 2),
    IconPlan(24, (Tier(16, 1, 3), Tier(32 / 3, 1, 2), Tier(16 / 3, 1, 1)), 32 / 3, (16 / 3, 16 / 3), 8 / 3, 8 / 3),
    IconPlan(20, (Tier(16, 1, 2), Tier(12.8, 1, 2), Tier(6.4, 1, 1)), 12.8, (3.2, 6.4), 3.2, 3.2, ground=57.6),
    IconPlan(16, (Tier(16, 1, 2), Tier(12, 1, 2), Tier(8, 1, 1)), 12, (4, 4), 4, 4),
)


class Canvas:
    """A surface of a multiple of the icon's resolution, with coordinates in units."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.pixel = SIDE / size
        self.scale = size * (8 if size <= 128 else 4) / SIDE
        side = round(SIDE * self.scale)
        self.surface = pygame.Surface((side, side), pygame.SRCALPHA)

    def polygon(self, points: list[Point], colour: pygame.Color) -> None:
        layer = self.surface if colour.a == 255 else pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(layer, colour, [(x * self.scale, y * self.scale) for x, y in points])
        if layer is not self.surface:
            self.surface.blit(layer, (0, 0))

    def rect(self, x: float, y: float, width: float, height: float, colour: pygame.Color) -> None:
        left, top = round(x * self.scale), round(y * self.scale)
        right, bottom = round((x + width) * self.scale), round((y + height) * self.scale)
        self.surface.fill(colour, (left, top, right - left, bottom - top))

    def disc(self, x: float, y: float, radius: float, colour: pygame.Color) -> None:
        pygame.draw.circle(self.surface, colour, (x * self.scale, y * self.scale), radius * self.scale)

    def frame(self, width: float, colour: pygame.Color) -> None:
        border, radius = round(width * self.scale), round(RADIUS * self.scale)
        pygame.draw.rect(self.surface, colour, self.surface.get_rect(), border, border_radius=radius)

    def glow(self, add: pygame.Surface) -> None:
        self.surface.blit(add, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def snapped(self, value: float) -> float:
        """Return the nearest position on a whole pixel of the icon."""
        return round(value / self.pixel) * self.pixel

    def finished(self) -> pygame.Surface:
        """Return the icon at its final size, with rounded corners."""
        mask = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        mask.fill((255, 255, 255, 0))
        pygame.draw.rect(mask, "white", mask.get_rect(), border_radius=round(RADIUS * self.scale))
        self.surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return pygame.transform.smoothscale(self.surface, (self.size, self.size))


def blended(place: float, *stops: tuple[float, pygame.Color]) -> pygame.Color:
    """Return the colour at a place (0 to 1), interpolated between the stops around it."""
    for (low, first), (high, second) in itertools.pairwise(stops):
        if place <= high:
            return first.lerp(second, max(0.0, (place - low) / (high - low)))
    return stops[-1][1]


def draw_evening(canvas: Canvas, plan: IconPlan) -> None:
    """Draw the evening sky, rays as on a poster, and the ground."""
    stops = (0.0, NIGHT), (0.45, DUSK), (0.72, PLUM), (1.0, GLOW)
    rows = round(plan.ground * canvas.scale)
    for row in range(rows):
        canvas.surface.fill(blended(row / rows, *stops), (0, row, canvas.surface.get_width(), 1))
    if canvas.size >= 48:
        for ray in range(-6, 7):
            edges = [math.radians(90 + 13.8 * (ray + side)) for side in (-0.25, 0.25)]
            far = [(MIDDLE + SIDE * 1.5 * math.cos(edge), GROUND - SIDE * 1.5 * math.sin(edge)) for edge in edges]
            canvas.polygon([(MIDDLE, GROUND), *far], RAY)
    canvas.rect(0, plan.ground, SIDE, SIDE - plan.ground, NIGHT)


def draw_sky_line(canvas: Canvas, plan: IconPlan) -> None:
    """Draw the Sky as a glowing line, with pennies on it if there is room."""
    middle = plan.top - plan.sky / 2
    halo = pygame.Surface(canvas.surface.get_size())
    for row in range(halo.get_height()):
        strength = max(0.0, 1 - abs(row / canvas.scale - middle) / 7) ** 2 * 0.5
        halo.fill(pygame.Color(0, 0, 0).lerp(GLOW, strength), (0, row, halo.get_width(), 1))
    canvas.glow(halo)
    canvas.rect(0, middle - plan.sky / 2, SIDE, plan.sky, GLOW.lerp(PAPER, 0.5))
    if canvas.size >= 128:
        for away in (12, 18.5, 25):
            draw_penny(canvas, MIDDLE - away, middle - 2.7)
            draw_penny(canvas, MIDDLE + away, middle - 2.7)


def draw_penny(canvas: Canvas, x: float, y: float) -> None:
    """Draw a copper coin with a rim and a tower on its face."""
    for radius, colour in ((2.3, COPPER.lerp(INK, 0.25)), (2.1, COPPER.lerp(PAPER, 0.25)), (1.7, COPPER)):
        canvas.disc(x, y, radius, colour)
    canvas.rect(x - 0.7, y - 0.2, 1.4, 1.1, COPPER.lerp(INK, 0.55))
    canvas.rect(x - 0.3, y - 1.0, 0.6, 0.8, COPPER.lerp(INK, 0.55))


def windows(canvas: Canvas, tier: Tier, width: float) -> Iterator[tuple[float, float]]:
    """Yield left edge and width of a storey's windows: evenly spaced, symmetrical, on whole pixels."""
    gap = (2 * tier.half - tier.windows * width) / (tier.windows + 1)
    for number in range(tier.windows // 2):
        left = canvas.snapped(MIDDLE - tier.half + gap + number * (gap + width))
        yield left, width
        yield 2 * MIDDLE - left - width, width
    if tier.windows % 2:
        half = math.ceil(width / canvas.pixel / 2) * canvas.pixel
        yield MIDDLE - half, 2 * half


def draw_tower(canvas: Canvas, plan: IconPlan) -> None:
    """Draw the tiers storey by storey: a bright and a dark face, lit windows, and a brass ledge on each tier."""
    foot, seen = float(plan.ground), itertools.count()
    for tier in plan.tiers:
        for storey in range(tier.storeys):
            foot -= plan.storey
            canvas.rect(MIDDLE - tier.half, foot, tier.half, plan.storey, BRIGHT_FACE)
            canvas.rect(MIDDLE, foot, tier.half, plan.storey, DARK_FACE)
            if storey and canvas.size >= 128:
                canvas.rect(MIDDLE - tier.half, foot + plan.storey - 0.15, 2 * tier.half, 0.3, JOINT)
            sill = canvas.snapped(foot + (plan.storey - plan.window[1]) * 0.6)
            for left, width in windows(canvas, tier, plan.window[0]):
                dark = canvas.size >= 64 and next(seen) % 7 == 3
                canvas.rect(left, sill, width, plan.window[1], UNLIT if dark else LIT)
        if canvas.size >= 48:
            out = max(0.8, canvas.pixel)
            canvas.rect(MIDDLE - tier.half - out, foot, 2 * (tier.half + out), out, BRASS)


def draw_spire(canvas: Canvas, plan: IconPlan) -> None:
    """Draw the brass spire through the Sky, bright on one side, with a star if there is room."""
    foot, tip = plan.top, 6.0 if canvas.size >= 48 else canvas.snapped(8)
    if canvas.size < 48:
        canvas.rect(MIDDLE - plan.spire, tip, 2 * plan.spire, foot - tip, BRASS)
        return
    canvas.polygon([(MIDDLE - plan.spire, foot), (MIDDLE, tip), (MIDDLE, foot)], BRASS.lerp(PAPER, 0.4))
    canvas.polygon([(MIDDLE, foot), (MIDDLE, tip), (MIDDLE + plan.spire, foot)], BRASS)
    if canvas.size >= 128:
        points = [(math.radians(45 * turn), 3.2 if turn % 2 == 0 else 0.7) for turn in range(8)]
        canvas.polygon([(MIDDLE + reach * math.cos(a), tip + 0.6 + reach * math.sin(a)) for a, reach in points], PAPER)


def draw(size: int) -> pygame.Surface:
    """Return the icon at this size in pixels."""
    canvas = Canvas(size)
    plan = next(plan for plan in PLANS if plan.least <= size)
    draw_evening(canvas, plan)
    draw_sky_line(canvas, plan)
    draw_tower(canvas, plan)
    draw_spire(canvas, plan)
    canvas.rect(0, plan.ground, SIDE, max(0.8, canvas.pixel), BRASS)
    if size >= 48:
        canvas.frame(max(1.0, canvas.pixel), BRASS)
    return canvas.finished()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        pygame.image.save(draw(size), FOLDER / f"icon-{size}.png")


if __name__ == "__main__":
    main()
