"""The stage redraws what differs from the frame before, leaves pictures as they were, and has parts like windows."""

import random

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


def test_an_opaque_picture_that_was_faded_is_drawn_as_fast_as_before() -> None:
    stage, picture, window = Stage(1.0), pygame.Surface((10, 10), depth=32), pygame.Surface((20, 20), depth=32)
    for alpha in (0.5, 1.0):
        stage.begin()
        stage.blit(picture, 0, 0, alpha)
        stage.present(window)
    assert picture.get_alpha() is None
    assert not picture.get_flags() & pygame.SRCALPHA


def test_a_window_redrawn_piece_by_piece_shows_what_one_drawn_whole_does() -> None:
    rng, stage, window, whole = random.Random(7), Stage(1.0), pygame.Surface((60, 60)), pygame.Surface((60, 60))
    pictures = [pygame.Surface((rng.randint(3, 20), rng.randint(3, 20))) for _ in range(9)]
    for picture in pictures:
        picture.fill([rng.randrange(256) for _ in range(3)])
    ground, pieces = pygame.Surface((60, 60)), [(picture, 10.0, 20.0, 1.0) for picture in pictures]
    for _ in range(150):
        change = rng.choice(("none", "one", "order", "fewer", "all"))
        for number in {"one": [rng.randrange(len(pieces))], "all": range(len(pieces))}.get(change, ()):
            pieces[number] = (pieces[number][0], rng.uniform(0, 50), rng.uniform(0, 50), rng.choice((0.4, 1.0)))
        if change == "order":
            rng.shuffle(pieces)
        stage.begin()
        for piece in [(ground, 0, 0, 1.0), *pieces[: len(pieces) - (change == "fewer")]]:
            stage.blit(*piece)
        stage.present(window)
        stage.paint(whole)
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(whole, "RGB"), change
