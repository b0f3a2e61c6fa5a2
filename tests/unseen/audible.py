"""A model of what a listener really hears: speech takes time, and later events can cut it off.

A screen reader (Orca from 46 on) speaks announcements one after the other. When the focus moves or a key is pressed,
it stops speaking and drops the announcements that are waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

PACES = (15, 28)
"""Speech rates in characters a second: a usual one, and that of an experienced listener."""


@dataclass(frozen=True)
class Sound:
    """A text that a screen reader begins to speak, or an event that stops it."""

    at: float
    """Time in seconds, on any clock."""
    text: str
    """Empty if it only stops the speech."""
    stops: bool = False
    """Whether it ends all earlier speech."""


@dataclass(frozen=True)
class Heard:
    text: str
    share: float
    """The audible share of the text, from 0 to 1."""

    @property
    def is_whole(self) -> bool:
        return self.share > 0.99


def listen(sounds: Iterable[Sound], pace: float) -> list[Heard]:
    """Return what is heard of each text, in order, at `pace` characters a second.

    After the last sound there is enough time for everything that is waiting.
    """
    in_order: Sequence[Sound] = sorted(sounds, key=lambda sound: sound.at)
    audible, free = [], 0.0
    for place, sound in enumerate(in_order):
        if sound.stops:
            free = sound.at
        begin = max(free, sound.at)
        free = begin + len(sound.text) / pace
        stopped = next((later.at for later in in_order[place + 1 :] if later.stops), free)
        if sound.text:
            audible.append(Heard(sound.text, max(0.0, min(free, stopped) - begin) * pace / len(sound.text)))
    return audible
