"""Records the texts that are drawn."""

from typing import Any

import pygame
import pytest

from topping_out.scenes.app import App
from topping_out.scenes.kit import plates
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Item


class Eye:
    """Records the texts that are drawn: their sizes, and those that were cut because they did not fit."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[tuple[str, float]] = []
        self.cut: list[str] = []
        self.texts: dict[int, tuple[str, pygame.Surface]] = {}
        text, fit, at_most = Kit.text, Kit.fit, plates.at_most

        def watched_text(kit: Kit, words: str, size: float = 15, *more: Any, **named: Any) -> pygame.Surface:
            surface = text(kit, words, size, *more, **named)
            self.sizes.append((words, size))
            self.texts[id(surface)] = words, surface
            return surface

        def watched_fit(kit: Kit, words: str, *more: Any, **named: Any) -> str:
            fitted = fit(kit, words, *more, **named)
            if fitted != words:
                self.cut.append(words)
            return fitted

        def watched_lines(lines: list[str], count: int) -> list[str]:
            if len(lines) > count:
                self.cut.append(" ".join(lines))
            return at_most(lines, count)

        monkeypatch.setattr(plates, "at_most", watched_lines)
        monkeypatch.setattr(Kit, "text", watched_text)
        monkeypatch.setattr(Kit, "fit", watched_fit)

    def forget(self) -> None:
        self.sizes.clear()
        self.cut.clear()

    def shown(self, app: App) -> list[tuple[str, Item]]:
        """Return the texts on the screen, each with its item on the stage."""
        items = app.stage._shown
        return [(self.texts[id(item.surface)][0], item) for item in items if id(item.surface) in self.texts]
