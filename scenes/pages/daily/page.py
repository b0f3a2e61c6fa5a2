"""The deals of a day, one of each game: what is played, against whom, and how one's try went."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

from topping_out.game.language import mark, tr, tr_context, tr_count
from topping_out.game.progress import daily
from topping_out.game.progress.daily import Deal, deal_of
from topping_out.game.registry import load
from topping_out.game.storage.history.tries import DealTry, Tries, counted_tries
from topping_out.game.text import full_stop, paragraph, plainly
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match import definition
from topping_out.scenes.match.start import begin_deal
from topping_out.scenes.pages.daily.share import copy_result
from topping_out.scenes.pages.daily.words import (
    comparison_words,
    day_words,
    opponent_words,
    result_words,
    tally_words,
)
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.layout import Box, fill, row
from topping_out.scenes.ui.phrases import rules_words
from topping_out.scenes.ui.widgets import Button, ListRow, Press, arrow

HOW = mark(
    "One deal of each game a day, the same all over the world; the day changes at midnight UTC. Your "
    "first try counts, whenever you play it, and has no hints; after that, play the deal as often as "
    "you like."
)


UNDO = mark("Undo works as usual: it never takes back a play that showed you something hidden.")


class DealRow(ListRow):
    """A game's deal, with what a press does at its right."""

    def __init__(self, name: str, title: str, words: str, label: str, press: Press) -> None:
        super().__init__(name, title, words, press)
        self.label = label

    def semantics(self) -> Semantics:
        words = paragraph(self.help.split("\n"))
        return Semantics(Role.BUTTON, self.title, self.label, words)

    def value_width(self, kit: Kit) -> float:
        return kit.text_size(self.label, 16, "head")[0] + 46

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        r, theme = self.rect, kit.theme
        stage.blit_centred(arrow(kit, 1, 14), r.right - 26, r.centery)
        words, size = kit.first_fitting((self.label,), self.value_room(kit, r.w) - 30, 16, "head")
        sign = kit.text(words, size, "head", theme.brass)
        wide = kit.size_of(sign)[0]
        stage.blit_centred(sign, r.right - 42 - wide / 2, r.centery + kit.lift("head", size))


class DailyPage(ColumnPage):
    """The deals of today, or of a day past."""

    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context, day: date | None = None) -> None:
        super().__init__(context)
        self._wished = day
        self.day = day or daily.today()
        self.problems: list[str] = []
        self.deals = self._deals()
        self.tries: Tries = {}
        self._news = 0

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Today's deals") if self.day == daily.today() else day_words(self.day)

    def enter(self) -> None:
        self.day = self._wished or daily.today()
        self.deals = self._deals()
        self.tries = counted_tries(self.context.library, self.deals)
        for (_, day), one in self.tries.items():
            if day == self.day.isoformat() and one.outcome:
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
        return deals

    # -- layout

    def put_rows(self, rows: Rows) -> None:
        today = full_stop(day_words(self.day)) if self.day == daily.today() else ""
        rows.words("how", paragraph([today, tr(HOW), tr(UNDO)]))
        for deal in self.deals:
            self._put_deal(rows, deal)
        for number, problem in enumerate(self.problems):
            rows.words(f"problem {number}", problem, is_bad=True)
        if ahead := self._days_ahead():
            rows.words("ahead", ahead, is_bad=True)

    def _put_deal(self, rows: Rows, deal: Deal) -> None:
        counted = self.tries.get((deal.game, deal.date))
        words = "\n".join(self._words(deal, counted))
        press = partial(begin_deal, self.context, deal)
        deal_row = DealRow(deal.game, load(deal.game).title, words, _label(counted), press)
        if not counted or not counted.outcome:
            rows.put(deal_row)
            return
        take = partial(copy_result, self.context, counted.saved.header, counted.outcome)
        copy = Button(f"copy {deal.game}", tr("Copy result"), take, size=16)
        copy.hint = load(deal.game).title
        rows.put(deal_row, copy)

    def _words(self, deal: Deal, counted: DealTry | None) -> list[str]:
        """Return what is told of a deal, in lines."""
        words = [paragraph(map(full_stop, (rules_words(deal.header), opponent_words(deal.header))))]
        if counted and counted.outcome:
            words += [
                result_words(deal.header, counted.outcome),
                comparison_words(self.context.comparisons, deal.header),
            ]
        elif counted:
            words.append(
                tr("You gave up your first try.") if counted.is_given_up else tr("Your first try is under way.")
            )
        if counted and counted.others:
            words.append(tr("You tried this deal on more than one machine: the try that began first counts."))
        outcomes = {place: one.outcome for place, one in self.tries.items()}
        tally = daily.tally(outcomes, deal.game, daily.today())
        return [*filter(None, words), *([tally_words(tally)] if tally.played else [])]

    def _days_ahead(self) -> str:
        """Return what is to be said where games are of days still to come."""
        latest = (daily.today() + timedelta(days=1)).isoformat()
        ahead = sum(day >= latest for _, day in self.tries)
        return tr_count(
            "{number} game is dated in the future, so a clock must have been wrong. It counts for its day.",
            "{number} games are dated in the future, so a clock must have been wrong. They count for their days.",
            ahead,
        ) if ahead else ""  # fmt: skip

    def foot(self) -> list[Box]:
        calendar = Button("calendar", tr("Earlier days"), self.opens(routes.CALENDAR))
        return [fill(), self.back(), fill(row(fill(), *([] if self._wished else [calendar])))]

    # -- time

    def update(self, ms: float) -> Transition:
        if self._news != self.context.comparisons.news:
            self._news = self.context.comparisons.news
            self.rebuild()
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self._news == self.context.comparisons.news and super().at_rest


def _label(counted: DealTry | None) -> str:
    """Return what a press on a deal does."""
    if counted is None:
        return tr_context("a game", "Play")
    return tr("Go on") if counted.is_under_way else tr("Play again")
