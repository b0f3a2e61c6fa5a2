"""What the master would have done at the steps of a finished game."""

from __future__ import annotations

from typing import Any

from topping_out.game.bots.review.timeline import Decision, Timeline
from topping_out.game.engine import Advice
from topping_out.game.language import tr
from topping_out.game.text import paragraph, sentence
from topping_out.scenes.match.bots.questions import BotQuestions
from topping_out.scenes.system.context import Context


class MasterOpinion:
    """Asks the strongest bot, which sees what whoever acts next saw; remembers its answers by step.

    It tells nothing of a game that is not over: its reasons may speak of cards that are still hidden.
    """

    def __init__(self, context: Context, timeline: Timeline) -> None:
        self.timeline = timeline
        self._asking = BotQuestions(context, timeline.game.name)
        self._asked: Decision | None = None
        self._advice: dict[int, Advice[Any]] = {}
        self._words: dict[int, str] = {}

    @property
    def is_thinking(self) -> bool:
        return self._asking.is_asked("advise")

    def decision(self, step: int) -> Decision | None:
        """Return what was to be decided at a step, if it may be talked about."""
        decision = self.timeline.decision(step) if self.timeline.is_over else None
        return decision if decision and decision.actions else None

    def advice(self, step: int) -> Advice[Any] | None:
        """Return what the master would have done at a step; None if it was not asked, or would have done nothing."""
        return self._advice.get(step)

    def words(self, step: int) -> str:
        """Return what the master has to say about a step, if it has been asked."""
        return self._words.get(step, "")

    def ask(self, step: int) -> None:
        """Have the master look at a step, unless it has said already what it thinks of it."""
        decision = self.decision(step)
        if decision and step not in self._words:
            self._asked = decision
            level = self.timeline.game.levels[-1]
            name = self.timeline.names_at(decision.step)[decision.seat]
            self._asking.ask("advise", level, decision.view, decision.actions, decision.moment, name)

    def drop(self) -> None:
        """Forget the question that is under way."""
        self._asking.forget()

    def listen(self) -> bool:
        """Take in the answer; tell whether it has come just now."""
        self._asking.listen()
        answer = self._asking.fetch("advise")
        if answer is None or self._asked is None or not answer.is_final:  # only the master's own opinion is told
            return False
        if answer.failed or answer.action is None:
            self._words[self._asked.step] = answer.failed or tr("The master would have waited.")
        else:
            self.note(self._asked, Advice(answer.action, answer.reason, answer.then))
        return True

    def note(self, decision: Decision, advice: Advice[Any]) -> None:
        """Remember what the master thinks of a decision."""
        self._advice[decision.step] = advice
        told = self.timeline.words_of_advice(decision, advice)
        same = tr("The master would have done the same.") if advice.action == decision.played else ""
        self._words[decision.step] = paragraph([told, sentence(advice.reason), same])
