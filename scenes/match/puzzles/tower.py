"""A pack of puzzles as a tower: a window for each, lit once it is solved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import pygame

from topping_out.game.bots.puzzles.progress import PuzzleProgress
from topping_out.game.bots.puzzles.puzzle import Puzzle
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.ornament import softened
from topping_out.scenes.kit.theme import mix

Light = Literal["dark", "dim", "lit"]
"""Of a window: new, tried in vain so far, solved."""
SLENDER = 0.7
"""A tower has so many windows across for each floor, about."""
GAP, ROOF, PLINTH = 0.45, 0.9, 0.5
"""Between windows, above and below them: in heights of a window."""
NARROW = 0.72
"""Width of a window beside its height."""
HIGHEST_PANE = 22.0


def lights_of(progress: PuzzleProgress, puzzles: Sequence[Puzzle]) -> tuple[Light, ...]:
    """Return which windows of a pack are lit."""

    def light(name: str) -> Light:
        return "lit" if name in progress.solved else "dim" if name in progress.first else "dark"

    return tuple(light(puzzle.name) for puzzle in puzzles)


def across(number: int) -> int:
    """Return how many windows lie side by side in a tower of so many."""
    return max(2, round(math.sqrt(number * SLENDER)))


@painted_once
def pack_tower(kit: Kit, lights: tuple[Light, ...], height: float) -> pygame.Surface:
    """Return a tower with its windows, the first at the upper left; it is no higher than that."""
    theme, columns = kit.theme, across(len(lights))
    floors = math.ceil(len(lights) / columns)
    pane = min(HIGHEST_PANE * kit.text_scale, height / (floors * (1 + GAP) + GAP + ROOF + PLINTH))
    wide, gap, roof = pane * NARROW, pane * GAP, pane * ROOF
    width = columns * wide + (columns + 1) * gap
    high = floors * (pane + gap) + gap + roof + pane * PLINTH
    left = mix(theme.mist, theme.dusk, 0.72)
    walls, shine = kit.canvas(width + 8, high, theme.dusk), kit.canvas(width + 8, high, theme.window)
    walls.rect(4, roof, width, high - roof, mix(left, theme.night, 0.3)).rect(4, roof, width / 2, high - roof, left)
    walls.rect(4 + width * 0.36, roof * 0.25, width * 0.28, roof, mix(left, theme.night, 0.45))
    for y in (roof, high - pane * PLINTH * 0.5):
        walls.rect(0, y, width + 8, max(2.0, pane * 0.14), mix(theme.brass, theme.night, 0.25))
    for number, light in enumerate(lights):
        x = 4 + gap + number % columns * (wide + gap)
        y = roof + gap + number // columns * (pane + gap)
        walls.rect(x, y, wide, pane, mix(theme.night, theme.dusk, 0.4), 1.2)
        if light == "dim":
            walls.rect(x, y + pane / 2, wide, pane / 2, mix(theme.night, theme.rose, 0.55), 1.2)
        if light == "lit":
            shine.rect(x, y, wide, pane, mix(theme.window, theme.glow, number * 7 % 5 / 10), 1.2)
            shine.rect(x, y, wide, pane * 0.35, mix(theme.window, theme.paper, 0.45), 1.2)
    whole, lit = walls.done(), shine.done()
    whole.blit(lit, (0, 0))
    bloom = softened(lit, 5 * kit.scale)
    bloom.set_alpha(90)
    whole.blit(bloom, (0, 0))
    return whole


def window_at(picture: tuple[float, float], lights: Sequence[Light], number: int) -> tuple[float, float]:
    """Return where the middle of a window is on a tower's picture of that size."""
    columns = across(len(lights))
    floors, (width, height) = math.ceil(len(lights) / columns), picture
    pane = height / (floors * (1 + GAP) + GAP + ROOF + PLINTH)
    wide, gap = pane * NARROW, pane * GAP
    x = 4 + gap + number % columns * (wide + gap) + wide / 2
    return min(x, width), pane * ROOF + gap + number // columns * (pane + gap) + pane / 2
