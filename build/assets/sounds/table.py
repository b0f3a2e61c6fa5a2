"""The table of sounds, into which recipes enter themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sounds.synthesis import Generator, Signal

# Target loudness of the loudest 400 ms in LUFS (maximum momentary loudness of EBU R128), by class of sounds.
LEVELS = {
    "focus": -43,
    "touch": -34,
    "air": -26,
    "card": -26,
    "coin": -24,
    "glass": -24,
    "wood": -22,
    "music": -19,
    "loop": -35,
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
