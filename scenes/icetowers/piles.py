"""The counting at the end, in piles of ten."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise

from topping_out.game.icetowers.results import Count, count_up
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF, Colour, PieceId, View
from topping_out.game.progress import rating
from topping_out.game.record import Header

from ..kit.kit import Kit
from ..kit.motion import ease_in, ease_in_out
from ..kit.pictures.built import topping_tree
from ..kit.plates import draw_wins, fitting_name
from ..kit.stage import Stage
from ..ui.layout import Rect
from . import art
from .animator import FOOT, Layout, hurry
from .art import HEIGHTS, WIDTHS, Colours, step

# -- piles


Pile = tuple[PieceId, ...]
"""A pile of pieces, bottom piece first."""
FACTORS = [number / 20 for number in range(60, 9, -1)]
"""Possible sizes of the pyramids, as a factor of their size on the ice."""
ENOUGH = 1.6
"""Don't add rows to exceed this factor, as more rows hide more of the pieces."""
CLOSE = (1.0, 0.62, 0.48)
"""Distance between neighbouring piles as a share of their width, for one, two and three rows."""
DEPTH = 26.0
"""How much higher each row is drawn than the one in front of it, for pyramids of factor 1."""
GAP = 6.0
"""Additional distance between two piles."""
BETWEEN = 40.0
"""Distance between two colours."""
EDGE = 24.0
TREE = 60.0, 84.0
"""Width and height of the topping-out tree."""


@dataclass(frozen=True)
class Stand:
    """The places of one colour's piles."""

    middle: float
    width: float
    """Width of the colour's part of the window, around `middle`."""
    feet: tuple[tuple[float, float], ...]
    """The middle of each pile's foot."""


@dataclass(frozen=True)
class PileLayout:
    """The layout of all piles in one window."""

    factor: float
    """The size of the pyramids, one of FACTORS."""
    foot: float
    """The y-coordinate of the front row's feet."""
    head: float
    """The y-coordinate that the piles and the tree may reach at the top."""
    ground: float
    """The y-coordinate of the pyramids' lower edge, above the sums."""
    stands: Mapping[Colour, Stand]


def rises(pile: Sequence[PieceId]) -> list[float]:
    """Return the height of each piece of a pile above its foot, for pyramids of factor 1."""
    steps = (step(lower, upper) for lower, upper in pairwise(PIPS_OF[piece] for piece in pile))
    return [*accumulate(steps, initial=0.0)]


def plan(kit: Kit, piles: Mapping[Colour, Sequence[Pile]], under: float = 0.0) -> PileLayout:
    """Lay out the piles, with the colours from left to right. `under` is additional free room below them."""
    ground = kit.height - 86 - 74 * kit.text_scale - under
    head = 24 + 46 * kit.text_scale
    tall = max((rises(pile)[-1] + HEIGHTS[PIPS_OF[pile[-1]]] for own in piles.values() for pile in own), default=0.0)
    room = kit.width - 2 * EDGE
    least = min(120 + 50 * kit.text_scale, room / len(piles))

    def widths(factor: float, rows: int) -> dict[Colour, float]:
        return {colour: max(least, _width(piles[colour], factor, rows) + BETWEEN) for colour in sorted(piles)}

    def largest(rows: int) -> float:
        high = (ground - head - TREE[1]) / (tall + DEPTH * (rows - 1))
        return next((f for f in FACTORS if f <= high and sum(widths(f, rows).values()) <= room), FACTORS[-1])

    factor, fewer = max((min(largest(rows), ENOUGH), -rows) for rows in range(1, len(CLOSE) + 1))
    rows = -fewer
    factor = largest(rows)
    foot, wide = ground - FOOT * factor, widths(factor, rows)
    spare = (room - sum(wide.values())) / len(wide)
    stands, left = {}, EDGE
    for colour, width in wide.items():
        middle = left + (width + spare) / 2
        stands[colour] = Stand(middle, width + spare, _feet(piles[colour], middle, foot, factor, rows))
        left += width + spare
    return PileLayout(factor, foot, head, ground, stands)


def _places(piles: Sequence[Pile], factor: float, rows: int) -> list[float]:
    """Return the distances of the piles' middles from the first one's, to the right."""
    bases = [WIDTHS[PIPS_OF[pile[0]]] * factor for pile in piles]
    apart = ((left + right) / 2 * CLOSE[rows - 1] + GAP for left, right in pairwise(bases))
    return [*accumulate(apart, initial=0.0)]


def _ends(piles: Sequence[Pile], factor: float, rows: int) -> tuple[float, float]:
    """Return the left and right ends of the piles, relative to the first one's middle."""
    reaches = [WIDTHS[PIPS_OF[pile[0]]] * factor / 2 for pile in piles]
    places = [*zip(_places(piles, factor, rows), reaches)]
    return min(place - reach for place, reach in places), max(place + reach for place, reach in places)


def _width(piles: Sequence[Pile], factor: float, rows: int) -> float:
    left, right = _ends(piles, factor, rows) if piles else (0.0, 0.0)
    return right - left


def _feet(
    piles: Sequence[Pile], middle: float, foot: float, factor: float, rows: int
) -> tuple[tuple[float, float], ...]:
    """Return the middle of each pile's foot, in rows. The last pile, often the lowest, is in front."""
    if not piles:
        return ()
    first = middle - sum(_ends(piles, factor, rows)) / 2
    ups = [DEPTH * factor * (number % rows) for number in reversed(range(len(piles)))]
    return tuple((first + place, foot - up) for place, up in zip(_places(piles, factor, rows), ups))


# -- restack


LOOK = 700.0
"""Milliseconds before the first piece moves."""
EACH = 75.0
"""Milliseconds between the starts of two pieces; winners' pieces are slower."""
WINNERS_EACH = 130.0
GLIDE = 560.0
"""Milliseconds that a piece takes from the ice to its pile."""
PAUSE = 420.0
"""Milliseconds between two colours, and from the thud to the tree."""
BREATH = 260.0
"""Milliseconds that the last ten is out of sight."""
FALL = 430.0
"""Milliseconds that the last ten takes to fall."""
HOP = 46.0
"""Height of a piece's arc on its way, in logical units."""


@dataclass(frozen=True)
class Flight:
    """The motion of one piece from the ice to a pile of the colour that controls it. Times are in milliseconds."""

    piece: PieceId
    leaves: float
    pile: int
    height: int
    """The number of pieces below it in the pile."""
    lands: float
    is_last_ten: bool


@dataclass
class Column:
    """The pieces that one colour controls, and their motion into piles."""

    count: Count
    has_won: bool
    flights: list[Flight] = field(default_factory=list)

    @property
    def piles(self) -> tuple[Pile, ...]:
        return (*self.count.tens, *((self.count.rest,) if self.count.rest else ()))

    @property
    def last_ten(self) -> int | None:
        """The index of the pile that falls last: a winner's last ten, or its only pile; None for all other colours."""
        return max(0, len(self.count.tens) - 1) if self.has_won else None

    def of(self, pile: int) -> list[Flight]:
        return [flight for flight in self.flights if flight.pile == pile]

    def total(self, ms: float) -> int:
        """Return the pips that have landed by a moment."""
        return sum(PIPS_OF[flight.piece] for flight in self.flights if flight.lands <= ms)


class Restack:
    """The animation of counting a finished game, which can be drawn at any moment. Times are in milliseconds."""

    def __init__(self, view: View, colours: Colours, header: Header, under: float = 0.0) -> None:
        """Count a game. `under` is the free room below the sums."""
        self.view, self.colours, self._header = view, colours, header
        self._under, self.shown = under, math.inf
        """The moment that the board draws; by default the end."""
        self._left = {piece: (tower, n) for tower in view.towers for n, piece in enumerate(tower.pieces)}
        self._plans: dict[Kit, PileLayout] = {}
        counts = sorted(count_up(view), key=lambda count: (count.total, -count.colour))
        self.columns = {count.colour: Column(count, count.colour in view.leaders) for count in counts}
        """Columns by colour, in the order in which they are counted."""
        clock = LOOK
        for column in self.columns.values():
            for number in range(len(column.piles)):
                if number != column.last_ten:
                    clock = self._stack(column, number, clock)
            clock += GLIDE + PAUSE
        winners = [column for column in self.columns.values() if column.has_won]
        for column in winners:
            clock = self._stack(column, column.last_ten or 0, clock)
        self.fall = clock + GLIDE + BREATH
        """The moment at which the winners' last tens begin to fall."""
        self.thud = self.fall + FALL
        for column in winners:
            column.flights = [replace(f, lands=self.thud) if f.is_last_ten else f for f in column.flights]
        self.length = self.thud + PAUSE

    def _stack(self, column: Column, number: int, clock: float) -> float:
        """Add the flights of a pile's pieces, one after another. Return when the next piece can start."""
        each = WINNERS_EACH if column.has_won else EACH
        for height, piece in enumerate(column.piles[number]):
            column.flights.append(Flight(piece, clock, number, height, clock + GLIDE, number == column.last_ten))
            clock += each
        return clock

    def landed(self, ms: float) -> list[PieceId]:
        """Return the pieces that have landed by a moment."""
        return [f.piece for column in self.columns.values() for f in column.flights if f.lands <= ms]

    # -- places

    def plan(self, kit: Kit) -> PileLayout:
        if kit not in self._plans:
            own = {colour: column.piles for colour, column in self.columns.items()}
            self._plans = {kit: plan(kit, own, self._under)}
        return self._plans[kit]

    def _goal(self, kit: Kit, column: Column, flight: Flight) -> tuple[float, float]:
        plan = self.plan(kit)
        x, y = plan.stands[column.count.colour].feet[flight.pile]
        return x, y - rises(column.piles[flight.pile])[flight.height] * plan.factor

    def last_tens(self, kit: Kit) -> Iterator[tuple[float, float]]:
        """Yield the tip of each winner's last ten."""
        for column in self.columns.values():
            if column.last_ten is not None and column.flights:
                top = column.of(column.last_ten)[-1]
                x, y = self._goal(kit, column, top)
                yield x, y + (FOOT - art.HEIGHTS[PIPS_OF[top.piece]]) * self.plan(kit).factor

    # -- drawing

    def draw(self, stage: Stage, kit: Kit, ms: float) -> None:
        """Draw a moment: the pieces on the ice, the piles, the gliding pieces, and the sums."""
        layout = Layout(kit, len(self.colours.players))
        gone = {f.piece for column in self.columns.values() for f in column.flights if f.leaves <= ms}
        stage.blit(art.ice(kit, math.ceil(hurry(self.view) * art.CRACKS)), 0, 0)
        for tower in sorted(self.view.towers, key=lambda tower: tower.y):
            for piece, (x, y) in zip(tower.pieces, layout.feet(tower)):
                if piece not in gone:
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
            for x, y in self.last_tens(kit):
                stage.blit(topping_tree(kit), x - TREE[0] / 2, y - TREE[1] + 6)

    def _draw_gliding(
        self, stage: Stage, kit: Kit, layout: Layout, column: Column, flight: Flight, time: float
    ) -> None:
        """Draw a piece that grows on its way to its pile. Pieces of a last ten leave the window at the top."""
        share, factor = ease_in_out(time), self.plan(kit).factor
        tower, index = self._left[flight.piece]
        (x0, y0), (x1, y1) = layout.feet(tower)[index], self._goal(kit, column, flight)
        y1 -= self.plan(kit).foot * flight.is_last_ten
        up = HOP * 4 * share * (1 - share)
        self._draw_piece(
            stage, kit, flight.piece, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share - up, 1 + (factor - 1) * share
        )

    def _draw_column(self, stage: Stage, kit: Kit, column: Column, ms: float) -> None:
        """Draw the standing and falling piles, the back row first, and the sum of each complete pile."""
        plan = self.plan(kit)
        feet = plan.stands[column.count.colour].feet
        for number in sorted(range(len(feet)), key=lambda number: feet[number][1]):
            flights, (x, y) = column.of(number), feet[number]
            above, depth = 0.0, 1.0
            if number == column.last_ten:
                depth = ease_in(min(1.0, max(0.0, (ms - self.fall) / FALL)))
                above = plan.foot * (1 - depth)
            shown = [f for f in flights if f.lands <= ms or (f.is_last_ten and self.fall <= ms)]
            if shown:
                shade = art.shadow(kit, PIPS_OF[flights[0].piece], factor=plan.factor)
                stage.blit_centred(shade, x, y - 3 * plan.factor, depth)
            for flight in shown:
                goal = self._goal(kit, column, flight)
                self._draw_piece(stage, kit, flight.piece, goal[0], goal[1] - above, plan.factor)
            if flights[-1].lands <= ms:
                words = kit.text(str(sum(PIPS_OF[f.piece] for f in flights)), 18, "bold", kit.theme.ink)
                stage.blit_centred(words, x, plan.ground + 4 + 11 * kit.text_scale)

    def _draw_piece(self, stage: Stage, kit: Kit, piece: PieceId, x: float, y: float, factor: float) -> None:
        """Draw a piece at its size on the ice (1), at that in the piles, or on its way at a size between them."""
        size, colour, colours, full = PIPS_OF[piece], COLOUR_OF[piece], self.colours, self.plan(kit).factor
        kind = kit, colours.paint(colour), size, colours.pattern(colour), colours.patterned
        if factor in (1.0, full):
            picture = art.pyramid(*kind, factor)
        else:
            picture = kit.tilted(art.pyramid(*kind, full), 0, factor / full, flies=True)
        width, height = kit.size_of(picture)
        stage.blit(picture, x - width / 2, y - height + FOOT * factor)

    def total_plate(self, kit: Kit, colour: int) -> Rect:
        """Return the area of a colour's name and sum, under its piles."""
        plan = self.plan(kit)
        stand = plan.stands[colour]
        width = min(stand.width - 12, 80 + 110 * kit.text_scale)
        return Rect(stand.middle - width / 2, plan.ground + 10 + 24 * kit.text_scale, width, 20 + 30 * kit.text_scale)

    def _draw_total(self, stage: Stage, kit: Kit, colour: int, column: Column, ms: float) -> None:
        r = self.total_plate(kit, colour)
        won = column.has_won and ms >= self.thud
        rim = kit.theme.brass if won else kit.theme.rim
        stage.blit(kit.plate(r.w, r.h, (*kit.theme.night, 235), rim, 2.4 if won else 1.2, 10), r.x, r.y)
        stage.blit_centred(self.colours.badge(kit, colour, 15), r.x + 23, r.centery)
        figure = kit.text(str(column.total(ms)), 26, "title")
        name, size = fitting_name(kit, self.colours.name(colour), r.w - 58 - kit.size_of(figure)[0])
        sign = kit.text(name, size, "bold")
        stage.blit(sign, r.x + 43, r.centery - kit.size_of(sign)[1] / 2)
        stage.blit_centred(figure, r.right - 8 - kit.size_of(figure)[0] / 2, r.centery + kit.lift("title", 26))
