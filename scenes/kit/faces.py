"""Portraits of the characters in flat colours, the left side lit and the right one in shade.

A `Face` describes them in words, each of which has a painter here. All coordinates are hundredths of the portrait, from
its top left corner. Most shapes are drawn around the vertical line `x = MIDDLE`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from topping_out.game.roster import Face

from .kit import Kit
from .stage import Canvas, Paint, Point
from .theme import Colour, Theme, mix

SKINS: dict[str, Colour] = {
    "light": (244, 206, 172), "tan": (222, 168, 120), "brown": (170, 112, 74), "dark": (112, 72, 52),
}  # fmt: skip
HAIRS: dict[str, Colour] = {
    "ginger": (205, 98, 38), "brown": (98, 60, 38), "black": (38, 34, 44), "grey": (150, 154, 164),
    "white": (232, 230, 224),
}  # fmt: skip
SHADE = 0.2
"""The share of ink mixed into colours in shade."""
MIDDLE, EYES = 50.0, 52.0
"""The x-coordinate of the face's middle, and the y-coordinate of the eyes."""
HEAD = (21.0, 25.0)
"""Half the width and half the height of a head."""
SMALL, ZOOM = 48.0, 1.2
"""Below this size in logical units, zoom in by this factor and leave out the rays."""


def portrait(kit: Kit, face: Face, size: float, back: Colour) -> pygame.Surface:
    """Return a round portrait, `size` logical units across, on a background of the colour `back`."""
    return kit.cached(("face", face, round(size, 1), back), lambda: Portrait(kit, face, size, back).paint())


class Portrait:
    """A portrait being painted, from the back to the front."""

    def __init__(self, kit: Kit, face: Face, size: float, back: Colour) -> None:
        self.face, self.back, self.size = face, back, size
        self.theme: Theme = kit.theme
        self._canvas: Canvas = kit.canvas(size, size, back)
        self._zoom = ZOOM if size < SMALL else 1.0
        self.skin, self.hair = SKINS[face.skin], HAIRS[face.hair]
        self.ink = mix(self.theme.ink, (0, 0, 0), 0.3)

    def paint(self) -> pygame.Surface:
        self._ground()
        face = self.face
        parts = [
            Portrait._ground, BEHIND.get(face.style), Portrait._shoulders, Portrait._head, Portrait._eyes_and_nose,
            MOUTHS[face.mouth], EXTRAS_UNDER.get(face.extra), STYLES[face.style], EXTRAS_OVER.get(face.extra),
            HATS[face.hat],
        ]  # fmt: skip
        for paint in filter(None, parts):
            paint(self)
        return self._canvas.mask(self.size / 2).done()

    # -- shapes in hundredths

    def _placed(self, points: list[Point]) -> list[Point]:
        k = self._zoom * self.size / 100
        return [(self.size / 2 + (x - 50) * k, self.size * 0.52 + (y - 52) * k) for x, y in points]

    def area(self, points: list[Point], paint: Paint) -> None:
        self._canvas.polygon(self._placed(points), paint)

    def line(self, points: list[Point], paint: Paint, width: float) -> None:
        self._canvas.line(self._placed(points), paint, width * self._zoom * self.size / 100)

    def dot(self, x: float, y: float, radius: float, paint: Paint) -> None:
        self.area(oval(x, y, radius, radius), paint)

    def halves(self, points: list[Point], paint: Colour, shade: float = SHADE) -> None:
        """Fill a shape across the middle, with its right half in shade."""
        self.area(points, paint)
        right = [(max(MIDDLE, x), y) for x, y in points]
        self.area(right, mix(paint, self.ink, shade))

    def both(self, points: list[Point], paint: Colour) -> None:
        """Fill a shape on the left, and its mirror image, in shade, on the right."""
        self.area(points, paint)
        self.area([(100 - x, y) for x, y in points], mix(paint, self.ink, SHADE))

    # -- parts of all portraits

    def _ground(self) -> None:
        theme = self.theme
        self.area([(0, 0), (100, 0), (100, 100), (0, 100)], self.back)
        for number in range(9 if self._zoom == 1 else 0):  # rays that fan out upwards from the neck
            angle = math.pi * (number + 0.5) / 9
            sides = [(MIDDLE + 80 * math.cos(a), 58 - 80 * math.sin(a)) for a in (angle - 0.09, angle + 0.09)]
            self.area([(MIDDLE, 58), *sides], mix(self.back, theme.paper, 0.14))

    def _shoulders(self) -> None:
        coat, neck = self.theme.sites[self.face.coat], mix(self.skin, self.ink, 0.22)
        self.halves(oval(MIDDLE, 112, 42, 34), coat)
        self.halves([(42, 68), (58, 68), (58, 84), (50, 92), (42, 84)], neck, 0.12)
        # the flaps of the collar
        self.both([(41, 79), (50, 92), (44, 100), (34, 84)], self.theme.paper)

    def _head(self) -> None:
        for x in (MIDDLE - HEAD[0], MIDDLE + HEAD[0]):  # ears
            self.dot(x, EYES + 2, 5, mix(self.skin, self.ink, 0.1 if x < MIDDLE else SHADE + 0.1))
        self.halves(head(), self.skin)

    def _eyes_and_nose(self) -> None:
        left, right = 41.0, 59.0
        for x in (left, right):  # eyes with a glint
            self.area(oval(x, EYES, 3.1, 3.7), self.ink)
            self.dot(x - 1, EYES - 1.3, 1.1, self.theme.paper)
        # eyebrows, unless the extra ones replace them
        if self.face.extra != "brows":
            for x in (left, right):
                self.line([(x - 5, EYES - 7), (x, EYES - 8.6), (x + 5, EYES - 7)], mix(self.hair, self.ink, 0.35), 2.2)
        # the shadow beside the nose
        self.area([(50, EYES + 1), (45.6, EYES + 10), (50, EYES + 11.2)], mix(self.skin, self.ink, 0.16))


def oval(x: float, y: float, width: float, height: float, start: float = 0.0, end: float = 1.0) -> list[Point]:
    """Return an arc around (x, y) with half-axes `width` and `height`.

    `start` and `end` are shares of the whole ellipse, clockwise from the right.
    """
    steps = [math.tau * (start + (end - start) * n / 40) for n in range(41)]
    return [(x + width * math.cos(a), y + height * math.sin(a)) for a in steps]


def head(more: float = 0.0) -> list[Point]:
    """Return the outline of a head, narrower at the jaw, and larger by `more` on all sides."""
    width, height = HEAD[0] + more, HEAD[1] + more
    return [
        (MIDDLE + (x - MIDDLE) * (1 - 0.2 * max(0.0, (y - 50) / height) ** 2), y)
        for x, y in oval(MIDDLE, 50, width, height)
    ]


PaintPart = Callable[[Portrait], None]


# -- hair behind the head


def _plaits_behind(p: Portrait) -> None:
    for side in (-1, 1):
        x = MIDDLE + side * 26
        # each plait is four ovals, one below another, with a ribbon at the end
        for n in range(4):
            paint = mix(p.hair, p.ink, (0.04 if n % 2 else 0.16) + (0.12 if side > 0 else 0))
            p.area(oval(x + side * n * 1.5, 58 + n * 8, 6.4 - n * 0.5, 6), paint)
        p.dot(x + side * 6, 86, 4, p.theme.brass)


def _bob_behind(p: Portrait) -> None:
    # hair round the head, cut straight below the chin
    p.halves([(23, 50), (25, 32), (36, 21), (50, 18), (64, 21), (75, 32), (77, 50), (78, 74), (22, 74)], p.hair)


def _bun_behind(p: Portrait) -> None:
    # the bun on top, and hair round the head that ends at the ears
    p.halves(oval(MIDDLE, 18, 12, 11), mix(p.hair, p.ink, 0.06))
    p.halves([(x, min(y, 58)) for x, y in head(2.5)], p.hair)


BEHIND: dict[str, PaintPart] = {"plaits": _plaits_behind, "bob": _bob_behind, "bun": _bun_behind}


# -- hair in front of the head


def _plaits(p: Portrait) -> None:
    # hair parted in the middle, with lighter strands along the top
    p.both([(50, 24), (50, 33), (42, 36), (33, 44), (29, 54), (27, 42), (33, 30), (41, 24.5)], p.hair)
    p.both([(50, 24), (41, 24.5), (33, 30), (28, 40), (40, 31)], mix(p.hair, p.theme.paper, 0.12))


def _short(p: Portrait) -> None:
    # the outline over the top of the head, and back along the hairline
    top = [(28, 50), (28, 38), (34, 26), (46, 22), (62, 23), (71, 33), (72, 50)]
    p.halves([*top, (68, 42), (66, 35), (50, 38), (36, 33), (32, 42)], p.hair)


def _bob(p: Portrait) -> None:
    # a straight fringe, and its lit part at the left
    p.halves([(27, 62), (26, 40), (34, 25), (50, 21), (66, 25), (74, 40), (73, 62), (69, 42), (31, 42)], p.hair)
    p.area([(34, 25), (50, 21), (54, 41), (31, 42), (28, 40)], mix(p.hair, p.theme.dusk, 0.3))


def _bald(p: Portrait) -> None:
    # hair above the ears, and a gleam on the head
    p.both([(29, 57), (27, 46), (31, 38), (33, 46), (31.5, 56)], p.hair)
    p.area(oval(42, 32, 6, 3), mix(p.skin, p.theme.paper, 0.3))


def _bun(p: Portrait) -> None:
    # hair combed back from the middle, with a lighter strand
    p.both([(50, 25), (50, 31), (41, 34), (33, 43), (30, 52), (28, 42), (34, 29), (42, 25)], p.hair)
    p.line([(39, 27), (36, 33), (32, 39)], mix(p.hair, p.theme.paper, 0.25), 1.2)


STYLES: dict[str, PaintPart] = {"plaits": _plaits, "short": _short, "bob": _bob, "bald": _bald, "bun": _bun}


# -- mouths


def _grin(p: Portrait) -> None:
    # an open mouth with the upper teeth
    p.area(oval(MIDDLE, 64, 8, 6.2, 0, 0.5), p.ink)
    p.area([(43, 64.5), (57, 64.5), (55.5, 67), (44.5, 67)], p.theme.paper)


MOUTHS: dict[str, PaintPart] = {
    "smile": lambda p: p.line(oval(MIDDLE, 63, 7, 4.6, 0.08, 0.42), p.ink, 2),
    "grin": _grin,
    "smirk": lambda p: p.line([(43.5, 67.5), (50, 68), (55, 66.4), (58, 63)], p.ink, 2),
    "straight": lambda p: p.line([(44, 67), (56, 67)], p.ink, 2),
}


# -- distinguishing features


def _freckles(p: Portrait) -> None:
    spot, rose = mix(p.skin, p.hair, 0.55), mix(p.skin, p.theme.sites["canyon"], 0.3)
    # rosy cheeks with four freckles each
    for x in (36.5, 63.5):
        p.area(oval(x, 60, 5, 3.6), rose)
        for dx, dy in ((-3, -1), (0.5, -2.4), (3.4, -0.4), (0, 1.4)):
            p.dot(x + dx, 59.5 + dy, 0.9, spot)


def _moustache(p: Portrait) -> None:
    p.both([(50, 61), (44, 61.4), (37, 65.5), (31.5, 61), (33, 68), (39, 70.4), (46, 68.4), (50, 67.8)], p.hair)


def _beard(p: Portrait) -> None:
    # the outer edge along the jaw, and the inner one over the moustache; then the mouth, and the lower lip in it
    outer = [(28.5, 54), (30, 70), (38, 80), (50, 86), (62, 80), (70, 70), (71.5, 54)]
    inner = [(67, 60), (61, 61.5), (50, 61), (39, 61.5), (33, 60)]
    p.halves([*outer, *inner], p.hair)
    p.area(oval(MIDDLE, 67.5, 7.5, 3), mix(p.hair, p.ink, 0.75))
    p.line([(45, 67.4), (55, 67.4)], mix(p.skin, p.theme.sites["canyon"], 0.4), 2.2)


EXTRAS_UNDER: dict[str, PaintPart] = {"freckles": _freckles, "moustache": _moustache, "beard": _beard}


def _glasses(p: Portrait) -> None:
    # two lenses with their rims, and the bridge between them
    for x in (40.0, 60.0):
        p.area(oval(x, EYES + 0.5, 8, 7.6), (*p.theme.paper, 60))
        p.line(oval(x, EYES + 0.5, 8, 7.6), p.theme.brass, 2)
    p.line([(48, EYES), (50, EYES - 1.4), (52, EYES)], p.theme.brass, 2)


def _earrings(p: Portrait) -> None:
    # a diamond below each ear
    for x in (28.5, 71.5):
        p.area([(x, 59), (x + 3.6, 65), (x, 72), (x - 3.6, 65)], p.theme.brass)


EXTRAS_OVER: dict[str, PaintPart] = {
    "brows": lambda p: p.both([(34, 43.5), (36, 40.2), (47, 46), (46.5, 49.4)], p.ink),
    "glasses": _glasses,
    "earrings": _earrings,
}


# -- hats


def _helmet(p: Portrait) -> None:
    brass, shine = p.theme.brass, mix(p.theme.brass, p.theme.paper, 0.45)
    # the dome, the ridge over its middle, the brim, and a gleam at the left
    p.halves(oval(MIDDLE, 38, 25, 25, 0.5, 1.0), brass, 0.26)
    p.area([(46, 12), (54, 12), (55, 38), (45, 38)], shine)
    p.halves([(21, 36), (79, 36), (82, 42), (18, 42)], mix(brass, p.ink, 0.12), 0.26)
    p.line([(30, 31), (34, 22), (40, 17)], shine, 1.6)


HATS: dict[str, PaintPart | None] = {"none": None, "helmet": _helmet}
