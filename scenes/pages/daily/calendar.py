"""A calendar of the daily deals: a month at a time, what was played on each day, and the way to it."""

from __future__ import annotations

from calendar import Calendar
from datetime import date
from functools import partial

from topping_out.game import daily
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.storage.tries import Tries, Try, counted_tries
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.ornament import put_heading
from topping_out.scenes.kit.pictures.sky import dusk
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.daily.words import day_words, month_words
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import Line
from topping_out.scenes.ui.widgets import Button, Press, Rect, Widget, arrow

WEEKDAYS = (
    mark("Mon"), mark("Tue"), mark("Wed"), mark("Thu"), mark("Fri"), mark("Sat"), mark("Sun"),
)  # fmt: skip
TOP = 84.0
GAP = 6.0
WIDE = 860.0


class DayButton(Widget):
    """A day: its number, and for each game a tower, taller and golden where its deal was won."""

    def __init__(self, day: date, rect: Rect, tries: list[Try | None], press: Press, group: Group) -> None:
        super().__init__(day.isoformat(), rect, press, day <= daily.today() or any(tries))
        self.day, self.tries, self.group = day, tries, group
        self.is_focusable = self.enabled

    def semantics(self) -> Semantics:
        if not self.enabled:
            return Semantics(Role.BUTTON, day_words(self.day), description=tr("still to come"), is_enabled=False)
        played = [one.outcome for one in self.tries if one and one.outcome]
        won = sum(daily.YOUR_SEAT in outcome.winners for outcome in played)
        said = [tr_count("{number} deal played", "{number} deals played", len(played))] if played else []
        if won:
            said.append(tr_count("{number} won", "{number} won", won))
        if any(one and one.is_under_way for one in self.tries):
            said.append(tr("one under way"))
        return Semantics(Role.BUTTON, day_words(self.day), description=", ".join(said) or tr("nothing played yet"))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        is_today = self.day == daily.today()
        rim = theme.brass if is_today else theme.mist if hovered and self.enabled else theme.rim
        stage.blit(
            kit.plate(r.w, r.h, (*theme.plate, 225 if self.enabled else 90), rim, 2 if is_today else 1, 8), r.x, r.y
        )
        ink = (theme.brass if is_today else theme.paper) if self.enabled else theme.rim
        sign = kit.text(str(self.day.day), 17, "bold", ink)
        wide = kit.text_size("30", 17, "bold")[0]
        stage.blit(sign, r.x + 8, r.y + 4)
        if self.enabled:
            self._draw_towers(stage, kit, r.x + wide + 16, r.bottom - 8, min(r.h - 14, 34.0))

    def _draw_towers(self, stage: Stage, kit: Kit, left: float, ground: float, tall: float) -> None:
        theme, step = kit.theme, (self.rect.right - 8 - left) / len(self.tries)
        wide = min(16.0, step - 3)
        for number, one in enumerate(self.tries):
            has_won = bool(one and one.outcome and daily.YOUR_SEAT in one.outcome.winners)
            high = tall if has_won else tall * 0.55 if one and one.outcome else tall * 0.3 if one else 4.0
            fill = theme.brass if has_won else theme.mist if one and one.outcome else theme.plate
            rim = theme.brass if has_won else theme.mist if one else theme.rim
            stage.blit(kit.plate(wide, high, fill, rim, 1, 2), left + number * step, ground - high)


class TurnButton(Button):
    """An arrow to the month before (-1) or after (+1)."""

    def __init__(self, name: str, rect: Rect, spoken: str, press: Press, by: int, enabled: bool) -> None:
        super().__init__(name, rect, "", press, enabled=enabled)
        self.spoken, self.by, self.is_focusable = spoken, by, enabled

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        super().draw(stage, kit, hovered)
        colour = kit.theme.brass if self.enabled else kit.theme.rim
        stage.blit_centred(arrow(kit, self.by, 16, colour), *self.rect.center)


class CalendarPage(Page):
    """A month of deals; the arrows at its name lead to the ones before and after."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.month = daily.today().replace(day=1)
        self.tries: Tries = {}

    @property
    def heading(self) -> str:  # type: ignore[override]
        return month_words(self.month)

    def enter(self) -> None:
        self.tries = counted_tries(self.context.library)
        super().enter()

    def update(self, ms: float) -> Transition:
        if self.context.library_reader.update(ms):
            self.tries = counted_tries(self.context.library)
            self.rebuild()
        return super().update(ms)

    # -- which months

    @property
    def _first(self) -> date:
        return min(daily.FIRST_DAY, daily.today()).replace(day=1)

    @property
    def _last(self) -> date:
        """The month of today, or of a later day that has a game: the clock was ahead."""
        days = [date.fromisoformat(day) for _, day in self.tries]
        return max([daily.today(), *days]).replace(day=1)

    def _turn(self, by: int) -> Transition:
        number = self.month.year * 12 + self.month.month - 1 + by
        self.month = date(number // 12, number % 12 + 1, 1)
        self.rebuild()
        return None

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        wide = min(kit.width - 60, WIDE * (0.4 + 0.6 * kit.text_scale))
        left, foot = (kit.width - wide) / 2, 26 + 22 * kit.text_scale
        self._box = Rect(left, TOP + 6, wide, kit.height - TOP - foot - 34)
        return [*self._turns(), *self._days(), *self._foot(foot)]

    def _turns(self) -> list[Widget]:
        """Return the buttons to the months before and after."""
        high, wide, y = 44.0, 60.0, 20.0
        left, right = Rect(self._box.x, y, wide, high), Rect(self._box.right - wide, y, wide, high)
        is_first, is_last = self.month <= self._first, self.month >= self._last
        before = TurnButton("before", left, tr("The month before"), partial(self._turn, -1), -1, not is_first)
        after = TurnButton("after", right, tr("The month after"), partial(self._turn, 1), 1, not is_last)
        return [before, after]

    def _days(self) -> list[Widget]:
        box, kit, t = self._box, self.kit, self.kit.text_scale
        weeks = Calendar().monthdatescalendar(self.month.year, self.month.month)
        wide = (box.w + GAP) / 7
        top = box.y + 26 * t
        high = (box.bottom - 24 * t - top + GAP) / len(weeks)
        found: list[Widget] = []
        for column, name in enumerate(WEEKDAYS):
            x = box.x + column * wide + (wide - GAP) / 2
            line = Line(kit, f"weekday {column}", tr(name), x, box.y + 11 * t, 15, "bold", kit.theme.mist, wide - GAP)
            line.group = Group("weekdays", tr("Week"))
            found.append(line)
        group = Group("days", self.heading)
        for row, week in enumerate(weeks):
            for column, day in enumerate(week):
                if day.month == self.month.month:
                    place = Rect(box.x + column * wide, top + row * high, wide - GAP, high - GAP)
                    found.append(DayButton(day, place, self._tries(day), partial(self._open, day), group))
        return found

    def _tries(self, day: date) -> list[Try | None]:
        return [self.tries.get((game, day.isoformat())) for game in definition.playable()]

    def _foot(self, high: float) -> list[Widget]:
        kit, label = self.kit, tr("Back")
        wide = kit.text_size(label, 18, "head")[0] + 120
        rect = Rect((kit.width - wide) / 2, kit.height - high - 10, wide, high - 6)
        legend = tr("A tower for each game: golden where you won, low where it is not over.")
        y = self._box.bottom - 6 * kit.text_scale
        about = Line(kit, "legend", legend, kit.width / 2, y, 14, "body", kit.theme.mist, self._box.w)
        return [about, Button("back", rect, label, Pop, key=self.key(Verb.CANCEL), primary=True)]

    def initial_focus(self) -> Widget | None:
        days = [widget for widget in self.widgets if isinstance(widget, DayButton) and widget.enabled]
        return self.find(daily.today().isoformat()) or next(iter(days), None)

    def _open(self, day: date) -> Transition:
        return Push(routes.DAILY(self.context, day))

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self._box.inflate(56, 24)
        stage.blit(dusk(kit, kit.height - 50), 0, 0)
        shade = (*kit.theme.night, 165)
        stage.blit(kit.plate(box.w, box.h, shade, shade, 0, 14), box.x, box.y)
        put_heading(stage, kit, self.heading, kit.width / 2, 24, self._box.w - 160)
