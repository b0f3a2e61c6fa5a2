"""The stage redraws what differs from the frame before, leaves pictures as they were, and has parts like windows."""

import random
from collections.abc import Hashable
from functools import partial

import pygame
import pytest

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


@pytest.fixture
def layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show layers again, as the program does; other tests paint them anew."""
    monkeypatch.setattr(Stage, "on_stale", None)


SQUARE = pygame.Surface((10, 10))


def show(stage: Stage, *places: tuple[float, float]) -> None:
    """Show a square at each place, and keep tips off it."""
    for place in places:
        stage.blit(SQUARE, *place)
        stage.kept_clear.append(pygame.FRect(place, SQUARE.get_size()))


def test_a_layer_is_painted_once_for_each_key(layers: None) -> None:
    stage, painted = Stage(1.0), list[int]()
    for key in (1, 1, 2, 2, 1):
        stage.begin()
        stage.layer("one", (key,), partial(painted.append, key))
    assert painted == [1, 2, 1]


def test_a_layer_is_forgotten_when_a_frame_is_without_it(layers: None) -> None:
    stage, painted = Stage(1.0), list[int]()
    for frame in range(3):
        stage.begin()
        if frame != 1:
            stage.layer("one", (), partial(painted.append, frame))
    assert painted == [0, 2]


def test_a_layer_shows_what_is_painted_wherever_the_stage_shows_it(layers: None) -> None:
    rng, stage = random.Random(4), Stage(1.0)
    for _ in range(200):
        clip, part, down = rng.choice((4, 40)), rng.choice((0.5, 1.0)), rng.choice((0, 3))
        keys = {name: rng.choice((0, 5)) for name in rng.sample("abc", rng.randint(1, 3))}
        anew = Stage(1.0)
        for each in (stage, anew):
            each.begin()
            with each.clip(0, 0, clip, 60), each.part(2, 2, 40, 40, part), each.moved(down):
                for name, key in keys.items():
                    paint = partial(show, each, (key, ord(name) % 7), (9, key))
                    each.layer(name, (key,), paint) if each is stage else paint()
        assert stage._items == anew._items
        assert stage.kept_clear == anew.kept_clear


def test_a_layer_whose_key_leaves_something_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    stale, stage = list[Hashable](), Stage(1.0)
    monkeypatch.setattr(Stage, "on_stale", stale.append)
    other = SQUARE.copy()
    for picture, x in ((SQUARE, 1), (other, 1), (other, 2)):
        stage.begin()
        stage.layer("told", (x,), partial(stage.blit, picture, x, 0))
        stage.layer("kept back", (), partial(stage.blit, picture, x, 0))
    assert stale == ["kept back"], "an equal picture made anew is no change, another place is"
    other.fill("red")
    stage.begin()
    stage.layer("told", (2,), lambda: stage.blit(SQUARE, 2, 0))
    assert stale == ["kept back", "told"]


def test_what_can_be_changed_in_place_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stage, "on_stale", print)
    with pytest.raises(TypeError, match="unhashable"):
        Stage(1.0).layer("one", ([],), lambda: None)  # type: ignore[arg-type]
