"""A discard pile fanned out: what it holds, and what its top card would do."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.language import tr_count
from topping_out.game.towering.cards import CardId, Colour
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import TOP
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.towering.art import card_art
from topping_out.scenes.towering.art.card_art import CARD_H, CARD_W
from topping_out.scenes.towering.layout import Layout
from topping_out.scenes.towering.words import site_name

SCALE = 0.74
PITCH = 46.0


def draw_fan(
    stage: Stage, kit: Kit, layout: Layout, colour: Colour, cards: Sequence[CardId], title: str, lines: str
) -> None:
    """Show a pile's cards side by side over its slot, the top card at the right, under a heading."""
    theme, text = kit.theme, kit.text_scale
    head = title or _heading(colour, len(cards))
    spread = _width(len(cards), kit.width - 60)
    words = kit.wrap(lines, max(250 * text, spread - 28), 13.5) if lines else []
    widths = [kit.text_size(head, 15, "bold")[0], spread, *(kit.text_size(line, 13.5)[0] for line in words)]
    width = max(widths) + 28
    tall = CARD_H * SCALE + 12 if cards else 0.0
    height = (24 + 18 * len(words)) * text + 14 + tall
    x, y = fan_place(layout, colour, width, height)
    stage.blit(kit.shadow(width, height, 10, 14, 0.45), x - 14, y - 10)
    stage.blit(kit.plate(width, height, (*theme.night, 246), theme.brass, 1.2, 10), x, y)
    stage.blit_centred(kit.text(head, 15, "bold"), x + width / 2, y + 8 + 10 * text)
    for number, line in enumerate(words):
        stage.blit_centred(kit.text(line, 13.5, "body", theme.mist), x + width / 2, y + 8 + (30 + 18 * number) * text)
    _draw_row(stage, kit, cards, x + width / 2, y + height - 12 - CARD_H * SCALE / 2, kit.width - 60)


def fan_place(layout: Layout, colour: Colour, width: float, height: float) -> tuple[float, float]:
    """Return where a fan of that size goes: over its slot, right of the scores where it is narrow enough."""
    slot = layout.river_slot(colour)
    x = max(layout.tips_left, slot.centerx - width / 2)
    return max(8.0, min(layout.width - width - 8, x)), max(TOP - 6, slot.y - height - 10)


def _heading(colour: Colour, count: int) -> str:
    site = site_name(colour).capitalize()
    return tr_count("{site}: {number} discard", "{site}: {number} discards", count, site=site)


def _width(count: int, room: float) -> float:
    return (count - 1) * _pitch(count, room) + CARD_W * SCALE if count else 0.0


def _pitch(count: int, room: float) -> float:
    return min(PITCH, (room - CARD_W * SCALE) / max(1, count - 1))


def _draw_row(stage: Stage, kit: Kit, cards: Sequence[CardId], x: float, y: float, room: float) -> None:
    """Show cards side by side with their middle at (x, y), the last one on top."""
    left = x - _width(len(cards), room) / 2 + CARD_W * SCALE / 2
    for number, card in enumerate(cards):
        picture = kit.tilted(card_art.card_face(kit, card), 0, SCALE)
        stage.blit_centred(picture, left + number * _pitch(len(cards), room), y)
