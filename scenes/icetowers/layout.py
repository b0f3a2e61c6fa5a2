"""Where everything stands on the ice, and what lies under a point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from topping_out.game.engine import Seat
from topping_out.game.icetowers.state import View
from topping_out.game.icetowers.table import DEPTH, PIPS_OF, WIDTH, PieceId, Tower, TowerId

from ..kit.kit import Kit
from ..kit.plates import caption_foot, seat_plate_height
from ..ui.layout import Rect
from .art import BAND, HEIGHTS, WIDTHS, step

FOOT = 6.0
"""A picture's foot reaches so far below the middle of the piece's base."""
TALLEST = (0.0, 0.0, 124.0, 124.0, 108.0, 88.0)
"""How far a tower's top piece stands above its bottom piece at the most, by the number of seats; higher towers have
narrower bands. The more stands on the ice, the more a high tower hides."""
LEAST_RISE = 24.0
"""The same where there is hardly any room: so much its pieces rise all the same."""
CLOCK = 150.0
"""How far the words under the clock reach to either side of the middle, at the usual text size."""
FAN = 24.0
"""How far apart the pieces of a tower stand that is fanned out, where there is room."""
TALL = 4
"""A tower of so many pieces fans out, and every one whose bands are narrower than usual."""
WORTH = 14.0
"""Text size of a tower's worth."""
ASIDE = ((0, 0), (-0.8, -2), (0.8, -2), (-1.2, -9), (1.2, -9))
"""Where that tag may be: how many of its widths beside the middle of the tower's foot, how far lower."""
REACH = 15.0
"""How near to the mark of a gap a point must be to mean it."""


@dataclass(frozen=True)
class Spot:
    """Something on the table that a hand can be at: a piece, or the gap above it."""

    tower: int
    piece: PieceId
    is_gap: bool = False


@dataclass(frozen=True)
class Fan:
    """A tower fanned out, and how low on the screen its bottom piece stands."""

    tower: TowerId
    foot: float


class Layout:
    """The table of one window size: engine units to logical units and back."""

    def __init__(self, kit: Kit, seats: int, is_captioned: bool = False, is_taught: bool = False) -> None:
        """Lay out for a window; room is left at the top for a caption, at the foot for hints or the coach's notes."""
        self._kit = kit
        self.width, self.height = kit.width, kit.height
        self.text = text = kit.text_scale
        self.bar = seat_plate_height(kit) + 26
        self.left, self.right = 46.0, kit.width - 46.0
        self._tallest = TALLEST[seats]
        self._head = max(14 + 42 * text, caption_foot(kit) - 42 - 14 * text) if is_captioned else 0.0
        words = _note_height(text) if is_taught else 10 + (36 if text <= 1 else 54) * text
        self.words = Rect(20, kit.height - self.bar - 6 - words, kit.width - 40, words)
        """Where hints, advice and the coach's notes are read: between the ice and the plates."""
        self.back, self.front = 176.0 + 12 * text + self._head, self.words.y - 8
        self.kx, self.ky = (self.right - self.left) / WIDTH, (self.front - self.back) / DEPTH
        done = 190 * min(text, 1.3)
        self.done = Rect(kit.width - 20 - done, kit.height - self.bar + 13, done, self.bar - 26)
        room = self.done.x - 20 - 12
        self._plate = min(250.0, room / seats - 10)
        self._feet: dict[Tower, list[tuple[float, float]]] = {}
        self._places: tuple[object, list[Rect]] = (None, [])
        self._worths: tuple[object, dict[TowerId, Rect]] = (None, {})
        self.fans: dict[Seat, Fan] = {}
        """The towers that players look into, fanned out, by seat."""

    def plate(self, seat: int) -> Rect:
        return Rect(20 + seat * (self._plate + 10), self.height - self.bar + 13, self._plate, self.bar - 26)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the table is on the screen."""
        return self.left + x * self.kx, self.back + y * self.ky

    def to_table(self, x: float, y: float) -> tuple[int, int]:
        """Return the point of the table under a point of the screen, inside its edges."""
        tx, ty = (x - self.left) / self.kx, (y - self.back) / self.ky
        return round(min(max(tx, 0), WIDTH)), round(min(max(ty, 0), DEPTH))

    def is_on_table(self, x: float, y: float) -> bool:
        return self.left - 20 <= x <= self.right + 20 and self.back - 40 <= y <= self.front + 24

    def feet(self, tower: Tower) -> list[tuple[float, float]]:
        """Return the middle of each piece's base on the screen, bottom piece first."""
        fan = next((fan for fan in self.fans.values() if fan.tower == tower.id), None) if self.fans else None
        return self._fanned(tower, fan) if fan else self._plain(tower)

    def _plain(self, tower: Tower) -> list[tuple[float, float]]:
        if tower not in self._feet:
            if len(self._feet) > 1000:
                self._feet.clear()
            self._feet[tower] = self._measure(tower)
        return self._feet[tower]

    def _measure(self, tower: Tower) -> list[tuple[float, float]]:
        x, y = self.at(tower.x, tower.y)
        sizes = [PIPS_OF[piece] for piece in tower.pieces]
        steps = [step(lower, upper) for lower, upper in pairwise(sizes)]
        room = max(LEAST_RISE, y + FOOT - HEIGHTS[sizes[-1]] - self._ceiling(x))
        squeeze = min(1.0, min(self._tallest, room) / sum(steps)) if steps else 1.0
        return [(x, y - up * squeeze) for up in accumulate(steps, initial=0.0)]

    # -- looking into a tower

    def fan_out(self, seat: Seat, tower: Tower, piece: PieceId) -> None:
        """Fan a tower out for a player; `piece` stays where it is, so that whoever aims at it hits it."""
        now = self.fans.get(seat)
        if now and now.tower == tower.id:
            return
        self.close_fan(seat)
        bands = [below[1] - above[1] for below, above in pairwise(self._plain(tower))]
        if len(tower.pieces) >= TALL or (bands and min(bands) < BAND - 0.5):
            index = tower.pieces.index(piece)
            foot = self.feet(tower)[index][1] + sum(max(FAN, band) for band in bands[:index])
            self.fans[seat] = Fan(tower.id, foot)

    def close_fan(self, seat: Seat) -> None:
        self.fans.pop(seat, None)

    def is_fanned(self, tower: Tower) -> bool:
        return any(fan.tower == tower.id for fan in self.fans.values())

    def _fanned(self, tower: Tower, fan: Fan) -> list[tuple[float, float]]:
        """Spread the pieces from the fan's foot upwards, inside the table's room."""
        plain = self._plain(tower)
        x, lowest = plain[0][0], self.height - self.bar - FOOT - 26
        highest = self._ceiling(x) + HEIGHTS[tower.size] - FOOT
        bands = [max(FAN, below[1] - above[1]) for below, above in pairwise(plain)]
        squeeze = min(1.0, (lowest - highest) / sum(bands)) if bands else 1.0
        tall = sum(bands) * squeeze
        foot = max(min(fan.foot, lowest), min(highest + tall, lowest))
        return [(x, foot - up * squeeze) for up in accumulate(bands, initial=0.0)]

    def from_front(self, towers: Iterable[Tower]) -> list[Tower]:
        """Return towers as they lie over one another, the frontmost first."""
        looked_into = {fan.tower for fan in self.fans.values()}
        return sorted(towers, key=lambda tower: (tower.id not in looked_into, -tower.y))

    def hiding(self, towers: tuple[Tower, ...], behind: Tower) -> list[Tower]:
        """Return the towers that hide some of the one behind them."""
        points = [*self._outline(behind)]
        near = [towers[index] for index in self.place(behind).collidelistall(self.places(towers))]
        ordered = self.from_front(near)
        return [t for t in ordered[: ordered.index(behind)] if any(self._piece_of(t, x, y) for x, y in points)]

    def _outline(self, tower: Tower) -> Iterator[tuple[float, float]]:
        """Yield points of a tower: of each piece the apex, and the middle and the ends of its foot."""
        for piece, foot in zip(tower.pieces, self.feet(tower)):
            place = picture_place(PIPS_OF[piece], *foot)
            yield from (place.midtop, place.center, place.bottomleft, place.midbottom, place.bottomright)

    def _ceiling(self, x: float) -> float:
        """Return how far up a tower may reach there: to the words under the clock, or to the bar with the buttons."""
        is_under_clock = abs(x - self.width / 2) < CLOCK * self.text
        return self._head + (60 + 26 * self.text if is_under_clock else 46 + 14 * self.text)

    def place(self, tower: Tower) -> Rect:
        """Return the rectangle of a tower, with the number under it."""
        feet = self.feet(tower)
        wide = max(WIDTHS[PIPS_OF[piece]] for piece in tower.pieces)
        top = feet[-1][1] + FOOT - HEIGHTS[tower.size]
        foot = feet[0][1] + (FOOT if tower.is_free_stander else 30)
        return Rect(feet[0][0] - wide / 2, top, wide, foot - top)

    def places(self, towers: tuple[Tower, ...]) -> list[Rect]:
        """Return the rectangle of each tower."""
        key = towers, tuple(self.fans.values())
        if self._places[0] != key:
            self._places = key, [self.place(tower) for tower in towers]
        return self._places[1]

    def worths(self, towers: tuple[Tower, ...]) -> dict[TowerId, Rect]:
        """Return where each tower's worth stands: under its foot, or aside where it would hide another's top piece."""
        key = towers, tuple(self.fans.values())
        if self._worths[0] != key:
            self._worths = key, self._set_worths(towers)
        return self._worths[1]

    def _set_worths(self, towers: Iterable[Tower]) -> dict[TowerId, Rect]:
        tops = {tower.id: picture_place(tower.size, *self.feet(tower)[-1]) for tower in towers}
        places: dict[TowerId, Rect] = {}
        for tower in towers:
            if not tower.is_free_stander:
                others = [top for id, top in tops.items() if id != tower.id] + [*places.values()]
                places[tower.id] = min(self._tags(tower), key=lambda tag: _shared(tag, others))
        return places

    def _tags(self, tower: Tower) -> list[Rect]:
        """Return where a tower's worth may stand, the best place first."""
        x, y = self.feet(tower)[0]
        width, height = self._kit.text_size(str(tower.worth), WORTH, "bold")
        wide = width + height + 11  # of which a disc with the pattern takes as much as it is high
        left, right = 4.0, self.width - wide - 4
        tags = [(x - wide / 2 + aside * wide, y + 9 + lower) for aside, lower in ASIDE]
        return [Rect(tag_x, tag_y, wide, height + 3) for tag_x, tag_y in tags if left <= tag_x <= right]

    def gap(self, tower: Tower, index: int) -> tuple[float, float]:
        """Return where the mark of the gap above a piece is: at the tower's right side."""
        x, y = self.feet(tower)[index + 1]
        return x + WIDTHS[PIPS_OF[tower.pieces[index + 1]]] / 2 + 11, y + 1

    def piece_at(self, view: View, x: float, y: float) -> Spot | None:
        """Return the piece that shows at a point: the frontmost tower's, the topmost piece's."""
        for tower in self.from_front(view.towers):
            if (piece := self._piece_of(tower, x, y)) is not None:
                return Spot(tower.id, piece)
        return None

    def _piece_of(self, tower: Tower, x: float, y: float) -> PieceId | None:
        """Return the piece of a tower at a point, the topmost one."""
        feet = self.feet(tower)
        for index in reversed(range(len(tower.pieces))):
            if covers(PIPS_OF[tower.pieces[index]], x - feet[index][0], y - feet[index][1]):
                return tower.pieces[index]
        return None

    def gap_at(self, view: View, pieces: list[PieceId], x: float, y: float) -> Spot | None:
        """Return the gap, of those above `pieces`, whose mark is at a point."""
        for tower in self.from_front(view.towers) if pieces else ():
            near = []
            for index, piece in enumerate(tower.pieces):
                if piece in pieces:
                    gx, gy = self.gap(tower, index)
                    if abs(gx - x) <= REACH and abs(gy - y) <= REACH * 0.8:
                        near.append((abs(gy - y), piece))
            if near:
                return Spot(tower.id, min(near)[1], True)
        return None


def _note_height(text: float) -> float:
    """Return how high the coach's notes are at the most: a title and some lines, or two buttons."""
    return max(26 + (26 + 22 * (2 if text < 1.2 else 3)) * text, 66 + 32 * text)


def picture_place(size: int, x: float, y: float) -> Rect:
    """Return where the picture of a pyramid lies whose base has its middle at a point."""
    return Rect(x - WIDTHS[size] / 2, y + FOOT - HEIGHTS[size], WIDTHS[size], HEIGHTS[size])


def _shared(one: Rect, others: Sequence[Rect]) -> float:
    """Return the area that a rectangle shares with others."""
    parts = (one.clip(others[index]) for index in one.collidelistall(others))
    return sum(part.w * part.h for part in parts)


def covers(size: int, dx: float, dy: float) -> bool:
    """Tell whether a pyramid whose base has its middle at (0, 0) covers a point."""
    height = HEIGHTS[size]
    up = FOOT - dy
    if not -2 <= up <= height + 2:
        return False
    share = 1 - max(0.0, up - 10) / (height - 10)
    return abs(dx) <= WIDTHS[size] / 2 * share + 2
