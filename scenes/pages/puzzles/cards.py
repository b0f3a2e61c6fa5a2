"""What the pages of puzzles are made of: cards with towers on them, and windows that light up."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from topping_out.game.text import dots, paragraph
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.facade import Design, facade
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.match.puzzles.tower import Light, pack_tower
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.layout import Box, Text, column
from topping_out.scenes.ui.widgets import Press, Widget

TOWER_ROOM = 84.0
"""Width of the room for a tower on a card."""
EDGE = 10.0
"""Between a tower and the edges of its card."""
FACADE, GAME_ROOM = 240 / 440, 132.0
"""Width of a game's tower beside its height, and of the room for it on the card of its next puzzle."""

SHAPE = 0.55
"""Height of a puzzle's window beside its width."""


class TowerCard(Card):
    """A card with a tower of windows at its left: what it is, how far one has come, and what it is about."""

    radius = 10.0

    def __init__(self, name: str, lines: Sequence[str], lights: tuple[Light, ...], press: Press) -> None:
        """`lines`: the title, how it stands, and what is told beside that."""
        super().__init__(name, None, press)
        self.title, self.standing, *self.about = lines
        self.lights = lights
        self.design: Design | None = None
        """A game's own tower, which stands at the right."""
        self.is_first = False
        """Whether it is the first thing on its page."""

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.title, self.standing, paragraph(self.about))

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return TOWER_ROOM + EDGE, TOWER_ROOM if self.design else EDGE

    def words(self, kit: Kit, width: float) -> Box:
        theme, large = kit.theme, 1.25 if self.is_first else 1.0
        return column(
            Text(self.title, 17 * large, "head" if self.is_first else "bold", most=1),
            Text(self.standing, 14 * large, "bold", theme.brass, most=1),
            *(Text(line, 13.5, colour=theme.mist) for line in self.about),
            gap=1,
        )

    def height_for(self, kit: Kit, width: float) -> float:
        return max(super().height_for(kit, width), kit.line(64))

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        if self.is_first:
            return (*mix(theme.plate, theme.rose, 0.12), 245), theme.paper if hovered else theme.brass, 2.0
        is_whole = all(light == "lit" for light in self.lights)
        ground = mix(theme.plate, theme.window, 0.14) if is_whole else theme.plate
        return (*ground, 235), theme.mist if hovered else theme.brass if is_whole else theme.rim, 1.2

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Draw the towers, on the card's lower edge."""
        r = self.rect
        _stand(stage, kit, pack_tower(kit, self.lights, r.h - EDGE), r.x + TOWER_ROOM / 2 + 4, r.bottom - 2)
        if self.design:
            high = min(r.h - EDGE, (TOWER_ROOM - 6) / FACADE)
            _stand(stage, kit, facade(kit, self.design, high).lit, r.right - TOWER_ROOM / 2, r.bottom - 2)


class GameCard(Card):
    """A game's tower, and the puzzle that fits the player best now."""

    radius = 10.0

    def __init__(self, name: str, title: str, about: str, standing: str, design: Design, press: Press) -> None:
        super().__init__(name, None, press)
        self.label, self.about, self.standing, self.design = title, about, standing, design

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, self.standing, self.about)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return GAME_ROOM, EDGE

    def words(self, kit: Kit, width: float) -> Box:
        theme = kit.theme
        return column(
            Text(self.label, 21, "head", most=1),
            Text(self.about, 14, colour=theme.mist),
            Text(self.standing, 14, "bold", theme.brass),
            gap=3,
        )

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        return (*theme.plate, 245), theme.paper if hovered else theme.brass, 1.6

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r = self.rect
        high = min(r.h - EDGE, (GAME_ROOM - EDGE) / FACADE)
        _stand(stage, kit, facade(kit, self.design, high).lit, r.x + GAME_ROOM / 2, r.bottom - 2)


class WindowTile(Widget):
    """A puzzle as a window: dark while it is new, half lit after a try in vain, lit once it is solved."""

    def __init__(self, number: int, label: str, state: str, about: Sequence[str], light: Light, press: Press) -> None:
        super().__init__(f"puzzle {number}", None, press)
        self.number, self.label, self.state, self.about, self.light = str(number), label, state, about, light

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, self.state, dots(self.about))

    @property
    def description(self) -> str:
        """What it says where one points at it."""
        return dots([self.label, self.state, *self.about])

    def height_for(self, kit: Kit, width: float) -> float:
        return max(kit.line(26) + 22, width * SHAPE)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        glass = mix(theme.night, theme.dusk, 0.45)
        paint = mix(theme.window, theme.glow, 0.35) if self.light == "lit" else glass
        rim = theme.paper if hovered else theme.brass if self.light == "lit" else theme.rim
        stage.blit(kit.plate(r.w, r.h, paint, rim, 2 if hovered else 1.4, 5), r.x, r.y)
        if self.light == "dim":
            half = mix(theme.night, theme.rose, 0.5)
            stage.blit(kit.plate(r.w - 6, r.h * 0.42, half, half, 0, 3), r.x + 3, r.y + r.h * 0.58 - 3)
        bar = mix(theme.night, theme.dusk, 0.2) if self.light != "lit" else mix(theme.brass, theme.ink, 0.3)
        is_told = r.h > kit.line(26) + 2 * kit.line(13)
        high = r.h - (2 * kit.line(13) if is_told else 6)  # the bars end above the words
        for x in (0.24, 0.76):
            stage.blit(kit.plate(2, high, bar, bar, 0, 1), r.x + r.w * x, r.y + 3)
        ink = theme.ink if self.light == "lit" else theme.paper
        size, middle = (30, r.centery - kit.line(13) / 2) if is_told else (22, r.centery)
        stage.blit_centred(kit.text(self.number, size, "title", ink), r.centerx, middle + kit.lift("title", size))
        if is_told:
            words, small = kit.first_fitting(self.about[:1], r.w - 16, 13)
            stage.blit_centred(kit.text(words, small, "body", ink), r.centerx, r.bottom - kit.line(13))


def _stand(stage: Stage, kit: Kit, picture: pygame.Surface, x: float, foot: float) -> None:
    """Draw a picture with the middle of its lower edge at a point."""
    width, height = kit.size_of(picture)
    stage.blit(picture, x - width / 2, foot - height)
