"""The space in which the parts of rooms are drawn.

The coordinates of a room begin at its upper left corner; it is HIGH units high, and its width varies with the card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ..kit.stage import Drawing, Paint, Point
from ..kit.theme import Colour, Theme, mix

HIGH = 60.0
"""Height of a room in drawing units; this is the y-coordinate of its floor."""
PHASES = 6
"""Number of pictures in one round of a room's motion."""


@dataclass
class Room:
    """A part of a canvas in which a room, or a part of it, is drawn.

    Its shapes are in drawing units, each `zoom` units of the canvas.
    """

    canvas: Drawing
    theme: Theme
    colour: Colour
    x: float
    y: float
    zoom: float
    width: float
    """Width in drawing units."""
    phase: int = 0
    """How far the motion has come, from 0 up to `PHASES`, in which it begins again. 0 is also how it rests."""
    motion: str = "works"
    """How the parts move; see `MOTIONS`."""
    left: float = 0.0
    """How far the whole room goes on to the left."""
    whole: float = 0.0
    """Width of the whole room; 0 if this is it."""

    def __post_init__(self) -> None:
        theme = self.theme
        self.dark = mix(self.colour, theme.ink, 0.5)
        self.deep = mix(self.colour, theme.night, 0.78)
        self.soft = mix(theme.paper, self.colour, 0.45)
        self.light = mix(theme.window, theme.paper, 0.35)
        self.skin = mix(theme.paper, theme.copper, 0.5)
        self.wood = mix(theme.copper, theme.ink, 0.35)
        self.planks = mix(theme.copper, theme.ink, 0.15)
        self.leaf, self.red = theme.sites["forest"], theme.sites["canyon"]
        self.blue, self.violet = theme.sites["ice"], theme.sites["heath"]
        self.whole = self.whole or self.width
        self._move: Callable[[float, float], Point] | None = None
        self._growth = 1.0

    # -- motion

    @property
    def round(self) -> float:
        """How far the motion has come, from 0 to 1, in which it begins again; for parts that turn. 0 if at rest."""
        return self.phase / PHASES if self.motion == "works" else 0.0

    @property
    def there(self) -> float:
        """How far a motion to and fro has come: 0, up to 1 half-way, and back."""
        return (1 - math.cos(self.round * math.tau)) / 2

    @property
    def wave(self) -> float:
        """How far a motion from side to side has come: from 0 to 1, through 0 to -1, and back."""
        return math.sin(self.round * math.tau)

    @property
    def flicker(self) -> int:
        """The phase of a motion, for parts that flicker rather than move; 0 if at rest."""
        return self.phase if self.motion == "works" else 0

    @property
    def frame(self) -> int:
        """0 and 1 in turn, for parts that have only two states."""
        return self.flicker % 2

    def part(self, x: float, width: float, phase: int, motion: str) -> Room:
        """Return the space of a part of this room, which begins at `x`."""
        inner = replace(self, x=self.x + x * self.zoom, width=width, phase=phase, motion=motion,
                        left=self.left + x, whole=self.whole)  # fmt: skip
        inner._move = _movement(motion, phase / PHASES, width / 2)
        inner._growth = 1 + 0.08 * math.sin(phase / PHASES * math.pi) if motion == "swells" else 1.0
        return inner

    @contextmanager
    def still(self) -> Iterator[None]:
        """Draw what does not move with the part, such as its ground."""
        moved, self._move = self._move, None
        grown, self._growth = self._growth, 1.0
        yield
        self._move, self._growth = moved, grown

    def _at(self, x: float, y: float) -> Point:
        if self._move:
            x, y = self._move(x, y)
        return self.x + x * self.zoom, self.y + y * self.zoom

    # -- shapes

    def rect(self, x: float, y: float, width: float, height: float, paint: Paint, radius: float = 0) -> Room:
        if self._move:
            return self.shape([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], paint)
        k = self.zoom
        self.canvas.rect(self.x + x * k, self.y + y * k, width * k, height * k, paint, radius * k)
        return self

    def circle(self, x: float, y: float, radius: float, paint: Paint, line: float = 0) -> Room:
        k = self.zoom
        self.canvas.circle(*self._at(x, y), radius * k * self._growth, paint, line * k)
        return self

    def ellipse(self, x: float, y: float, width: float, height: float, paint: Paint) -> Room:
        """Draw an ellipse with its middle at (x, y)."""
        middle, k = self._at(x, y), self.zoom * self._growth
        self.canvas.ellipse(middle[0] - width / 2 * k, middle[1] - height / 2 * k, width * k, height * k, paint)
        return self

    def shape(self, points: Sequence[Point], paint: Paint) -> Room:
        self.canvas.polygon([self._at(*point) for point in points], paint)
        return self

    def line(self, points: Sequence[Point], paint: Paint, width: float = 1) -> Room:
        self.canvas.line([self._at(*point) for point in points], paint, width * self.zoom)
        return self

    def arc(self, x: float, y: float, radius: float, start: float, end: float, paint: Paint, width: float) -> Room:
        """Draw an arc from `start` to `end`, in degrees clockwise from the right."""
        return self.line(bow(x, y, radius, start, end), paint, width)

    def half(self, x: float, y: float, radius: float, paint: Paint, tall: float = 1.0) -> Room:
        """Draw the upper half of a circle, or of an ellipse `tall` times as high."""
        return self.shape([(px, y + (py - y) * tall) for px, py in bow(x, y, radius, 180, 360)], paint)

    def fade(self, x: float, y: float, width: float, height: float, *paints: Paint) -> Room:
        """Fill a rectangle from top to bottom with paints that run into each other."""
        k = self.zoom
        stops = [(number / (len(paints) - 1), paint) for number, paint in enumerate(paints)]
        self.canvas.gradient(self.x + x * k, self.y + y * k, width * k, height * k, stops)
        return self

    def behind(self, *paints: Paint) -> Room:
        """Fill the whole room, with paints that run into each other if there are several."""
        if len(paints) > 1:
            return self.fade(-self.left, 0, self.whole, HIGH, *paints)
        self.canvas.rect(self.x - self.left * self.zoom, self.y, self.whole * self.zoom, HIGH * self.zoom, paints[0])
        return self

    def floor(self, paint: Paint, high: float = 5) -> Room:
        """Cover the floor of the whole room, `high` units from its foot."""
        return self.rect(-self.left, HIGH - high, self.whole, high, paint)

    # -- things in several parts

    def lamp(self, x: float, drop: float, half: float = 7) -> None:
        """Draw a lamp that hangs from the ceiling by a cord `drop` units long, with a cone of light below it.

        `half` is half the width of its shade.
        """
        theme = self.theme
        # light, cord, shade, bulb
        self.shape([(x - half, drop + 4), (x + half, drop + 4), (x + half * 2.4, 52), (x - half * 2.4, 52)],
                   (*theme.window, 70))  # fmt: skip
        self.line([(x, 0), (x, drop)], self.dark, 1.1)
        self.shape([(x - half, drop + 4.5), (x - half * 0.35, drop - 1), (x + half * 0.35, drop - 1),
                    (x + half, drop + 4.5)], theme.brass)  # fmt: skip
        self.ellipse(x, drop + 4.6, half * 1.1, 2.6, self.light)

    def window(self, x: float, y: float, width: float, height: float, moon: bool = False) -> None:
        """Draw a window with a view of the city at night."""
        theme = self.theme
        self.rect(x - 1.6, y - 1.6, width + 3.2, height + 3.2, self.dark, 1)
        self.canvas.gradient(
            self.x + x * self.zoom, self.y + y * self.zoom, width * self.zoom, height * self.zoom,
            [(0, theme.night), (0.6, theme.dusk), (1, theme.rose)],
        )  # fmt: skip
        if moon:
            self.circle(x + width * 0.68, y + height * 0.3, min(width, height) * 0.15, theme.paper)
        # four houses of different heights, and the bar in the middle of the window
        for number, share in enumerate((0.1, 0.36, 0.62, 0.84)):
            top = y + height * (0.62, 0.5, 0.7, 0.56)[number]
            self.rect(x + width * share, top, width * 0.14, y + height - top, theme.hills)
        self.rect(x + width / 2 - 0.5, y, 1, height, self.dark)

    def person(
        self, x: float, foot: float, coat: Colour, high: float = 22, lean: float = 0.0, hair: Colour | None = None
    ) -> None:
        """Draw a person with the feet at `foot`, `high` units tall; `lean` shifts the shoulders sideways."""
        hip = foot - high * 0.4
        # legs, body, head
        self.line([(x - 1.8, foot), (x - 1 + lean / 3, hip)], self.deep, 2.4)
        self.line([(x + 1.8, foot), (x + 1 + lean / 3, hip)], self.deep, 2.4)
        top = foot - high * 0.8
        self.shape([(x - 2.6 + lean / 3, hip + 1), (x + 2.6 + lean / 3, hip + 1), (x + 3.2 + lean, top),
                    (x - 3.2 + lean, top)], coat)  # fmt: skip
        self.circle(x + lean * 1.2, top - high * 0.11, high * 0.13, self.skin)
        if hair:
            self.half(x + lean * 1.2, top - high * 0.12, high * 0.145, hair)

    def sitter(self, x: float, seat: float, coat: Colour, side: int, size: float = 1.0) -> None:
        """Draw a person who sits at the height `seat` and looks to the right (`side` 1) or left (-1)."""
        s = size
        self.line([(x, seat - 1), (x + side * 6 * s, seat - 1), (x + side * 6.4 * s, seat + 9 * s)], self.deep, 2.6 * s)
        self.shape([(x - 3 * s, seat), (x + 3 * s, seat), (x + 2.6 * s, seat - 12 * s), (x - 2.6 * s, seat - 12 * s)],
                   coat)  # fmt: skip
        self.line([(x + side, seat - 9 * s), (x + side * 6 * s, seat - 5.5 * s)], mix(coat, self.theme.ink, 0.2), 2 * s)
        self.circle(x, seat - 15.4 * s, 3.5 * s, self.skin)

    def plant(self, x: float, high: float = 22) -> None:
        """Draw a palm in a pot on the floor."""
        theme = self.theme
        green = self.leaf
        # trunk, leaves, pot with its rim
        self.line([(x, HIGH - 7), (x, HIGH - high)], mix(theme.copper, theme.ink, 0.45), 1.8)
        for angle in (-1.5, -1.05, -0.55, 0.0, 0.55, 1.05, 1.5):
            reach, top = high * 0.5, HIGH - high
            bend = (x + math.sin(angle) * reach * 0.6, top - math.cos(angle) * reach * 0.55)
            tip = (x + math.sin(angle) * reach, top - math.cos(angle) * reach * 0.5 + abs(angle) * 3)
            self.line([(x, top), bend, tip], mix(green, theme.window, 0.12 + 0.06 * (angle > 0)), 2.2)
        self.shape([(x - 5, HIGH - 9), (x + 5, HIGH - 9), (x + 3.6, HIGH), (x - 3.6, HIGH)], theme.copper)
        self.rect(x - 5.6, HIGH - 10, 11.2, 2, mix(theme.copper, theme.paper, 0.3))

    def stars(self, count: int, foot: float, dim: float = 0.0) -> None:
        """Draw stars over the whole room above `foot`; those that twinkle are smaller in every second frame."""
        paint = mix(self.theme.paper, self.theme.night, dim)
        for number in range(count):
            x, y = (0.06 + number * 0.618) % 1 * self.whole - self.left, 3 + (number * number * 0.317) % 1 * (foot - 4)
            self.circle(x, y, 0.8 if (number + self.frame) % 3 else 0.45, paint)


def bow(x: float, y: float, radius: float, start: float, end: float, steps: int = 10) -> list[Point]:
    """Return the points of an arc around (x, y) from `start` to `end`, in degrees clockwise from the right."""
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def wheel(x: float, y: float, radius: float, count: int, turn: float) -> Iterator[tuple[Point, float]]:
    """Yield points spread around a circle, with their angles in radians; `turn` is in rounds."""
    for number in range(count):
        angle = (number / count + turn) * math.tau
        yield (x + radius * math.cos(angle), y + radius * math.sin(angle)), angle


def _movement(motion: str, share: float, middle: float) -> Callable[[float, float], Point] | None:
    """Return how a motion moves points of a part whose middle is at `middle`; None if it leaves them where they are."""
    side = math.sin(share * math.tau)
    if motion in ("works", "rests") or not share:
        return None
    if motion == "sways":
        return _turning(middle, HIGH, side * 0.07)
    if motion == "swings":
        return _turning(middle, 0.0, side * 0.13)
    if motion == "swells":
        growth = 1 + 0.08 * math.sin(share * math.pi)
        return lambda x, y: (middle + (x - middle) * growth, HIGH + (y - HIGH) * growth)
    if motion == "hops":
        lift = 4 * abs(side)
        return lambda x, y: (x, y - lift)
    reach = side * 4 if motion == "slides" else (1.4, -1.4)[round(share * PHASES) % 2]
    return lambda x, y: (x + reach, y)


def _turning(x: float, y: float, angle: float) -> Callable[[float, float], Point]:
    cos, sin = math.cos(angle), math.sin(angle)
    return lambda px, py: (x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos)
