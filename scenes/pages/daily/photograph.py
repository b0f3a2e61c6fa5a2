"""The result of a deal as a picture to show others."""

from __future__ import annotations

import pygame

from topping_out.game.engine import Outcome
from topping_out.game.progress.sharing import share_words
from topping_out.game.record import Header
from topping_out.game.registry import load
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.pictures.ornament import lettering, rule
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Theme
from topping_out.scenes.pages.daily.skylines import ground_of, put_skylines, skylines_of
from topping_out.scenes.pages.skyline.scenery import put_scenery
from topping_out.scenes.ui.widgets import Rect

SIZE = (1600, 900)
"""Pixels."""
ROOM = Rect(60, 118, 1160, 470)
LINE = 34.0


def photograph(header: Header, outcome: Outcome, master: Outcome | None, theme: Theme) -> pygame.Surface:
    """Return a picture of both skylines, and below in words what is told of the result."""
    kit = Kit(Metrics(SIZE), theme=theme)
    stage, sheet, middle = Stage(kit.scale), pygame.Surface(SIZE), kit.width / 2
    stage.begin()
    put_scenery(stage, kit, ground_of(kit, ROOM), 0)
    stage.blit_centred(lettering(kit, load(header.game).title.upper(), 44, 0.14), middle, 50)
    stage.blit_centred(rule(kit, 420), middle, 88)
    put_skylines(stage, kit, ROOM, skylines_of(header, outcome, master))
    for number, line in enumerate(share_words(header, outcome, master)):
        words, size = kit.first_fitting((line,), kit.width - 120, 22, "head")
        ink = theme.mist if number == 0 else theme.paper
        stage.blit_centred(kit.text(words, size, "head", ink), middle, ROOM.bottom + 28 + number * LINE)
    stage.present(sheet)
    return sheet
