"""The change from one player at the screen to the next: a last look, then a curtain over the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.course.handover import HandoverPage
from topping_out.scenes.match.saying.narrator import Narrator
from topping_out.scenes.match.seats.viewer import Viewer
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Press


@dataclass(eq=False)
class Curtain:
    """Hands one table from player to player; without a curtain (a setting) at once."""

    context: Context
    board: Board
    viewer: Viewer
    narrator: Narrator
    undo: Press
    pause: Press
    """What the page over the table offers: see there."""
    show: Callable[[str], None]
    """Lays the table out anew, with the focus on the widget of that name, if one is named."""

    @property
    def words(self) -> str:
        """What a player is told who looks at what their turn has brought."""
        key = self.context.devices.label(Verb.CONFIRM)
        return tr("Your turn is over. Look at your cards, then press {key}.", key=key)

    def fall_after_look(self, seat: Seat, ms: float) -> Transition:
        """Let the player look at what their turn has brought until they are done; then another may come."""
        viewer = self.viewer
        if viewer.seat is None or not self.context.settings.curtain:
            return self.fall(seat)
        if not viewer.is_looking:
            viewer.begin_look()
            self.context.announcer.say(self.words)
            self.show("done")
        elif not viewer.may_be_done:
            viewer.look_on(ms)
            self.show("")
        return None

    def done(self) -> Transition:
        """The player has looked: let the next one come."""
        seat = self.viewer.next(self.board) if self.viewer.may_be_done else None
        return self.fall(seat) if seat is not None else None

    def fall(self, seat: Seat) -> Transition:
        """Cover the table until another player is there."""
        if not self.context.settings.curtain:
            is_first = self.viewer.seat is None
            self.hand_over(seat)
            if not is_first:
                self.viewer.come_at_once()
            return None
        self.board.end_turn()
        recap, match = self.narrator.recap(seat), self.viewer.match
        return Push(HandoverPage(self.context, match, seat, recap, self.hand_over, self.undo, self.pause))

    def hand_over(self, seat: Seat) -> None:
        """Show the table to another player."""
        self.viewer.take_over(seat)
        self.board.end_turn()
        self.viewer.set_table(self.board)
        if len(self.viewer.humans) > 1:
            self.board.mark_new(self.viewer.hand_before(seat))
        self.show("")
