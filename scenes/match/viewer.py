"""A match by turns as the player at the screen sees and hears it, and the change from one player to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topping_out.game.engine import Seat
from topping_out.game.language import tr_context
from topping_out.game.match import Match, SeenEvent
from topping_out.game.narration import tell
from topping_out.game.record import fold
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.bots.asking import AskingScene
from topping_out.scenes.match.handover import LONGEST_FRAME, HandoverPage
from topping_out.scenes.match.recap import RecapDialog, last_turn, steps_since
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Button

LOOK = 500.0
"""Milliseconds for which a player at least sees what their turn has brought before they can be done with it."""


class ViewerScene(AskingScene):
    """A match of which each player at the screen sees what is theirs to see."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.viewer: Seat | None = self._only_human()
        """Who looks at the screen; None: nobody who plays."""
        self._look: float | None = None
        """Set while a player looks at what their turn has brought: the milliseconds before they can be done with it."""
        self.board.history = self._history
        self.message = self._last_words()

    def _only_human(self) -> Seat | None:
        return self.humans[0] if len(self.humans) == 1 else None

    @property
    def view(self) -> Any:
        return self.game.view(self.match.state, self.viewer)

    def hand_over(self, seat: Seat) -> None:
        """Show the table to another player at the screen."""
        self.viewer, self._look = seat, None
        self.match.look(frozenset((seat,)))
        self.board.end_turn()
        self._set_table()
        if len(self.humans) > 1:
            self.board.mark_new(self._hand_before(seat))
        self.rebuild()

    def _hand_before(self, seat: Seat) -> Sequence[int]:
        """Return the cards that a seat held when its last turn began; those it holds now, if it has had none."""
        begin, end, _ = last_turn(self.match.steps, seat, self.actor == seat)
        state = fold(self.match.record, begin) if end else self.match.state
        hand: Sequence[int] = getattr(self.game.view(state, seat), "hand", ())
        return hand

    def _set_table(self) -> None:
        """Place everything; a game that has not begun is dealt to whoever looks first."""
        waits_for_a_player = self.viewer is None and self.humans
        if self.match.record.entries or waits_for_a_player:
            self.board.sync(self.view)
        else:
            self.board.deal(self.view)

    def recap(self, seat: Seat) -> list[str]:
        """Return in words what happened since the seat's last turn; what it has done in its present one is left out."""
        since = steps_since(self.match.steps, seat, self.actor == seat)
        return [line for step in since for line in self._sentences(step.events)]

    def read_recap(self) -> Transition:
        """Tell the player at the screen what happened since their last turn."""
        seat = self.viewer
        return Push(RecapDialog(self.context, self.recap(seat))) if seat is not None else None

    def _history(self) -> list[Any]:
        events = (event for step in self.match.steps for event in step.events)
        return [self.game.redact(event, self.viewer) for event in events]

    def _sentences(self, events: list[Any]) -> list[str]:
        return tell(self.game, self.board.notable(events), self.match.names)

    def _last_words(self) -> str:
        steps = self.match.steps
        return " ".join(self._sentences(steps[-1].events)) if steps else ""

    def undo(self) -> Transition:
        """Take the last action back."""
        raise NotImplementedError

    # -- from one player to the next

    def _next_viewer(self, actor: Seat) -> Seat | None:
        """Return the player who takes the screen over now: the next human in turn order, if that is another."""
        if len(self.humans) < 2:
            return None
        seats = len(self.match.header.seats)
        order = ((actor + step) % seats for step in range(seats))
        seat = next((s for s in order if self.match.is_human(s) and not self.board.is_out(s)), None)
        return None if seat == self.viewer else seat

    @property
    def has_curtain(self) -> bool:
        """Whether a curtain comes between one player at the screen and the next."""
        return self.context.settings.curtain

    def _change_viewer(self, seat: Seat) -> Transition:
        if not self.has_curtain:
            self.hand_over(seat)
            return None
        self.board.end_turn()
        return Push(HandoverPage(self.context, self, seat))

    # -- the end of a turn, before the curtain

    @property
    def is_looking(self) -> bool:
        """Whether the player looks at what their turn has brought, before another takes the screen over."""
        return self._look is not None

    @property
    def may_be_done(self) -> bool:
        """Whether the player has had time to look."""
        return self._look is None or self._look <= 0

    def _let_look(self, ms: float) -> None:
        """Let the player look until they are done; then the curtain comes."""
        if self._look is None:
            self._look, self.focus = LOOK, "done"
            self.context.announcer.say(self.describe_turn())
        elif not self.may_be_done:
            self._look -= min(ms, LONGEST_FRAME)
        else:
            return
        self.rebuild()

    def done(self) -> Transition:
        """Hand the screen over to the next player."""
        seat = self._next_viewer(self.actor) if self.actor is not None and self.may_be_done else None
        return self._change_viewer(seat) if seat is not None else None

    def done_button(self) -> Button:
        """Return the main button at a turn's end; its key is not the one that has drawn a card."""
        label, key = tr_context("of a player", "Done"), self.key(Verb.CONFIRM)
        return Button("done", label, self.done, key=key, primary=self.may_be_done, size=17).placed(
            self.board.main_place
        )

    # -- what is told

    def _announced(self, seat: Seat, events: list[Any], seen: list[SeenEvent]) -> list[str]:
        """Return what is announced of an action."""
        is_own = seat == self.viewer
        if is_own and self.context.settings.announcements == "short":
            events = self.board.brief(events)
        return [*self._sentences(self.board.told(events)), *self.board.details(seen, is_own)]
