"""A plate with words on it: what the rows of a list, the cards of persons and the tiles of figures have in common."""

from __future__ import annotations

from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.layout import Box, level
from topping_out.scenes.ui.widget import Rect, Widget

PAD = 18.0
"""Room above and below the words of a button or a card, taken together."""


class Card(Widget):
    """A plate as high as its words need; they stand in the middle of its height."""

    radius = 8.0
    pad = PAD
    strength = 1.0
    """How strong what is on it shows."""

    def words(self, kit: Kit, width: float) -> Box:
        """Return what is written on it, where there is so much room for that."""
        raise NotImplementedError

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        """Return the room at the left and at the right of the words, on a card of that width."""
        return 8.0, 8.0

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        """Return the paint of the plate, that of its rim, and how broad the rim is."""
        return (*kit.theme.plate, 225), kit.theme.mist if hovered else kit.theme.rim, 1.0

    def height_for(self, kit: Kit, width: float) -> float:
        room = width - sum(self.sides(kit, width))
        return self.words(kit, room).height_for(kit, room) + self.pad

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, (left, right) = self.rect, self.sides(kit, self.rect.w)
        stage.blit(kit.plate(r.w, r.h, *self.paints(kit, hovered), self.radius), r.x, r.y)
        room = Rect(r.x + left, r.y, r.w - left - right, r.h)
        words = self.words(kit, room.w)
        level(words).place(kit, room)
        words.draw_words(stage, kit, self.strength)
        self.draw_more(stage, kit, hovered)

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Draw what stands beside the words."""


def result_paints(kit: Kit, has_won: bool) -> tuple[Paint, Paint, float]:
    """Return the paints of a card that tells of a result: framed in brass where it was won."""
    theme = kit.theme
    if has_won:  # in high contrast no plate is a little see-through, and what is on brass could not be read
        return (theme.plate, theme.brass, 3.0) if theme.is_high else ((*theme.brass, 46), theme.brass, 1.2)
    return (*theme.plate, 150), theme.rim, 1.2
