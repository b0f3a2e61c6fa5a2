"""The space in which the parts of rooms are drawn, and the main parts of the rooms of the standard deck.

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

    def stars(self, count: int, foot: float) -> None:
        """Draw stars over the whole room above `foot`; those that twinkle are smaller in every second frame."""
        for number in range(count):
            x, y = (0.06 + number * 0.618) % 1 * self.whole - self.left, 3 + (number * number * 0.317) % 1 * (foot - 4)
            self.circle(x, y, 0.8 if (number + self.frame) % 3 else 0.45, self.theme.paper)


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


# -- the main parts of the standard deck's rooms


def bed(room: Room) -> None:
    theme, w = room.theme, room.width
    # the window with curtains, and their rail
    room.window(7, 10, 20, 25, moon=True)
    for left in (3.5, 25.0):
        room.rect(left, 7, 5.5, 36, mix(room.colour, theme.paper, 0.25), 1)
        room.rect(left + 2, 7, 1, 36, room.colour)
    room.rect(2, 6, 31, 2, theme.brass, 1)
    # the bed: head with its knob, frame, foot, leg, sheet
    bed = max(12.0, min(37.0, w - 54))
    long = min(50.0, w - bed - 19)
    room.rect(bed - 3, 29, 4, 31, room.dark, 1.5).circle(bed - 1, 28.5, 2.4, theme.brass)
    room.rect(bed, 47, long, 6, room.dark, 1).rect(bed + long - 3, 40, 3.4, 20, room.dark, 1.2)
    room.rect(bed + 2, 53, 2.4, 7, room.dark)
    room.rect(bed + 1, 42, long - 4, 6, theme.paper, 2)
    # the sleeper: pillow, head, blanket with its hem, and three letters Z that rise
    room.ellipse(bed + 8, 41, 13, 6.4, mix(theme.paper, theme.mist, 0.35)).circle(bed + 10, 37.4, 4, room.skin)
    room.shape([(bed + 14, 46), (bed + 15, 38), (bed + long * 0.5, 35.5), (bed + long - 6, 39), (bed + long - 3, 48)],
               room.colour)  # fmt: skip
    room.line([(bed + 15, 41), (bed + long * 0.5, 38.8), (bed + long - 5, 42)], room.soft, 1.2)
    for number, size in enumerate((3.0, 4.2, 5.4)):
        x, y = bed + 14 + number * 6.5, 30 - number * 7 - 2 * room.there
        room.line([(x, y), (x + size, y), (x, y + size), (x + size, y + size)], room.dark, 1)
    lamp = bed + long + 9
    # if there is room, a bedside table with a drawer and a lamp
    if lamp + 8 < w:
        room.circle(lamp, 31, 13, (*theme.window, 80))
        room.rect(lamp - 0.7, 34, 1.4, 14, theme.brass).rect(lamp - 6, 48, 12, 12, room.dark, 1)
        room.rect(lamp - 4.6, 51, 9.2, 1, theme.brass).circle(lamp, 55.4, 0.9, theme.brass)
        room.shape([(lamp - 6.4, 36), (lamp - 3.4, 27), (lamp + 3.4, 27), (lamp + 6.4, 36)], theme.glow)


def desks(room: Room) -> None:
    theme = room.theme
    count = max(2, int((room.width - 2) // 34))
    pitch = (room.width - 4) / count
    for number in range(count):
        x = 4 + number * pitch
        room.lamp(x + 19, 9, 8)
    for number in range(count):
        x = 4 + number * pitch
        # the chair: back, seat, leg and foot
        room.rect(x + 26.5, 34, 2.6, 16, room.dark, 1).rect(x + 22, 48, 8, 2.2, room.dark)
        room.line([(x + 26, 50), (x + 26, 57)], room.dark, 1.6).line([(x + 21.5, 58.8), (x + 30.5, 58.8)], room.dark, 2)
        # the person: body, arm, head and leg
        shirt = (room.theme.copper, room.theme.sites["forest"], room.theme.sites["heath"])[number % 3]
        lean = -1.2 if (number + room.frame) % 2 else 0.0
        room.shape(
            [(x + 22.4, 48), (x + 28, 48), (x + 27.6 + lean, 35), (x + 23 + lean, 35)], mix(shirt, theme.paper, 0.15)
        )
        room.line([(x + 24.4 + lean, 38), (x + 18, 43)], shirt, 2).circle(x + 25 + lean, 31, 3.5, room.skin)
        room.line([(x + 24, 48.6), (x + 18, 49.4), (x + 18, 58.6)], room.deep, 2.6)
        # the desk: top, legs, drawers with a handle
        room.rect(x, 44, 20, 2.6, room.colour, 0.6).rect(x + 1.4, 46, 2, 14, room.colour).rect(
            x + 14, 46, 2, 14, room.colour
        )
        room.rect(x + 1, 46, 9, 9, mix(room.colour, theme.ink, 0.2)).rect(x + 3.6, 50, 4, 1, theme.brass)
        # the screen with three lines of text, its stand and foot
        room.rect(x + 4, 29, 11.4, 10.6, room.deep, 1).rect(x + 5.2, 30.2, 9, 8.2, room.light)
        for row in range(3):
            room.rect(x + 6.2, 31.6 + row * 2.2, (6, 4.4, 5.4)[(row + number + room.frame) % 3], 0.9, room.colour)
        room.rect(x + 8.6, 39.6, 2.4, 4.4, room.deep).rect(x + 6.6, 43.2, 6.4, 1, room.deep)


def entrance(room: Room) -> None:
    theme, middle = room.theme, room.width / 2
    # palms at both ends, and if there is room columns beside the lift
    for side in (-1, 1):
        room.plant(middle + side * (room.width / 2 - 11), 34)
    if room.width > 92:
        for side in (-1, 1):
            room.rect(middle + side * 29 - 2, 8, 4, 52, mix(room.soft, room.colour, 0.3))
            room.rect(middle + side * 29 - 3.4, 8, 6.8, 3, theme.brass).rect(
                middle + side * 29 - 3, 56.5, 6, 3.5, room.dark
            )
    # the chandelier with five lights
    room.line([(middle, 0), (middle, 4)], room.dark, 1)
    room.ellipse(middle, 6.5, 22, 4, theme.brass).ellipse(middle, 9, 13, 3, theme.brass)
    for number in range(-2, 3):
        room.circle(middle + number * 4.6, 6.2 + (2 - abs(number)) * 1.5, 1.4, room.light)
    # the entrance: lintel with a ledge, the lit glass, two wings that open and close, and the frame
    room.rect(middle - 20, 16, 40, 5, room.dark, 1).rect(middle - 21.5, 15, 43, 2, theme.brass, 0.8)
    room.rect(middle - 18, 21, 36, 39, mix(theme.dusk, theme.mist, 0.35))
    room.rect(middle - 18, 21, 36, 39, (*theme.window, 120))
    spread = 13.0 - 5 * room.there
    for x in (-spread, spread):
        room.rect(middle + min(0, x), 22.5, abs(x), 37.5, (*theme.paper, 120))
        room.line([(middle + x, 22), (middle + x, 59.5)], theme.brass, 1.3)
        room.rect(middle + x * 0.62 - 0.7, 38, 1.4, 8, room.dark)
    room.line([(middle, 21), (middle, 60)], theme.brass, 1.8)
    room.rect(middle - 20, 20, 2.6, 40, room.dark).rect(middle + 17.4, 20, 2.6, 40, room.dark)
    room.person(middle + 4.5 + 2 * room.there, 59.5, theme.sites["canyon"], 21)


def golden_tower(room: Room) -> None:
    theme, middle = room.theme, room.width / 2
    # the night sky with 14 stars that twinkle, and nine rays that fan out from the tip
    room.behind(theme.night, theme.dusk, theme.rose)
    for number in range(14):
        x, y = (0.06 + number * 0.618) % 1 * room.width, 3 + (number * number * 0.317) % 1 * 36
        room.circle(x, y, 0.8 if (number + room.frame) % 3 else 0.45, theme.paper)
    for number in range(9):
        angle = math.pi * (number / 8 - 0.06)
        far = [(middle + math.cos(a) * 140, 5 - math.sin(a) * 90) for a in (angle - 0.06, angle + 0.06)]
        room.shape([(middle, 5), *far], (*theme.glow, 50 if room.frame else 28))
    brass, shade = mix(theme.brass, theme.paper, 0.28), mix(theme.brass, theme.ink, 0.42)
    # three tiers, each with a lit left half, a shaded right half, a ledge and four pointed windows
    for half, top, foot in ((24.0, 50.0, 60.0), (17.0, 40.0, 50.0), (11.0, 29.0, 40.0)):
        room.shape([(middle - half, foot), (middle - half * 0.84, top), (middle, top), (middle, foot)], brass)
        room.shape([(middle + half, foot), (middle + half * 0.84, top), (middle, top), (middle, foot)], shade)
        room.rect(middle - half * 0.84 - 1.4, top - 1.3, half * 1.68 + 2.8, 2, theme.paper, 0.6)
        for pane in (-2, -1, 1, 2):
            x = middle + pane * half * 0.3
            room.shape(
                [(x - 1.6, foot - 1.4), (x, top + 2.2), (x + 1.6, foot - 1.4)], theme.night if pane > 0 else theme.ink
            )
            room.shape([(x - 1, foot - 1.6), (x, top + 3.6), (x + 1, foot - 1.6)], theme.window)
    # the needle with its light
    room.shape([(middle - 6, 28.5), (middle, 9), (middle, 28.5)], brass).shape(
        [(middle + 6, 28.5), (middle, 9), (middle, 28.5)], shade
    )
    room.line([(middle, 10), (middle, 5)], brass, 1.2)
    room.circle(middle, 5, 6 if room.frame else 4, (*theme.glow, 90)).circle(middle, 5, 2, theme.window)


def lift(room: Room) -> None:
    theme, left = room.theme, room.width / 2 - 19
    # the shaft with its rails
    room.rect(left, 0, 38, HIGH, room.deep)
    for x in (left + 2.4, left + 34.4):
        room.rect(x, 0, 1.2, HIGH, mix(room.deep, theme.mist, 0.35))
        for row in range(8):
            room.rect(x - 0.8, 3 + row * 8, 2.8, 1, mix(room.deep, theme.mist, 0.25))
    # the car, which moves up and down: two cables, the hitch, roof and floor, the lit inside with a handrail
    top = 17.0 - 6 * room.there
    for x in (left + 17.5, left + 20.5):
        room.line([(x, 0), (x, top - 4)], theme.mist, 0.9)
    room.rect(left + 12, top - 5, 14, 4, mix(room.colour, theme.mist, 0.3), 1)
    room.rect(left + 5, top - 1.6, 28, 2.6, theme.brass, 0.8).rect(left + 5, top + 38, 28, 2.6, theme.brass, 0.8)
    room.rect(left + 6, top + 1, 26, 37, room.light)
    room.rect(left + 6, top + 1, 26, 4, (*theme.glow, 140)).rect(
        left + 6, top + 25, 26, 1, mix(theme.brass, theme.ink, 0.2)
    )
    # two passengers with a bag
    room.person(left + 13.5, top + 38, theme.sites["canyon"], 23)
    room.person(left + 24.5, top + 38, theme.sites["forest"], 25)
    room.rect(left + 21, top + 33, 5, 4.4, mix(theme.copper, theme.ink, 0.4), 0.6)
    # on both sides a door post and, if there is room, a dial with its hand and two buttons
    for side, x in ((-1, left - 3), (1, left + 38)):
        room.rect(x, 0, 3, HIGH, mix(room.colour, theme.mist, 0.2))
        dial = x + 1.5 + side * 12
        if 6 < dial < room.width - 6:
            room.circle(dial, 17, 6.4, room.dark).circle(dial, 17, 5.2, theme.paper)
            angle = math.radians(-150 + 60 * (room.there + (side > 0)))
            room.line([(dial, 17), (dial + 4 * math.cos(angle), 17 + 4 * math.sin(angle))], theme.sites["canyon"], 1.2)
            room.rect(dial - 2.4, 36, 4.8, 9, room.dark, 1).circle(dial, 38.6, 1.2, theme.window).circle(
                dial, 42.4, 1.2, theme.brass
            )


def key_collector(room: Room) -> None:
    theme, w = room.theme, room.width
    # the board with two rows of keys
    room.rect(4, 9, 30, 27, mix(theme.copper, theme.ink, 0.35), 1).rect(
        5.6, 10.6, 26.8, 23.8, mix(theme.paper, theme.copper, 0.4)
    )
    for row in range(2):
        for column in range(4):
            _key(room, 8.8 + column * 6.4, 13.4 + row * 11.4, 0.62, theme.brass if (row + column) % 3 else room.colour)
    desk = min(w - 34, 58.0)
    man = desk + 9
    # the landlord: coat, shirt, tie, head, moustache, top hat with its band, monocle
    room.shape([(man - 9, 50), (man - 7, 32), (man + 7, 32), (man + 9, 50)], room.dark)
    room.shape([(man - 2.6, 32), (man + 2.6, 32), (man, 41)], theme.paper)
    room.shape([(man - 0.9, 33), (man + 0.9, 33), (man, 40)], room.colour)
    room.circle(man, 26, 5.2, room.skin)
    room.line([(man - 3.4, 28.4), (man, 27.4), (man + 3.4, 28.4)], room.deep, 1.6)
    room.rect(man - 8, 20.4, 16, 2.2, room.deep, 1).rect(man - 5, 9, 10, 12, room.deep, 0.8).rect(
        man - 5, 17.4, 10, 2.2, room.colour
    )
    room.circle(man + 2, 25, 1.7, theme.brass, 0.8)
    # his arm with a key ring that swings
    swing = 3 * room.there - 1.5
    room.line([(man - 7, 36), (man - 14, 38)], room.dark, 3.2).circle(man - 15.4, 38, 2, room.skin)
    room.circle(man - 16 + swing / 3, 42.6, 3, theme.brass, 1)
    _key(room, man - 17.5 + swing, 45.4, 0.8, theme.brass)
    # the desk with two drawers, and a pile of coins
    room.rect(desk - 16, 48, 44, 3, mix(theme.copper, theme.ink, 0.25), 0.6).rect(
        desk - 13, 51, 38, 9, mix(theme.copper, theme.ink, 0.45)
    )
    for x in (desk - 10, desk + 9):
        room.rect(x, 53, 13, 5.4, mix(theme.copper, theme.ink, 0.3), 0.6).circle(x + 6.5, 55.7, 0.9, theme.brass)
    for number in range(3):
        room.ellipse(desk + 21, 47.2 - number * 1.7, 7, 2.4, mix(theme.brass, theme.paper, 0.1 + 0.15 * (number % 2)))
    # if there is room, a safe with its lock
    if w - (desk + 30) > 12:
        x = desk + 31
        room.rect(x, 34, 17, 26, mix(room.colour, theme.ink, 0.35), 1.4).rect(
            x + 2, 36, 13, 20, mix(room.colour, theme.ink, 0.15), 1
        )
        room.circle(x + 8.5, 46, 3.6, theme.brass, 1.2).circle(x + 8.5, 46, 1, theme.brass)


def _key(room: Room, x: float, y: float, size: float, paint: Paint) -> None:
    """Draw a hanging key: bow, shaft and two teeth."""
    room.circle(x, y + 2.6 * size, 2.6 * size, paint, 1.2 * size)
    room.rect(x - 0.6 * size, y + 5 * size, 1.2 * size, 8.4 * size, paint)
    room.rect(x, y + 9.4 * size, 3 * size, 1.2 * size, paint).rect(x, y + 11.8 * size, 2.4 * size, 1.2 * size, paint)


def loudspeakers(room: Room) -> None:
    theme, w = room.theme, room.width
    # two loudspeakers, each with two cones that throb, and three sound waves
    for number, (x, high) in enumerate(((5.0, 40.0), (w - 27, 46.0))):
        top = HIGH - high
        room.rect(x, top, 22, high, room.dark, 1.6).rect(
            x + 1.6, top + 1.6, 18.8, high - 3.2, mix(room.colour, theme.ink, 0.25), 1
        )
        for share, radius in ((0.26, 4.6), (0.68, 7.4)):
            swell = 0.7 if (number + room.frame) % 2 else 0.0
            room.circle(x + 11, top + high * share, radius + swell, theme.ink).circle(
                x + 11, top + high * share, radius * 0.66, room.colour
            )
            room.circle(x + 11, top + high * share, radius * 0.26, theme.brass)
    for step in range(3):
        room.arc(27, HIGH - 14, 8 + step * 5.4, -42, 42, mix(room.colour, theme.paper, 0.18 * step), 1.5)
    # a dancer with raised arms, and three notes
    middle = w / 2 + 1
    lean = 5.2 * room.there - 2.6
    room.person(middle, 60, theme.brass, 27, lean)
    room.line([(middle + lean, 40), (middle - 8, 33 + lean)], theme.brass, 2.2)
    room.line([(middle + lean, 40), (middle + 9, 31 - lean)], theme.brass, 2.2)
    for number, (x, y) in enumerate(((middle - 17, 13), (middle - 3, 7), (middle + 15, 15))):
        _note(room, x, y + (2.2 if (number + room.frame) % 2 else 0.0), number == 1)


def _note(room: Room, x: float, y: float, double: bool) -> None:
    """Draw a quaver, or two quavers with a beam."""
    ink = room.dark
    room.ellipse(x, y + 10, 5, 3.8, ink).line([(x + 2, y + 9.6), (x + 2, y)], ink, 1.2)
    if double:
        room.ellipse(x + 8, y + 8.6, 5, 3.8, ink).line([(x + 10, y + 8.4), (x + 10, y - 1.4)], ink, 1.2)
        room.shape([(x + 1.6, y - 0.4), (x + 10.6, y - 2), (x + 10.6, y + 0.8), (x + 1.6, y + 2.4)], ink)
    else:
        room.line([(x + 2, y), (x + 5.4, y + 3.6)], ink, 1.4)


def flames(room: Room) -> None:
    theme, w = room.theme, room.width
    # smoke, a window in the glow of the fire, and a fire extinguisher
    for number in range(4):
        x = w * (number + 0.5) / 4
        room.ellipse(x, 5 + 3 * ((number + room.frame) % 2), w / 3, 11, (*theme.ink, 70))
    room.window(w * 0.42, 12, 17, 20)
    room.rect(w * 0.42, 12, 17, 20, (*theme.glow, 90))
    room.rect(6, 27, 5, 14, theme.paper, 2).rect(7, 23.6, 3, 4, theme.ink).line([(9, 25), (13, 28)], theme.ink, 1)
    room.rect(6, 32, 5, 4, theme.sites["canyon"])
    # three layers of flames, and five sparks
    count = max(5, int(w // 15))
    for layer, (share, paint) in enumerate(((1.0, theme.sites["canyon"]), (0.68, theme.glow), (0.38, theme.window))):
        for number in range(count):
            x = (number + 0.5) * w / count
            tall = (34, 46, 38, 50, 36, 43)[(number * 5 + room.frame * 2) % 6]
            sway = (1.6 if (number + room.frame) % 2 else -1.6) * (1 - layer * 0.25)
            flame(room, x, w / count * 0.62 * share, tall * share, sway, paint)
    for number in range(5):
        x, y = w * (number + 0.4) / 5, 8 + (number * 17 + room.frame * 7) % 20
        room.circle(x, y, 0.9, theme.window)


def flame(room: Room, x: float, half: float, high: float, sway: float, paint: Paint) -> None:
    # the right outline downwards, then the left one upwards, in shares of half the width and of the height
    curve = [(0.0, 1.0), (0.32, 0.66), (0.26, 0.5), (0.8, 0.44), (1.0, 0.22), (0.78, 0.04), (0.4, 0.0)]
    mirrored = [(-0.4, 0.0), (-0.82, 0.06), (-1.0, 0.26), (-0.66, 0.52), (-0.4, 0.62), (-0.2, 0.86)]
    room.shape([(x + half * px + sway * py, HIGH - high * py) for px, py in (*curve, *mirrored)], paint)
