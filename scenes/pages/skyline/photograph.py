"""The skyline as a picture to keep."""

from __future__ import annotations

import pygame

from topping_out.game.language import tr, tr_count
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.pictures.ornament import lettering, rule
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Theme
from topping_out.scenes.pages.skyline.city import FRONT, City
from topping_out.scenes.pages.skyline.scenery import put_scenery
from topping_out.scenes.pages.skyline.street import Street
from topping_out.scenes.pages.skyline.words import month_words

SIZE = (2560, 1440)
"""Pixels."""
GROUND, HEIGHT = 640.0, 440.0
TOP = 100.0
"""Where the districts' signs are, under the heading."""


def photograph(city: City, street: Street, share: float, theme: Theme) -> pygame.Surface:
    """Return a picture of the city a share of the way along it, with its name and its time."""
    kit = Kit(Metrics(SIZE), theme=theme)
    stage, sheet = Stage(kit.scale), pygame.Surface(SIZE)
    taken, back = City(city.games, HEIGHT * (FRONT if street.districts else 1)), Street(street.districts)
    back.lay(kit, TOP, GROUND)
    left, behind = (room * (share if room > 0 else 0.5) for room in (taken.width - kit.width, back.width - kit.width))
    taken.paint_all(kit, left, kit.width)
    while back.paint_next(kit, behind):
        pass
    stage.begin()
    put_scenery(stage, kit, GROUND, left)
    back.draw(stage, kit, behind, None)
    for tower in taken.standing(kit, left, kit.width, GROUND):
        stage.blit(tower.picture, tower.rect.x, tower.rect.y)
    stage.blit_centred(lettering(kit, tr("Your city").upper(), 44, 0.14), kit.width / 2, 46)
    stage.blit_centred(rule(kit, 420), kit.width / 2, 82)
    stage.blit_centred(kit.text(_caption(city), 20, "head", theme.mist), kit.width / 2, 682)
    stage.present(sheet)
    return sheet


def _caption(city: City) -> str:
    """Return how many towers there are, and from which months."""
    games = city.games
    towers = tr_count("{number} tower", "{number} towers", len(games))
    first, last = (month_words(game.header.started[:7]) for game in (games[0], games[-1]))
    if not first or not last:
        return towers
    if first == last:
        return tr("{towers} · {month}", towers=towers, month=first)
    return tr("{towers} · {first} to {last}", towers=towers, first=first, last=last)
