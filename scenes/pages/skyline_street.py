"""The street of the city: what stands in it, and a walk along it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import pygame

from topping_out.game import roster
from topping_out.game.city.city import DistrictStanding
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.game.text import paragraph

from ..kit.kit import Kit, Metrics
from ..kit.pictures import built
from ..kit.pictures.built import FRONT_HEIGHT, FRONT_WIDTH, BuiltPicture
from ..kit.pictures.city import Quarter, dusk, far_roofs, glow, halo, quarter, tower
from ..kit.pictures.faces import portrait
from ..kit.pictures.ornament import lettering, rule
from ..kit.stage import Stage
from ..kit.theme import Colour, Theme
from ..match import definition
from ..match.definition import painter_of
from ..match.phrases import MONTHS, month_by_itself
from ..ui.layout import Rect

# -- words


def heading_of(saved: Saved) -> str:
    """Return day and game, such as "22 November 2026 · Towers"."""
    title, day = load(saved.header.game).title, day_words(saved.header.started)
    return tr("{day} · {game}", day=day, game=title) if day else title


def result_of(saved: Saved) -> str:
    """Return who won."""
    assert saved.outcome
    return load(saved.header.game).describe_outcome(saved.outcome, [tr_label(p.name) for p in saved.header.seats])


def builder_of(saved: Saved) -> str:
    """Return whose the tower is, and what it is; empty where its game says nothing of it."""
    assert saved.summary.tower
    words, seat = load(saved.header.game).describe_tower(saved.summary.tower), saved.summary.tower.seat
    if not words or seat is None or seat >= len(saved.header.seats):
        return words
    # Translators: {tower} is such as "10 spades".
    yours, theirs = mark("Built by you: {tower}"), mark("Built by {name}: {tower}")
    return tr_player(saved.header.seats[seat].name, yours, theirs, tower=words)


def day_words(started: str) -> str:
    """Return the day of an ISO time, such as "22 November 2026"; empty if it is none."""
    try:
        day = date.fromisoformat(started[:10])
    except ValueError:
        return ""
    # Translators: a whole date. {month} is a name, in the form that a date has.
    return tr("{day} {month} {year}", day=day.day, month=tr(MONTHS[day.month - 1]), year=day.year)


def month_words(month: str) -> str:
    """Return a month of ISO 8601, such as "November 2026"; empty if it is none."""
    try:
        day = date.fromisoformat(f"{month}-01")
    except ValueError:
        return ""
    # Translators: a month on a time line. {month} is a name that stands without a day.
    return tr("{month} {year}", month=month_by_itself(day.month), year=day.year)


def floors_words(standing: DistrictStanding) -> str:
    """Return how far a district is won, in a few words."""
    if standing.won:
        return tr("Won: the tower is yours")
    if not standing.is_open:
        return tr_count("Opens after {number} tower", "Opens after {number} towers", standing.district.needs)
    return tr_count(
        "{lit} of {number} floor lit", "{lit} of {number} floors lit", len(standing.stages), lit=standing.floors
    )


def tower_words(standing: DistrictStanding) -> str:
    """Return what a district is like, and whose it is."""
    rival = roster.characters()[standing.district.rival].name
    return paragraph([tr(standing.district.about), tr("The tower of {rival}.", rival=rival)])


def next_words(standing: DistrictStanding) -> str:
    """Return which match comes next; empty where none does."""
    stage = standing.next.stage if standing.next else None
    return paragraph([tr("Next: {game}.", game=load(stage.game).title), tr(stage.twist)]) if stage else ""


# -- city


PITCH = 0.19
"""Usually from one tower to the next; this and the others are shares of the height of a tower's sheet."""
CITY_EDGE = 0.36
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
        return (2 * CITY_EDGE + self.pitch * max(0, len(self.games) - 1)) * self.height

    def x_of(self, number: int) -> float:
        """Return the middle of a tower, in logical units from the left end of the city."""
        return self._plot(number).x * self.height

    def between(self, left: float, right: float) -> range:
        """Return the numbers of the towers of which something may stand between two places."""
        pitch, edge = self.pitch * self.height, CITY_EDGE * self.height
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
        x = CITY_EDGE + number * self.pitch + luck.uniform(-JITTER, JITTER)
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


# -- scenery


FAR = 0.34
"""How high the distant roofs are, as a share of the sky."""
SLOWER = 0.22
"""How fast they pass beside the towers."""


def put_scenery(stage: Stage, kit: Kit, ground: float, offset: float) -> None:
    """Show what lies behind the towers of a city that was walked along so far."""
    stage.blit(dusk(kit, ground), 0, 0)
    roofs = far_roofs(kit, ground * FAR)
    x = -(offset * SLOWER) % kit.width
    for left in (x - kit.width, x):
        if left < kit.width and left + kit.width > 0:
            stage.blit(roofs, left, ground * (1 - FAR))


def put_light(stage: Stage, kit: Kit, tower: Standing) -> None:
    """Show the light behind a tower, and a brass line under it."""
    rect, brass = tower.rect, kit.theme.brass
    with stage.clip(0, 0, kit.width, rect.bottom):
        stage.blit_centred(halo(kit, rect.h), *rect.center)
    stage.blit_centred(kit.plate(rect.w * 0.7, 4, brass, brass, 0, 2), rect.centerx, rect.bottom + 5)


# -- street


BROAD = 470.0
"""From one rival's tower to the next at the usual text size, in logical units."""
NAME, STATE = 19.0, 14.0
"""Sizes of the letters of a district's sign: its name, and how far it is won."""
FACE = 46.0
STREET_EDGE = 14.0
QUARTER = 0.56
"""How high the roofs of a quarter may be, as a share of its tower."""
OVERLAP = 1.16
"""How much broader a quarter is than its share of the street: its edges run out into its neighbours."""
LIGHTING = 2600.0
"""Milliseconds in which the windows that were just won go on."""
WINDOW = 110.0
"""Milliseconds from one of them to the next that is heard."""


class Street:
    """The districts side by side; `top` and `ground` are where the sky begins and ends."""

    def __init__(self, districts: Sequence[DistrictStanding] = ()) -> None:
        self.districts = list(districts)
        self.fresh: tuple[str, int] | None = None
        """The district whose windows are just going on, and how many floors were lit before."""
        self._time = 0.0
        self.pitch = BROAD
        self.top = self.ground = self.sign = 0.0

    def lay(self, kit: Kit, top: float, ground: float) -> None:
        self.pitch, self.top, self.ground = kit.wide(BROAD), top, ground
        self.sign = kit.line(NAME) + kit.line(STATE) + 6

    @property
    def width(self) -> float:
        return self.pitch * len(self.districts)

    def x_of(self, number: int) -> float:
        """Return where a district's tower stands, from the left end of the street."""
        return (number + 0.5) * self.pitch

    def at(self, x: float) -> int:
        """Return the district at a place of the street."""
        return max(0, min(len(self.districts) - 1, int(x / self.pitch)))

    @property
    def height(self) -> float:
        """Of a tower's sheet."""
        return self.ground - self.top - self.sign

    def place(self, kit: Kit, number: int, left: float) -> Rect:
        """Return where a district's sign and tower are on a window that begins at `left`."""
        wide = max(self.height * FRONT_WIDTH / FRONT_HEIGHT, 0.86 * self.pitch)
        return Rect(self.x_of(number) - left - wide / 2, self.top, wide, self.ground - self.top)

    # -- painting

    def paint_next(self, kit: Kit, left: float) -> bool:
        """Paint one more of the quarters that show; return False where all of them are there."""
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
        size = self.pitch * OVERLAP, self.height * QUARTER
        return Quarter(each.district.scenery, self._colour(kit, number), *size, each.is_open)

    def _quarter(self, kit: Kit, number: int) -> pygame.Surface:
        return quarter(kit, self._look(kit, number))

    # -- the windows that go on

    def light(self, name: str, before: int) -> None:
        """Let the windows of a district go on that were won just now."""
        self.fresh, self._time = (name, before), 0.0

    def update(self, ms: float, is_reduced: bool) -> bool:
        """Let time pass; return whether a window has gone on."""
        if self.fresh is None:
            return False
        before, self._time = int(self._time / WINDOW), self._time + ms
        if self._time >= LIGHTING or is_reduced:
            self.fresh = None
        return int(self._time / WINDOW) > before

    def _lit(self, each: DistrictStanding) -> float:
        """Return the share of a tower's windows that are lit now."""
        floors, now = len(each.stages), float(each.floors)
        if self.fresh and self.fresh[0] == each.district.name:
            before = self.fresh[1]
            now = before + (now - before) * min(1.0, self._time / LIGHTING)
        return now / floors

    def draw(self, stage: Stage, kit: Kit, left: float, chosen: int | None) -> None:
        """Show what of the street is in a window that begins at `left`; the light falls on the chosen district."""
        shown = [number for number in self._shown(kit, left) if self._is_painted(kit, number)]
        with stage.clip(0, 0, kit.width, self.ground):
            for number in shown:
                self._draw_quarter(stage, kit, number, self.x_of(number) - left)
            for number in shown:
                self._draw_tower(stage, kit, number, self.x_of(number) - left, number == chosen)
        for number in shown:
            if 0 < self.x_of(number) - left < kit.width:  # a sign shows whole, or not at all
                self._draw_sign(stage, kit, number, self.place(kit, number, left), number == chosen)

    def _draw_quarter(self, stage: Stage, kit: Kit, number: int, x: float) -> None:
        """Show the light over a quarter, and its roofs."""
        light = glow(kit, self._colour(kit, number), self.pitch * 1.3, self.height * 0.9)
        strength = 1.0 if self.districts[number].is_open else 0.4
        for picture, alpha in ((light, strength), (self._quarter(kit, number), 1.0)):
            wide, high = kit.size_of(picture)
            stage.blit(picture, x - wide / 2, self.ground - high, alpha)

    def _draw_tower(self, stage: Stage, kit: Kit, number: int, x: float, is_chosen: bool) -> None:
        each = self.districts[number]
        is_fresh = self.fresh is not None and self.fresh[0] == each.district.name
        lit, is_won = self._lit(each), each.won is not None and not is_fresh
        picture = tower(kit, each.district.scenery, self._colour(kit, number), self.height, lit, is_won)
        if is_chosen:
            stage.blit_centred(halo(kit, self.height), x, self.ground - self.height / 2)
        stage.blit(picture, x - kit.size_of(picture)[0] / 2, self.ground - kit.size_of(picture)[1])

    def _draw_sign(self, stage: Stage, kit: Kit, number: int, place: Rect, is_chosen: bool) -> None:
        """Show the rival's face, the district's name and how far it is won, over its tower."""
        each, theme, high = self.districts[number], kit.theme, self.sign
        face = portrait(kit, roster.characters()[each.district.rival].face, FACE, self._colour(kit, number))
        room = place.w - FACE - 30
        title, size = kit.first_fitting((tr(each.district.title),), room, NAME, "title")
        ink = theme.brass if is_chosen else theme.paper if each.is_open else theme.mist
        words, small = kit.first_fitting((floors_words(each),), room, STATE)
        name, below = kit.text(title, size, "title", ink), kit.text(words, small, "body", theme.mist)
        wide = high / 2 + FACE / 2 + 28 + max(kit.size_of(name)[0], kit.size_of(below)[0])
        x = max(STREET_EDGE, min(place.centerx - wide / 2, kit.width - wide - STREET_EDGE))
        shade = kit.plate(wide, high, (*theme.night, 150), theme.brass if is_chosen else theme.rim, 1.2, high / 2)
        stage.blit(shade, x, place.y)
        stage.blit_centred(face, x + high / 2, place.y + high / 2, 1.0 if each.is_open else 0.55)
        left, middle = x + high / 2 + FACE / 2 + 10, place.y + 3 + kit.line(NAME) / 2
        stage.blit_centred(name, left + kit.size_of(name)[0] / 2, middle + kit.lift("title", size))
        stage.blit_centred(below, left + kit.size_of(below)[0] / 2, middle + (kit.line(NAME) + kit.line(STATE)) / 2 - 2)


# -- walk


EASE = 90.0
"""Time constant of walking, in milliseconds."""
SLIP = 6.0
"""Logical units that a pressed pointer may move before it drags the city along."""
MARGIN = 0.22
"""Share of the window's width that what is chosen keeps from its edges."""


class Walk:
    """Where the window is, in a city that may be longer than it."""

    def __init__(self, city: City, street: Street, window: float) -> None:
        """`window`: how wide it is, in logical units as all that is here."""
        self.city, self.street, self.window = city, street, window
        self.offset = self.target = 0.0
        """How far the city is walked along, now and in the end: from its left end to the window's."""
        self._grip: tuple[float, float] | None = None
        """Where the pointer took hold of the city, and how far that was walked along then."""
        self.is_dragged = False

    @property
    def way(self) -> float:
        """How far one can walk: as far as the longer of the two rows reaches beyond the window; below 0, nowhere."""
        return max(self.city.width, self.street.width) - self.window

    @property
    def share(self) -> float:
        """How far along the way it goes, from 0 to 1; the middle where there is no way."""
        return self.target / self.way if self.way > 0 else 0.5

    def _left(self, width: float) -> float:
        """Return where the window begins in a row of that width."""
        room = width - self.window
        return room / 2 if room <= 0 else self.offset * room / self.way

    @property
    def front(self) -> float:
        """Where the window begins in the row of the player's towers, from its left end."""
        return self._left(self.city.width)

    @property
    def back(self) -> float:
        """Where it begins in the row of the districts."""
        return self._left(self.street.width)

    @property
    def is_over(self) -> bool:
        return self.offset == self.target

    def to(self, target: float, at_once: bool) -> bool:
        """Let the window's left edge be so far from the city's left end, or nearly; tell whether that is new."""
        least, most = 0.0, self.way
        if most < 0:  # a city smaller than the window stands in its middle
            least = most = most / 2
        self.target, before = max(least, min(target, most)), self.target
        if at_once:
            self.offset = self.target
        return self.target != before

    def showing(self, x: float, width: float) -> float:
        """Return the nearest target at which what stands at `x` in a row of that width is well within the window."""
        room, margin = width - self.window, self.window * MARGIN
        if room <= 0:
            return self.target
        here = self.target * room / self.way
        there = min(max(here, x - self.window + margin), x - margin)
        return self.target if there == here else there * self.way / room

    def update(self, ms: float) -> None:
        """Go on for `ms` milliseconds."""
        rest = (self.target - self.offset) * math.exp(-ms / EASE)
        self.offset = self.target if abs(rest) < 0.5 else self.target - rest

    # -- with the pointer

    @property
    def is_held(self) -> bool:
        return self._grip is not None

    def hold(self, x: float) -> None:
        """Let the pointer take hold of the city."""
        self._grip, self.is_dragged = (x, self.offset), False

    def dragged_to(self, x: float) -> float | None:
        """Return where the pointer has taken the city; None as long as it may be a click."""
        assert self._grip
        start, offset = self._grip
        self.is_dragged = self.is_dragged or abs(x - start) >= SLIP
        return offset - (x - start) if self.is_dragged else None

    def let_go(self) -> None:
        self._grip = None


# -- photograph


SIZE = (2560, 1440)
"""Pixels."""
GROUND, HEIGHT = 640.0, 440.0
TOP = 100.0
"""Where the districts' signs are, under the heading."""


def photograph(city: City, street: Street, share: float, theme: Theme) -> pygame.Surface:
    """Return a picture of the city a share of the way along it, with its name and its time."""
    kit = Kit(Metrics(SIZE), theme=theme)
    stage, sheet = Stage(kit.scale), pygame.Surface(SIZE)
    taken, back = City(city.games, HEIGHT * (FRONT if street.districts else 1)), Street(street.districts)
    back.lay(kit, TOP, GROUND)
    left, behind = (room * (share if room > 0 else 0.5) for room in (taken.width - kit.width, back.width - kit.width))
    taken.paint_all(kit, left, kit.width)
    while back.paint_next(kit, behind):
        pass
    stage.begin()
    put_scenery(stage, kit, GROUND, left)
    back.draw(stage, kit, behind, None)
    for standing in taken.standing(kit, left, kit.width, GROUND):
        stage.blit(standing.picture, standing.rect.x, standing.rect.y)
    stage.blit_centred(lettering(kit, tr("Your city").upper(), 44, 0.14), kit.width / 2, 46)
    stage.blit_centred(rule(kit, 420), kit.width / 2, 82)
    stage.blit_centred(kit.text(_caption(city), 20, "head", theme.mist), kit.width / 2, 682)
    stage.present(sheet)
    return sheet


def _caption(city: City) -> str:
    """Return how many towers there are, and from which months."""
    games = city.games
    towers = tr_count("{number} tower", "{number} towers", len(games))
    first, last = (month_words(game.header.started[:7]) for game in (games[0], games[-1]))
    if not first or not last:
        return towers
    if first == last:
        return tr("{towers} · {month}", towers=towers, month=first)
    return tr("{towers} · {first} to {last}", towers=towers, first=first, last=last)
