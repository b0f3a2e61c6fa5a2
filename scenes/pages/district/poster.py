"""The poster of a district: its quarter and its tower in its colour, and the rival's face."""

from __future__ import annotations

import math

import pygame

from topping_out.game import roster
from topping_out.game.city.standing import DistrictStanding
from topping_out.game.language import tr
from topping_out.scenes.kit.canvas import fill_gradient
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.faces import portrait
from topping_out.scenes.kit.pictures.quarters import Quarter, quarter, tower
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.ui.layout import Box, Text, column
from topping_out.scenes.ui.widgets import Rect

RAYS = 11


def sun(kit: Kit, width: float, height: float, paint: Colour) -> pygame.Surface:
    """Return rays that fan out from the middle of the lower edge, and the sun's disc where they begin."""
    canvas = kit.canvas(width, height, paint, 2)
    x, y, far = width * 0.36, height * 0.92, math.hypot(width, height)
    half = math.pi / RAYS / 2.6
    for number in range(RAYS):
        angle = math.pi * (number + 0.5) / RAYS
        sides = [(x + math.cos(a) * far, y - math.sin(a) * far) for a in (angle - half, angle + half)]
        canvas.polygon([(x, y), *sides], (*paint, 22))
    canvas.circle(x, y, width * 0.3, (*paint, 60))
    canvas.circle(x, y, width * 0.22, (*paint, 90))
    return canvas.done()


FACE = 0.34
"""Of the poster's width, for the rival's face."""
PAD = 18.0


def put_poster(stage: Stage, kit: Kit, place: Rect, standing: DistrictStanding) -> None:
    """Show the poster of a district."""
    site, theme = kit.theme.sites[standing.district.site], kit.theme
    stage.blit(kit.shadow(place.w, place.h, 6, 18, 0.5), place.x - 18, place.y - 14)
    stage.blit(kit.plate(place.w + 8, place.h + 8, theme.brass, theme.brass, 0, 4), place.x - 4, place.y - 4)
    foot = _words(kit, standing, site)
    room = Rect(place.x + PAD, 0, place.w - 2 * PAD, 0)
    high = foot.height_for(kit, room.w) + 2 * PAD
    ground = place.bottom - high
    with stage.clip(place.x, place.y, place.w, place.h):
        stage.blit(_sky(kit, place.w, place.h - high, site), place.x, place.y)
        _put_city(stage, kit, Rect(place.x, place.y, place.w, ground - place.y), standing, site)
        paper = kit.plate(place.w, high + 2, theme.paper, theme.paper, 0, 0)
        stage.blit(paper, place.x, ground)
        _put_face(stage, kit, place, ground, standing, site)
    foot.place(kit, Rect(room.x, ground + PAD, room.w, high - 2 * PAD))
    foot.draw_words(stage, kit)


def _put_city(stage: Stage, kit: Kit, sky: Rect, standing: DistrictStanding, site: Colour) -> None:
    district, wide = standing.district, sky.w * 1.1
    roofs = quarter(kit, Quarter(district.scenery, site, wide, sky.h * 0.46, standing.is_open))
    stage.blit(roofs, sky.centerx - wide / 2, sky.bottom - kit.size_of(roofs)[1])
    lit = standing.floors / len(standing.stages)
    built = tower(kit, district.scenery, site, sky.h * 0.9, lit, standing.won is not None)
    stage.blit(built, sky.centerx + 0.12 * sky.w - kit.size_of(built)[0] / 2, sky.bottom - kit.size_of(built)[1])


def _put_face(stage: Stage, kit: Kit, place: Rect, ground: float, standing: DistrictStanding, site: Colour) -> None:
    size = place.w * FACE
    x, y = place.x + PAD + size / 2, ground - size * 0.3
    stage.blit_centred(kit.disc(size / 2 + 5, kit.theme.paper), x, y)
    stage.blit_centred(portrait(kit, roster.characters()[standing.district.rival].face, size, site), x, y)


def _words(kit: Kit, standing: DistrictStanding, site: Colour) -> Box:
    rival, ink = roster.characters()[standing.district.rival], kit.theme.ink
    name = Text(rival.name, 22, "title", mix(site, ink, 0.35), align=1, most=1)
    return column(name, Text(tr("“{line}”", line=tr(rival.line)), 15, "body", ink, align=1), gap=0)


def _sky(kit: Kit, width: float, height: float, site: Colour) -> pygame.Surface:
    """Return the poster's sky: its colour, dark above and light over the roofs, and the rays of a low sun."""

    def make() -> pygame.Surface:
        theme = kit.theme
        picture = pygame.Surface((round(width * kit.scale), round(height * kit.scale)))
        high, low, last = mix(site, theme.night, 0.72), mix(site, theme.dusk, 0.35), mix(site, theme.glow, 0.62)
        fill_gradient(picture, picture.get_rect(), [(0.0, high), (0.6, low), (1.0, last)])
        rays = sun(kit, width, height, mix(site, theme.paper, 0.55))
        picture.blit(rays, (0, 0))
        return picture

    return kit.cached(("poster's sky", round(width), round(height), site), make)
