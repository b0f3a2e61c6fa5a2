"""The ice, the pieces on it, what their towers are worth, and how long a held piece may stay in the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.icetowers.pieces import COLOUR_OF, PIPS_OF, PieceId
from game.icetowers.state import View
from scenes.icetowers import art
from scenes.icetowers.colours import Colours
from scenes.icetowers.layout import FOOT, Layout
from scenes.icetowers.sprites import Piece
from scenes.kit.kit import Kit
from scenes.kit.stage import Stage
from scenes.kit.theme import mix

Pieces = Mapping[PieceId, Piece]


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


def draw_worths(stage: Stage, ice: Ice) -> None:
    """Under each tower its worth, in the colour of who controls it."""
    kit = ice.kit
    for tower in sorted(ice.view.towers, key=lambda t: t.y):
        if tower.is_free_stander:
            continue
        x, y = ice.layout.feet(tower)[0]
        words = kit.text(str(tower.worth), 14, "bold", ice.colours.ink(tower.controller))
        width, height = kit.size_of(words)
        width = max(width + 16, height + 6)
        colour = ice.colours.paint(tower.controller)
        tag = kit.plate(width, height + 3, colour, mix(colour, (255, 255, 255), 0.55), 1.2, (height + 3) / 2)
        stage.blit(tag, x - width / 2, y + 9)
        stage.blit_centred(words, x, y + 9 + (height + 3) / 2)


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
