"""The table of sounds, which the recipes enter themselves into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sounds.synthesis import Chance, Signal

# The A-weighted level of the loudest 125 ms, for each class of sounds.
LEVELS = {
    "focus": -42,
    "touch": -34,
    "air": -29,
    "card": -28,
    "coin": -27,
    "glass": -25,
    "wood": -24,
    "music": -22,
    "loop": -42,
}

Recipe = Callable[[Chance], Signal]


@dataclass(frozen=True, slots=True)
class Sound:
    """How a sound is made, its class, and in how many variants it comes."""

    recipe: Recipe
    level: str
    variants: int


SOUNDS: dict[str, Sound] = {}


def sound(level: str, variants: int = 1) -> Callable[[Recipe], Recipe]:
    """Enter a recipe into the table under its own name."""

    def enter(recipe: Recipe) -> Recipe:
        SOUNDS[recipe.__name__] = Sound(recipe, level, variants)
        return recipe

    return enter
