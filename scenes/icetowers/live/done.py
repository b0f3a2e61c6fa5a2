"""The button by which a player with a mouse, or one who listens, says to be done (I7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.icetowers.actions import Done
from topping_out.game.language import tr, tr_context
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.icetowers.live.devices import TableDevices
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.widgets import Button, Rect


@dataclass(eq=False)
class DoneSwitch:
    """Switches "done" at one table; `listener` returns the player who plays by ear, if one does."""

    board: IceTowersBoard
    devices: TableDevices
    listener: Callable[[], Seat | None]
    submit: Callable[[Seat, Done], None]

    def _seats(self) -> list[Seat]:
        """Return whose button it is."""
        listener = self.listener()
        return self.devices.mouse_seats if listener is None else [listener]

    def toggle(self, seat: Seat | None = None) -> Transition:
        """Switch "done" for a seat; for the first one whose button it is, where none is given."""
        seat = next(iter(self._seats()), None) if seat is None else seat
        if seat is not None:
            self.submit(seat, Done(seat not in self.board.view.done))
        return None

    def buttons(self, place: Rect) -> list[Button]:
        """Return the button, if anybody has it; once all of them are done it says what it does then."""
        seats, done = self._seats(), self.board.view.done
        if not seats:
            return []
        label = tr("Look again") if set(seats) <= set(done) else tr_context("of a player", "Done")
        return [Button("done", label, self.toggle, primary=seats[0] not in done, size=16).placed(place)]
