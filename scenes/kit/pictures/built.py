"""A tower that was built in a game, as it stands on the player's skyline; its game says what paints it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from topping_out.game.engine import BuiltTower, Part
from topping_out.scenes.kit.canvas import Canvas
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.facade import FacadeSheet
from topping_out.scenes.kit.pictures.ornament import softened
from topping_out.scenes.kit.pictures.topping_tree import topping_tree
from topping_out.scenes.kit.theme import Colour, mix

WIDTH, HEIGHT = 170.0, 440.0
"""Every such tower's sheet, in the units of its drawing; the ground is the lower edge."""
MIDDLE = WIDTH / 2
TREE = 46.0
"""Height of the topping-out tree."""
HIGHEST = HEIGHT - TREE - 4
"""How far up a tower may go, its roof included."""
FINE = 0.9
"""From this scale on a tower is drawn twice as large, below it three times, and then scaled down."""


@dataclass
class BuiltSheet(FacadeSheet):
    """What it is drawn on: walls, and apart from them whatever shines."""

    parts: Sequence[Part] = ()
    """Bottom part first."""
    colours: Sequence[Colour] = ()
    """Those of the parts' owners, the ghost's last."""

    def step(self, most: float, roof: float) -> float:
        """Return how high a part may be, `most` at most, for all of them to fit under a roof."""
        return min(most, (HIGHEST - roof) / len(self.parts))

    def colour_of(self, owner: int) -> Colour:
        return self.colours[min(owner, len(self.colours) - 1)]


Painter = Callable[[BuiltSheet], float]
"""Paints a tower from its parts; returns how far from the top of the sheet its roof ends."""


@dataclass(frozen=True)
class BuiltPicture:
    """A tower to be drawn. Equal ones look alike."""

    paint: Painter
    tower: BuiltTower
    colours: tuple[Colour, ...]
    is_winners: bool
    """Then it bears a topping-out tree."""


def paint_plain(sheet: BuiltSheet) -> float:
    """Paint a storey for each part, in the colour of its owner."""
    theme, step, top = sheet.theme, sheet.step(26, 20), HEIGHT
    for number, part in enumerate(sheet.parts):
        base = mix(theme.mist, theme.dusk, 0.6) if part.owner is None else sheet.colour_of(part.owner)
        width, top = max(60.0, 112 - 3 * number), top - step
        sheet.block(width, top, top + step, base, mix(base, theme.night, 0.4), MIDDLE)
        sheet.rows(MIDDLE - width / 2 + 5, MIDDLE + width / 2 - 5, top + 4, top + step - 2, 6, 1, (8, step * 0.45))
        sheet.cornice(width + 5, top, 2, MIDDLE)
    sheet.block(30, top - 16, top, theme.mist, mix(theme.mist, theme.night, 0.4), MIDDLE)
    return top - 16


def picture(kit: Kit, built: BuiltPicture, height: float) -> pygame.Surface:
    """Return a tower, drawn on a sheet `height` logical units high and cut out: its foot is the middle of its edge."""
    return kit.cached(_key(built, height), lambda: _paint(kit, built, height))


def hazy(kit: Kit, built: BuiltPicture, height: float) -> pygame.Surface:
    """Return the same tower as it stands further back, in the dusk's haze."""
    return kit.cached(_key(built, height, True), lambda: veiled(kit, picture(kit, built, height)))


def is_painted(kit: Kit, built: BuiltPicture, height: float, is_hazy: bool) -> bool:
    """Tell whether `picture`, or `hazy`, has it at hand."""
    return kit.has(_key(built, height, is_hazy))


def _key(built: BuiltPicture, height: float, is_hazy: bool = False) -> tuple[str, BuiltPicture, float, bool]:
    return "built", built, round(height, 1), is_hazy


def veiled(kit: Kit, picture: pygame.Surface) -> pygame.Surface:
    """Return a picture in the dusk's haze."""
    far, haze = picture.copy(), mix(kit.theme.dusk, kit.theme.rose, 0.5)
    far.fill((150, 146, 168, 255), special_flags=pygame.BLEND_RGBA_MULT)
    far.fill((*mix((0, 0, 0), haze, 0.42), 0), special_flags=pygame.BLEND_RGBA_ADD)
    return far


def _paint(kit: Kit, built: BuiltPicture, height: float) -> pygame.Surface:
    scale, theme = kit.scale * height / HEIGHT, kit.theme
    detail = 2 if scale >= FINE else 3
    walls, lights = (Canvas(WIDTH, HEIGHT, scale, tint, detail) for tint in (theme.dusk, theme.window))
    rng = random.Random(str(built.tower))
    top = built.paint(BuiltSheet(theme, walls, lights, rng, [], built.tower.parts, built.colours))
    whole, shine = walls.done(), lights.done()
    whole.blit(shine, (0, 0))
    bloom = softened(shine, 7 * scale)
    bloom.set_alpha(64)
    whole.blit(bloom, (0, 0))
    if built.is_winners:
        _plant_tree(kit, whole, top * scale, TREE * scale)
    return _cut_out(whole)


def _cut_out(sheet: pygame.Surface) -> pygame.Surface:
    """Return what is drawn on, no more to the left of the middle than to the right, and all down to the ground."""
    box, (width, height) = sheet.get_bounding_rect(), sheet.get_size()
    half = min(width // 2, max(width // 2 - box.left, box.right - width // 2) + 1)
    return sheet.subsurface((width // 2 - half, box.top, 2 * half, height - box.top)).copy()


def _plant_tree(kit: Kit, sheet: pygame.Surface, roof: float, height: float) -> None:
    tree = topping_tree(kit)
    size = max(1, round(tree.get_width() * height / tree.get_height())), max(1, round(height))
    small = pygame.transform.smoothscale(tree, size)
    sheet.blit(small, small.get_rect(midbottom=(sheet.get_width() // 2, round(roof + 2))))
