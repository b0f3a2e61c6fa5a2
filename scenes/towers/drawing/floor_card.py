"""The large card of a floor that is pointed at: all that it does, and what it would do in its tower now."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from topping_out.game.language import tr
from topping_out.game.towers.scoring import preview
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.towers.art import card_art
from topping_out.scenes.towers.art.lines import lines
from topping_out.scenes.towers.layout import Layout
from topping_out.scenes.towers.scoring.floor_now import WordsRow, rows_if_claimed, rows_now
from topping_out.scenes.towers.selection import Target, owner_points
from topping_out.scenes.towers.signs import SeatSigns
from topping_out.scenes.towers.tips import beside_tower, effects_in_full, peeked

WIDTH, MOST_WIDE = 360.0, 1.3
BANNER, EDGE = 92.0, 16.0
APART, CLOSE = 11.0, 3.0
"""Over a heading, and between lines that belong together."""
WORDS, ROW, NAME = 15.5, 15.0, 22.0
"""Sizes of letters."""

TextPart = tuple[float, pygame.Surface]
"""Something written, and how far under what is over it."""


def draw_floor_card(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, target: Target) -> None:
    """Show the card beside its tower; its picture only where there is room for it."""
    plot, level = target.plot, target.level or 0
    floor = signs.view.floor(signs.view.towers[plot][level].card)
    wide = WIDTH * min(kit.text_scale, MOST_WIDE)
    parts = _parts(kit, signs, plot, level, wide - 2 * EDGE)
    high = sum(gap + kit.size_of(part)[1] for gap, part in parts) + EDGE
    banner = BANNER if high + BANNER < kit.height - 90 else 0.0
    column = layout.column(plot, len(signs.view.towers[plot]))
    x, y = beside_tower(kit, layout, column, wide, high + banner)
    stage.blit(kit.shadow(wide, high + banner, 10, 14, 0.6), x - 14, y - 8)
    stage.blit(kit.plate(wide, high + banner, (*kit.theme.night, 252), kit.theme.brass, 1.6, 10), x, y)
    if banner:
        stage.blit(card_art.room(kit, floor, wide - 12, banner - 6), x + 6, y + 6)
    y += banner
    for gap, part in parts:
        stage.blit(part, x + EDGE, y + gap)
        y += gap + kit.size_of(part)[1]
    _draw_mark(stage, kit, layout, plot, level)


def _draw_mark(stage: Stage, kit: Kit, layout: Layout, plot: int, level: int) -> None:
    """Show which floor the card is about."""
    floor = layout.floor_rect(plot, level)
    wide = floor.w + card_art.STICKS_OUT + 4
    stage.blit(kit.outline(wide, floor.h + 4, kit.theme.paper, 2, 6), floor.x - 2, floor.y - 2)


def _parts(kit: Kit, signs: SeatSigns, plot: int, level: int, room: float) -> list[TextPart]:
    """Return what is written on the card, from above."""
    view, theme = signs.view, kit.theme
    storey = view.towers[plot][level]
    floor, card = view.floor(storey.card), peeked(view, plot, level)
    owner = signs.name(storey.owner) if storey.owner is not None else tr("vacant")
    if card is not None:
        owner = tr("{name}, {floor} tucked", name=owner, floor=tr(view.floor(card).name))
    told = effects_in_full(floor, view.variant.hand)
    sentences = [(CLOSE, kit.text(line, WORDS)) for line in kit.wrap(told, room, WORDS)]
    found = [
        (APART, kit.text(kit.fit(tr(floor.name), room, NAME, "title"), NAME, "title")),
        (CLOSE, lines(kit, signs.parts(((storey.owner, owner),)), ROW, theme.mist, room)),
        *sentences,
        _heading(kit, tr("Scored as it stands")),
        *_rows(kit, signs, rows_now(view, plot, level), room),
    ]
    if claimed := rows_if_claimed(view, plot, level):
        found += [_heading(kit, tr("If you claim it")), *_rows(kit, signs, claimed, room)]
    points = signs.parts((seat, f"{signs.name(seat)} {n}") for seat, n in owner_points(preview(view, plot).points))
    whole = lines(kit, points or ((None, tr("Nobody scores.")),), ROW, theme.paper, room, "bold")
    return [*found, _heading(kit, tr("The whole tower")), (CLOSE, whole)]


def _heading(kit: Kit, words: str) -> TextPart:
    return APART, kit.text(words, 13.5, "bold", kit.theme.brass)


def _rows(kit: Kit, signs: SeatSigns, rows: Sequence[WordsRow], room: float) -> list[TextPart]:
    return [(CLOSE, lines(kit, signs.parts(row), ROW, kit.theme.paper, room)) for row in rows]
