"""What each seat did last, shown until its next play or the viewer's: a tag where it happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_label
from topping_out.game.text import with_minus
from topping_out.game.wyoming.events import Constructed, Deconstructed, Discarded, Event
from topping_out.scenes.wyoming.selection import DISCARD, Target

LastPlays = dict[Seat, "LastPlay"]
"""By seat, the latest play last."""


@dataclass(frozen=True, slots=True)
class LastPlay:
    """A seat's last play: where, and by how many storeys a tower grew or shrank; of discards, how many cards."""

    seat: Seat
    target: Target
    change: int


def note(plays: LastPlays, event: Event, viewer: Seat | None) -> None:
    """Take an event into account; with the viewer's own play the others' are forgotten."""
    if isinstance(event, (Constructed, Deconstructed, Discarded)):
        if event.seat == viewer:
            plays.clear()
        plays.pop(event.seat, None)
        plays[event.seat] = _play_of(event)


def _play_of(event: Constructed | Deconstructed | Discarded) -> LastPlay:
    match event:
        case Constructed():
            return LastPlay(event.seat, (event.owner, event.foundation), len(event.cards))
        case Deconstructed():
            return LastPlay(event.seat, (event.owner, event.foundation), -len(event.fallen))
        case Discarded():
            return LastPlay(event.seat, DISCARD, len(event.cards))


def last_plays(events: Iterable[Event], viewer: Seat | None) -> LastPlays:
    """Return what each seat did last. Needs every event from the beginning."""
    plays: LastPlays = {}
    for event in events:
        note(plays, event, viewer)
    return plays


def tag_words(play: LastPlay, name: str) -> str:
    """Return what a tag says: "Ana +3"."""
    if play.target == DISCARD:
        return tr("{name}: {number} discarded", name=tr_label(name), number=play.change)
    return f"{tr_label(name)} {with_minus(f'{play.change:+d}')}"
