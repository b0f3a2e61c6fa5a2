"""Where things lie on the table of IceTowers, how pieces move from view to view, and its captions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import (
    Capped,
    CountdownBegan,
    DoneSwitched,
    LastCall,
    Lifted,
    Mined,
    PlayBegan,
    Readied,
    Showdown,
    TimerRang,
    WasSetDown,
    WasSplit,
)
from topping_out.game.icetowers.state import (
    COLOUR_OF,
    DEPTH,
    PIPS_OF,
    WIDTH,
    Held,
    Phase,
    PieceId,
    Tower,
    TowerId,
    View,
)
from topping_out.game.language import mark, tr, tr_context, tr_player
from topping_out.game.record import Player
from topping_out.game.roster import level_words
from topping_out.game.text import commas

from ..audio.player import Audio
from ..devices.intents import Verb
from ..devices.keyboard import in_brackets, key_words
from ..kit.kit import Kit
from ..kit.plates import caption_foot, seat_plate_height
from ..kit.sprites import Motion, ease_in_out, ease_out, ease_out_back
from ..ui.layout import Rect
from .art import BAND, HEIGHTS, WIDTHS, Colours, Piece, step

# -- layout


FOOT = 6.0
"""Distance from the middle of a piece's base down to the foot of its picture, in logical units."""
TALLEST = (0.0, 0.0, 124.0, 124.0, 108.0, 88.0)
"""Largest distance from a tower's bottom piece to its top piece, by the number of seats. Higher towers have narrower
bands. It is smaller with more seats, as high towers hide others."""
LEAST_BANDS = 0.8
"""Least height of a tower's bands, as a share of their usual height: each piece's pips and sign stay visible."""
MOST = 140.0
"""Distance from the bottom piece to the top piece from which on the bands get narrower still."""
CLOCK = 150.0
"""Half the width of the words under the clock, at the usual text size."""
FAN = 24.0
"""Distance between the pieces of a fanned-out tower, if there is room."""
LEAST_FAN = 0.5
"""Least share of their distance that pieces above or below have before the piece at the pointer moves for them."""
MIN_FANNED = 4
"""Number of pieces from which on a tower can be fanned out. Lower ones can be if their bands are narrow."""
WORTH = 14.0
"""Text size of a tower's worth."""
ASIDE = ((0, 0), (-0.8, -2), (0.8, -2), (-1.2, -9), (1.2, -9))
"""Places for the tag with the worth, best first: multiples of its width beside the tower's foot, and units below it."""
REACH = 15.0
"""Largest distance of a point from the mark of a gap at which it counts as being on it."""


@dataclass(frozen=True)
class Spot:
    """Something on the table that a cursor can be at: a piece, or the gap above it."""

    tower: int
    piece: PieceId
    is_gap: bool = False


@dataclass(frozen=True)
class Fan:
    """A fanned-out tower."""

    tower: TowerId
    index: int
    """The number of the piece that stays in place, from the bottom."""
    y: float
    """The y-coordinate of that piece."""


class Layout:
    """The layout of the table for one window size: engine units to logical units and back.

    If tables are mirrored, the ice is too, and so is where the plates are. Their order is not: players who share a
    keyboard sit at its halves.
    """

    def __init__(self, kit: Kit, seats: int, is_captioned: bool = False, is_taught: bool = False) -> None:
        """Leave room at the top for captions if `is_captioned`, and at the foot for a coach's notes if `is_taught`."""
        self._kit = kit
        self.width, self.height = kit.width, kit.height
        self.text = text = kit.text_scale
        self.bar = seat_plate_height(kit) + 26
        self.left, self.right = 46.0, kit.width - 46.0
        self._tallest = TALLEST[seats]
        self._head = max(14 + 42 * text, caption_foot(kit) - 42 - 14 * text) if is_captioned else 0.0
        words = _note_height(text) if is_taught else 10 + (36 if text <= 1 else 54) * text
        self.ghosts_score = kit.flip(Rect(kit.width - 150, 70, 130, 30))
        """The place of the ghost's score, for those who listen."""
        self.words = Rect(20, kit.height - self.bar - 6 - words, kit.width - 40, words)
        """The area for hints, advice and the coach's notes, between the ice and the plates."""
        self.back, self.front = 176.0 + 12 * text + self._head, self.words.y - 8
        self.kx, self.ky = (self.right - self.left) / WIDTH, (self.front - self.back) / DEPTH
        done = 190 * min(text, 1.3)
        self.done = kit.flip(Rect(kit.width - 20 - done, kit.height - self.bar + 13, done, self.bar - 26))
        room = kit.flip(self.done).x - 20 - 12
        self._plate = min(250.0, room / seats - 10)
        wide = seats * (self._plate + 10) - 10
        self._first_plate = kit.flip(Rect(20, 0, wide, 0)).x
        self._feet: dict[Tower, list[tuple[float, float]]] = {}
        self._places: tuple[object, list[Rect]] = (None, [])
        self._worths: tuple[object, dict[TowerId, Rect]] = (None, {})
        self.fans: dict[Seat, Fan] = {}
        """The towers that players have fanned out, by seat."""

    def plate(self, seat: int) -> Rect:
        left = self._first_plate + seat * (self._plate + 10)
        return Rect(left, self.height - self.bar + 13, self._plate, self.bar - 26)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the screen for a point of the table."""
        return self._kit.flip_x(self.left + x * self.kx), self.back + y * self.ky

    def to_table(self, x: float, y: float) -> tuple[int, int]:
        """Return the point of the table for a point of the screen, limited to the table."""
        tx, ty = (self._kit.flip_x(x) - self.left) / self.kx, (y - self.back) / self.ky
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
        room = y + FOOT - HEIGHTS[sizes[-1]] - self._ceiling(x)
        least, most = min(LEAST_BANDS * sum(steps), MOST), min(self._tallest, room)
        squeeze = min(1.0, max(least, most) / sum(steps)) if steps else 1.0
        y += max(0.0, sum(steps) * squeeze - room)  # a tower that is too high stands nearer to the front
        return [(x, y - up * squeeze) for up in accumulate(steps, initial=0.0)]

    # -- fans

    def fan_out(self, seat: Seat, tower: Tower, piece: PieceId) -> None:
        """Fan out a tower for a player, if it is high enough. `piece` stays in place, so that a pointer stays on it."""
        now = self.fans.get(seat)
        if now and now.tower == tower.id:
            return
        self.close_fan(seat)
        bands = [below[1] - above[1] for below, above in pairwise(self._plain(tower))]
        if len(tower.pieces) >= MIN_FANNED or (bands and min(bands) < BAND - 0.5):
            index = tower.pieces.index(piece)
            self.fans[seat] = Fan(tower.id, index, self.feet(tower)[index][1])

    def close_fan(self, seat: Seat) -> None:
        self.fans.pop(seat, None)

    def is_fanned(self, tower: Tower) -> bool:
        return any(fan.tower == tower.id for fan in self.fans.values())

    def _fanned(self, tower: Tower, fan: Fan) -> list[tuple[float, float]]:
        """Return the feet of the pieces, spread upwards and downwards within the room for towers.

        The piece that the fan was opened at moves only if the others have hardly any room otherwise.
        """
        plain = self._plain(tower)
        x, lowest = plain[0][0], self.height - self.bar - FOOT - 26
        highest = self._ceiling(x) + HEIGHTS[tower.size] - FOOT
        bands = [max(FAN, below[1] - above[1]) for below, above in pairwise(plain)]
        index = min(fan.index, len(bands))
        down, up = sum(bands[:index]), sum(bands[index:])
        fit = min(1.0, (lowest - highest) / (down + up)) if bands else 1.0
        least = min(LEAST_FAN, fit)
        y = max(min(fan.y, lowest - down * least), highest + up * least)
        below, above = min(1.0, (lowest - y) / (down or 1.0)), min(1.0, (y - highest) / (up or 1.0))
        foot = y + down * below
        squeezed = [band * (below if number < index else above) for number, band in enumerate(bands)]
        return [(x, foot - up) for up in accumulate(squeezed, initial=0.0)]

    def from_front(self, towers: Iterable[Tower]) -> list[Tower]:
        """Return towers sorted from front to back."""
        fanned = {fan.tower for fan in self.fans.values()}
        return sorted(towers, key=lambda tower: (tower.id not in fanned, -tower.y))

    def hiding(self, towers: tuple[Tower, ...], behind: Tower) -> list[Tower]:
        """Return the towers that hide a part of the tower `behind` them."""
        points = [*self._outline(behind)]
        near = [towers[index] for index in self.place(behind).collidelistall(self.places(towers))]
        ordered = self.from_front(near)
        return [t for t in ordered[: ordered.index(behind)] if any(self._piece_of(t, x, y) for x, y in points)]

    def _outline(self, tower: Tower) -> Iterator[tuple[float, float]]:
        """Yield points of each piece of a tower: its apex and centre, and the ends and middle of its foot."""
        for piece, foot in zip(tower.pieces, self.feet(tower)):
            place = picture_place(PIPS_OF[piece], *foot)
            yield from (place.midtop, place.center, place.bottomleft, place.midbottom, place.bottomright)

    def _ceiling(self, x: float) -> float:
        """Return the y-coordinate that towers at `x` may reach: below the clock's words or the bar with the buttons."""
        is_under_clock = abs(x - self.width / 2) < CLOCK * self.text
        return self._head + (60 + 26 * self.text if is_under_clock else 46 + 14 * self.text)

    def place(self, tower: Tower) -> Rect:
        """Return the rectangle of a tower, including the number under it."""
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
        """Return the places of the towers' worths: under the foot, or aside if they would hide other top pieces."""
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
                places[tower.id] = min(self._tags(tower), key=lambda tag: shared(tag, others))
        return places

    def _tags(self, tower: Tower) -> list[Rect]:
        """Return the possible places of a tower's worth, best first."""
        x, y = self.feet(tower)[0]
        width, height = self._kit.text_size(str(tower.worth), WORTH, "bold")
        wide = width + height + 11  # includes a disc with the pattern, as wide as high
        left, right = 4.0, self.width - wide - 4
        x = self._kit.flip_x(x)
        tags = [(x - wide / 2 + aside * wide, y + 9 + lower) for aside, lower in ASIDE]
        rects = [Rect(tag_x, tag_y, wide, height + 3) for tag_x, tag_y in tags if left <= tag_x <= right]
        return [*map(self._kit.flip, rects)]

    def gap(self, tower: Tower, index: int) -> tuple[float, float]:
        """Return the place of the mark for the gap above a piece, at the tower's right side, or left if mirrored."""
        (x, y), flip_x = self.feet(tower)[index + 1], self._kit.flip_x
        return flip_x(flip_x(x) + WIDTHS[PIPS_OF[tower.pieces[index + 1]]] / 2 + 11), y + 1

    def piece_at(self, view: View, x: float, y: float) -> Spot | None:
        """Return the visible piece at a point: the topmost one of the frontmost tower."""
        for tower in self.from_front(view.towers):
            if (piece := self._piece_of(tower, x, y)) is not None:
                return Spot(tower.id, piece)
        return None

    def _piece_of(self, tower: Tower, x: float, y: float) -> PieceId | None:
        """Return the topmost piece of a tower at a point."""
        feet = self.feet(tower)
        for index in reversed(range(len(tower.pieces))):
            if covers(PIPS_OF[tower.pieces[index]], x - feet[index][0], y - feet[index][1]):
                return tower.pieces[index]
        return None

    def gap_at(self, view: View, pieces: list[PieceId], x: float, y: float) -> Spot | None:
        """Return the gap whose mark is at a point, among those above `pieces`."""
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
    """Return the largest height of the coach's notes: a title with some lines, or two buttons."""
    return max(26 + (26 + 22 * (2 if text < 1.2 else 3)) * text, 66 + 32 * text)


def picture_place(size: int, x: float, y: float) -> Rect:
    """Return the rectangle of a pyramid's picture, given the middle of its base."""
    return Rect(x - WIDTHS[size] / 2, y + FOOT - HEIGHTS[size], WIDTHS[size], HEIGHTS[size])


def shared(rect: Rect, others: Sequence[Rect]) -> float:
    """Return the total area that a rectangle shares with others."""
    parts = (rect.clip(others[index]) for index in rect.collidelistall(others))
    return sum(part.w * part.h for part in parts)


def covers(size: int, dx: float, dy: float) -> bool:
    """Return whether a pyramid covers a point; `dx` and `dy` are relative to the middle of its base."""
    height = HEIGHTS[size]
    up = FOOT - dy
    if not -2 <= up <= height + 2:
        return False
    share = 1 - max(0.0, up - 10) / (height - 10)
    return abs(dx) <= WIDTHS[size] / 2 * share + 2


# -- captions


LAST_MOMENTS = 10_000
"""Length of the timer's end that is emphasised by pictures and sounds, in milliseconds."""
_HELD = ("", mark("Small in hand"), mark("Medium in hand"), mark("Large in hand"))
_GHOSTS_HELD = (
    "", mark("The ghost's small in hand"), mark("The ghost's medium in hand"), mark("The ghost's large in hand"),
)  # fmt: skip
_CAN_CAP = (
    "",
    mark("{held}: cap anything of another colour"),
    mark("{held}: cap a medium or large of another colour"),
    mark("{held}: cap a large of another colour"),
)
"""Words by the pips of the held piece."""


def clock(view: View) -> str:
    """Return the time left as minutes and seconds, or "" if no timer runs."""
    if view.phase in (Phase.GATHERING, Phase.COUNTDOWN, Phase.OVER) or view.rings is None:
        return ""
    seconds = -(-max(0, view.rings - view.ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def hurry(view: View) -> float:
    """Return how much of LAST_MOMENTS has passed, from 0 to 1; after the timer has rung, 1."""
    if view.outcome is not None:
        return 1.0 if view.outcome.reason == "timer" else 0.0
    if view.phase is not Phase.PLAY or view.rings is None:
        return 0.0
    return min(1.0, max(0.0, 1 - (view.rings - view.ms) / LAST_MOMENTS))


def under_clock(view: View, colours: Colours, is_live: bool) -> str:
    """Return the caption under the clock."""
    if view.phase is Phase.GATHERING:
        waiting = [seat for seat in range(view.variant.seats) if seat not in view.order]
        humans = [seat for seat, player in enumerate(colours.players) if player.is_human]
        if len(humans) == 1 and waiting == humans:
            return tr("Touch any of your pieces to begin.")
        names = commas([colours.name(seat) for seat in waiting])
        return tr("Touch one of your own pieces when you're ready: {names}", names=names)
    if view.phase is Phase.COUNTDOWN:
        return tr("Ready…")
    if view.phase is Phase.OVER:
        return tr("The game is over")
    if view.last_call is not None:
        return tr("Last call: act now, or the game ends")
    if view.turn is not None:
        yours, theirs = mark("Time stands still: your move"), mark("Time stands still: {name} to move")
        return tr_player(colours.players[view.turn].name, yours, theirs)
    return tr("No turns: play at any time") if is_live else ""


def status(view: View, seat: Seat, player: Player, device: str) -> Sequence[str]:
    """Return the line under a seat's name, and shorter alternatives."""
    level = level_words(player.level)
    plays_with = (device,) if player.is_human else (tr("bot, {level}", level=level), level)
    if view.phase is Phase.GATHERING:
        return (tr("ready"),) if seat in view.order else plays_with if any(plays_with) else (tr("not ready yet"),)
    if seat in view.done:
        return (tr_context("of a player", "done"),)
    return (tr("holding"),) if view.hands[seat] else plays_with


def keys_strip(view: View, seat: Seat, signs: Mapping[Verb, str], is_inside: bool) -> Sequence[str]:
    """Return what the keys do now, and shorter alternatives. `signs` contains the labels of the keys.

    Keys without a letter have their names. If those don't fit, they have their signs in brackets.
    """
    named, signed = (_keys_strip(view, seat, signs, is_inside, write) for write in (key_words, in_brackets))
    return list(dict.fromkeys((*named[:1], *signed[:1], *named[1:], *signed[1:])))


def _keys_strip(
    view: View, seat: Seat, signs: Mapping[Verb, str], is_inside: bool, write: Callable[[str], str]
) -> Sequence[str]:
    verbs = Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE
    lift, split, back, done = (write(signs[verb]) for verb in verbs)
    if view.phase is Phase.GATHERING:
        return () if seat in view.order else (tr("{lift}: I'm ready", lift=lift),)
    if view.phase is not Phase.PLAY or seat in view.done:
        return ()
    if view.hands[seat]:
        return tr("{lift} place · {back} put back", lift=lift, back=back), tr("{lift} place", lift=lift)
    if is_inside:
        return (tr("{lift} mine · {split} split · {back} back", lift=lift, split=split, back=back),)
    return (
        tr("{lift} lift · {split} split · {done} done", lift=lift, split=split, done=done),
        tr("{lift} lift · {split} split", lift=lift, split=split),
    )


def advice(view: View, seat: Seat, *, is_short: bool = False) -> str:
    """Return what the piece held by a seat can do, or if `is_short` which it is; "" if the seat holds none."""
    held = view.hands[seat]
    if held is None:
        return ""
    pips = PIPS_OF[held.piece]
    text = tr((_HELD if COLOUR_OF[held.piece] == seat else _GHOSTS_HELD)[pips])
    if not legality.targets(view, held):
        return tr("{held}: nothing to cap, set it down", held=text)
    return text if is_short else tr(_CAN_CAP[pips], held=text)


# -- animator


CLINKS = ("", "clink_small", "clink_medium", "clink_large")
LIFT = 30.0
"""Height of a held piece above the ice, in logical units."""


class Animator:
    """Moves the pieces of one table."""

    def __init__(self, motion: Motion, audio: Audio) -> None:
        self.motion, self.audio = motion, audio
        self.pieces: dict[PieceId, Piece] = {}

    def settle(self, view: View, layout: Layout, positions: Mapping[Seat, tuple[float, float]]) -> None:
        """Put every piece at its place in the view at once."""
        self.motion.finish()
        for piece in self.pieces.values():
            piece.key = None
        self.arrange(view, layout, positions, is_at_once=True)

    def arrange(
        self, view: View, layout: Layout, positions: Mapping[Seat, tuple[float, float]], is_at_once: bool = False
    ) -> None:
        """Move every piece to its place in the view. `positions` are those of the visible cursors."""
        for tower in view.towers:
            is_fanned = layout.is_fanned(tower)
            front = 1e5 if is_fanned else layout.back
            for index, (id, foot) in enumerate(zip(tower.pieces, layout.feet(tower))):
                piece = self.pieces.get(id) or self.pieces.setdefault(id, Piece(id, *foot))
                key = tower.id, index, foot, is_fanned
                if piece.key == key:
                    continue
                piece.key, piece.z = key, tower.y * 10 + index + front
                if is_at_once:
                    piece.x, piece.y, piece.up = *foot, 0.0
                else:
                    self.motion.to(piece, 190, 0, ease_out, x=foot[0], y=foot[1])
                    self.motion.to(piece, 210, 0, ease_out_back, up=0.0)
        for seat, held in enumerate(view.hands):
            if held is not None:
                self._carry(seat, held, positions.get(seat), layout)

    def _carry(self, seat: Seat, held: Held, cursor: tuple[float, float] | None, layout: Layout) -> None:
        """Move a held piece towards its cursor; if that is not visible, the piece stays above where it was taken."""
        piece = self.pieces.setdefault(held.piece, Piece(held.piece, *(cursor or layout.at(*held.place))))
        if piece.key != ("held", seat):
            piece.key = ("held", seat)
            self.motion.to(piece, 140, 0, ease_out, up=LIFT)
        x, y = cursor or (piece.x, piece.y)
        self.motion.drop(piece, "x", "y")
        piece.x += (x - piece.x) * 0.45
        piece.y += (y + FOOT - piece.y) * 0.45
        piece.z = 1e6 + seat

    def scatter(self) -> None:
        """Make all pieces fall on the ice, at the start."""
        for number, piece in enumerate(sorted(self.pieces.values(), key=lambda p: p.y)):
            piece.alpha, piece.up = 0.0, 130.0
            self.motion.to(piece, 160, number * 9, ease_in_out, alpha=1.0)
            self.motion.to(piece, 420, number * 9, ease_out_back, up=0.0)
            if number % 6 == 0:
                size = CLINKS[PIPS_OF[piece.id]]
                self.motion.at(number * 9 + 300, lambda size=size: self.audio.play(size, 0.35))  # type: ignore[misc]

    def shake(self, id: PieceId) -> None:
        """Shake a piece that cannot be played."""
        if piece := self.pieces.get(id):
            piece.shake = 1.0
            self.motion.to(piece, 320, 0, ease_out, shake=0.0)

    def sound(self, event: Any, kit: Kit) -> None:
        """Play the sound of an event, at the stereo position of its piece."""
        piece = self.pieces.get(getattr(event, "bottom", getattr(event, "piece", -1)))
        pan = kit.pan(piece.x) if piece else 0.0
        match event:
            case Capped():
                self.audio.play(CLINKS[PIPS_OF[event.piece]], pan=pan)
            case Lifted():
                self.audio.play("focus", 0.8, pan)
            case Mined():
                self.audio.play("card_slide", 0.8, pan)
            case WasSetDown():
                self.audio.play(CLINKS[PIPS_OF[event.piece]], 0.6, pan)
            case WasSplit():
                self.audio.play("snap", pan=pan)
            case Readied() | DoneSwitched():
                self.audio.play("button", 0.7)
            case CountdownBegan() | LastCall():
                self.audio.play("turn")
            case PlayBegan():
                self.audio.play("hint")
            case TimerRang() | Showdown():
                self.audio.play("penny_ring")
