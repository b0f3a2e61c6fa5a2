"""A field for a short text, with suggestions that arrows or a pad go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from topping_out.game.language import mark, tr
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import fitting_name
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.widgets import PAD, Widget, arrow


class TextField(Widget):
    """A short text to type. Two arrows step through suggestions; so does a gamepad, which cannot type."""

    longest = 14
    arrows = 52.0
    """Width of the two arrows together, at the right end."""
    placeholder = mark("Name")

    def __init__(self, name: str, text: str, suggestions: Sequence[str], change: Callable[[str], Transition]) -> None:
        super().__init__(name)
        self.text, self.suggestions, self._change = text, suggestions, change
        self.writing = False
        self.is_selected = False
        """Whether the whole text is selected: what is typed next replaces it."""
        self._arrow = 0

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT_FIELD, tr(self.placeholder), self.shown, self.hint, is_enabled=self.enabled)

    @property
    def shown(self) -> str:
        """The text as it is shown."""
        return self.text

    def set_value(self, value: str) -> None:
        self._put("".join(c for c in value if c.isprintable())[: self.longest])

    def height_for(self, kit: Kit, width: float) -> float:
        return PAD + kit.line(17)

    @property
    def _has_arrows(self) -> bool:
        return len(self.suggestions) > 1

    def drag_to(self, x: float, y: float) -> None:
        beyond = x - (self.rect.right - self.arrows)
        self._arrow = 0 if beyond < 0 or not self._has_arrows else (-1 if beyond < self.arrows / 2 else 1)

    def press(self) -> Transition:
        by, self._arrow = self._arrow, 0
        if by:
            self.suggest(by)
        else:
            self.writing = self.is_selected = not self.writing
        return None

    def take_over(self, older: TextField) -> None:
        """Continue the typing that was under way in `older`, this field before the new layout."""
        self.writing, self.is_selected = older.writing, older.is_selected

    def type(self, text: str) -> None:
        kept = "" if self.is_selected else self.text
        self._put("".join(c for c in kept + text if c.isprintable())[: self.longest])

    def erase(self) -> None:
        self._put("" if self.is_selected else self.text[:-1])

    def _put(self, text: str) -> None:
        self.text, self.is_selected = text, False
        self._change(text)

    def adjust(self, by: int) -> bool:
        return self.writing  # the focus stays while a text is written

    def suggest(self, by: int) -> None:
        """Take the suggestion `by` places after the present one."""
        names = [*self.suggestions]
        place = names.index(self.text) + by if self.text in names else 0
        self._put(names[place % len(names)])

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        rim = theme.brass if self.writing else (theme.mist if hovered else theme.rim)
        if self.enabled:
            stage.blit(kit.plate(r.w, r.h, (*theme.night, 235), rim, 1.3, 8), r.x, r.y)
        shown = self.shown + ("|" if self.writing and not self.is_selected else "")
        ink = theme.paper if shown else mix(theme.plate, theme.mist, 0.6)
        shows_arrows = hovered and self.enabled and self._has_arrows and not self.writing
        room = r.w - (18 if self.enabled else 10) - (self.arrows if shows_arrows else 0)
        words = shown or tr(self.placeholder)
        fitted = kit.first_fitting((words,), room, 17, "bold") if self.enabled else fitting_name(kit, words, room)
        words, size = fitted
        sign = kit.text(words, size, "bold", ink)
        width, height = kit.size_of(sign)
        if self.writing and self.is_selected and self.text:
            mark = kit.plate(width + 6, height, theme.dusk, theme.dusk, 1, 3)
            stage.blit(mark, r.x + 7, r.centery - height / 2)
        stage.blit(sign, r.x + 10, r.centery - height / 2)
        if shows_arrows:
            stage.blit_centred(arrow(kit, -1, 10, theme.mist), r.right - self.arrows * 0.72, r.centery)
            stage.blit_centred(arrow(kit, 1, 10, theme.mist), r.right - self.arrows * 0.26, r.centery)
