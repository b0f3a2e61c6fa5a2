"""The wait of a live table while nobody is at the program's window."""

from __future__ import annotations

from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.window import is_attended
from topping_out.scenes.ui.dialog import Notice


def waits_for_players(context: Context, match: Match) -> bool:
    """Tell whether nobody is at the window, so that a player would lose by looking away (I16)."""
    if match.outcome or context.settings.background_play or is_attended():
        return False
    return any(player.is_human for player in match.header.seats)


class WhileAway(Notice):
    """Says that the game is paused; it goes by itself once somebody is back at the window."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, tr("Paused"), tr("The game waits until you are back at this window."), ())

    def update(self, ms: float) -> Transition:
        return Pop() if is_attended() else super().update(ms)
