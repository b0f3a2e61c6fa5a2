"""The review after a game: which decisions of each human cost most, and what was better."""

from __future__ import annotations

from game.bots.review import Mistake, ReviewResults, praise, price
from game.bots.worker import BotAnswer
from game.engine import Seat
from game.language import mark, tr, tr_count, tr_label
from scenes.accessibility.semantics import Role, Semantics
from scenes.kit.kit import Kit
from scenes.kit.stage import Stage
from scenes.manager import Transition
from scenes.match.bots.questions import BotQuestions
from scenes.pages.waiting import go_through
from scenes.system.context import Context
from scenes.ui.column import ColumnLayout, ColumnPage, LinkRow, Paragraph
from scenes.ui.widgets import Press, Rect, Widget, arrow


class MistakeRow(Widget):
    """A decision that cost something: when and how much, what was played, what was better; pressed, it is shown."""

    radius = 8.0

    def __init__(self, mistake: Mistake, title: str, press: Press) -> None:
        super().__init__(f"show {mistake.decision.seat} {mistake.decision.step}", Rect(0, 0, 0, 0), press)
        self.title, self.label = title, tr("Show")
        better = " ".join(filter(None, (mistake.better, mistake.verdict.better.reason)))
        played = mistake.played or f"{mistake.decision.played}."
        self.parts = ((tr("Played"), played), (tr("Better"), better))

    def semantics(self) -> Semantics:
        parts = [*(f"{head}: {words}" for head, words in self.parts), tr("Show it on the table.")]
        return Semantics(Role.BUTTON, self.title, description=" ".join(parts))

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height that the words need in a column of that width."""
        return (28 + 20 * len(self._lines(kit, width))) * kit.text_scale + 24

    def _lines(self, kit: Kit, width: float) -> list[tuple[str, str]]:
        """Return (head, words) of each line; a head only where it begins."""
        room = width - 56 - self._head(kit) - self._door(kit)
        lines = []
        for head, words in self.parts:
            for number, line in enumerate(kit.wrap(words, room, 15)):
                lines.append(("" if number else head, line))
        return lines

    def _head(self, kit: Kit) -> float:
        return max(kit.text_size(head, 15, "bold")[0] for head, _ in self.parts) + 14

    def _door(self, kit: Kit) -> float:
        return kit.text_size(self.label, 16, "head")[0] + 26

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r, text = kit.theme, self.rect, kit.text_scale
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.mist if hovered else theme.rim, 1, 8), r.x, r.y)
        stage.blit(kit.text(self.title, 17, "bold", theme.bad), r.x + 18, r.y + 10)
        top = r.y + 12 + 28 * text
        for number, (head, line) in enumerate(self._lines(kit, r.w)):
            y = top + 20 * number * text
            if head:
                stage.blit(kit.text(head, 15, "bold", theme.brass), r.x + 18, y)
            stage.blit(kit.text(line, 15), r.x + 18 + self._head(kit), y)
        ink = theme.paper if hovered else theme.brass
        sign = kit.text(self.label, 16, "head", ink)
        width = kit.size_of(sign)[0]
        stage.blit_centred(sign, r.right - 38 - width / 2, r.centery + kit.lift("head", 16))
        stage.blit_centred(arrow(kit, 1, 12, ink), r.right - 22, r.centery)


class Progress(Widget):
    """How far the review has come."""

    def __init__(self, done: int, total: int | None) -> None:
        """`total` is None while the record is still gone through."""
        super().__init__("progress", Rect(0, 0, 0, 0))
        self.is_focusable = False
        self.done, self.total = done, total
        self.words = tr("The master is going through the game")
        if total:
            self.words = tr("The master is looking at decision {number} of {total}", number=done + 1, total=total)

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.words)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.text(kit.fit(self.words, r.w - 8, 15), 15, "body", theme.mist), r.x + 4, r.y)
        stage.blit(kit.plate(r.w, 8, theme.rim, theme.rim, 1, 4), r.x, r.bottom - 12)
        if self.done and self.total:
            share = r.w * self.done / self.total
            stage.blit(kit.plate(share, 8, theme.brass, theme.brass, 1, 4), r.x, r.bottom - 12)


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
        self._record = review.record.to_bytes()
        self._problem = ""
        """Why the record cannot be reviewed."""
        self.questions = BotQuestions(context, review.game.name)

    # -- judging

    def enter(self) -> None:
        self.questions.forget()  # what was asked before something covered this page, nobody has heard
        super().enter()

    def leave(self) -> None:
        self.context.worker.cancel()

    def update(self, ms: float) -> Transition:
        self.questions.listen()
        if answer := self.questions.fetch("review"):
            self._take(answer)
        if self._is_under_way:
            self.questions.ask_review(self._record, None if self.review.total is None else self.review.judged)
        return super().update(ms)

    @property
    def _is_under_way(self) -> bool:
        return not self.review.is_over and not self._problem

    def _take(self, answer: BotAnswer) -> None:
        if answer.failed:
            self.context.report(answer.failed)
        if self.review.total is not None:
            self.review.take(answer.mistake)
        elif answer.failed:
            self._problem = tr("This game cannot be reviewed: {reason}", reason=answer.failed)
        else:
            self.review.total = answer.total
        if self.review.is_over:
            self.context.announcer.say(tr("The master has looked at every decision."))
        self.rebuild()

    @property
    def at_rest(self) -> bool:
        return not self._is_under_way and super().at_rest

    # -- the page

    def column(self, width: float) -> list[Widget]:
        stack = ColumnLayout(self.kit, width)
        if self._problem:
            stack.words(Paragraph("problem", self._problem))
            return stack.widgets
        if self._is_under_way:
            stack.put(Progress(self.review.judged, self.review.total), 16 + 22 * self.kit.text_scale)
        for seat in self.review.humans:
            self._put_player(stack, seat)
        if self.review.is_over and not any(map(self.review.worst, self.review.humans)):
            self._put_clean(stack)
        return stack.widgets

    def _put_clean(self, stack: ColumnLayout) -> None:
        """Show what is left to see where there is no mistake: how much was looked at, and the way to the replay."""
        number, record = self.review.judged, self.review.record
        text = tr_count("The master looked at {number} decision.", "The master looked at {number} decisions.", number)
        stack.words(Paragraph("looked at", text))
        again = tr("Watch the game again, step by step.")
        stack.row(LinkRow("replay", tr("Replay"), again, lambda: go_through(self.context, record)))

    def _put_player(self, stack: ColumnLayout, seat: Seat) -> None:
        name, worst = self.review.names[seat], self.review.worst(seat)
        if len(self.review.humans) > 1:
            stack.label(f"label {seat}", tr_label(name))
        for mistake in worst:
            row = MistakeRow(mistake, self._title(mistake), lambda mistake=mistake: self._show(mistake))  # type: ignore[misc]
            stack.put(row, row.height_for(self.kit, stack.width))
        if not worst and self.review.is_over:
            stack.words(Paragraph(f"praise {seat}", praise(name)))

    def _title(self, mistake: Mistake) -> str:
        cost, decision = price(mistake.verdict.cost, self.review.game), mistake.decision
        if self.review.game.live:
            # Translators: {cost} is such as "7 points", {time} the clock of the game.
            return tr("{time}: gave away {cost}", time=decision.time, cost=cost)
        return tr("Turn {turn}: gave away {cost}", turn=decision.turn, cost=cost)

    def _show(self, mistake: Mistake) -> Transition:
        step = mistake.decision.step
        return go_through(self.context, self.review.record, step, mistake.verdict.better)
