"""The pictures on the rules page of Towering."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from topping_out.game.language import tr, tr_context
from topping_out.game.text import signed
from topping_out.game.towering.braille import braille_cells
from topping_out.game.towering.cards import CardId, Cards, colour_of, parse_card
from topping_out.game.towering.scoring import score_tower
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.cards import pile
from topping_out.scenes.kit.pictures.sheet import Sheet
from topping_out.scenes.towering.art import card_art
from topping_out.scenes.towering.art.card_art import CARD_H, CARD_W
from topping_out.scenes.towering.art.sites import paint_landscape, paint_roof
from topping_out.scenes.towering.words import site_name

STOREY = 20.0
EXAMPLE = ("y5 y8 y10", "", "pm1", "gm1 g3 g5 g7", "rm1 rm2 r2 r3 r5 r7 r8 r10")
"""The towers of the sheet's example, from left to right; the second site is empty."""
SITES = (2, 0, 5, 3, 1)
"""Their colours."""


class CardSheet(Sheet):
    """A sheet with cards and towers."""

    def card(self, name: str, x: float, y: float, scale: float = 0.8) -> None:
        for surface in (self.kit.shadow(CARD_W, CARD_H, 8, 8, 0.4), card_art.card_face(self.kit, parse_card(name))):
            self.put(self.kit.tilted(surface, 0, scale), x, y)

    def tower(self, cards: Cards, x: float, ground: float) -> None:
        """Put a tower on the ground, with its roof if it pays for itself."""
        for level, card in enumerate(cards):
            self.put(card_art.storey(self.kit, card, STOREY), x, ground - (level + 0.5) * STOREY)
        if cards and score_tower(cards).value >= 0:
            canvas = self.kit.canvas(58, 18, card_art.site_colour(self.kit.theme, colour_of(cards[0])))
            paint_roof(canvas, self.kit.theme, colour_of(cards[0]), (0, 0, 58, 18))
            self.put(canvas.done(), x, ground - len(cards) * STOREY - 9)

    def mark(self, is_right: bool, x: float, y: float) -> None:
        """Put a tick, or a cross."""
        theme = self.kit.theme
        colour = theme.suits[2] if is_right else theme.suits[1]
        canvas = self.kit.canvas(20, 20, colour)
        if is_right:
            canvas.line([(3, 11), (8, 16), (17, 4)], colour, 3)
        else:
            canvas.line([(4, 4), (16, 16)], colour, 3).line([(16, 4), (4, 16)], colour, 3)
        self.put(canvas.done(), x, y)


def cards(names: str) -> Cards:
    return bytes(map(parse_card, names.split()))


# -- the figures


def turn(kit: Kit) -> pygame.Surface:
    """Where a card goes to, and where the next one comes from."""
    picture = CardSheet(kit, 560, 210)
    picture.card("r7", 80, 96, 0.9)
    picture.arrow(172, 66, 24)
    picture.arrow(172, 128, -24)
    picture.tower(cards("rm1 r2 r4"), 260, 80)
    picture.ground(80, 206, 314)
    picture.card("r3", 260, 146, 0.62)
    picture.write(tr("play one"), 80, 190)
    picture.write(tr_context("between two cards", "or"), 330, 96, "body")
    middle = 470
    picture.put(pile(kit, card_art.card_back(kit), 40, 0.62), middle - 44, 74)
    picture.card("y9", middle + 46, 74, 0.62)
    picture.write(tr_context("between two cards", "or"), middle, 74, "body")
    picture.arrow(middle, 144, -90, 40)
    picture.write(tr("draw one"), middle, 190)
    return picture.sheet


def building(kit: Kit) -> pygame.Surface:
    """What goes onto a tower, and what does not."""
    picture = CardSheet(kit, 540, 164)
    picture.tower(cards("gm1 g2 g5 g8"), 90, 134)
    picture.ground(134, 30, 150)
    for number, (name, fits) in enumerate((("g9", True), ("g10", True), ("g6", False), ("gm2", False))):
        x = 226 + number * 88
        picture.card(name, x, 66, 0.78)
        picture.mark(fits, x, 140)
    return picture.sheet


def example(kit: Kit) -> pygame.Surface:
    """The sheet's example, tower by tower: 18 points."""
    text = kit.text_scale
    picture = CardSheet(kit, 600, 190 + 100 * text)
    ground, pitch = 184.0, 118.0
    towers = list(map(cards, EXAMPLE))
    for number, (tower, colour) in enumerate(zip(towers, SITES)):
        x = 64 + number * pitch
        land = kit.canvas(pitch - 8, 70, kit.theme.paper, detail=3)
        paint_landscape(land, kit.theme, colour, (0, 0, pitch - 8, 70), day=True)
        picture.put(land.mask(6).done(), x, ground - 35)
        picture.tower(tower, x, ground)
        score = score_tower(tower)
        picture.write(score.text if tower else site_name(colour), x, ground + 14 * text, "body")
        picture.write(signed(score.product), x, ground + 35 * text, "bold", 17)
        if score.bonus:
            picture.write(tr("bonus +{points}", points=score.bonus), x, ground + 56 * text)
    picture.ground(ground, 8, 592)
    scores = [score_tower(tower) for tower in towers]
    parts = [
        str(scores[0].product),
        *(signed(score.product).replace("−", "− ").replace("+", "+ ") for score in scores[1:]),
    ]
    parts = [f"+ {part}" if part == "0" else part for part in parts]
    parts.append(f"+ {sum(score.bonus for score in scores)}")
    picture.write(f"{' '.join(parts)} = {sum(score.total for score in scores)}", 300, ground + 84 * text, "bold", 17)
    return picture.sheet


def braille(kit: Kit) -> pygame.Surface:
    """The three cells of the red 7, large."""
    picture = CardSheet(kit, 460, 150)
    card: CardId = parse_card("r7")
    picture.card("r7", 66, 74, 1.0)
    base = card_art.site_colour(kit.theme, colour_of(card))
    for number, (cell, words) in enumerate(
        zip(braille_cells(card), ("r", tr_context("sign of braille", "number"), "7"))
    ):
        x = 190 + number * 100
        picture.put(kit.plate(54, 76, base, base, 1, 7), x, 58)
        picture.put(card_art.braille_cell(kit, cell, 18, base), x, 58)
        picture.write(words, x, 114)
    return picture.sheet


FIGURES: dict[str, Callable[[Kit], pygame.Surface]] = {
    "turn": turn,
    "building": building,
    "example": example,
    "braille": braille,
}
"""By the names that `assets/games/towering/rules.md` calls them."""
