"""Who plays at the screen, and how they are spoken to."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.language import YOU, tr
from topping_out.game.match import Match
from topping_out.game.record import Header


def humans_of(header: Header) -> list[Seat]:
    return [seat for seat, player in enumerate(header.seats) if player.is_human]


def is_readers(match: Match, seat: Seat) -> bool:
    """Tell whether a seat is the reader's: the only player at the screen, or whoever goes by no other name."""
    return match.names[seat] == YOU or humans_of(match.header) == [seat]


def turn_words(match: Match, seat: Seat) -> str:
    """Return in words that it is a seat's turn."""
    return tr("Your turn.") if is_readers(match, seat) else tr("It's {name}'s turn.", name=match.names[seat])
