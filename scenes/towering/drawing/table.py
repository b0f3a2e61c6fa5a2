"""How the table of Towering is drawn: targets, cards, towers, and what the cards would do."""

from __future__ import annotations

import pygame

from topping_out.game.towering.cards import COLOUR_LETTERS, CardId, Colour, colour_of
from topping_out.game.towering.core.sets import BONUS
from topping_out.game.towering.scoring import TowerScore
from topping_out.game.towering.state import View
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.cards import pile
from topping_out.scenes.kit.pictures.sky import Twinkle
from topping_out.scenes.kit.pictures.topping_tree import topping_tree
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import legible, mix
from topping_out.scenes.towering.art import card_art
from topping_out.scenes.towering.art.card_art import CARD_H, CARD_W
from topping_out.scenes.towering.art.sites import paint_roof
from topping_out.scenes.towering.drawing.backdrop import Glints, backdrop
from topping_out.scenes.towering.layout import PILE_SCALE, Layout
from topping_out.scenes.towering.words import site_name

ROOF_SIZE = 58.0, 18.0
"""How far a card of the hand rises while it is pointed at."""


def draw_ground(stage: Stage, kit: Kit, layout: Layout, twinkle: Twinkle, glints: Glints) -> None:
    stage.blit(backdrop(kit, layout), 0, 0)
    twinkle.draw(stage, kit, layout.far_ground)
    glints.draw(stage, kit, layout)


# -- slots


def draw_slots(stage: Stage, kit: Kit, layout: Layout, view: View) -> None:
    """The landing stages of the river, with the letter of their site where no card lies."""
    for colour in range(layout.colours):
        slot = layout.river_slot(colour)
        rim = mix(card_art.site_colour(kit.theme, colour), kit.theme.paper, 0.35)
        stage.blit(kit.plate(slot.w, slot.h, (*kit.theme.night, 110), (*kit.theme.night, 0), 1, 8), slot.x, slot.y)
        stage.blit(kit.dashed(slot.w, slot.h, rim, 1.3, 8), slot.x, slot.y)
        if not view.discards[colour]:
            ink = legible(rim, kit.theme.dusk, kit.theme.paper)
            letter = kit.text(COLOUR_LETTERS[colour], 26, "title", ink, fixed=True)
            stage.blit_centred(letter, slot.centerx, slot.centery - 9)
            size = kit.size_for(site_name(colour), slot.w - 6, 13.5)
            name = kit.fit(site_name(colour), slot.w - 6, size)
            stage.blit_centred(kit.text(name, size, "body", kit.theme.mist), slot.centerx, slot.centery + 18)


# -- cards


def draw_pile(stage: Stage, kit: Kit, layout: Layout, left: int) -> None:
    place = layout.draw_pile
    if left:
        stage.blit_centred(pile(kit, card_art.card_back(kit), left, PILE_SCALE), place.x, place.y)
    else:
        outline = kit.dashed(CARD_W * PILE_SCALE, CARD_H * PILE_SCALE, kit.theme.rim, 1.6, 8)
        stage.blit_centred(outline, place.x, place.y)


# -- what stands on top of a tower


def draw_roof(
    stage: Stage, kit: Kit, score: TowerScore, colour: Colour, x: float, y: float, alpha: float = 1.0
) -> None:
    """Show what stands on top of a tower, whose highest storey ends at `y`."""
    width, height = ROOF_SIZE
    picture = _crane(kit, colour) if score.value < 0 else _roof(kit, colour)
    stage.blit(picture, x - width / 2, y - height, alpha)
    if score.bonus:
        _draw_flag(stage, kit, x + width / 2 - 6, y, alpha)


@painted_once
def _roof(kit: Kit, colour: Colour) -> pygame.Surface:
    canvas = kit.canvas(*ROOF_SIZE, card_art.site_colour(kit.theme, colour))
    paint_roof(canvas, kit.theme, colour, (0, 0, *ROOF_SIZE))
    return canvas.done()


@painted_once
def _crane(kit: Kit, colour: Colour) -> pygame.Surface:
    width, height = ROOF_SIZE
    steel = mix(card_art.site_colour(kit.theme, colour), kit.theme.mist, 0.55)
    canvas = kit.canvas(width, height, steel)
    canvas.line([(20, height), (20, 3)], steel, 1.8)
    canvas.line([(8, 5), (50, 5)], steel, 1.6).line([(20, 1.5), (46, 5)], steel, 0.8)
    canvas.line([(42, 5), (42, 11)], steel, 0.8).rect(36, 11, 12, 3, kit.theme.brass)
    canvas.rect(8, 4, 6, 5, steel)
    return canvas.done()


def _draw_flag(stage: Stage, kit: Kit, x: float, y: float, alpha: float) -> None:
    def make() -> pygame.Surface:
        words = kit.text(f"+{BONUS}", 13, "bold", kit.theme.ink, fixed=True)
        wide, tall = kit.size_of(words)
        canvas = kit.canvas(wide + 14, 26, kit.theme.brass)
        canvas.rect(0, 0, 1.8, 26, kit.theme.mist)
        end = wide + 13
        canvas.polygon([(1.8, 0), (end, 0), (end - 4, tall / 2), (end, tall), (1.8, tall)], kit.theme.brass)
        flag = canvas.done()
        flag.blit(words, (round(4.5 * kit.scale), round(-0.5 * kit.scale)))
        return flag

    stage.blit(kit.cached(("tw flag",), make), x, y - 26, alpha)


def draw_topping(stage: Stage, kit: Kit, x: float, y: float, rise: float) -> None:
    """Show the builders' tree on a tower whose top is there; `rise` runs from 0 to 1."""
    picture = kit.tilted(topping_tree(kit), 0, max(0.1, rise * 0.7))
    stage.blit_centred(picture, x, y - 26 * rise)


# -- what would be


def draw_ghost(stage: Stage, kit: Kit, layout: Layout, view: View, card: CardId) -> None:
    """The storey that would be built."""
    level = len(view.towers[layout.near][colour_of(card)])
    place = layout.storey_place(layout.near, colour_of(card), level)
    stage.blit_centred(card_art.storey(kit, card, layout.storey), place.x, place.y, 0.5)
    ring = kit.dashed(card_art.storey_width(card) + 4, layout.storey + 4, kit.theme.brass, 1.6, 3)
    stage.blit_centred(ring, place.x, place.y)


def worth_colour(kit: Kit, score: TowerScore) -> tuple[int, int, int]:
    if not score.cards:
        return kit.theme.mist
    return kit.theme.good if score.total > 0 else kit.theme.bad if score.total < 0 else kit.theme.paper
