"""A record played through: what each player could have decided at each step, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from topping_out.game.engine import Advice, Seat, sentences_of
from topping_out.game.match import replay
from topping_out.game.record import Record, names_of, seated, start_state
from topping_out.game.registry import load
from topping_out.game.text import clock_text, paragraph


@dataclass(frozen=True, slots=True)
class Decision:
    """A human's action that stands, and what the player knew and could do at that moment."""

    step: int
    """How many effective entries of the record lie before it."""
    turn: int
    """In which turn it was, from 1; in a live game 0."""
    time: str
    """What the clock of a live game showed; else empty."""
    seat: Seat
    view: Any
    actions: Sequence[Any]
    played: Any
    moment: int
    """For the seed of whoever judges it (see `bot_seed`)."""


class Timeline:
    """A record played through once: what was to be decided at each step, and what came of it."""

    def __init__(self, record: Record) -> None:
        """Take up a record. Raises RecordError where it does not fit the rules."""
        self.record, self.game = record, load(record.header.game)
        self.steps = replay(record)

    def names_at(self, step: int) -> list[str]:
        """Return who sat at the table when so many entries had been played."""
        return names_of(seated(self.record.header, step))

    @property
    def is_over(self) -> bool:
        """Whether the record goes to the end of the game, so that nothing of it is secret any more."""
        return bool(self.steps) and self.game.outcome(self.steps[-1].state) is not None

    @cached_property
    def turns(self) -> list[int]:
        """The turn in which each entry was played, from 1."""
        return self.game.number_turns([step.entry.seat for step in self.steps])

    def decision(self, step: int) -> Decision | None:
        """Return what was decided after so many entries; None at the end, and where only time passed."""
        if step >= len(self.steps):
            return None
        entry, action, *_ = self.steps[step]
        if action is None or entry.seat is None:
            return None
        state = self.state_before(step)
        turn, time = (0, clock_text(entry.ms).strip()) if self.game.live else (self.turns[step], "")
        moment = entry.ms if self.game.live else step
        view, actions = self.game.view(state, entry.seat), self.game.actions(state, entry.seat)
        return Decision(step, turn, time, entry.seat, view, actions, action, moment)

    def line(self, decision: Decision) -> list[Any]:
        """Return what was decided, and what the seat did right after, if that was in the same turn."""
        later = filter(None, map(self.decision, range(decision.step + 1, len(self.steps))))
        then = next((one for one in later if one.seat == decision.seat), None)
        return [decision.played, *([then.played] if then and then.turn == decision.turn else [])]

    def state_before(self, step: int) -> Any:
        """Return the state in which an entry was played, with the time that had passed since the one before."""
        state = self.steps[step - 1].state.copy() if step else start_state(self.record.header)
        self.game.tick(state, self.steps[step].entry.ms)
        return state

    def words_of(self, decision: Decision, *actions: Any) -> str:
        """Return in sentences what actions that follow on each other did: of each the first thing that is told."""
        state, sentences = self.state_before(decision.step), []
        names = self.names_at(decision.step)
        for action in actions:
            events: list[Any] = []
            self.game.apply(state, decision.seat, action, events)
            shown = (self.game.redact(event, decision.seat) for event in events)
            own = self.game.describe_action(decision.seat, action, names)
            sentences.append(own or next(iter(sentences_of(self.game, shown, names)), ""))
        return paragraph(sentences)

    def words_of_advice(self, decision: Decision, advice: Advice[Any]) -> str:
        """Return in sentences what a bot would have done, and what right after."""
        return self.words_of(decision, *filter(None, (advice.action, advice.then)))
