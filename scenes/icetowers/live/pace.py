"""How fast the bots' hands at a live table are: by the setting, or as fast as the players at the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topping_out.game.engine import Seat
from topping_out.game.live.driver import LiveBot, LiveDriver
from topping_out.game.match import Match
from topping_out.scenes.system.settings import BOTS_HANDS

LOOKED_AT = 5
"""So many last plays of a player say how fast that player is."""
USUAL = 5_000.0
"""Milliseconds that each of these is taken for until it has been made."""
LEAST, MOST = 0.2, 2.0
"""How much slower and faster than its own a bot's hand goes at most."""
PLAYS = ("place", "split")
"""How the texts of actions that complete a play begin."""


class Plays:
    """When the players at the screen have completed their plays, read from the record as it grows."""

    def __init__(self, match: Match, humans: Sequence[Seat]) -> None:
        self._match, self._read = match, 0
        self.times: dict[Seat, list[int]] = {seat: [] for seat in humans}

    def interval(self, ms: float) -> float:
        """Return how long a play takes the players, on the average of their rates, at this moment."""
        entries = self._match.record.entries
        for entry in entries[self._read :]:
            if entry.seat in self.times and entry.text.startswith(PLAYS):
                self.times[entry.seat].append(entry.ms)
        self._read = len(entries)
        rates = [1 / self._one(times, ms) for times in self.times.values()]
        return len(rates) / sum(rates)

    def _one(self, times: list[int], ms: float) -> float:
        began = self._match.state.began
        last = times[-LOOKED_AT:]
        since = times[-LOOKED_AT - 1] if len(times) > LOOKED_AT else (ms if began is None else began)
        return max(200.0, (ms - since + (LOOKED_AT - len(last)) * USUAL) / LOOKED_AT)


def paces(setting: str, bots: Mapping[Seat, LiveBot], interval: float) -> dict[Seat, float]:
    """Return the pace of each bot's hand, 1 being its own. `interval`: see `Plays.interval`."""
    fixed = BOTS_HANDS[setting]
    if fixed is not None:
        return dict.fromkeys(bots, fixed)
    return {seat: min(MOST, max(LEAST, bot.profile.play_time / interval)) for seat, bot in bots.items()}


class TablePace:
    """Keeps the bots of one table at their pace."""

    def __init__(self, driver: LiveDriver, humans: Sequence[Seat]) -> None:
        self._driver = driver
        self._plays = Plays(driver.match, humans) if humans else None

    def keep(self, setting: str, ms: float) -> None:
        """Tell the driver how fast the bots are now. Where nobody plays at the screen they have their own pace."""
        if self._plays:
            self._driver.paces = paces(setting, self._driver.bots, self._plays.interval(ms))
