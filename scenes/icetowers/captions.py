"""What the table says in words: under the clock, under a seat's name, and what a held piece can do."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import Seat
from game.icetowers import legality
from game.icetowers.pieces import COLOUR_OF, PIPS_OF
from game.icetowers.state import Phase, View
from game.narration import address
from game.record import Player
from game.roster import level_of
from scenes.icetowers.colours import Colours


def clock(view: View) -> str:
    """Return the time left as minutes and seconds; empty while no timer runs."""
    if view.phase in (Phase.GATHERING, Phase.COUNTDOWN, Phase.OVER) or view.rings is None:
        return ""
    seconds = -(-max(0, view.rings - view.ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def under_clock(view: View, colours: Colours, is_live: bool) -> str:
    """Return what is said under the clock."""
    if view.phase is Phase.GATHERING:
        waiting = [colours.name(s) for s in range(view.variant.seats) if s not in view.order]
        return f"Touch one of your own pieces when you are ready: {', '.join(waiting)}"
    if view.phase is Phase.COUNTDOWN:
        return "Ready…"
    if view.phase is Phase.OVER:
        return "The game is over"
    if view.last_call is not None:
        return "Last call: act now, or the game ends"
    if view.turn is not None:
        return address(f"Time stands still: {colours.name(view.turn)} chooses.").removesuffix(".")
    return "No turns: play at any time" if is_live else ""


def status(view: View, seat: Seat, player: Player, device: str) -> Sequence[str]:
    """Return the line under a seat's name, and shorter ones where that has no room."""
    level = level_of(player.level)
    plays_with = (device,) if player.is_human else (f"bot, {level}", level)
    if view.phase is Phase.GATHERING:
        return ("ready",) if seat in view.order else plays_with if any(plays_with) else ("not ready yet",)
    if seat in view.done:
        return ("done",)
    return ("holding",) if view.hands[seat] else plays_with


def advice(view: View, seat: Seat) -> str:
    """Return what the piece that a seat holds can do; empty if it holds none."""
    held = view.hands[seat]
    if held is None:
        return ""
    names = {1: "anything", 2: "a medium or large", 3: "a large"}
    whose = "" if COLOUR_OF[held.piece] == seat else "The ghost's "
    size = ("", "small", "medium", "large")[PIPS_OF[held.piece]]
    text = f"{whose}{size} in hand".capitalize() if not whose else f"{whose}{size} in hand"
    if not legality.targets(view, held):
        return f"{text}: nothing to cap, set it down"
    return f"{text}: cap {names[PIPS_OF[held.piece]]} of another colour"
