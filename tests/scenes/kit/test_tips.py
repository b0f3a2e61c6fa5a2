"""Where a tip goes: where it covers nothing that must be seen, if there is such a place."""

import pygame
import pytest

from topping_out.scenes.kit.plates import tip_place

WINDOW = pygame.FRect(8, 70, 1264, 640)
TOWER, SIZE = pygame.FRect(600, 300, 100, 300), (250.0, 60.0)
PENNIES = pygame.FRect(0, 200, 1280, 60)


def _place(clear: list[pygame.FRect], above: bool = True, beside: pygame.FRect = TOWER) -> pygame.FRect:
    return pygame.FRect(tip_place(WINDOW, beside, SIZE, above, clear), SIZE)


def test_a_tip_stands_over_its_thing_where_nothing_is() -> None:
    assert _place([]).bottom == TOWER.y - 12
    assert _place([]).centerx == TOWER.centerx


def test_a_tip_gives_way_to_what_must_be_seen() -> None:
    assert _place([PENNIES]).x == TOWER.right + 12
    note = pygame.FRect(TOWER.right, 250, 300, 300)
    assert _place([PENNIES, note]).right == TOWER.x - 12


@pytest.mark.parametrize("x", [0, 60, 1180, 1230])
@pytest.mark.parametrize("y", [70, 300, 640])
@pytest.mark.parametrize("above", [True, False])
def test_a_tip_stays_in_the_window_and_off_its_thing(x: int, y: int, above: bool) -> None:
    thing = pygame.FRect(x, y, 50, 60)
    tip = _place([], above, thing)
    assert WINDOW.inflate(16, 16).contains(tip)
    assert not tip.colliderect(thing)
