"""Draws the table of Wyoming, from the sky in the back to what flies in front."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pygame

from topping_out.game.language import tr
from topping_out.game.wyoming.actions import Deconstructed, PlayKind, suit_of
from topping_out.game.wyoming.consequences import PlayTrial
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import View

from ..kit.city import dusk
from ..kit.kit import Kit
from ..kit.ornament import card_back, pile
from ..kit.sprites import Sprite, footing, painted_once
from ..kit.stage import Stage, vertical_gradient
from ..kit.theme import mix
from ..match.table.selection import Selection, tried
from ..match.table.table import Table
from ..match.table.tokens import HAND
from ..ui.layout import Rect
from . import art
from .art import CARD_H, CARD_W, DISCARD, PENNY, PILE_SCALE, Layout, Target
from .finale import SkyBreak
from .moving import Flicker, LastPlay, Moving, Settling, SkyLine, tag_words
from .words import needed_words, pile_words, sky_words, to_go

MARGIN = 8.0
"""Free width beside the words of a foundation."""
SOON = 10
"""With at most this many cards in the draw pile, what follows when it is empty is highlighted."""


# -- the sky


def draw_sky(stage: Stage, table: Table, moving: Moving) -> None:
    kit, layout, sky = table.kit, table.layout, moving.sky
    stage.kept_clear.append(layout.penny_band(sky.level))
    finale: SkyBreak | None = table.topping if table.topping and table.topping.breaks else None
    stage.blit(dusk(kit, layout.ground), 0, 0)
    if finale:
        finale.draw_sky(stage, kit, layout)
    table.twinkle.draw(stage, kit, layout.ground)
    sky.settling.draw_dark(stage, kit)
    line = layout.sky_y(sky.level)
    for left, right in finale.unbroken(layout) if finale else ((0.0, layout.width),):
        with stage.clip(left, 0, right - left, layout.height):
            stage.blit_centred(_glow(kit), kit.width / 2, line)
    if finale and finale.is_broken:
        return
    key = *table.shown, line, sky.toss_words, *sky.xs, *((p.y, p.alpha, p.spin, p.heads) for p in sky.pennies)
    stage.layer("sky", key, lambda: _paint_sky(stage, table, sky, line))


def _paint_sky(stage: Stage, table: Table, sky: SkyLine, line: float) -> None:
    kit = table.kit
    _draw_sky_words(stage, table, sky, line)
    for penny, x in zip(sky.pennies, sky.xs):
        turn = abs(math.cos(math.pi * penny.spin))
        face = art.penny(kit, penny.heads, PENNY)
        stage.blit_centred(kit.tilted(face, 0, 1.0, max(0.12, turn)), x, line - PENNY - 6 + penny.y, penny.alpha)


@painted_once
def _glow(kit: Kit) -> pygame.Surface:
    theme = kit.theme
    height = round(46 * kit.scale)
    clear, warm = (*theme.glow, 0), (*theme.glow, 70)
    sheet = vertical_gradient((kit.metrics.pixels[0], height), [(0, clear), (0.5, warm), (1, clear)])
    thick = max(1, round(2 * kit.scale))
    sheet.fill((*mix(theme.glow, theme.paper, 0.45), 255), (0, height // 2 - thick // 2, sheet.get_width(), thick))
    return sheet


def _draw_sky_words(stage: Stage, table: Table, sky: SkyLine, line: float) -> None:
    kit = table.kit
    room = kit.flip(table.layout.column(0, 0, 0)).x - 24 - 14
    words, size = kit.first_fitting((sky_words(len(sky.pennies)),), room, 18, "head")
    sign = kit.text(words, size, "head")
    wide, tall = kit.size_of(sign)
    stage.blit(sign, kit.flip(Rect(24, 0, wide, tall)).x, line - tall - 6 + kit.lift("head", size))
    words = sky.toss_words or needed_words(table.view)
    right = kit.text(words, 14.5, "bold" if sky.toss_words else "body", kit.theme.paper)
    wide, tall = kit.size_of(right)
    stage.blit(right, kit.flip(Rect(kit.width - wide - 24, 0, wide, tall)).x, line - tall - 6)


# -- lots: outlines of foundations and targets


def draw_lots(stage: Stage, kit: Kit, layout: Layout, view: View, selection: Selection | None) -> None:
    targets: list[Target] = selection.targets() if selection and selection.cards else []
    for seat in view.in_play:
        for foundation, tower in enumerate(view.towers[seat]):
            column = layout.column(seat, foundation, len(tower))
            if not tower:
                is_aim = bool(targets) and selection is not None and selection.aim == (seat, foundation)
                _draw_foundation(stage, kit, column, (seat, foundation) in targets, seat == view.seat, is_aim)
    for target in targets:
        if target == DISCARD:
            pile = layout.discard_pile
            _ring(stage, kit, pile.x, pile.y, CARD_W * PILE_SCALE + 12, CARD_H * PILE_SCALE + 12)
        elif view.height(*target):
            column = layout.column(*target, view.height(*target))
            stage.blit(kit.dashed(column.w + 14, column.h + 8, kit.theme.brass, 2, 8), column.x - 7, column.y - 8)


def _ring(stage: Stage, kit: Kit, x: float, y: float, width: float, height: float) -> None:
    stage.blit_centred(kit.dashed(width, height, kit.theme.brass, 2, 8), x, y)


def _draw_foundation(stage: Stage, kit: Kit, column: pygame.FRect, is_target: bool, is_own: bool, is_aim: bool) -> None:
    colour = kit.theme.brass if is_target else mix(kit.theme.rose, kit.theme.mist, 0.35)
    stage.blit(kit.plate(column.w, column.h, (*kit.theme.night, 70), (*kit.theme.night, 0), 1, 8), column.x, column.y)
    stage.blit(kit.dashed(column.w, column.h, colour, 2, 8), column.x, column.y)
    if is_aim:
        return  # the preview of storeys is shown instead
    lines = (
        (tr("foundation"), 13.5, kit.theme.paper, -10),
        (tr("any suit") if is_own else tr("owner only"), 13.0, kit.theme.mist, 10),
    )
    size = min(kit.size_for(words, column.w - 2 * MARGIN, size) for words, size, *_ in lines)
    for words, usual, colour, by in lines:
        line = kit.text(kit.fit(words, column.w - 2, min(size, usual)), min(size, usual), "body", colour)
        stage.blit_centred(line, column.centerx, column.centery + by * kit.text_scale)


# -- piles


def draw_piles(stage: Stage, kit: Kit, layout: Layout, view: View) -> None:
    place = layout.draw_pile
    if view.draw_pile:
        stage.blit_centred(pile(kit, card_back(kit), view.draw_pile, PILE_SCALE), place.x, place.y)
    else:
        _ring(stage, kit, place.x, place.y, CARD_W * PILE_SCALE, CARD_H * PILE_SCALE)
    here = layout.discard_pile
    if not view.discards:
        outline = kit.dashed(CARD_W * PILE_SCALE, CARD_H * PILE_SCALE, kit.theme.rim, 1.6, 8)
        stage.blit_centred(outline, here.x, here.y)
    under_draw = tr("draw · {number}", number=view.draw_pile)
    under_discards = tr("discards · {number}", number=len(view.discards))
    for x, words in ((place.x, under_draw), (here.x, under_discards)):
        stage.blit_centred(kit.text(words, 14.5), x, layout.ground + 17 * kit.text_scale)
    is_soon = view.draw_pile <= SOON
    words, size = kit.first_fitting((pile_words(view),), 2 * (layout.width - kit.flip_x(place.x)) - 12, 13.5)
    sign = kit.text(words, size, "body", kit.theme.glow if is_soon else kit.theme.mist)
    stage.blit_centred(sign, place.x, layout.ground + 36 * kit.text_scale)


# -- cards and towers


def draw_card(stage: Stage, kit: Kit, sprite: Sprite, storey: float, lift: float, tilt: float) -> None:
    face, high = card_back(kit), CARD_H
    if sprite.face is not None:
        face, high = art.folded(kit, sprite.face, sprite.fold, storey), art.rest_of(sprite.fold, storey)
    turn = max(0.08, abs(sprite.turn))
    y = sprite.y + lift - footing(sprite.fold, high - storey)
    angle = sprite.angle + tilt
    if sprite.z >= HAND and sprite.fold < 0.5:  # a storey has no shadow, which fades as the card folds
        rough = round(angle / 4) * 4 if sprite.flies else angle  # the shadow is soft, so the steps are not seen
        shade = kit.tilted(kit.shadow(CARD_W, high, 9, 9, 0.5), rough, sprite.scale, turn, sprite.flies)
        below = 9 if sprite.flies else 4
        stage.blit_centred(shade, sprite.x + 1, y + below, sprite.alpha * (1 - 2 * max(0.0, sprite.fold)))
    stage.blit_centred(kit.tilted(face, angle, sprite.scale, turn, sprite.flies), sprite.x, y, sprite.alpha)


def draw_fronts(stage: Stage, table: Table, moving: Moving) -> None:
    """Draw scaffolding, doors, roofs, and the window whose light has changed, for storeys that have landed."""
    kit, layout, view, sprites = table.kit, table.layout, table.view, table.tokens.sprites
    for seat, towers in enumerate(view.towers):
        for foundation, tower in enumerate(towers):
            landed = [s for card in tower if (s := sprites.get(card)) and s.z < HAND and s.fold >= 1]
            if not landed:
                continue
            if view.safe[seat][foundation]:  # nobody may knock it down (W12)
                picture = art.scaffolding(kit, len(landed), layout.storey)
                x, tall = layout.tower_x(seat, foundation), kit.size_of(picture)[1]
                stage.blit_centred(picture, x, layout.ground - tall / 2)
            suit, lowest, top = suit_of(tower[0]), landed[0], landed[-1]
            if lowest.key == tower[0]:
                stage.blit_centred(art.door(kit, suit, layout.storey), lowest.x - 7.5, lowest.y + 1.5)
            if top.key == tower[-1]:
                stage.blit_centred(art.crown(kit, suit), top.x, top.y - layout.storey / 2 - 10.4)
                _draw_flicker(stage, table, moving.flicker, (seat, foundation))


def _draw_flicker(stage: Stage, table: Table, flicker: Flicker, target: Target) -> None:
    window, kit, layout, view = flicker.window, table.kit, table.layout, table.view
    if window is None or window[0] != target or window[1] >= view.height(*target):
        return
    _, level, column, lit = window
    tower = view.towers[target[0]][target[1]]
    place, height = layout.storey_place(*target, level), layout.storey
    colour = art.window_colour(kit.theme, suit_of(tower[0]), lit)
    x = place.x - CARD_W / 2 + 15 + column * (CARD_W - 44) / (art.WINDOWS - 0.4)
    pane = kit.cached(
        ("pane", colour, round(height, 1)),
        lambda: kit.canvas(8, height * 0.46, colour).rect(0, 0, 8, height * 0.46, colour, 1).done(),
    )
    stage.blit(pane, x, place.y - height / 2 + height * 0.29)


# -- labels and plays


def draw_labels(stage: Stage, table: Table, moving: Moving) -> None:
    """Draw below each foundation the height of its tower, as far as it stands, and what it lacks."""
    view, settling = table.view, moving.sky.settling
    towers = {(seat, f): tower for seat in view.in_play for f, tower in enumerate(view.towers[seat])}
    standing = {target: moving.standing(target, tower) for target, tower in towers.items()}
    key = *table.shown, settling.look, *standing.values()
    stage.layer("labels", key, lambda: _paint_labels(stage, table, settling, standing))


def _paint_labels(stage: Stage, table: Table, settling: Settling, standing: Mapping[Target, int]) -> None:
    kit, layout, view = table.kit, table.layout, table.view
    for (seat, foundation), height in standing.items():
        x = layout.tower_x(seat, foundation)
        number = kit.text(str(height or "–"), 22, "title")
        stage.blit_centred(number, x, layout.ground + 17 * kit.text_scale)
        if height:
            needed, shine = settling.needed((seat, foundation), view), settling.shine((seat, foundation))
            colour = kit.theme.glow if needed - height <= 3 else kit.theme.mist
            face, size = ("bold", 13.5 + 5 * round(shine * 5) / 5) if shine else ("body", 13.5)
            words = kit.text(to_go(view, height, needed), size, face, kit.theme.brass if shine else colour)
            stage.blit_centred(words, x, layout.ground + 36 * kit.text_scale)


def draw_last_plays(stage: Stage, table: Table, moving: Moving) -> None:
    """Draw what the other seats did last: a ring in the seat's colour, and a tag, or a pile of tags."""
    view, piles = table.view, dict[Target, list[LastPlay]]()
    for play in reversed(moving.plays.values()):
        if play.seat != view.seat and (play.target == DISCARD or play.target[0] in view.in_play):
            piles.setdefault(play.target, []).append(play)
    for target, tags in piles.items():
        _draw_tags(stage, table, target, tags, table.layout.penny_band(moving.sky.level).bottom + 6)


def _draw_tags(stage: Stage, table: Table, target: Target, plays: Sequence[LastPlay], highest: float) -> None:
    """Draw the tags of a place above it, the first one lowest, and none above `highest`, below the pennies."""
    kit, layout, players = table.kit, table.layout, table.header.seats
    discards = layout.discard_pile.rect(CARD_W, CARD_H)
    place = discards if target == DISCARD else layout.column(*target, table.view.height(*target))
    high = kit.text_size(tag_words(plays[0], players[plays[0].seat].name), 13.5, "bold")[1] + 6
    step = high + 3
    lowest = max(place.y - high - 10, highest + (len(plays) - 1) * step)
    for number, play in enumerate(plays):
        colour = kit.theme.seats[players[play.seat].colour]
        light = mix(colour, kit.theme.paper, 0.35)
        if not number:
            stage.blit(kit.outline(place.w + 12, place.h + 6, light, 2.4, 8), place.x - 6, place.y - 5)
        sign = kit.text(tag_words(play, players[play.seat].name), 13.5, "bold", kit.theme.text_on(colour))
        width = kit.size_of(sign)[0]
        tag = kit.plate(width + 18, high, colour, light, 1.2, high / 2)
        half = (width + 18) / 2
        x, y = max(half + 4, min(kit.width - half - 4, place.centerx)), lowest - number * step
        stage.blit(tag, x - half, y)
        stage.blit_centred(sign, x, y + high / 2)


# -- what would be


def trial_at(selection: Selection, target: Target) -> PlayTrial | None:
    """Return a trial of the chosen cards at a target, or None if they can't go there."""
    play = selection.action_at(target)
    return tried(GAME, selection.view, play) if play else None


def height_after(selection: Selection, target: Target) -> int:
    """Return the height of the tower at a target after the chosen cards."""
    trial = trial_at(selection, target)
    return (trial.after if trial else selection.view).height(*target)


def changed(selection: Selection, target: Target) -> range:
    """Return the levels of the storeys that would be added to a tower or knocked off it."""
    trial, height = trial_at(selection, target), selection.view.height(*target)
    fall = trial.first(Deconstructed) if trial else None
    return range(height - len(fall.fallen), height) if fall else range(height, height_after(selection, target))


def draw_ghosts(stage: Stage, kit: Kit, layout: Layout, selection: Selection, target: Target) -> None:
    """Draw the storeys that would be added or removed, below a card that is dragged."""
    play = selection.action_at(target) if target != DISCARD else None
    if play is None:
        return
    builds = play.kind is PlayKind.CONSTRUCT
    colour = kit.theme.suits[play.suit] if builds else kit.theme.bad
    for level in changed(selection, target):
        place = layout.storey_place(*target, level)
        _draw_ghost(stage, kit, place.x, place.y, layout.storey, colour, builds)


def _draw_ghost(
    stage: Stage, kit: Kit, x: float, y: float, height: float, colour: tuple[int, int, int], builds: bool
) -> None:
    """Draw a storey that would be added (softly filled) or removed (struck through)."""

    def make() -> pygame.Surface:
        canvas = kit.canvas(CARD_W, height, colour)
        rim = mix(colour, kit.theme.paper, 0.55) if builds else colour
        canvas.rect(1, 1, CARD_W - 2, height - 2, (*colour, 120 if builds else 40), 4)
        canvas.dashes(2, 2, CARD_W - 4, height - 4, rim, 1.6, 6, 4)
        if not builds:
            canvas.line([(8, height - 5), (CARD_W - 8, 5)], (*kit.theme.paper, 255), 3.4)
            canvas.line([(8, height - 5), (CARD_W - 8, 5)], kit.theme.suits[1], 2.2)
        return canvas.done()

    stage.blit_centred(kit.cached(("ghost", round(height, 1), colour, builds), make), x, y)
