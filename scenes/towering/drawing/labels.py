"""What is written on the table of Towering: live worth, seats, scores, the draw pile's count, who did what last."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_context, tr_label
from topping_out.game.record import Player
from topping_out.game.text import signed, with_minus
from topping_out.game.towering.cards import CardId, Colour, colour_of
from topping_out.game.towering.scoring import TowerScore
from topping_out.game.towering.state import View
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import SeatSign, badge, fitting_name, seat_sign
from topping_out.scenes.kit.sprites import Sprite
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.towering.art import card_art
from topping_out.scenes.towering.drawing.table import worth_colour
from topping_out.scenes.towering.layout import Layout

LAST_CARDS = 10
"""With so few left, every card that leaves the draw pile ticks."""


def sum_text(score: TowerScore) -> str:
    """Return how a tower's worth comes about, the bonus apart: "(35−20)×3 + 20"."""
    return f"{score.text} + {score.bonus}" if score.bonus else score.text


# -- worth


def draw_worth(stage: Stage, kit: Kit, layout: Layout, view: View) -> None:
    """Under every tower, what it is worth as it stands, and how that comes about."""
    for seat in range(2):
        for colour in range(layout.colours):
            _draw_tower_worth(stage, kit, layout, view.score(seat, colour), seat, colour)


def _draw_tower_worth(stage: Stage, kit: Kit, layout: Layout, score: TowerScore, seat: Seat, colour: Colour) -> None:
    text = kit.text_scale
    x, y = layout.site_x(colour), layout.ground(seat)
    if not score.cards:
        stage.blit_centred(kit.text("–", 20, "title", mix(kit.theme.mist, kit.theme.night, 0.35)), x, y + 16 * text)
        return
    total = kit.text(signed(score.total), 22, "title", worth_colour(kit, score))
    stage.blit_centred(total, x, y + 15 * text + kit.lift("title", 22))
    line = sum_text(score)
    size = kit.size_for(line, layout.pitch - 6, 14)
    stage.blit_centred(kit.text(line, size, "body", kit.theme.paper), x, y + 34 * text)


# -- seats and scores


def draw_scores(
    stage: Stage, kit: Kit, layout: Layout, view: View, players: Sequence[Player], is_pointed: bool
) -> None:
    """The round, and for both seats: points from earlier rounds, of the towers as they stand, and together."""
    box, theme, text = layout.scores, kit.theme, kit.text_scale
    stage.blit(
        kit.plate(box.w, box.h, (*theme.plate, 225), theme.mist if is_pointed else theme.rim, 1.2, 10), box.x, box.y
    )
    step = 22 * text
    left, columns = box.x + 14, [box.right - 14 - n * _column(kit, box) for n in (2, 1, 0)]
    title = kit.text(tr("Round {number} of {rounds}", number=view.round + 1, rounds=view.variant.rounds), 16, "head")
    stage.blit(title, left, box.y + 9)
    heads = tr_context("of points", "earlier"), tr_context("of points", "round"), tr_context("of points", "total")
    column, size = _column(kit, box), 13 / max(1.0, text) * min(text, 1.15)
    for right, head, room in zip(columns, heads, (2 * column, column - 4, column - 4)):
        words, smaller = kit.first_fitting((head,), room, size)
        _right(stage, kit, kit.text(words, smaller, "body", theme.mist), right, box.y + 9 + 1.5 * step)
    for row, seat in enumerate((layout.far, layout.near)):
        middle = box.y + 9 + (2.5 + row) * step
        numbers = (view.points_before(seat), view.points(seat), view.total(seat))
        _name_row(stage, kit, players, seat, left, middle, columns[0] - _column(kit, box) + 8 - left)
        for right, number, face in zip(columns, numbers, ("body", "body", "bold")):
            words = signed(number) if face == "body" else with_minus(number)
            _right(stage, kit, kit.text(words, 14.5, face, theme.paper), right, middle)


def _name_row(
    stage: Stage, kit: Kit, players: Sequence[Player], seat: Seat, left: float, middle: float, room: float
) -> None:
    """Show a seat's badge, and its name where there is room for it."""
    stage.blit_centred(badge(kit, seat_sign(players, seat), 9), left + 9, middle)
    if kit.text_scale < 1.1:
        name, size = fitting_name(kit, tr_label(players[seat].name), room - 23, 14.5)
        sign = kit.text(name, size, "bold")
        stage.blit(sign, left + 23, middle - kit.size_of(sign)[1] / 2)


def _column(kit: Kit, box: pygame.FRect) -> float:
    return min(40 + 28 * (kit.text_scale - 1), (box.w - 50) / 3)


def _right(stage: Stage, kit: Kit, sign: pygame.Surface, right: float, middle: float) -> None:
    width, height = kit.size_of(sign)
    stage.blit(sign, right - width, middle - height / 2)


# -- the draw pile's count


def draw_count(stage: Stage, kit: Kit, layout: Layout, left: int, breath: float) -> None:
    """Under the draw pile, how many cards are `left`. `breath`: see `_draw_warning`."""
    slot, text = layout.draw_slot, kit.text_scale
    ends = left <= LAST_CARDS
    y = slot.bottom + 4 + 18 * text
    number = kit.text(str(left), 36 if ends else 30, "title", kit.theme.glow if ends else kit.theme.paper)
    if ends and left:
        # the last ten cards glow; `breath` runs from 0 to 1 while the glow comes and goes
        light = 0.65 + 0.35 * round(math.sin(breath * math.tau) * 5) / 5
        halo = kit.shadow(slot.w, slot.h, 12, 22, 0.745, kit.theme.glow)
        stage.blit_centred(halo, slot.centerx, slot.centery, light)
    stage.blit_centred(number, slot.centerx, y + kit.lift("title", 30))
    stage.blit_centred(
        kit.text(_under_count(left), 14, "bold" if ends else "body", kit.theme.glow if ends else kit.theme.mist),
        slot.centerx,
        y + 28 * text,
    )


def _under_count(left: int) -> str:
    """Return what stands under the number of cards that are left."""
    if left > LAST_CARDS:
        return tr("left in this round")
    if left > 1:
        return tr("left, then the round ends")
    return tr("the last card ends it") if left else tr("the round is over")


# -- who did what last


@dataclass
class LastPlay:
    """What a seat did last, shown until its next turn: the card that it played, and where it drew."""

    card: CardId
    built: bool
    moment: tuple[int, ...]
    """Of its last change, see `moment_of`."""
    drew: bool = False
    drew_from: Colour | None = None
    """The colour of the discard pile that it took from."""


def moment_of(view: View) -> tuple[int, ...]:
    """Return what tells one turn from another: it changes with every draw."""
    return view.round, view.draw_pile, view.streak


def draw_last_play(
    stage: Stage, kit: Kit, layout: Layout, play: LastPlay, sign: SeatSign, sprite: Sprite | None, storey: float
) -> None:
    """A ring in the seat's colour round its card, whose `sprite` shows, and its badge there and where it drew."""
    light = mix(kit.theme.seats[sign.colour], kit.theme.paper, 0.4)
    if sprite and play.built:
        width, height = kit.size_of(card_art.storey(kit, play.card, storey))
        stage.blit_centred(kit.outline(width + 8, height + 6, light, 2.4, 4), sprite.x, sprite.y)
        _badge(stage, kit, sign, light, sprite.x - width / 2 - 9, sprite.y)
    elif sprite:
        slot = layout.river_slot(colour_of(play.card))
        stage.blit(kit.outline(slot.w + 4, slot.h + 4, light, 2.2, 9), slot.x - 2, slot.y - 2)
        _badge(stage, kit, sign, light, slot.x, slot.y + 4)
    if play.drew:
        slot = layout.draw_slot if play.drew_from is None else layout.river_slot(play.drew_from)
        _badge(stage, kit, sign, light, slot.right - 4, slot.bottom - 6)


def _badge(stage: Stage, kit: Kit, sign: SeatSign, light: tuple[int, int, int], x: float, y: float) -> None:
    stage.blit_centred(kit.disc(14, light), x, y)
    stage.blit_centred(badge(kit, sign, 12.4), x, y)
