"""The topping out of Towers: all buildings gone, each seat's points rise as one, the winner's with its tree."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import tr_label
from topping_out.game.record import Player
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.topping_tree import topping_tree
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.towers.layout import Layout

HEAD = 190.0
"""Room over the highest tower, for its tree."""
SHORTEST = 0.6
"""Of a tower without a point, in floors; `TALLEST`: for the tallest and its tree there is room for so many."""
TALLEST = 6


class Finale:
    """`grown` and `rise` run from 0 to 1: the towers, then the tree."""

    def __init__(self, scores: Sequence[int], winners: Sequence[Seat], share: float = 0.0) -> None:
        self.scores, self.winners = tuple(scores), tuple(winners)
        self.grown = self.rise = share

    def height(self, seat: Seat) -> float:
        """Return how high a seat's tower rises, in floors."""
        most = max(1, *self.scores)
        return SHORTEST + (TALLEST - 1.1 - SHORTEST) * max(0, self.scores[seat]) / most


def tower_x(layout: Layout, seat: Seat) -> float:
    """Return where a seat's points stand: spread over the room of the plots."""
    seats = layout.variant.seats
    left, right = layout.tower_x(0), layout.tower_x(layout.plots - 1)
    return left + (right - left) * (seat + 0.5) / seats if seats != layout.plots else layout.tower_x(seat) + 20


def floor_height(layout: Layout) -> float:
    """Return how high a floor of the points' towers is: that of a card, more where the window is high."""
    return max(layout.card[1], (layout.ground - HEAD) / TALLEST)


def draw_finale(stage: Stage, kit: Kit, layout: Layout, finale: Finale, players: Sequence[Player]) -> None:
    wide, unit = round(min(190.0, layout.card[0] * 0.8)), floor_height(layout)
    for seat, player in enumerate(players):
        x, full = tower_x(layout, seat), round(finale.height(seat) * unit)
        tower = _tower(kit, wide, full, player.colour)
        top = layout.ground - full * finale.grown
        with stage.clip(0, 0, kit.width, layout.ground):
            stage.blit(tower, x - wide / 2, top - 12)
        points = round(finale.scores[seat] * min(1.0, finale.grown))
        sign = kit.text(str(points), 32, "title")
        stage.blit_centred(sign, x, min(top + 36, layout.ground - unit * 0.28))
        name = kit.fit(tr_label(player.name), wide + 20, 15.5, "bold")
        stage.blit_centred(kit.text(name, 15.5, "bold"), x, layout.ground + 15 * kit.text_scale)
        if seat in finale.winners and finale.rise > 0:
            tree = kit.tilted(topping_tree(kit), 0, max(0.1, finale.rise))
            stage.blit_centred(tree, x, top - 12 - 40 * finale.rise)


@painted_once
def _tower(kit: Kit, width: float, height: float, colour: int) -> pygame.Surface:
    """Return a finished tower in a seat's colour: lit windows between brass ledges."""
    theme, base = kit.theme, kit.theme.seats[colour]
    ledge = 12.0
    canvas = kit.canvas(width, height + ledge, base)
    canvas.rect(8, ledge, width / 2 - 8, height, mix(base, theme.paper, 0.08))
    canvas.rect(width / 2, ledge, width / 2 - 8, height, mix(base, theme.night, 0.32))
    rng = random.Random(colour)
    for row in range(int((height - 58) // 22)):
        for column in range(7):
            x, y = 20 + column * (width - 50) / 6, ledge + 58 + row * 22
            lit = rng.random() < 0.7
            paint = mix(theme.window, theme.glow, rng.random() * 0.5) if lit else mix(base, theme.night, 0.6)
            canvas.rect(x, y, 10, 13, paint, 1)
    canvas.rect(0, ledge - 4, width, 5, mix(theme.brass, theme.paper, 0.15)).rect(
        4, ledge + 1, width - 8, 3, (*theme.night, 110)
    )
    canvas.rect(14, 3, width - 28, 6, mix(base, theme.night, 0.2))
    return canvas.done()
