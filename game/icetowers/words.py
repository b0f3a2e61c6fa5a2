"""The game in words: the move log and the results. Reasons for refusals are in `laws`."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import Outcome, Seat
from game.icetowers.events import (
    Capped,
    DoneSwitched,
    Ended,
    Event,
    LastCall,
    LastCallStopped,
    Lifted,
    Mined,
    PlayBegan,
    Readied,
    Showdown,
    TimerRang,
    TurnPassed,
    WasSetDown,
    WasSplit,
    Why,
)
from game.icetowers.pieces import COLOUR_OF, PIPS_PER_COLOUR, Colour, PieceId, size_name

GHOST = "the ghost"
_HOW = {
    "agreed": "when all agreed that there was nothing left to play",
    "no moves": "when nobody had a move left",
    "showdown": "after a final showdown",
    "timer": "when the timer rang",
}


def colour_name(colour: Colour, names: Sequence[str]) -> str:
    return names[colour] if colour < len(names) else GHOST


def describe(event: Event, names: Sequence[str]) -> str:
    """Return one sentence for the move log; empty where it needs none."""
    match event:
        case Readied(seat, _):
            return f"{names[seat]} is ready."
        case PlayBegan(_):
            return "Play begins."
        case Mined(seat, piece, _, controller, _):
            whose = _possessive(colour_name(controller, names))
            return f"{names[seat]} mines {_piece(seat, piece, names)} from {whose} tower."
        case Capped(seat, piece, _, taken_from, worth, why):
            return _describe_cap(seat, piece, _possessive(colour_name(taken_from, names)), worth, why, names)
        case WasSetDown(seat, piece, _, _, _, mined, why):
            return _describe_set_down(seat, piece, mined, why, names)
        case WasSplit(seat, colour, _, _, _, _, _):
            return f"{names[seat]} splits a tower between two pieces of {colour_name(colour, names)}."
        case DoneSwitched(seat, on):
            return f"{names[seat]} is done." if on else ""
    return _describe_course(event, names)


def _describe_course(event: Event, names: Sequence[str]) -> str:
    match event:
        case TurnPassed(_) | Lifted(_, _, _):
            return ""
        case LastCall(_):
            return "Last call: everybody is done."
        case LastCallStopped(seat):
            return f"{names[seat]} plays on."
        case TimerRang():
            return "The timer rings."
        case Showdown():
            return "No piece in a hand can cap anything, and nobody has another move: all hands open at once."
        case Ended(outcome, _):
            return f"{_who_won(outcome, names)} {_HOW[outcome.reason]}."
    return ""


def _describe_cap(seat: Seat, piece: PieceId, whose: str, worth: int, why: Why, names: Sequence[str]) -> str:
    if why is Why.STALL:
        return f"{names[seat]} held on too long: {_piece(seat, piece, names)} goes on {whose} tower, worth {worth} now."
    return f"{names[seat]} caps {whose} tower with {_piece(seat, piece, names)}: worth {worth} now."


def _describe_set_down(seat: Seat, piece: PieceId, mined: bool, why: Why, names: Sequence[str]) -> str:
    what = _piece(seat, piece, names)
    if why is Why.STALL:
        return f"{names[seat]} held on too long: {what} stands on the table."
    if why is not Why.CHOICE:
        return f"{names[seat]} sets {what} down."
    return f"{names[seat]} flees: {what} stands alone." if mined else ""


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won."""
    return f"{_who_won(outcome, names)}."


def _who_won(outcome: Outcome, names: Sequence[str]) -> str:
    """The ghost, whose are all the other pips (I15), wins alone or shares the win (I11).

    Where all have as many as they began with, nothing tells whether there is a ghost.
    """
    ghost = PIPS_PER_COLOUR * (len(outcome.scores) + 1) - sum(outcome.scores)
    if not outcome.winners:
        return f"The ghost wins with {ghost}"
    best = outcome.scores[outcome.winners[0]]
    winners = [names[seat] for seat in outcome.winners] + [GHOST] * (ghost == best != PIPS_PER_COLOUR)
    return f"{' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'} with {best}"


def _piece(seat: Seat, piece: PieceId, names: Sequence[str]) -> str:
    size, colour = size_name(piece), COLOUR_OF[piece]
    return f"a {size}" if colour == seat else f"a {size} of {colour_name(colour, names)}"


def _possessive(name: str) -> str:
    return f"{name}'s"
