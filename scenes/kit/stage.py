"""The stage: what is drawn in a frame, and the canvas that it is drawn on."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import ClassVar, NamedTuple, Protocol

import pygame

from .theme import Colour

# -- canvas


SMALL_PIXELS = 1.8
"""Device pixels to a logical unit from which on steps at edges are hardly seen."""
SPARE, LARGEST_SPARE = 2, 16 * 2**20
"""How many sheets are kept to be drawn on again, and the bytes of the largest: new memory costs more than drawing."""
Paint = Colour | tuple[int, int, int, int]
Point = tuple[float, float]


class Drawing(Protocol):
    """What pictures are painted on, in logical units: pixels (`Canvas`), or paper (`scenes.kit.paper.drawing.Ink`)."""

    def rect(
        self, x: float, y: float, width: float, height: float, paint: Paint, radius: float = 0, line: float = 0
    ) -> Drawing: ...

    def circle(self, x: float, y: float, radius: float, paint: Paint, line: float = 0) -> Drawing: ...

    def ellipse(self, x: float, y: float, width: float, height: float, paint: Paint, line: float = 0) -> Drawing: ...

    def polygon(self, points: Sequence[Point], paint: Paint) -> Drawing: ...

    def line(self, points: Sequence[Point], paint: Paint, width: float = 1) -> Drawing: ...

    def gradient(
        self, x: float, y: float, width: float, height: float, stops: Sequence[tuple[float, Paint]]
    ) -> Drawing: ...


_spare: list[bytearray] = []


def _take(size: int) -> bytearray:
    """Return a sheet of at least so many bytes."""
    for number, sheet in enumerate(_spare):
        if len(sheet) >= size:
            return _spare.pop(number)
    return bytearray(size)


class Canvas:
    """Shapes in logical units, their top left corner at (0, 0).

    `tint` is the colour that transparent edges fade from; give it the colour of the shape at the rim. `detail` is how
    many times too large it is drawn, if an eye can tell it at that scale.
    """

    def __init__(self, width: float, height: float, scale: float, tint: Colour = (0, 0, 0), detail: int = 4) -> None:
        detail = min(detail, most_detail(scale))
        self.size = max(1, math.ceil(width * scale)), max(1, math.ceil(height * scale))
        self._k = scale * detail
        width, height = self.size[0] * detail, self.size[1] * detail
        self._sheet = _take(4 * width * height)
        self._surface = pygame.image.frombuffer(memoryview(self._sheet)[: 4 * width * height], (width, height), "BGRA")
        self._surface.fill((*tint, 0))

    def _rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        left, top = round(x * self._k), round(y * self._k)
        right, bottom = round((x + width) * self._k), round((y + height) * self._k)
        return pygame.Rect(left, top, max(0, right - left), max(0, bottom - top))

    def _points(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._k, y * self._k) for x, y in points]

    def rect(
        self, x: float, y: float, width: float, height: float, paint: Paint, radius: float = 0, line: float = 0
    ) -> Canvas:
        """Draw a rectangle, rounded by `radius`, filled or as an outline `line` wide (inside the rectangle)."""
        area = self._rect(x, y, width, height)
        stroke = max(1, round(line * self._k)) if line else 0
        if len(paint) == 4 and paint[3] < 255:
            layer = pygame.Surface(area.size, pygame.SRCALPHA)
            pygame.draw.rect(layer, paint, layer.get_rect(), stroke, round(radius * self._k))
            self._surface.blit(layer, area)
        else:
            pygame.draw.rect(self._surface, paint, area, stroke, round(radius * self._k))
        return self

    def cut(self, x: float, y: float, width: float, height: float, paint: Paint, radius: float = 0) -> Canvas:
        """Replace what is there by a rounded rectangle, its transparency too."""
        pygame.draw.rect(self._surface, paint, self._rect(x, y, width, height), 0, round(radius * self._k))
        return self

    def circle(self, x: float, y: float, radius: float, paint: Paint, line: float = 0) -> Canvas:
        return self.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, paint, line)

    def ellipse(self, x: float, y: float, width: float, height: float, paint: Paint, line: float = 0) -> Canvas:
        area = self._rect(x, y, width, height)
        stroke = max(1, round(line * self._k)) if line else 0
        if len(paint) == 4 and paint[3] < 255:
            layer = pygame.Surface(area.size, pygame.SRCALPHA)
            layer.fill((*paint[:3], 0))
            pygame.draw.ellipse(layer, paint, layer.get_rect(), stroke)
            self._surface.blit(layer, area)
        else:
            pygame.draw.ellipse(self._surface, paint, area, stroke)
        return self

    def polygon(self, points: Sequence[Point], paint: Paint) -> Canvas:
        if len(paint) == 4 and paint[3] < 255:
            dots = self._points(points)
            across, down = zip(*dots)
            left, top = math.floor(min(across)) - 1, math.floor(min(down)) - 1
            box = pygame.Rect(left, top, math.ceil(max(across)) + 2 - left, math.ceil(max(down)) + 2 - top)
            box = box.clip(self._surface.get_rect())
            layer = pygame.Surface(box.size, pygame.SRCALPHA)
            pygame.draw.polygon(layer, paint, [(x - box.x, y - box.y) for x, y in dots])
            self._surface.blit(layer, box)
        else:
            pygame.draw.polygon(self._surface, paint, self._points(points))
        return self

    def line(self, points: Sequence[Point], paint: Paint, width: float = 1) -> Canvas:
        """Draw a polyline with round ends and joints."""
        stroke = max(1.0, width * self._k)
        dots = self._points(points)
        for (ax, ay), (bx, by) in pairwise(dots):
            length = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / length * stroke / 2, (bx - ax) / length * stroke / 2
            corners = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
            pygame.draw.polygon(self._surface, paint, corners)
        for x, y in dots:
            pygame.draw.circle(self._surface, paint, (x, y), stroke / 2)
        return self

    def dashes(
        self, x: float, y: float, width: float, height: float, paint: Paint, line: float, dash: float, radius: float = 0
    ) -> Canvas:
        """Draw a dashed rectangle outline with rounded corners."""
        for start, end in _dashes_along(_outline(x, y, width, height, radius), dash):
            self.line([start, end], paint, line)
        return self

    def gradient(self, x: float, y: float, width: float, height: float, stops: Sequence[tuple[float, Paint]]) -> Canvas:
        """Fill a rectangle from top to bottom through `stops` of (share from the top, paint)."""
        area = self._rect(x, y, width, height)
        if any(len(paint) == 4 and paint[3] < 255 for _, paint in stops):
            self._surface.blit(vertical_gradient(area.size, stops), area)
        else:
            fill_gradient(self._surface, area, stops)
        return self

    @contextmanager
    def clip(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Draw only within a rectangle for a while."""
        self._surface.set_clip(self._rect(x, y, width, height))
        try:
            yield
        finally:
            self._surface.set_clip(None)

    def mask(self, radius: float) -> Canvas:
        """Cut everything to a rectangle of the whole canvas with rounded corners."""
        corner, (width, height) = round(radius * self._k), self._surface.get_size()
        stencil = pygame.Surface((2 * corner, 2 * corner), pygame.SRCALPHA)
        pygame.draw.rect(stencil, (255, 255, 255, 255), stencil.get_rect(), 0, corner)
        for x, left in ((0, 0), (width - corner, corner)):
            for y, top in ((0, 0), (height - corner, corner)):
                part = (left, top, corner, corner)
                self._surface.blit(stencil, (x, y), part, special_flags=pygame.BLEND_RGBA_MULT)
        return self

    def done(self) -> pygame.Surface:
        """Return the picture in device pixels; nothing can be drawn on it any more."""
        picture = pygame.transform.smoothscale(self._surface, self.size)
        del self._surface
        if len(self._sheet) <= LARGEST_SPARE:
            _spare.append(self._sheet)
            _spare.sort(key=len)
            del _spare[:-SPARE]
        return picture


def most_detail(scale: float) -> int:
    """Return how many times too large shapes are drawn at most: the smaller the pixels, the less their steps are seen.

    By other numbers than powers of two pictures are not scaled down exactly.
    """
    return 4 if scale < SMALL_PIXELS else 2


def level_detail(scale: float) -> int:
    """Return the same for pictures of nothing but upright rectangles, whose edges have no steps."""
    return most_detail(scale) // 2


def stretched(surface: pygame.Surface, columns: int, rows: int) -> pygame.Surface:
    """Return the surface so many pixels larger: its middle column and its middle row are repeated."""
    width, height = surface.get_size()
    across = _cuts(width, columns)
    down = _cuts(height, rows)
    large = pygame.Surface((width + columns, height + rows), pygame.SRCALPHA)
    for x, wide, to_x, to_wide in across:
        for y, high, to_y, to_high in down:
            part = surface.subsurface((x, y, wide, high))
            pygame.transform.scale(part, (to_wide, to_high), large.subsurface((to_x, to_y, to_wide, to_high)))
    return large


def _cuts(length: int, more: int) -> list[tuple[int, int, int, int]]:
    """Return the parts before, at and after the middle: where each begins and its length, before and after."""
    half = length // 2
    rest = length - half - 1
    return [(0, half, 0, half), (half, 1, half, 1 + more), (half + 1, rest, half + 1 + more, rest)]


def vertical_gradient(size: tuple[int, int], stops: Sequence[tuple[float, Paint]]) -> pygame.Surface:
    """Return a surface that runs from top to bottom through `stops` of (share from the top, paint)."""
    is_clear = any(len(paint) == 4 and paint[3] < 255 for _, paint in stops)
    surface = pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA if is_clear else 0, 32)
    fill_gradient(surface, surface.get_rect(), stops)
    return surface


def fill_gradient(surface: pygame.Surface, area: pygame.Rect, stops: Sequence[tuple[float, Paint]]) -> None:
    """Replace what is in an area by a run from top to bottom through `stops` of (share from the top, paint)."""
    full = [(place * (area.h - 1), (*paint, 255)[:4]) for place, paint in stops]
    first = 0
    for (a, low), (b, high) in pairwise(full):
        last = min(area.h - 1, math.floor(b))
        parts = [max(0.0, (y - a) / (b - a)) if b > a else 0.0 for y in range(first, last + 1)]
        channels = ([round(p + (q - p) * part) for part in parts] for p, q in zip(low, high))
        for y, paint in enumerate(zip(*channels), area.y + first):
            surface.fill(paint, (area.x, y, area.w, 1))
        first = max(first, last + 1)
    surface.fill(full[-1][1], (area.x, area.y + first, area.w, max(0, area.h - first)))


def _outline(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    """Return a closed path round a rectangle with rounded corners."""
    path = []
    corners = ((x + width, y, -90), (x + width, y + height, 0), (x, y + height, 90), (x, y, 180))
    for cx, cy, start in corners:
        mx = cx - radius if cx > x else cx + radius
        my = cy - radius if cy > y else cy + radius
        for step in range(7):
            angle = math.radians(start + step * 15)
            path.append((mx + radius * math.cos(angle), my + radius * math.sin(angle)))
    return [*path, path[0]]


def _dashes_along(path: Sequence[Point], dash: float) -> list[tuple[Point, Point]]:
    """Return pieces `dash` long with gaps as long, along a path."""
    pieces = []
    run = 0.0
    for a, b in pairwise(path):
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        travelled = 0.0
        while length - travelled > 1e-9:
            step = min(dash - run % dash, length - travelled)
            p = (a[0] + (b[0] - a[0]) * travelled / length, a[1] + (b[1] - a[1]) * travelled / length)
            travelled += step
            q = (a[0] + (b[0] - a[0]) * travelled / length, a[1] + (b[1] - a[1]) * travelled / length)
            if int(run // dash) % 2 == 0:
                pieces.append((p, q))
            run += step
    return pieces


# -- stage


FULL_REDRAW_SHARE = 0.7
"""If at least this share of the window has changed, one full redraw is cheaper than many pieces."""
FEW = 4
"""If at most one item in this many differs from the item at its place before, all others have stayed."""


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
