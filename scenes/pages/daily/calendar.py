"""A calendar of the daily deals: a month at a time, what was played on each day, and the way to it."""

from __future__ import annotations

from calendar import Calendar
from datetime import date
from functools import partial

from topping_out.game.language import mark, tr
from topping_out.game.progress import daily
from topping_out.game.registry import load
from topping_out.game.storage.history.tries import Tries, counted_tries
from topping_out.game.text import dots
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.daily.day_button import DayButton
from topping_out.scenes.pages.daily.poster import label_of, month_deal, press_of
from topping_out.scenes.pages.daily.words import month_words
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.frame import body_area, foot_area, paint_frame, paint_shade
from topping_out.scenes.ui.layout import Box, column, fill, row, sized
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.phrases import rules_words
from topping_out.scenes.ui.text import Words, put_in
from topping_out.scenes.ui.widgets import Button, Press, Rect, Widget, arrow

WEEKDAYS = (
    mark("Mon"), mark("Tue"), mark("Wed"), mark("Thu"), mark("Fri"), mark("Sat"), mark("Sun"),
)  # fmt: skip
TOP = 84.0
GAP = 6.0
WIDE = 860.0


class TurnButton(Button):
    """An arrow to the month before (-1) or after (+1)."""

    def __init__(self, name: str, spoken: str, press: Press, by: int, enabled: bool) -> None:
        super().__init__(name, "", press, enabled=enabled)
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

    def _turn(self, by: int) -> Transition:
        number = self.month.year * 12 + self.month.month - 1 + by
        self.month = date(number // 12, number % 12 + 1, 1)
        self.rebuild()
        return None

    # -- layout

    def build(self) -> list[Widget]:
        kit, theme = self.kit, self.kit.theme
        self._box = body_area(kit, kit.wide(WIDE))
        legend = tr("A tower for each game: golden if you won, only an outline until you've played.")
        month = column(self._weekdays(), fill(self._days()), Words("legend", legend, 14, colour=theme.mist), gap=GAP)
        before, after = self._turns()
        head = row(sized(before, 60), fill(), sized(after, 60)).lay(kit, Rect(self._box.x, 20, self._box.w, 44))
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL), primary=True)
        foot = row(fill(), back, fill(row(fill(), *self._month_button())))
        return [*head, *month.lay(kit, self._box.inflate(0, -24)), *foot.lay(kit, foot_area(kit))]

    def _month_button(self) -> list[Box]:
        """Return the way to the deal of the month that shows."""
        deal = month_deal(self.month)
        if deal is None or self.month > daily.today():
            return []
        counted = self.tries.get((deal.game, deal.date))
        button = Button("month", tr("Deal of the month"), press_of(self.context, deal, counted))
        button.hint = dots((load(deal.game).title, rules_words(deal.header), label_of(counted)))
        return [button]

    def _turns(self) -> tuple[Widget, Widget]:
        """Return the buttons to the months before and after."""
        today, days = daily.today(), [daily.first_day(when) for _, when in self.tries]
        is_first = self.month <= min(daily.FIRST_DAY, today).replace(day=1)
        is_last = self.month >= max([today, *days]).replace(day=1)  # a later day has a game: the clock was ahead
        before = TurnButton("before", tr("Previous month"), partial(self._turn, -1), -1, not is_first)
        return before, TurnButton("after", tr("Next month"), partial(self._turn, 1), 1, not is_last)

    def _weekdays(self) -> Box:
        mist = self.kit.theme.mist
        names = [Words(f"weekday {n}", tr(name), 15, "bold", mist) for n, name in enumerate(WEEKDAYS)]
        put_in(Group("weekdays", tr("Week")), *names)
        return row(*map(fill, names), gap=GAP)

    def _days(self) -> Box:
        """Return a row for each week."""
        group, weeks = Group("days", self.heading), Calendar().monthdatescalendar(self.month.year, self.month.month)

        def day_box(day: date) -> Box:
            if day.month != self.month.month:
                return fill()
            tries = [self.tries.get((game, day.isoformat())) for game in definition.playable()]
            return fill(DayButton(day, tries, self.opens(routes.DAILY, day), group))

        return column(*(fill(row(*map(day_box, week), gap=GAP)) for week in weeks), gap=GAP)

    def initial_focus(self) -> Widget | None:
        days = [widget for widget in self.widgets if isinstance(widget, DayButton) and widget.enabled]
        return self.find(daily.today().isoformat()) or next(iter(days), None)

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, self.heading)
        paint_shade(stage, self.kit, self._box.inflate(0, -24))
