"""What the table says in words: under the clock, under a seat's name, and what a held piece can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF
from topping_out.game.icetowers.state import Phase, View
from topping_out.game.language import mark, tr, tr_context, tr_player
from topping_out.game.record import Player
from topping_out.game.roster import level_words
from topping_out.game.text import commas
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.keyboard import in_brackets
from topping_out.scenes.icetowers.colours import Colours

LAST_MOMENTS = 10_000
"""The last milliseconds of the timer are felt: seen and heard."""
_HELD = ("", mark("Small in hand"), mark("Medium in hand"), mark("Large in hand"))
_GHOSTS_HELD = (
    "", mark("The ghost's small in hand"), mark("The ghost's medium in hand"), mark("The ghost's large in hand"),
)  # fmt: skip
_CAN_CAP = (
    "",
    mark("{held}: cap anything of another colour"),
    mark("{held}: cap a medium or large of another colour"),
    mark("{held}: cap a large of another colour"),
)
"""All by the pips of the held piece."""


def clock(view: View) -> str:
    """Return the time left as minutes and seconds; empty while no timer runs."""
    if view.phase in (Phase.GATHERING, Phase.COUNTDOWN, Phase.OVER) or view.rings is None:
        return ""
    seconds = -(-max(0, view.rings - view.ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def hurry(view: View) -> float:
    """Return how much of the last ten seconds of the timer has passed, 0 to 1."""
    if view.outcome is not None:
        return 1.0 if view.outcome.reason == "timer" else 0.0
    if view.phase is not Phase.PLAY or view.rings is None:
        return 0.0
    return min(1.0, max(0.0, 1 - (view.rings - view.ms) / LAST_MOMENTS))


def under_clock(view: View, colours: Colours, is_live: bool) -> str:
    """Return what is said under the clock."""
    if view.phase is Phase.GATHERING:
        waiting = [seat for seat in range(view.variant.seats) if seat not in view.order]
        humans = [seat for seat, player in enumerate(colours.players) if player.is_human]
        if len(humans) == 1 and waiting == humans:
            return tr("Touch any of your pieces to begin.")
        names = commas([colours.name(seat) for seat in waiting])
        return tr("Touch one of your own pieces when you are ready: {names}", names=names)
    if view.phase is Phase.COUNTDOWN:
        return tr("Ready…")
    if view.phase is Phase.OVER:
        return tr("The game is over")
    if view.last_call is not None:
        return tr("Last call: act now, or the game ends")
    if view.turn is not None:
        yours, theirs = mark("Time stands still: your move"), mark("Time stands still: {name} to move")
        return tr_player(colours.players[view.turn].name, yours, theirs)
    return tr("No turns: play at any time") if is_live else ""


def status(view: View, seat: Seat, player: Player, device: str) -> Sequence[str]:
    """Return the line under a seat's name, and shorter ones where that has no room."""
    level = level_words(player.level)
    plays_with = (device,) if player.is_human else (tr("bot, {level}", level=level), level)
    if view.phase is Phase.GATHERING:
        return (tr("ready"),) if seat in view.order else plays_with if any(plays_with) else (tr("not ready yet"),)
    if seat in view.done:
        return (tr_context("of a player", "done"),)
    return (tr("holding"),) if view.hands[seat] else plays_with


def keys_strip(view: View, seat: Seat, signs: Mapping[Verb, str], is_inside: bool) -> Sequence[str]:
    """Return which keys do what now, in short; shorter ones where that has no room. `signs`: the keys' own labels."""
    verbs = Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE
    lift, split, back, done = (in_brackets(signs[verb]) for verb in verbs)
    if view.phase is Phase.GATHERING:
        return () if seat in view.order else (tr("{lift}: I'm ready", lift=lift),)
    if view.phase is not Phase.PLAY or seat in view.done:
        return ()
    if view.hands[seat]:
        return tr("{lift} place · {back} put back", lift=lift, back=back), tr("{lift} place", lift=lift)
    if is_inside:
        return (tr("{lift} mine · {split} split · {back} back", lift=lift, split=split, back=back),)
    return (
        tr("{lift} lift · {split} split · {done} done", lift=lift, split=split, done=done),
        tr("{lift} lift · {split} split", lift=lift, split=split),
    )


def advice(view: View, seat: Seat, *, is_short: bool = False) -> str:
    """Return what the piece that a seat holds can do, or in short which it is; empty if it holds none."""
    held = view.hands[seat]
    if held is None:
        return ""
    pips = PIPS_OF[held.piece]
    text = tr((_HELD if COLOUR_OF[held.piece] == seat else _GHOSTS_HELD)[pips])
    if not legality.targets(view, held):
        return tr("{held}: nothing to cap, set it down", held=text)
    return text if is_short else tr(_CAN_CAP[pips], held=text)
