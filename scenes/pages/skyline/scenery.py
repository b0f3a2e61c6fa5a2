"""What the player's city stands in: the dusk, distant roofs that pass more slowly, and the light on a tower."""

from __future__ import annotations

from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.city import far_roofs, halo
from topping_out.scenes.kit.pictures.sky import dusk
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.pages.skyline.city import Standing

FAR = 0.34
"""How high the distant roofs are, as a share of the sky."""
SLOWER = 0.22
"""How fast they pass beside the towers."""


def put_scenery(stage: Stage, kit: Kit, ground: float, offset: float) -> None:
    """Show what lies behind the towers of a city that was walked along so far."""
    stage.blit(dusk(kit, ground), 0, 0)
    roofs = far_roofs(kit, ground * FAR)
    x = -(offset * SLOWER) % kit.width
    for left in (x - kit.width, x):
        if left < kit.width and left + kit.width > 0:
            stage.blit(roofs, left, ground * (1 - FAR))


def put_light(stage: Stage, kit: Kit, tower: Standing) -> None:
    """Show the light behind a tower, and a brass line under it."""
    rect, brass = tower.rect, kit.theme.brass
    with stage.clip(0, 0, kit.width, rect.bottom):
        stage.blit_centred(halo(kit, rect.h), *rect.center)
    stage.blit_centred(kit.plate(rect.w * 0.7, 4, brass, brass, 0, 2), rect.centerx, rect.bottom + 5)
