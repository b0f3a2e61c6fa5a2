"""What the results of a game tell of each colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from game.icetowers.events import Capped, Event, WasSetDown, WasSplit
from game.icetowers.pieces import COLOUR_OF, PER_COLOUR
from game.icetowers.results import count_up
from game.icetowers.state import View
from game.language import tr
from scenes.icetowers.colours import Colours


def result_rows(view: View, colours: Colours, events: Sequence[Event]) -> Iterator[Sequence[str]]:
    """Yield the headings, then a row a colour; `events` are those of the whole game."""
    plays = Counter(event.seat for event in events if is_play(event))
    caps = [event for event in events if isinstance(event, Capped)]
    minutes = 0.0 if view.began is None or view.variant.paused_time else (view.ms - view.began) / 60_000
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


def is_play(event: Event) -> bool:
    """Tell whether an event completes a play; a lifted piece put back is none."""
    return isinstance(event, (Capped, WasSplit)) or (isinstance(event, WasSetDown) and event.mined)
