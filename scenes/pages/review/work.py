"""A review made in the bots' process, question after question, while a page lives."""

from __future__ import annotations

from topping_out.game.bots.review.review import ReviewResults
from topping_out.game.bots.worker import BotAnswer
from topping_out.game.language import tr
from topping_out.game.storage.history.accuracies import keep_costs
from topping_out.scenes.match.bots.questions import BotQuestions
from topping_out.scenes.system.context import Context


class ReviewWork:
    """Asks first for the chances at every point, then for what each decision cost, last why. Call `update` every frame.

    It goes on where a review stands, so that one page can begin it and another end it.
    """

    def __init__(self, context: Context, review: ReviewResults) -> None:
        self.context, self.review = context, review
        self.problem = ""
        """Why the record cannot be reviewed."""
        self._record = review.record.to_bytes()
        self._questions = BotQuestions(context, review.game.name)

    @property
    def is_under_way(self) -> bool:
        return not self.review.is_over and not self.problem

    def update(self) -> bool:
        """Take in what has been answered and ask the next question; tell whether there is something new."""
        self._questions.listen()
        answer = self._questions.fetch("review")
        if answer:
            self._take(answer)
            if self.review.is_over:
                review = self.review
                costs = {seat: cost for seat in review.humans if (cost := review.cost(seat)) is not None}
                if review.file and costs:
                    keep_costs(self.context.library.folder, review.file, costs)
        if self.is_under_way:
            self._ask()
        return answer is not None

    def forget(self) -> None:
        """Forget the question that is under way."""
        self._questions.forget()

    def _ask(self) -> None:
        review = self.review
        if review.total is None:
            self._questions.ask_review(self._record, None)
        elif len(review.curve) < len(review.points):
            self._questions.ask_review(self._record, len(review.curve), is_of_point=True)
        elif not review.is_judged:
            self._questions.ask_review(self._record, review.judged)
        else:
            self._questions.ask_review(self._record, None, mistake=review.unexplained)

    def _take(self, answer: BotAnswer) -> None:
        review = self.review
        if answer.failed:
            self.context.report(answer.failed)
        if review.total is None:
            if answer.failed:
                self.problem = tr("This game cannot be reviewed: {reason}", reason=answer.failed)
            else:
                review.total, review.points = answer.total, answer.points
        elif len(review.curve) < len(review.points):
            if answer.shares:
                self.review.curve.append([*answer.shares])
            else:  # without a curve the rest is as good
                self.review.points, self.review.curve = (), []
        elif not review.is_judged:
            review.take(answer.judgement)
        elif mistake := review.unexplained:
            review.explain(mistake, answer.why)
