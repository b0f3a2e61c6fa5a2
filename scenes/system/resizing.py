"""While the window's edge is dragged, the last picture is shown stretched; pages are laid out once the edge rests."""

from __future__ import annotations

import pygame

from topping_out.scenes.kit.stage import Stage

CALM = 120.0
"""Milliseconds without a change of size after which the edge rests."""


class Resizing:
    """A drag of the window's edge, from its first change of size until it rests."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._picture: pygame.Surface | None = None
        """What was shown before."""
        self._calm = 0.0

    @property
    def is_under_way(self) -> bool:
        return self._picture is not None

    def stretch(self, before: tuple[int, int], screen: pygame.Surface) -> None:
        """Show what was drawn for a window of the size `before` on one of another size."""
        if self._picture is None:
            self._picture = pygame.Surface(before)
            self._stage.paint(self._picture)
        self._calm = 0.0
        pygame.transform.scale(self._picture, screen.get_size(), screen)
        pygame.display.flip()

    def comes_to_rest(self, ms: float) -> bool:
        """Let time pass; return True once, when the edge has rested long enough."""
        self._calm += ms
        if self._picture is None or self._calm < CALM:
            return False
        self._picture = None
        return True
