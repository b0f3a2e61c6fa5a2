"""What the players at a live table play with, and the cursors that go with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topping_out.game.engine import Seat
from topping_out.game.icetowers.state import View
from topping_out.game.language import mark, tr, tr_player
from topping_out.scenes import routes
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES, MOUSE
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.icetowers.cursors.keys import KeyCursor
from topping_out.scenes.icetowers.cursors.mouse import MouseCursor
from topping_out.scenes.icetowers.cursors.side_by_side import side_by_side
from topping_out.scenes.icetowers.live.handicap import Handicap
from topping_out.scenes.manager import Push, Replace, Transition
from topping_out.scenes.match.seats.player_devices import remember, seat_humans
from topping_out.scenes.match.seats.players import humans_of
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice


class TableDevices:
    """The devices of one table; `seating`: seat to the id of its player's device."""

    def __init__(self, context: Context, board: IceTowersBoard, seating: Mapping[Seat, str] | None = None) -> None:
        """Give each player the device named, else that of the set-up, else a free one."""
        self.context, self.board = context, board
        self.seating = dict(seating or seat_humans(context, board.header))
        self.handicap = Handicap()
        self._set_handicap()

    def assign(self, is_by_focus: bool) -> None:
        """Have the devices play. `is_by_focus`: the keys lead the focus, and no cursor."""
        self._set_handicap()
        labels = {device.id: device.label for device in self.context.devices.available()}
        freed = KEYBOARD_HALVES if is_by_focus else ()
        self.context.devices.assign({seat: id for seat, id in self.seating.items() if id not in freed})
        for seat, id in self.seating.items():
            kind = MouseCursor if id.startswith(MOUSE) else KeyCursor
            if not isinstance(self.board.cursors.get(seat), kind):
                kit, seats = self.context.kit, len(self.board.header.seats)
                self.board.cursors[seat] = kind(seat, (kit.width * (seat + 1) / (seats + 1), kit.height / 2))
            self.board.labels[seat] = labels.get(id) or tr("no device")
            self.board.key_signs[seat] = {} if is_by_focus else self.context.devices.signs(id)

    def _set_handicap(self) -> None:
        """Even the devices out, unless time stands still while a player chooses: then nobody is in a hurry."""
        is_hurried = not self.board.header.options.get("paused_time")
        self.handicap.set_devices(self.seating, self.context.settings.even_hands and is_hurried)

    def follow(self, view: View, ms: float) -> None:
        """Have every cursor follow the changes on the table, and show where it is and how long it still rests."""
        board = self.board
        for seat, cursor in board.cursors.items():
            cursor.look(view, board.layout)
            board.rests[seat] = self.handicap.left(seat, ms)
        places = {seat: (cursor.x, cursor.y) for seat, cursor in board.cursors.items()}
        by_keys = {seat: place for seat, place in places.items() if isinstance(board.cursors[seat], KeyCursor)}
        shown, board.at_left = side_by_side(by_keys)
        board.positions = places | shown

    @property
    def without(self) -> list[Seat]:
        """The players whose device is not there, or who have none."""
        there = self.context.devices.there
        return [seat for seat in humans_of(self.board.header) if self.seating.get(seat) not in there]

    @property
    def mouse_seats(self) -> list[Seat]:
        """The seats that a mouse plays for."""
        return [seat for seat, cursor in self.board.cursors.items() if isinstance(cursor, MouseCursor)]

    def change(self) -> Transition:
        """Let the players choose anew what they play with."""
        header = self.board.header
        humans = humans_of(header)
        names = [header.seats[seat].name for seat in humans]
        assigned = [self.seating.get(seat, "") for seat in humans]
        return Push(routes.DEVICES(self.context, names, assigned, self._take))

    def _take(self, devices: Sequence[str]) -> None:
        header = self.board.header
        self.seating = {seat: id for seat, id in zip(humans_of(header), devices) if id}
        remember(self.context, header.game, devices)

    def notice(self) -> Notice:
        """Return a page that says that the game cannot go on without a player's device; it goes when that is back."""
        words = (
            mark("You have nothing to play with: plug in a mouse or a gamepad, or choose another device."),
            mark("{name} has nothing to play with: plug in a mouse or a gamepad, or choose another device."),
        )
        text = tr_player(self.board.header.seats[self.without[0]].name, *words)
        answers = ((tr("Switch controllers"), self.change), (tr("Leave"), lambda: Replace(routes.TITLE(self.context))))
        return Notice(self.context, tr("The game waits"), text, answers, until=lambda: not self.without)
