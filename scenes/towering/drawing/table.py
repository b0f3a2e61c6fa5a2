"""How the table of Towering is drawn: targets, cards, towers, and what the cards would do."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from topping_out.game.engine import Seat
from topping_out.game.towering.cards import COLOUR_LETTERS, CardId, Colour, colour_of
from topping_out.game.towering.core.sets import BONUS
from topping_out.game.towering.scoring import TowerScore
from topping_out.game.towering.state import View
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.cards import pile
from topping_out.scenes.kit.pictures.sky import Twinkle
from topping_out.scenes.kit.pictures.topping_tree import topping_tree
from topping_out.scenes.kit.sprites import Sprite, footing
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import legible, mix
from topping_out.scenes.match.cards.animator import HAND
from topping_out.scenes.match.cards.hit_area import chosen_ring, fresh_sign
from topping_out.scenes.towering.animator import Animator
from topping_out.scenes.towering.art import card_art
from topping_out.scenes.towering.art.card_art import CARD_H, CARD_W
from topping_out.scenes.towering.art.sites import paint_roof
from topping_out.scenes.towering.drawing.backdrop import Glints, backdrop
from topping_out.scenes.towering.layout import PILE_SCALE, Layout
from topping_out.scenes.towering.selection import Target, Zone
from topping_out.scenes.towering.words import site_name

ROOF_SIZE = 58.0, 18.0
"""How far a card of the hand rises while it is pointed at."""


class Topping:
    """The topping out: the builders' tree on the winners' best towers; `rise` runs from 0 to 1."""

    def __init__(self, tops: list[tuple[float, float]]) -> None:
        self.tops = tops
        self.rise = 0.0


def draw_ground(stage: Stage, kit: Kit, layout: Layout, twinkle: Twinkle, glints: Glints) -> None:
    stage.blit(backdrop(kit, layout), 0, 0)
    twinkle.draw(stage, kit, layout.far_ground)
    glints.draw(stage, kit, layout)


# -- slots and targets


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


def draw_targets(
    stage: Stage, kit: Kit, layout: Layout, view: View, targets: Collection[Target], aimed: Target | None
) -> None:
    """Rings round what the player can choose now, a stronger one round where it is aimed."""
    for target in targets:
        rect = target_rect(layout, view, target)
        if target == aimed:
            glow = kit.plate(rect.w + 8, rect.h + 8, (*kit.theme.brass, 44), (*kit.theme.brass, 0), 1, 10)
            stage.blit(glow, rect.x - 4, rect.y - 4)
        ring = kit.dashed(rect.w + 8, rect.h + 8, kit.theme.brass, 2.6 if target == aimed else 1.8, 10)
        stage.blit(ring, rect.x - 4, rect.y - 4)


def target_rect(layout: Layout, view: View, target: Target) -> pygame.FRect:
    if target.zone is Zone.PILE:
        return layout.draw_slot
    if target.zone is Zone.RIVER:
        return layout.river_slot(target.colour)
    height = len(view.towers[layout.near][target.colour])
    return layout.column(layout.near, target.colour, height + 1)


# -- cards


def draw_pile(stage: Stage, kit: Kit, layout: Layout, left: int) -> None:
    place = layout.draw_pile
    if left:
        stage.blit_centred(pile(kit, card_art.card_back(kit), left, PILE_SCALE), place.x, place.y)
    else:
        outline = kit.dashed(CARD_W * PILE_SCALE, CARD_H * PILE_SCALE, kit.theme.rim, 1.6, 8)
        stage.blit_centred(outline, place.x, place.y)


def draw_standing(stage: Stage, animator: Animator, topping: Topping | None, built: CardId | None) -> None:
    """Everything that lies in the river or stands on a bank, with the roofs over it.

    `built`: the card that would be built now; its storey shows instead of a roof.
    """
    for sprite in sorted(animator.cards.values(), key=lambda sprite: sprite.z):
        if sprite.z < HAND:
            _draw_card(stage, animator, sprite)
    for seat in range(2):
        for colour in range(animator.layout.colours):
            if built is None or (seat, colour) != (animator.layout.near, colour_of(built)):
                _draw_top(stage, animator, seat, colour)
    if topping:
        kit = animator.kit
        for x, y in topping.tops:
            picture = kit.tilted(topping_tree(kit), 0, max(0.1, topping.rise * 0.7))
            stage.blit_centred(picture, x, y - 26 * topping.rise)


def draw_held(stage: Stage, animator: Animator) -> None:
    """The hands, and whatever flies over the table."""
    kit, is_busy = animator.kit, animator.motion.busy
    dragged = [animator.dragged_back] if animator.dragged_back else []
    sprites = [*animator.cards.values(), *animator.backs[0], *animator.backs[1], *dragged]
    for sprite in sorted(sprites, key=lambda sprite: sprite.z):
        if sprite.z < HAND:
            continue
        own = isinstance(sprite.key, int) and sprite.key in animator.hand
        rise, tilt = animator.touch.of(sprite.key) if own else (0.0, 0.0)
        _draw_card(stage, animator, sprite, -rise, tilt)
        if own and sprite.key in animator.raised and not sprite.flies:
            ring = chosen_ring(kit, CARD_W + 8, CARD_H + 8, 11, sprite.key in animator.hinted)
            stage.blit_centred(kit.tilted(ring, sprite.angle + tilt), sprite.x, sprite.y - rise)
        elif own and sprite.key in animator.fresh and not is_busy:
            stage.blit_centred(fresh_sign(kit), sprite.x, sprite.y - CARD_H / 2 - 7 - rise)


def _draw_card(stage: Stage, animator: Animator, sprite: Sprite, lift: float = 0.0, tilt: float = 0.0) -> None:
    kit, layout = animator.kit, animator.layout
    shows = sprite.turn >= 0 and isinstance(sprite.key, int)
    face = _face(animator, sprite) if shows else card_art.card_back(kit)
    turn = max(0.08, abs(sprite.turn))
    angle, scale = sprite.angle + tilt, sprite.scale
    if animator.motion.busy:  # on the way, fewer pictures do
        angle, scale = round(angle), round(scale * 16) / 16
    high = card_art.rest_of(sprite.fold, layout.storey) if shows else CARD_H
    y = sprite.y + lift - footing(sprite.fold, high - card_art.rest_of(1, layout.storey))
    home = layout.draw_pile
    if sprite.fold < 0.5 and (sprite.x, sprite.y) != (home.x, home.y):  # on the pile their shadows would add up
        shade = kit.tilted(kit.shadow(CARD_W, high, 8, 8, 0.5), angle, scale, turn, sprite.flies)
        alpha = sprite.alpha * (1 - 2 * max(0.0, sprite.fold))  # a storey has none
        stage.blit_centred(shade, sprite.x + 1, y + (9 if sprite.flies else 3), alpha)
    picture = kit.tilted(face, angle, scale, turn, sprite.flies)
    stage.blit_centred(picture, sprite.x, y, sprite.alpha)


def _face(animator: Animator, sprite: Sprite) -> pygame.Surface:
    assert isinstance(sprite.key, int)
    kit, storey = animator.kit, animator.layout.storey
    if sprite.fold >= 1:
        return card_art.squeezed(kit, sprite.key, storey, animator.storey_height)
    return card_art.folded(kit, sprite.key, sprite.fold, storey)


# -- what stands on top of a tower


def _draw_top(stage: Stage, animator: Animator, seat: Seat, colour: Colour) -> None:
    """A roof, once the tower pays for itself; a crane until then; a flag for the bonus."""
    kit, top = animator.kit, animator.top(seat, colour)
    if top is None or animator.is_clearing:
        return
    score = animator.view.score(seat, colour)
    draw_roof(stage, kit, score, colour, top.x, top.y - animator.storey_height / 2)


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
