"""The table of sounds, which the recipes enter themselves into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sounds.synthesis import Chance, Signal

# The loudest 400 ms in LUFS (EBU R128's momentary loudness), for each kind of sounds.
LEVELS = {
    "focus": -46,
    "touch": -37,
    "air": -29,
    "card": -29,
    "coin": -27,
    "glass": -27,
    "wood": -25,
    "music": -22,
    "loop": -38,
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
