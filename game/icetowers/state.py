"""The pieces and the table of IceTowers, the state of a game, and its view. Nothing is hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from ..engine import Outcome, Seat
from . import core
from .core import Stack, inside, is_free, movable, owner, worth

# -- pieces


PieceId = Annotated[int, Meta(ge=0, lt=90, description="colour * 15 + (pips - 1) * 5 + n")]
"""`colour * 15 + (pips - 1) * 5 + n`: within a colour the smalls come first, then mediums, then larges."""
Colour = int
"""The number of a seat; the ghost's colour is the number of seats."""

SMALL, MEDIUM, LARGE = SIZES = (1, 2, 3)
"""A size is given by its pips."""
PER_SIZE = 5
PER_COLOUR = 15
PIPS_PER_COLOUR = 30
SIZE_NAMES = ("", "small", "medium", "large")

COLOUR_OF: tuple[Colour, ...] = tuple(piece // PER_COLOUR for piece in range(6 * PER_COLOUR))
PIPS_OF: tuple[int, ...] = tuple(piece % PER_COLOUR // PER_SIZE + 1 for piece in range(6 * PER_COLOUR))
CODE_OF = bytes(colour * 4 + pips for colour, pips in zip(COLOUR_OF, PIPS_OF))
"""By piece, its code in a `Stack`, where pieces of the same colour and size are alike."""


def pieces_of(colour: Colour) -> range:
    return range(colour * PER_COLOUR, (colour + 1) * PER_COLOUR)


def size_name(piece: PieceId) -> str:
    return SIZE_NAMES[PIPS_OF[piece]]


def stack_of(pieces: Iterable[PieceId]) -> Stack:
    return bytes([CODE_OF[piece] for piece in pieces])


def worth_of(pieces: Iterable[PieceId]) -> int:
    return worth(stack_of(pieces))


# -- table


TowerId = int
"""The id of a tower, used only once in a game. At first it is the number of the piece. A tower that is mined keeps its
id, and so does the lower part of one that is split; so a moving hand still finds its target."""
Point = tuple[int, int]

WIDTH, DEPTH = 1200, 560
FOOTPRINT: tuple[Point, ...] = ((0, 0), (36, 26), (46, 34), (56, 42))
"""By size, the width and depth of a piece on the table, all even. They are small enough that 75 pieces always leave
room for another one (`tests/game/icetowers/test_rules.py` proves it)."""
APART = (2, 2)
"""Least gap between scattered pieces, sideways or in depth, so that none touch."""
IN_SIGHT: tuple[Point, ...] = ((8, 160), (4, 70))
"""Gaps, sideways or in depth, that the program leaves around a piece that it places, so that it hides nothing and isn't
hidden. If there is no place with the first gaps, the second ones are tried, then any free place."""
DARTS = 40
"""Number of random places to try for each scattered piece."""
SIDEWAYS = 16
"""The factor of squared sideways distances in the scatter: pieces may be nearer side by side than one behind the other,
where it would be hidden."""


class Tower(msgspec.Struct, frozen=True, dict=True):
    """A stack on the table, bottom piece first; a single piece is a free-stander."""

    id: TowerId
    pieces: tuple[PieceId, ...]
    x: int
    y: int

    @cached_property
    def stack(self) -> Stack:
        """The pieces by colour and size, as the rules use them."""
        return stack_of(self.pieces)

    @cached_property
    def top(self) -> PieceId:
        return self.pieces[-1]

    @cached_property
    def controller(self) -> Colour:
        return owner(self.stack)

    @cached_property
    def size(self) -> int:
        """The size of the top piece, on which it depends what may cap the tower."""
        return PIPS_OF[self.pieces[-1]]

    @cached_property
    def worth(self) -> int:
        return worth(self.stack)

    @property
    def place(self) -> Point:
        return self.x, self.y

    @property
    def base(self) -> int:
        """The size of the bottom piece, on which the footprint depends."""
        return PIPS_OF[self.pieces[0]]

    @cached_property
    def is_free_stander(self) -> bool:
        return is_free(self.stack)

    def count(self, colour: Colour) -> int:
        return len(inside(self.stack, colour))

    def with_pieces(self, pieces: tuple[PieceId, ...]) -> Tower:
        return Tower(self.id, pieces, self.x, self.y)


def overlap(a: Tower, b: Tower) -> bool:
    """Return whether the footprints of two towers overlap; they may touch."""
    (a_width, a_depth), (b_width, b_depth) = FOOTPRINT[a.base], FOOTPRINT[b.base]
    return 2 * abs(a.x - b.x) < a_width + b_width and 2 * abs(a.y - b.y) < a_depth + b_depth


def distance(a: Point, b: Point) -> int:
    """Return a squared distance in which depth counts double, because the table is seen from the front."""
    return (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2


_Block = tuple[int, int, int, int]
"""An open rectangle of centres that would make a piece overlap a tower: left, right, back, front."""
_HALVES = tuple(tuple(((w + v) // 2, (d + e) // 2) for v, e in FOOTPRINT) for w, d in FOOTPRINT)
"""By the sizes of two bases, the distance of their centres in width and in depth when they touch."""


def free_place(towers: Iterable[Tower], size: int, near: Point, *rooms: Point) -> Point:
    """Return the free place for a base of this size that is nearest to `near`; the leftmost, rearmost of equal ones.

    `rooms`: gaps to leave around it, sideways or in depth; the first for which there is a place counts.
    """
    towers = [*towers]
    for room in (*rooms, (0, 0)):
        if place := _nearest(_blocks(towers, size, room), size, near):
            return place
    raise AssertionError("the table has room for every piece")


def _nearest(blocks: Sequence[_Block], size: int, near: Point) -> Point | None:
    """Return the place outside all blocks that is nearest to `near`; None if there is none.

    Each coordinate of that place is either unchanged or on the edge of a block, so only those are tried.
    """
    width, depth = FOOTPRINT[size]
    x_low, x_high, y_low, y_high = width // 2, WIDTH - width // 2, depth // 2, DEPTH - depth // 2
    x0, y0 = min(max(near[0], x_low), x_high), min(max(near[1], y_low), y_high)
    if not _is_in(blocks, (x0, y0)):
        return x0, y0
    y = _free_in_column([block for block in blocks if block[0] < x0 < block[1]], y0, y_low, y_high)
    reach = WIDTH if y is None else 2 * abs(y - y0)  # farther in x than this, no place is nearer (see `distance`)
    x_low, x_high = max(x_low, x0 - reach), min(x_high, x0 + reach)
    blocks = [block for block in blocks if block[0] <= x_high and block[1] >= x_low]
    columns = {x0, *[x for block in blocks for x in block[:2] if x_low <= x <= x_high]}
    best: tuple[int, int, int] | None = None
    for x in sorted(columns, key=lambda x: (abs(x - x0), x)):
        if best is not None and (x - x0) ** 2 > best[0]:
            break
        y = _free_in_column([block for block in blocks if block[0] < x < block[1]], y0, y_low, y_high)
        if y is not None:
            found = (distance((x, y), (x0, y0)), x, y)
            best = found if best is None else min(best, found)
    return best and best[1:]


def _blocks(towers: Iterable[Tower], size: int, room: Point) -> list[_Block]:
    halves, blocks = _HALVES[size], []
    for tower in towers:
        x, y, (dx, dy) = tower.x, tower.y, halves[PIPS_OF[tower.pieces[0]]]
        dx, dy = dx + room[0], dy + room[1]
        blocks.append((x - dx, x + dx, y - dy, y + dy))
    return blocks


def _free_in_column(blocks: Sequence[_Block], y0: int, low: int, high: int) -> int | None:
    for _, _, back, front in blocks:
        if back < y0 < front:
            break
    else:
        return y0
    rows = {y for block in blocks for y in block[2:] if low <= y <= high}
    for y in sorted(rows, key=lambda y: (abs(y - y0), y)):
        if not any(back < y < front for _, _, back, front in blocks):
            return y
    return None


def scatter(colours: int, seed: int) -> tuple[Tower, ...]:
    """Return all pieces as free-standers that don't touch: large ones first, each at the loneliest of random places."""
    draw = random.Random(seed).random
    towers: list[Tower] = []
    blocks: list[_Block] = []
    size = 0
    for piece in in_order(colours, draw):
        if size != PIPS_OF[piece]:
            size = PIPS_OF[piece]
            blocks = _blocks(towers, size, APART)
        darts = throw(size, DARTS, draw)
        place = _loneliest(towers, blocks, darts) or free_place(towers, size, darts[0], APART)
        towers.append(Tower(piece, (piece,), *place))
        blocks += _blocks(towers[-1:], size, APART)
    return tuple(sorted(towers, key=lambda tower: tower.id))


def in_order(colours: int, draw: Callable[[], float]) -> list[PieceId]:
    """Return all pieces, the largest first, in random order within a size."""
    return sorted(range(colours * PER_COLOUR), key=lambda piece: (-PIPS_OF[piece], draw()))


def throw(size: int, darts: int, draw: Callable[[], float]) -> list[Point]:
    """Return `darts` random places on the table for a piece of this size."""
    width, depth = FOOTPRINT[size]
    return [
        (width // 2 + int(draw() * (WIDTH - width + 1)), depth // 2 + int(draw() * (DEPTH - depth + 1)))
        for _ in range(darts)
    ]


def _loneliest(towers: Sequence[Tower], blocks: Sequence[_Block], darts: Iterable[Point]) -> Point | None:
    """Return the dart outside all blocks whose nearest tower is farthest away; None if there is none."""
    best, place = 0, None
    for dart in darts:
        away = _away(towers, dart, best)
        if away > best and not _is_in(blocks, dart):
            best, place = away, dart
    return place


def _away(towers: Iterable[Tower], place: Point, enough: int) -> int:
    """Return the squared distance to the nearest tower, with sideways distances counting `SIDEWAYS` times.

    If it is `enough` or less, the result may be the distance to another tower that is also that near.
    """
    x0, y0 = place
    least = SIDEWAYS * WIDTH**2
    for tower in towers:
        away = SIDEWAYS * (tower.x - x0) ** 2 + (tower.y - y0) ** 2
        if away < least:
            if away <= enough:
                return away
            least = away
    return least


def _is_in(blocks: Iterable[_Block], place: Point) -> bool:
    x, y = place
    return any(left < x < right and back < y < front for left, right, back, front in blocks)


# -- state


COUNTDOWN = 3_000
LAST_CALL = 3_000
"""Both in milliseconds."""


class Phase(StrEnum):
    GATHERING = "gathering"
    """Seats get ready."""
    COUNTDOWN = "countdown"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Variant:
    """The seats and options of a game."""

    seats: int
    ghost: bool = False
    timer: int | None = 180_000
    """Milliseconds of play; None: no timer (I10)."""
    stall: int | None = 5_000
    """Milliseconds for which a piece may be held; None: no limit (I5)."""
    paused_time: bool = False
    """Whether time stands still: the seats take turns, in the order in which they got ready."""
    version: int = 4
    """The version of the rules. In version 1, the game ended if a single seat held a piece that could cap nothing (I6).
    Before version 3, pieces stood closer together and could hide each other. In version 3, a piece that a player set
    down did not stay there, but was moved to where it hid nothing (I13)."""

    @property
    def colours(self) -> int:
        return self.seats + self.ghost

    @property
    def ghost_colour(self) -> Colour | None:
        return self.seats if self.ghost else None

    def moves(self, seat: Seat) -> tuple[Colour, ...]:
        """Return the colours whose pieces the seat may move: its own, and the ghost's."""
        return tuple(movable(seat, self.seats if self.ghost else -1))


class Held(msgspec.Struct, frozen=True):
    """A piece in a hand, and where it came from."""

    piece: PieceId
    mined: bool
    barred: frozenset[TowerId]
    """The tower from which it was mined, with all its parts: it may not cap them (I4)."""
    x: int
    y: int
    """Where it stood; the referee sets it down there or caps the tower nearest to there."""
    since: int
    deadline: int | None
    """When the referee plays it (I5); None if there is no limit now."""

    @property
    def place(self) -> Point:
        return self.x, self.y


StateOrView: TypeAlias = "State | View"


@dataclass(init=False, slots=True)
class State:
    """The state of a game. All its fields are immutable, so that copies can share them."""

    variant: Variant
    towers: tuple[Tower, ...]
    """All towers on the table, oldest first."""
    hands: tuple[Held | None, ...]
    """By seat, the piece that it holds."""
    order: tuple[Seat, ...]
    """The seats in the order in which they got ready."""
    done: frozenset[Seat]
    phase: Phase
    ms: int
    """The clock, in milliseconds since the start. It stops at the end of the game."""
    starts: int | None
    """When the countdown ends and play starts."""
    began: int | None
    """When play began."""
    last_call: int | None
    """When the last call ends the game (I7); None if there is none."""
    turn: Seat | None
    """Whose turn it is when time stands still."""
    plays: int
    """How often the towers have changed."""
    new_tower: TowerId
    outcome: Outcome | None

    def copy(self) -> State:
        twin = State.__new__(State)
        for slot in self.__slots__:
            setattr(twin, slot, getattr(self, slot))
        return twin


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know, which is everything. For the fields, see `State`."""

    seat: Seat | None
    variant: Variant
    towers: tuple[Tower, ...]
    hands: tuple[Held | None, ...]
    order: tuple[Seat, ...]
    done: frozenset[Seat]
    phase: Phase
    ms: int
    starts: int | None
    began: int | None
    last_call: int | None
    turn: Seat | None
    plays: int
    new_tower: TowerId
    outcome: Outcome | None

    @property
    def rings(self) -> int | None:
        """When the timer rings; None without a timer or before play."""
        return ring_time(self)

    @property
    def scores(self) -> tuple[int, ...]:
        return scores(self)

    @property
    def leaders(self) -> list[Colour]:
        """The colours with the most pips, the ghost included (I11)."""
        return core.leaders([*self.scores])

    @property
    def in_turns(self) -> bool:
        """Whether time stands still and the seats take turns."""
        return self.variant.paused_time

    def time_left(self, held: Held) -> float | None:
        """Return the fraction, from 1 to 0, of a held piece's time that is left (I5); None if there is no limit now."""
        if held.deadline is None or not self.variant.stall:
            return None
        return (held.deadline - self.ms) / self.variant.stall


def ring_time(table: StateOrView) -> int | None:
    timer = table.variant.timer
    return None if timer is None or table.began is None else table.began + timer


def scores(table: StateOrView) -> tuple[int, ...]:
    """Return the pips in the towers that each colour controls, plus those of its held pieces.

    The sum is always 30 for each colour in play (I15).
    """
    hands = [stack_of([held.piece]) for held in table.hands if held is not None]
    return tuple(core.scores(table.variant.colours, Counter([tower.stack for tower in table.towers]), hands))


# -- invariants


WIDEST = max(width for width, _ in FOOTPRINT)


def check(state: State) -> None:
    """Raise AssertionError if pieces are missing, scores don't add up (I15), or towers overlap or stick out (I13)."""
    colours, standing = state.variant.colours, state.towers
    held = [hand.piece for hand in state.hands if hand is not None]
    pieces = sorted([*held, *(piece for tower in standing for piece in tower.pieces)])
    assert pieces == list(range(PER_COLOUR * colours)), "pieces were lost or doubled"
    assert sum(scores(state)) == PIPS_PER_COLOUR * colours, "the scores do not add up"
    assert not any(overlap(left, right) for left, right in _neighbours(standing)), "towers overlap"
    for tower in standing:
        width, depth = FOOTPRINT[tower.base]
        assert width // 2 <= tower.x <= WIDTH - width // 2, "a tower has left the table"
        assert depth // 2 <= tower.y <= DEPTH - depth // 2, "a tower has left the table"


def _neighbours(standing: Iterable[Tower]) -> Iterator[tuple[Tower, Tower]]:
    """Yield the pairs of towers that are near enough, from left to right, to overlap."""
    waiting: list[Tower] = []
    for tower in sorted(standing, key=lambda tower: tower.x):
        waiting = [left for left in waiting if tower.x - left.x <= WIDEST]
        yield from ((left, tower) for left in waiting)
        waiting.append(tower)
