"""Where a replay stands: what shows after so many steps of a game, and what happens at the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.engine import Seat
from topping_out.game.match import SeenEvent, watch_entry
from topping_out.game.record import start_state

PAUSE = 700.0
"""Milliseconds between two steps that play by themselves, at normal speed."""
LONGEST_PAUSE = 2000.0
"""Of a live game, whose steps come as they came; nobody watches for longer that nothing happens."""


class Playback:
    """The steps of a game, seen by whoever acts next; their hand lies open."""

    def __init__(self, timeline: Timeline, at_step: int) -> None:
        self.timeline, self.game, self.steps = timeline, timeline.game, timeline.steps
        self.states: list[Any] = [start_state(timeline.record.header), *(step[3] for step in self.steps)]
        self.at_step = at_step

    @property
    def is_at_end(self) -> bool:
        return self.at_step == len(self.steps)

    @property
    def share(self) -> float:
        """How much of the game has been shown, from 0 to 1."""
        return self.at_step / max(1, len(self.steps))

    @property
    def viewer(self) -> Seat | None:
        """Whoever acts next; at the end, whoever acted last."""
        if not self.steps:
            return None
        return self.steps[min(self.at_step, len(self.steps) - 1)][0].seat

    @property
    def view(self) -> Any:
        return self.game.view(self.states[self.at_step], self.viewer)

    def history(self) -> list[Any]:
        """Return every event so far, as the viewer may see it."""
        events = (event for step in self.steps[: self.at_step] for event in step.events)
        return [self.game.redact(event, self.viewer) for event in events]

    @property
    def events(self) -> Sequence[Any]:
        """What happened at the last step."""
        return self.steps[self.at_step - 1][2] if self.at_step else ()

    def go_to(self, step: int) -> None:
        self.at_step = max(0, min(len(self.steps), step))

    def forward(self) -> list[SeenEvent]:
        """Go on by a step, and return what is seen of it."""
        entry = self.steps[self.at_step][0]
        seen = watch_entry(self.game, self.states[self.at_step], entry, self.viewer)
        self.at_step += 1
        return seen

    @property
    def pause(self) -> float:
        """How long to wait before the next step, in milliseconds: in a live game, as long as the players took."""
        if not self.game.live or not 0 < self.at_step < len(self.steps):
            return PAUSE
        before, after = (self.steps[step][0].ms for step in (self.at_step - 1, self.at_step))
        return min(LONGEST_PAUSE, float(after - before))

    @property
    def can_play_on(self) -> bool:
        """Whether a game can go on from here: nothing of the old one is secret, and it was not over."""
        return self.timeline.is_over and self.at_step > 0 and not self.game.outcome(self.states[self.at_step])
