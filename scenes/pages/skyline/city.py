"""The player's city: the best tower of each finished game, in the order in which they were played."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from topping_out.game.storage.library import Saved
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures import built
from topping_out.scenes.kit.pictures.built import BuiltPicture
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import painter_of

PITCH = 0.19
"""Usually from one tower to the next; this and the others are shares of the height of a tower's sheet."""
EDGE = 0.36
"""Before the first tower, and after the last."""
JITTER = 0.02
BACK = 0.74
"""Every other tower, and those of lost games, stand further back, and look so much smaller."""
FRONT = 0.4
"""How high the player's towers are before the districts, beside those that stand alone."""
WIDE = 0.24
"""How wide a tower is that is not painted yet."""


def finished_games(games: Iterable[Saved]) -> list[Saved]:
    """Return those that leave a tower, the oldest first: a human played, and not on from another game's position."""
    playable = definition.playable()
    return sorted(
        (
            saved
            for saved in games
            if saved.summary.tower
            and saved.header.game in playable
            and not (saved.header.occasion and saved.header.occasion.branch)
            and any(player.is_human for player in saved.header.seats)
        ),
        key=lambda saved: (saved.header.started, saved.path.name),
    )


def is_won(saved: Saved) -> bool:
    """Tell whether a human won; towers of lost games stand further back, whatever was built there."""
    winners = saved.outcome.winners if saved.outcome else ()
    return any(saved.header.seats[seat].is_human for seat in winners)


class Plot(NamedTuple):
    """Where a tower stands; lengths in shares of the height of a front tower's sheet."""

    number: int
    x: float
    """Its middle, from the left end of the city."""
    size: float
    is_back: bool


@dataclass(frozen=True)
class Standing:
    """A tower's picture, and where it is on the screen, in logical units."""

    number: int
    picture: pygame.Surface
    rect: pygame.FRect


class City:
    """Towers side by side, every other one further back; `height` is that of a front tower's sheet."""

    def __init__(self, games: list[Saved], height: float, pitch: float = PITCH) -> None:
        self.games, self.height, self.pitch = games, height, pitch

    @property
    def width(self) -> float:
        """Of the whole city, in logical units."""
        return (2 * EDGE + self.pitch * max(0, len(self.games) - 1)) * self.height

    def x_of(self, number: int) -> float:
        """Return the middle of a tower, in logical units from the left end of the city."""
        return self._plot(number).x * self.height

    def between(self, left: float, right: float) -> range:
        """Return the numbers of the towers of which something may stand between two places."""
        pitch, edge = self.pitch * self.height, EDGE * self.height
        first = int((left - edge) / pitch) - 2
        return range(max(0, first), min(len(self.games), int((right - edge) / pitch) + 4))

    def standing(self, kit: Kit, left: float, width: float, ground: float, lit: int | None = None) -> list[Standing]:
        """Return what is painted of the city from `left` on, lowest first; no haze lies over the `lit` tower."""
        plots = [self._plot(number) for number in self.between(left, left + width)]
        plots.sort(key=lambda plot: (plot.number == lit, not plot.is_back, plot.number))
        return [self._stand(kit, plot, left, ground, lit) for plot in plots if self._is_painted(kit, plot)]

    def paint_next(self, kit: Kit, left: float, width: float) -> bool:
        """Paint one tower more of those that stand there, from the middle on; return False where all are painted."""
        numbers = self.between(left, left + width)
        middle = (numbers.start + numbers.stop) / 2
        for number in sorted(numbers, key=lambda number: abs(number - middle)):
            plot = self._plot(number)
            if not self._is_painted(kit, plot):
                self._picture(kit, plot, None)
                return True
        return False

    def paint_all(self, kit: Kit, left: float, width: float) -> None:
        while self.paint_next(kit, left, width):
            pass

    def _plot(self, number: int) -> Plot:
        luck = random.Random(number * 7 + 1)
        is_back = bool(number % 2) or not is_won(self.games[number])
        x = EDGE + number * self.pitch + luck.uniform(-JITTER, JITTER)
        return Plot(number, x, BACK * luck.uniform(0.95, 1.05) if is_back else luck.uniform(0.94, 1.0), is_back)

    def built(self, kit: Kit, number: int) -> BuiltPicture:
        saved = self.games[number]
        assert saved.summary.tower
        assert saved.outcome
        seats, theme = saved.header.seats, kit.theme
        colours = (*(theme.seats[player.colour] for player in seats), theme.ghost)
        is_winners = saved.summary.tower.seat in saved.outcome.winners
        return BuiltPicture(painter_of(saved.header.game), saved.summary.tower, colours, is_winners)

    def _picture(self, kit: Kit, plot: Plot, lit: int | None) -> pygame.Surface:
        paint = built.hazy if plot.is_back and plot.number != lit else built.picture
        return paint(kit, self.built(kit, plot.number), plot.size * self.height)

    def _is_painted(self, kit: Kit, plot: Plot) -> bool:
        return built.is_painted(kit, self.built(kit, plot.number), plot.size * self.height, plot.is_back)

    def _stand(self, kit: Kit, plot: Plot, left: float, ground: float, lit: int | None) -> Standing:
        picture = self._picture(kit, plot, lit)
        width, high = kit.size_of(picture)
        x = plot.x * self.height - left
        return Standing(plot.number, picture, pygame.FRect(x - width / 2, ground - high, width, high))


def months(games: list[Saved]) -> Iterator[tuple[int, str]]:
    """Yield the number of the first tower of each month, with the month as ISO 8601 has it."""
    last = ""
    for number, saved in enumerate(games):
        month = saved.header.started[:7]
        if month != last:
            last = month
            yield number, month
