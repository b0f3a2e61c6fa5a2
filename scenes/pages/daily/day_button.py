"""A day of the daily deals, as calendar and week show it: its number, and a small tower for each game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from topping_out.game.language import tr, tr_count
from topping_out.game.progress import daily
from topping_out.game.storage.history.tries import DealTry
from topping_out.game.text import commas
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.kit import SMALLEST_TEXT, Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.pages.daily.small_tower import put_small_towers
from topping_out.scenes.pages.daily.words import day_words
from topping_out.scenes.ui.widgets import Press, Rect, Widget


class DayButton(Widget):
    """A day: its number, and for each game a tower, taller and golden where its deal was won."""

    def __init__(
        self, day: date, tries: Sequence[DealTry | None], press: Press | None, group: Group, weekday: str = ""
    ) -> None:
        """`press`: None for the day that shows already; `weekday`: its name, where the days stand without headings."""
        super().__init__(day.isoformat(), None, press, day <= daily.today() or any(tries))
        self.day, self.tries, self.group, self.weekday = day, tries, group, weekday
        self.is_focusable = self.enabled and press is not None
        self.role = Role.BUTTON if press else Role.ITEM

    def semantics(self) -> Semantics:
        if not self.enabled:
            return Semantics(Role.BUTTON, day_words(self.day), description=tr("still to come"), is_enabled=False)
        played = [one.outcome for one in self.tries if one and one.outcome]
        won = sum(daily.YOUR_SEAT in outcome.winners for outcome in played)
        about = [tr_count("{number} deal played", "{number} deals played", len(played))] if played else []
        if won:
            about.append(tr_count("{number} won", "{number} won", won))
        if any(one and one.is_under_way for one in self.tries):
            about.append(tr("one under way"))
        day = commas(filter(None, (self.weekday, day_words(self.day))))
        return Semantics(self.role, day, description=commas(about) or tr("nothing played yet"))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        is_today = self.day == daily.today()
        rim = theme.brass if is_today else theme.mist if hovered and self.enabled else theme.rim
        plate = kit.plate(r.w, r.h, (*theme.plate, 225 if self.enabled else 90), rim, 2 if is_today else 1, 8)
        stage.blit(plate, r.x, r.y)
        ink = (theme.brass if is_today else theme.paper) if self.enabled else theme.rim
        sign = kit.text(str(self.day.day), 15, "bold", ink)
        wide = kit.size_of(sign)[0]
        stage.blit(sign, r.right - 8 - wide if self.weekday else r.x + 8, r.y + 4)
        room = r.w - wide - 20
        if self.weekday and kit.text_size(self.weekday, SMALLEST_TEXT / kit.text_scale)[0] <= room:
            name, size = kit.first_fitting((self.weekday,), room, 15)
            stage.blit(kit.text(name, size, "body", theme.mist), r.x + 8, r.y + 4)
        if self.enabled:
            self._draw_towers(stage, kit, wide + 16)

    def _draw_towers(self, stage: Stage, kit: Kit, beside: float) -> None:
        """Draw the towers under the label; in a flat place, beside it."""
        r, line = self.rect, kit.line(15)
        room = Rect(r.x + 8, r.y + line + 6, r.w - 16, r.h - line - 12)
        if room.h < line:
            room = Rect(r.x + beside, r.y + 6, r.w - beside - 8, r.h - 12)
        put_small_towers(stage, kit, room, self.tries)
