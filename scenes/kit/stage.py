"""The canvas, on which shapes are drawn, and the stage, which shows pictures in the window."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import pairwise, product
from typing import ClassVar, NamedTuple, Protocol

import pygame

from .theme import Colour

# -- canvas


SMALL_PIXELS = 1.8
"""Device pixels per logical unit from which on jagged edges are hardly visible."""
MAX_SPARE_SHEETS, MAX_SPARE_BYTES = 2, 16 * 2**20
"""Most sheets kept for reuse, and the size of the largest: allocating memory costs more than drawing."""
Paint = Colour | tuple[int, int, int, int]
Point = tuple[float, float]


def is_translucent(paint: Paint) -> bool:
    """Return whether what is below a paint shows through."""
    return len(paint) == 4 and paint[3] < 255


class Drawing(Protocol):
    """A surface to paint pictures on, in logical units: pixels (`Canvas`) or paper (`scenes.kit.paper.Ink`)."""

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

    def clip(self, x: float, y: float, width: float, height: float) -> AbstractContextManager[Drawing]: ...


_spare: list[bytearray] = []


def _take(size: int) -> bytearray:
    """Return a sheet of at least `size` bytes, a spare one if possible."""
    place = next((place for place, sheet in enumerate(_spare) if len(sheet) >= size), None)
    return bytearray(size) if place is None else _spare.pop(place)


class Canvas:
    """A picture made of shapes, in logical units, with the top left corner at (0, 0).

    `tint` is the colour of the transparent ground: use that of the shapes at the rim, as their edges fade into it.
    `detail` is the factor of supersampling, limited to what is visible at that scale.
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
        stroke, corner = max(1, round(line * self._k)) if line else 0, round(radius * self._k)
        area = self._rect(x, y, width, height)
        return self._fill(area, paint, lambda sheet, area: pygame.draw.rect(sheet, paint, area, stroke, corner))

    def _fill(
        self, area: pygame.Rect, paint: Paint, draw: Callable[[pygame.Surface, pygame.Rect], object],
        ground: Colour = (0, 0, 0),
    ) -> Canvas:  # fmt: skip
        """Draw in an area; if the paint is translucent, on a layer of its own, as drawing replaces transparency."""
        if is_translucent(paint):
            layer = pygame.Surface(area.size, pygame.SRCALPHA)
            layer.fill((*ground, 0))
            draw(layer, layer.get_rect())
            self._surface.blit(layer, area)
        else:
            draw(self._surface, area)
        return self

    def cut(self, x: float, y: float, width: float, height: float, paint: Paint, radius: float = 0) -> Canvas:
        """Replace an area, including its transparency, by a rounded rectangle."""
        pygame.draw.rect(self._surface, paint, self._rect(x, y, width, height), 0, round(radius * self._k))
        return self

    def circle(self, x: float, y: float, radius: float, paint: Paint, line: float = 0) -> Canvas:
        return self.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, paint, line)

    def ellipse(self, x: float, y: float, width: float, height: float, paint: Paint, line: float = 0) -> Canvas:
        stroke = max(1, round(line * self._k)) if line else 0
        area = self._rect(x, y, width, height)
        return self._fill(area, paint, lambda sheet, area: pygame.draw.ellipse(sheet, paint, area, stroke), paint[:3])

    def polygon(self, points: Sequence[Point], paint: Paint) -> Canvas:
        dots = self._points(points)
        if not is_translucent(paint):
            pygame.draw.polygon(self._surface, paint, dots)
            return self
        across, down = zip(*dots)
        left, top = math.floor(min(across)) - 1, math.floor(min(down)) - 1
        box = pygame.Rect(left, top, math.ceil(max(across)) + 2 - left, math.ceil(max(down)) + 2 - top)
        box = box.clip(self._surface.get_rect())
        moved = [(x - box.x, y - box.y) for x, y in dots]
        return self._fill(box, paint, lambda layer, _: pygame.draw.polygon(layer, paint, moved))

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
        for start, end in _dashes_along(_outline(x, y, width, height, radius), dash):
            self.line([start, end], paint, line)
        return self

    def gradient(self, x: float, y: float, width: float, height: float, stops: Sequence[tuple[float, Paint]]) -> Canvas:
        """Fill a rectangle from top to bottom through `stops` of (share from the top, paint)."""
        area = self._rect(x, y, width, height)
        if any(is_translucent(paint) for _, paint in stops):
            self._surface.blit(vertical_gradient(area.size, stops), area)
        else:
            fill_gradient(self._surface, area, stops)
        return self

    @contextmanager
    def clip(self, x: float, y: float, width: float, height: float) -> Iterator[Canvas]:
        """Limit drawing on the canvas that it returns, which is this one, to a rectangle."""
        self._surface.set_clip(self._rect(x, y, width, height))
        try:
            yield self
        finally:
            self._surface.set_clip(None)

    def mask(self, radius: float) -> Canvas:
        """Round the corners of the whole canvas."""
        corner, (width, height) = round(radius * self._k), self._surface.get_size()
        stencil = pygame.Surface((2 * corner, 2 * corner), pygame.SRCALPHA)
        pygame.draw.rect(stencil, (255, 255, 255, 255), stencil.get_rect(), 0, corner)
        for (x, left), (y, top) in product(((0, 0), (width - corner, corner)), ((0, 0), (height - corner, corner))):
            self._surface.blit(stencil, (x, y), (left, top, corner, corner), special_flags=pygame.BLEND_RGBA_MULT)
        return self

    def done(self) -> pygame.Surface:
        """Return the picture in device pixels. Nothing can be drawn on the canvas afterwards."""
        if self._surface.get_size() == self.size:
            picture = self._surface.copy()
        else:
            picture = pygame.transform.smoothscale(self._surface, self.size)
        del self._surface
        if len(self._sheet) <= MAX_SPARE_BYTES:
            _spare.append(self._sheet)
            _spare.sort(key=len)
            del _spare[:-MAX_SPARE_SHEETS]
        return picture


def most_detail(scale: float) -> int:
    """Return the largest useful factor of supersampling: the smaller the pixels, the less visible are jagged edges.

    It is a power of two, as pictures are not scaled down exactly by other factors.
    """
    return 4 if scale < SMALL_PIXELS else 2


def level_detail(scale: float) -> int:
    """Return the factor of supersampling for pictures that contain only upright rectangles."""
    return most_detail(scale) // 2


def stretched(surface: pygame.Surface, columns: int, rows: int) -> pygame.Surface:
    """Return the surface larger by `columns` and `rows` of pixels: its middle column and row are repeated."""
    width, height = surface.get_size()
    large = pygame.Surface((width + columns, height + rows), pygame.SRCALPHA)
    for (x, wide, to_x, to_wide), (y, high, to_y, to_high) in product(_cuts(width, columns), _cuts(height, rows)):
        part = surface.subsurface((x, y, wide, high))
        pygame.transform.scale(part, (to_wide, to_high), large.subsurface((to_x, to_y, to_wide, to_high)))
    return large


def _cuts(length: int, more: int) -> list[tuple[int, int, int, int]]:
    """Return the parts before, at and after the middle, each as old start, old length, new start and new length."""
    half = length // 2
    rest = length - half - 1
    return [(0, half, 0, half), (half, 1, half, 1 + more), (half + 1, rest, half + 1 + more, rest)]


def vertical_gradient(size: tuple[int, int], stops: Sequence[tuple[float, Paint]]) -> pygame.Surface:
    """Return a surface with a gradient from top to bottom through `stops` of (share from the top, paint)."""
    is_clear = any(is_translucent(paint) for _, paint in stops)
    surface = pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA if is_clear else 0, 32)
    fill_gradient(surface, surface.get_rect(), stops)
    return surface


def fill_gradient(surface: pygame.Surface, area: pygame.Rect, stops: Sequence[tuple[float, Paint]]) -> None:
    """Replace an area by a gradient from top to bottom through `stops` of (share from the top, paint)."""
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
    left, top, right, foot = x + radius, y + radius, x + width - radius, y + height - radius
    for middle, start in (((right, top), -90), ((right, foot), 0), ((left, foot), 90), ((left, top), 180)):
        angles = [math.radians(start + step * 15) for step in range(7)]
        path += [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
    return [*path, path[0]]


def _dashes_along(path: Sequence[Point], dash: float) -> list[tuple[Point, Point]]:
    """Return dashes along a path; they and the gaps between them are `dash` long."""
    pieces = []
    run = 0.0
    for (ax, ay), (bx, by) in pairwise(path):
        length, travelled = math.hypot(bx - ax, by - ay), 0.0
        while length - travelled > 1e-9:
            step = min(dash - run % dash, length - travelled)
            shares = travelled / length, (travelled + step) / length
            if int(run // dash) % 2 == 0:
                start, end = ((ax + (bx - ax) * share, ay + (by - ay) * share) for share in shares)
                pieces.append((start, end))
            travelled += step
            run += step
    return pieces


# -- stage


FULL_REDRAW_SHARE = 0.7
"""If more than this share of the window has changed, one full redraw is cheaper than many pieces."""
MIN_ITEMS_PER_CHANGE = 4
"""If at most one item in this many differs from the item at the same index before, the others count as unchanged."""


class Item(NamedTuple):
    surface: pygame.Surface
    x: int
    y: int
    alpha: int
    rect: pygame.Rect
    """The part of the window that it covers; smaller than the surface if clipped."""

    def key(self) -> tuple[int, ...]:
        return id(self.surface), self.x, self.y, self.alpha, *self.rect


class Layer(NamedTuple):
    """The items painted for a key, kept so that they need not be painted again."""

    key: tuple[Hashable, ...]
    items: Sequence[Item]
    kept_clear: Sequence[pygame.FRect]

    def looks_like(self, other: Layer) -> bool:
        """Return whether another layer looks the same, even if its surfaces are different objects."""
        alike = len(self.items) == len(other.items) and self.kept_clear == other.kept_clear
        return alike and all(a == b or _look_alike(a, b) for a, b in zip(self.items, other.items))


def _look_alike(a: Item, b: Item) -> bool:
    if a[1:] != b[1:] or a.surface.get_size() != b.surface.get_size():
        return False
    return pygame.image.tobytes(a.surface, "RGBA") == pygame.image.tobytes(b.surface, "RGBA")


class Stage:
    """The content of the window, in logical units of `scale` device pixels each."""

    on_stale: ClassVar[Callable[[Hashable], None] | None] = None
    """Set by tests: every layer is then painted in every frame, and this is called with the name of a layer whose
    picture has changed while its key has not."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self._items: list[Item] = []
        self._shown: list[Item] = []
        self._stale = True
        self._clip: pygame.Rect | None = None
        self.kept_clear: list[pygame.FRect] = []
        """Areas that no tooltip may cover in this frame."""
        self._origin = 0, 0
        """The device pixel of the logical coordinates (0, 0)."""
        self._layers: dict[Hashable, Layer] = {}
        """The layers of this frame so far, by name."""
        self._layers_before: dict[Hashable, Layer] = {}
        """The layers of the frame before, by name."""

    def begin(self) -> None:
        """Start a frame."""
        self._items = []
        self.kept_clear = []
        self._layers_before, self._layers = self._layers, {}

    def layer(self, name: Hashable, key: tuple[Hashable, ...], paint: Callable[[], None]) -> None:
        """Show what `paint` puts on the stage. It is called only if `key` differs from that of the frame before.

        The key must contain everything that `paint` depends on, including the kit, but not the stage's own clips,
        parts and moves.
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
                hash(key)  # raises TypeError if the key is mutable
                if kept is not None and kept.key == key and not kept.looks_like(painted):
                    Stage.on_stale(name)
            kept = painted
        self._layers[name] = kept

    @contextmanager
    def clip(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Show only what is inside a rectangle (in logical units) and any outer clip."""
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
        """Treat a rectangle (in logical units) as if it were the window, with a separate scale."""
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
        """Show everything `y` logical units further down."""
        before = self._origin
        self._origin = before[0], before[1] + round(y * self.scale)
        try:
            yield
        finally:
            self._origin = before

    def invalidate(self) -> None:
        """Draw the whole window in the next frame, as it was uncovered or resized."""
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
        """Redraw what has changed. Return the redrawn rectangles, in device pixels."""
        dirty = self._merge(self._changes(), screen.get_rect())
        self._redraw(screen, dirty)
        self._shown = self._items
        self._stale = False
        return dirty

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the whole last frame on a surface of the window's size."""
        self._redraw(surface, [surface.get_rect()])

    def _changes(self) -> list[pygame.Rect]:
        """Return the rectangles where items have appeared, gone, moved or changed their order."""
        if self._stale:
            return [pygame.Rect(0, 0, 1 << 20, 1 << 20)]
        if len(self._items) == len(self._shown):
            pairs = zip(self._shown, self._items)
            differing = [pair for pair in pairs if pair[0] is not pair[1] and pair[0] != pair[1]]
            if MIN_ITEMS_PER_CHANGE * len(differing) <= len(self._items):
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

    def _redraw(self, screen: pygame.Surface, dirty: Sequence[pygame.Rect]) -> None:
        """Draw all items in the dirty rectangles."""
        covered = [item.rect for item in self._items]
        for rect in dirty:
            screen.set_clip(rect)
            for number in rect.collidelistall(covered):
                _draw(screen, self._items[number])
        screen.set_clip(None)


def _draw(screen: pygame.Surface, item: Item) -> None:
    part = item.rect.move(-item.x, -item.y)
    if item.alpha < 255:
        item.surface.set_alpha(item.alpha)
        screen.blit(item.surface, item.rect, part)
        # Once an opaque surface was blended, its flags say so for ever: check its masks instead.
        item.surface.set_alpha(255 if item.surface.get_masks()[3] else None)
    else:
        screen.blit(item.surface, item.rect, part)
