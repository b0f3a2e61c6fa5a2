"""The end of a match on its table: what follows step by step, and what a player was just pressing does not count."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import cached_property
from typing import Any

from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Push, Scene, Transition
from topping_out.scenes.ui.page import Page

JUST_OVER = 1500.0
"""Milliseconds after the end of a game, and after its count or its results have come."""
IDLE_VERBS = frozenset(
    (
        Verb.POINT, Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN, Verb.NEXT, Verb.PREVIOUS, Verb.FIRST, Verb.LAST,
        Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP, Verb.FIND, Verb.FOCUS, Verb.ASK_TURN, Verb.ASK_SCORES, Verb.ASK_HAND,
        Verb.ASK_TABLE, Verb.ASK_AGAIN, Verb.ASK_EARLIER, Verb.ASK_LATER,
    )
)  # fmt: skip
"""What does nothing but move about and ask: that counts at any time."""


class JustOver:
    """Tells of each intent on a page whether it comes too soon after an end."""

    def __init__(self) -> None:
        self._left = JUST_OVER

    @property
    def is_past(self) -> bool:
        return self._left <= 0

    def update(self, ms: float) -> None:
        self._left -= ms

    def finish(self) -> None:
        """Let everything count from now on."""
        self._left = 0.0

    def ignores(self, intent: Intent, page: Page) -> bool:
        """Tell whether an intent does not count yet. A screen reader names what it means: that counts at once."""
        if intent.verb is Verb.FOCUS and page.find(intent.text):
            self.finish()
        return not self.is_past and intent.verb not in IDLE_VERBS


Steps = Generator[None, float, Transition]
"""Goes on with each frame, which sends its milliseconds; returns what comes after the table."""


class Ending:
    """Begins when the match is over; at first nothing counts that a player was just pressing."""

    def __init__(self, steps: Callable[[], Steps], make_results: Callable[[], Scene]) -> None:
        self._begin, self._make_results = steps, make_results
        self._steps: Steps | None = None
        self._just_over = JustOver()
        self._is_past = False
        """Whether what follows has been shown."""

    @property
    def is_under_way(self) -> bool:
        return self._steps is not None and not self._is_past

    def go_on(self, ms: float) -> Transition:
        """Go on with the next step, or begin."""
        if self._is_past:
            return None
        try:
            if self._steps is None:
                self._steps = self._begin()
                next(self._steps)
            else:
                self._steps.send(ms)
        except StopIteration as end:
            self.finish()
            transition: Transition = end.value
            return transition
        return None

    def update(self, ms: float) -> None:
        """Let `ms` milliseconds pass, whether or not something still moves."""
        if self._steps:
            self._just_over.update(ms)

    def ignores(self, intent: Intent, page: Page) -> bool:
        """Tell whether an intent on the table does not count, or not yet."""
        return self._steps is not None and self._just_over.ignores(intent, page)

    @cached_property
    def results(self) -> Any:
        """The page of the results; the same one however often it is opened."""
        return self._make_results()

    def show_results(self) -> Transition:
        self.finish()
        return Push(self.results)

    def finish(self) -> None:
        """Leave the rest out: what follows has a moment of its own in which nothing counts."""
        self._is_past = True
        self._just_over.finish()
