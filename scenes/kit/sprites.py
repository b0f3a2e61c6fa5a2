"""Things that move on a table: where they belong, where they are, and sending them there."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import pygame

from topping_out.scenes.kit.motion import Ease, Motion, ease_in_out

FLYING = 600
"""Height from which on things fly over everything."""
TRAVELS = ("x", "y", "angle", "scale", "fold")
"""What of a sprite its place says."""


@dataclass(frozen=True)
class Pose:
    """Where a thing belongs: its middle in logical units, its tilt in degrees, its size.

    `fold` is how far it has changed its shape from what is held in a hand (0) to what stands on the table (1).
    """

    x: float
    y: float
    angle: float = 0.0
    fold: float = 0.0
    scale: float = 1.0

    def rect(self, width: float, height: float) -> pygame.FRect:
        """Return the room that a thing of that size takes here, its tilt apart."""
        wide, high = width * self.scale, height * self.scale
        return pygame.FRect(self.x - wide / 2, self.y - high / 2, wide, high)


class Sprite:
    """A thing on its way or at its place; `turn` runs from -1 (back up) to 1 (face up), `z` orders the pile."""

    __slots__ = ("alpha", "angle", "fold", "key", "scale", "turn", "x", "y", "z")

    def __init__(self, key: Hashable, place: Pose, turn: float = 1.0, z: float = 0.0) -> None:
        self.key = key
        """What it shows; None: a back without a known face."""
        self.x, self.y, self.angle, self.fold, self.scale = place.x, place.y, place.angle, place.fold, place.scale
        self.turn, self.alpha, self.z = turn, 1.0, z

    @property
    def place(self) -> Pose:
        return Pose(self.x, self.y, self.angle, self.fold, self.scale)

    @property
    def look(self) -> tuple[Hashable, ...]:
        """All that it shows, for the key of a layer."""
        return self.key, self.x, self.y, self.angle, self.fold, self.scale, self.turn, self.alpha, self.z

    @property
    def flies(self) -> bool:
        """Whether it flies over the table; fewer pictures of it do then (see `Kit.tilted`)."""
        return self.z >= FLYING


def footing(fold: float, over: float) -> float:
    """Return how much further up a thing is shown while it folds, so that it stands on its foot all the while.

    `over` is how much higher it is just now than it will be.
    """
    return over / 2 * (1 - (1 - fold) ** 3)


def send(
    motion: Motion, sprite: Sprite, place: Pose, duration: float = 260, delay: float = 0.0, ease: Ease = ease_in_out
) -> None:
    """Move a sprite to a place; one that is there already stays, wherever it was about to go."""
    if sprite.place == place:
        motion.drop(sprite, *TRAVELS)
        return
    motion.to(sprite, duration, delay, ease, x=place.x, y=place.y, angle=place.angle, scale=place.scale)
    motion.to(sprite, duration, delay, ease_in_out, fold=place.fold)
