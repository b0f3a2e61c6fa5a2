"""What can be chosen or explained on the table of Towering, as widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from scenes.devices.intents import Verb
from scenes.manager import Transition
from scenes.match.card_board import Spot
from scenes.towering import drawing
from scenes.towering.art.card_art import CARD_H, CARD_W
from scenes.towering.selection import PILE, Area, Target
from scenes.ui.widgets import Button, Rect, Widget

if TYPE_CHECKING:
    from scenes.towering.board import ToweringBoard


def make_spots(board: ToweringBoard) -> list[Widget]:
    """Return the widgets of the table, from the far bank to the hand."""
    return [*_far(board), *_river(board), *_near(board), *_plates(board), *_hand(board)]


def _open(board: ToweringBoard, target: Target) -> bool:
    """Tell whether the focus may come to a place: while something is to be chosen, to what can be chosen only."""
    choice = board.choice
    if choice is None or not (choice.draws or choice.card is not None):
        return target != PILE or choice is None
    return target in choice.targets()


def _far(board: ToweringBoard) -> list[Widget]:
    layout, spots = board.layout, list[Widget]()
    idle = board.choice is None or not (board.choice.draws or board.choice.card is not None)
    for colour in range(layout.colours):
        tall = len(board.shown.towers[board.shown.far][colour])
        rect = layout.column(False, colour, tall)
        rect.height += layout.label_h
        spot = Spot(f"far {colour}", rect, target=None, seat=board.shown.far)
        spot.is_stop = idle
        spots.append(spot)
    return spots


def _river(board: ToweringBoard) -> list[Widget]:
    spots = list[Widget]()
    for colour in range(board.layout.colours):
        target = Target(Area.RIVER, colour)
        slot = board.layout.river_slot(colour)
        spots.append(_place(board, f"river {colour}", slot, target, partial(board.press_river, colour)))
    spots.append(_place(board, "pile", board.layout.draw_slot, PILE, partial(board.act_at, PILE)))
    return spots


def _near(board: ToweringBoard) -> list[Widget]:
    layout, spots = board.layout, list[Widget]()
    for colour in range(layout.colours):
        target = Target(Area.SITE, colour)
        top = layout.river_foot + 4
        rect = Rect(layout.site_x(colour) - layout.pitch / 2 + 5, top, layout.pitch - 10, layout.near_ground - top)
        rect.height += layout.label_h - 2
        spot = _place(board, f"site {colour}", rect, target, partial(board.act_at, target))
        spot.seat = board.shown.near
        spots.append(spot)
    return spots


def _place(board: ToweringBoard, name: str, rect: Rect, target: Target, press: Callable[[], Transition]) -> Spot:
    spot = Spot(name, rect, press, target)
    spot.is_stop = _open(board, target)
    return spot


def _plates(board: ToweringBoard) -> list[Widget]:
    layout, shown = board.layout, board.shown
    look = Button("look", layout.look_button, "Discards", board.look_through, Verb.LOOK, board.key(Verb.LOOK), size=16)
    return [
        Spot("far plate", layout.plate(near=False), seat=shown.far),
        Spot("near plate", layout.plate(near=True), seat=shown.near),
        Spot("scores", layout.ledger, board.read_scores),
        look,
    ]


def _hand(board: ToweringBoard) -> list[Widget]:
    hand, spots = board.shown.open_hand, list[Widget]()
    for index, card in enumerate(hand):
        place = board.layout.hand_place(index, len(hand), card == board.cast.raised)
        rect = Rect(place.x - CARD_W / 2, place.y - CARD_H / 2, CARD_W, CARD_H)
        spot = Spot(f"card {index}", rect, partial(board.press_card, card), card=card)
        spot.is_stop = not (board.choice and board.choice.draws)
        spot.angle, spot.lift = place.angle, 0.0 if board.motion.busy else drawing.LIFT
        spots.append(spot)
    return spots
