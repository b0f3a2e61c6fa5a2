"""The deals of a day as posters on a wall by the river, with the deal of the month, and how the week went."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from topping_out.game.bots.puzzles.puzzle import puzzles_of
from topping_out.game.bots.puzzles.today import is_solved, puzzle_of, state_words
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.progress import daily
from topping_out.game.progress.daily import Deal, deal_of
from topping_out.game.registry import load
from topping_out.game.storage.history.puzzle_tries import PuzzleTries
from topping_out.game.storage.history.tries import DealTry, Tries, counted_tries
from topping_out.game.text import dots, full_stop, paragraph, plainly
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.pictures.city import far_roofs, near_roofs
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.daily.calendar import WEEKDAYS
from topping_out.scenes.pages.daily.day_button import DayButton
from topping_out.scenes.pages.daily.poster import MonthPoster, Poster, month_deal, press_of
from topping_out.scenes.pages.daily.table_picture import TablePicture
from topping_out.scenes.pages.daily.words import (
    comparison_words,
    day_words,
    left_words,
    month_left_words,
    month_words,
    opponent_words,
    result_words,
    tally_words,
    week_words,
)
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.frame import FOOT, body_area, foot_area, paint_frame
from topping_out.scenes.ui.layout import Box, column, fill, row
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.phrases import rules_words
from topping_out.scenes.ui.text import Words, put_in
from topping_out.scenes.ui.widgets import Button, Widget

HOW = mark(
    "One deal of each game a day, the same all over the world; the day changes at midnight UTC. Your "
    "first try counts, whenever you play it, and has no hints; after that, play the deal as often as "
    "you like."
)
MONTH = mark("The deal of the month is of one game, by a rule that isn't its usual one; its first try counts too.")
UNDO = mark("Undo works as usual: it never takes back a play that showed you something hidden.")
IN_SHORT = mark("The same for everybody. Your first try counts and has no hints.")
BROADEST = 1400.0
MOST_ABREAST = 5
GAP = 18.0
STRIP = 134.0
"""Height of the week and of the deal of the month, at least."""


class DailyPage(Page):
    """The deals of today, or of a day past."""

    def __init__(self, context: Context, day: date | None = None) -> None:
        super().__init__(context)
        self._wished = day
        self.day = day or daily.today()
        self.problems: list[str] = []
        self.month: Deal | None = None
        """The deal of the month; None where its game cannot be shown."""
        self.deals = self._deals()
        self.tries: Tries = {}
        self._pictures = self._empty_pictures()
        self._puzzle_tries = PuzzleTries()
        self._news = self._left = 0

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Today's deals") if self._is_today else day_words(self.day)

    @property
    def _is_today(self) -> bool:
        return self.day == daily.today()

    def enter(self) -> None:
        self.day = self._wished or daily.today()
        self.deals = self._deals()
        self.tries, self._puzzle_tries = counted_tries(self.context.library, self._all), PuzzleTries()
        self._pictures = self._empty_pictures()
        for deal in self._all:
            if (one := self._try(deal)) and one.outcome:
                self.context.comparisons.ask(one.saved.header)
        super().enter()

    def _deals(self) -> list[Deal]:
        """Return the day's deals; `problems` tells of games whose rota cannot be used."""
        deals, self.problems = [], []
        for name in definition.playable():
            try:
                deals.append(deal_of(name, self.day))
            except ValueError as error:
                self.problems.append(plainly(error))
        self.month = month_deal(self.day)
        return deals

    @property
    def _all(self) -> list[Deal]:
        return [*self.deals, *([self.month] if self.month else [])]

    def _try(self, deal: Deal) -> DealTry | None:
        return self.tries.get((deal.game, deal.date))

    def _empty_pictures(self) -> dict[str, TablePicture]:
        """Return pictures of the tables, still to be painted."""
        return {deal.game + deal.date: TablePicture(self.context, deal, self._try(deal)) for deal in self._all}

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        self._left = daily.minutes_left()
        posters = [self._poster(deal) for deal in self.deals]
        abreast = len(posters) if len(posters) <= MOST_ABREAST else -(-len(posters) // 2)
        walls = [fill(row(*map(fill, posters[n : n + abreast]), gap=GAP)) for n in range(0, len(posters), abreast or 1)]
        month = self._month_poster()
        below = [*self._week(), *([fill(month)] if month else [])]
        if month and not self._is_today:
            below = [fill(share=0.4), fill(month), fill(share=0.4)]
        strip = max(STRIP, month.height_for(kit, BROADEST / 2) if month else 0.0)
        page = column(*self._saying(), *walls, gap=GAP)
        area, foot = body_area(kit, BROADEST), foot_area(kit)
        head, low = area.copy(), area.copy()
        head.h -= strip + GAP
        low.y, low.h = area.bottom - strip, strip
        laid = [*page.lay(kit, head), *(row(*below, gap=GAP).lay(kit, low) if below else [])]
        return [*laid, *row(*self._foot()).lay(kit, foot)]

    def _saying(self) -> list[Widget]:
        """Return what is said over the posters: how it goes, and what is wrong."""
        brass, bad = self.kit.theme.brass, self.kit.theme.bad
        told = [tr(IN_SHORT)]
        if self._is_today:
            told = [full_stop(day_words(self.day)), tr(IN_SHORT), left_words(self._left)]
        wrong = [*self.problems, *filter(None, [self._days_ahead()])]
        widgets = [Words("how", paragraph(told), 15, colour=brass)]
        widgets += [Words(f"problem {number}", words, 14, colour=bad) for number, words in enumerate(wrong)]
        put_in(Group("how", self.heading), *widgets)
        return [*widgets]

    def _poster(self, deal: Deal) -> Poster:
        counted = self._try(deal)
        lines = [*filter(None, self._lines(deal, counted))]
        press, picture = press_of(self.context, deal, counted), self._pictures[deal.game + deal.date]
        return Poster(deal.game, deal, counted, lines, picture, press)

    def _month_poster(self) -> MonthPoster | None:
        deal = self.month
        if deal is None:
            return None
        is_now = deal.date == f"{daily.today():%Y-%m}"
        when = month_left_words(daily.days_left()) if is_now else month_words(self.day)
        counted, picture = self._try(deal), self._pictures[deal.game + deal.date]
        lines = [*filter(None, self._lines(deal, counted))]
        return MonthPoster(deal, counted, lines, picture, press_of(self.context, deal, counted), when)

    def _lines(self, deal: Deal, counted: DealTry | None) -> Iterator[str]:
        """Yield what is told of a deal."""
        yield full_stop(rules_words(deal.header))
        yield full_stop(opponent_words(deal.header))
        if counted and counted.outcome:
            yield result_words(deal.header, counted.outcome)
            yield comparison_words(self.context.comparisons, deal.header)
        elif counted:
            is_over = counted.is_given_up
            yield tr("You gave up your first try.") if is_over else tr("Your first try is under way.")
        if counted and counted.others:
            yield tr("You tried this deal on more than one machine: the try that began first counts.")
        tally = daily.tally(self._results, deal.game, daily.today())
        if tally.played and not deal.is_monthly:
            yield tally_words(tally)

    @property
    def _results(self) -> daily.Results:
        return {place: one.outcome for place, one in self.tries.items()}

    def _week(self) -> list[Box]:
        """Return the week up to today as a strip of small towers, under how much of it was played."""
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
        """Return what is to be said where games are of days still to come."""
        latest = (daily.today() + timedelta(days=1)).isoformat()
        ahead = sum(when >= latest for _, when in self.tries)
        return tr_count(
            "{number} game is dated in the future, so a clock must have been wrong. It counts for its day.",
            "{number} games are dated in the future, so a clock must have been wrong. They count for their days.",
            ahead,
        ) if ahead else ""  # fmt: skip

    def _foot(self) -> list[Box]:
        how = Button("how it works", tr("How it works"), self._explain)
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL))
        calendar = [] if self._wished else [Button("calendar", tr("Earlier days"), self.opens(routes.CALENDAR))]
        return [fill(row(how, fill())), back, fill(row(fill(), *self._puzzle(), *calendar))]

    def _puzzle(self) -> list[Button]:
        """Return the way to the puzzle of the day, if it is today and there is one."""
        games = [name for name in definition.playable() if puzzles_of(name)]
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
        """Return the first poster that calls: a deal that is not played yet."""
        posters = [widget for widget in self.widgets if isinstance(widget, Poster)]
        return next((one for one in posters if not (one.counted and one.counted.outcome)), super().initial_focus())

    # -- time

    def update(self, ms: float) -> Transition:
        is_other = self._left != daily.minutes_left() and self._is_today
        if self._news != self.context.comparisons.news or is_other:
            self._news = self.context.comparisons.news
            self.rebuild()
        any(picture.paint_next() for picture in self._pictures.values())
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        is_painted = all(picture.picture for picture in self._pictures.values())
        return is_painted and self._news == self.context.comparisons.news and super().at_rest

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        paint_frame(stage, kit, self.heading)
        ground = foot_area(kit).y - FOOT
        for roofs, share in ((far_roofs, 0.42), (near_roofs, 0.26)):
            stage.blit(roofs(kit, ground * share), 0, ground * (1 - share))
        if isinstance(self.pointed, Poster):
            self.pointed.draw_light(stage, kit)
