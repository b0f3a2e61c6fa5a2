"""The table of sounds, into which recipes enter themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sounds.synthesis import Generator, Signal

# Target loudness of the loudest 400 ms in LUFS (maximum momentary loudness of EBU R128), by class of sounds.
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

Recipe = Callable[[Generator], Signal]


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound: its recipe, its class of loudness, and the number of variants."""

    recipe: Recipe
    level: str
    variants: int


SOUNDS: dict[str, Sound] = {}


def sound(level: str, variants: int = 1) -> Callable[[Recipe], Recipe]:
    """Return a decorator that enters a recipe into the table under its own name."""

    def enter(recipe: Recipe) -> Recipe:
        SOUNDS[recipe.__name__] = Sound(recipe, level, variants)
        return recipe

    return enter
