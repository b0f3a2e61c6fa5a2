"""Another table of Last Storey: what a seat has ready are cards in its hand, which fly onto the tower."""

from __future__ import annotations

from last_storey.rules import HEIGHT, YARD, Lift, View, height_of, storeys
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.sprites import Pose
from topping_out.scenes.match.definition import TableDefinition
from topping_out.scenes.match.table.game import CardsLayout, Said, TableGame
from topping_out.scenes.match.table.selection import HitArea, Way, plate_areas, seat_group, together
from topping_out.scenes.match.table.tokens import HAND, HIDDEN, Zone
from topping_out.scenes.ui.layout import Rect, Widget

TABLE = TableDefinition(table="last_storey.cards:LastStoreyCards")


class Ground(CardsLayout):
    card = 80.0, 110.0

    def __init__(self, kit: Kit, seats: int) -> None:
        self.middle, self.foot = kit.width / 2, kit.height - 220
        self.pitch = (kit.width - 40) / seats
        self.draw = Pose(kit.width - 90, kit.height - 300, scale=0.6)

    @property
    def draw_pile(self) -> Pose:
        return self.draw

    def plate(self, seat: int) -> Rect:
        return Rect(20 + seat * self.pitch, 64, self.pitch - 20, 56)

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        return Pose(self.middle + (index - (count - 1) / 2) * 88, self.foot + (130 if raised else 142))

    def held_place(self, seat: int, index: int) -> Pose:
        return Pose(self.plate(seat).x + 24 + index * 16, 156, scale=0.4)

    def section(self, number: int) -> Pose:
        return Pose(self.middle + 56 * (number % 3 - 1), self.foot - 18 - 44 * (number // 3), scale=0.5)

    @property
    def tower(self) -> Rect:
        top, foot = self.section(20), self.section(0)
        return Rect(foot.x - 30, top.y - 40, 172, foot.y - top.y + 80)


class LastStoreyCards(TableGame):
    def layout(self, view: View) -> Ground:
        return Ground(self.table.kit, view.seats)

    def zones(self, view: View) -> list[Zone]:
        layout = self.table.layout_of(view)
        sizes = [size for _, size in view.sections]
        tower = Zone("tower", sizes, lambda number, _: layout.section(number), 0, lands=True)
        return [tower, *(self._yard(view, layout, seat) for seat in range(view.seats))]

    def _yard(self, view: View, layout: Ground, seat: int) -> Zone:
        if seat == view.seat:
            return self.table.own_hand(view)
        cards = (HIDDEN,) * YARD
        return Zone(("hand", seat), cards, lambda number, _: layout.held_place(seat, number), HAND, hand_of=seat)

    def spots(self, view: View) -> list[Widget]:
        tower = HitArea("tower", self.table.layout.tower, "tower")
        plates = plate_areas(self.table.layout.plate, view.seats)
        return [*together("tower", "The tower", [tower]), *seat_group(plates)]

    def way(self, action: Lift) -> Way:
        return Way((action.storeys,), "tower")

    def said(self, thing: HitArea | int) -> Said:
        if not isinstance(thing, HitArea):
            return Said(storeys(thing).capitalize())
        if thing.seat is not None:
            return Said(self.table.name(thing.seat))
        return Said("The tower", f"{height_of(self.table.view.sections)} of {HEIGHT} storeys stand")
