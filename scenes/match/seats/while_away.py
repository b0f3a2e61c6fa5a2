"""The wait of a live table while nobody is at the program's window."""

from __future__ import annotations

from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.window import is_attended
from topping_out.scenes.ui.dialog import Notice


def waits_for_players(context: Context, match: Match) -> bool:
    """Tell whether nobody is at the window, so that a player would lose by looking away (I16)."""
    if match.outcome or context.settings.background_play or is_attended():
        return False
    return any(player.is_human for player in match.header.seats)


def while_away(context: Context, match: Match) -> Notice:
    """Return a page that says that the game is paused; it goes by itself once somebody is back at the window."""
    words = tr("The game waits until you come back to this window.")
    return Notice(context, tr("Paused"), words, (), until=lambda: not waits_for_players(context, match))
