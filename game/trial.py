"""Trials: what an action is certain to do, by the rules themselves, as far as the seat that would do it can know.

Tips, hints and spoken words tell of a trial, so that none of them works out a rule once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from topping_out.game.engine import Game, IllegalAction
from topping_out.game.text import reason_sentence

A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


UNDECIDED = -1
"""The seed of a partial state (see `Game.partial`), by which its rules know that they have none."""


class Open(Exception):
    """Raised by the rules in a partial state where only chance can decide."""


@dataclass(frozen=True, slots=True)
class Trial(Generic[A, E, V]):
    """An action that was done in a state in which all that its seat does not know is left open."""

    before: V
    action: A
    events: Sequence[E]
    """As the seat would see them: all up to the next choice, or those before chance decides."""
    after: V
    """What the seat would know after the last of the events. Cards that it draws are counted, but not named."""
    is_open: bool
    """Whether chance decides what comes after the events."""

    def first(self, *kinds: type[Any]) -> Any:
        """Return the first event of one of these types; None where there is none."""
        return next((event for event in self.events if isinstance(event, kinds)), None)


def why_not(game: Game[Any, A, Any, V], view: V, action: A) -> str:
    """Return why the rules refuse an action of the view's seat, as a sentence; "" if it is legal."""
    seat: int = view.seat  # type: ignore[attr-defined]
    try:
        game.check(game.partial(view), seat, action)
    except IllegalAction as refusal:
        return reason_sentence(str(refusal))
    return ""


def try_out(game: Game[Any, A, E, V], view: V, action: A) -> Trial[A, E, V]:
    """Return what a legal action of the view's seat would do. Raises NotImplementedError if a game has no `partial`."""
    seat: int = view.seat  # type: ignore[attr-defined]
    state = game.partial(view)
    log: list[E] = []
    is_open = False
    try:
        game.apply(state, seat, action, log)
    except Open:
        is_open = True
    return Trial(view, action, [game.redact(event, seat) for event in log], game.view(state, seat), is_open)
