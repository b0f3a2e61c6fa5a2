"""The ice, the pieces on it, what their towers are worth, and how long a held piece may stay in the hand."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, PieceId
from topping_out.game.icetowers.state import View
from topping_out.game.icetowers.table import Tower
from topping_out.game.language import current
from topping_out.scenes.icetowers import art
from topping_out.scenes.icetowers.captions import hurry
from topping_out.scenes.icetowers.colours import Colours
from topping_out.scenes.icetowers.cursors.cursor import Cursor
from topping_out.scenes.icetowers.layout import FOOT, WORTH, Layout, picture_place
from topping_out.scenes.icetowers.sprites import Piece
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.ui.widgets import Rect

FADED = 0.3
"""How much shows of what stands before a tower at a cursor."""
Pieces = Mapping[PieceId, Piece]


@dataclass(frozen=True)
class Ice:
    """What all drawing needs: the view, where it is on the screen, and how its colours look."""

    kit: Kit
    view: View
    layout: Layout
    colours: Colours
    is_still: bool = False
    """Whether nothing moves that need not ("reduced motion")."""

    @property
    def looks(self) -> tuple[Hashable, ...]:
        """What all that is painted here depends on, for the keys of layers."""
        return self.kit, self.layout, self.colours.patterned, current(), *self.colours.players


def draw_ground(stage: Stage, ice: Ice) -> None:
    """The ice, which cracks in the last seconds, and the bar of the seats at the foot."""
    kit = ice.kit
    passed = hurry(ice.view)
    cracks = art.CRACKS if passed and ice.is_still else math.ceil(passed * art.CRACKS)
    stage.blit(art.ice(kit, cracks), 0, 0)
    bar = kit.plate(kit.width, ice.layout.bar, (*kit.theme.night, 235), kit.theme.night, 1, 0)
    stage.blit(bar, 0, kit.height - ice.layout.bar)


def draw_pieces(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """The pieces on the ice, back to front, and all shadows; those of held pieces, which hang highest, come last."""
    order = sorted(pieces.values(), key=lambda piece: piece.z)
    standing, held = [p for p in order if not p.is_held], [p for p in order if p.is_held]
    key = *ice.looks, ice.view.towers, *(piece.look for piece in standing)
    stage.layer("shadows", key, lambda: _paint_shadows(stage, ice, standing))
    _paint_shadows(stage, ice, held)
    stage.layer("pieces", key, lambda: _paint_pieces(stage, ice, standing))


def _paint_shadows(stage: Stage, ice: Ice, pieces: Sequence[Piece]) -> None:
    grounded = {tower.pieces[0] for tower in ice.view.towers}
    for piece in pieces:
        if piece.id in grounded or piece.up > 1:
            shade = art.shadow(ice.kit, PIPS_OF[piece.id], piece.up > 8)
            stage.blit_centred(shade, piece.x, piece.y - 3, piece.alpha)


def _paint_pieces(stage: Stage, ice: Ice, pieces: Sequence[Piece]) -> None:
    for piece in pieces:
        stage.layer(("piece", piece.id), (*ice.looks, piece.look), partial(_draw_piece, stage, ice, piece))


def fade_what_hides(ice: Ice, cursors: Iterable[Cursor], pieces: Pieces, step: float) -> None:
    """Let what hides a tower at a player's cursor fade, by `step` at the most, and what hid one come back."""
    spots = {cursor.spot.tower for cursor in cursors if cursor.spot}
    towers, faded = ice.view.towers, set[PieceId]()
    for at in towers:
        if at.id in spots:
            faded.update(*(hiding.pieces for hiding in ice.layout.hiding(towers, at) if hiding.id not in spots))
    for piece in pieces.values():
        goal = FADED if piece.id in faded else 1.0
        piece.clear += max(-step, min(step, goal - piece.clear))


def draw_held(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """The held pieces, above all others, with a bright edge."""
    for piece in pieces.values():
        if piece.is_held:
            _draw_piece(stage, ice, piece)
            size, edge = PIPS_OF[piece.id], (255, 255, 255)
            x = piece.shaken_x - art.WIDTHS[size] / 2 - 4
            stage.blit(art.glow(ice.kit, size, edge), x, piece.y - art.HEIGHTS[size] + FOOT - 4 - piece.up)


def _draw_piece(stage: Stage, ice: Ice, piece: Piece) -> None:
    kit, size, colour = ice.kit, PIPS_OF[piece.id], COLOUR_OF[piece.id]
    picture = art.pyramid(kit, ice.colours.paint(colour), size, ice.colours.pattern(colour), ice.colours.patterned)
    place = picture_place(size, piece.shaken_x, piece.y - piece.up)
    stage.blit(picture, place.x, place.y, piece.alpha * piece.clear)


def draw_worths(stage: Stage, ice: Ice) -> None:
    """Each tower's worth, in the colour and with the pattern of who controls it."""
    key = *ice.looks, ice.view.towers, *ice.layout.fans.items()
    stage.layer("worths", key, lambda: _paint_worths(stage, ice))


def _paint_worths(stage: Stage, ice: Ice) -> None:
    places = ice.layout.worths(ice.view.towers)
    for tower in sorted(ice.view.towers, key=lambda t: t.y):
        if tower.id in places:
            _draw_worth(stage, ice, tower, places[tower.id])


def _draw_worth(stage: Stage, ice: Ice, tower: Tower, place: Rect) -> None:
    kit, colours = ice.kit, ice.colours
    colour, ink = colours.paint(tower.controller), colours.ink(tower.controller)
    rim = mix(colour, (255, 255, 255), 0.55)
    stage.blit(kit.plate(place.w, place.h, colour, rim, 1.2, place.h / 2), place.x, place.y)
    radius = place.h / 2 - 2
    words = kit.text(str(tower.worth), WORTH, "bold", ink)
    if not colours.patterned:
        stage.blit_centred(words, place.centerx, place.centery)
        return
    stage.blit_centred(words, place.x + radius + place.w / 2, place.centery)
    for picture in kit.disc(radius, ink), art.sign(kit, colours.pattern(tower.controller), colour):
        stage.blit_centred(picture, place.x + 2 + radius, place.centery)


def draw_stalls(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """A ring round each held piece shrinks until the piece must be played."""
    view = ice.view
    for seat, held in enumerate(view.hands):
        share = None if held is None else view.time_left(held)
        if held is None or share is None or held.piece not in pieces:
            continue
        left = max(1, min(art.STALL_TICKS, round(share * art.STALL_TICKS)))
        colour = art.HURRY if share < 0.4 else ice.colours.paint(seat)
        piece = pieces[held.piece]
        middle = piece.y + FOOT - piece.up - art.HEIGHTS[PIPS_OF[held.piece]] * 0.42
        stage.blit_centred(art.stall_ring(ice.kit, left, colour), piece.x, middle)
