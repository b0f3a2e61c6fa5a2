"""The title's skyline at dusk: the towers of the games, the city behind them, and the life in their windows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from topping_out.game.storage.library import Saved
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import Motion, ease_in_out, ease_out, ease_out_back
from topping_out.scenes.kit.pictures.built import veiled
from topping_out.scenes.kit.pictures.city import far_roofs, halo, near_roofs
from topping_out.scenes.kit.pictures.facade import HEIGHT, WIDTH, Design, dark_facade, facade
from topping_out.scenes.kit.pictures.ornament import paint_rays
from topping_out.scenes.kit.pictures.sky import Twinkle, paint_dusk
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.pages.skyline.city import EDGE, PITCH, City

SHARE = 0.62
"""Height of a tower's sheet beside the sky's."""
LOOSEST = 0.55
"""Between few towers, which stand further apart."""


class CityBehind:
    """Painted a tower at a time, so that no frame waits for it; a single picture once all of them are."""

    def __init__(self) -> None:
        self.picture: pygame.Surface | None = None
        """As wide as the window, its lower edge the ground; None until all that shows is painted."""
        self.shown = 0.0
        """How much of it has appeared."""
        self.is_due = False
        """Whether something is still to be painted; until then the picture before is shown."""
        self._laid: tuple[Kit, float] | None = None
        self._paths: list[Path] = []
        self._city = City([], 1)

    def lay(self, kit: Kit, ground: float, games: list[Saved]) -> None:
        """Stand on the ground; where nothing that shows has changed, the picture stays."""
        height = ground * SHARE
        most = int(kit.width / (PITCH * height)) + 3
        newest = games[-most - (len(games) - most) % 2 :]  # the first one of them stands in the front row
        paths = [game.path for game in games[-most:]]
        if self._laid == (kit, ground) and paths == self._paths:
            return
        if self._laid != (kit, ground) or not games:
            self.picture, self.shown = None, 0.0
        self._laid, self._paths, self.is_due = (kit, ground), paths, bool(games)
        free = (kit.width / height - 2 * EDGE) / max(1, len(newest))
        self._city = City(newest, height, min(LOOSEST, max(PITCH, free)))

    def paint_next(self) -> None:
        """Paint a tower; after the last one, put all of them into one picture."""
        assert self._laid
        kit, _ = self._laid
        if not self._city.paint_next(kit, self._left, kit.width):
            self.picture, self.is_due = self._compose(kit), False

    @property
    def _left(self) -> float:
        """The place in the city where the window begins: the newest tower stands at the right."""
        assert self._laid
        wide, city = self._laid[0].width, self._city.width
        return (city - wide) / 2 if city < wide else city - wide

    def _compose(self, kit: Kit) -> pygame.Surface:
        height = self._city.height
        sheet = pygame.Surface((kit.metrics.pixels[0], round(height * kit.scale)), pygame.SRCALPHA)
        for tower in self._city.standing(kit, self._left, kit.width, height):
            sheet.blit(
                tower.picture, (round(tower.rect.x * kit.scale), sheet.get_height() - tower.picture.get_height())
            )
        return veiled(kit, sheet)


BEHIND = 0.62
"""How large the tower of a game is that cannot be played here: it stands further back."""
APART = 285.0
LOWEST = 60.0
"""So much of the highest tower there always is, even where a tiny window leaves no room above its words."""


@dataclass
class SkylineTower:
    """One tower of the skyline."""

    design: Design
    is_lit: bool
    x: float = 0.0
    """Its middle."""
    height: float = 0.0
    grown: float = 1.0
    light: float = 1.0
    halo: float = 0.0
    dark_windows: set[int] = field(default_factory=set)

    @property
    def name(self) -> str:
        return self.design.name

    @property
    def width(self) -> float:
        return self.height * WIDTH / HEIGHT


class Skyline:
    """The towers of the games that can be played, lit; others dark behind them."""

    def __init__(self, lit: Sequence[Design], dark: Sequence[Design], motion: Motion) -> None:
        self.motion = motion
        self.lit = [SkylineTower(design, True) for design in lit]
        self.dark = [SkylineTower(design, False) for design in dark]
        self.ground = self.pitch = 0.0
        self._rng = random.Random(3)
        self._wait = 0.0
        self._twinkle = Twinkle()
        self.city = CityBehind()

    def lay(self, kit: Kit, ground: float, top: float) -> None:
        """Place everything between `top` and the ground (logical units)."""
        self.ground = ground
        self.pitch = pitch = min(APART, (kit.width - 60) / max(1, len(self.lit)))
        high = max(LOWEST, ground - top)
        if len(self.lit) > 1:
            high = min(high, (pitch - 4) * HEIGHT / WIDTH)  # no tower may stand before its neighbour
        for index, tower in enumerate(self.lit):
            tower.height = high * tower.design.height
            tower.x = kit.width / 2 + (index - (len(self.lit) - 1) / 2) * pitch
        edge = len(self.lit) / 2 * pitch + 60
        for index, tower in enumerate(self.dark):
            tower.height = high * tower.design.height * BEHIND
            side = -1 if index % 2 else 1
            tower.x = kit.width / 2 + side * (edge + index // 2 * 190)

    def grow(self) -> None:
        """Let the towers rise from the ground, and their lights come on."""
        for index, tower in enumerate(self.dark):
            tower.grown = 0.0
            self.motion.to(tower, 900, 60 * index, ease_out, grown=1.0)
        for index, tower in enumerate(self.lit):
            tower.grown = tower.light = 0.0
            self.motion.to(tower, 1000, 250 + 140 * index, ease_out_back, grown=1.0)
            self.motion.to(tower, 700, 1050 + 140 * index, ease_in_out, light=1.0)

    def choose(self, name: str, delay: float = 0) -> None:
        """Let the light fall on one tower, after `delay` ms."""
        for tower in self.lit:
            end = 1.0 if tower.name == name else 0.0
            if tower.halo != end:
                self.motion.to(tower, 260, delay, ease_in_out, halo=end)

    def build_city(self) -> None:
        """Paint some of the player's own city; once it is all there, let it appear."""
        self.city.paint_next()
        if self.city.picture and not self.city.shown:
            self.motion.to(self.city, 500, 0, ease_in_out, shown=1.0)

    def live(self, ms: float) -> None:
        """Let time pass: stars twinkle, and a window goes on or off now and then."""
        self._twinkle.update(ms)
        self._wait -= ms
        if self._wait <= 0:
            self._wait = self._rng.uniform(350, 1400)
            tower = self._rng.choice(self.lit)
            tower.dark_windows ^= {self._rng.randrange(12)}

    def draw(self, stage: Stage, kit: Kit) -> None:
        own = self.city.picture
        if own is None or self.city.shown < 1:
            stage.blit(backdrop(kit, self.ground), 0, 0)
        if own:
            stage.blit(backdrop(kit, self.ground, own), 0, 0, round(self.city.shown * 16) / 16)
        self._twinkle.draw(stage, kit, self.ground)
        with stage.clip(0, 0, kit.width, self.ground):
            for tower in (*self.dark, *self.lit):
                self._draw_tower(stage, kit, tower)

    def _draw_tower(self, stage: Stage, kit: Kit, tower: SkylineTower) -> None:
        left = tower.x - tower.width / 2
        top = self.ground - tower.height * min(tower.grown, 1.02)
        if tower.is_lit and tower.halo > 0:
            glow = halo(kit, tower.height)
            stage.blit_centred(glow, tower.x, self.ground - tower.height * 0.42, round(tower.halo * 20) / 20)
        if not tower.is_lit or tower.light < 1:
            stage.blit(dark_facade(kit, tower.design, tower.height), left, top)
        if tower.is_lit and tower.light > 0:
            made = facade(kit, tower.design, tower.height)
            stage.blit(made.lit, left, top, round(tower.light * 24) / 24)
            for number, (patch, x, y) in enumerate(made.out):
                if number in tower.dark_windows and tower.light >= 1:
                    stage.blit(patch, left + x * tower.width, top + y * tower.height)


FAR, NEAR, LOW = 0.34, 0.2, 0.1
"""How high the distant roofs are, as a share of the sky, and the nearer ones; these lower before the player's city."""


def backdrop(kit: Kit, ground: float, own: pygame.Surface | None = None) -> pygame.Surface:
    """Return dusk, beams of light and the city, in its midst the player's own, as one picture."""
    return kit.cached(("skyline", round(ground), own), lambda: _paint_backdrop(kit, ground, own))


def _paint_backdrop(kit: Kit, ground: float, own: pygame.Surface | None) -> pygame.Surface:
    picture = paint_dusk(kit, ground)
    line = round(ground * kit.scale)
    picture.set_clip((0, 0, picture.get_width(), line))
    paint_rays(kit, picture, kit.width / 2, ground)
    far, near = ground * FAR, ground * (LOW if own else NEAR)
    picture.blit(far_roofs(kit, far), (0, line - round(far * kit.scale)))
    if own:
        picture.blit(own, (0, line - own.get_height()))
    picture.blit(near_roofs(kit, near), (0, line - round(near * kit.scale)))
    picture.set_clip(None)
    return picture
