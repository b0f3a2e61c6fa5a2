"""A room to furnish: shapes in units of its own, and the things that several rooms have."""

from __future__ import annotations

import math
from dataclasses import dataclass

from topping_out.scenes.kit.canvas import Drawing, Paint, Point
from topping_out.scenes.kit.theme import Colour, Theme, mix

HIGH = 60.0


@dataclass
class Room:
    """A part of a canvas to furnish."""

    canvas: Drawing
    theme: Theme
    colour: Colour
    x: float
    y: float
    zoom: float
    width: float
    """In the units of the drawing."""
    frame: int = 0

    def __post_init__(self) -> None:
        theme = self.theme
        self.dark = mix(self.colour, theme.ink, 0.5)
        self.deep = mix(self.colour, theme.night, 0.78)
        self.soft = mix(theme.paper, self.colour, 0.45)
        self.light = mix(theme.window, theme.paper, 0.35)
        self.skin = mix(theme.paper, theme.copper, 0.5)

    def rect(self, x: float, y: float, width: float, height: float, paint: Paint, radius: float = 0) -> Room:
        k = self.zoom
        self.canvas.rect(self.x + x * k, self.y + y * k, width * k, height * k, paint, radius * k)
        return self

    def circle(self, x: float, y: float, radius: float, paint: Paint, line: float = 0) -> Room:
        k = self.zoom
        self.canvas.circle(self.x + x * k, self.y + y * k, radius * k, paint, line * k)
        return self

    def ellipse(self, x: float, y: float, width: float, height: float, paint: Paint) -> Room:
        """Draw an ellipse round (x, y)."""
        k = self.zoom
        left, top = self.x + (x - width / 2) * k, self.y + (y - height / 2) * k
        self.canvas.ellipse(left, top, width * k, height * k, paint)
        return self

    def shape(self, points: list[Point], paint: Paint) -> Room:
        self.canvas.polygon([(self.x + x * self.zoom, self.y + y * self.zoom) for x, y in points], paint)
        return self

    def line(self, points: list[Point], paint: Paint, width: float = 1) -> Room:
        self.canvas.line(
            [(self.x + x * self.zoom, self.y + y * self.zoom) for x, y in points], paint, width * self.zoom
        )
        return self

    def arc(self, x: float, y: float, radius: float, start: float, end: float, paint: Paint, width: float) -> Room:
        """Draw a part of a circle from `start` to `end` degrees, 0 to the right, clockwise."""
        angles = [math.radians(start + (end - start) * step / 10) for step in range(11)]
        return self.line([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], paint, width)

    # -- things that several rooms have

    def lamp(self, x: float, drop: float, half: float = 7) -> None:
        """Hang a lamp from the ceiling, its cone of light under it."""
        theme = self.theme
        self.shape([(x - half, drop + 4), (x + half, drop + 4), (x + half * 2.4, 52), (x - half * 2.4, 52)],
                   (*theme.window, 70))  # fmt: skip
        self.line([(x, 0), (x, drop)], self.dark, 1.1)
        self.shape([(x - half, drop + 4.5), (x - half * 0.35, drop - 1), (x + half * 0.35, drop - 1),
                    (x + half, drop + 4.5)], theme.brass)  # fmt: skip
        self.ellipse(x, drop + 4.6, half * 1.1, 2.6, self.light)

    def window(self, x: float, y: float, width: float, height: float, moon: bool = False) -> None:
        """Open a window on the night."""
        theme = self.theme
        self.rect(x - 1.6, y - 1.6, width + 3.2, height + 3.2, self.dark, 1)
        self.canvas.gradient(
            self.x + x * self.zoom, self.y + y * self.zoom, width * self.zoom, height * self.zoom,
            [(0, theme.night), (0.6, theme.dusk), (1, theme.rose)],
        )  # fmt: skip
        if moon:
            self.circle(x + width * 0.68, y + height * 0.3, min(width, height) * 0.15, theme.paper)
        for number, share in enumerate((0.1, 0.36, 0.62, 0.84)):
            top = y + height * (0.62, 0.5, 0.7, 0.56)[number]
            self.rect(x + width * share, top, width * 0.14, y + height - top, theme.hills)
        self.rect(x + width / 2 - 0.5, y, 1, height, self.dark)

    def person(self, x: float, foot: float, coat: Colour, high: float = 22, lean: float = 0.0) -> None:
        """Stand somebody on `foot`."""
        hip = foot - high * 0.4
        self.line([(x - 1.8, foot), (x - 1 + lean / 3, hip)], self.deep, 2.4)
        self.line([(x + 1.8, foot), (x + 1 + lean / 3, hip)], self.deep, 2.4)
        top = foot - high * 0.8
        self.shape([(x - 2.6 + lean / 3, hip + 1), (x + 2.6 + lean / 3, hip + 1), (x + 3.2 + lean, top),
                    (x - 3.2 + lean, top)], coat)  # fmt: skip
        self.circle(x + lean * 1.2, top - high * 0.11, high * 0.13, self.skin)

    def plant(self, x: float, high: float = 22) -> None:
        """Put a palm in a pot on the floor."""
        theme = self.theme
        green = theme.sites["forest"]
        self.line([(x, HIGH - 7), (x, HIGH - high)], mix(theme.copper, theme.ink, 0.45), 1.8)
        for angle in (-1.5, -1.05, -0.55, 0.0, 0.55, 1.05, 1.5):
            reach, top = high * 0.5, HIGH - high
            bend = (x + math.sin(angle) * reach * 0.6, top - math.cos(angle) * reach * 0.55)
            tip = (x + math.sin(angle) * reach, top - math.cos(angle) * reach * 0.5 + abs(angle) * 3)
            self.line([(x, top), bend, tip], mix(green, theme.window, 0.12 + 0.06 * (angle > 0)), 2.2)
        self.shape([(x - 5, HIGH - 9), (x + 5, HIGH - 9), (x + 3.6, HIGH), (x - 3.6, HIGH)], theme.copper)
        self.rect(x - 5.6, HIGH - 10, 11.2, 2, mix(theme.copper, theme.paper, 0.3))
