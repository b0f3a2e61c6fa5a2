"""The towers taken off the ice and stacked ten by ten before their owners, colour after colour, the winner last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from game.icetowers.pieces import COLOUR_OF, PIPS_OF, PieceId
from game.icetowers.results import Count, count_up
from game.icetowers.state import View
from scenes.icetowers import art
from scenes.icetowers.colours import Colours
from scenes.icetowers.layout import FOOT, Layout
from scenes.kit.kit import Kit
from scenes.kit.motion import ease_in_out
from scenes.kit.plates import fitting_name
from scenes.kit.stage import Stage

LOOK = 700.0
"""Milliseconds for which the ice is seen as it is."""
EACH = 75.0
"""From one piece to the next; a winner's go slower."""
WINNERS_EACH = 130.0
GLIDE = 560.0
PAUSE = 420.0
"""Between two colours."""
PILE = 74.0
"""Width of a pile, where there is room."""
HOP = 46.0
"""How high a piece rises on its way."""


@dataclass(frozen=True)
class Flight:
    """One piece on its way: when it leaves the ice, and where in which pile of its new owner it comes to stand."""

    piece: PieceId
    leaves: float
    pile: int
    below: tuple[PieceId, ...]

    @property
    def lands(self) -> float:
        return self.leaves + GLIDE


@dataclass(frozen=True)
class Column:
    """What one colour controls, and how it comes together."""

    count: Count
    piles: tuple[tuple[PieceId, ...], ...]
    flights: tuple[Flight, ...]
    has_won: bool

    def total(self, ms: float) -> int:
        """Return the pips that have come together at a moment."""
        return sum(PIPS_OF[flight.piece] for flight in self.flights if flight.lands <= ms)


class Restack:
    """The counting of a game that is over, as pictures at any moment; times in milliseconds."""

    def __init__(self, view: View, colours: Colours) -> None:
        self.view, self.colours = view, colours
        self.columns: dict[int, Column] = {}
        """By colour."""
        self.length = LOOK
        best = max(view.scores)
        for count in sorted(count_up(view), key=lambda count: (count.total, -count.colour)):
            self.columns[count.colour] = self._column(count, count.total == best)
            self.length = max([self.length, *(f.lands for f in self.columns[count.colour].flights)]) + PAUSE
        self._left = {piece: (tower, n) for tower in view.towers for n, piece in enumerate(tower.pieces)}

    def _column(self, count: Count, has_won: bool) -> Column:
        piles = (*count.tens, *((count.rest,) if count.rest else ()))
        each = WINNERS_EACH if has_won else EACH
        flights: list[Flight] = []
        for number, pile in enumerate(piles):
            for height, piece in enumerate(pile):
                flights.append(Flight(piece, self.length + len(flights) * each, number, pile[:height]))
        return Column(count, piles, tuple(flights), has_won)

    def landed(self, ms: float) -> list[PieceId]:
        """Return the pieces that stand in their piles at a moment."""
        return [f.piece for column in self.columns.values() for f in column.flights if f.lands <= ms]

    # -- where things are

    def pitch(self, kit: Kit) -> float:
        return (kit.width - 60) / len(self.columns)

    def middle(self, kit: Kit, colour: int) -> float:
        return 30 + (sorted(self.columns).index(colour) + 0.5) * self.pitch(kit)

    def foot(self, kit: Kit) -> float:
        return kit.height * 0.72 - 20 * (kit.text_scale - 1)

    def tops(self, kit: Kit) -> list[tuple[float, float]]:
        """Return where the winners' confetti flies from."""
        return [(self.middle(kit, c), self.foot(kit) - 130) for c, column in self.columns.items() if column.has_won]

    def _goal(self, kit: Kit, column: Column, flight: Flight) -> tuple[float, float]:
        piles = len(column.piles)
        wide = min(PILE, (self.pitch(kit) - 16) / max(1, piles))
        x = self.middle(kit, column.count.colour) + (flight.pile - (piles - 1) / 2) * wide
        sizes = [PIPS_OF[piece] for piece in (*flight.below, flight.piece)]
        return x, self.foot(kit) - sum(art.step(lower, upper) for lower, upper in pairwise(sizes))

    # -- drawing

    def draw(self, stage: Stage, kit: Kit, ms: float) -> None:
        """Show a moment: what is still on the ice, the piles, what glides, and the sums."""
        layout = Layout(kit, len(self.colours.players))
        gone = {f.piece for column in self.columns.values() for f in column.flights if f.leaves <= ms}
        stage.blit(art.ice(kit), 0, 0)
        for tower in sorted(self.view.towers, key=lambda tower: tower.y):
            for piece, (x, y) in zip(tower.pieces, layout.feet(tower)):
                if piece not in gone:
                    self._draw_piece(stage, kit, piece, x, y)
        for colour, column in sorted(self.columns.items()):
            self._draw_column(stage, kit, column, ms)
            self._draw_total(stage, kit, colour, column, ms)
        for piece, x, y in self._gliding(kit, layout, ms):
            self._draw_piece(stage, kit, piece, x, y)

    def _gliding(self, kit: Kit, layout: Layout, ms: float) -> Iterator[tuple[PieceId, float, float]]:
        for column in self.columns.values():
            for flight in column.flights:
                if flight.leaves <= ms < flight.lands:
                    share = ease_in_out((ms - flight.leaves) / GLIDE)
                    x1, y1 = self._goal(kit, column, flight)
                    tower, index = self._left[flight.piece]
                    x0, y0 = layout.feet(tower)[index]
                    up = HOP * 4 * share * (1 - share)
                    yield flight.piece, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share - up

    def _draw_column(self, stage: Stage, kit: Kit, column: Column, ms: float) -> None:
        foot = self.foot(kit)
        for flight in column.flights:
            if flight.lands > ms:
                continue
            x, y = self._goal(kit, column, flight)
            if not flight.below:
                stage.blit_centred(art.shadow(kit, PIPS_OF[flight.piece]), x, foot - 3)
            self._draw_piece(stage, kit, flight.piece, x, y)
        for number, pile in enumerate(column.piles):
            last = [flight for flight in column.flights if flight.pile == number][-1]
            if last.lands <= ms:
                words = kit.text(str(sum(PIPS_OF[piece] for piece in pile)), 16, "bold", kit.theme.ink)
                stage.blit_centred(words, self._goal(kit, column, last)[0], foot + 8 + 10 * kit.text_scale)

    def _draw_piece(self, stage: Stage, kit: Kit, piece: PieceId, x: float, y: float) -> None:
        size, colour, colours = PIPS_OF[piece], COLOUR_OF[piece], self.colours
        picture = art.pyramid(kit, colours.paint(colour), size, colours.pattern(colour), colours.patterned)
        stage.blit(picture, x - art.WIDTHS[size] / 2, y - art.HEIGHTS[size] + FOOT)

    def _draw_total(self, stage: Stage, kit: Kit, colour: int, column: Column, ms: float) -> None:
        x, pitch, foot = self.middle(kit, colour), self.pitch(kit), self.foot(kit)
        width = min(pitch - 12, 80 + 110 * kit.text_scale)
        high = 20 + 30 * kit.text_scale
        y = foot + 16 + 24 * kit.text_scale
        won = column.has_won and column.flights[-1].lands <= ms if column.flights else False
        rim = kit.theme.brass if won else kit.theme.rim
        stage.blit(kit.plate(width, high, (*kit.theme.night, 235), rim, 2.4 if won else 1.2, 10), x - width / 2, y)
        stage.blit_centred(self.colours.badge(kit, colour, 15), x - width / 2 + 23, y + high / 2)
        figure = kit.text(str(column.total(ms)), 26, "title")
        name, size = fitting_name(kit, self.colours.name(colour), width - 58 - kit.size_of(figure)[0])
        sign = kit.text(name, size, "bold")
        stage.blit(sign, x - width / 2 + 43, y + high / 2 - kit.size_of(sign)[1] / 2)
        stage.blit_centred(figure, x + width / 2 - 8 - kit.size_of(figure)[0] / 2, y + high / 2 + kit.lift("title", 26))
