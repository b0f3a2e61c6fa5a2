"""Text fields, volume sliders and scroll bars."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from topping_out.game.language import mark, tr
from topping_out.game.text import full_stop, sentence, sift

from ..accessibility.semantics import Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.plates import fitting_name
from ..kit.sprites import painted_once
from ..kit.stage import Stage
from ..kit.theme import mix
from ..manager import Transition
from ..system.window import copied_text, copy_text, selected_text
from .layout import Rect, Widget
from .widgets import PAD, Slider, arrow

# -- scroll


NOTCH = 84.0
"""Logical units that one notch of the wheel scrolls."""
EASE = 70.0
"""Time constant of smooth scrolling, in milliseconds."""
MARGIN = 8.0
"""Room round the column for the focus ring, in logical units."""


class Scrollbar(Widget):
    """The bar that shows and sets how far a column is scrolled. It is not focusable: columns follow the focus."""

    radius = 7.0

    def __init__(self, rect: Rect, visible_share: float, scroll: Callable[[float], None]) -> None:
        super().__init__("scrollbar", rect)
        self.is_focusable = False
        self.visible_share = visible_share
        """The share of the column that the viewport shows."""
        self.share = 0.0
        """How far the column is scrolled, from 0 to 1."""
        self._scroll = scroll

    @property
    def _thumb(self) -> float:
        return max(36.0, self.rect.h * self.visible_share)

    def drag_to(self, x: float, y: float) -> None:
        self._scroll((y - self.rect.y - self._thumb / 2) / max(1.0, self.rect.h - self._thumb))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(4, r.h, (*theme.rim, 160), theme.rim, 0.5, 2), r.centerx - 2, r.y)
        thumb = kit.plate(8, self._thumb, theme.brass if hovered else theme.mist, theme.plate, 0.5, 4)
        stage.blit(thumb, r.centerx - 4, r.y + self.share * (r.h - self._thumb))


# -- typing


BREAKS = re.compile(r"[\r\n\t\v\f\x85\u2028\u2029]+")
"""The separators of lines and columns."""
WORD = re.compile(r"\S+\s*")
"""A word and the space after it."""


@dataclass(frozen=True)
class TypedLine:
    """A text with a caret and a selection. Typed letters replace the selection."""

    text: str
    caret: int
    anchor: int
    """The end of the selection opposite the caret; equal to `caret` if nothing is selected."""

    @staticmethod
    def at_end(text: str) -> TypedLine:
        return TypedLine(text, len(text), len(text))

    @property
    def ends(self) -> tuple[int, int]:
        """The beginning and the end of the selection."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        return self.text[slice(*self.ends)]

    def select_all(self) -> TypedLine:
        return replace(self, caret=len(self.text), anchor=0)

    def write(self, text: str) -> TypedLine:
        """Replace the selection by a text."""
        first, last = self.ends
        place = first + len(text)
        return TypedLine(self.text[:first] + text + self.text[last:], place, place)

    def erase(self, by: int) -> TypedLine:
        """Delete the selection; if there is none, delete the letter before (-1) or after (+1) the caret."""
        return (self if self.selected else self.put(self.caret + by, extends=True)).write("")

    def put(self, place: int, extends: bool = False) -> TypedLine:
        """Move the caret to a place, and let the selection end there if it `extends`."""
        place = max(0, min(len(self.text), place))
        return replace(self, caret=place, anchor=self.anchor if extends else place)

    def move(self, way: str, extends: bool = False) -> TypedLine:
        """Move the caret: `left`, `right`, `word left`, `word right`, `first` or `last`; or select `all`."""
        if way == "all":
            return self.select_all()
        if self.selected and not extends and way in ("left", "right"):
            return self.put(self.ends[way == "right"])
        words = [found.start() for found in WORD.finditer(self.text)]
        to = {
            "left": self.caret - 1, "right": self.caret + 1, "first": 0, "last": len(self.text),
            "word left": max((place for place in words if place < self.caret), default=0),
            "word right": min((place for place in words if place > self.caret), default=len(self.text)),
        }  # fmt: skip
        return self.put(to[way], extends)

    def spoken_after(self, way: str) -> str:
        """Return what is read aloud after a move of the caret: the selection, or the letter or word after the caret."""
        if self.selected:
            return self.selected
        after = self.text[self.caret :]
        return (WORD.match(after) or [""])[0] if way.startswith("word") else after[:1]


def in_one_line(text: str) -> str:
    """Return a text without breaks at its ends, and with a space for each run of breaks within it."""
    return BREAKS.sub(" ", text.strip("\r\n\t\v\f\x85\u2028\u2029"))


# -- text field


class TextField(Widget):
    """A field for a short text. Two arrows step through suggestions. For gamepads, it opens a page of letters."""

    longest = 14
    begins_large = False
    """Whether words in it usually begin with a capital letter."""
    arrows = 52.0
    """Width of both arrows together, at the right end."""
    placeholder = mark("Name")
    sift = staticmethod(sift)
    """Filters typed text: returns the letters that are allowed, and a message about the first that is not."""

    def __init__(self, name: str, text: str, suggestions: Sequence[str], change: Callable[[str], Transition]) -> None:
        super().__init__(name)
        self.line, self.suggestions, self._change = TypedLine.at_end(text), suggestions, change
        self.writing = False
        self.refused = ""
        """A message about a letter of the last input that is not allowed; empty if all are."""
        self.composed = ""
        """The text that an input method is composing at the caret."""
        self._arrow = 0

    def semantics(self) -> Semantics:
        field = Semantics(Role.TEXT_FIELD, tr(self.placeholder), self.shown, self.hint, is_enabled=self.enabled)
        return replace(field, selection=self._places)

    @property
    def _places(self) -> tuple[int, int]:
        """The places of the anchor and the caret in the text as shown."""
        if self.shown == self.text:
            return self.line.anchor, self.line.caret
        return 0 if self.is_selected else len(self.shown), len(self.shown)

    @property
    def text(self) -> str:
        return self.line.text

    @property
    def is_selected(self) -> bool:
        """Whether the whole text is selected, so that the next letter replaces it."""
        return bool(self.text) and self.line.selected == self.text

    @property
    def shown(self) -> str:
        """The text as it is shown; subclasses may format it."""
        return self.text

    def set_value(self, value: str) -> None:
        self._put(TypedLine.at_end("").write(self._fit(value)))

    def height_for(self, kit: Kit, width: float) -> float:
        return PAD + kit.line(17)

    @property
    def _has_arrows(self) -> bool:
        return len(self.suggestions) > 1

    def drag_to(self, x: float, y: float) -> None:
        beyond = x - (self.rect.right - self.arrows)
        self._arrow = 0 if beyond < 0 or not self._has_arrows else (-1 if beyond < self.arrows / 2 else 1)

    def press(self) -> None:
        by, self._arrow = self._arrow, 0
        if by:
            self.suggest(by)
        else:
            self.writing, self.line = not self.writing, self.line.select_all()

    def take_over(self, older: TextField) -> None:
        """Continue the typing in `older`, the field of the same name before the new layout."""
        self.writing, self.composed = older.writing, older.composed
        if older.text == self.text:
            self.line = older.line

    def on_intent(self, intent: Intent) -> str:
        """Handle a key while typing. Return what is read aloud."""
        match intent.verb:
            case Verb.TYPE:
                self.type(intent.text)
            case Verb.COMPOSE:
                self.composed = intent.text
            case Verb.ERASE:
                self.erase(round(intent.amount) or -1)
            case Verb.CARET:
                self.line = self.line.move(intent.text, extends=bool(intent.amount))
                return self.line.spoken_after(intent.text)
            case _:
                self.writing = False
        return ""

    def type(self, text: str) -> None:
        self.composed = ""
        room = self.longest - len(self.text) + len(self.line.selected)
        self._put(self.line.write(self._fit(text, room)))

    def edit(self, intent: Intent) -> tuple[str, bool]:
        """Copy, cut or paste. Return what to announce, and whether it succeeded.

        If the player is not typing in this field, the whole text is selected first.
        """
        if not self.writing:
            self.line = self.line.select_all()
        if intent.verb is Verb.PASTE:
            return self._paste(selected_text() if intent.text else copied_text())
        text = self.line.selected
        if not text or not copy_text(text):
            return (tr("There's no clipboard here.") if text else tr("Nothing is selected.")), False
        if intent.verb is Verb.COPY:
            return tr("Copied: {text}", text=text), True
        self.erase()
        return tr("Cut: {text}", text=text), True

    def _paste(self, copied: str) -> tuple[str, bool]:
        text, refused = self.sift(self.pasted(in_one_line(copied)))
        if not text:
            return full_stop(sentence(refused)) if refused else tr("There's no text to paste."), False
        self.writing = True
        room = self.longest - len(self.text) + len(self.line.selected)
        self.type(text)
        self.refused = refused
        if len(text) > room:
            return tr("Not all of it was pasted: at most {number} letters fit here.", number=self.longest), False
        return tr("Pasted: {text}", text=text), True

    def pasted(self, text: str) -> str:
        """Return the part of a line from the clipboard that is put into the field."""
        return text

    def erase(self, by: int = -1) -> None:
        """Delete the selection; if there is none, delete the letter before (-1) or after (+1) the caret."""
        self._put(self.line.erase(by))

    def select(self, anchor: int, caret: int) -> None:
        """Select the letters between two places, at the request of a screen reader."""
        self.line = self.line.put(anchor).put(caret, extends=True)

    def _fit(self, text: str, room: int | None = None) -> str:
        kept, self.refused = self.sift(text)
        return kept[: self.longest if room is None else room]

    def _put(self, line: TypedLine) -> None:
        self.line = line
        self._change(self.text)

    def suggest(self, by: int) -> None:
        """Take the suggestion `by` places after the current text; the first if the text is not a suggestion."""
        names = [*self.suggestions]
        place = names.index(self.text) + by if self.text in names else 0
        self._put(TypedLine.at_end(names[place % len(names)]))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        rim = theme.brass if self.writing else (theme.mist if hovered else theme.rim)
        if self.enabled:
            stage.blit(kit.plate(r.w, r.h, (*theme.night, 235), rim, 1.3, 8), r.x, r.y)
        if self.writing:
            self._draw_line(stage, kit)
            return
        shows_arrows = hovered and self.enabled and self._has_arrows
        room = r.w - (18 if self.enabled else 10) - (self.arrows if shows_arrows else 0)
        ink = theme.paper if self.shown else mix(theme.plate, theme.mist, 0.6)
        words = self.shown or tr(self.placeholder)
        words, size = kit.first_fitting((words,), room, 17, "bold") if self.enabled else fitting_name(kit, words, room)
        sign = kit.text(words, size, "bold", ink)
        stage.blit(sign, r.x + 10, r.centery - kit.size_of(sign)[1] / 2)
        if shows_arrows:
            stage.blit_centred(arrow(kit, -1, 10, theme.mist), r.right - self.arrows * 0.72, r.centery)
            stage.blit_centred(arrow(kit, 1, 10, theme.mist), r.right - self.arrows * 0.26, r.centery)

    def _draw_line(self, stage: Stage, kit: Kit) -> None:
        """Draw the text being typed, with selection and caret; if it is too long, the part up to the caret."""
        theme, r = kit.theme, self.rect
        shown, places = self.shown, self._places
        if self.composed:
            first, last = self.line.ends
            shown = f"{self.text[:first]}{self.composed}{self.text[last:]}"
            places = first, first + len(self.composed)
        sign = kit.text(shown, 17, "bold", theme.paper)
        height, room = kit.size_of(sign)[1], r.w - 18
        anchor, caret = (kit.text_size(shown[:place], 17, "bold")[0] for place in places)
        x, y = r.x + 10 - max(0.0, caret - room), r.centery - height / 2
        with stage.clip(r.x + 4, r.y, r.w - 8, r.h):
            if anchor != caret:
                mark = kit.plate(abs(caret - anchor) + 6, height, theme.dusk, theme.dusk, 1, 3)
                stage.blit(mark, x + min(anchor, caret) - 3, y)
            stage.blit(sign, x, y)
            stage.blit(kit.plate(2, height - 2, theme.brass, theme.brass, 1, 1), x + caret, y + 1)


MIN_SEARCH_LENGTH = 2
"""Shorter texts are not searched for."""


class SearchField(TextField):
    longest = 24
    placeholder = mark("Search")


# -- volume


SIGN = 20.0
"""Width and height of the loudspeaker, in logical units."""
SIGN_AT, SIGN_END = 238.0, 210.0
"""Distances from the row's right end to the left edges of the loudspeaker and of the slider's part."""


class VolumeSlider(Slider):
    """A slider for a volume. Enter or a click on the loudspeaker switches it off and on; moving it switches it on."""

    def __init__(
        self, name: str, title: str, help: str, value: float, is_off: bool, change: Callable[[float, bool], Transition]
    ) -> None:
        super().__init__(name, title, help, value, lambda new: change(new, False))
        self.is_off, self._switch = is_off, change
        self._was_slid = False
        self.hint = tr("Enter switches it off and on.")

    def value_width(self, kit: Kit) -> float:
        return 262.0

    def semantics(self) -> Semantics:
        return replace(super().semantics(), value=tr("off"), share=0.0) if self.is_off else super().semantics()

    def drag_to(self, x: float, y: float) -> None:
        if x >= self.rect.right - SIGN_END:
            self._was_slid = True
            super().drag_to(x, y)

    def press(self) -> Transition:
        was_slid, self._was_slid = self._was_slid, False
        if was_slid:
            return None
        self.is_off = not self.is_off
        return self._switch(self.value, self.is_off)

    def _set(self, value: float) -> None:
        before, was_off, self.is_off = self.value, self.is_off, False
        super()._set(value)
        if was_off and self.value == before:
            self._switch(before, False)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        super().draw_value(stage, kit)
        sign = loudspeaker(kit, self.is_off)
        stage.blit(sign, self.rect.right - SIGN_AT, self.rect.centery - SIGN / 2)


@painted_once
def loudspeaker(kit: Kit, is_off: bool) -> pygame.Surface:
    """Return the picture of a loudspeaker, with sound waves or crossed out."""
    theme = kit.theme
    ink = mix(theme.mist, theme.plate, 0.35) if is_off else theme.brass
    canvas = kit.canvas(SIGN, SIGN, ink)
    canvas.rect(1, 7, 4, 6, ink).polygon([(4, 7), (10, 2), (10, 18), (4, 13)], ink)
    if is_off:
        return canvas.line([(12.5, 7), (18.5, 13)], ink, 1.7).line([(12.5, 13), (18.5, 7)], ink, 1.7).done()
    for reach in (3.2, 6.6):
        canvas.line([(11.4 + reach * 0.4, 10 - reach), (11.4 + reach, 10), (11.4 + reach * 0.4, 10 + reach)], ink, 1.6)
    return canvas.done()
