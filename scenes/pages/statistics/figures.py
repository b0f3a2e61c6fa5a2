"""Figures of the statistics: large ones side by side, and shares of games won as bars."""

from __future__ import annotations

from dataclasses import replace

from topping_out.game.language import tr
from topping_out.game.storage.history.statistics import Tally
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.layout import Box, Text, column
from topping_out.scenes.ui.widgets import ListRow

BAR = 150.0
"""Width of a bar that stands for all games."""


class Tile(Card):
    """A large figure with what it counts below."""

    def __init__(self, name: str, figure: str, caption: str, hint: str = "") -> None:
        super().__init__(name)
        self.is_focusable = False
        self.figure, self.caption, self.hint = figure, caption, hint

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, tr("{heading}: {value}", heading=self.caption, value=self.figure))

    def words(self, kit: Kit, width: float) -> Box:
        figure = Text(self.figure, 26, "title", align=0.5, most=1)
        return column(figure, Text(self.caption, 14, "body", kit.theme.mist, align=0.5, most=1), gap=0)


class BarRow(ListRow):
    """A row with how many games were won, as a bar and in figures."""

    def __init__(self, name: str, title: str, tally: Tally, help: str = "") -> None:
        super().__init__(name, title, help)
        self.tally = tally

    @property
    def figures(self) -> str:
        """The figures."""
        # Translators: how many games were won, and which share that is.
        return tr("{won} of {games} · {percent}%", won=self.tally.won, games=self.tally.games, percent=self._percent)

    @property
    def _percent(self) -> int:
        return round(100 * self.tally.won / self.tally.games)

    def semantics(self) -> Semantics:
        value = tr(
            "{won} of {games} won, {percent}%", won=self.tally.won, games=self.tally.games, percent=self._percent
        )
        return replace(super().semantics(), value=value)

    def value_width(self, kit: Kit) -> float:
        usual = tr("{won} of {games} · {percent}%", won=888, games=888, percent=88)  # so bars stand below each other
        return BAR + 28 + max(kit.text_size(words, 15, "bold")[0] for words in (self.figures, usual))

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme, r = kit.theme, self.rect
        box = self.value_room(kit, r.w)
        left, wide = r.right - box, min(BAR, box * 0.45)
        stage.blit(kit.plate(wide, 10, theme.rim, theme.rim, 1, 5), left, r.centery - 5)
        if self.tally.won:
            share = max(10.0, wide * self.tally.won / self.tally.games)
            stage.blit(kit.plate(share, 10, theme.brass, theme.brass, 1, 5), left, r.centery - 5)
        words, size = kit.first_fitting((self.figures,), box - wide - 28, 15, "bold")
        sign = kit.text(words, size, "bold")
        stage.blit_centred(sign, r.right - 14 - kit.size_of(sign)[0] / 2, r.centery)
