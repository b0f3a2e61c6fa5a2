"""The handicap that evens out devices: after each play the quicker device rests a moment.

The rules know nothing of it: what is clicked meanwhile waits, and is done when the rest is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.scenes.devices.input_devices import MOUSE
from topping_out.scenes.devices.intents import Intent, Verb

REST = 980.0
"""Milliseconds. A mouse makes 56 plays a minute at best and half a keyboard 36; with such rests both make 36, by
`build/measure/games/icetowers_plays.py` of commit ed5bbf6f. A gamepad has the cursor of keys."""


class Handicap:
    """The rests of one table's mice."""

    def __init__(self) -> None:
        self._resting: frozenset[Seat] = frozenset()
        self._until: dict[Seat, float] = {}
        self._waiting: list[Intent] = []

    def set_devices(self, seating: Mapping[Seat, str], is_on: bool) -> None:
        """Say who plays with what: mice rest where somebody else has keys or a gamepad."""
        mice = frozenset(seat for seat, id in seating.items() if id.startswith(MOUSE))
        self._resting = mice if is_on and len(mice) < len(seating) else frozenset()
        self._waiting.clear()

    @property
    def is_on(self) -> bool:
        return bool(self._resting)

    def played(self, seat: Seat, ms: float) -> None:
        """Note that a player has completed a play."""
        if seat in self._resting:
            self._until[seat] = ms + REST

    def left(self, seat: Seat, ms: float) -> float:
        """Return the share of a seat's rest that is still to come; 0 if it may play."""
        return max(0.0, (self._until.get(seat, ms) - ms) / REST) if seat in self._resting else 0.0

    def holds(self, intent: Intent, ms: float) -> bool:
        """Tell whether an intent has to wait; then it is kept."""
        is_click = intent.verb in (Verb.PRESS, Verb.RELEASE)
        if intent.seat is None or not is_click:
            return False
        behind = any(other.seat == intent.seat for other in self._waiting)
        if not behind and not self.left(intent.seat, ms):
            return False
        self._waiting.append(intent)
        return True

    def forget_clicks(self) -> None:
        """Forget the intents that wait: the player has let go of everything."""
        self._waiting.clear()

    def released(self, ms: float) -> Iterator[Intent]:
        """Yield what has waited long enough, of each seat one intent at a time."""
        seen: set[Seat | None] = set()
        for intent in [*self._waiting]:
            if intent.seat not in seen and intent.seat is not None and not self.left(intent.seat, ms):
                self._waiting.remove(intent)
                yield intent
            seen.add(intent.seat)


def handicap_words() -> str:
    """Return what is said before the start."""
    return tr("Fair play: a mouse rests a second after each play, so the keys can keep up.")
