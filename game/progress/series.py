"""A series: games of the same players, won by whoever is the first to win most of them.

The header of each game tells how many games the series is of, and how many each player had won before; nothing else
keeps it. A game that is won by nobody alone counts for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from topping_out.game.engine import Outcome, Seat
from topping_out.game.record import Header, Occasion, Player


def begun(header: Header) -> Header:
    """Return a header as the first game of a series."""
    return _with(header, 3, ())


def best_of(header: Header) -> Literal[0, 3]:
    """Return how many games the series is of; 0 for a game by itself."""
    return header.occasion.best_of if header.occasion else 0


def needed(header: Header) -> int:
    """Return how many games win the series."""
    return best_of(header) // 2 + 1


def wins(header: Header, outcome: Outcome | None = None) -> tuple[int, ...]:
    """Return how many games each seat has won, with this one where its outcome is given; () for a game by itself."""
    if not header.occasion or not best_of(header):
        return ()
    before = dict(enumerate(header.occasion.won))
    won = outcome.winners if outcome and len(outcome.winners) == 1 else ()
    return tuple(before.get(seat, 0) + (seat in won) for seat in range(len(header.seats)))


def champion(header: Header, outcome: Outcome | None) -> Seat | None:
    """Return who wins the series with this game, if anybody does."""
    return next((seat for seat, won in enumerate(wins(header, outcome)) if won >= needed(header)), None)


def after(header: Header, outcome: Outcome) -> Header:
    """Return this header as it goes into the next game; after the last one a new series of the same length begins."""
    if not best_of(header):
        return header
    if champion(header, outcome) is not None:
        return begun(header)
    return _with(header, best_of(header), wins(header, outcome))


def _with(header: Header, games: Literal[0, 3], won: tuple[int, ...]) -> Header:
    """Return a header as a game of a series; it stays in its district of the city."""
    old = header.occasion or Occasion()
    occasion = Occasion(best_of=games, won=won, district=old.district, stage=old.stage)
    return msgspec.structs.replace(header, occasion=occasion)


def occasion_for(header: Header, players: Iterable[Player]) -> Occasion | msgspec.UnsetType:
    """Return the series of a header for players who may sit elsewhere: games won go with the name."""
    if not best_of(header):
        return msgspec.UNSET
    won = dict(zip((player.name for player in header.seats), wins(header)))
    return Occasion(best_of=best_of(header), won=tuple(won.get(player.name, 0) for player in players))
