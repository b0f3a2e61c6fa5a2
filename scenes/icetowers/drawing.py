"""How the ice is drawn, layer by layer from the ground to the cursors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from game.engine import Seat
from game.icetowers import legality
from game.icetowers.actions import Action, Lift, Mine, Place, Ready, Split
from game.icetowers.pieces import COLOUR_OF, PIPS_OF, PieceId
from game.icetowers.state import Phase, View
from game.icetowers.table import Tower
from game.language import tr
from scenes.icetowers import art, captions
from scenes.icetowers.colours import Colours
from scenes.icetowers.cursors.cursor import Cursor
from scenes.icetowers.layout import FOOT, Layout
from scenes.icetowers.sprites import Piece, SpeechBubble
from scenes.kit.kit import Kit
from scenes.kit.plates import draw_seat, seat_sign
from scenes.kit.stage import Stage
from scenes.kit.theme import Colour, mix
from scenes.ui.widgets import Rect

PATH_STEP = 13.0
"""Distance between the dots of a hint's path."""
CAPTION = 15.0
"""Text size under the clock."""

Pieces = Mapping[PieceId, Piece]
Point = tuple[float, float]


@dataclass(frozen=True)
class Ice:
    """What all drawing needs: the view, where it is on the screen, and how its colours look."""

    kit: Kit
    view: View
    layout: Layout
    colours: Colours


def draw_ground(stage: Stage, ice: Ice) -> None:
    """The ice, and the bar of the seats at the foot."""
    kit = ice.kit
    stage.blit(art.ice(kit), 0, 0)
    bar = kit.plate(kit.width, ice.layout.bar, (*kit.theme.night, 235), kit.theme.night, 1, 0)
    stage.blit(bar, 0, kit.height - ice.layout.bar)


# -- pieces


def draw_pieces(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """The pieces on the ice, back to front, and all shadows."""
    order = sorted(pieces.values(), key=lambda piece: piece.z)
    grounded = {tower.pieces[0] for tower in ice.view.towers}
    for piece in order:
        if piece.id in grounded or piece.up > 1:
            _draw_shadow(stage, ice, piece)
    for piece in order:
        if not piece.is_held:
            _draw_piece(stage, ice, piece)


def draw_held(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """The held pieces, above all others, with a bright edge."""
    for piece in pieces.values():
        if piece.is_held:
            _draw_piece(stage, ice, piece)
            size, edge = PIPS_OF[piece.id], (255, 255, 255)
            x = piece.shaken_x - art.WIDTHS[size] / 2 - 4
            stage.blit(art.glow(ice.kit, size, edge), x, piece.y - art.HEIGHTS[size] + FOOT - 4 - piece.up)


def _draw_shadow(stage: Stage, ice: Ice, piece: Piece) -> None:
    shade = art.shadow(ice.kit, PIPS_OF[piece.id], piece.up > 8)
    stage.blit_centred(shade, piece.x, piece.y - 3, piece.alpha)


def _draw_piece(stage: Stage, ice: Ice, piece: Piece) -> None:
    kit, size, colour = ice.kit, PIPS_OF[piece.id], COLOUR_OF[piece.id]
    picture = art.pyramid(kit, ice.colours.paint(colour), size, ice.colours.pattern(colour), ice.colours.patterned)
    x = piece.shaken_x - art.WIDTHS[size] / 2
    y = piece.y - art.HEIGHTS[size] + FOOT - piece.up
    stage.blit(picture, x, y, piece.alpha)


# -- what can be done


def draw_targets(stage: Stage, ice: Ice, cursors: Mapping[Seat, Cursor]) -> None:
    """Rings round the towers that each player's held piece may cap; without one, round the tower at the cursor."""
    for seat, cursor in cursors.items():
        held = ice.view.hands[seat]
        if held:
            for tower in legality.targets(ice.view, held):
                aimed = cursor.spot is not None and cursor.spot.tower == tower.id
                _ring(stage, ice, tower, ice.colours.paint(seat), aimed)
        elif cursor.spot and not cursor.spot.is_gap and (at := legality.tower_by_id(ice.view, cursor.spot.tower)):
            _ring(stage, ice, at, ice.colours.paint(seat), False)


def _ring(stage: Stage, ice: Ice, tower: Tower, colour: Colour, bold: bool) -> None:
    x, y = ice.layout.at(tower.x, tower.y)
    stage.blit_centred(art.ring(ice.kit, tower.base, colour, bold), x, y - 2)


def draw_worths(stage: Stage, ice: Ice) -> None:
    """Under each tower its worth, in the colour of who controls it."""
    kit = ice.kit
    for tower in sorted(ice.view.towers, key=lambda t: t.y):
        if tower.is_free_stander:
            continue
        x, y = ice.layout.at(tower.x, tower.y)
        words = kit.text(str(tower.worth), 14, "bold", ice.colours.ink(tower.controller))
        width, height = kit.size_of(words)
        width = max(width + 16, height + 6)
        colour = ice.colours.paint(tower.controller)
        tag = kit.plate(width, height + 3, colour, mix(colour, (255, 255, 255), 0.55), 1.2, (height + 3) / 2)
        stage.blit(tag, x - width / 2, y + 9)
        stage.blit_centred(words, x, y + 9 + (height + 3) / 2)


def draw_takeable(stage: Stage, ice: Ice, cursors: Mapping[Seat, Cursor], pieces: Pieces) -> None:
    """Outline what each player could take from the tower at the cursor, and the piece that is chosen."""
    for seat, cursor in cursors.items():
        _draw_takeable(stage, ice, seat, cursor, pieces)


def _draw_takeable(stage: Stage, ice: Ice, seat: Seat, cursor: Cursor, pieces: Pieces) -> None:
    view, spot = ice.view, cursor.spot
    if spot is None or view.hands[seat] is not None:
        return
    mineable = legality.mineable(view, seat) if view.phase is Phase.PLAY else []
    tower = legality.tower_by_id(view, spot.tower)
    for piece in tower.pieces if tower else ():
        if (piece in mineable or piece == spot.piece) and piece in pieces:
            _outline(stage, ice, pieces[piece], piece == spot.piece, ice.colours.paint(seat))


def _outline(stage: Stage, ice: Ice, piece: Piece, bold: bool, colour: Colour) -> None:
    size = PIPS_OF[piece.id]
    paint = colour if bold else (255, 255, 255)
    x, y = piece.x - art.WIDTHS[size] / 2 - 4, piece.y - art.HEIGHTS[size] + FOOT - 4 - piece.up
    stage.blit(art.glow(ice.kit, size, paint), x, y, 1.0 if bold else 0.75)


def draw_gaps(stage: Stage, ice: Ice, cursors: Mapping[Seat, Cursor]) -> None:
    """The gaps at which the players at the screen may split."""
    view = ice.view
    if view.phase is not Phase.PLAY:
        return
    for tower in view.towers:
        for index in tower.gaps():
            piece = tower.pieces[index]
            splitters = [seat for seat in cursors if not legality.why_not_split(view, seat, piece)]
            if splitters:
                over = [seat for seat in splitters if _is_over(cursors[seat], tower, piece)]
                _draw_gap(stage, ice, tower, index, over)


def draw_suggestion(stage: Stage, ice: Ice, pieces: Pieces, suggested: Sequence[Action]) -> None:
    """Mark what a hint would take, cap or split, and a path from the one to the other."""
    for action in suggested:
        _mark(stage, ice, pieces, action)
    match suggested:
        case Lift(piece) | Mine(piece), Place(tower) if found := legality.tower_by_id(ice.view, tower):
            start, goal = pieces[piece], ice.layout.feet(found)[-1]
            top = art.HEIGHTS[PIPS_OF[found.top]]
            _draw_path(stage, ice, (start.x, start.y - start.up - 8), (goal[0], goal[1] - top / 2))


def _mark(stage: Stage, ice: Ice, pieces: Pieces, action: Action) -> None:
    brass, view = ice.kit.theme.brass, ice.view
    match action:
        case Lift(piece) | Mine(piece) | Ready(piece) if piece in pieces:
            _outline(stage, ice, pieces[piece], True, brass)
        case Place(target) if found := legality.tower_by_id(view, target):
            _ring(stage, ice, found, brass, True)
        case Split(piece):
            for tower in view.towers:
                if piece in tower.pieces[:-1]:
                    _draw_gap(stage, ice, tower, tower.pieces.index(piece), [0])


def _draw_path(stage: Stage, ice: Ice, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A path as a row of dots."""
    kit = ice.kit
    dot = kit.disc(3, mix(kit.theme.brass, kit.theme.ink, 0.25))
    count = int(math.dist(start, end) / PATH_STEP)
    for number in range(1, count):
        x, y = (a + (b - a) * number / count for a, b in zip(start, end))
        stage.blit_centred(dot, x, y)


def _is_over(cursor: Cursor, tower: Tower, piece: int) -> bool:
    spot = cursor.spot
    return spot is not None and spot.tower == tower.id and (not spot.is_gap or spot.piece == piece)


def _draw_gap(stage: Stage, ice: Ice, tower: Tower, index: int, over: list[Seat]) -> None:
    kit = ice.kit
    x, y = ice.layout.gap(tower, index)
    if over:
        size = PIPS_OF[tower.pieces[index]]
        width = art.WIDTHS[size] + 14
        line = kit.cached(
            ("ice cut", size),
            lambda: kit.canvas(width, 4, (255, 255, 255)).rect(0, 0.8, width, 2.4, (255, 255, 255), 1).done(),
        )
        stage.blit_centred(line, ice.layout.feet(tower)[index + 1][0], y)
    stage.blit_centred(art.scissors(kit, bool(over)), x + (3 if over else 0), y)


def draw_stalls(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """A ring round each held piece shrinks until the piece must be played."""
    view = ice.view
    for seat, held in enumerate(view.hands):
        if held is None or held.deadline is None or not view.variant.stall or held.piece not in pieces:
            continue
        share = (held.deadline - view.ms) / view.variant.stall
        left = max(1, min(art.STALL_TICKS, round(share * art.STALL_TICKS)))
        colour = art.HURRY if share < 0.4 else ice.colours.paint(seat)
        piece = pieces[held.piece]
        middle = piece.y + FOOT - piece.up - art.HEIGHTS[PIPS_OF[held.piece]] * 0.42
        stage.blit_centred(art.stall_ring(ice.kit, left, colour), piece.x, middle)


# -- the clock and the plates


def draw_clock(stage: Stage, ice: Ice, is_live: bool, resuming: float) -> None:
    """The time left and what goes on, at the top. Large figures count down to start, end and `resuming` (ms)."""
    kit, view, theme = ice.kit, ice.view, ice.kit.theme
    figure, words = captions.clock(view), captions.under_clock(view, ice.colours, is_live)
    middle, text = kit.width / 2, kit.text_scale
    top = 0.0 if is_live else 42 + 14 * text
    if figure:
        stage.blit_centred(kit.text(figure, 40, "title", theme.ink), middle, top + 26 + 18 * text)
    line, size = kit.first_fitting((words,), kit.width - 60, CAPTION)
    stage.blit_centred(kit.text(line, size, "body", theme.ink), middle, top + 58 + 16 * text)
    until = resuming or _until(view)
    if until:
        number = kit.text(str(max(1, -(-round(until) // 1000))), 170, "title", theme.dusk, fixed=True)
        stage.blit_centred(number, middle, kit.height * 0.44, 0.85)


def clock_place(ice: Ice, is_live: bool) -> Rect:
    """Return the rectangle of the clock and the caption under it, on a live table."""
    kit, figure = ice.kit, captions.clock(ice.view)
    words = captions.under_clock(ice.view, ice.colours, is_live)
    wide, high = kit.text_size(words, CAPTION)
    foot = 58 + 16 * kit.text_scale + high / 2
    top = 26.0 if figure else foot - high
    return Rect((kit.width - wide) / 2, top, wide, foot - top)


def _until(view: View) -> float:
    """Return the milliseconds until the game begins or ends; 0 if neither is near."""
    if view.outcome is not None:
        return 0.0
    if view.phase is Phase.COUNTDOWN and view.starts is not None:
        return view.starts - view.ms
    return view.last_call - view.ms if view.last_call is not None else 0.0


def draw_plates(stage: Stage, ice: Ice, devices: Mapping[Seat, str]) -> None:
    """The seats' plates at the foot with their scores, and the ghost's at the top. `devices`: see `captions.status`."""
    view = ice.view
    scores = view.scores
    for seat, player in enumerate(ice.colours.players):
        leads = view.turn == seat or (view.outcome is not None and seat in view.outcome.winners) or seat in view.done
        place = ice.layout.plate(seat)
        status = captions.status(view, seat, player, devices.get(seat, ""))
        sign = seat_sign(ice.colours.players, seat)
        draw_seat(stage, ice.kit, place, ice.colours.name(seat), sign, status, leads, False, str(scores[seat]))
    if view.variant.ghost:
        kit = ice.kit
        words = kit.text(tr("The ghost: {score}", score=scores[-1]), 16, "bold", kit.theme.ink)
        width, height = kit.size_of(words)
        tag = kit.plate(width + 26, height + 10, (*kit.theme.ghost, 235), kit.theme.mist, 1.4, (height + 10) / 2)
        x, y = ice.kit.width - width - 46, 62 + 14 * kit.text_scale
        stage.blit(tag, x, y)
        stage.blit_centred(words, x + (width + 26) / 2, y + (height + 10) / 2)


# -- cursors and what is said beside them


def draw_cursors(stage: Stage, ice: Ice, positions: Mapping[Seat, Point], seats: Iterable[Seat]) -> None:
    """The cursors of some seats, each with its owner's colour and name."""
    for seat in sorted(seats):
        _draw_cursor(stage, ice, seat, positions[seat])


def draw_bubbles(stage: Stage, ice: Ice, positions: Mapping[Seat, Point], bubbles: Mapping[Seat, SpeechBubble]) -> None:
    """The speech bubbles of the players at the screen. If there are several, a piece that can cap nothing gets one."""
    for seat, (x, y) in sorted(positions.items()):
        held, bubble = ice.view.hands[seat], bubbles.get(seat)
        is_at_a_loss = len(positions) > 1 and held is not None and not legality.targets(ice.view, held)
        if bubble or is_at_a_loss:
            words = bubble.text if bubble else captions.advice(ice.view, seat)
            warns = bubble is not None and bubble.warns
            _draw_words(stage, ice, words, x + 16, y + 27 + 18 * ice.kit.text_scale, warns)


def draw_advice(stage: Stage, ice: Ice, advice: str) -> None:
    """What the held piece can do, for a player who is alone at the screen."""
    place = advice_place(ice, advice)
    _draw_words(stage, ice, advice, place.x, place.y, False, place.w - 24)


def advice_place(ice: Ice, advice: str) -> Rect:
    """Return the rectangle of `draw_advice`: in the middle over the bar."""
    kit = ice.kit
    wide, high = kit.text_size(advice, 13.5)[0] + 24, 18 * kit.text_scale + 10
    return Rect((kit.width - wide) / 2, kit.height - ice.layout.bar - high - 6, wide, high)


def _draw_cursor(stage: Stage, ice: Ice, seat: Seat, place: Point) -> None:
    kit, colour = ice.kit, ice.colours.paint(seat)
    stage.blit(art.pointer(kit, colour), place[0] - 1, place[1] - 1)
    label = kit.text(ice.colours.name(seat), 13, "bold", (255, 255, 255))
    width, height = kit.size_of(label)
    tag = kit.plate(width + 14, height + 3, colour, (255, 255, 255), 1.0, (height + 3) / 2)
    x, y = min(place[0] + 16, kit.width - width - 16), place[1] + 16
    stage.blit(tag, x, y)
    stage.blit_centred(label, x + (width + 14) / 2, y + (height + 3) / 2)


def _draw_words(stage: Stage, ice: Ice, words: str, x: float, y: float, warns: bool, room: float = 0.0) -> None:
    """Words on a plate near a point, in lines at most `room` wide; 0: as wide as a bubble."""
    kit = ice.kit
    lines = kit.wrap(words, room or 280 * kit.text_scale, 13.5)
    width = max(kit.text_size(line, 13.5)[0] for line in lines) + 24
    step = 18 * kit.text_scale
    height = step * len(lines) + 10
    left = max(8.0, min(x, kit.width - width - 8))
    top = min(y, kit.height - ice.layout.bar - height - 6)
    rim = kit.theme.bad if warns else kit.theme.rim
    stage.blit(kit.plate(width, height, (*kit.theme.night, 225), rim, 1.4, 10), left, top)
    for number, line in enumerate(lines):
        stage.blit(kit.text(line, 13.5), left + 12, top + 5 + number * step)
