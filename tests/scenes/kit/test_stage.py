"""The stage leaves the pictures that it shows as they were."""

import pygame

from topping_out.scenes.kit.stage import Stage


def test_an_opaque_picture_that_was_faded_is_drawn_as_fast_as_before() -> None:
    stage, picture, window = Stage(1.0), pygame.Surface((10, 10), depth=32), pygame.Surface((20, 20), depth=32)
    for alpha in (0.5, 1.0):
        stage.begin()
        stage.blit(picture, 0, 0, alpha)
        stage.present(window)
    assert picture.get_alpha() is None
    assert not picture.get_flags() & pygame.SRCALPHA
