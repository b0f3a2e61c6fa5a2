"""Figures of the statistics: large ones side by side, and shares of games won as bars."""

from __future__ import annotations

from dataclasses import replace

from topping_out.game.language import tr
from topping_out.game.storage.statistics import Tally
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.widgets import Rect, Row, Widget

BAR = 150.0
"""Width of a bar that stands for all games."""


class Tile(Widget):
    """A large figure with what it counts below."""

    def __init__(self, name: str, figure: str, caption: str, hint: str = "") -> None:
        super().__init__(name, Rect(0, 0, 0, 0))
        self.is_focusable = False
        self.figure, self.caption, self.hint = figure, caption, hint

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, tr("{heading}: {value}", heading=self.caption, value=self.figure))

    @staticmethod
    def height_for(kit: Kit) -> float:
        return 62 * kit.text_scale + 10

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r, text = kit.theme, self.rect, kit.text_scale
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.rim, 1, 8), r.x, r.y)
        figure, size = kit.first_fitting((self.figure,), r.w - 20, 26, "title")
        middle = r.y + 5 + 22 * text
        stage.blit_centred(kit.text(figure, size, "title"), r.centerx, middle + kit.lift("title", size))
        caption, size = kit.first_fitting((self.caption,), r.w - 16, 14)
        stage.blit_centred(kit.text(caption, size, "body", theme.mist), r.centerx, middle + 26 * text)


class BarRow(Row):
    """A row with how many games were won, as a bar and in figures."""

    def __init__(self, name: str, title: str, tally: Tally, help: str = "") -> None:
        super().__init__(name, Rect(0, 0, 0, 0), title, help)
        self.tally = tally

    @property
    def words(self) -> str:
        """The figures."""
        # Translators: how many games were won, and which share that is.
        return tr("{won} of {games} · {percent} %", won=self.tally.won, games=self.tally.games, percent=self._percent)

    @property
    def _percent(self) -> int:
        return round(100 * self.tally.won / self.tally.games)

    def semantics(self) -> Semantics:
        said = tr(
            "{won} of {games} won, {percent} %", won=self.tally.won, games=self.tally.games, percent=self._percent
        )
        return replace(super().semantics(), value=said)

    def value_width(self, kit: Kit) -> float:
        usual = tr("{won} of {games} · {percent} %", won=888, games=888, percent=88)  # so bars stand below each other
        return BAR + 28 + max(kit.text_size(words, 15, "bold")[0] for words in (self.words, usual))

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme, r = kit.theme, self.rect
        box = self.value_room(kit, r.w)
        left, wide = r.right - box, min(BAR, box * 0.45)
        stage.blit(kit.plate(wide, 10, theme.rim, theme.rim, 1, 5), left, r.centery - 5)
        if self.tally.won:
            share = max(10.0, wide * self.tally.won / self.tally.games)
            stage.blit(kit.plate(share, 10, theme.brass, theme.brass, 1, 5), left, r.centery - 5)
        words, size = kit.first_fitting((self.words,), box - wide - 28, 15, "bold")
        sign = kit.text(words, size, "bold")
        stage.blit_centred(sign, r.right - 14 - kit.size_of(sign)[0] / 2, r.centery)
