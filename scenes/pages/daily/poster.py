"""A deal as a poster: its table as it lies there, the game, its rules, the opponents' faces, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import NamedTuple

from topping_out.game.language import tr, tr_context, tr_count
from topping_out.game.progress.daily import YOUR_SEAT, Deal, deal_of_month
from topping_out.game.record import Header
from topping_out.game.registry import UnknownGame, load
from topping_out.game.storage.history.tries import DealTry
from topping_out.game.text import dots, full_stop, listed, paragraph, with_minus
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.city import halo
from topping_out.scenes.kit.pictures.topping_tree import topping_tree
from topping_out.scenes.kit.plates import badge, seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.manager import Push
from topping_out.scenes.match import definition
from topping_out.scenes.match.start import begin_deal
from topping_out.scenes.pages.daily.small_tower import DealState, state_of
from topping_out.scenes.pages.daily.table_picture import TablePicture
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.layout import Box, Text, column, fill, fitting, level, row
from topping_out.scenes.ui.phrases import rules_in_force, rules_words
from topping_out.scenes.ui.widgets import Press, Rect, Widget, arrow

PAD = 12.0
FRAME = 3.0
FACE = 40.0
LABEL = 18.0
"""Size of the letters at the foot."""
SMALLEST = 0.2
"""Height of the picture beside its width, at least."""
PICTURE = 0.4
"""The picture's share of a month's poster, at most."""


class Faces(Box):
    """The opponents' faces side by side."""

    def __init__(self, header: Header) -> None:
        self.header, self.area = header, Rect(0, 0, 0, 0)
        self.seats = [seat for seat, player in enumerate(header.seats) if not player.is_human]

    def width_for(self, kit: Kit) -> float:
        return len(self.seats) * kit.wide(FACE) * 0.86

    def height_for(self, kit: Kit, width: float) -> float:
        return kit.wide(FACE)

    def place(self, kit: Kit, area: Rect) -> None:
        self.area = area

    def draw_words(self, stage: Stage, kit: Kit, alpha: float = 1.0) -> None:
        size, step = kit.wide(FACE), self.area.w / max(1, len(self.seats))
        for number, seat in enumerate(self.seats):
            x, y = self.area.x + (number + 0.5) * step, self.area.centery
            stage.blit_centred(kit.disc(size / 2 + 1.5, kit.theme.paper), x, y)
            stage.blit_centred(badge(kit, seat_sign(self.header.seats, seat), size / 2), x, y)


class PosterParts(NamedTuple):
    """Where what is on a poster has its place, and the words on it, which have theirs."""

    picture: Rect
    label: Rect
    words: Box


def label_of(counted: DealTry | None) -> str:
    """Return what a press on a deal does, or how the try that counts ended."""
    match state_of(counted):
        case DealState.NEW:
            return tr_context("a game", "Play")
        case DealState.UNDER_WAY:
            return tr("Go on")
        case DealState.GIVEN_UP:
            return tr_context("a try", "Given up")
    assert counted
    assert counted.outcome
    points = with_minus(counted.outcome.scores[YOUR_SEAT])
    if not counted.outcome.winners:
        return tr("Nobody won: {scores}", scores=points)
    won, lost = tr("Won with {points}", points=points), tr("Lost with {points}", points=points)
    return won if state_of(counted) is DealState.WON else lost


def month_deal(day: date) -> Deal | None:
    """Return the deal of a day's month; None where its game cannot be shown: the title tells of games left out."""
    try:
        deal = deal_of_month(day)
    except UnknownGame:
        return None
    return deal if deal.game in definition.playable() else None


def press_of(context: Context, deal: Deal, counted: DealTry | None) -> Press:
    """Return what a press on a deal does: play it, or show how the try that counts ended."""
    if counted and counted.outcome:
        return lambda: Push(routes.DEAL(context, counted.saved.header, counted.outcome, counted.saved))
    return partial(begin_deal, context, deal)


class Poster(Widget):
    """A deal on a poster; a press plays it, or shows its result."""

    radius = 4.0

    def __init__(
        self, name: str, deal: Deal, counted: DealTry | None, lines: list[str], picture: TablePicture, press: Press
    ) -> None:
        """`lines`: what whoever listens is told of it."""
        super().__init__(name, None, press)
        self.deal, self.counted, self.lines, self.picture = deal, counted, lines, picture
        self.title, self.label = load(deal.game).title, label_of(counted)
        self.group = Group("deals", tr("Deals"), is_list=True)

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.title, self.label, paragraph(self.lines))

    # -- layout

    def place(self, kit: Kit, area: Rect) -> None:
        super().place(kit, area)
        self._parts = self._lay(kit)
        self.picture.lay(*self._parts.picture.size)

    def _lay(self, kit: Kit) -> PosterParts:
        """Place the picture over the words, and the words over the label."""
        r, high = self.rect, kit.line(LABEL) + 12
        label = Rect(r.x, r.bottom - high, r.w, high)
        room = Rect(r.x + PAD, r.y, r.w - 2 * PAD, r.h - high - SMALLEST * r.w - 2 * PAD)
        words = fitting(kit, room, self._choices(kit))
        tall = words.height_for(kit, room.w)
        picture = Rect(r.x, r.y, r.w, max(1.0, r.h - high - tall - 2 * PAD))
        words.place(kit, Rect(room.x, picture.bottom + PAD, room.w, tall))
        return PosterParts(picture, label, words)

    def _choices(self, kit: Kit) -> Iterator[Box]:
        """Yield title, rules and opponents, in ever fewer lines."""
        ink = kit.theme.ink
        names = [player.name for player in self.deal.header.seats if not player.is_human]
        rivals = row(Faces(self.deal.header), fill(level(Text(listed(names), 15, "bold", ink))))
        title = Text(self.title, 24, "title", ink, most=1)
        for rules in rules_in_short(self.deal.header):
            yield column(title, Text(rules, 15, colour=quiet(kit)), rivals, gap=5)
        yield column(title, rivals, gap=5)
        yield column(title, row(Faces(self.deal.header), fill()), gap=5)
        yield title

    # -- drawing

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme, parts = self.rect, kit.theme, self._parts
        stage.blit(kit.shadow(r.w, r.h, 4, 14, 0.55), r.x - 14, r.y - 10)
        frame = theme.paper if hovered else theme.brass
        stage.blit(kit.plate(r.w + 2 * FRAME, r.h + 2 * FRAME, frame, frame, 0, 4), r.x - FRAME, r.y - FRAME)
        stage.blit(kit.plate(r.w, r.h, theme.paper, theme.paper, 0, 2), r.x, r.y)
        self._draw_picture(stage, kit, parts.picture)
        if state_of(self.counted) is DealState.WON:
            tree = topping_tree(kit)
            stage.blit(
                tree, parts.picture.right - kit.size_of(tree)[0] - 6, parts.picture.bottom - kit.size_of(tree)[1]
            )
        parts.words.draw_words(stage, kit)
        self._draw_label(stage, kit, parts.label, hovered)

    def _draw_picture(self, stage: Stage, kit: Kit, place: Rect) -> None:
        theme = kit.theme
        stage.blit(kit.plate(place.w, place.h, theme.dusk, theme.dusk, 0, 2), place.x, place.y)
        if picture := self.picture.picture:
            stage.blit_centred(picture, *place.center)

    def _draw_label(self, stage: Stage, kit: Kit, place: Rect, hovered: bool) -> None:
        """Show what a press does in brass, or on a quiet ground how the try ended."""
        theme, state = kit.theme, state_of(self.counted)
        calls = state in (DealState.NEW, DealState.UNDER_WAY)
        ground = theme.brass if calls else theme.sites["forest"] if state is DealState.WON else theme.sites["city"]
        ground = mix(ground, theme.paper, 0.2) if hovered and calls else ground
        stage.blit(kit.plate(place.w, place.h, ground, ground, 0, 2), place.x, place.y)
        ink, beside = theme.ink if calls else theme.paper, 24.0
        label, size = kit.first_fitting((self.label,), place.w - 2 * PAD - beside, LABEL, "head")
        words = kit.text(label, size, "head", ink)
        wide = kit.size_of(words)[0]
        left = place.centerx - (wide + beside) / 2
        stage.blit_centred(words, left + wide / 2, place.centery + kit.lift("head", size))
        stage.blit_centred(arrow(kit, 1, 13, ink), left + wide + 16, place.centery)

    def draw_light(self, stage: Stage, kit: Kit) -> None:
        """Show the light that falls on it."""
        stage.blit_centred(halo(kit, self.rect.h * 1.3), *self.rect.center)


class MonthPoster(Poster):
    """The deal of the month, on a broad poster: the table at the left, the words beside it."""

    def __init__(
        self, deal: Deal, counted: DealTry | None, lines: list[str], picture: TablePicture, press: Press, when: str
    ) -> None:
        """`when`: which month it is, or how long it still lasts."""
        super().__init__("month", deal, counted, [full_stop(when), *lines], picture, press)
        self.when, self.group = when, Group("month", tr("Deal of the month"))

    def semantics(self) -> Semantics:
        title = tr("Deal of the month: {game}", game=self.title)
        return Semantics(Role.BUTTON, title, self.label, paragraph(self.lines))

    def height_for(self, kit: Kit, width: float) -> float:
        *_, few = self._choices(kit)
        return few.height_for(kit, width * (1 - PICTURE) - 2 * PAD) + kit.line(LABEL) + 12 + 2 * PAD

    def _lay(self, kit: Kit) -> PosterParts:
        r, high = self.rect, kit.line(LABEL) + 12
        picture = Rect(r.x, r.y, min(r.h * 16 / 9, r.w * PICTURE), r.h)
        beside = Rect(picture.right, r.y, r.w - picture.w, r.h)
        label = Rect(beside.x, r.bottom - high, beside.w, high)
        room = Rect(beside.x + PAD, r.y + PAD / 2, beside.w - 2 * PAD, r.h - high - PAD)
        words = fitting(kit, room, self._choices(kit))
        words.place(kit, room)
        return PosterParts(picture, label, words)

    def _choices(self, kit: Kit) -> Iterator[Box]:
        ink = kit.theme.ink
        faces, title = Faces(self.deal.header), Text(self.title, 22, "title", ink, most=1)
        kicker = Text(dots((tr("Deal of the month"), self.when)), 14, "bold", quiet(kit))
        for rules in rules_in_short(self.deal.header):
            told = column(kicker, title, Text(rules, 15, colour=quiet(kit)), gap=2)
            yield row(fill(level(told)), faces)


def rules_in_short(header: Header) -> Iterator[str]:
    """Yield the rules in force in words, then how many there are."""
    yield rules_words(header)
    if many := len(rules_in_force(header)):
        yield tr_count("{number} rule", "{number} rules", many)


def quiet(kit: Kit) -> Colour:
    """Return the ink of what matters less on a poster."""
    return mix(kit.theme.ink, kit.theme.paper, 0.22)
