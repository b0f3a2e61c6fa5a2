"""The curve of a review: each seat's chances over the game, to be walked along."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from topping_out.game.bots.review.curve import TURNS, turning_points
from topping_out.game.bots.review.review import ReviewResults
from topping_out.game.language import tr, tr_label
from topping_out.game.text import dots
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import badge, seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.layout import Rect, Text
from topping_out.scenes.ui.widgets import Widget

HIGH = 150.0
"""Height of the plot, without the words below it."""
LEFT, RIGHT, TOP = 56.0, 44.0, 20.0
"""Room beside the plot, for the scale and for the seats' badges, and above it."""
BADGE = 13.0
"""Radius of the badges."""


class CurvePlot(Widget):
    """The chances at each point: left and right, or the pointer, walk along; pressed, the position is shown."""

    radius = 8.0

    def __init__(self, review: ReviewResults, at: int, show: Callable[[int], Transition]) -> None:
        """`at` is the number of the point that is looked at; `show` shows the position at a point."""
        super().__init__("curve", None, lambda: show(self.at))
        self.review, self.at = review, min(at, max(0, len(review.curve) - 1))
        self.is_whole = len(review.curve) == len(review.points)
        self.turned = turning_points(review.curve) if self.is_whole else []
        self.hint = tr("Left and right move through the game. Enter or a click shows the position on the table.")

    # -- what it says

    def semantics(self) -> Semantics:
        return Semantics(Role.SPIN_BUTTON, tr("Chances over the game"), self.words, self.hint)

    @property
    def words(self) -> str:
        """What there is to say of the point that is looked at."""
        review = self.review
        if not review.curve:
            return tr("The chances are being worked out.")
        shares = review.curve[self.at]
        chances = [
            # Translators: a player, and the chance to win.
            tr("{name} {percent}%", name=tr_label(name), percent=round(100 * share))
            for name, share in zip(review.names, shares)
        ]
        point, is_end = review.points[self.at], self.at == len(review.points) - 1
        moment = tr("At the end") if is_end else point.time or tr("Turn {turn}", turn=point.turn)
        turning = (tr("turning point {number}", number=n) for n, at in enumerate(self.turned, 1) if at == self.at)
        return dots([moment, *chances, *turning])

    # -- walking

    def adjust(self, by: int) -> bool:
        self.at = max(0, min(len(self.review.curve) - 1, self.at + by))
        return True

    def set_value(self, value: str) -> None:
        self.at = round(float(value) / 100 * max(0, len(self.review.curve) - 1))

    def drag_to(self, x: float, y: float) -> None:
        share = (x - self.rect.x - LEFT) / max(1.0, self.rect.w - LEFT - RIGHT)
        number = round(share * (len(self.review.points) - 1))
        self.at = max(0, min(len(self.review.curve) - 1, number))

    # -- drawing

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height that the plot and the words below it need in a column of that width."""
        longest = Text(dots([self.words, tr("turning point {number}", number=TURNS)]))
        return TOP + HIGH + 14 + longest.height_for(kit, width - 24)

    def _place(self, number: int, share: float) -> tuple[float, float]:
        """Return where a chance at a point lies, from the widget's corner."""
        wide = self.rect.w - LEFT - RIGHT
        return LEFT + wide * number / max(1, len(self.review.points) - 1), TOP + HIGH * (1 - share)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.mist if hovered else theme.rim, 1, 8), r.x, r.y)
        curve = tuple(map(tuple, self.review.curve))
        colours = tuple(player.colour for player in self.review.record.header.seats)
        key = ("curve", curve, len(self.review.points), colours, r.w, r.h)
        stage.blit(kit.cached(key, lambda: self._paint(kit, colours)), r.x, r.y)
        for share, label in ((1.0, "100"), (0.5, "50"), (0.0, "0")):
            sign = kit.text(label, 13.5, "body", theme.mist, fixed=True)
            stage.blit_centred(sign, r.x + LEFT / 2, r.y + self._place(0, share)[1])
        if curve:
            self._draw_at(stage, kit)
            if self.is_whole:
                self._draw_badges(stage, kit)
        words = Text(self.words, align=0.5)
        words.place(kit, Rect(r.x + 12, r.y + TOP + HIGH + 10, r.w - 24, 0))
        words.draw_words(stage, kit)

    def _draw_at(self, stage: Stage, kit: Kit) -> None:
        """Mark the point that is looked at, and the turning points."""
        theme, r = kit.theme, self.rect
        x = r.x + self._place(self.at, 0)[0]
        stage.blit(kit.plate(2, HIGH, theme.paper, theme.paper, 0, 0), x - 1, r.y + TOP)
        for number, turned in enumerate(self.turned, 1):
            left = r.x + self._place(turned, 0)[0]
            stage.blit_centred(kit.disc(10, theme.brass), left, r.y + TOP)
            sign = kit.text(str(number), 13.5, "bold", theme.ink, fixed=True)
            stage.blit_centred(sign, left, r.y + TOP)
        for player, share in zip(self.review.record.header.seats, self.review.curve[self.at]):
            stage.blit_centred(kit.disc(5, theme.seats[player.colour]), x, r.y + self._place(self.at, share)[1])

    def _draw_badges(self, stage: Stage, kit: Kit) -> None:
        """Show at the end of each line whose it is; who would share a place stand above each other."""
        players, last = self.review.record.header.seats, self.review.curve[-1]
        lowest = TOP + HIGH
        for seat in sorted(range(len(players)), key=lambda seat: last[seat]):
            x, y = self._place(len(self.review.curve) - 1, last[seat])
            y = min(y, lowest)
            lowest = y - 2 * BADGE
            stage.blit_centred(badge(kit, seat_sign(players, seat), BADGE), self.rect.x + x + 22, self.rect.y + y)

    def _paint(self, kit: Kit, colours: Sequence[int]) -> pygame.Surface:
        theme = kit.theme
        canvas = kit.canvas(self.rect.w, self.rect.h, theme.paper, 2)
        for share in (0.0, 0.5, 1.0):
            ends = [(LEFT, TOP + HIGH * share), (self.rect.w - RIGHT, TOP + HIGH * share)]
            canvas.line(ends, (*theme.mist, 90), 1)
        for seat, colour in enumerate(colours):
            line = [self._place(number, shares[seat]) for number, shares in enumerate(self.review.curve)]
            if len(line) > 1:
                canvas.line(line, theme.seats[colour], 2.5)
        return canvas.done()
