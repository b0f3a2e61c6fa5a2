"""Widgets: cards, buttons, rows with a value, and text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from topping_out.game.language import tr
from topping_out.game.text import paragraph

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.plates import SeatSign, badge, keycap
from ..kit.sprites import painted_once
from ..kit.stage import Paint, Stage
from ..kit.theme import Colour, mix
from ..manager import Transition
from .layout import Box, Press, Rect, Text, Widget, column, fill, level, row, sized, space

# -- card


PAD = 18.0
"""Room above and below the words of a button or a card together, in logical units."""


class Card(Widget):
    """A plate as high as its words need, with the words vertically centred."""

    radius = 8.0
    pad = PAD
    strength = 1.0
    """Opacity of the words, from 0 to 1."""

    def words(self, kit: Kit, width: float) -> Box:
        """Return the words on it, for a given width."""
        raise NotImplementedError

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        """Return the room to the left and right of the words, on a card of that width."""
        return 8.0, 8.0

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        """Return the paints of the plate and its rim, and the rim's width."""
        return (*kit.theme.plate, 225), kit.theme.mist if hovered else kit.theme.rim, 1.0

    def height_for(self, kit: Kit, width: float) -> float:
        room = width - sum(self.sides(kit, width))
        return self.words(kit, room).height_for(kit, room) + self.pad

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, (left, right) = self.rect, self.sides(kit, self.rect.w)
        stage.blit(kit.plate(r.w, r.h, *self.paints(kit, hovered), self.radius), r.x, r.y)
        room = Rect(r.x + left, r.y, r.w - left - right, r.h)
        level(self.words(kit, room.w)).show(stage, kit, room, self.strength)
        self.draw_more(stage, kit, hovered)

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Draw what is beside the words."""


def result_paints(kit: Kit, has_won: bool) -> tuple[Paint, Paint, float]:
    """Return the paints of a card about a result, with a rim of brass for a win (see `Card.paints`)."""
    theme = kit.theme
    if has_won:  # in high contrast plates are opaque, and words on brass would be illegible
        return (theme.plate, theme.brass, 3.0) if theme.is_high else ((*theme.brass, 46), theme.brass, 1.2)
    return (*theme.plate, 150), theme.rim, 1.2


# -- widgets


MAX_VALUE_SHARE = 0.6
"""The largest part of a row's width that its value takes."""
MIN_HELP_WIDTH = 9.0
"""Least width of the help beside the value, in line heights; narrower lines are hard to read."""
ARROWS = 72.0
"""Width of a stepper's two arrows together, at the right end of its row."""
DETAIL = 15.0
"""Size of the letters of a button's second line."""
MIN_LABEL_SIZE = 15.0
"""Least size of a label's letters beside a keycap; if they would be smaller, the keycap is left out."""


class Button(Widget):
    """A button with a label, and perhaps a key that presses it."""

    def __init__(
        self,
        name: str,
        label: str,
        press: Press,
        verb: Verb | None = None,
        key: str = "",
        primary: bool = False,
        enabled: bool = True,
        size: float = 18,
        detail: str = "",
    ) -> None:
        super().__init__(name, None, press, enabled)
        self.label, self.verb, self.key, self.primary, self.size = label, verb, key, primary, size
        self.detail = detail
        """A second, smaller line."""
        self.is_key_shown = True
        self.spoken = ""
        """Its name for screen readers if the label is a sign, such as an arrow."""
        self.short = ""
        """A short label, used if the full one would be too small to read easily."""

    @property
    def radius(self) -> float:  # type: ignore[override]
        return min(self.rect.h / 2, 30.0)

    def width_for(self, kit: Kit) -> float:
        cap = kit.size_of(keycap(kit, self.key))[0] + 8 if self.key else 0.0
        return kit.text_size(self.label, self.size, "head")[0] + cap + self.size * (5 if self.primary else 2.5)

    def height_for(self, kit: Kit, width: float) -> float:
        return PAD + kit.line(self.size) + (kit.line(DETAIL) + 4 if self.detail else 0)

    def semantics(self) -> Semantics:
        about = paragraph([self.detail, self.hint])
        label = self.spoken or self.label
        return Semantics(Role.BUTTON, label, description=about, key=self.key, is_enabled=self.enabled)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        shown = self.label, self.short, self.detail, self.key, self.is_key_shown, self.size, self.primary, self.enabled
        key = kit, *self.rect, self.radius, hovered, *shown
        stage.layer(("button", self.name), key, lambda: self._paint(stage, kit, hovered))

    def _paint(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme = kit.theme
        base = theme.brass if self.primary else theme.plate
        ink = theme.ink if self.primary else theme.paper
        if not self.enabled:
            base, ink = theme.plate, mix(theme.plate, theme.mist, 0.6)
        elif hovered:
            base = mix(base, theme.paper, 0.18)
        rim = theme.brass if self.primary and self.enabled else (theme.mist if hovered and self.enabled else theme.rim)
        r = self.rect
        stage.blit(kit.plate(r.w, r.h, (*base, 245), rim, 1.3, self.radius), r.x, r.y)
        cap = keycap(kit, self.key, ink, base) if self.key and self.enabled and self.is_key_shown else None
        beside = kit.size_of(cap)[0] + 8 if cap else 0
        is_tight = kit.text_size(self.label, min(self.size, MIN_LABEL_SIZE), "head")[0] > r.w - 24 - beside
        if cap and is_tight:
            cap, beside = None, 0
        words = self.short if self.short and is_tight else self.label
        label, size = kit.first_fitting((words,), r.w - 24 - beside, self.size, "head")
        sign = kit.text(label, size, "head", ink)
        width = kit.size_of(sign)[0]
        total = width + beside
        left = r.centerx - total / 2
        middle = r.centery - (kit.line(DETAIL) / 2 + 1 if self.detail else 0)
        stage.blit_centred(sign, left + width / 2, middle + kit.lift("head", size))
        if cap:
            stage.blit_centred(cap, left + total - kit.size_of(cap)[0] / 2, middle)
        if self.detail:
            detail, smaller = kit.first_fitting((self.detail,), r.w - 32, DETAIL)
            small = kit.text(detail, smaller, "body", ink)
            stage.blit_centred(small, r.centerx, r.centery + kit.line(self.size) / 2 + 1)


class ListRow(Card):
    """A row of a list: title and help on the left, a value on the right."""

    def __init__(self, name: str, title: str, help: str = "", press: Press | None = None) -> None:
        super().__init__(name, None, press)
        self.title, self.help = title, help
        self.note = ""
        """Text in the accent colour that replaces the help."""

    def semantics(self) -> Semantics:
        role = Role.BUTTON if self._press else Role.ITEM
        return Semantics(role, self.title, description=self.note or self.help, is_enabled=self.enabled)

    def value_width(self, kit: Kit) -> float:
        return 60.0

    def value_room(self, kit: Kit, width: float) -> float:
        """Return the width of the value in a row of that width, limited to leave room for the title."""
        return min(self.value_width(kit), width * MAX_VALUE_SHARE)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 16.0, 24.0 + self.value_room(kit, width)

    def words(self, kit: Kit, width: float) -> Box:
        return self._title_and(self.note or self.help, kit, self.rect.w)

    def _title_and(self, about: str, kit: Kit, wide: float) -> Box:
        """Return title and help (or note) of a row that is `wide` units wide."""
        ink = kit.theme.glow if self.note else kit.theme.mist
        return column(self._title(kit, wide), Text(about, 13.5, "body", ink), gap=0)

    def _title(self, kit: Kit, wide: float) -> Box:
        return Text(self.title, 16, "bold", most=1)

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height for the longer of help and note, so that it does not change with the note."""
        room = width - sum(self.sides(kit, width))
        return max(self._title_and(about, kit, width).height_for(kit, room) for about in (self.help, self.note)) + PAD

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        self.draw_value(stage, kit)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        """Draw the value, on the right."""


class Switch(ListRow):
    """A row with an on-off switch."""

    def __init__(self, name: str, title: str, help: str, value: bool, change: Callable[[bool], Transition]) -> None:
        super().__init__(name, title, help)
        self.value, self._change = value, change

    def semantics(self) -> Semantics:
        return replace(super().semantics(), role=Role.SWITCH, is_on=self.value)

    def press(self) -> Transition:
        return self._change(not self.value)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme = kit.theme
        width, height = 52.0, 28.0
        x, y = self.rect.right - width - 14, self.rect.centery - height / 2

        def make() -> pygame.Surface:
            base = theme.brass if self.value else mix(theme.plate, theme.mist, 0.25)
            knob = theme.ink if self.value else theme.mist
            canvas = kit.canvas(width, height, base).rect(0, 0, width, height, base, height / 2)
            return canvas.circle(width - height / 2 if self.value else height / 2, height / 2, 10, knob).done()

        stage.blit(kit.cached(("switch", self.value), make), x, y)


class Stepper(ListRow):
    """A row with one of several values, and two arrows to step through them.

    The arrows stay in place for all values. If the longest value leaves too little room for the help, the help is below
    title and value.
    """

    def __init__(
        self,
        name: str,
        title: str,
        help: str,
        labels: Sequence[str],
        index: int,
        change: Callable[[int], Transition],
        swatches: Sequence[Colour] = (),
    ) -> None:
        super().__init__(name, title, help)
        self.labels, self.index, self._change, self.swatches = labels, index, change, swatches
        self._left = False

    def semantics(self) -> Semantics:
        return replace(super().semantics(), role=Role.SPIN_BUTTON, value=self.labels[self.index])

    def value_width(self, kit: Kit) -> float:
        widest = max(kit.text_size(label, 16, "bold")[0] for label in self.labels)
        return widest + ARROWS + 24 + (26 if self.swatches else 0)

    def _is_narrow(self, kit: Kit, width: float) -> bool:
        return bool(self.help) and width - sum(super().sides(kit, width)) < MIN_HELP_WIDTH * kit.line(13.5)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return (16.0, 16.0) if self._is_narrow(kit, width) else super().sides(kit, width)

    def _title(self, kit: Kit, wide: float) -> Box:
        title = super()._title(kit, wide)
        return (
            row(fill(title), sized(space(0), self.value_room(kit, wide)), gap=0)
            if self._is_narrow(kit, wide)
            else title
        )

    def _middle(self, kit: Kit) -> float:
        """Return the y-coordinate of the value's middle: beside the title if the row is narrow, else in the middle."""
        r = self.rect
        if not self._is_narrow(kit, r.w):
            return r.centery
        return r.centery - (self.words(kit, r.w).height_for(kit, r.w - sum(self.sides(kit, r.w))) - kit.line(16)) / 2

    def press(self) -> Transition:
        by, self._left = (-1 if self._left else 1), False
        return self._change((self.index + by) % len(self.labels))

    def adjust(self, by: int) -> bool:
        self._change((self.index + by) % len(self.labels))
        return True

    def drag_to(self, x: float, y: float) -> None:
        self._left = self.rect.right - ARROWS < x < self.rect.right - ARROWS / 2

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        shown = self.title, self.help, self.note, self.strength, self.index, *self.labels, *self.swatches
        paint = partial(super().draw, stage, kit, hovered)
        stage.layer(("stepper", self.name), (kit, *self.rect, hovered, *shown), paint)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme = kit.theme
        right, middle = self.rect.right - ARROWS, self._middle(kit)
        for share, way in ((0.25, -1), (0.75, 1)):
            stage.blit_centred(arrow(kit, way), right + ARROWS * share, middle)
        room = self.value_room(kit, self.rect.w) - ARROWS - 12 - (26 if self.swatches else 0)
        words, size = kit.first_fitting((self.labels[self.index],), room, 16, "bold")
        sign = kit.text(words, size, "bold", theme.paper)
        left = right - kit.size_of(sign)[0]
        stage.blit_centred(sign, (left + right) / 2, middle)
        if self.swatches:
            stage.blit_centred(kit.disc(8, self.swatches[self.index]), left - 16, middle)


class Slider(ListRow):
    """A row with a value from 0 to 1, in steps of 0.1."""

    def __init__(self, name: str, title: str, help: str, value: float, change: Callable[[float], Transition]) -> None:
        super().__init__(name, title, help)
        self.value, self._change = value, change

    def value_width(self, kit: Kit) -> float:
        return 230.0

    def semantics(self) -> Semantics:
        percent = tr("{percent}%", percent=round(self.value * 100))
        return replace(super().semantics(), role=Role.SLIDER, value=percent, share=self.value)

    def set_value(self, value: str) -> None:
        self._set(float(value) / 100)

    def adjust(self, by: int) -> bool:
        self._set(self.value + by / 10)
        return True

    def drag_to(self, x: float, y: float) -> None:
        self._set((x - (self.rect.right - 200)) / 170)

    def _set(self, value: float) -> None:
        new = round(max(0.0, min(1.0, value)), 1)
        if new != self.value:
            self.value = new
            self._change(new)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme = kit.theme
        left = self.rect.right - 200
        bar = kit.plate(170, 8, theme.rim, theme.rim, 1, 4)
        stage.blit(bar, left, self.rect.centery - 4)
        if self.value > 0:
            stage.blit(kit.plate(170 * self.value, 8, theme.brass, theme.brass, 1, 4), left, self.rect.centery - 4)
        stage.blit_centred(kit.disc(11, theme.brass), left + 170 * self.value, self.rect.centery)


class Swatch(Widget):
    """A seat's badge in its colour. Pressing it changes the colour."""

    def __init__(self, name: str, rect: Rect, sign: SeatSign, colour_name: str, press: Press) -> None:
        super().__init__(name, rect, press)
        self.sign, self.colour_name = sign, colour_name
        self.hint = tr("Another colour; whoever has it swaps with you.")
        self.radius = rect.w / 2

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, tr("Colour"), self.colour_name, self.hint, is_enabled=self.enabled)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r = self.rect
        if hovered:
            stage.blit_centred(kit.disc(r.w / 2, kit.theme.paper), *r.center)
        stage.blit_centred(badge(kit, self.sign, r.w / 2 - 2.5), *r.center)


@painted_once
def arrow(kit: Kit, way: int, size: float = 12, colour: Colour | None = None) -> pygame.Surface:
    """Return a small triangle that points left (-1) or right (+1)."""
    ink = colour or kit.theme.brass
    half = size / 2
    tip, back = (size, 0.0) if way > 0 else (0.0, size)
    return kit.canvas(size, size, ink).polygon([(back, 0), (tip, half), (back, size)], ink).done()


@painted_once
def arrow_down(kit: Kit) -> pygame.Surface:
    """Return a small triangle that points down, the sign of something that opens a list."""
    ink = kit.theme.brass
    return kit.canvas(12, 7, ink).polygon([(0, 0), (12, 0), (6, 6)], ink).done()


# -- text


class Words(Widget):
    """A text centred in its area, broken into lines, at most `most` of them (0: any number)."""

    def __init__(
        self, name: str, words: str, size: float = 15, face: str = "body", colour: Colour | None = None, most: int = 0,
        align: float = 0.5,
    ) -> None:  # fmt: skip
        super().__init__(name)
        self.is_focusable = False
        self._block = Text(words, size, face, colour, align, most)
        self.text = words

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.text)

    def width_for(self, kit: Kit) -> float:
        return self._block.width_for(kit)

    def height_for(self, kit: Kit, width: float) -> float:
        return self._block.height_for(kit, width)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        level(self._block).show(stage, kit, self.rect)


class PagePart(Widget):
    """A part of a page that is only looked at or read: a picture, with its description for screen readers."""

    def __init__(
        self, name: str, rect: Rect, semantics: Semantics, draw: Callable[[Stage], None], group: Group
    ) -> None:
        super().__init__(name, rect)
        self.is_focusable = False
        self.group, self._semantics, self._draw = group, semantics, draw

    def semantics(self) -> Semantics:
        return self._semantics

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        self._draw(stage)


def put_in(group: Group | None, *widgets: Widget) -> None:
    """Put widgets into a group for screen readers."""
    for widget in widgets:
        widget.group = group
