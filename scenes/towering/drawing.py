"""Drawing the table of Towering."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_context, tr_count, tr_label
from topping_out.game.record import Player
from topping_out.game.text import signed, with_minus
from topping_out.game.towering.actions import COLOUR_LETTERS, CardId, Colour, colour_of
from topping_out.game.towering.core import BONUS
from topping_out.game.towering.state import TowerScore, View

from ..kit.built import topping_tree
from ..kit.kit import Kit
from ..kit.ornament import pile
from ..kit.plates import TOP, SeatSign, badge, fitting_name, seat_sign
from ..kit.sprites import Sprite, painted_once
from ..kit.stage import Paint, Stage, fill_gradient, vertical_gradient
from ..kit.theme import legible, mix
from ..ui.layout import Rect
from . import art
from .art import CARD_H, CARD_W, paint_landscape, paint_roof, site_colour
from .places import PILE_SCALE, Layout
from .words import site_name

# -- backdrop


TINT_WIDTH = 4
"""Device pixels per sample of the land's tint, which changes gradually from site to site."""
LANDSCAPE_HEIGHT = 92.0
"""Of the landscapes behind the far bank."""


def backdrop(kit: Kit, layout: Layout) -> pygame.Surface:
    """Return the table without anything that moves."""
    edges = layout.far_ground, layout.river_top, layout.near_ground, layout.site_x(0), layout.pitch
    key = ("tw backdrop", layout.colours, *map(round, edges))
    return kit.cached(key, lambda: _paint_backdrop(kit, layout))


def _paint_backdrop(kit: Kit, layout: Layout) -> pygame.Surface:
    picture = pygame.Surface(kit.metrics.pixels)
    _paint_sky(kit, picture, layout.far_ground)
    for colour in range(layout.colours):
        _paint_site(kit, picture, layout, colour, layout.far_ground, min(LANDSCAPE_HEIGHT, layout.far_ground - 90))
    _paint_land(kit, picture, layout)
    _paint_river(kit, picture, layout)
    _paint_foreground(kit, picture, layout.near_ground)
    return picture


def _band(kit: Kit, picture: pygame.Surface, top: float, foot: float, stops: list[tuple[float, Paint]]) -> None:
    first, last = round(top * kit.scale), round(foot * kit.scale)
    fill_gradient(picture, pygame.Rect(0, first, picture.get_width(), last - first), stops)


def _paint_sky(kit: Kit, picture: pygame.Surface, line: float) -> None:
    theme = kit.theme
    ember = mix(theme.rose, theme.ember, 0.45)
    _band(
        kit,
        picture,
        0,
        line,
        [(0.0, mix(theme.night, theme.dusk, 0.12)), (0.4, theme.dusk), (0.8, theme.rose), (1.0, ember)],
    )
    rng = random.Random(17)
    for _ in range(80):
        x, y = rng.random() * picture.get_width(), rng.random() ** 1.5 * line * 0.6 * kit.scale
        size = max(1, round(kit.scale * rng.choice((1, 1, 1.6))))
        picture.fill(mix(theme.dusk, theme.paper, 0.25 + 0.5 * rng.random()), (round(x), round(y), size, size))
    canvas = kit.canvas(kit.width, 50, detail=2)
    hills = [(s * kit.width / 64, 25 + 14 * math.sin(s * kit.width / 64 / 96)) for s in range(65)]
    canvas.polygon([*hills, (kit.width, 50), (0, 50)], mix(theme.hills, theme.rose, 0.3))
    picture.blit(canvas.done(), (0, round((line - 46) * kit.scale)))


def _paint_site(kit: Kit, picture: pygame.Surface, layout: Layout, colour: Colour, ground: float, high: float) -> None:
    """Paint a site's landscape behind a bank, fading into its neighbours at the sides."""
    width = layout.pitch * 1.16
    canvas = kit.canvas(width, high, mix(kit.theme.hills, site_colour(kit.theme, colour), 0.3), detail=3)
    paint_landscape(canvas, kit.theme, colour, (0, 0, width, high), day=False, sun=ground == layout.far_ground)
    left = layout.site_x(colour) - width / 2
    land = _feathered(canvas.done(), 0.12)
    picture.blit(land, (round(left * kit.scale), round((ground - high) * kit.scale)))


def _feathered(land: pygame.Surface, share: float) -> pygame.Surface:
    """Make a picture fade out at its sides, over `share` of its width, and return it."""
    width, height = land.get_size()
    mask = pygame.Surface((width, 1), pygame.SRCALPHA)
    for x in range(width):
        edge = min(x, width - 1 - x) / (width * share)
        mask.set_at((x, 0), (255, 255, 255, round(255 * min(1.0, edge))))
    land.blit(pygame.transform.scale(mask, (width, height)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return land


def _paint_land(kit: Kit, picture: pygame.Surface, layout: Layout) -> None:
    """Paint the far bank, which is under its towers, and the near bank, behind its towers, with each site's tint."""
    theme, near, far = kit.theme, layout.near_ground, layout.far_ground
    _band(kit, picture, far, layout.river_foot, [(0.0, mix(theme.ground, theme.rose, 0.1)), (0.5, theme.ground)])
    low = mix(theme.ground, theme.rose, 0.3)
    _band(kit, picture, layout.river_foot - 8, near, [(0.0, theme.ground), (1.0, low)])
    _paint_tints(kit, picture, layout, (far, layout.river_top + 4), (70, 16))
    _paint_tints(kit, picture, layout, (layout.river_foot - 4, near), (8, 92))
    for colour in range(layout.colours):
        _paint_site(kit, picture, layout, colour, near, min(110.0, near - layout.river_foot - 20))
    _line(kit, picture, far, mix(theme.ember, theme.ground, 0.45))


def _paint_tints(
    kit: Kit, picture: pygame.Surface, layout: Layout, span: tuple[float, float], strength: tuple[int, int]
) -> None:
    """Blend the sites' colours over a bank; `strength` has the opacities (0 to 255) at its top and its foot."""
    wide, high = picture.get_width(), round((span[1] - span[0]) * kit.scale)
    row = pygame.Surface((math.ceil(wide / TINT_WIDTH), 1), pygame.SRCALPHA)
    for x in range(row.get_width()):
        row.set_at((x, 0), _tint_at(kit, layout, (x + 0.5) * TINT_WIDTH / kit.scale))
    sheet = pygame.transform.scale(row, (row.get_width(), high))
    fade = [(0.0, (255, 255, 255, strength[0])), (1.0, (255, 255, 255, strength[1]))]
    sheet.blit(vertical_gradient(sheet.get_size(), fade), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(pygame.transform.smoothscale(sheet, (wide, high)), (0, round(span[0] * kit.scale)))


def _tint_at(kit: Kit, layout: Layout, x: float) -> tuple[int, int, int, int]:
    """Return the tint of the land at x: a site's colour in its middle, mixed between two sites, clear outside."""
    first = layout.site_x(0)
    place = (x - first) / (layout.site_x(1) - first)  # on a mirrored table the sites follow to the left
    last = layout.colours - 1
    outside = max(-place - 0.35, place - last - 0.35, 0.0)
    place = max(0.0, min(float(last), place))
    left = min(int(place), last - 1)
    share = max(0.0, min(1.0, (place - left - 0.36) / 0.28))
    tint = mix(site_colour(kit.theme, left), site_colour(kit.theme, left + 1), share * share * (3 - 2 * share))
    return (*tint, round(255 * max(0.0, 1 - outside / 0.4)))


def _line(kit: Kit, picture: pygame.Surface, y: float, paint: tuple[int, int, int], thick: float = 2.4) -> None:
    high = max(1, round(thick * kit.scale))
    picture.fill(paint, (0, round(y * kit.scale) - high // 2, picture.get_width(), high))


def _paint_river(kit: Kit, picture: pygame.Surface, layout: Layout) -> None:
    """Paint the river in dusk light, with wavy banks and streaks."""
    theme = kit.theme
    top, foot = layout.river_top, layout.river_foot
    deep, light = mix(theme.dusk, theme.night, 0.35), mix(theme.dusk, theme.rose, 0.45)
    height = foot - top + 12
    canvas = kit.canvas(kit.width, height, theme.ground, detail=2)
    steps = [s * kit.width / 96 for s in range(97)]
    upper = [(x, 5 + 2.6 * math.sin(x / 71) + 1.6 * math.sin(x / 23)) for x in steps]
    lower = [(x, height - 5 + 2.4 * math.sin(x / 83 + 2) + 1.4 * math.sin(x / 29)) for x in steps]
    for shift, paint in (
        (0.0, mix(light, theme.glow, 0.28)),
        (2.2, light),
        (6.0, mix(light, deep, 0.55)),
        (14.0, deep),
    ):
        shore = [(x, y + shift) for x, y in upper] + [(x, y - shift * 0.7) for x, y in reversed(lower)]
        canvas.polygon(shore, paint)
    rng = random.Random(29)
    for _ in range(70):
        x, y, length = rng.random() * kit.width, 14 + rng.random() * (height - 28), 14 + rng.random() * 60
        canvas.line([(x, y), (x + length, y)], mix(deep, theme.mist, 0.08 + 0.16 * rng.random()), 1)
    picture.blit(canvas.done(), (0, round((top - 6) * kit.scale)))


def _paint_foreground(kit: Kit, picture: pygame.Surface, ground: float) -> None:
    theme = kit.theme
    _band(kit, picture, ground, kit.height, [(0.0, theme.ground), (0.3, theme.earth), (1.0, theme.night)])
    _line(kit, picture, ground, mix(theme.ember, theme.ground, 0.35), 3)


class Glints:
    """Glints drifting down the river, in steps so slow that a table at rest costs almost nothing."""

    STEP = 120.0
    """Milliseconds between two steps."""
    SPEED = 16.0
    """Logical units per second."""

    def __init__(self) -> None:
        rng = random.Random(31)
        self._glints = [
            (rng.random(), rng.random(), rng.random() * math.tau, rng.choice((26, 40, 58))) for _ in range(12)
        ]
        self._time = 0.0

    def update(self, ms: float) -> None:
        self._time += ms

    def draw(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        now = self._time // self.STEP * self.STEP / 1000
        stage.layer("glints", (self, kit, layout, now), lambda: self._paint_backdrop(stage, kit, layout, now))

    def _paint_backdrop(self, stage: Stage, kit: Kit, layout: Layout, now: float) -> None:
        for start, place, phase, length in self._glints:
            x = (start * kit.width + now * self.SPEED) % (kit.width + 80) - 40
            y = layout.river_top + 12 + place * (layout.river_h - 24)
            light = round(max(0.0, math.sin(now * 0.8 + phase)) * 4) / 4
            stage.blit(_streak(kit, length), round(x), y, light * 0.5)


@painted_once
def _streak(kit: Kit, length: float) -> pygame.Surface:
    paint = mix(kit.theme.mist, kit.theme.glow, 0.35)
    canvas = kit.canvas(length, 3, paint)
    return canvas.polygon([(0, 1.5), (length / 2, 0.6), (length, 1.5), (length / 2, 2.4)], paint).done()


# -- fan


FAN_SCALE = 0.74
FAN_PITCH = 46.0


def draw_fan(
    stage: Stage, kit: Kit, layout: Layout, colour: Colour, cards: Sequence[CardId], title: str, lines: str
) -> None:
    """Draw the cards of a discard pile side by side over its slot, with a heading; the top card is at the right."""
    theme, text = kit.theme, kit.text_scale
    head = title or _heading(colour, len(cards))
    spread = _width(len(cards), kit.width - 60)
    words = kit.wrap(lines, max(250 * text, spread - 28), 13.5) if lines else []
    widths = [kit.text_size(head, 15, "bold")[0], spread, *(kit.text_size(line, 13.5)[0] for line in words)]
    width = max(widths) + 28
    tall = CARD_H * FAN_SCALE + 12 if cards else 0.0
    height = (24 + 18 * len(words)) * text + 14 + tall
    x, y = fan_place(kit, layout, colour, width, height)
    stage.blit(kit.shadow(width, height, 10, 14, 0.45), x - 14, y - 10)
    stage.blit(kit.plate(width, height, (*theme.night, 246), theme.brass, 1.2, 10), x, y)
    stage.blit_centred(kit.text(head, 15, "bold"), x + width / 2, y + 8 + 10 * text)
    for number, line in enumerate(words):
        stage.blit_centred(kit.text(line, 13.5, "body", theme.mist), x + width / 2, y + 8 + (30 + 18 * number) * text)
    _draw_row(stage, kit, cards, x + width / 2, y + height - 12 - CARD_H * FAN_SCALE / 2, kit.width - 60)


def fan_place(kit: Kit, layout: Layout, colour: Colour, width: float, height: float) -> tuple[float, float]:
    """Return the upper left corner of a fan of that size: over its slot and, if it fits, not over the scores."""
    slot = kit.flip(layout.river_slot(colour))
    x = max(8.0, min(layout.width - width - 8, max(layout.tips_left, slot.centerx - width / 2)))
    return kit.flip(Rect(x, max(TOP - 6, slot.y - height - 10), width, height)).topleft


def _heading(colour: Colour, count: int) -> str:
    site = site_name(colour).capitalize()
    return tr_count("{site}: {number} discard", "{site}: {number} discards", count, site=site)


def _width(count: int, room: float) -> float:
    return (count - 1) * _pitch(count, room) + CARD_W * FAN_SCALE if count else 0.0


def _pitch(count: int, room: float) -> float:
    return min(FAN_PITCH, (room - CARD_W * FAN_SCALE) / max(1, count - 1))


def _draw_row(stage: Stage, kit: Kit, cards: Sequence[CardId], x: float, y: float, room: float) -> None:
    """Draw cards side by side with their middle at (x, y), the last one on top."""
    left = x - _width(len(cards), room) / 2 + CARD_W * FAN_SCALE / 2
    for number, card in enumerate(cards):
        picture = kit.tilted(art.card_face(kit, card), 0, FAN_SCALE)
        stage.blit_centred(picture, left + number * _pitch(len(cards), room), y)


# -- table


ROOF_SIZE = 58.0, 18.0
"""Width and height of a roof."""


# -- slots


def draw_slots(stage: Stage, kit: Kit, layout: Layout, view: View) -> None:
    """Draw the slots of the discard piles; an empty one shows its site's letter and name."""
    names = [*map(site_name, range(layout.colours))]
    size = min(kit.size_for(name, layout.river_slot(0).w - 6, 13.5) for name in names)
    for colour in range(layout.colours):
        slot = layout.river_slot(colour)
        rim = mix(art.site_colour(kit.theme, colour), kit.theme.paper, 0.35)
        stage.blit(kit.plate(slot.w, slot.h, (*kit.theme.night, 110), (*kit.theme.night, 0), 1, 8), slot.x, slot.y)
        stage.blit(kit.dashed(slot.w, slot.h, rim, 1.3, 8), slot.x, slot.y)
        if not view.discards[colour]:
            ink = legible(rim, kit.theme.dusk, kit.theme.paper)
            letter = kit.text(COLOUR_LETTERS[colour], 26, "title", ink, fixed=True)
            stage.blit_centred(letter, slot.centerx, slot.centery - 9)
            name = kit.fit(names[colour], slot.w - 6, size)
            stage.blit_centred(kit.text(name, size, "body", kit.theme.mist), slot.centerx, slot.centery + 18)


# -- cards


def draw_pile(stage: Stage, kit: Kit, layout: Layout, left: int) -> None:
    place = layout.draw_pile
    if left:
        stage.blit_centred(pile(kit, art.card_back(kit), left, PILE_SCALE), place.x, place.y)
    else:
        outline = kit.dashed(CARD_W * PILE_SCALE, CARD_H * PILE_SCALE, kit.theme.rim, 1.6, 8)
        stage.blit_centred(outline, place.x, place.y)


# -- roofs


def draw_roof(
    stage: Stage, kit: Kit, score: TowerScore, colour: Colour, x: float, y: float, alpha: float = 1.0
) -> None:
    """Draw a roof on a tower whose top is at `y`, or a crane if it is worth less than nothing; a flag for a bonus."""
    width, height = ROOF_SIZE
    picture = _crane(kit, colour) if score.value < 0 else _roof(kit, colour)
    stage.blit(picture, x - width / 2, y - height, alpha)
    if score.bonus:
        _draw_flag(stage, kit, x + width / 2 - 6, y, alpha)


@painted_once
def _roof(kit: Kit, colour: Colour) -> pygame.Surface:
    canvas = kit.canvas(*ROOF_SIZE, art.site_colour(kit.theme, colour))
    paint_roof(canvas, kit.theme, colour, (0, 0, *ROOF_SIZE))
    return canvas.done()


@painted_once
def _crane(kit: Kit, colour: Colour) -> pygame.Surface:
    width, height = ROOF_SIZE
    steel = mix(art.site_colour(kit.theme, colour), kit.theme.mist, 0.55)
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
    """Draw the topping-out tree on a tower's top at (x, y); `rise` runs from 0 to 1."""
    picture = kit.tilted(topping_tree(kit), 0, max(0.1, rise * 0.7))
    stage.blit_centred(picture, x, y - 26 * rise)


# -- preview


def draw_ghost(stage: Stage, kit: Kit, layout: Layout, view: View, card: CardId) -> None:
    """Draw the storey that building `card` would add."""
    level = len(view.towers[layout.near][colour_of(card)])
    place = layout.storey_place(layout.near, colour_of(card), level)
    stage.blit_centred(art.storey(kit, card, layout.storey), place.x, place.y, 0.5)
    ring = kit.dashed(art.storey_width(card) + 4, layout.storey + 4, kit.theme.brass, 1.6, 3)
    stage.blit_centred(ring, place.x, place.y)


def worth_colour(kit: Kit, score: TowerScore) -> tuple[int, int, int]:
    if not score.cards:
        return kit.theme.mist
    return kit.theme.good if score.total > 0 else kit.theme.bad if score.total < 0 else kit.theme.paper


# -- labels


LAST_CARDS = 10
"""With at most this many cards left in the draw pile, the pile glows; with fewer, each draw ticks."""


def sum_text(score: TowerScore) -> str:
    """Return the sum behind a tower's worth, with the bonus apart: "(35−20)×3 + 20"."""
    return f"{score.text} + {score.bonus}" if score.bonus else score.text


# -- worth


def draw_worth(stage: Stage, kit: Kit, layout: Layout, view: View) -> None:
    """Draw under every tower its current worth and the sum behind it, all sums in one size."""
    scores = {(seat, colour): view.score(seat, colour) for seat in range(2) for colour in range(layout.colours)}
    room = layout.pitch - 6
    size = min((kit.size_for(sum_text(score), room, 14) for score in scores.values() if score.cards), default=14)
    for (seat, colour), score in scores.items():
        _draw_tower_worth(stage, kit, layout, score, seat, colour, size)


def _draw_tower_worth(
    stage: Stage, kit: Kit, layout: Layout, score: TowerScore, seat: Seat, colour: Colour, size: float
) -> None:
    """`size`: the text size of the sum."""
    text = kit.text_scale
    x, y = layout.site_x(colour), layout.ground(seat)
    if not score.cards:
        stage.blit_centred(kit.text("–", 20, "title", mix(kit.theme.mist, kit.theme.night, 0.35)), x, y + 16 * text)
        return
    total = kit.text(signed(score.total), 22, "title", worth_colour(kit, score))
    stage.blit_centred(total, x, y + 15 * text + kit.lift("title", 22))
    stage.blit_centred(kit.text(sum_text(score), size, "body", kit.theme.paper), x, y + 34 * text)


# -- seats and scores


def draw_scores(
    stage: Stage, kit: Kit, layout: Layout, view: View, players: Sequence[Player], is_pointed: bool
) -> None:
    """Draw the round's number and both seats' points: of earlier rounds, of the current towers, and in total."""
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
    """Draw a seat's badge and, if the text is not too large, its name."""
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
    """Draw how many cards are `left` under the draw pile.

    The pile glows for the last ten cards; `breath` runs from 0 to 1 while the glow comes and goes.
    """
    slot, text = layout.draw_slot, kit.text_scale
    ends = left <= LAST_CARDS
    y = slot.bottom + 4 + 18 * text
    number = kit.text(str(left), 36 if ends else 30, "title", kit.theme.glow if ends else kit.theme.paper)
    if ends and left:
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
    """Return the words under the number of cards left."""
    if left > LAST_CARDS:
        return tr("left in this round")
    if left > 1:
        return tr("left, then the round ends")
    return tr("the last card ends it") if left else tr("the round is over")


# -- last plays


@dataclass
class LastPlay:
    """What a seat did last, shown until its next turn: the card it played, and where it drew."""

    card: CardId
    built: bool
    moment: tuple[int, ...]
    """When the play last changed (`moment_of`)."""
    drew: bool = False
    drew_from: Colour | None = None
    """The colour of the discard pile from which the seat took a card; None if it drew from the draw pile."""


def moment_of(view: View) -> tuple[int, ...]:
    """Return a value that identifies a turn: it changes with every draw."""
    return view.round, view.draw_pile, view.streak


def draw_last_play(
    stage: Stage, kit: Kit, layout: Layout, play: LastPlay, sign: SeatSign, sprite: Sprite | None, storey: float
) -> None:
    """Draw a ring in the seat's colour around the card it played, and its badge there and where it drew."""
    light = mix(kit.theme.seats[sign.colour], kit.theme.paper, 0.4)
    if sprite and play.built:
        width, height = kit.size_of(art.storey(kit, play.card, storey))
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
