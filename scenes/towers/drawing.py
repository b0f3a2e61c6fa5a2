"""Drawing the table of Towers."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Sequence

import pygame

from topping_out.game.language import mark, tr, tr_context
from topping_out.game.towers.floors import CardId
from topping_out.game.towers.rooms import room_of
from topping_out.game.towers.rules import preview
from topping_out.game.towers.state import View

from ..kit.city import paint_dusk
from ..kit.kit import Kit
from ..kit.plates import SeatSign, seat_sign
from ..kit.sprites import FLYING, Sprite, painted_once
from ..kit.stage import Canvas, Stage, level_detail
from ..kit.theme import Colour, mix
from ..match.table.selection import Selection
from ..match.table.table import Table
from ..match.table.tokens import HAND
from ..ui.layout import Rect
from . import art
from .art import LinePart, SeatSigns, lines
from .places import FLOORS, Layout, Target, Tuck, owner_points
from .room import PHASES
from .scoring import LastPlay, Show, WordsRow, rows_if_claimed, rows_now
from .words import beside_tower, effects_in_full, height_words, peeked

# -- floor card: a plate with details of a floor


WIDTH, MAX_SCALE = 360.0, 1.3
"""Width of the plate, and the largest text scale by which it is multiplied."""
BANNER, EDGE = 92.0, 16.0
"""Height of the picture, and margin of the text."""
APART, CLOSE = 11.0, 3.0
"""Space above a heading, and between lines that belong together."""
WORDS, ROW, NAME = 15.5, 15.0, 22.0
"""Text sizes."""

TextPart = tuple[float, pygame.Surface]
"""The space above a text, and the text."""


def draw_floor_card(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, target: Target) -> None:
    """Draw the card beside the tower, with a picture only if there is room."""
    plot, level = target.plot, target.level or 0
    floor = signs.view.floor(signs.view.towers[plot][level].card)
    wide = WIDTH * min(kit.text_scale, MAX_SCALE)
    parts = _parts(kit, signs, plot, level, wide - 2 * EDGE)
    high = sum(gap + kit.size_of(part)[1] for gap, part in parts) + EDGE
    banner = BANNER if high + BANNER < kit.height - 90 else 0.0
    column = layout.column(plot, len(signs.view.towers[plot]))
    x, y = beside_tower(kit, layout, column, wide, high + banner)
    stage.blit(kit.shadow(wide, high + banner, 10, 14, 0.6), x - 14, y - 8)
    stage.blit(kit.plate(wide, high + banner, (*kit.theme.night, 252), kit.theme.brass, 1.6, 10), x, y)
    if banner:
        stage.blit(art.room(kit, floor, wide - 12, banner - 6), x + 6, y + 6)
    y += banner
    for gap, part in parts:
        stage.blit(part, x + EDGE, y + gap)
        y += gap + kit.size_of(part)[1]
    _draw_mark(stage, kit, layout, plot, level)


def _draw_mark(stage: Stage, kit: Kit, layout: Layout, plot: int, level: int) -> None:
    """Draw an outline around the floor that the card is about."""
    floor = layout.floor_rect(plot, level)
    wide = floor.w + art.STICKS_OUT + 4
    stage.blit(kit.outline(wide, floor.h + 4, kit.theme.paper, 2, 6), floor.x - 2, floor.y - 2)


def _parts(kit: Kit, signs: SeatSigns, plot: int, level: int, room: float) -> list[TextPart]:
    """Return the texts on the card, from the top."""
    view, theme = signs.view, kit.theme
    storey = view.towers[plot][level]
    floor, card = view.floor(storey.card), peeked(view, plot, level)
    owner = signs.name(storey.owner) if storey.owner is not None else tr("vacant")
    if card is not None:
        owner = tr("{name}, {floor} tucked", name=owner, floor=tr(view.floor(card).name))
    effects = effects_in_full(floor, view.variant.hand)
    sentences = [(CLOSE, kit.text(line, WORDS)) for line in kit.wrap(effects, room, WORDS)]
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


# -- steps of a turn


STEPS = BUILD, CLAIM, TAKE, SCORE = range(4)


def step_of(view: View, late: int | None) -> int | None:
    """Return the current step of the turn; None once the game is over. `late` is the step if it is past claims."""
    if view.outcome:
        return None
    return late or (BUILD if view.builds_left else CLAIM)


def step_words(view: View, step: int, now: int | None) -> str:
    """Return a step in words; for building, if it is the current step `now`, also how many floors are left to build."""
    builds, left = view.variant.builds, view.builds_left
    if step == now == BUILD and left < builds:
        return tr("Build {number} ({left} left)", number=builds, left=left)
    if step == BUILD:
        return tr("Build {number}", number=builds)
    if step == TAKE:
        return tr("Draw {number}", number=view.variant.drawn)
    return tr_context("step of a turn", "Claim") if step == CLAIM else tr_context("step of a turn", "Score")


def step_line(view: View, late: int | None) -> str:
    """Return the current step of the turn for screen readers; "" once the game is over."""
    step = step_of(view, late)
    if step is None:
        return ""
    words = step_words(view, step, step)
    return tr("Step {number} of {total}: {step}", number=step + 1, total=len(STEPS), step=words)


def draw_steps(stage: Stage, kit: Kit, view: View, now: int | None, room: tuple[float, float] | None) -> None:
    """Draw the four steps, with the current one lit, in the `room` of the bar at the top; None in replays."""
    if not room:
        return
    words = [step_words(view, step, now) for step in STEPS]
    size, pad, gap = _strip_size(kit, words, room[1] - room[0])
    widths = [kit.text_size(word, size, "head")[0] + 2 * pad for word in words]
    x = (room[0] + room[1] - sum(widths) - gap * 3) / 2
    y, high = 30 + 7 * kit.text_scale, 12 + 20 * kit.text_scale
    line = kit.theme.rim
    stage.blit(kit.plate(sum(widths) + gap * 3 - 20, 2, line, line, 0.5, 1), x + 10, y - 1)
    for number, (word, width) in enumerate(zip(words, widths)):
        _draw_chip(stage, kit, Rect(x, y - high / 2, width, high), word, size, number == now)
        x += width + gap


def _draw_chip(stage: Stage, kit: Kit, chip: Rect, word: str, size: float, is_lit: bool) -> None:
    theme = kit.theme
    fill = theme.brass if is_lit else (*theme.plate, 245)
    stage.blit(kit.plate(chip.w, chip.h, fill, theme.brass if is_lit else theme.rim, 1.2, chip.h / 2), chip.x, chip.y)
    sign = kit.text(word, size, "head", theme.ink if is_lit else theme.mist)
    stage.blit_centred(sign, chip.centerx, chip.centery + kit.lift("head", size))


def _strip_size(kit: Kit, words: list[str], room: float) -> tuple[float, float, float]:
    """Return text size, padding and gap with which all steps fit."""
    for size, pad, gap in ((17.0, 20.0, 12.0), (16.0, 16.0, 10.0), (15.0, 12.0, 8.0), (14.0, 9.0, 6.0)):
        if sum(kit.text_size(word, size, "head")[0] + 2 * pad for word in words) + 3 * gap <= room:
            return size, pad, gap
    return 13.0, 7.0, 4.0


# -- towers


def draw_worth(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, scored: int | None) -> None:
    """Draw under each tower, except the one being scored, its height and what it would score now."""
    view = signs.view
    for plot, tower in enumerate(view.towers):
        if not tower or plot == scored:
            continue
        worth = owner_points(preview(view, plot).points)
        parts: list[LinePart] = [(signs.sign(seat), str(points)) for seat, points in worth]
        room = layout.card[0] + 40
        colour = kit.theme.glow if view.is_due(plot) else kit.theme.paper
        brief = tr_context("floors", "{number} of {total}", number=len(tower), total=view.variant.height)
        counts = (height_words(view, plot), brief, "")
        pictures = (lines(kit, ((None, text), *parts) if text else tuple(parts), 14.5, colour) for text in counts)
        sign = next((s for s in pictures if kit.size_of(s)[0] <= room), None)
        if sign:
            stage.blit_centred(sign, layout.tower_x(plot) + 14, layout.ground + 14 * kit.text_scale)


# -- last turns of the others


def draw_last_plays(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, plays: Iterable[LastPlay]) -> None:
    """Draw a tag to the left of each floor that was built, and an outline in a seat's colour around claims."""
    for play in plays:
        if play.is_claim:
            colour = mix(signs.colour(kit, play.seat), kit.theme.paper, 0.3)
            side = layout.side_rect(play.plot, play.level)
            stage.blit(kit.outline(side.w + 2, side.h + 4, colour, 2.4, 5), side.x, side.y - 2)
        else:
            floor = layout.floor_rect(play.plot, play.level)
            tag = _builders_tag(kit, signs.sign(play.seat))
            wide, high = kit.size_of(tag)
            over = 3 if layout.plots < 4 else 14  # four towers stand closer together
            stage.blit(tag, floor.x - wide + over, floor.centery - high / 2)


@painted_once
def _builders_tag(kit: Kit, builder: SeatSign) -> pygame.Surface:
    """Return the paper tag that points at a new floor, with a trowel and the initials of its builder.

    It must not look like a tucked card, which is filled with its owner's colour.
    """
    theme, colour = kit.theme, kit.theme.seats[builder.colour]
    canvas = kit.canvas(28, 40, theme.paper)
    canvas.polygon([(0, 3), (3, 0), (20, 0), (28, 20), (20, 40), (3, 40), (0, 37)], theme.ink)
    canvas.polygon([(1.4, 3.6), (3.6, 1.4), (19, 1.4), (26.4, 20), (19, 38.6), (3.6, 38.6), (1.4, 36.4)], theme.paper)
    canvas.polygon([(4, 19), (8, 6.5), (16.5, 14)], colour).line([(11, 11.5), (14, 8.5)], theme.ink, 2)
    canvas.line([(13.6, 8.6), (18.2, 4.4)], colour, 3.4)
    tag = canvas.done()
    sign = kit.text(builder.initials, 13 if len(builder.initials) < 2 else 11, "bold", theme.ink, fixed=True)
    tag.blit(sign, sign.get_rect(center=(round(11.5 * kit.scale), round(28 * kit.scale))))
    return tag


# -- captions of a scoring


def draw_caption(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, show: Show) -> None:
    """Draw what the lit floor does beside it or, at the end, all points over the tower; and the cause below."""
    rect = layout.column(show.plot, len(show.lamps))
    if show.is_summed_up:
        parts = signs.parts((seat, f"+{n}") for seat, n in owner_points(show.gained))
        _plate_of(stage, kit, lines(kit, parts or ((None, tr("nobody scores")),), 22, kit.theme.paper, face="bold"),
                  rect.centerx + 20, rect.centery)  # fmt: skip
    elif show.caption:
        summary = show.caption.summary
        floor = layout.floor_rect(show.plot, summary.level)
        sign = lines(kit, signs.parts(summary.parts), 16, kit.theme.paper, 330 * kit.text_scale, "bold")
        wide = kit.size_of(sign)[0] + 28
        right = floor.right + 52 + wide / 2
        fits = right + wide / 2 < kit.width - 8
        x = right if fits else floor.x - 12 - wide / 2
        _plate_of(stage, kit, sign, x, floor.centery, show.caption.alpha)
    _draw_cause(stage, kit, layout, show, rect)


def _plate_of(stage: Stage, kit: Kit, sign: pygame.Surface, x: float, y: float, alpha: float = 1.0) -> None:
    wide, high = kit.size_of(sign)
    stage.blit_centred(kit.shadow(wide + 28, high + 16, 10, 10, 0.5), x, y + 3, alpha)
    stage.blit_centred(kit.plate(wide + 28, high + 16, (*kit.theme.night, 248), kit.theme.brass, 1.4, 10), x, y, alpha)
    stage.blit_centred(sign, x, y, alpha)


CAUSES = {
    "height": (mark("{number} floors: scored"), mark("{number} floors")),
    "trigger": (mark("scored for its top floor"), mark("its top floor")),
    "game end": (mark("scored as it stands"), mark("as it stands")),
}
"""A text for each cause of a scoring, and a shorter one."""


def _draw_cause(stage: Stage, kit: Kit, layout: Layout, show: Show, rect: pygame.FRect) -> None:
    """Draw under the tower why it is scored."""
    long, brief = (tr(cause, number=layout.variant.height) for cause in CAUSES[show.cause])
    whole = tr("Tower {tower}: {cause}", tower=show.plot + 1, cause=long)
    words, size = kit.first_fitting((whole, long, brief), rect.w + 34, 14.5, "bold")
    sign = kit.text(words, size, "bold", kit.theme.glow)
    half = kit.size_of(sign)[0] / 2 + 10
    middle = max(half, min(kit.width - half, rect.centerx))
    stage.blit_centred(sign, middle, layout.ground + 14 * kit.text_scale)


# -- table


class Life:
    """The idle animation of the rooms: at each interval a random one changes, and so do those of restless floors."""

    INTERVAL = 300.0
    """Milliseconds between two changes."""
    RESTLESS = ("flames", "loudspeakers", "fireplace", "alarm", "flood", "washing machines")
    """The main parts of the rooms that change at each interval."""

    def __init__(self) -> None:
        self._rng = random.Random(17)
        self._time = 0.0
        self._steps: dict[CardId, int] = {}

    @property
    def look(self) -> tuple[Hashable, ...]:
        """How far the motions of all rooms have come, for the key of a layer."""
        return (*self._steps.items(),)

    def phase(self, card: CardId) -> int:
        """Return the phase of the motion of a card's room."""
        return art.IDLE_PHASES[self._step(card)]

    def _step(self, card: CardId) -> int:
        return self._steps.get(card, card % 2)

    def update(self, ms: float, view: View) -> None:
        self._time += ms
        if self._time < self.INTERVAL:
            return
        self._time %= self.INTERVAL
        cards = [storey.card for tower in view.towers for storey in tower]
        moved = {card for card in cards if room_of(view.floor(card)).main in self.RESTLESS}
        if cards:
            moved.add(self._rng.choice(cards))
        for card in moved:
            self._steps[card] = (self._step(card) + 1) % len(art.IDLE_PHASES)


# -- sky, city and ground


def city(kit: Kit, ground: float) -> pygame.Surface:
    """Return a picture of a city at dusk, with a few lit windows."""

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


# -- plots


def draw_plots(stage: Stage, kit: Kit, layout: Layout, view: View, scored: int | None, aimed: Target | None) -> None:
    """Draw outlines of floors not yet built, except on the plot being scored; the chosen card would go to `aimed`."""
    (wide, high), most = layout.card, layout.variant.height
    for plot, tower in enumerate(view.towers):
        if plot == scored:
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
        heap = art.stack(kit, layout.card, (view.draw_pile + 3) // 4, here.scale)
        stage.blit(heap, here.x - wide / 2, here.y + high / 2 - kit.size_of(heap)[1])
    elif view.last_round and not view.outcome:
        _draw_last_round(stage, kit, layout)
    else:
        stage.blit_centred(kit.dashed(wide, high, kit.theme.rim, 1.6, 4), here.x, here.y)
    wagon = art.cart(kit, wide + 6)
    stage.blit(wagon, there.x - wide / 2 - 3, layout.ground - layout.cart_h)
    under_draw = tr("draw · {number}", number=view.draw_pile)
    under_discards = tr("discards · {number}", number=len(view.discards))
    room, step = layout.side / 2 - 4, 18 * kit.text_scale
    for x, line in ((here.x, under_draw), (there.x, under_discards)):
        lines, size = kit.wrap(line, room, 14), 14.0
        if layout.ground + step * len(lines) > layout.account_button.y:
            words, size = kit.first_fitting((line,), room, 14)
            lines = [words]
        for number, words in enumerate(lines):
            stage.blit_centred(kit.text(words, size), x, layout.ground + 14 * kit.text_scale + step * number)


def _draw_last_round(stage: Stage, kit: Kit, layout: Layout) -> None:
    """Draw a lit sign on two posts in place of the draw pile: this is the last round."""
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


def draw_card(stage: Stage, table: Table, life: Life, sprite: Sprite, lift: float, tilt: float) -> None:
    """Draw a card, with its shadow if it is in the hand or flies."""
    kit, (wide, high) = table.kit, table.layout.card
    angle, turn = sprite.angle + tilt, max(0.08, abs(sprite.turn))
    if sprite.z >= HAND:
        shade = kit.tilted(kit.shadow(wide, high, 5, 9, 0.5), angle, sprite.scale, turn, sprite.flies)
        drop = 4 if sprite.z < FLYING - 1 else 10
        stage.blit_centred(shade, sprite.x + 1, sprite.y + drop + lift, sprite.alpha)
    picture = kit.tilted(_picture(table, life, sprite), angle, sprite.scale, turn, sprite.flies)
    stage.blit_centred(picture, sprite.x, sprite.y + lift, sprite.alpha)


def _picture(table: Table, life: Life, sprite: Sprite) -> pygame.Surface:
    kit, view, size, key = table.kit, table.view, table.layout.card, sprite.key
    if isinstance(key, Tuck):
        if sprite.turn > 0 and key.card >= 0:
            return art.face(kit, view.floor(key.card), size)
        return art.tucked(kit, size, seat_sign(table.header.seats, key.seat))
    if sprite.turn < 0 or not isinstance(key, int):
        return art.back(kit, size)
    return art.face(kit, view.floor(key), size, life.phase(key) if HAND > sprite.z >= FLOORS else 0)


def draw_roofs(stage: Stage, table: Table) -> None:
    kit, view, (wide, high) = table.kit, table.view, table.layout.card
    for tower in view.towers:
        if tower and (top := table.tokens.sprites.get(tower[-1].card)) and top.z < HAND:
            y = top.y - high / 2
            if view.floor(tower[-1].card).triggers_scoring:
                stage.blit(art.spire(kit, wide), top.x - wide / 2, y - 33)
            else:
                stage.blit(art.flat_roof(kit, wide), top.x - wide / 2, y - 17)


# -- where the chosen card can go


def draw_targets(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, selection: Selection) -> None:
    """Draw outlines where the chosen card can go, and the card itself at the place aimed at."""
    (wide, high), aim = layout.card, selection.aim
    for target in selection.targets():
        if target == aim:
            continue
        if target.level is None:
            place = layout.floor_place(target.plot, len(selection.view.towers[target.plot]))
            stage.blit_centred(kit.dashed(wide, high, kit.theme.brass, 2.2, 5), place.x, place.y)
        else:
            side = layout.side_rect(*target)
            stage.blit(kit.dashed(side.w, side.h, kit.theme.brass, 2.2, 5), side.x, side.y)
            stage.blit_centred(_plus(kit), *side.center)
    if aim and selection.card is not None:
        _draw_ghost(stage, kit, layout, signs, selection, aim)


@painted_once
def _plus(kit: Kit) -> pygame.Surface:
    brass = kit.theme.brass
    return kit.canvas(14, 14, brass).rect(5.6, 0, 2.8, 14, brass, 1).rect(0, 5.6, 14, 2.8, brass, 1).done()


def _draw_ghost(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, selection: Selection, target: Target) -> None:
    view, size, (plot, level) = selection.view, layout.card, target
    if level is None:
        place = layout.floor_place(plot, len(view.towers[plot]))
        stage.blit_centred(art.face(kit, view.floor(selection.card), size), place.x, place.y, 0.72)
        stage.blit_centred(kit.outline(size[0] + 6, size[1] + 6, kit.theme.brass, 3, 7), place.x, place.y)
    else:
        side = layout.side_rect(plot, level)
        stage.blit(_side_piece(kit, size, signs.sign(selection.seat)), side.x, side.y - 2, 0.8)
        floor = layout.floor_rect(plot, level)
        wide = floor.w + side.w + 6
        stage.blit(kit.outline(wide, floor.h + 6, kit.theme.brass, 3, 7), floor.x - 3, floor.y - 3)


@painted_once
def _side_piece(kit: Kit, size: art.Size, owner: SeatSign) -> pygame.Surface:
    """Return the end of a tucked card that sticks out."""
    whole = art.tucked(kit, size, owner)
    wide = round(art.STICKS_OUT * kit.scale)
    return whole.subsurface((whole.get_width() - wide, 0, wide, whole.get_height())).copy()


# -- animation of a scoring


def draw_lamps(stage: Stage, kit: Kit, layout: Layout, show: Show) -> None:
    """Draw the dark over the floors of the tower being scored, the light that moves down, and what it sets moving."""
    wide, high = layout.card
    for level, lamp in enumerate(show.lamps):
        place = layout.floor_place(show.plot, level)
        if phase := int(lamp.moved * PHASES) % PHASES:
            stage.blit_centred(art.face(kit, lamp.floor, layout.card, phase), place.x, place.y)
        if lamp.dark > 0:
            stage.blit_centred(
                kit.plate(wide, high, kit.theme.night, kit.theme.night, 1, 4), place.x, place.y, lamp.dark
            )
        if lamp.shine > 0:
            shine = kit.shadow(wide, high, 6, 18, 0.47, kit.theme.window)
            stage.blit_centred(shine, place.x, place.y, lamp.shine)


def draw_owners(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, show: Show) -> None:
    """Draw new owners at the sides of the floors whose owner has changed in the scoring."""
    for level, badge in show.badges.items():
        side = layout.side_rect(show.plot, level)
        face = art.owner_sign(kit, signs.sign_of(badge.owner))
        stage.blit_centred(kit.tilted(face, 0, max(0.1, badge.size)), side.centerx, side.centery)


def draw_tokens(stage: Stage, kit: Kit, signs: SeatSigns, show: Show) -> None:
    for token in show.tokens:
        coin = art.token(kit, token.points, signs.sign(token.seat).colour)
        stage.blit_centred(kit.tilted(coin, 0, max(0.1, token.scale)), token.x, token.y, token.alpha)
