"""The moment after an end, in which nothing counts that a player was just pressing."""

from __future__ import annotations

from topping_out.scenes.devices.intents import Intent, Verb
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
