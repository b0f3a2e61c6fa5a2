"""The table of Last Storey: one tower, each section in the colour of whoever set it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from last_storey.rules import HEIGHT, Lift, View, storeys
from topping_out.game.engine import Seat
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.match.definition import TableDefinition
from topping_out.scenes.match.simple_board import SimpleBoard
from topping_out.scenes.ui.layout import Rect

if TYPE_CHECKING:
    import pygame

TABLE = TableDefinition(board="last_storey.table:LastStoreyBoard")


class LastStoreyBoard(SimpleBoard):
    view: View

    def label(self, action: Lift) -> str:
        return storeys(action.storeys).capitalize()

    def status(self, seat: Seat) -> str:
        if seat == self.view.seat:
            return f"yard: {', '.join(map(str, self.view.hand))}"
        return super().status(seat)

    def paint(self, stage: Stage, room: Rect, highlighted: Lift | None) -> None:
        kit, step = self.kit, room.h / (HEIGHT + 2)
        wide, left, top = step * 9, room.centerx - step * 4.5, room.bottom
        for seat, count in self.view.sections:
            colour = kit.theme.seats[self.header.seats[seat].colour]
            for _ in range(count):
                top -= step
                stage.blit(self._storey(wide, step, colour), left, top)
            stage.blit(kit.plate(wide + step, 4, kit.theme.brass, kit.theme.brass, 1, 1), left - step / 2, top)
        missing = round((top - room.bottom) / step) + HEIGHT
        for _ in range(min(missing, highlighted.storeys) if highlighted else 0):
            top -= step
            stage.blit(kit.dashed(wide, step, kit.theme.paper, 2, 2), left, top)
        stage.blit_centred(kit.text(f"{storeys(missing)} to go", 15), room.centerx, room.y + step / 2)

    def _storey(self, wide: float, high: float, colour: Colour) -> pygame.Surface:
        """Return a storey with its windows, made once for each size and colour."""

        def make() -> pygame.Surface:
            canvas = self.kit.canvas(wide, high, colour)
            canvas.rect(0, 0, wide, high, mix(colour, self.kit.theme.night, 0.5)).rect(1, 1, wide - 2, high - 2, colour)
            for number in range(8):
                canvas.rect(wide * (number + 0.25) / 8, high * 0.3, wide / 16, high * 0.45, self.kit.theme.window)
            return canvas.done()

        return self.kit.cached(("last storey", wide, high, colour), make)
