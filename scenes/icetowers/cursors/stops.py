"""Where the cursor of keys stops: at what its player can do something with."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.state import Phase, View
from topping_out.game.icetowers.table import Tower


def stops(view: View, seat: Seat) -> list[Tower]:
    """Return the towers between which the cursor goes; all of them where there is nothing to do for the player.

    With a piece in hand these are the towers that it may cap, before play the player's own pieces.
    """
    return _useful(view, seat) or [*view.towers]


def _useful(view: View, seat: Seat) -> list[Tower]:
    held = view.hands[seat]
    if held is not None:
        return legality.targets(view, held)
    if view.phase is Phase.GATHERING:
        return [tower for tower in view.towers if tower.controller == seat]
    pieces = {*legality.liftable(view, seat), *legality.mineable(view, seat), *legality.gaps(view, seat)}
    return [tower for tower in view.towers if not pieces.isdisjoint(tower.pieces)]
