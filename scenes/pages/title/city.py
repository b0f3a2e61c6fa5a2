"""The newest part of the player's own city, as it stands behind the towers of the title."""

from __future__ import annotations

from pathlib import Path

import pygame

from topping_out.game.storage.library import Saved
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.built import veiled
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
