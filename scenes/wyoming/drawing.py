"""How the table of Wyoming is drawn, layer by layer from the sky to the tooltip."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pygame

from game.wyoming.actions import Kind, Play
from game.wyoming.cards import CardId, suit_of
from game.wyoming.state import View
from scenes.kit.canvas import vertical_gradient
from scenes.kit.kit import Kit
from scenes.kit.pictures.cards import card_back, pile
from scenes.kit.pictures.sky import dusk
from scenes.kit.pictures.topping_tree import topping_tree
from scenes.kit.pieces import draw_seat, draw_tip
from scenes.kit.sprites import Sprite, footing
from scenes.kit.stage import Stage
from scenes.kit.theme import mix
from scenes.wyoming import art
from scenes.wyoming.animator import HAND, LOOSE_FROM
from scenes.wyoming.art import CARD_H, CARD_W
from scenes.wyoming.layout import PENNY, PILE_SCALE
from scenes.wyoming.selection import DISCARD, Target

if TYPE_CHECKING:
    from scenes.match.cards.board import HitArea
    from scenes.wyoming.board import WyomingBoard

LIFT = 8.0
"""How far a card of the hand rises while it is meant."""


class Tree:
    """The topping out: the builders' tree on the winning towers; `rise` runs from 0 to 1."""

    def __init__(self, tops: list[tuple[Target, int]]) -> None:
        self.tops = tops
        self.rise = 0.0


class Flicker:
    """Now and then a light goes on or off in some window."""

    EVERY = 1300.0

    def __init__(self) -> None:
        self._rng = random.Random(21)
        self._time = 0.0
        self.window: tuple[Target, int, int, bool] | None = None

    def update(self, ms: float, view: View) -> None:
        self._time += ms
        if self._time < self.EVERY:
            return
        self._time -= self.EVERY
        towers = [((s, f), len(t)) for s, towers in enumerate(view.towers) for f, t in enumerate(towers) if t]
        if towers:
            target, height = self._rng.choice(towers)
            window = (self._rng.randrange(height), self._rng.randrange(art.WINDOWS))
            self.window = (target, *window, self._rng.random() < 0.6)


# -- the sky


def draw_sky(stage: Stage, board: WyomingBoard) -> None:
    kit, layout, animator = board.kit, board.layout, board.animator
    stage.blit(dusk(kit, layout.ground), 0, 0)
    board.twinkle.draw(stage, kit, layout.ground)
    line = layout.sky_y(animator.sky.level)
    stage.blit_centred(_glow(kit), kit.width / 2, line)
    _draw_sky_words(stage, board, line)
    for penny in animator.pennies:
        turn = abs(math.cos(math.pi * penny.spin))
        face = art.penny(kit, penny.heads, PENNY)
        stage.blit_centred(kit.tilted(face, 0, 1.0, max(0.12, turn)), penny.x, line - PENNY - 6 + penny.y, penny.alpha)


def _glow(kit: Kit) -> pygame.Surface:
    def make() -> pygame.Surface:
        theme = kit.theme
        height = round(46 * kit.scale)
        clear, warm = (*theme.glow, 0), (*theme.glow, 70)
        sheet = vertical_gradient((kit.metrics.pixels[0], height), [(0, clear), (0.5, warm), (1, clear)])
        thick = max(1, round(2 * kit.scale))
        sheet.fill((*mix(theme.glow, theme.paper, 0.45), 255), (0, height // 2 - thick // 2, sheet.get_width(), thick))
        return sheet

    return kit.cached(("sky glow",), make)


def _draw_sky_words(stage: Stage, board: WyomingBoard, line: float) -> None:
    kit, view, animator = board.kit, board.view, board.animator
    count = len(animator.pennies)
    words = f"The Sky: {count} {'penny' if count == 1 else 'pennies'}"
    room = board.layout.column(0, 0, 0).x - 24 - 14
    words, size = kit.first_fitting((words,), room, 18, "head")
    sign = kit.text(words, size, "head")
    stage.blit(sign, 24, line - kit.size_of(sign)[1] - 6 + kit.lift("head", size))
    rule = f"exactly {view.pennies} cards win" if view.variant.finicky else f"{view.needed} cards win"
    right = kit.text(animator.coins_shown or rule, 14.5, "bold" if animator.coins_shown else "body", kit.theme.paper)
    wide, tall = kit.size_of(right)
    stage.blit(right, kit.width - wide - 24, line - tall - 6)


# -- lots: outlines of foundations and targets


def draw_lots(stage: Stage, board: WyomingBoard) -> None:
    kit, layout, view = board.kit, board.layout, board.view
    targets = board.selection.targets() if board.selection and board.selection.cards else []
    for seat in view.in_play:
        for foundation, tower in enumerate(view.towers[seat]):
            column = layout.column(seat, foundation, len(tower))
            if not tower:
                aimed = bool(targets) and board.selection is not None and board.selection.aim == (seat, foundation)
                _draw_foundation(stage, board, column, (seat, foundation) in targets, seat == view.seat, aimed)
    for target in targets:
        if target == DISCARD:
            pile = layout.discard_pile
            _ring(stage, kit, pile.x, pile.y, CARD_W * PILE_SCALE + 12, CARD_H * PILE_SCALE + 12)
        elif view.height(*target):
            column = layout.column(*target, view.height(*target))
            stage.blit(kit.dashed(column.w + 14, column.h + 8, kit.theme.brass, 2, 8), column.x - 7, column.y - 8)


def _ring(stage: Stage, kit: Kit, x: float, y: float, width: float, height: float) -> None:
    stage.blit_centred(kit.dashed(width, height, kit.theme.brass, 2, 8), x, y)


def _draw_foundation(
    stage: Stage, board: WyomingBoard, column: pygame.FRect, target: bool, own: bool, aimed: bool
) -> None:
    kit = board.kit
    colour = kit.theme.brass if target else mix(kit.theme.rose, kit.theme.mist, 0.35)
    stage.blit(kit.plate(column.w, column.h, (*kit.theme.night, 70), (*kit.theme.night, 0), 1, 8), column.x, column.y)
    stage.blit(kit.dashed(column.w, column.h, colour, 2, 8), column.x, column.y)
    if aimed:
        return  # the storeys that would rise here show instead
    top = kit.text("foundation", 13.5, "body", kit.theme.paper)
    stage.blit_centred(top, column.centerx, column.centery - 10 * kit.text_scale)
    under = kit.text("any suit" if own else "its owner's", 13, "body", kit.theme.mist)
    stage.blit_centred(under, column.centerx, column.centery + 10 * kit.text_scale)


# -- piles


def draw_piles(stage: Stage, board: WyomingBoard) -> None:
    kit, layout, view = board.kit, board.layout, board.view
    place = layout.draw_pile
    if view.draw_pile:
        stage.blit_centred(pile(kit, card_back(kit), view.draw_pile, PILE_SCALE), place.x, place.y)
    else:
        _ring(stage, kit, place.x, place.y, CARD_W * PILE_SCALE, CARD_H * PILE_SCALE)
    here = layout.discard_pile
    if not view.discards:
        outline = kit.dashed(CARD_W * PILE_SCALE, CARD_H * PILE_SCALE, kit.theme.rim, 1.6, 8)
        stage.blit_centred(outline, here.x, here.y)
    for x, words in ((place.x, f"draw · {view.draw_pile}"), (here.x, f"discards · {len(view.discards)}")):
        stage.blit_centred(kit.text(words, 14.5), x, layout.ground + 17 * kit.text_scale)


# -- cards and towers


def draw_towers(stage: Stage, board: WyomingBoard) -> None:
    """Everything that stands or lies on the ground: discards and storeys, with the roofs over them."""
    for sprite in sorted(board.animator.cards.values(), key=lambda sprite: sprite.z):
        if sprite.z < HAND:
            _draw_card(stage, board.kit, sprite, board.layout.storey, 0)
    _draw_crowns(stage, board)


def draw_hand(stage: Stage, board: WyomingBoard, hot: CardId | None) -> None:
    """The hand, and whatever flies over the table."""
    kit, animator = board.kit, board.animator
    for sprite in sorted([*animator.cards.values(), *animator.loose], key=lambda sprite: sprite.z):
        if sprite.z < HAND:
            continue
        in_hand = sprite.z < LOOSE_FROM
        lift = -LIFT if in_hand and sprite.key == hot and not board.motion.busy else 0
        _draw_card(stage, kit, sprite, board.layout.storey, lift)
        if in_hand and sprite.key in animator.raised:
            ring = kit.tilted(kit.outline(CARD_W + 8, CARD_H + 8, kit.theme.brass, 3.5, 12), sprite.angle)
            stage.blit_centred(ring, sprite.x, sprite.y + lift)


def _draw_card(stage: Stage, kit: Kit, sprite: Sprite, storey: float, lift: float) -> None:
    faces = sprite.turn >= 0 and sprite.key is not None
    face = art.folded(kit, sprite.key, sprite.fold, storey) if faces and sprite.key is not None else card_back(kit)
    turn, high = max(0.08, abs(sprite.turn)), art.rest_of(sprite.fold, storey) if faces else CARD_H
    y = sprite.y + lift - footing(sprite.fold, high - storey)
    if sprite.z >= HAND and sprite.fold < 0.5:  # a storey has no shadow: it fades as the card folds
        shade = kit.tilted(kit.shadow(CARD_W, high, 9, 9, 0.5), sprite.angle, sprite.scale, turn)
        below = 4 if sprite.z < LOOSE_FROM else 9
        stage.blit_centred(shade, sprite.x + 1, y + below, sprite.alpha * (1 - 2 * max(0.0, sprite.fold)))
    stage.blit_centred(kit.tilted(face, sprite.angle, sprite.scale, turn), sprite.x, y, sprite.alpha)


def _draw_crowns(stage: Stage, board: WyomingBoard) -> None:
    kit, animator, layout = board.kit, board.animator, board.layout
    for seat, towers in enumerate(board.view.towers):
        for foundation, tower in enumerate(towers):
            ground = animator.cards.get(tower[0]) if tower else None
            if ground and ground.z < HAND and ground.fold >= 1:
                entrance = art.door(kit, suit_of(tower[0]), layout.storey)
                stage.blit_centred(entrance, ground.x - 7.5, ground.y + 1.5)
            top = animator.cards.get(tower[-1]) if tower else None
            if top and top.z < HAND and top.fold >= 1:
                y = top.y - layout.storey / 2
                stage.blit_centred(art.crown(kit, suit_of(tower[-1])), top.x, y - 10.4)
                _draw_flicker(stage, board, (seat, foundation))
                _draw_tree(stage, board, (seat, foundation), top.x, y - 18)


def _draw_flicker(stage: Stage, board: WyomingBoard, target: Target) -> None:
    window, kit = board.flicker.window, board.kit
    if window is None or window[0] != target or window[1] >= board.view.height(*target):
        return
    _, level, column, lit = window
    tower = board.view.towers[target[0]][target[1]]
    place, height = board.layout.storey_place(*target, level), board.layout.storey
    colour = art.window_colour(kit, suit_of(tower[0]), lit)
    x = place.x - CARD_W / 2 + 15 + column * (CARD_W - 44) / (art.WINDOWS - 0.4)
    pane = kit.cached(
        ("pane", colour, round(height, 1)),
        lambda: kit.canvas(8, height * 0.46, colour).rect(0, 0, 8, height * 0.46, colour, 1).done(),
    )
    stage.blit(pane, x, place.y - height / 2 + height * 0.29)


def _draw_tree(stage: Stage, board: WyomingBoard, target: Target, x: float, y: float) -> None:
    tree = board.tree
    if tree and target in [top for top, _ in tree.tops]:
        picture = board.kit.tilted(topping_tree(board.kit), 0, max(0.1, tree.rise))
        stage.blit_centred(picture, x, y - 40 * tree.rise)


# -- labels, marks, plates


def draw_labels(stage: Stage, board: WyomingBoard) -> None:
    kit, layout, view = board.kit, board.layout, board.view
    for seat in view.in_play:
        for foundation, tower in enumerate(view.towers[seat]):
            x = layout.tower_x(seat, foundation)
            number = kit.text(str(len(tower)) if tower else "–", 22, "title")
            stage.blit_centred(number, x, layout.ground + 17 * kit.text_scale)
            if tower:
                close = view.needed - len(tower) <= 3
                colour = kit.theme.glow if close else kit.theme.mist
                stage.blit_centred(
                    kit.text(board.to_go(len(tower)), 13.5, "body", colour), x, layout.ground + 36 * kit.text_scale
                )
    _draw_mark(stage, board)


def _draw_mark(stage: Stage, board: WyomingBoard) -> None:
    """The last play: a ring in the colour of its seat and how many storeys it was."""
    mark, kit = board.animator.mark, board.kit
    chooses = board.selection is not None and board.selection.cards
    if mark is None or chooses or board.motion.busy or mark.owner not in board.view.in_play:
        return
    column = board.layout.column(mark.owner, mark.foundation, board.view.height(mark.owner, mark.foundation))
    colour = kit.theme.seats[board.header.seats[mark.seat].colour]
    light = mix(colour, kit.theme.paper, 0.35)
    stage.blit(kit.outline(column.w + 12, column.h + 6, light, 2.4, 8), column.x - 6, column.y - 5)
    words = f"{board.name(mark.seat)} {mark.change:+d}".replace("-", "−")
    sign = kit.text(words, 13.5, "bold", (255, 255, 255))
    width, height = kit.size_of(sign)
    tag = kit.plate(width + 18, height + 6, colour, light, 1.2, (height + 6) / 2)
    y = max(72.0, column.y - height - 16)
    stage.blit(tag, column.centerx - (width + 18) / 2, y)
    stage.blit_centred(sign, column.centerx, y + (height + 6) / 2)


def draw_plates(stage: Stage, board: WyomingBoard) -> None:
    view = board.view
    for seat, player in enumerate(board.header.seats):
        won = view.outcome is not None and seat in view.outcome.winners
        active = seat == view.turn and view.outcome is None
        lines = ("wins",) if won else board.status(seat)
        out = seat not in view.in_play
        draw_seat(stage, board.kit, board.layout.plate(seat), player, lines, active or won, out)


# -- the aim and what is pointed at


def _aimed_at(board: WyomingBoard, area: HitArea | None) -> Target | None:
    """Return where the chosen cards would go: what is pointed at, else where the main button plays them."""
    selection = board.selection
    if board.motion.busy or not selection or not selection.cards:
        return None
    return area.target if area and area.target else selection.aim


def draw_ghosts(stage: Stage, board: WyomingBoard, area: HitArea | None) -> None:
    """Show the storeys that would come or go; a card that is held lies over them."""
    target, selection, layout = _aimed_at(board, area), board.selection, board.layout
    play = selection.action_at(target) if selection and target != DISCARD else None
    if play is None or target is None or selection is None:
        return
    builds = play.kind is Kind.CONSTRUCT
    colour = board.kit.theme.suits[play.suit] if builds else board.kit.theme.bad
    low, high = sorted((selection.height(target), _height_after(board, target, play)))
    for level in range(low, high):
        place = layout.storey_place(*target, level)
        _draw_ghost(stage, board.kit, place.x, place.y, layout.storey, colour, builds)


def _height_after(board: WyomingBoard, target: Target, play: Play) -> int:
    assert board.selection
    height = board.selection.height(target)
    return height + play.count if play.kind is Kind.CONSTRUCT else max(0, height - play.count)


def draw_aim(stage: Stage, board: WyomingBoard, area: HitArea | None) -> None:
    """Say what the chosen cards would do, or explain what is pointed at."""
    if board.motion.busy:
        return
    if (target := _aimed_at(board, area)) is not None:
        _draw_preview(stage, board, target)
    elif area and not (board.selection and board.selection.cards) and (words := board.explain(area))[0]:
        draw_tip(stage, board.kit, area.rect, *words)


def _draw_preview(stage: Stage, board: WyomingBoard, target: Target) -> None:
    selection, layout = board.selection, board.layout
    assert selection
    play = selection.action_at(target)
    title, line = selection.preview(target)
    if target == DISCARD:
        pile = layout.discard_pile
        rect = pygame.FRect(pile.x - 45, pile.y - 62, 90, 124)
        draw_tip(stage, board.kit, rect, title or "Not here", line)
        return
    height = selection.height(target)
    column = layout.column(*target, height)
    if play is None:
        draw_tip(stage, board.kit, column, "Not here", line)
        return
    top = layout.column(*target, max(height, _height_after(board, target, play)))
    draw_tip(stage, board.kit, top, title, line)


def _draw_ghost(
    stage: Stage, kit: Kit, x: float, y: float, height: float, colour: tuple[int, int, int], builds: bool
) -> None:
    """A storey that would come (filled softly) or go (struck through)."""

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
