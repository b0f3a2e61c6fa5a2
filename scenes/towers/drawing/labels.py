"""What is written on the table of Towers: the turn's steps, what towers are worth, plays, captions."""

from __future__ import annotations

import pygame

from topping_out.game.language import mark, tr, tr_context
from topping_out.game.towers.scoring import preview
from topping_out.game.towers.state import View
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import SeatSign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.towers.animator import Animator
from topping_out.scenes.towers.art.lines import LinePart, lines
from topping_out.scenes.towers.layout import Layout
from topping_out.scenes.towers.scoring.presentation import Show
from topping_out.scenes.towers.selection import owner_points
from topping_out.scenes.towers.signs import SeatSigns
from topping_out.scenes.towers.words import height_words
from topping_out.scenes.ui.widgets import Rect

STEPS = BUILD, CLAIM, TAKE, SCORE = range(4)
"""The steps of a turn."""


# -- the turn's steps


def step_of(animator: Animator) -> int | None:
    """Return the step that the turn is at; None once the game is over."""
    if animator.view.outcome:
        return None
    if animator.late_step:
        return SCORE if animator.late_step == "score" else TAKE
    return BUILD if animator.view.builds_left else CLAIM


def step_words(view: View, step: int, now: int | None) -> str:
    """Return what is done in a step; in the present one, `now`, also how many floors are still to be built."""
    builds, left = view.variant.builds, view.builds_left
    if step == now == BUILD and left < builds:
        return tr("Build {number} ({left} left)", number=builds, left=left)
    if step == BUILD:
        return tr("Build {number}", number=builds)
    if step == TAKE:
        return tr("Draw {number}", number=view.variant.drawn)
    return tr_context("step of a turn", "Claim") if step == CLAIM else tr_context("step of a turn", "Score")


def step_line(animator: Animator) -> str:
    """Return the step that the turn is at, as a line to be read; empty once the game is over."""
    step = step_of(animator)
    if step is None:
        return ""
    words = step_words(animator.view, step, step)
    return tr("Step {number} of {total}: {step}", number=step + 1, total=len(STEPS), step=words)


def draw_steps(stage: Stage, animator: Animator, room: tuple[float, float] | None) -> None:
    """Show the four steps in the `room` of the bar at the top, the present one lit; a replay has no such room."""
    if room:
        now = step_of(animator)
        words = [step_words(animator.view, step, now) for step in STEPS]
        _draw_strip(stage, animator.kit, room, words, now)


def _draw_strip(stage: Stage, kit: Kit, room: tuple[float, float], words: list[str], now: int | None) -> None:
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
    """Return size of the letters, room at either side of them, and gap, so that all steps fit."""
    for size, pad, gap in ((17.0, 20.0, 12.0), (16.0, 16.0, 10.0), (15.0, 12.0, 8.0), (14.0, 9.0, 6.0)):
        if sum(kit.text_size(word, size, "head")[0] + 2 * pad for word in words) + 3 * gap <= room:
            return size, pad, gap
    return 13.0, 7.0, 4.0


# -- towers


def draw_worth(stage: Stage, animator: Animator, signs: SeatSigns) -> None:
    """Under each tower: its height, and what it would score for whom."""
    kit, layout, view = animator.kit, animator.layout, animator.view
    for plot, tower in enumerate(view.towers):
        if not tower or animator.is_scored(plot):
            continue
        now = owner_points(preview(view, plot).points)
        parts: list[LinePart] = [(signs.sign(seat), str(points)) for seat, points in now]
        room = layout.card[0] + 40
        colour = kit.theme.glow if view.is_due(plot) else kit.theme.paper
        brief = tr("{number} of {total}", number=len(tower), total=view.variant.height)
        counts = (height_words(view, plot), brief, "")
        pictures = (lines(kit, ((None, text), *parts) if text else tuple(parts), 14.5, colour) for text in counts)
        sign = next((s for s in pictures if kit.size_of(s)[0] <= room), None)
        if sign:
            stage.blit_centred(sign, layout.tower_x(plot) + 14, layout.ground + 14 * kit.text_scale)


# -- plays: what the others did in their last turns


def draw_last_plays(stage: Stage, animator: Animator, signs: SeatSigns) -> None:
    """A ribbon in a seat's colour at the left of the floors that it built, a ring round its claims."""
    kit, layout, view = animator.kit, animator.layout, animator.view
    for play in animator.last_plays:
        if play.seat == view.seat or not animator.has_landed(play):
            continue
        colour = mix(signs.colour(kit, play.seat), kit.theme.paper, 0.3)
        if play.is_claim:
            side = layout.side_rect(play.plot, play.level)
            stage.blit(kit.outline(side.w + 2, side.h + 4, colour, 2.4, 5), side.x, side.y - 2)
        else:
            floor = layout.floor_rect(play.plot, play.level)
            ribbon = _ribbon(kit, signs.sign(play.seat))
            wide, high = kit.size_of(ribbon)
            over = 3 if layout.plots < 4 else 14  # four towers stand closer together
            stage.blit(ribbon, floor.x - wide + over, floor.centery - high / 2)


@painted_once
def _ribbon(kit: Kit, builder: SeatSign) -> pygame.Surface:
    """Return a flag at a floor's left: this seat built it."""
    colour = kit.theme.seats[builder.colour]
    light = mix(colour, kit.theme.paper, 0.35)
    canvas = kit.canvas(26, 24, light)
    canvas.polygon([(0, 0), (26, 0), (26, 24), (0, 24), (6, 12)], light)
    canvas.polygon([(2.6, 1.5), (26, 1.5), (26, 22.5), (2.6, 22.5), (7.8, 12)], colour)
    flag = canvas.done()
    size = 15 if len(builder.initials) < 2 else 11
    sign = kit.text(builder.initials, size, "bold", kit.theme.text_on(colour), fixed=True)
    flag.blit(sign, sign.get_rect(center=(round(16 * kit.scale), round(12 * kit.scale))))
    return flag


# -- words of the show


def draw_caption(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, show: Show) -> None:
    """Beside the floor that the light is on: what it does; at the end, over the tower: what all of it was."""
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


def _draw_cause(stage: Stage, kit: Kit, layout: Layout, show: Show, rect: pygame.FRect) -> None:
    """Under the tower: why it is scored."""
    long, brief = (tr(cause, number=layout.variant.height) for cause in CAUSES[show.cause])
    whole = tr("Tower {tower}: {cause}", tower=show.plot + 1, cause=long)
    words, size = kit.first_fitting((whole, long, brief), rect.w + 34, 14.5, "bold")
    sign = kit.text(words, size, "bold", kit.theme.glow)
    middle = max(rect.centerx, kit.size_of(sign)[0] / 2 + 10)
    stage.blit_centred(sign, middle, layout.ground + 14 * kit.text_scale)
