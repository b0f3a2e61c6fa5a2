"""A figure that changed from game to game, drawn as a curve, and the same as rows to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import pygame

from topping_out.game.language import tr, tr_count
from topping_out.game.text import with_minus
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.canvas import Canvas
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.ui.widgets import ListRow, Rect, Widget

MOST_POINTS = 120
"""So many are drawn of a longer curve: more cannot be told apart."""
MOST_ROWS = 12
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""What lines of the grid may be apart."""
LINES = 5
"""At most so many steps of the grid."""


@dataclass(frozen=True, slots=True)
class GameFigure:
    """The figure after a game."""

    number: int
    """Of the game, from 1."""
    day: str
    """In words."""
    value: float
    margin: float = 0.0
    """How far the value may be off."""

    @property
    def words(self) -> str:
        value = with_minus(round(self.value))
        # Translators: a figure, and how far it may be off.
        return tr("{value} ± {margin}", value=value, margin=round(self.margin)) if self.margin else value


@dataclass(frozen=True, slots=True)
class Mark:
    """A height on the curve with a name, such as how strong a level is."""

    name: str
    value: float


def sample(points: Sequence[GameFigure], most: int) -> list[GameFigure]:
    """Return so many of the points at most, evenly spread; the last one is among them."""
    number = min(most, len(points))
    return [points[len(points) * (place + 1) // number - 1] for place in range(number)]


class Curve(Widget):
    """The curve, with the range in which the figure lies round it; the bots' levels as lines across."""

    radius = 8.0

    def __init__(self, name: str, title: str, points: Sequence[GameFigure], marks: Sequence[Mark] = ()) -> None:
        """`points` must not be empty."""
        super().__init__(name)
        self.title = title
        self.points, self.marks = tuple(sample(points, MOST_POINTS)), tuple(marks)
        self._all = points

    def semantics(self) -> Semantics:
        values = [point.value for point in self._all]
        about = tr_count(
            "{title} over {number} game: at first {first}, now {now}; lowest {low}, highest {high}.",
            "{title} over {number} games: at first {first}, now {now}; lowest {low}, highest {high}.",
            len(values), title=self.title, first=self._all[0].words, now=self._all[-1].words,
            low=with_minus(round(min(values))), high=with_minus(round(max(values))),
        )  # fmt: skip
        return Semantics(Role.FIGURE, about)

    def height_for(self, kit: Kit, width: float) -> float:
        return 190 + 2 * kit.line(15)

    # -- drawing

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.rim, 1, 8), r.x, r.y)
        area, (low, high, step) = self._area(kit), self._scale()
        for number in range(round((high - low) / step) + 1):
            value = low + number * step
            label = kit.text(with_minus(round(value)), 13, "body", theme.mist)
            wide, tall = kit.size_of(label)
            stage.blit(label, area.x - 8 - wide, self._y(area, value, low, high) - tall / 2)
        key = ("curve", self.points, tuple(self.marks), area.w, area.h)
        stage.blit(kit.cached(key, lambda: self._drawn(kit, area, low, high, step)), area.x, area.y)
        self._put_marks(stage, kit, area, low, high)
        self._put_days(stage, kit, area)

    def _area(self, kit: Kit) -> Rect:
        """Return where the curve itself is."""
        r = self.rect
        aside = max((kit.text_size(mark.name, 13)[0] for mark in self.marks), default=0.0) + 20
        left = kit.text_size("−8888", 13)[0] + 18
        return Rect(r.x + left, r.y + 14, r.w - left - aside, r.h - 26 - kit.line(13))

    def _scale(self) -> tuple[float, float, float]:
        """Return the lowest and the highest line of the grid, and how far they are apart."""
        # The first games, after which little is known, would make the rest flat: there the range is cut off.
        now = self.points[-1]
        values = [*(point.value for point in self.points), now.value - now.margin, now.value + now.margin]
        low, high = min(values), max(values)
        step = next((step for step in STEPS if high - low <= step * (LINES - 1)), STEPS[-1])
        return step * floor(low / step), step * max(ceil(high / step), floor(low / step) + 1), step

    @staticmethod
    def _y(area: Rect, value: float, low: float, high: float) -> float:
        return area.bottom - area.h * (value - low) / (high - low)

    def _drawn(self, kit: Kit, area: Rect, low: float, high: float, step: float) -> pygame.Surface:
        theme = kit.theme
        inside = Rect(0, 0, area.w, area.h)
        canvas = kit.canvas(area.w, area.h, theme.brass, detail=2)
        for number in range(round((high - low) / step) + 1):
            y = min(area.h - 0.5, max(0.5, self._y(inside, low + number * step, low, high)))
            canvas.line([(0, y), (area.w, y)], mix(theme.plate, theme.rim, 0.8), 1)
        last = len(self.points) - 1
        across = [area.w * number / last if last else area.w / 2 for number in range(last + 1)]
        self._draw_band(canvas, kit, inside, across, (low, high))
        line = [(x, self._y(inside, point.value, low, high)) for x, point in zip(across, self.points)]
        canvas.line(line, theme.brass, 2.2) if len(line) > 1 else canvas.circle(*line[0], 4, theme.brass)
        return canvas.done()

    def _draw_band(
        self, canvas: Canvas, kit: Kit, area: Rect, across: Sequence[float], bounds: tuple[float, float]
    ) -> None:
        """Show the range in which the figure lies."""
        if len(across) > 1 and any(point.margin for point in self.points):
            low, high = bounds
            above = [(x, self._y(area, min(high, p.value + p.margin), *bounds)) for x, p in zip(across, self.points)]
            below = [(x, self._y(area, max(low, p.value - p.margin), *bounds)) for x, p in zip(across, self.points)]
            canvas.polygon([*above, *reversed(below)], (*kit.theme.brass, 46))

    def _put_marks(self, stage: Stage, kit: Kit, area: Rect, low: float, high: float) -> None:
        """Write the names of the heights that can be seen; where two are too near, the first alone."""
        free: list[float] = []
        for mark in self.marks:
            y = self._y(area, mark.value, low, high)
            if not area.y <= y <= area.bottom:
                continue
            stage.blit(kit.dashed(area.w, 1, mix(kit.theme.plate, kit.theme.mist, 0.4), 1, 0), area.x, y)
            if all(abs(y - other) >= kit.line(11) for other in free):
                free.append(y)
                label = kit.text(mark.name, 13, "body", kit.theme.mist)
                stage.blit(label, area.right + 10, y - kit.size_of(label)[1] / 2)

    def _put_days(self, stage: Stage, kit: Kit, area: Rect) -> None:
        room = area.w / 2 - 10
        for point, is_last in ((self.points[0], False), (self.points[-1], True)):
            label = kit.text(kit.fit(point.day, room, 13), 13, "body", kit.theme.mist)
            stage.blit(label, area.right - kit.size_of(label)[0] if is_last else area.x, area.bottom + 6)
            if len(self.points) == 1:
                break


def curve_rows(name: str, points: Sequence[GameFigure]) -> list[ListRow]:
    """Return the same as rows: the figure after some of the games, the last one first."""
    rows = []
    for point in reversed(sample(points, MOST_ROWS)):
        title = tr("After game {number}: {figure}", number=point.number, figure=point.words)
        rows.append(ListRow(f"{name} {point.number}", title, point.day))
    return rows
