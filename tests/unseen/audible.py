"""What one who listens really hears: speech takes time, and what comes next can cut it off.

A screen reader (Orca from 46 on) says announcements one after the other. It stops speaking, and says no more of what
waits, where the focus moves to something else and where a key is pressed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

PACES = (15, 28)
"""Characters a second: a usual pace, and that of somebody long used to it."""


@dataclass(frozen=True)
class Sound:
    """Something that a screen reader begins to say, or that makes it stop."""

    at: float
    """Seconds, of any clock."""
    text: str
    """Empty where it only stops what is being said."""
    stops: bool = False
    """Whether all that was said before it ends here."""


@dataclass(frozen=True)
class Heard:
    text: str
    share: float
    """How much of it was audible, from 0 to 1."""

    @property
    def is_whole(self) -> bool:
        return self.share > 0.99


def listen(sounds: Iterable[Sound], pace: float) -> list[Heard]:
    """Return what is heard of each text at a pace of so many characters a second, in order.

    After the last sound there is time for all that waits.
    """
    in_order: Sequence[Sound] = sorted(sounds, key=lambda sound: sound.at)
    heard, free = [], 0.0
    for place, sound in enumerate(in_order):
        if sound.stops:
            free = sound.at
        begin = max(free, sound.at)
        free = begin + len(sound.text) / pace
        stopped = next((later.at for later in in_order[place + 1 :] if later.stops), free)
        if sound.text:
            heard.append(Heard(sound.text, max(0.0, min(free, stopped) - begin) * pace / len(sound.text)))
    return heard
