"""The districts behind the player's towers: their quarters, and the towers of their rivals."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from topping_out.game import roster
from topping_out.game.city.standing import DistrictStanding
from topping_out.game.language import tr
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.city import halo
from topping_out.scenes.kit.pictures.facade import HEIGHT, WIDTH
from topping_out.scenes.kit.pictures.faces import portrait
from topping_out.scenes.kit.pictures.quarters import Quarter, glow, quarter, tower
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour
from topping_out.scenes.pages.skyline.words import floors_words
from topping_out.scenes.ui.widgets import Rect

BROAD = 470.0
"""From one rival's tower to the next at the usual text size, in logical units."""
NAME, STATE = 19.0, 14.0
"""Sizes of the letters of a district's sign: its name, and how far it is won."""
FACE = 46.0
EDGE = 14.0
QUARTER = 0.56
"""How high the roofs of a quarter may be, as a share of its tower."""
OVERLAP = 1.16
"""How much broader a quarter is than its share of the street: its edges run out into its neighbours."""
LIGHTING = 2600.0
"""Milliseconds in which the windows that were just won go on."""
WINDOW = 110.0
"""Milliseconds from one of them to the next that is heard."""


class Street:
    """The districts side by side; `top` and `ground` are where the sky begins and ends."""

    def __init__(self, districts: Sequence[DistrictStanding] = ()) -> None:
        self.districts = list(districts)
        self.fresh: tuple[str, int] | None = None
        """The district whose windows are just going on, and how many floors were lit before."""
        self._time = 0.0
        self.pitch = BROAD
        self.top = self.ground = self.sign = 0.0

    def lay(self, kit: Kit, top: float, ground: float) -> None:
        self.pitch, self.top, self.ground = kit.wide(BROAD), top, ground
        self.sign = kit.line(NAME) + kit.line(STATE) + 6

    @property
    def width(self) -> float:
        return self.pitch * len(self.districts)

    def x_of(self, number: int) -> float:
        """Return where a district's tower stands, from the left end of the street."""
        return (number + 0.5) * self.pitch

    def at(self, x: float) -> int:
        """Return the district at a place of the street."""
        return max(0, min(len(self.districts) - 1, int(x / self.pitch)))

    @property
    def height(self) -> float:
        """Of a tower's sheet."""
        return self.ground - self.top - self.sign

    def place(self, kit: Kit, number: int, left: float) -> Rect:
        """Return where a district's sign and tower are on a window that begins at `left`."""
        wide = max(self.height * WIDTH / HEIGHT, 0.86 * self.pitch)
        return Rect(self.x_of(number) - left - wide / 2, self.top, wide, self.ground - self.top)

    # -- painting

    def paint_next(self, kit: Kit, left: float) -> bool:
        """Paint one more of the quarters that show; return False where all of them are there."""
        number = next((number for number in self._shown(kit, left) if not self._is_painted(kit, number)), None)
        if number is not None:
            self._quarter(kit, number)
        return number is not None

    def _shown(self, kit: Kit, left: float) -> range:
        if not self.districts:
            return range(0)
        return range(self.at(left - self.pitch / 2), self.at(left + kit.width + self.pitch / 2) + 1)

    def _colour(self, kit: Kit, number: int) -> Colour:
        return kit.theme.sites[self.districts[number].district.site]

    def _is_painted(self, kit: Kit, number: int) -> bool:
        return kit.has(self._look(kit, number).key)

    def _look(self, kit: Kit, number: int) -> Quarter:
        each = self.districts[number]
        size = self.pitch * OVERLAP, self.height * QUARTER
        return Quarter(each.district.scenery, self._colour(kit, number), *size, each.is_open)

    def _quarter(self, kit: Kit, number: int) -> pygame.Surface:
        return quarter(kit, self._look(kit, number))

    # -- the windows that go on

    def light(self, name: str, before: int) -> None:
        """Let the windows of a district go on that were won just now."""
        self.fresh, self._time = (name, before), 0.0

    def update(self, ms: float, is_reduced: bool) -> bool:
        """Let time pass; return whether a window has gone on."""
        if self.fresh is None:
            return False
        before, self._time = int(self._time / WINDOW), self._time + ms
        if self._time >= LIGHTING or is_reduced:
            self.fresh = None
        return int(self._time / WINDOW) > before

    def _lit(self, each: DistrictStanding) -> float:
        """Return the share of a tower's windows that are lit now."""
        floors, now = len(each.stages), float(each.floors)
        if self.fresh and self.fresh[0] == each.district.name:
            before = self.fresh[1]
            now = before + (now - before) * min(1.0, self._time / LIGHTING)
        return now / floors

    def draw(self, stage: Stage, kit: Kit, left: float, chosen: int | None) -> None:
        """Show what of the street is in a window that begins at `left`; the light falls on the chosen district."""
        shown = [number for number in self._shown(kit, left) if self._is_painted(kit, number)]
        with stage.clip(0, 0, kit.width, self.ground):
            for number in shown:
                self._draw_quarter(stage, kit, number, self.x_of(number) - left)
            for number in shown:
                self._draw_tower(stage, kit, number, self.x_of(number) - left, number == chosen)
        for number in shown:
            if 0 < self.x_of(number) - left < kit.width:  # a sign shows whole, or not at all
                self._draw_sign(stage, kit, number, self.place(kit, number, left), number == chosen)

    def _draw_quarter(self, stage: Stage, kit: Kit, number: int, x: float) -> None:
        """Show the light over a quarter, and its roofs."""
        light = glow(kit, self._colour(kit, number), self.pitch * 1.3, self.height * 0.9)
        strength = 1.0 if self.districts[number].is_open else 0.4
        for picture, alpha in ((light, strength), (self._quarter(kit, number), 1.0)):
            wide, high = kit.size_of(picture)
            stage.blit(picture, x - wide / 2, self.ground - high, alpha)

    def _draw_tower(self, stage: Stage, kit: Kit, number: int, x: float, is_chosen: bool) -> None:
        each = self.districts[number]
        is_fresh = self.fresh is not None and self.fresh[0] == each.district.name
        lit, is_won = self._lit(each), each.won is not None and not is_fresh
        picture = tower(kit, each.district.scenery, self._colour(kit, number), self.height, lit, is_won)
        if is_chosen:
            stage.blit_centred(halo(kit, self.height), x, self.ground - self.height / 2)
        stage.blit(picture, x - kit.size_of(picture)[0] / 2, self.ground - kit.size_of(picture)[1])

    def _draw_sign(self, stage: Stage, kit: Kit, number: int, place: Rect, is_chosen: bool) -> None:
        """Show the rival's face, the district's name and how far it is won, over its tower."""
        each, theme, high = self.districts[number], kit.theme, self.sign
        face = portrait(kit, roster.characters()[each.district.rival].face, FACE, self._colour(kit, number))
        room = place.w - FACE - 30
        title, size = kit.first_fitting((tr(each.district.title),), room, NAME, "title")
        ink = theme.brass if is_chosen else theme.paper if each.is_open else theme.mist
        words, small = kit.first_fitting((floors_words(each),), room, STATE)
        name, below = kit.text(title, size, "title", ink), kit.text(words, small, "body", theme.mist)
        wide = high / 2 + FACE / 2 + 28 + max(kit.size_of(name)[0], kit.size_of(below)[0])
        x = max(EDGE, min(place.centerx - wide / 2, kit.width - wide - EDGE))
        shade = kit.plate(wide, high, (*theme.night, 150), theme.brass if is_chosen else theme.rim, 1.2, high / 2)
        stage.blit(shade, x, place.y)
        stage.blit_centred(face, x + high / 2, place.y + high / 2, 1.0 if each.is_open else 0.55)
        left, middle = x + high / 2 + FACE / 2 + 10, place.y + 3 + kit.line(NAME) / 2
        stage.blit_centred(name, left + kit.size_of(name)[0] / 2, middle + kit.lift("title", size))
        stage.blit_centred(below, left + kit.size_of(below)[0] / 2, middle + (kit.line(NAME) + kit.line(STATE)) / 2 - 2)
