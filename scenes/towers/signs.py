"""The seats as tucked cards and short lines show them: each by its colour, and its face or initials."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import tr_label
from topping_out.game.record import Player
from topping_out.game.towers.state import View
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import SeatSign, seat_sign
from topping_out.scenes.kit.theme import Colour
from topping_out.scenes.towers.art.lines import LinePart


class SeatSigns:
    def __init__(self, players: Sequence[Player], view: View) -> None:
        self.players, self.view = players, view
        self.names = [player.name for player in players]

    def name(self, seat: Seat) -> str:
        return tr_label(self.players[seat].name)

    def colour(self, kit: Kit, seat: Seat) -> Colour:
        return kit.theme.seats[self.players[seat].colour]

    def sign(self, seat: Seat) -> SeatSign:
        return seat_sign(self.players, seat)

    def sign_of(self, seat: Seat | None) -> SeatSign | None:
        """Return an owner's sign; None: nobody's."""
        return None if seat is None else self.sign(seat)

    def parts(self, parts: Iterable[tuple[Seat | None, str]]) -> tuple[LinePart, ...]:
        """Return the parts of a line, each with the sign of the seat that it speaks of."""
        return tuple((self.sign_of(seat), words) for seat, words in parts)
