"""The city's street: the player's towers, the districts behind them, and walking along it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import pygame

from topping_out.game import roster
from topping_out.game.city import DistrictStanding
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.game.text import paragraph

from ..kit import built
from ..kit.built import FRONT_HEIGHT, FRONT_WIDTH, BuiltPicture
from ..kit.city import Quarter, dusk, far_roofs, glow, halo, quarter, tower
from ..kit.faces import portrait
from ..kit.kit import Kit, Metrics
from ..kit.ornament import lettering, rule
from ..kit.stage import Stage
from ..kit.theme import Colour, Theme
from ..match import definition
from ..match.definition import painter_of
from ..match.phrases import day_and_year, month_by_itself
from ..ui.layout import Rect

# -- words


def heading_of(saved: Saved) -> str:
    """Return the day and title of a game, such as "22 November 2026 · Towers"."""
    title, day = load(saved.header.game).title, day_and_year(saved.header.started)
    return tr("{day} · {game}", day=day, game=title) if day else title


def result_of(saved: Saved) -> str:
    """Return who won, in words."""
    assert saved.outcome
    return load(saved.header.game).describe_outcome(saved.outcome, [tr_label(p.name) for p in saved.header.seats])


def builder_of(saved: Saved) -> str:
    """Return who built the game's tower and what it is; empty if the game does not describe it."""
    assert saved.summary.tower
    words, seat = load(saved.header.game).describe_tower(saved.summary.tower), saved.summary.tower.seat
    if not words or seat is None or seat >= len(saved.header.seats):
        return words
    # Translators: {tower} is such as "10 spades".
    yours, theirs = mark("Built by you: {tower}"), mark("Built by {name}: {tower}")
    return tr_player(saved.header.seats[seat].name, yours, theirs, tower=words)


def month_words(month: str) -> str:
    """Return an ISO 8601 month in words, such as "November 2026"; empty if the text is not a month."""
    try:
        day = date.fromisoformat(f"{month}-01")
    except ValueError:
        return ""
    # Translators: a month on a time line. {month} is a name that stands without a day.
    return tr("{month} {year}", month=month_by_itself(day.month), year=day.year)


def floors_words(standing: DistrictStanding) -> str:
    """Return how far the player has come in a district, in a few words."""
    if standing.won:
        return tr("Won: the tower is yours")
    if not standing.is_open:
        return tr_count("Opens after {number} tower", "Opens after {number} towers", standing.district.needs)
    return tr_count(
        "{lit} of {number} floor lit", "{lit} of {number} floors lit", len(standing.stages), lit=standing.floors
    )


def tower_words(standing: DistrictStanding) -> str:
    """Return the description of a district, and whose tower stands there."""
    rival = roster.characters()[standing.district.rival].name
    return paragraph([tr(standing.district.about), tr("{rival}'s tower.", rival=rival)])


def next_words(standing: DistrictStanding) -> str:
    """Return the next match of a district; empty if there is none."""
    stage = standing.next.stage if standing.next else None
    return paragraph([tr("Next: {game}.", game=load(stage.game).title), tr(stage.twist)]) if stage else ""


# -- city


PITCH = 0.19
"""Average distance from one tower to the next. This and the next two are shares of the height of a tower's sheet."""
CITY_EDGE = 0.36
"""Space before the first tower and after the last."""
JITTER = 0.02
"""The most that a tower stands left or right of its regular place."""
BACK_SCALE = 0.74
"""Scale of the towers that stand further back: every other one, and those of lost games."""
FRONT_SCALE = 0.4
"""Scale of the player's towers if districts stand behind them."""


def finished_games(games: Iterable[Saved]) -> list[Saved]:
    """Return the games that leave a tower, oldest first: a human played, and they did not branch off another game."""
    playable = definition.playable()
    return sorted(
        (
            saved
            for saved in games
            if saved.summary.tower
            and saved.header.game in playable
            and not saved.header.purpose.branch
            and any(player.is_human for player in saved.header.seats)
        ),
        key=lambda saved: (saved.header.started, saved.path.name),
    )


def is_won(saved: Saved) -> bool:
    """Tell whether a human won. Towers of lost games stand further back."""
    winners = saved.outcome.winners if saved.outcome else ()
    return any(saved.header.seats[seat].is_human for seat in winners)


class Plot(NamedTuple):
    """Where a tower stands; lengths are shares of the height of a front tower's sheet."""

    number: int
    x: float
    """The tower's middle, from the left end of the city."""
    size: float
    is_back: bool


@dataclass(frozen=True)
class Standing:
    """A tower's picture and its place on the screen, in logical units."""

    number: int
    picture: pygame.Surface
    rect: pygame.FRect


def built_of(kit: Kit, saved: Saved) -> BuiltPicture:
    """Return the best tower of a finished game, which must have one."""
    assert saved.summary.tower
    assert saved.outcome
    seats, theme = saved.header.seats, kit.theme
    colours = (*(theme.seats[player.colour] for player in seats), theme.ghost)
    is_winners = saved.summary.tower.seat in saved.outcome.winners
    options = (*saved.header.options.items(),)
    return BuiltPicture(painter_of(saved.header.game), saved.summary.tower, colours, is_winners, options)


class City:
    """The player's towers side by side, every other one further back; `height` is that of a front tower's sheet."""

    def __init__(self, games: list[Saved], height: float, pitch: float = PITCH) -> None:
        self.games, self.height, self.pitch = games, height, pitch

    @property
    def width(self) -> float:
        """The width of the whole city, in logical units."""
        return (2 * CITY_EDGE + self.pitch * max(0, len(self.games) - 1)) * self.height

    def x_of(self, number: int) -> float:
        """Return the middle of a tower, in logical units from the left end of the city."""
        return self._plot(number).x * self.height

    def between(self, left: float, right: float) -> range:
        """Return the numbers of the towers of which a part may be between two x coordinates."""
        pitch, edge = self.pitch * self.height, CITY_EDGE * self.height
        first = int((left - edge) / pitch) - 2
        return range(max(0, first), min(len(self.games), int((right - edge) / pitch) + 4))

    def standing(self, kit: Kit, left: float, width: float, ground: float, lit: int | None = None) -> list[Standing]:
        """Return the painted towers of a window that begins at `left`, back to front; the `lit` tower has no haze."""
        plots = [self._plot(number) for number in self.between(left, left + width)]
        plots.sort(key=lambda plot: (plot.number == lit, not plot.is_back, plot.number))
        return [self._stand(kit, plot, left, ground, lit) for plot in plots if self._is_painted(kit, plot)]

    def paint_next(self, kit: Kit, left: float, width: float) -> bool:
        """Paint one more tower of a window, from its middle outwards; return False if all are painted already."""
        numbers = self.between(left, left + width)
        middle = (numbers.start + numbers.stop) / 2
        for number in sorted(numbers, key=lambda number: abs(number - middle)):
            plot = self._plot(number)
            if not self._is_painted(kit, plot):
                self._picture(kit, plot, None)
                return True
        return False

    def _plot(self, number: int) -> Plot:
        rng = random.Random(number * 7 + 1)
        is_back = bool(number % 2) or not is_won(self.games[number])
        x = CITY_EDGE + number * self.pitch + rng.uniform(-JITTER, JITTER)
        return Plot(number, x, BACK_SCALE * rng.uniform(0.95, 1.05) if is_back else rng.uniform(0.94, 1.0), is_back)

    def _picture(self, kit: Kit, plot: Plot, lit: int | None) -> pygame.Surface:
        paint = built.hazy if plot.is_back and plot.number != lit else built.picture
        return paint(kit, built_of(kit, self.games[plot.number]), plot.size * self.height)

    def _is_painted(self, kit: Kit, plot: Plot) -> bool:
        tower = built_of(kit, self.games[plot.number])
        return built.is_painted(kit, tower, plot.size * self.height, plot.is_back)

    def _stand(self, kit: Kit, plot: Plot, left: float, ground: float, lit: int | None) -> Standing:
        picture = self._picture(kit, plot, lit)
        width, high = kit.size_of(picture)
        x = plot.x * self.height - left
        return Standing(plot.number, picture, pygame.FRect(x - width / 2, ground - high, width, high))


def months(games: list[Saved]) -> Iterator[tuple[int, str]]:
    """Yield the number of the first tower of each month, with the month in ISO 8601."""
    last = ""
    for number, saved in enumerate(games):
        month = saved.header.started[:7]
        if month != last:
            last = month
            yield number, month


# -- scenery


ROOFS_HEIGHT = 0.34
"""Height of the distant roofs, as a share of the sky."""
PARALLAX = 0.22
"""How fast the distant roofs move, as a share of the towers' speed."""


NIGHT_GLOW = 0.0
"""How much light is left in the sky at night."""


def put_scenery(stage: Stage, kit: Kit, ground: float, offset: float, is_night: bool = False) -> None:
    """Draw what lies behind the towers, when the window is `offset` from the left end of the city."""
    stage.blit(dusk(kit, ground, NIGHT_GLOW if is_night else 1.0), 0, 0)
    roofs = far_roofs(kit, ground * ROOFS_HEIGHT)
    x = -(offset * PARALLAX) % kit.width
    for left in (x - kit.width, x):
        if left < kit.width and left + kit.width > 0:
            stage.blit(roofs, left, ground * (1 - ROOFS_HEIGHT), 0.35 if is_night else 1.0)


def put_light(stage: Stage, kit: Kit, tower: Standing) -> None:
    """Draw the light behind a tower and a brass line under it."""
    rect, brass = tower.rect, kit.theme.brass
    with stage.clip(0, 0, kit.width, rect.bottom):
        stage.blit_centred(halo(kit, rect.h), *rect.center)
    stage.blit_centred(kit.plate(rect.w * 0.7, 4, brass, brass, 0, 2), rect.centerx, rect.bottom + 5)


# -- street


DISTRICT_WIDTH = 470.0
"""Distance from one rival's tower to the next at the normal text size, in logical units."""
NAME_SIZE, STATE_SIZE = 19.0, 14.0
"""Text sizes on a district's sign: its name, and the player's progress."""
FACE = 46.0
STREET_EDGE = 14.0
QUARTER_HEIGHT = 0.56
"""The most that the roofs of a quarter can reach, as a share of its tower's height."""
OVERLAP = 1.16
"""Width of a quarter, as a share of `pitch`: its edges run into its neighbours."""
LIGHTING_TIME = 2600.0
"""Milliseconds until all windows of the floors just won are lit."""
SOUND_INTERVAL = 110.0
"""Milliseconds from one sound of a window going on to the next."""


class Street:
    """The districts side by side. `top` and `ground` are the upper and lower edge of the sky."""

    def __init__(self, districts: Sequence[DistrictStanding] = ()) -> None:
        self.districts = list(districts)
        self.newly_lit: tuple[str, int] | None = None
        """The district whose windows are going on, and how many floors were lit before; None at other times."""
        self._time = 0.0
        self.pitch = DISTRICT_WIDTH
        self.top = self.ground = self.sign = 0.0

    def lay(self, kit: Kit, top: float, ground: float) -> None:
        self.pitch, self.top, self.ground = kit.wide(DISTRICT_WIDTH), top, ground
        self.sign = kit.line(NAME_SIZE) + kit.line(STATE_SIZE) + 6

    @property
    def width(self) -> float:
        return self.pitch * len(self.districts)

    def x_of(self, number: int) -> float:
        """Return the x of a district's tower, from the left end of the street."""
        return (number + 0.5) * self.pitch

    def at(self, x: float) -> int:
        """Return the number of the district at an x coordinate of the street."""
        return max(0, min(len(self.districts) - 1, int(x / self.pitch)))

    @property
    def height(self) -> float:
        """The height of a tower's sheet."""
        return self.ground - self.top - self.sign

    def place(self, kit: Kit, number: int, left: float) -> Rect:
        """Return the rectangle of a district's sign and tower in a window that begins at `left`."""
        wide = max(self.height * FRONT_WIDTH / FRONT_HEIGHT, 0.86 * self.pitch)
        return Rect(self.x_of(number) - left - wide / 2, self.top, wide, self.ground - self.top)

    # -- painting

    def paint_next(self, kit: Kit, left: float) -> bool:
        """Paint one more visible quarter; return False if all are painted already."""
        number = next((number for number in self._shown(kit, left) if not self._is_painted(kit, number)), None)
        if number is not None:
            self._quarter(kit, number)
        return number is not None

    def _shown(self, kit: Kit, left: float) -> range:
        if not self.districts:
            return range(0)
        return range(self.at(left - self.pitch / 2), self.at(left + kit.width + self.pitch / 2) + 1)

    def _colour(self, kit: Kit, number: int) -> Colour:
        return kit.theme.sites[self.districts[number].district.site]

    def _is_painted(self, kit: Kit, number: int) -> bool:
        return kit.has(self._look(kit, number).key)

    def _look(self, kit: Kit, number: int) -> Quarter:
        each = self.districts[number]
        size = self.pitch * OVERLAP, self.height * QUARTER_HEIGHT
        return Quarter(each.district.scenery, self._colour(kit, number), *size, each.is_open)

    def _quarter(self, kit: Kit, number: int) -> pygame.Surface:
        return quarter(kit, self._look(kit, number))

    # -- windows going on

    def light(self, name: str, before: int) -> None:
        """Start lighting the windows just won in a district that had `before` lit floors."""
        self.newly_lit, self._time = (name, before), 0.0

    def update(self, ms: float, is_reduced: bool) -> bool:
        """Let time pass; return whether it is time for the sound of a window going on."""
        if self.newly_lit is None:
            return False
        before, self._time = int(self._time / SOUND_INTERVAL), self._time + ms
        if self._time >= LIGHTING_TIME or is_reduced:
            self.newly_lit = None
        return int(self._time / SOUND_INTERVAL) > before

    def _lit(self, each: DistrictStanding) -> float:
        """Return the share of a tower's windows that are lit at the moment."""
        floors, lit = len(each.stages), float(each.floors)
        if self.newly_lit and self.newly_lit[0] == each.district.name:
            before = self.newly_lit[1]
            lit = before + (lit - before) * min(1.0, self._time / LIGHTING_TIME)
        return lit / floors

    def draw(self, stage: Stage, kit: Kit, left: float, chosen: int | None) -> None:
        """Draw the part of the street in a window that begins at `left`, with light behind the `chosen` tower."""
        shown = [number for number in self._shown(kit, left) if self._is_painted(kit, number)]
        with stage.clip(0, 0, kit.width, self.ground):
            for number in shown:
                self._draw_quarter(stage, kit, number, self.x_of(number) - left)
            for number in shown:
                self._draw_tower(stage, kit, number, self.x_of(number) - left, number == chosen)
        for number in shown:
            if 0 < self.x_of(number) - left < kit.width:  # a sign is shown whole or not at all
                self._draw_sign(stage, kit, number, self.place(kit, number, left), number == chosen)

    def _draw_quarter(self, stage: Stage, kit: Kit, number: int, x: float) -> None:
        """Draw the light over a quarter, and its roofs."""
        light = glow(kit, self._colour(kit, number), self.pitch * 1.3, self.height * 0.9)
        strength = 1.0 if self.districts[number].is_open else 0.4
        for picture, alpha in ((light, strength), (self._quarter(kit, number), 1.0)):
            wide, high = kit.size_of(picture)
            stage.blit(picture, x - wide / 2, self.ground - high, alpha)

    def _draw_tower(self, stage: Stage, kit: Kit, number: int, x: float, is_chosen: bool) -> None:
        each = self.districts[number]
        is_newly_lit = self.newly_lit is not None and self.newly_lit[0] == each.district.name
        lit, is_won = self._lit(each), each.won is not None and not is_newly_lit
        picture = tower(kit, each.district.scenery, self._colour(kit, number), self.height, lit, is_won)
        if is_chosen:
            stage.blit_centred(halo(kit, self.height), x, self.ground - self.height / 2)
        stage.blit(picture, x - kit.size_of(picture)[0] / 2, self.ground - kit.size_of(picture)[1])

    def _draw_sign(self, stage: Stage, kit: Kit, number: int, place: Rect, is_chosen: bool) -> None:
        """Draw the sign over a district's tower: the rival's face, the district's name, and the player's progress."""
        each, theme, high = self.districts[number], kit.theme, self.sign
        face = portrait(kit, roster.characters()[each.district.rival].face, FACE, self._colour(kit, number))
        room = place.w - FACE - 30
        title, size = kit.first_fitting((tr(each.district.title),), room, NAME_SIZE, "title")
        ink = theme.brass if is_chosen else theme.paper if each.is_open else theme.mist
        words, small = kit.first_fitting((floors_words(each),), room, STATE_SIZE)
        name, below = kit.text(title, size, "title", ink), kit.text(words, small, "body", theme.mist)
        wide = high / 2 + FACE / 2 + 28 + max(kit.size_of(name)[0], kit.size_of(below)[0])
        x = max(STREET_EDGE, min(place.centerx - wide / 2, kit.width - wide - STREET_EDGE))
        shade = kit.plate(wide, high, (*theme.night, 150), theme.brass if is_chosen else theme.rim, 1.2, high / 2)
        stage.blit(shade, x, place.y)
        stage.blit_centred(face, x + high / 2, place.y + high / 2, 1.0 if each.is_open else 0.55)
        left, middle = x + high / 2 + FACE / 2 + 10, place.y + 3 + kit.line(NAME_SIZE) / 2
        stage.blit_centred(name, left + kit.size_of(name)[0] / 2, middle + kit.lift("title", size))
        stage.blit_centred(
            below, left + kit.size_of(below)[0] / 2, middle + (kit.line(NAME_SIZE) + kit.line(STATE_SIZE)) / 2 - 2
        )


# -- walk


EASE = 90.0
"""Time constant of smooth walking, in milliseconds."""
DRAG_THRESHOLD = 6.0
"""How far a pressed pointer must move to drag the city, in logical units."""
MARGIN = 0.22
"""Least distance of the chosen stop from the window's edges, as a share of the window's width."""


class Walk:
    """The window's position along the city, which may be wider than the window.

    The player's towers stand in the street, from its left end on, and scroll with it. Only if they need more room than
    the street, each row is scrolled by its own share, so that both ends coincide.
    """

    def __init__(self, city: City, street: Street, window: float) -> None:
        """`window` is the window's width. All lengths are in logical units."""
        self.city, self.street, self.window = city, street, window
        self.offset = self.target = 0.0
        """The window's left edge from the city's left end: at the moment, and when the smooth walk ends."""
        self._grip: tuple[float, float] | None = None
        """The x of the pointer and the offset when the pointer was pressed; None while it is not."""
        self.is_dragged = False

    @property
    def max_offset(self) -> float:
        """The largest offset: how much wider than the window the wider row is. Negative if both rows fit."""
        return max(self.city.width, self.street.width) - self.window

    @property
    def share(self) -> float:
        """The target as a share of the largest offset, from 0 to 1; 0.5 if both rows fit."""
        return self.target / self.max_offset if self.max_offset > 0 else 0.5

    def _left(self, width: float) -> float:
        """Return the window's left edge in a row of that width."""
        room = width - self.window
        return room / 2 if room <= 0 else self.offset * room / self.max_offset

    @property
    def front_width(self) -> float:
        """The width of the row of the player's towers, with the rest of the street beside them."""
        return max(self.city.width, self.street.width)

    @property
    def front(self) -> float:
        """The window's left edge in the row of the player's towers."""
        return self._left(self.front_width)

    @property
    def back(self) -> float:
        """The window's left edge in the row of districts."""
        return self._left(self.street.width)

    @property
    def is_over(self) -> bool:
        return self.offset == self.target

    def to(self, target: float, at_once: bool) -> bool:
        """Walk to an offset, or the nearest possible one; return whether the target has changed."""
        least, most = 0.0, self.max_offset
        if most < 0:  # a city narrower than the window is centred
            least = most = most / 2
        self.target, before = max(least, min(target, most)), self.target
        if at_once:
            self.offset = self.target
        return self.target != before

    def target_showing(self, x: float, width: float) -> float:
        """Return the nearest target that has `x`, in a row of that width, well within the window."""
        room, margin = width - self.window, self.window * MARGIN
        if room <= 0:
            return self.target
        here = self.target * room / self.max_offset
        there = min(max(here, x - self.window + margin), x - margin)
        return self.target if there == here else there * self.max_offset / room

    def update(self, ms: float) -> None:
        """Continue the smooth walk for `ms` milliseconds."""
        rest = (self.target - self.offset) * math.exp(-ms / EASE)
        self.offset = self.target if abs(rest) < 0.5 else self.target - rest

    # -- dragging

    @property
    def is_held(self) -> bool:
        return self._grip is not None

    def hold(self, x: float) -> None:
        """Note that the pointer was pressed at `x`."""
        self._grip, self.is_dragged = (x, self.offset), False

    def dragged_to(self, x: float) -> float | None:
        """Return the offset to which the pointer has dragged the city; None while the press may still be a click."""
        assert self._grip
        start, offset = self._grip
        self.is_dragged = self.is_dragged or abs(x - start) >= DRAG_THRESHOLD
        return offset - (x - start) if self.is_dragged else None

    def let_go(self) -> None:
        self._grip = None


# -- photograph


SIZE = (2560, 1440)
"""In pixels."""
GROUND, HEIGHT = 640.0, 440.0
TOP = 100.0
"""The y of the districts' signs, below the heading."""


def photograph(city: City, street: Street, share: float, theme: Theme) -> pygame.Surface:
    """Return a picture of the city, with a heading and a caption; `share` is how far along the street it was taken."""
    kit = Kit(Metrics(SIZE), theme=theme)
    stage, sheet = Stage(kit.scale), pygame.Surface(SIZE)
    front, back = City(city.games, HEIGHT * (FRONT_SCALE if street.districts else 1)), Street(street.districts)
    back.lay(kit, TOP, GROUND)
    rooms = (max(front.width, back.width) - kit.width, back.width - kit.width)
    left, behind = (room * (share if room > 0 else 0.5) for room in rooms)
    while front.paint_next(kit, left, kit.width) or back.paint_next(kit, behind):
        pass
    stage.begin()
    put_scenery(stage, kit, GROUND, left)
    back.draw(stage, kit, behind, None)
    for standing in front.standing(kit, left, kit.width, GROUND):
        stage.blit(standing.picture, standing.rect.x, standing.rect.y)
    stage.blit_centred(lettering(kit, tr("Your city").upper(), 44, 0.14), kit.width / 2, 46)
    stage.blit_centred(rule(kit, 420), kit.width / 2, 82)
    stage.blit_centred(kit.text(_caption(city), 20, "head", theme.mist), kit.width / 2, 682)
    stage.present(sheet)
    return sheet


def _caption(city: City) -> str:
    """Return the number of towers and the months they are from."""
    games = city.games
    towers = tr_count("{number} tower", "{number} towers", len(games))
    first, last = (month_words(game.header.started[:7]) for game in (games[0], games[-1]))
    if not first or not last:
        return towers
    if first == last:
        return tr("{towers} · {month}", towers=towers, month=first)
    return tr("{towers} · {first} to {last}", towers=towers, first=first, last=last)
