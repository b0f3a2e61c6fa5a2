"""What the characters at a table say about what happens: few lines, and none twice in a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..engine import Outcome, Seat
from ..record import Player
from ..roster import Moment, character

MIN_ACTIONS_BETWEEN = 6
"""The fewest actions between two lines."""
MOST = 6
"""The most lines in a game, not counting those at its beginning and end."""


class Remark(NamedTuple):
    """A line spoken by a seat."""

    seat: Seat
    line: str
    """In English; shown in translation by `tr`."""


class Talk:
    """The characters' talk at one table. The same events in the same order produce the same lines."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._people = {seat: who for seat, p in enumerate(players) if (who := character(p.level))}
        self._said: set[str] = set()
        self._since = 0

    def greet(self) -> Remark | None:
        """Return a line for the beginning of the game, or None."""
        return self._say((seat, "hello") for seat in self._people)

    def hear(self, moments: Iterable[tuple[Seat, Moment]]) -> Remark | None:
        """Return a line for the results of an action; usually None."""
        self._since += 1
        if self._since < MIN_ACTIONS_BETWEEN or len(self._said) > MOST:
            return None
        return self._say(moments)

    def conclude(self, outcome: Outcome) -> Remark | None:
        """Return a line for the end of the game, or None if nobody has won. A winner without others speaks first."""
        if not outcome.winners:
            return None
        ends: list[tuple[Seat, Moment]] = [(seat, "won") for seat in outcome.winners if len(outcome.winners) == 1]
        return self._say([*ends, *((seat, "lost") for seat in self._people if seat not in outcome.winners)])

    def _say(self, moments: Iterable[tuple[Seat, Moment]]) -> Remark | None:
        for seat, moment in moments:
            lines = self._people[seat].says.get(moment, ()) if seat in self._people else ()
            if line := next((line for line in lines if line not in self._said), ""):
                self._said.add(line)
                self._since = 0
                return Remark(seat, line)
        return None
