"""How the table of Towers is drawn, layer by layer from the sky to what flies."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Sequence

import pygame

from topping_out.game.language import current, tr
from topping_out.game.towers.floors import CardId
from topping_out.game.towers.state import View
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Canvas, level_detail
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.sky import Twinkle, paint_dusk
from topping_out.scenes.kit.plates import SeatSign
from topping_out.scenes.kit.sprites import FLYING, Sprite
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.match.cards.animator import HAND
from topping_out.scenes.match.cards.hit_area import chosen_ring, fresh_sign
from topping_out.scenes.towers.animator import FLOORS, Animator, Tuck
from topping_out.scenes.towers.art import card_art
from topping_out.scenes.towers.layout import Layout
from topping_out.scenes.towers.scoring.presentation import Show
from topping_out.scenes.towers.selection import Selection, Target
from topping_out.scenes.towers.signs import SeatSigns

CLOSER = 0.5
"""How much less a card answers to the pointer than elsewhere: they are wide, and lie close together."""


class Life:
    """What goes on in the rooms: every now and then somebody moves, and fire and music never rest."""

    EVERY = 300.0
    RESTLESS = ("INFERNO", "NOISE COMPLAINT")

    def __init__(self) -> None:
        self._rng = random.Random(17)
        self._time = 0.0
        self._frames: dict[CardId, int] = {}

    @property
    def look(self) -> tuple[Hashable, ...]:
        """What goes on in all rooms now, for the key of a layer."""
        return (*self._frames.items(),)

    def frame(self, card: CardId) -> int:
        return self._frames.get(card, card % card_art.FRAMES)

    def update(self, ms: float, view: View) -> None:
        self._time += ms
        if self._time < self.EVERY:
            return
        self._time %= self.EVERY
        cards = [storey.card for tower in view.towers for storey in tower]
        moved = {card for card in cards if view.floor(card).name.upper() in self.RESTLESS}
        if cards:
            moved.add(self._rng.choice(cards))
        for card in moved:
            self._frames[card] = (self.frame(card) + 1) % card_art.FRAMES


# -- sky, city and ground


def draw_ground(stage: Stage, kit: Kit, layout: Layout, twinkle: Twinkle) -> None:
    stage.blit(_city(kit, layout.ground), 0, 0)
    twinkle.draw(stage, kit, layout.ground)


def _city(kit: Kit, ground: float) -> pygame.Surface:
    """Return dusk over a city of plain roofs, with a few lit windows."""

    def make() -> pygame.Surface:
        theme = kit.theme
        picture = paint_dusk(kit, ground)
        for seed, tall, colour, chance in ((3, 0.42, mix(theme.rose, theme.hills, 0.62), 0.0),
                                           (8, 0.27, mix(theme.hills, theme.night, 0.12), 0.13)):  # fmt: skip
            rng, high = random.Random(seed), ground * tall
            canvas = kit.canvas(kit.width, high, colour, level_detail(kit.scale))
            x = -16.0
            while x < kit.width:
                width, top = rng.uniform(30, 84), high * rng.uniform(0.12, 0.8)
                _house(canvas, x, top, width, high, colour, rng, chance, theme.window)
                x += width + rng.uniform(-5, 9)
            picture.blit(canvas.done(), (0, round((ground - high) * kit.scale)))
        edge = max(1, round(3 * kit.scale))
        line = (0, round(ground * kit.scale) - edge // 2, picture.get_width(), edge)
        picture.fill(mix(theme.ember, theme.ground, 0.35), line)
        return picture

    return kit.cached(("towers city", round(ground)), make)


def _house(
    canvas: Canvas, x: float, top: float, width: float, foot: float, colour: Colour, rng: random.Random,
    chance: float, light: Colour,
) -> None:  # fmt: skip
    canvas.rect(x, top, width, foot - top, colour)
    if rng.random() < 0.45:
        canvas.rect(x + width * 0.3, top - 10, width * 0.4, 11, colour).rect(x + width / 2 - 1, top - 24, 2, 16, colour)
    for row in range(int((foot - top) / 11)):
        for column in range(int(width / 9)):
            if rng.random() < chance:
                paint = mix(colour, light, rng.uniform(0.25, 0.6))
                canvas.rect(x + 4 + column * 9, top + 6 + row * 11, 2.6, 3.6, paint)


# -- plots: the places where floors are still to come


def draw_plots(stage: Stage, animator: Animator, aimed: Target | None) -> None:
    """The floors still to come; `aimed`: where the chosen card would go."""
    kit, layout = animator.kit, animator.layout
    (wide, high), most = layout.card, layout.variant.height
    for plot, tower in enumerate(animator.view.towers):
        if animator.is_scored(plot):
            continue
        for level in range(len(tower), most):
            place = layout.floor_place(plot, level)
            share = 0.5 if level == len(tower) else 0.26
            stage.blit_centred(kit.dashed(wide, high - 5, kit.theme.mist, 1.2, 4), place.x, place.y, share)
        if tower and len(tower) < most:
            top = layout.floor_place(plot, most - 1)
            words, size = kit.first_fitting(
                (tr("scored at {number} floors", number=most), tr("scored at {number}", number=most)),
                wide - 12,
                13.5,
            )
            stage.blit_centred(kit.text(words, size, "body", kit.theme.mist), top.x, top.y, 0.8)
        elif not tower and aimed != Target(plot):
            place = layout.floor_place(plot, 0)
            stage.blit_centred(kit.text(tr("free plot"), 14.5, "body", kit.theme.paper), place.x, place.y, 0.85)


# -- piles


def draw_piles(stage: Stage, kit: Kit, layout: Layout, view: View) -> None:
    here, there = layout.draw_pile, layout.discard_pile
    wide, high = layout.card[0] * here.scale, layout.card[1] * here.scale
    if view.draw_pile:
        heap = card_art.stack(kit, layout.card, (view.draw_pile + 3) // 4, here.scale)
        stage.blit(heap, here.x - wide / 2, here.y + high / 2 - kit.size_of(heap)[1])
    elif view.last_round and not view.outcome:
        _draw_last_round(stage, kit, layout)
    else:
        stage.blit_centred(kit.dashed(wide, high, kit.theme.rim, 1.6, 4), here.x, here.y)
    wagon = card_art.cart(kit, wide + 6)
    stage.blit(wagon, there.x - wide / 2 - 3, layout.ground - layout.cart_h)
    under_draw = tr("draw · {number}", number=view.draw_pile)
    under_discards = tr("discards · {number}", number=len(view.discards))
    for x, line, count in ((here.x, under_draw, view.draw_pile), (there.x, under_discards, len(view.discards))):
        words, size = kit.first_fitting((line, str(count)), layout.side / 2 - 4, 14)
        stage.blit_centred(kit.text(words, size), x, layout.ground + 14 * kit.text_scale)


def _draw_last_round(stage: Stage, kit: Kit, layout: Layout) -> None:
    """Show where the draw pile was, for as long as it lasts, that this is the last round: a lit sign on two posts."""
    theme, x, wide = kit.theme, layout.draw_pile.x, layout.side / 2 - 6
    words = tr("Last round")
    size = next((size for size in (17.0, 16.0, 15.0) if len(kit.wrap(words, wide - 14, size, "head")) <= 2), 14.0)
    lines, step = kit.wrap(words, wide - 14, size, "head"), kit.line(size)
    high = step * len(lines) + 14
    top = layout.ground - high - 16
    for post in (x - wide * 0.3, x + wide * 0.3):
        stage.blit(kit.plate(4, 18, theme.brass, theme.brass, 1, 0), post - 2, layout.ground - 18)
    stage.blit(kit.shadow(wide, high, 8, 12, 0.45, theme.glow), x - wide / 2 - 12, top - 12)
    stage.blit(kit.plate(wide, high, theme.night, theme.glow, 2, 8), x - wide / 2, top)
    for number, line in enumerate(lines):
        sign = kit.text(kit.fit(line, wide - 8, size, "head"), size, "head", theme.glow)
        stage.blit_centred(sign, x, top + 7 + (number + 0.5) * step + kit.lift("head", size))


# -- floors and tucked cards


def draw_standing(stage: Stage, animator: Animator, signs: SeatSigns, life: Life) -> None:
    """Everything that stands or lies on the ground: discards, tucked cards, floors, and what is on the roofs."""
    lying = [s for s in (*animator.cards.values(), *animator.tucks.values()) if s.z < HAND]
    at = animator.kit, animator.layout, animator.view, current(), *signs.players
    key = *at, life.look, *(sprite.look for sprite in lying)
    stage.layer("towers", key, lambda: _paint_standing(stage, animator, signs, life, lying))


def _paint_standing(stage: Stage, animator: Animator, signs: SeatSigns, life: Life, lying: Sequence[Sprite]) -> None:
    for sprite in sorted(lying, key=lambda sprite: sprite.z):
        _draw_card(stage, animator, signs, life, sprite)
    for tower in animator.view.towers:
        if tower and (top := animator.cards.get(tower[-1].card)) and top.z < HAND:
            kit, (wide, high) = animator.kit, animator.layout.card
            y = top.y - high / 2
            if animator.view.floor(tower[-1].card).triggers_scoring:
                stage.blit(card_art.spire(kit, wide), top.x - wide / 2, y - 33)
            else:
                stage.blit(card_art.roof(kit, wide), top.x - wide / 2, y - 17)


def draw_held(stage: Stage, animator: Animator, signs: SeatSigns, life: Life) -> None:
    """The hand, and whatever flies over the table."""
    shown = sorted((s for s in (*animator.cards.values(), *animator.loose) if s.z >= HAND), key=lambda s: s.z)
    held = [sprite for sprite in shown if sprite.z < FLYING - 1]
    key = animator.kit, animator.layout, animator.view, *animator.look_of(held)
    stage.layer("hand", key, lambda: _paint_held(stage, animator, signs, life, held))
    _paint_held(stage, animator, signs, life, shown[len(held) :])


def _paint_held(stage: Stage, animator: Animator, signs: SeatSigns, life: Life, sprites: Sequence[Sprite]) -> None:
    kit = animator.kit
    wide, high = animator.layout.card
    for sprite in sprites:
        in_hand = sprite.z < FLYING - 1
        rise, tilt = animator.touch.of(sprite.key)
        rise, tilt = rise * CLOSER, tilt * CLOSER
        _draw_shade(stage, animator, sprite, (4 if in_hand else 10) - rise, tilt)
        _draw_card(stage, animator, signs, life, sprite, -rise, tilt)
        if sprite.key in animator.raised:
            ring = chosen_ring(kit, wide + 8, high + 8, 8, sprite.key in animator.hinted)
            stage.blit_centred(kit.tilted(ring, sprite.angle + tilt), sprite.x, sprite.y - rise)
        elif sprite.key in animator.fresh and not animator.motion.busy:
            stage.blit_centred(fresh_sign(kit), sprite.x, sprite.y - high / 2 - 7 - rise)


def _draw_shade(stage: Stage, animator: Animator, sprite: Sprite, drop: float, tilt: float) -> None:
    kit, (wide, high) = animator.kit, animator.layout.card
    angle, turn = sprite.angle + tilt, max(0.08, abs(sprite.turn))
    shade = kit.tilted(kit.shadow(wide, high, 5, 9, 0.5), angle, sprite.scale, turn, sprite.flies)
    stage.blit_centred(shade, sprite.x + 1, sprite.y + drop, sprite.alpha)


def _draw_card(
    stage: Stage, animator: Animator, signs: SeatSigns, life: Life, sprite: Sprite, lift: float = 0.0, tilt: float = 0.0
) -> None:
    picture, turn = _picture(animator, signs, life, sprite), max(0.08, abs(sprite.turn))
    picture = animator.kit.tilted(picture, sprite.angle + tilt, sprite.scale, turn, sprite.flies)
    stage.blit_centred(picture, sprite.x, sprite.y + lift, sprite.alpha)


def _picture(animator: Animator, signs: SeatSigns, life: Life, sprite: Sprite) -> pygame.Surface:
    kit, view, size = animator.kit, animator.view, animator.layout.card
    if isinstance(sprite.key, Tuck):
        if sprite.turn > 0 and sprite.key.card >= 0:
            return card_art.face(kit, view.floor(sprite.key.card), size)
        return card_art.tucked(kit, size, signs.sign(sprite.key.seat))
    if sprite.turn < 0 or not isinstance(sprite.key, int):
        return card_art.back(kit, size)
    frame = life.frame(sprite.key) if HAND > sprite.z >= FLOORS else 0
    return card_art.face(kit, view.floor(sprite.key), size, frame)


# -- where the chosen card can go


def draw_targets(stage: Stage, kit: Kit, layout: Layout, view: View, targets: Collection[Target]) -> None:
    wide, high = layout.card
    for target in targets:
        if target.level is None:
            place = layout.floor_place(target.plot, len(view.towers[target.plot]))
            stage.blit_centred(kit.dashed(wide, high, kit.theme.brass, 2.2, 5), place.x, place.y)
        else:
            side = layout.side_rect(*_at(target))
            stage.blit(kit.dashed(side.w, side.h, kit.theme.brass, 2.2, 5), side.x, side.y)
            stage.blit_centred(_plus(kit), *side.center)


def _at(target: Target) -> tuple[int, int]:
    return target.plot, target.level or 0


@painted_once
def _plus(kit: Kit) -> pygame.Surface:
    brass = kit.theme.brass
    return kit.canvas(14, 14, brass).rect(5.6, 0, 2.8, 14, brass, 1).rect(0, 5.6, 14, 2.8, brass, 1).done()


def draw_ghost(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, selection: Selection, target: Target) -> None:
    """The chosen card where the player means it to go."""
    if selection.card is None:
        return
    view, size = selection.view, layout.card
    if target.level is None:
        place = layout.floor_place(target.plot, len(view.towers[target.plot]))
        stage.blit_centred(card_art.face(kit, view.floor(selection.card), size), place.x, place.y, 0.72)
        stage.blit_centred(kit.outline(size[0] + 6, size[1] + 6, kit.theme.brass, 3, 7), place.x, place.y)
    else:
        side = layout.side_rect(*_at(target))
        stage.blit(_side_piece(kit, size, signs.sign(selection.seat)), side.x, side.y - 2, 0.8)
        floor = layout.floor_rect(*_at(target))
        wide = floor.w + side.w + 6
        stage.blit(kit.outline(wide, floor.h + 6, kit.theme.brass, 3, 7), floor.x - 3, floor.y - 3)


@painted_once
def _side_piece(kit: Kit, size: card_art.Size, owner: SeatSign) -> pygame.Surface:
    """Return only the end of a tucked card that sticks out."""
    whole = card_art.tucked(kit, size, owner)
    wide = round(card_art.STICKS_OUT * kit.scale)
    return whole.subsurface((whole.get_width() - wide, 0, wide, whole.get_height())).copy()


# -- the show of a scoring


def draw_lamps(stage: Stage, kit: Kit, layout: Layout, show: Show) -> None:
    """Night over the floors of the tower that is scored, and the light that comes down it."""
    wide, high = layout.card
    for level, lamp in enumerate(show.lamps):
        place = layout.floor_place(show.plot, level)
        if lamp.dark > 0:
            stage.blit_centred(
                kit.plate(wide, high, kit.theme.night, kit.theme.night, 1, 4), place.x, place.y, lamp.dark
            )
        if lamp.shine > 0:
            shine = kit.shadow(wide, high, 6, 18, 0.47, kit.theme.window)
            stage.blit_centred(shine, place.x, place.y, lamp.shine)


def draw_owners(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, show: Show) -> None:
    """Owners that changed in the scoring, over the sides of their floors."""
    for level, badge in show.badges.items():
        side = layout.side_rect(show.plot, level)
        face = card_art.owner_sign(kit, signs.sign_of(badge.owner))
        stage.blit_centred(kit.tilted(face, 0, max(0.1, badge.size)), side.centerx, side.centery)


def draw_tokens(stage: Stage, kit: Kit, signs: SeatSigns, show: Show) -> None:
    for token in show.tokens:
        coin = card_art.token(kit, token.points, signs.sign(token.seat).colour)
        stage.blit_centred(kit.tilted(coin, 0, max(0.1, token.scale)), token.x, token.y, token.alpha)
