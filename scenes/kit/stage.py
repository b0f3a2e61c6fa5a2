"""The stage: collects what a frame shows and redraws only where that differs from the last frame.

Scenes say each frame everything they show, bottom first. Nothing differs, nothing is redrawn.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar, NamedTuple

import pygame

FULL_REDRAW_SHARE = 0.7
"""From this share of the window on, one full redraw is cheaper than many pieces."""
FEW = 4
"""Where no more than one item in so many differs from that at its place before, all others have stayed."""


class Item(NamedTuple):
    surface: pygame.Surface
    x: int
    y: int
    alpha: int
    rect: pygame.Rect
    """The part of the window that it covers; less than the surface where it was clipped."""

    def key(self) -> tuple[int, ...]:
        return id(self.surface), self.x, self.y, self.alpha, *self.rect


class Layer(NamedTuple):
    """What was painted for a key, so that it need not be painted again."""

    key: tuple[Hashable, ...]
    items: Sequence[Item]
    kept_clear: Sequence[pygame.FRect]

    def looks_like(self, other: Layer) -> bool:
        """Tell whether another layer shows the same; pictures may have been made anew."""
        alike = len(self.items) == len(other.items) and self.kept_clear == other.kept_clear
        return alike and all(mine == its or _look_alike(mine, its) for mine, its in zip(self.items, other.items))


def _look_alike(one: Item, other: Item) -> bool:
    if one[1:] != other[1:] or one.surface.get_size() != other.surface.get_size():
        return False
    return pygame.image.tobytes(one.surface, "RGBA") == pygame.image.tobytes(other.surface, "RGBA")


class Stage:
    """What is to be seen, in logical units; `scale` device pixels make one unit."""

    on_stale: ClassVar[Callable[[Hashable], None] | None] = None
    """Set by tests: each layer is then painted in each frame, and this is called with the name of a layer that has
    changed while its key has not."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self._items: list[Item] = []
        self._shown: list[Item] = []
        self._stale = True
        self._clip: pygame.Rect | None = None
        self.kept_clear: list[pygame.FRect] = []
        """Where no tip may lie in this frame."""
        self._origin = 0, 0
        """The device pixel at which logical units begin."""
        self._layers: dict[Hashable, Layer] = {}
        """The layers of this frame so far, by name."""
        self._layers_before: dict[Hashable, Layer] = {}
        """Those of the frame before."""

    def begin(self) -> None:
        """Start a frame."""
        self._items = []
        self.kept_clear = []
        self._layers_before, self._layers = self._layers, {}

    def layer(self, name: Hashable, key: tuple[Hashable, ...], paint: Callable[[], None]) -> None:
        """Show what `paint` shows; do not call it while `key` is the same as in the frame before.

        The key holds everything that `paint` depends on, the kit too. The stage itself knows of clips, parts and moves.
        """
        key = (*key, self.scale, self._origin, self._clip and (*self._clip,))
        kept = self._layers_before.get(name)
        if kept is not None and kept.key == key and Stage.on_stale is None:
            self._items += kept.items
            self.kept_clear += kept.kept_clear
        else:
            first, clear = len(self._items), len(self.kept_clear)
            paint()
            painted = Layer(key, self._items[first:], self.kept_clear[clear:])
            if Stage.on_stale is not None:
                hash(key)  # what can be changed in place is no key
                if kept is not None and kept.key == key and not kept.looks_like(painted):
                    Stage.on_stale(name)
            kept = painted
        self._layers[name] = kept

    @contextmanager
    def clip(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Show only what lies in a rectangle (logical units), and in any clip around this one, for a while."""
        around = self._clip
        left, top = round(x * self.scale), round(y * self.scale)
        inner = pygame.Rect(left, top, round((x + width) * self.scale) - left, round((y + height) * self.scale) - top)
        inner.move_ip(self._origin)
        self._clip = inner.clip(around) if around is not None else inner
        try:
            yield
        finally:
            self._clip = around

    @contextmanager
    def part(self, x: float, y: float, width: float, height: float, scale: float) -> Iterator[None]:
        """Show in a rectangle (logical units) what follows, as if that were the window, with a scale of its own."""
        before = self.scale, self._origin
        with self.clip(x, y, width, height):
            self._origin = before[1][0] + round(x * self.scale), before[1][1] + round(y * self.scale)
            self.scale = scale
            try:
                yield
            finally:
                self.scale, self._origin = before

    @contextmanager
    def moved(self, y: float) -> Iterator[None]:
        """Show what follows `y` logical units further down."""
        before = self._origin
        self._origin = before[0], before[1] + round(y * self.scale)
        try:
            yield
        finally:
            self._origin = before

    def invalidate(self) -> None:
        """Have the next frame drawn whole (the window was uncovered or resized)."""
        self._stale = True

    def blit(self, surface: pygame.Surface, x: float, y: float, alpha: float = 1.0) -> None:
        """Show a surface (device pixels) with its top left corner at (x, y) in logical units."""
        self._put(surface, round(x * self.scale), round(y * self.scale), alpha)

    def blit_centred(self, surface: pygame.Surface, x: float, y: float, alpha: float = 1.0) -> None:
        """Show a surface with its middle at (x, y) in logical units."""
        width, height = surface.get_size()
        self._put(surface, round(x * self.scale - width / 2), round(y * self.scale - height / 2), alpha)

    def _put(self, surface: pygame.Surface, x: int, y: int, alpha: float) -> None:
        opacity = 255 if alpha >= 1 else round(max(0.0, alpha) * 255)
        x, y = x + self._origin[0], y + self._origin[1]
        rect = pygame.Rect((x, y), surface.get_size())
        if self._clip is not None:
            rect = rect.clip(self._clip)
        if opacity and rect.w and rect.h:
            self._items.append(Item(surface, x, y, opacity, rect))

    def present(self, screen: pygame.Surface) -> list[pygame.Rect]:
        """Bring the screen up to date; return the device rectangles that were redrawn."""
        dirty = self._merge(self._changes(), screen.get_rect())
        for rect in dirty:
            self._redraw(screen, rect)
        self._shown = self._items
        self._stale = False
        return dirty

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the last frame whole on a surface of the window's size."""
        self._redraw(surface, surface.get_rect())

    def _changes(self) -> list[pygame.Rect]:
        """Return where items came, went, moved, or changed their order among the rest."""
        if self._stale:
            return [pygame.Rect(0, 0, 1 << 20, 1 << 20)]
        if len(self._items) == len(self._shown):
            pairs = zip(self._shown, self._items)
            differing = [pair for pair in pairs if pair[0] is not pair[1] and pair[0] != pair[1]]
            if FEW * len(differing) <= len(self._items):
                return [item.rect for pair in differing for item in pair]
        before: dict[tuple[int, ...], list[int]] = {}
        for index, item in enumerate(self._shown):
            before.setdefault(item.key(), []).append(index)
        kept: set[int] = set()
        rects = []
        last = -1
        for item in self._items:
            indices = before.get(item.key(), [])
            index = next((i for i in indices if i > last), -1)
            if index < 0:
                rects.append(item.rect)
            else:
                kept.add(index)
                last = index
        rects += [item.rect for index, item in enumerate(self._shown) if index not in kept]
        return rects

    def _merge(self, rects: list[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
        merged: list[pygame.Rect] = []
        for rect in rects:
            rect = rect.clip(window)
            if not rect.w or not rect.h:
                continue
            while (hit := rect.collidelist(merged)) >= 0:
                rect = rect.union(merged.pop(hit))
            merged.append(rect)
        if sum(r.w * r.h for r in merged) > FULL_REDRAW_SHARE * window.w * window.h:
            return [window.copy()]
        return merged

    def _redraw(self, screen: pygame.Surface, rect: pygame.Rect) -> None:
        screen.set_clip(rect)
        for item in self._items:
            if not item.rect.colliderect(rect):
                continue
            part = item.rect.move(-item.x, -item.y)
            if item.alpha < 255:
                item.surface.set_alpha(item.alpha)
                screen.blit(item.surface, item.rect, part)
                # The flags of an opaque surface say that it is blended too, once it has been.
                item.surface.set_alpha(255 if item.surface.get_masks()[3] else None)
            else:
                screen.blit(item.surface, item.rect, part)
        screen.set_clip(None)
