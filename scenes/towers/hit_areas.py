"""What can be chosen or explained on the table of Towers, as widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.towers.state import HEIGHT
from scenes.devices.intents import Verb
from scenes.kit.kit import Kit
from scenes.kit.stage import Stage
from scenes.match.cards import board as card_board
from scenes.towers.art.card_art import STICKS_OUT
from scenes.towers.selection import Target
from scenes.ui.widgets import Button, Rect, Widget

if TYPE_CHECKING:
    from scenes.towers.board import TowersBoard


class HitArea(card_board.HitArea):
    """An area whose focus may be shown round something smaller."""

    radius = 5.0

    def __init__(self, name: str, rect: Rect, *what: Any, ring: Rect | None = None, **more: Any) -> None:
        super().__init__(name, rect, *what, **more)
        self.ring = ring or rect
        """What the focus is shown round."""

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        r = self.ring
        ring = kit.outline(r.w + 10, r.h + 10, kit.theme.brass, 3, self.radius + 5)
        stage.blit(ring, r.x - 5, r.y - 5)


def make_hit_areas(board: TowersBoard) -> list[Widget]:
    """Return the widgets of the table, from the towers to the hand."""
    return [*_towers(board), *_sides(board), *_piles(board), *_plates(board), _accounts(board), *_hand(board)]


def _towers(board: TowersBoard) -> list[Widget]:
    """A tower with the places over it: to build there, or to be told what it would score."""
    layout, selection, areas = board.layout, board.selection, list[Widget]()
    claims = selection is not None and selection.card is not None and not selection.builds
    for plot, tower in enumerate(board.view.towers):
        target = Target(plot)
        rect = layout.column(plot, HEIGHT)
        rect.w += STICKS_OUT
        rises = selection is not None and selection.action_at(target) is not None
        ring = layout.column(plot, max(1, min(HEIGHT, len(tower) + rises)))
        area = HitArea(f"tower {plot}", rect, lambda t=target: board.act_at(t), target, ring=ring)
        area.is_focusable = not claims and (selection is None or selection.card is None or rises)
        areas.append(area)
    return areas


def _sides(board: TowersBoard) -> list[Widget]:
    """The side of each floor, where a card is tucked; the whole floor while a card to claim with is chosen."""
    layout, selection, areas = board.layout, board.selection, list[Widget]()
    claims = selection is not None and selection.card is not None and not selection.builds
    for plot, tower in enumerate(board.view.towers):
        for level, storey in enumerate(tower):
            if storey.owner is None and not claims:
                continue
            target, rect = Target(plot, level), layout.side_rect(plot, level)
            ring = rect
            if claims:
                ring = layout.floor_rect(plot, level)
                rect = Rect(ring.x, ring.y, ring.w + STICKS_OUT, ring.h)
            area = HitArea(f"side {plot}.{level}", rect, lambda t=target: board.press_side(t), target, ring=ring)
            own = storey.owner is not None and storey.owner == board.view.seat
            free = selection is None or selection.card is None
            area.is_focusable = selection.action_at(target) is not None if claims and selection else own and free
            areas.append(area)
    return areas


def _piles(board: TowersBoard) -> list[Widget]:
    layout, areas = board.layout, list[Widget]()
    for name, place in (("draw pile", layout.draw_pile), ("discards", layout.discard_pile)):
        wide, high = layout.card[0] * place.scale + 8, layout.card[1] * place.scale + 26
        areas.append(HitArea(name, Rect(place.x - wide / 2, layout.ground - high, wide, high)))
    return areas


def _plates(board: TowersBoard) -> list[Widget]:
    plates: list[Widget] = []
    for seat in range(board.view.variant.seats):
        plates.append(area := HitArea(f"plate {seat}", board.layout.plate(seat), seat=seat))
        area.is_focusable = False
    return plates


def _accounts(board: TowersBoard) -> Widget:
    """The button that opens the accounts of all scorings so far."""
    key, rect = board.context.devices.label(Verb.LOOK), board.layout.account_button
    return Button("accounts", rect, "Scorings", board.read_accounts, Verb.LOOK, key, size=16, enabled=board.has_scored)


def _hand(board: TowersBoard) -> list[Widget]:
    layout, hand, areas = board.layout, board.view.hand, list[Widget]()
    wide, high = layout.card
    for index, card in enumerate(hand):
        place = layout.hand_place(index, len(hand), card == board.animator.raised)
        rect = Rect(place.x - wide / 2, place.y - high / 2, wide, high)
        areas.append(HitArea(f"card {index}", rect, lambda card=card: board.press_card(card), card=card))
    return areas
