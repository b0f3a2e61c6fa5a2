"""What each player can do: rings, outlines, gaps, and a hint's marks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Lift, Mine, Place, Ready, Split
from topping_out.game.icetowers.core.stacks import gaps
from topping_out.game.icetowers.pieces import PIPS_OF
from topping_out.game.icetowers.state import Phase
from topping_out.game.icetowers.table import Tower
from topping_out.scenes.icetowers import art
from topping_out.scenes.icetowers.cursors.cursor import Cursor
from topping_out.scenes.icetowers.drawing.ice import Ice, Pieces
from topping_out.scenes.icetowers.layout import FOOT
from topping_out.scenes.icetowers.sprites import Piece
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix

PATH_STEP = 13.0
"""Distance between the dots of a hint's path."""


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
    x, y = ice.layout.feet(tower)[0]
    stage.blit_centred(art.ring(ice.kit, tower.base, colour, bold), x, y - 2)


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
        for index in gaps(tower.stack):
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
