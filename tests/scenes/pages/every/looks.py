"""What may be wrong with the looks of a page: words that are cut, things that overlap or lie out of the window."""

from collections.abc import Iterator
from itertools import combinations

import pygame

from tests.scenes.eye import Eye
from topping_out.scenes.app import App
from topping_out.scenes.kit.stage import Item
from topping_out.scenes.pages.skyline import Stop
from topping_out.scenes.ui.column import ColumnPage
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Button, ListRow

MAY_BE_CUT = ("continue", "warning", "go0", "go1", "go2")
"""Widgets with as many names, or as long a path, as the player's machine has; a page tells them in full."""


def about_widgets(page: Page) -> Iterator[str]:
    """Yield what is wrong with the places of the widgets."""
    window = pygame.FRect(0, 0, page.kit.width + 0.5, page.kit.height + 0.5)
    column = [w for w in page.widgets if isinstance(page, ColumnPage) and page.is_in_column(w)]
    fixed = [w for w in page.widgets if w not in column]
    still = [w for w in fixed if not isinstance(w, Stop)]  # to the others of a city one walks
    yield from (f"{w.name} lies out of the window" for w in still if not window.contains(w.rect))
    for group in (fixed, column):
        for a, b in combinations(group, 2):
            if a.rect.inflate(-1, -1).colliderect(b.rect):
                yield f"{a.name} and {b.name} overlap"
    if isinstance(page, ColumnPage):
        yield from (f"{w.name} lies on the column" for w in fixed if page.viewport.colliderect(w.rect))
        yield from (f"{w.name} is wider than the column" for w in column if w.rect.w > page.viewport.w + 0.5)


def about_texts(app: App, eye: Eye, page: Page) -> Iterator[str]:
    """Yield what is wrong with the words on the screen."""
    allowed = [getattr(page.find(name), "label", "") + getattr(page.find(name), "detail", "") for name in MAY_BE_CUT]
    yield from (f"{words!r} is cut short" for words in eye.cut if not any(words in full for full in allowed))
    shown = eye.shown(app)
    for words, item in shown:
        is_whole = item.rect.size == item.surface.get_size() or isinstance(page, ColumnPage)
        if not (is_whole and app.screen.get_rect().contains(item.rect)):
            yield f"{words!r} is cut off"
    yield from (f"{words!r} is wider than {name}" for words, name in too_wide(app, page, shown))
    places = [(words, item.rect.inflate(-2, -item.rect.h * 0.4)) for words, item in shown]
    yield from (f"{a!r} lies on {b!r}" for (a, here), (b, there) in combinations(places, 2) if here.colliderect(there))


def too_wide(app: App, page: Page, shown: list[tuple[str, Item]]) -> Iterator[tuple[str, str]]:
    """Yield the words that look out of the plate of a button or a row at a side, with its name."""
    scale = page.kit.scale
    for widget in page.widgets:
        if not isinstance(widget, (Button, ListRow)):
            continue
        in_column = isinstance(page, ColumnPage) and page.is_in_column(widget)
        seen = widget.rect.clip(page.viewport) if in_column else widget.rect
        plate = pygame.FRect(*(value * scale for value in seen)).inflate(8 * scale, 0)
        for words, item in shown:
            if plate.collidepoint(item.rect.center) and (item.rect.left < plate.left or item.rect.right > plate.right):
                yield words, widget.name
