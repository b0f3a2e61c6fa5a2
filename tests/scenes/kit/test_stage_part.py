"""A part of the stage is drawn as if it were a window of its own."""

import pygame

from topping_out.scenes.kit.stage import Stage


def shown(stage: Stage) -> list[tuple[int, int, int, int]]:
    return [tuple(item.rect) for item in stage._items]


def test_a_part_has_its_own_place_scale_and_edges() -> None:
    stage, square = Stage(2.0), pygame.Surface((10, 10))
    stage.begin()
    with stage.part(50, 20, 100, 40, 0.5):
        stage.blit(square, 0, 0)
        stage.blit(square, 390, 0)
        stage.blit(square, 800, 0)
    stage.blit(square, 1, 1)
    assert shown(stage) == [(100, 40, 10, 10), (295, 40, 5, 10), (2, 2, 10, 10)]


def test_parts_lie_within_one_another() -> None:
    stage, square = Stage(1.0), pygame.Surface((10, 10))
    stage.begin()
    with stage.part(10, 10, 100, 100, 2.0), stage.part(5, 5, 10, 10, 1.0), stage.clip(0, 0, 4, 4):
        stage.blit(square, 0, 0)
    assert shown(stage) == [(20, 20, 4, 4)]
