"""The counting at the end: each tower glides to the player who owns it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from topping_out.game.icetowers.results import Count, count_up
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF, Colour, PieceId, Tower, View
from topping_out.game.progress import rating
from topping_out.game.record import Header

from ..kit.built import topping_tree
from ..kit.kit import Kit
from ..kit.plates import draw_wins, fitting_name
from ..kit.sprites import ease_in, ease_in_out
from ..kit.stage import Stage
from ..ui.layout import Rect
from . import art
from .animator import FOOT, Layout, hurry
from .art import HEIGHTS, WIDTHS, Colours, step

# -- layout


Pile = tuple[PieceId, ...]
"""A tower's pieces, bottom piece first."""
FACTORS = [number / 20 for number in range(40, 5, -1)]
"""Possible sizes of the pyramids, as a factor of their size on the ice."""
WIDER = 10.0
"""Steps in which a colour's part of the window grows until its towers fit."""
GAP = 8.0
"""Distance between two towers, and between two rows of towers."""
BETWEEN = 26.0
"""Distance between two colours."""
EDGE = 24.0
TREE = 60.0, 84.0
"""Width and height of the topping-out tree."""
WORTH = 15.0
"""Text size of a tower's worth."""
TITLE = 15.0
"""Text size of a player's title."""


@dataclass(frozen=True)
class Stand:
    """The places of one colour's towers."""

    middle: float
    width: float
    """Width of the colour's part of the window, around `middle`."""
    feet: tuple[tuple[float, float], ...]
    """The middle of each tower's foot."""


@dataclass(frozen=True)
class CountLayout:
    """The layout of all towers in one window. No tower hides another."""

    factor: float
    """The size of the pyramids, one of FACTORS."""
    head: float
    """The y-coordinate that the towers and the tree may reach at the top."""
    ground: float
    """The y-coordinate of the lower edge of the front row, with the worths."""
    stands: Mapping[Colour, Stand]


def rises(pile: Sequence[PieceId]) -> list[float]:
    """Return the height of each piece of a tower above its foot, for pyramids of factor 1."""
    steps = (step(lower, upper) for lower, upper in pairwise(PIPS_OF[piece] for piece in pile))
    return [*accumulate(steps, initial=0.0)]


def plan(
    kit: Kit, piles: Mapping[Colour, Sequence[Pile]], crowned: Sequence[Colour], under: float = 0.0
) -> CountLayout:
    """Lay out the towers, with the colours from left to right.

    A tree stands on the first tower of each colour in `crowned`. `under` is additional free room below everything.
    """
    text = kit.text_scale
    ground, head = kit.height - 96 - 72 * text - under, 24 + 46 * text
    room, least = kit.width - 2 * EDGE, (kit.width - 2 * EDGE) / len(piles)
    least = min(110 + 60 * text, least - BETWEEN)
    label = kit.text_size("1", WORTH, "bold")[1] + 4
    for factor in FACTORS:
        boxes = {c: _boxes(piles[c], factor, label, c in crowned) for c in sorted(piles)}
        wide = {c: _least_width(boxes[c], ground - head, least) for c in boxes}
        if sum(wide.values()) + BETWEEN * len(wide) <= room:
            break
    spare = (room - sum(wide.values())) / len(wide)
    stands, left = {}, EDGE
    for colour, width in wide.items():
        middle = left + (width + spare) / 2
        rows = _rows(boxes[colour], width)
        stands[colour] = Stand(middle, width + spare, _feet(piles[colour], boxes[colour], rows, middle, ground, label))
        left += width + spare
    return CountLayout(factor, head, ground, stands)


Box = tuple[float, float]
"""The width and height of a tower with its worth below it."""
Rows = list[list[int]]
"""The numbers of a colour's towers in each row, back row first."""


def _boxes(piles: Sequence[Pile], factor: float, label: float, is_crowned: bool) -> list[Box]:
    boxes = []
    for number, pile in enumerate(piles):
        worth = label if len(pile) > 1 else 0.0  # a free-standing piece shows none, as its pips are plain to see
        high = (rises(pile)[-1] + HEIGHTS[PIPS_OF[pile[-1]]]) * factor + worth
        boxes.append((WIDTHS[PIPS_OF[pile[0]]] * factor, high + TREE[1] * (is_crowned and number == 0)))
    return boxes


def _rows(boxes: Sequence[Box], width: float) -> Rows:
    """Fill rows of a width with towers, the highest in the back row."""
    rows, left = list[list[int]](), 0.0
    for number in sorted(range(len(boxes)), key=lambda number: (-boxes[number][1], number)):
        if not rows or left + GAP + boxes[number][0] > width:
            rows.append([])
            left = -GAP
        rows[-1].append(number)
        left += GAP + boxes[number][0]
    return rows


def _height(boxes: Sequence[Box], rows: Rows) -> float:
    return sum(max(boxes[number][1] for number in row) + GAP for row in rows)


def _least_width(boxes: Sequence[Box], height: float, least: float) -> float:
    """Return the smallest width, from `least` on, at which the towers' rows are at most as high as `height`."""
    width = max([least, *(box[0] for box in boxes)])
    while (rows := _rows(boxes, width)) and _height(boxes, rows) > height:
        if len(rows) == 1:
            return math.inf
        width += WIDER
    return width


def _feet(
    piles: Sequence[Pile], boxes: Sequence[Box], rows: Rows, middle: float, ground: float, label: float
) -> tuple[tuple[float, float], ...]:
    """Return the middle of each tower's foot. Each row is centred."""
    feet: dict[int, tuple[float, float]] = {}
    foot = ground
    for row in reversed(rows):
        left = middle - (sum(boxes[number][0] + GAP for number in row) - GAP) / 2
        for number in row:
            wide = boxes[number][0]
            feet[number] = left + wide / 2, foot - label - FOOT
            left += wide + GAP
        foot -= max(boxes[number][1] for number in row) + GAP
    return tuple(feet[number] for number in range(len(piles)))


# -- counting


LOOK = 700.0
"""Milliseconds before the first tower moves."""
EACH = 90.0, 190.0
"""Milliseconds between the starts of two flights: after a free-standing piece, and after a tower."""
WINNERS_EACH = 140.0, 320.0
GLIDE = 620.0
"""Milliseconds that a tower takes from the ice to its place."""
PAUSE = 420.0
"""Milliseconds between two colours, and from the thud to the tree."""
BREATH = 260.0
"""Milliseconds that the winner's biggest tower is out of sight."""
FALL = 430.0
"""Milliseconds that it takes to fall."""
HOP = 46.0
"""Height of a tower's arc on its way, in logical units."""
POP = 180.0
"""Milliseconds for which a tower's worth is larger after it has been counted."""


@dataclass(frozen=True)
class Flight:
    """The motion of one tower from the ice to the colour that controls it. Times are in milliseconds."""

    tower: Tower
    number: int
    """Its place among the towers of its colour, of which the biggest is first."""
    leaves: float
    lands: float
    falls: bool = False
    """Whether it is a winner's biggest tower, which leaves at the top and falls."""


@dataclass
class Column:
    """The towers that one colour controls, the biggest first, and their motion to its part of the window."""

    count: Count
    has_won: bool
    flights: list[Flight] = field(default_factory=list)

    def total(self, ms: float) -> int:
        """Return the pips that have landed by a moment."""
        return sum(flight.tower.worth for flight in self.flights if flight.lands <= ms)


class Counting:
    """The animation of counting a finished game, which can be drawn at any moment. Times are in milliseconds."""

    def __init__(
        self, view: View, colours: Colours, header: Header, titles: Mapping[Colour, str], under: float = 0.0
    ) -> None:
        """Count a game. `titles` are shown under the names, and `under` is the free room below everything."""
        self.view, self.colours, self._header, self._titles = view, colours, header, titles
        self._under, self.shown = under, math.inf
        """The moment that the board draws; by default the end."""
        self._plans: dict[Kit, CountLayout] = {}
        counts = sorted(count_up(view), key=lambda count: (count.total, -count.colour))
        self.columns = {count.colour: Column(count, count.colour in view.leaders) for count in counts}
        """Columns by colour, in the order in which they are counted."""
        clock = LOOK
        for column in self.columns.values():
            each = WINNERS_EACH if column.has_won else EACH
            towers = [*enumerate(column.count.towers)]
            for number, tower in reversed(towers[1:] if column.has_won else towers):
                column.flights.append(Flight(tower, number, clock, clock + GLIDE))
                clock += each[len(tower.pieces) > 1]
            clock += PAUSE
        self.fall = clock + GLIDE + BREATH
        """The moment at which the winners' biggest towers begin to fall."""
        self.thud = self.fall + FALL
        for column in self.columns.values():
            if column.has_won and column.count.towers:
                column.flights.append(Flight(column.count.towers[0], 0, clock, self.thud, falls=True))
        self.length = self.thud + PAUSE

    def landed(self, ms: float) -> list[Tower]:
        """Return the towers that have landed by a moment."""
        return [f.tower for column in self.columns.values() for f in column.flights if f.lands <= ms]

    # -- places

    def plan(self, kit: Kit) -> CountLayout:
        if kit not in self._plans:
            own = {colour: [t.pieces for t in column.count.towers] for colour, column in self.columns.items()}
            crowned = [colour for colour, column in self.columns.items() if column.has_won]
            self._plans = {kit: plan(kit, own, crowned, self._under)}
        return self._plans[kit]

    def _foot(self, kit: Kit, column: Column, flight: Flight) -> tuple[float, float]:
        return self.plan(kit).stands[column.count.colour].feet[flight.number]

    def tops(self, kit: Kit) -> Iterator[tuple[float, float]]:
        """Yield the tip of each winner's biggest tower."""
        factor = self.plan(kit).factor
        for column in self.columns.values():
            for flight in column.flights:
                if flight.falls:
                    x, y = self._foot(kit, column, flight)
                    tall = rises(flight.tower.pieces)[-1] + HEIGHTS[flight.tower.size] - FOOT
                    yield x, y - tall * factor

    # -- drawing

    def draw(self, stage: Stage, kit: Kit, ms: float) -> None:
        """Draw a moment: the towers on the ice, those that are counted, the gliding ones, and the sums."""
        layout = Layout(kit, len(self.colours.players))
        gone = {f.tower.id for column in self.columns.values() for f in column.flights if f.leaves <= ms}
        stage.blit(art.ice(kit, math.ceil(hurry(self.view) * art.CRACKS)), 0, 0)
        for tower in sorted(self.view.towers, key=lambda tower: tower.y):
            if tower.id not in gone:
                for piece, (x, y) in zip(tower.pieces, layout.feet(tower)):
                    self._draw_piece(stage, kit, piece, x, y, 1.0)
        for colour, column in sorted(self.columns.items()):
            self._draw_column(stage, kit, column, ms)
            self._draw_total(stage, kit, colour, column, ms)
        for seat, won in enumerate(rating.wins(self._header, self.view.outcome if ms >= self.length else None)):
            draw_wins(stage, kit, self.total_plate(kit, seat), won, rating.needed(self._header))
        for column in self.columns.values():
            for flight in column.flights:
                if flight.leaves <= ms < flight.leaves + GLIDE:
                    self._draw_gliding(stage, kit, layout, column, flight, (ms - flight.leaves) / GLIDE)
        if ms >= self.length:
            for x, y in self.tops(kit):
                stage.blit(topping_tree(kit), x - TREE[0] / 2, y - TREE[1] + 6)

    def _draw_gliding(
        self, stage: Stage, kit: Kit, layout: Layout, column: Column, flight: Flight, time: float
    ) -> None:
        """Draw a tower that grows or shrinks on its way. One that falls later leaves the window at the top."""
        share, full = ease_in_out(time), self.plan(kit).factor
        x1, y1 = self._foot(kit, column, flight)
        y1 -= kit.height * flight.falls
        hop = HOP * 4 * share * (1 - share)
        heights = rises(flight.tower.pieces)
        for piece, up, (x0, y0) in zip(flight.tower.pieces, heights, layout.feet(flight.tower)):
            x, y = x0 + (x1 - x0) * share, y0 + (y1 - up * full - y0) * share - hop
            self._draw_piece(stage, kit, piece, x, y, 1 + (full - 1) * share)

    def _draw_column(self, stage: Stage, kit: Kit, column: Column, ms: float) -> None:
        """Draw the towers of a colour that have arrived or are falling, with their worths, the back row first."""
        for flight in sorted(column.flights, key=lambda flight: self._foot(kit, column, flight)[1]):
            above, near = 0.0, 1.0
            if flight.falls:
                near = ease_in(min(1.0, max(0.0, (ms - self.fall) / FALL)))
                above = kit.height * (1 - near)
            if flight.lands <= ms or (flight.falls and self.fall <= ms):
                self._draw_tower(stage, kit, column, flight, above, near)
            if flight.lands <= ms and len(flight.tower.pieces) > 1:
                self._draw_worth(stage, kit, column, flight, ms - flight.lands)

    def _draw_tower(self, stage: Stage, kit: Kit, column: Column, flight: Flight, above: float, shade: float) -> None:
        factor, (x, y) = self.plan(kit).factor, self._foot(kit, column, flight)
        stage.blit_centred(art.shadow(kit, flight.tower.base, factor=factor), x, y - 3 * factor, shade)
        for piece, up in zip(flight.tower.pieces, rises(flight.tower.pieces)):
            self._draw_piece(stage, kit, piece, x, y - up * factor - above, factor)

    def _draw_worth(self, stage: Stage, kit: Kit, column: Column, flight: Flight, since: float) -> None:
        """Draw the worth under a tower, larger just after the tower has been counted."""
        x, y = self._foot(kit, column, flight)
        size = WORTH + 5 * max(0.0, 1 - since / POP)
        words = kit.text(str(flight.tower.worth), round(size), "bold", kit.theme.ink)
        stage.blit_centred(words, x, y + FOOT + 2 + kit.text_size("1", WORTH, "bold")[1] / 2)

    def _draw_piece(self, stage: Stage, kit: Kit, piece: PieceId, x: float, y: float, factor: float) -> None:
        """Draw a piece at its size on the ice (1), at that in its part, or on its way at a size between them."""
        size, colour, colours, full = PIPS_OF[piece], COLOUR_OF[piece], self.colours, self.plan(kit).factor
        kind = kit, colours.paint(colour), size, colours.pattern(colour), colours.patterned
        if factor in (1.0, full):
            picture = art.pyramid(*kind, factor)
        else:
            large = max(1.0, full)
            picture = kit.tilted(art.pyramid(*kind, large), 0, factor / large, flies=True)
        width, height = kit.size_of(picture)
        stage.blit(picture, x - width / 2, y - height + FOOT * factor)

    def total_plate(self, kit: Kit, colour: int) -> Rect:
        """Return the area of a colour's name and sum, under its towers."""
        plan = self.plan(kit)
        stand = plan.stands[colour]
        width = min(stand.width - 12, 80 + 110 * kit.text_scale)
        return Rect(stand.middle - width / 2, plan.ground + 8, width, 18 + 28 * kit.text_scale)

    def _draw_total(self, stage: Stage, kit: Kit, colour: int, column: Column, ms: float) -> None:
        r = self.total_plate(kit, colour)
        won = column.has_won and ms >= self.thud
        rim = kit.theme.brass if won else kit.theme.rim
        stage.blit(kit.plate(r.w, r.h, (*kit.theme.night, 235), rim, 2.4 if won else 1.2, 10), r.x, r.y)
        stage.blit_centred(self.colours.badge(kit, colour, 15), r.x + 23, r.centery)
        figure = kit.text(str(column.total(ms)), 26, "title")
        name, size = fitting_name(kit, self.colours.name(colour), r.w - 62 - kit.size_of(figure)[0])
        sign = kit.text(name, size, "bold")
        stage.blit(sign, r.x + 46, r.centery - kit.size_of(sign)[1] / 2)
        stage.blit_centred(figure, r.right - 8 - kit.size_of(figure)[0] / 2, r.centery + kit.lift("title", 26))
        if ms >= self.length and (title := self._titles.get(colour)):
            room = self.plan(kit).stands[colour].width - 8
            for number, line in enumerate(kit.wrap(title, room, TITLE)[:2]):
                words = kit.text(line, TITLE, "bold", kit.theme.ink)
                stage.blit_centred(words, r.centerx, r.bottom + (4 + 9 + 18 * number) * kit.text_scale)
