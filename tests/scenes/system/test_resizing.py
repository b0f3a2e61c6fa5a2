"""Dragging the window's edge: the picture is stretched, and all is laid out anew once, when the edge rests."""

from collections.abc import Iterator

import pygame
import pytest

from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.manager import Replace
from topping_out.scenes.system.resizing import CALM

SIZES = [(1300, 730), (1400, 800), (1500, 840)]


@pytest.fixture
def shown(app: App, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, int]]]:
    """Show the settings; return the sizes that pages are laid out for from now on."""
    app.manager.go(Replace(routes.SETTINGS(app.context)))
    app.frame([], 16)
    sizes: list[tuple[int, int]] = []
    resize = app.manager.resize
    monkeypatch.setattr(app.manager, "resize", lambda kit: (sizes.append(kit.metrics.pixels), resize(kit)))
    yield sizes
    pygame.display.set_mode((1280, 720))


def drag(app: App, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app.frame([pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])], 16)


def test_nothing_is_laid_out_while_the_edge_is_dragged(app: App, shown: list[tuple[int, int]]) -> None:
    for size in SIZES:
        drag(app, size)
    assert shown == []
    app.frame([], CALM)
    assert shown == [SIZES[-1]]
    assert app.context.settings.window == SIZES[-1]


def test_the_last_picture_is_seen_stretched_meanwhile(app: App, shown: list[tuple[int, int]]) -> None:
    before = pygame.display.get_surface().copy()
    drag(app, SIZES[0])
    screen = pygame.display.get_surface()
    assert screen.get_size() == SIZES[0]
    assert pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(pygame.transform.scale(before, SIZES[0]), "RGB")


def test_all_is_drawn_anew_once_the_edge_rests(app: App, shown: list[tuple[int, int]]) -> None:
    drag(app, SIZES[0])
    stretched = pygame.display.get_surface().copy()
    frames = app.frames
    app.frame([], CALM)
    assert app.frames == frames + 1
    assert pygame.image.tobytes(pygame.display.get_surface(), "RGB") != pygame.image.tobytes(stretched, "RGB")
