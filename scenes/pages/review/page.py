"""The review after a game: which decisions of each human cost most, what was better, and how well it was played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from topping_out.game.bots.review.accuracy import accuracy_of, scale_of
from topping_out.game.bots.review.review import Mistake, ReviewResults, price
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.roster import level_words
from topping_out.game.text import listed, sentence
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.webp import can_film
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.film.chapters import Chapter, chapters_of
from topping_out.scenes.pages.film.saving import new_film, save_film
from topping_out.scenes.pages.review.curve import CurvePlot
from topping_out.scenes.pages.review.rows import MistakeRow, ProgressRow
from topping_out.scenes.pages.review.work import ReviewWork
from topping_out.scenes.pages.waiting import go_through
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.layout import Box, fill
from topping_out.scenes.ui.phrases import takeover_words
from topping_out.scenes.ui.widgets import Button, ListRow


class ReviewPage(ColumnPage):
    """Has the master judge one decision after another, in the bots' process, while what was found so far is read.

    Left before its end, it goes on where it was when it is opened with the same review again.
    """

    heading = mark("Review")
    column_width = 900.0
    back_label = mark("Back")

    def __init__(self, context: Context, review: ReviewResults) -> None:
        super().__init__(context)
        self.review = review
        self.work = ReviewWork(context, review)
        self._at = 0  # the point of the curve that is looked at

    # -- judging

    def enter(self) -> None:
        self.work.forget()  # what was asked before something covered this page, nobody has heard
        super().enter()

    def leave(self) -> None:
        self.context.worker.cancel()

    def update(self, ms: float) -> Transition:
        was_under_way = self.work.is_under_way
        if self.work.update():
            if was_under_way and self.review.is_over and self.review.has_verdicts:
                self.context.announcer.say(tr("The master has looked at every decision."))
            self.rebuild()
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return not self.work.is_under_way and super().at_rest

    # -- walking along the curve

    def rebuild(self) -> None:
        if isinstance(plot := self.find("curve"), CurvePlot):
            self._at = plot.at
        super().rebuild()

    def on_intent(self, intent: Intent) -> Transition:
        plot = self.find("curve")
        if intent.verb is Verb.POINT and plot and plot is self.at(intent.position):
            plot.drag_to(*intent.position)
        return super().on_intent(intent)

    def _show_point(self, number: int) -> Transition:
        """Show the position at a point of the curve."""
        return go_through(self.context, self.review.record, self.review.points[number].step)

    # -- a film of what turned the game

    def foot(self) -> list[Box]:
        return [fill(), *([self._film_button()] if can_film() else []), self.back(), fill()]

    def _film_button(self) -> Button:
        is_known = len(self.review.curve) == len(self.review.points) and self.review.total is not None
        about = mark("Saves the turning points and the end as a moving picture.")
        if not is_known:
            about = mark("The chances are being worked out.")
        elif not self._chapters:
            about = mark("The chances never turned in this game.")
        label = tr("Film of the turning points")
        film = Button("film", label, self._save_film, enabled=is_known and bool(self._chapters))
        film.hint = tr(about)
        return film

    @property
    def _chapters(self) -> tuple[Chapter, ...]:
        return chapters_of(self.review)

    def _save_film(self) -> Transition:
        record = self.review.record
        return save_film(self.context, record, new_film(record, "-turning-points"), chapters=self._chapters)

    # -- the page

    def put_rows(self, rows: Rows) -> None:
        if self.work.problem:
            rows.words("problem", self.work.problem)
        for number, words in enumerate(takeover_words(self.review.record)):
            rows.words(f"takeover {number}", sentence(words))
        if self.review.points:
            plot = CurvePlot(self.review, self._at, self._show_point)
            rows.put(plot)
        if self.work.is_under_way:
            rows.put(ProgressRow(self.review.judged, self.review.total))
        for seat in self.review.humans:
            self._put_player(rows, seat)
        if self.review.is_over and not any(map(self.review.worst, self.review.humans)):
            self._put_clean(rows)

    def _put_clean(self, rows: Rows) -> None:
        """Show what is left to see where there is no mistake: how much was looked at, and the way to the replay."""
        number, record = self.review.judged, self.review.record
        text = tr_count("The master looked at {number} decision.", "The master looked at {number} decisions.", number)
        if self.review.has_verdicts:
            rows.words("looked at", text)
        again = tr("Watch the game again, step by step.")
        rows.put(LinkRow("replay", tr("Replay"), again, lambda: go_through(self.context, record)))

    def _put_player(self, rows: Rows, seat: Seat) -> None:
        name, worst = self.review.names[seat], self.review.worst(seat)
        if len(self.review.humans) > 1:
            rows.label(f"label {seat}", tr_label(name))
        if words := self._accuracy(seat):
            measure = measure_words(self.review.game.name) if seat == self.review.humans[0] else ""
            rows.put(ListRow(f"accuracy {seat}", words, measure))
        if self.review.is_over and (words := self.review.hints_taken(seat)):
            rows.words(f"hints {seat}", words)
        for mistake in worst:
            rows.put(MistakeRow(mistake, self._title(mistake), partial(self._show, mistake)))
        if not worst and self.review.is_over:
            rows.words(f"praise {seat}", self.review.verdict(seat))

    def _accuracy(self, seat: Seat) -> str:
        """Return how well a seat played, once every decision has been judged; empty where there is no measure."""
        cost = self.review.cost(seat) if self.review.is_over else None
        share = None if cost is None else accuracy_of(self.review.game.name, cost)
        if share is None:
            return ""
        yours, theirs = mark("Your accuracy: {accuracy} of 100"), mark("Accuracy of {name}: {accuracy} of 100")
        return tr_player(self.review.names[seat], yours, theirs, accuracy=round(share))

    def _title(self, mistake: Mistake) -> str:
        cost, decision = price(mistake.verdict.cost, self.review.game), mistake.decision
        if self.review.game.live:
            # Translators: {cost} is such as "7 points", {time} the clock of the game.
            return tr("{time}: gave away {cost}", time=decision.time, cost=cost)
        return tr("Turn {turn}: gave away {cost}", turn=decision.turn, cost=cost)

    def _show(self, mistake: Mistake) -> Transition:
        better = replace(mistake.verdict.better, reason=mistake.reason)
        return go_through(self.context, self.review.record, mistake.decision.step, better)


def measure_words(game: str) -> str:
    """Return what accuracies of a game are to be compared with; empty where nobody has measured it."""
    scale = scale_of(game)
    if scale is None:
        return ""
    # Translators: one of the bots' levels, and its accuracy.
    averages = [
        tr("{level} {accuracy}", level=level_words(name), accuracy=round(a)) for name, a in scale.levels.items()
    ]
    return tr(
        "Accuracy shows what decisions cost on average; 100 means nothing was lost. Judged on the "
        "same positions, the bots reach {averages}.",
        averages=listed(averages),
    )
