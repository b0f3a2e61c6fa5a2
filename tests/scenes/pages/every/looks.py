"""Finds faults in the layout of a page: texts that are cut, elements that overlap or lie outside the window."""

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
"""Widgets with names or paths of any length, which another page shows in full."""


def widget_faults(page: Page) -> Iterator[str]:
    """Yield faults in the positions of widgets."""
    window = pygame.FRect(0, 0, page.kit.width + 0.5, page.kit.height + 0.5)
    column = [w for w in page.widgets if isinstance(page, ColumnPage) and page.is_in_column(w)]
    fixed = [w for w in page.widgets if w not in column]
    still = [w for w in fixed if not isinstance(w, Stop)]  # a player walks to the others in the city
    yield from (f"{w.name} is outside the window" for w in still if not window.contains(w.rect))
    for group in (fixed, column):
        for a, b in combinations(group, 2):
            if a.rect.inflate(-1, -1).colliderect(b.rect):
                yield f"{a.name} and {b.name} overlap"
    if isinstance(page, ColumnPage):
        yield from (f"{w.name} overlaps the column" for w in fixed if page.viewport.colliderect(w.rect))
        yield from (f"{w.name} is wider than the column" for w in column if w.rect.w > page.viewport.w + 0.5)


def text_faults(app: App, eye: Eye, page: Page) -> Iterator[str]:
    """Yield faults of the texts on the screen."""
    allowed = [getattr(page.find(name), "label", "") + getattr(page.find(name), "detail", "") for name in MAY_BE_CUT]
    yield from (f"{words!r} is cut short" for words in eye.cut if not any(words in full for full in allowed))
    shown = eye.shown(app)
    for words, item in shown:
        is_whole = item.rect.size == item.surface.get_size() or isinstance(page, ColumnPage)
        if not (is_whole and app.screen.get_rect().contains(item.rect)):
            yield f"{words!r} is cut off"
    yield from (f"{words!r} is wider than {name}" for words, name in too_wide(app, page, shown))
    places = [(words, item.rect.inflate(-2, -item.rect.h * 0.4)) for words, item in shown]
    yield from (f"{a!r} overlaps {b!r}" for (a, here), (b, there) in combinations(places, 2) if here.colliderect(there))


def too_wide(app: App, page: Page, shown: list[tuple[str, Item]]) -> Iterator[tuple[str, str]]:
    """Yield texts that stick out of a button or row at a side, with the widget's name."""
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
