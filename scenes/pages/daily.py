"""The daily deals: the page of a day, and the calendar of a month."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial

from topping_out.game.bots.puzzle_progress import is_solved, puzzle_of, state_words
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.progress import daily
from topping_out.game.progress.daily import Deal, deal_of
from topping_out.game.registry import load
from topping_out.game.storage.history import DealTry, PuzzleTries, Tries, counted_tries
from topping_out.game.text import commas, dots, full_stop, paragraph, plainly

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..kit.city import far_roofs, halo, near_roofs
from ..kit.kit import SMALLEST_TEXT, Kit
from ..kit.stage import Stage
from ..manager import Push, Transition
from ..match import definition
from ..match.phrases import rules_words
from ..system.context import Context
from ..ui.column import FOOT, Notice, body_area, foot_area, paint_frame, paint_shade
from ..ui.layout import Box, Press, Rect, Widget, column, fill, row, sized
from ..ui.page import Page
from ..ui.widgets import Button, Words, arrow, put_in
from .daily_pictures import (
    TablePicture,
    comparison_words,
    day_words,
    left_words,
    month_words,
    opponent_words,
    put_small_towers,
    result_words,
    tally_words,
    week_words,
)
from .daily_result import MonthPoster, Poster, label_of, month_deal, press_of

# -- day button


class DayButton(Widget):
    """A day: its number, and a tower for each game, taller and golden if its deal was won."""

    def __init__(
        self, day: date, tries: Sequence[DealTry | None], press: Press | None, group: Group, weekday: str = ""
    ) -> None:
        """`press` is None for the day already shown. `weekday` is shown where the days have no headings."""
        super().__init__(day.isoformat(), None, press, day <= daily.today() or any(tries))
        self.day, self.tries, self.group, self.weekday = day, tries, group, weekday
        self.is_focusable = self.enabled and press is not None
        self.role = Role.BUTTON if press else Role.ITEM

    def semantics(self) -> Semantics:
        if not self.enabled:
            return Semantics(Role.BUTTON, day_words(self.day), description=tr("still to come"), is_enabled=False)
        played = [counted.outcome for counted in self.tries if counted and counted.outcome]
        won = sum(daily.YOUR_SEAT in outcome.winners for outcome in played)
        about = [tr_count("{number} deal played", "{number} deals played", len(played))] if played else []
        if won:
            about.append(tr_count("{number} won", "{number} won", won))
        if any(counted and counted.is_under_way for counted in self.tries):
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
        """Draw the towers under the label, or beside it if the button is too low."""
        r, line = self.rect, kit.line(15)
        room = Rect(r.x + 8, r.y + line + 6, r.w - 16, r.h - line - 12)
        if room.h < line:
            room = Rect(r.x + beside, r.y + 6, r.w - beside - 8, r.h - 12)
        put_small_towers(stage, kit, room, self.tries)


# -- calendar


WEEKDAYS = (
    mark("Mon"), mark("Tue"), mark("Wed"), mark("Thu"), mark("Fri"), mark("Sat"), mark("Sun"),
)  # fmt: skip
TOP = 84.0
DAY_GAP = 6.0
CALENDAR_WIDE = 860.0


class TurnButton(Button):
    """An arrow to the previous month (`by` = -1) or the next (+1)."""

    def __init__(self, name: str, spoken: str, press: Press, by: int, enabled: bool) -> None:
        super().__init__(name, "", press, enabled=enabled)
        self.spoken, self.by, self.is_focusable = spoken, by, enabled

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        super().draw(stage, kit, hovered)
        colour = kit.theme.brass if self.enabled else kit.theme.rim
        stage.blit_centred(arrow(kit, self.by, 16, colour), *self.rect.center)


class CalendarPage(Page):
    """A month of deals, with arrows to the previous and next months."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.month = daily.today().replace(day=1)
        self.tries: Tries = {}

    @property
    def heading(self) -> str:  # type: ignore[override]
        return month_words(self.month)

    def refresh(self) -> None:
        self.tries = counted_tries(self.context.library)
        self.rebuild()

    def enter(self) -> None:
        self.refresh()

    # -- turning to other months

    def _turn(self, by: int) -> None:
        number = self.month.year * 12 + self.month.month - 1 + by
        self.month = date(number // 12, number % 12 + 1, 1)
        self.rebuild()

    # -- layout

    def build(self) -> list[Widget]:
        kit, theme = self.kit, self.kit.theme
        self._box = body_area(kit, kit.wide(CALENDAR_WIDE))
        legend = tr("A tower for each game: golden if you won, only an outline until you've played.")
        month = column(
            self._weekdays(), fill(self._days()), Words("legend", legend, 14, colour=theme.mist), gap=DAY_GAP
        )
        before, after = self._turns()
        head = row(sized(before, 60), fill(), sized(after, 60)).lay(kit, Rect(self._box.x, 20, self._box.w, 44))
        foot = row(fill(), self.back_button(primary=True), fill(row(fill(), *self._month_button())))
        return [*head, *month.lay(kit, self._box.inflate(0, -24)), *foot.lay(kit, foot_area(kit))]

    def _month_button(self) -> list[Box]:
        """Return the button to this month's deal, if there is one."""
        deal = month_deal(self.month)
        if deal is None or self.month > daily.today():
            return []
        counted = self.tries.get((deal.game, deal.date))
        button = Button("month", tr("Deal of the month"), press_of(self.context, deal, counted))
        button.hint = dots((load(deal.game).title, rules_words(deal.header), label_of(counted)))
        return [button]

    def _turns(self) -> tuple[Widget, Widget]:
        """Return the buttons to the previous and next months."""
        today, days = daily.today(), [daily.first_day(when) for _, when in self.tries]
        is_first = self.month <= min(daily.FIRST_DAY, today).replace(day=1)
        is_last = self.month >= max([today, *days]).replace(day=1)  # games dated later: the clock was ahead
        before = TurnButton("before", tr("Previous month"), partial(self._turn, -1), -1, not is_first)
        return before, TurnButton("after", tr("Next month"), partial(self._turn, 1), 1, not is_last)

    def _weekdays(self) -> Box:
        mist = self.kit.theme.mist
        names = [Words(f"weekday {n}", tr(name), 15, "bold", mist) for n, name in enumerate(WEEKDAYS)]
        put_in(Group("weekdays", tr("Week")), *names)
        return row(*map(fill, names), gap=DAY_GAP)

    def _days(self) -> Box:
        """Return a row of days for each week."""
        group, weeks = Group("days", self.heading), Calendar().monthdatescalendar(self.month.year, self.month.month)

        def day_box(day: date) -> Box:
            if day.month != self.month.month:
                return fill()
            tries = [self.tries.get((game, day.isoformat())) for game in definition.playable()]
            return fill(DayButton(day, tries, self.opens(routes.DAILY, day), group))

        return column(*(fill(row(*map(day_box, week), gap=DAY_GAP)) for week in weeks), gap=DAY_GAP)

    def initial_focus(self) -> Widget | None:
        days = [widget for widget in self.widgets if isinstance(widget, DayButton) and widget.enabled]
        return self.find(daily.today().isoformat()) or next(iter(days), None)

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, self.heading)
        paint_shade(stage, self.kit, self._box.inflate(0, -24))


# -- daily


HOW = mark(
    "One deal of each game a day, the same all over the world; the day changes at midnight UTC. Your "
    "first try counts, whenever you play it, and has no hints; after that, play the deal as often as "
    "you like."
)
MONTH = mark("The deal of the month is one game with an unusual rule; here too your first try counts.")
UNDO = mark("Undo works as usual: it never takes back a play that showed you something hidden.")
MAX_WIDTH = 1400.0
MAX_POSTERS_PER_ROW = 5
GAP = 18.0
MIN_STRIP_HEIGHT = 134.0
"""Of the strip with the week and the deal of the month."""


class DailyPage(Page):
    """The deals of today or of a past day."""

    def __init__(self, context: Context, day: date | None = None) -> None:
        super().__init__(context)
        self._requested_day = day
        self.day = day or daily.today()
        self.problems: list[str] = []
        self.month: Deal | None = None
        """The deal of the month; None if its game cannot be shown."""
        self.deals = self._deals()
        self.tries: Tries = {}
        self._pictures = self._empty_pictures()
        self._puzzle_tries = PuzzleTries()
        self._seen_news = self._minutes_left = 0

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Today's deals") if self._is_today else day_words(self.day)

    @property
    def _is_today(self) -> bool:
        return self.day == daily.today()

    def enter(self) -> None:
        self.day = self._requested_day or daily.today()
        self.deals = self._deals()
        self.tries, self._puzzle_tries = counted_tries(self.context.library, self._all_deals), PuzzleTries()
        self._pictures = self._empty_pictures()
        for deal in self._all_deals:
            if (counted := self._try(deal)) and counted.outcome:
                self.context.comparisons.ask(counted.saved.header)
        super().enter()

    def _deals(self) -> list[Deal]:
        """Return the day's deals; also set `month`, and `problems` for games whose rota is invalid."""
        deals, self.problems = [], []
        for name in definition.playable():
            try:
                deals.append(deal_of(name, self.day))
            except ValueError as error:
                self.problems.append(plainly(error))
        self.month = month_deal(self.day)
        return deals

    @property
    def _all_deals(self) -> list[Deal]:
        return [*self.deals, *([self.month] if self.month else [])]

    def _try(self, deal: Deal) -> DealTry | None:
        return self.tries.get((deal.game, deal.date))

    def _empty_pictures(self) -> dict[str, TablePicture]:
        """Return pictures of the tables, not painted yet."""
        return {
            deal.game + deal.date: TablePicture(
                self.context, deal.header, counted.saved if (counted := self._try(deal)) else None
            )
            for deal in self._all_deals
        }

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        self._minutes_left = daily.minutes_left()
        posters = [Poster(deal.game, deal, *self._parts(deal)) for deal in self.deals]
        abreast = len(posters) if len(posters) <= MAX_POSTERS_PER_ROW else -(-len(posters) // 2)
        rows = [fill(row(*map(fill, posters[n : n + abreast]), gap=GAP)) for n in range(0, len(posters), abreast or 1)]
        month = self._month_poster()
        below = [*self._week(), *([fill(month)] if month else [])]
        if month and not self._is_today:
            below = [fill(share=0.4), fill(month), fill(share=0.4)]
        strip = max(MIN_STRIP_HEIGHT, month.height_for(kit, MAX_WIDTH / 2) if month else 0.0)
        page = column(*self._intro(), *rows, gap=GAP)
        area, foot = body_area(kit, MAX_WIDTH), foot_area(kit)
        head, low = area.copy(), area.copy()
        head.h -= strip + GAP
        low.y, low.h = area.bottom - strip, strip
        laid = [*page.lay(kit, head), *(row(*below, gap=GAP).lay(kit, low) if below else [])]
        return [*laid, *row(*self._foot()).lay(kit, foot)]

    def _intro(self) -> list[Widget]:
        """Return the words above the posters: an introduction, and problems."""
        brass, bad = self.kit.theme.brass, self.kit.theme.bad
        intro = [full_stop(day_words(self.day)), left_words(self._minutes_left)] if self._is_today else []
        problems = [*self.problems, *filter(None, [self._days_ahead()])]
        widgets = [Words("how", paragraph(intro), 15, colour=brass)] if intro else []
        widgets += [Words(f"problem {number}", words, 14, colour=bad) for number, words in enumerate(problems)]
        put_in(Group("how", self.heading), *widgets)
        return [*widgets]

    def _parts(self, deal: Deal) -> tuple[DealTry | None, list[str], TablePicture, Press]:
        """Return the counted try at a deal, the lines about it, its table, and what pressing its poster does."""
        counted = self._try(deal)
        lines = [*filter(None, self._lines(deal, counted))]
        return counted, lines, self._pictures[deal.game + deal.date], press_of(self.context, deal, counted)

    def _month_poster(self) -> MonthPoster | None:
        deal = self.month
        if deal is None:
            return None
        is_current = deal.date == f"{daily.today():%Y-%m}"
        left = tr_count("{number} day left", "{number} days left", daily.days_left())
        when = left if is_current else month_words(self.day)
        return MonthPoster(deal, *self._parts(deal), when)

    def _lines(self, deal: Deal, counted: DealTry | None) -> Iterator[str]:
        """Yield the lines about a deal on its poster."""
        yield full_stop(rules_words(deal.header))
        yield full_stop(opponent_words(deal.header))
        if counted and counted.outcome:
            yield result_words(deal.header, counted.outcome)
            yield comparison_words(self.context.comparisons, deal.header)
        elif counted:
            yield tr("You gave up your first try.") if counted.is_given_up else tr("Your first try is under way.")
        if counted and counted.others:
            yield tr("You tried this deal on more than one computer: the try that began first counts.")
        tally = daily.tally(self._results, deal.game, daily.today())
        if tally.played and not deal.is_monthly:
            yield tally_words(tally)

    @property
    def _results(self) -> daily.Results:
        return {key: counted.outcome for key, counted in self.tries.items()}

    def _week(self) -> list[Box]:
        """Return the last 7 days as a strip of small towers, with a title; empty on the page of a past day."""
        if not self._is_today:
            return []
        words = week_words(daily.days_played(self._results, self.day))
        group = Group("week", words)
        title = Words("week", words, 16, "bold", self.kit.theme.paper)
        put_in(group, title)
        return [
            fill(column(title, fill(row(*(fill(self._day(day, group)) for day in daily.week_to(self.day)), gap=6))))
        ]

    def _day(self, day: date, group: Group) -> DayButton:
        tries = [self.tries.get((game, day.isoformat())) for game in definition.playable()]
        press = None if day == self.day else self.opens(routes.DAILY, day)
        return DayButton(day, tries, press, group, tr(WEEKDAYS[day.weekday()]))

    def _days_ahead(self) -> str:
        """Return a warning if there are games dated later than today, else an empty text."""
        latest = (daily.today() + timedelta(days=1)).isoformat()
        ahead = sum(when >= latest for _, when in self.tries)
        return tr_count(
            "{number} game is dated in the future, so a clock must have been wrong. It counts for its day.",
            "{number} games are dated in the future, so a clock must have been wrong. They count for their days.",
            ahead,
        ) if ahead else ""  # fmt: skip

    def _foot(self) -> list[Box]:
        how = Button("how it works", tr("How it works"), self._explain)
        calendar = [] if self._requested_day else [Button("calendar", tr("Earlier days"), self.opens(routes.CALENDAR))]
        return [fill(row(how, fill())), self.back_button(), fill(row(fill(), *self._puzzle(), *calendar))]

    def _puzzle(self) -> list[Button]:
        """Return the button to the puzzle of the day, if the page shows today and there is a puzzle."""
        games = definition.playable()
        puzzle = puzzle_of(self.day, games) if self._is_today else None
        if puzzle is None:
            return []
        name, is_done = puzzle.header.game, is_solved(self.day, games, self._puzzle_tries.tries)
        button = Button("puzzle", tr("Puzzle of the day"), self.opens(routes.PUZZLE, name, puzzle.name))
        button.hint = full_stop(dots([load(name).title, state_words(is_done)]))
        return [button]

    def _explain(self) -> Transition:
        return Push(Notice(self.context, tr("How it works"), "\n".join(map(tr, (HOW, MONTH, UNDO)))))

    def initial_focus(self) -> Widget | None:
        """Return the first poster whose deal has not been finished."""
        posters = [widget for widget in self.widgets if isinstance(widget, Poster)]
        unfinished = (poster for poster in posters if not (poster.counted and poster.counted.outcome))
        return next(unfinished, super().initial_focus())

    # -- time

    def update(self, ms: float) -> Transition:
        is_outdated = self._minutes_left != daily.minutes_left() and self._is_today
        if self._seen_news != self.context.comparisons.news or is_outdated:
            self._seen_news = self.context.comparisons.news
            self.rebuild()
        any(picture.paint_next() for picture in self._pictures.values())
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        is_painted = all(picture.picture for picture in self._pictures.values())
        return is_painted and self._seen_news == self.context.comparisons.news and super().at_rest

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        paint_frame(stage, kit, self.heading)
        ground = foot_area(kit).y - FOOT
        for roofs, share in ((far_roofs, 0.42), (near_roofs, 0.26)):
            stage.blit(roofs(kit, ground * share), 0, ground * (1 - share))
        if isinstance(self.pointed, Poster):
            rect = self.pointed.rect
            stage.blit_centred(halo(kit, rect.h * 1.3), *rect.center)
