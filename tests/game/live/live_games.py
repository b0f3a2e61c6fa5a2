"""Live games between bots with freely chosen names and hands, including old bots."""

from collections.abc import Mapping

from topping_out.game.bots.live import play_live, profile_named
from topping_out.game.engine import Seat
from topping_out.game.live import LiveBot
from topping_out.game.match import Match
from topping_out.game.record import Header


def play_as(header: Header, names: Mapping[Seat, str], hands: Mapping[Seat, str]) -> Match:
    """Play a game of bots to its end. For each seat, one bot decides and the hand may be another bot's."""
    bots = {seat: LiveBot(name, profile_named(header.game, hands[seat])) for seat, name in names.items()}
    return play_live(header, bots=bots)
