"""What can be chosen or explained on the table of Towering, as widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from scenes.devices.intents import Verb
from scenes.manager import Transition
from scenes.match.cards.board import HitArea
from scenes.towering import drawing
from scenes.towering.art.card_art import CARD_H, CARD_W
from scenes.towering.selection import PILE, Target, Zone
from scenes.ui.widgets import Button, Rect, Widget

if TYPE_CHECKING:
    from scenes.towering.board import ToweringBoard


def make_hit_areas(board: ToweringBoard) -> list[Widget]:
    """Return the widgets of the table, from the far bank to the hand."""
    return [*_far(board), *_river(board), *_near(board), *_plates(board), *_hand(board)]


def _open(board: ToweringBoard, target: Target) -> bool:
    """Tell whether the focus may come to a place: while something is to be chosen, to what can be chosen only."""
    selection = board.selection
    if selection is None or not (selection.draws or selection.card is not None):
        return target != PILE or selection is None
    return target in selection.targets()


def _far(board: ToweringBoard) -> list[Widget]:
    layout, areas = board.layout, list[Widget]()
    idle = board.selection is None or not (board.selection.draws or board.selection.card is not None)
    for colour in range(layout.colours):
        tall = len(board.view.towers[board.layout.far][colour])
        rect = layout.column(layout.far, colour, tall)
        rect.height += layout.label_h
        area = HitArea(f"far {colour}", rect, target=None, seat=board.layout.far)
        area.is_focusable = idle
        areas.append(area)
    return areas


def _river(board: ToweringBoard) -> list[Widget]:
    areas = list[Widget]()
    for colour in range(board.layout.colours):
        target = Target(Zone.RIVER, colour)
        slot = board.layout.river_slot(colour)
        areas.append(_place(board, f"river {colour}", slot, target, partial(board.press_river, colour)))
    areas.append(_place(board, "pile", board.layout.draw_slot, PILE, partial(board.act_at, PILE)))
    return areas


def _near(board: ToweringBoard) -> list[Widget]:
    layout, areas = board.layout, list[Widget]()
    for colour in range(layout.colours):
        target = Target(Zone.SITE, colour)
        top = layout.river_foot + 4
        rect = Rect(layout.site_x(colour) - layout.pitch / 2 + 5, top, layout.pitch - 10, layout.near_ground - top)
        rect.height += layout.label_h - 2
        area = _place(board, f"site {colour}", rect, target, partial(board.act_at, target))
        area.seat = board.layout.near
        areas.append(area)
    return areas


def _place(board: ToweringBoard, name: str, rect: Rect, target: Target, press: Callable[[], Transition]) -> HitArea:
    area = HitArea(name, rect, press, target)
    area.is_focusable = _open(board, target)
    return area


def _plates(board: ToweringBoard) -> list[Widget]:
    layout = board.layout
    look = Button("look", layout.look_button, "Discards", board.look_through, Verb.LOOK, board.key(Verb.LOOK), size=16)
    return [
        HitArea("far plate", layout.plate(layout.far), seat=layout.far),
        HitArea("near plate", layout.plate(layout.near), seat=layout.near),
        HitArea("scores", layout.ledger, board.read_scores),
        look,
    ]


def _hand(board: ToweringBoard) -> list[Widget]:
    hand, areas = board.animator.hand, list[Widget]()
    for index, card in enumerate(hand):
        place = board.layout.hand_place(index, len(hand), card == board.animator.raised)
        rect = Rect(place.x - CARD_W / 2, place.y - CARD_H / 2, CARD_W, CARD_H)
        area = HitArea(f"card {index}", rect, partial(board.press_card, card), card=card)
        area.is_focusable = not (board.selection and board.selection.draws)
        area.angle, area.lift = place.angle, 0.0 if board.motion.busy else drawing.LIFT
        areas.append(area)
    return areas
