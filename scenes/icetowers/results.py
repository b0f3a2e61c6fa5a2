"""What the results of a game tell of each colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from topping_out.game.engine import Outcome
from topping_out.game.icetowers.events import Capped, Event, WasSetDown, WasSplit
from topping_out.game.icetowers.pieces import COLOUR_OF, PER_COLOUR
from topping_out.game.icetowers.results import count_up
from topping_out.game.icetowers.state import View
from topping_out.game.language import mark, tr
from topping_out.game.text import listed_players
from topping_out.scenes.icetowers.colours import Colours

_HOW_IT_ENDED = {
    "agreed": mark("Everyone agreed there was nothing left to play."),
    "no moves": mark("Nobody had a move left."),
    "showdown": mark("It came to a final showdown."),
    "timer": mark("The timer rang."),
}
"""By the reason of the outcome."""


def how_it_ended(outcome: Outcome) -> str:
    return tr(_HOW_IT_ENDED[outcome.reason])


def ghosts_headline(view: View, colours: Colours) -> str:
    """Return who has won where the ghost has, by itself or with others (I11); empty where it has not."""
    ghost = view.variant.ghost_colour
    if ghost not in view.leaders:
        return ""
    won = [colours.players[seat].name for seat in view.outcome.winners] if view.outcome else []
    if not won:
        return tr("The ghost topped out")
    # Translators: {names} is a list such as "Ana and Ben".
    return tr("{names} topped out", names=listed_players([*won, tr("the ghost")]))


def result_rows(view: View, colours: Colours, events: Sequence[Event]) -> Iterator[Sequence[str]]:
    """Yield the headings, then a row a colour; `events` are those of the whole game."""
    plays = Counter(event.seat for event in events if is_play(event))
    caps = [event for event in events if isinstance(event, Capped)]
    minutes = 0.0 if view.began is None or view.in_turns else (view.ms - view.began) / 60_000
    pace = tr("Plays a minute") if minutes else tr("Plays")
    yield "", tr("Score"), pace, tr("Tallest tower"), tr("Best cap"), tr("Pieces lost")
    for count in count_up(view):
        colour = count.colour
        made = plays[colour] / minutes if minutes else plays[colour]
        best = max((cap.worth for cap in caps if COLOUR_OF[cap.piece] == colour), default=0)
        kept = sum(tower.count(colour) for tower in count.towers) + sum(COLOUR_OF[p] == colour for p in count.held)
        tallest = max((len(tower.pieces) for tower in count.towers), default=0)
        is_seat = colours.is_seat(colour)
        cells = str(round(made)) if is_seat else "–", str(tallest), str(best), str(PER_COLOUR - kept)
        yield colours.name(colour), str(count.total), *cells


def is_play(event: Event) -> TypeGuard[Capped | WasSplit | WasSetDown]:
    """Tell whether an event completes a play; a lifted piece put back is none."""
    return isinstance(event, (Capped, WasSplit)) or (isinstance(event, WasSetDown) and event.mined)
