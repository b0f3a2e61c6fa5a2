"""A match by turns as the player at the screen sees and hears it, and the change from one player to the next."""

from __future__ import annotations

from typing import Any

from game.engine import Seat
from game.match import Match, SeenEvent, replay
from game.narration import tell
from scenes.manager import Push, Transition
from scenes.match.bots.asking import AskingScene
from scenes.match.handover import HandoverPage
from scenes.match.recap import RecapDialog, steps_since
from scenes.system.context import Context


class ViewerScene(AskingScene):
    """A match of which each player at the screen sees what is theirs to see."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.viewer: Seat | None = self._only_human()
        """Who looks at the screen; None: nobody who plays."""
        self.board.history = self._history
        self.message = self._last_words()

    def _only_human(self) -> Seat | None:
        return self.humans[0] if len(self.humans) == 1 else None

    @property
    def view(self) -> Any:
        return self.game.view(self.match.state, self.viewer)

    def hand_over(self, seat: Seat) -> None:
        """Show the table to another player at the screen."""
        self.viewer = seat
        self.match.look(frozenset((seat,)))
        self.board.end_turn()
        self._set_table()
        self.rebuild()

    def _set_table(self) -> None:
        """Place everything; a game that has not begun is dealt to whoever looks first."""
        waits_for_a_player = self.viewer is None and self.humans
        if self.match.record.entries or waits_for_a_player:
            self.board.sync(self.view)
        else:
            self.board.deal(self.view)

    def recap(self, seat: Seat) -> list[str]:
        """Return in words what happened since the seat's last turn; what it has done in its present one is left out."""
        since = steps_since(replay(self.match.record), seat, self.actor == seat)
        return [line for step in since for line in self._sentences(step.events)]

    def read_recap(self) -> Transition:
        """Tell the player at the screen what happened since their last turn."""
        seat = self.viewer
        return Push(RecapDialog(self.context, self.recap(seat))) if seat is not None else None

    def _history(self) -> list[Any]:
        events = (event for step in replay(self.match.record) for event in step.events)
        return [self.game.redact(event, self.viewer) for event in events]

    def _sentences(self, events: list[Any]) -> list[str]:
        return tell(self.game, self.board.notable(events), self.match.names)

    def _last_words(self) -> str:
        steps = replay(self.match.record)
        return " ".join(self._sentences(steps[-1][2])) if steps else ""

    # -- from one player to the next

    def _next_viewer(self, actor: Seat) -> Seat | None:
        """Return the player who takes the screen over now: the next human in turn order, if that is another."""
        if len(self.humans) < 2:
            return None
        seats = len(self.match.header.seats)
        order = ((actor + step) % seats for step in range(seats))
        seat = next((s for s in order if self.match.is_human(s) and not self.board.is_out(s)), None)
        return None if seat == self.viewer else seat

    def _change_viewer(self, seat: Seat) -> Transition:
        if not self.context.settings.curtain:
            self.hand_over(seat)
            return None
        self.board.end_turn()
        return Push(HandoverPage(self.context, self, seat))

    # -- what is told

    def _announced(self, seat: Seat, events: list[Any], seen: list[SeenEvent]) -> list[str]:
        """Return what is announced of an action."""
        is_own = seat == self.viewer
        if is_own and self.context.settings.announcements == "short":
            events = self.board.brief(events)
        return [*self._sentences(self.board.told(events)), *self.board.details(seen, is_own)]
